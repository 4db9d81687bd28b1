// A row of 512 numbers added to every row of a matrix. The row is fetched once for
// each block of columns, not once for each row.
// numpy: y = x + bias[None, :], float16, 256 x 512

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 255 >= 0, d1 >= 0, -d1 + 511 >= 0)>
#all2 = affine_set<(d0) : (d0 >= 0, -d0 + 511 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 63 >= 0, d1 >= 0, -d1 + 511 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>
#order2 = affine_map<(d0) -> (d0)>

func.func @row_broadcast(%x_ptr: index,
                         %bias_ptr: index,
                         %y_ptr: index)
    attributes {grid = [4]} {
  %id = ktdp.get_compute_tile_id : index
  %rows = arith.constant 64 : index
  %row = arith.muli %id, %rows : index

  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [256, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<256x512xf16>
  %bias_view = ktdp.construct_memory_view %bias_ptr, sizes: [512], strides: [1]
      {coordinate_set = #all2, memory_space = #ktdp.memory_space<global>} : memref<512xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [256, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<256x512xf16>

  %x_tile = ktdp.construct_access_tile %x_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<256x512xf16> -> !ktdp.access_tile<64x512xindex>
  %x = ktdp.load %x_tile : <64x512xindex> -> tensor<64x512xf16>
  %bias_tile = ktdp.construct_access_tile %bias_view[0]
      {access_tile_set = #all2, access_tile_order = #order2}
      : memref<512xf16> -> !ktdp.access_tile<512xindex>
  %bias = ktdp.load %bias_tile : <512xindex> -> tensor<512xf16>
  %init = tensor.empty() : tensor<64x512xf16>
  %wide = linalg.broadcast ins(%bias : tensor<512xf16>) outs(%init : tensor<64x512xf16>) dimensions = [0]
  %y = arith.addf %x, %wide : tensor<64x512xf16>
  %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<256x512xf16> -> !ktdp.access_tile<64x512xindex>
  ktdp.store %y, %y_tile : tensor<64x512xf16>, <64x512xindex>
  return
}
