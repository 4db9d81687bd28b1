// Every row of a matrix multiplied by a number of its own: one element of the
// column fills all lanes of the vector unit.
// numpy: y = x * scale[:, None], float16, 256 x 512

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 255 >= 0, d1 >= 0, -d1 + 511 >= 0)>
#all2 = affine_set<(d0) : (d0 >= 0, -d0 + 255 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 63 >= 0, d1 >= 0, -d1 + 511 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>
#tile2 = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>
#order2 = affine_map<(d0) -> (d0)>

func.func @column_broadcast(%x_ptr: index,
                            %scale_ptr: index,
                            %y_ptr: index)
    attributes {grid = [4]} {
  %id = ktdp.get_compute_tile_id : index
  %rows = arith.constant 64 : index
  %row = arith.muli %id, %rows : index

  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [256, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<256x512xf16>
  %scale_view = ktdp.construct_memory_view %scale_ptr, sizes: [256], strides: [1]
      {coordinate_set = #all2, memory_space = #ktdp.memory_space<global>} : memref<256xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [256, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<256x512xf16>

  %x_tile = ktdp.construct_access_tile %x_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<256x512xf16> -> !ktdp.access_tile<64x512xindex>
  %x = ktdp.load %x_tile : <64x512xindex> -> tensor<64x512xf16>
  %scale_tile = ktdp.construct_access_tile %scale_view[%row]
      {access_tile_set = #tile2, access_tile_order = #order2}
      : memref<256xf16> -> !ktdp.access_tile<64xindex>
  %scale = ktdp.load %scale_tile : <64xindex> -> tensor<64xf16>
  %init = tensor.empty() : tensor<64x512xf16>
  %wide = linalg.broadcast ins(%scale : tensor<64xf16>) outs(%init : tensor<64x512xf16>) dimensions = [1]
  %y = arith.mulf %x, %wide : tensor<64x512xf16>
  %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<256x512xf16> -> !ktdp.access_tile<64x512xindex>
  ktdp.store %y, %y_tile : tensor<64x512xf16>, <64x512xindex>
  return
}
