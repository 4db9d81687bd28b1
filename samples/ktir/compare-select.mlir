// A comparison gives truth values, one to a lane; a selection takes one operand or
// the other by them.
// numpy: y = np.where(x > limit, limit, x), float16, 128 x 256

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 127 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 31 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

func.func @compare_select(%x_ptr: index,
                          %limit_ptr: index,
                          %y_ptr: index)
    attributes {grid = [4]} {
  %id = ktdp.get_compute_tile_id : index
  %rows = arith.constant 32 : index
  %row = arith.muli %id, %rows : index

  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf16>
  %limit_view = ktdp.construct_memory_view %limit_ptr, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf16>

  %x_tile = ktdp.construct_access_tile %x_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  %x = ktdp.load %x_tile : <32x256xindex> -> tensor<32x256xf16>
  %limit_tile = ktdp.construct_access_tile %limit_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  %limit = ktdp.load %limit_tile : <32x256xindex> -> tensor<32x256xf16>
  %above = arith.cmpf ogt, %x, %limit : tensor<32x256xf16>
  %y = arith.select %above, %limit, %x : tensor<32x256xi1>, tensor<32x256xf16>
  %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  ktdp.store %y, %y_tile : tensor<32x256xf16>, <32x256xindex>
  return
}
