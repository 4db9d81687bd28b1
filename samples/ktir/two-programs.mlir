// Stored, then loaded again: the second half may start only when the first has
// reached memory, so the kernel becomes two programs that run one after the other.
// numpy: middle = x * x; y = sqrt(middle) + x, float16, 128 x 256

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 127 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 31 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

func.func @two_programs(%x_ptr: index,
                        %middle_ptr: index,
                        %y_ptr: index)
    attributes {grid = [4]} {
  %id = ktdp.get_compute_tile_id : index
  %rows = arith.constant 32 : index
  %row = arith.muli %id, %rows : index

  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf16>
  %middle_view = ktdp.construct_memory_view %middle_ptr, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf16>

  %x_tile = ktdp.construct_access_tile %x_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  %x = ktdp.load %x_tile : <32x256xindex> -> tensor<32x256xf16>
  %square = arith.mulf %x, %x : tensor<32x256xf16>
  %middle_tile = ktdp.construct_access_tile %middle_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  ktdp.store %square, %middle_tile : tensor<32x256xf16>, <32x256xindex>

  %back_tile = ktdp.construct_access_tile %middle_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  %back = ktdp.load %back_tile : <32x256xindex> -> tensor<32x256xf16>
  %root = math.sqrt %back : tensor<32x256xf16>
  %y = arith.addf %root, %x : tensor<32x256xf16>
  %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  ktdp.store %y, %y_tile : tensor<32x256xf16>, <32x256xindex>
  return
}
