// Two results from one pass: both operands are fetched once and used for both.
// numpy: total = x + y; product = x * y, float16, 128 x 256

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 127 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 31 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

func.func @two_stores(%x_ptr: index,
                      %y_ptr: index,
                      %sum_ptr: index,
                      %product_ptr: index)
    attributes {grid = [4]} {
  %id = ktdp.get_compute_tile_id : index
  %rows = arith.constant 32 : index
  %row = arith.muli %id, %rows : index

  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf16>
  %sum_view = ktdp.construct_memory_view %sum_ptr, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf16>
  %product_view = ktdp.construct_memory_view %product_ptr, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf16>

  %x_tile = ktdp.construct_access_tile %x_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  %x = ktdp.load %x_tile : <32x256xindex> -> tensor<32x256xf16>
  %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  %y = ktdp.load %y_tile : <32x256xindex> -> tensor<32x256xf16>
  %sum = arith.addf %x, %y : tensor<32x256xf16>
  %product = arith.mulf %x, %y : tensor<32x256xf16>
  %sum_tile = ktdp.construct_access_tile %sum_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  ktdp.store %sum, %sum_tile : tensor<32x256xf16>, <32x256xindex>
  %product_tile = ktdp.construct_access_tile %product_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  ktdp.store %product, %product_tile : tensor<32x256xf16>, <32x256xindex>
  return
}
