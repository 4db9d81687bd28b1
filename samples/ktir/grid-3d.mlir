// A grid of three axes, 2 x 4 x 2, over a batch of matrices: the first axis takes a
// matrix, the second its rows, the third its columns.
// numpy: y = sqrt(abs(x)), float16, 2 x 128 x 256

#all = affine_set<(d0, d1, d2) : (d0 >= 0, -d0 + 1 >= 0, d1 >= 0, -d1 + 127 >= 0, d2 >= 0, -d2 + 255 >= 0)>
#tile = affine_set<(d0, d1, d2) : (d0 == 0, d1 >= 0, -d1 + 31 >= 0, d2 >= 0, -d2 + 127 >= 0)>
#order = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

func.func @grid_3d(%x_ptr: index, %y_ptr: index) attributes {grid = [2, 4, 2]} {
  %i, %j, %k = ktdp.get_compute_tile_id : index, index, index
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [2, 128, 256], strides: [32768, 256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<2x128x256xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [2, 128, 256], strides: [32768, 256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<2x128x256xf16>
  %x_tile = ktdp.construct_access_tile %x_view[%i, %j * 32, %k * 128]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<2x128x256xf16> -> !ktdp.access_tile<1x32x128xindex>
  %x = ktdp.load %x_tile : <1x32x128xindex> -> tensor<1x32x128xf16>
  %size = math.absf %x : tensor<1x32x128xf16>
  %y = math.sqrt %size : tensor<1x32x128xf16>
  %y_tile = ktdp.construct_access_tile %y_view[%i, %j * 32, %k * 128]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<2x128x256xf16> -> !ktdp.access_tile<1x32x128xindex>
  ktdp.store %y, %y_tile : tensor<1x32x128xf16>, <1x32x128xindex>
  return
}
