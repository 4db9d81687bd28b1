// A grid of two axes: 2 x 2 compute tiles, each with its corner of the matrix. A
// tile has one coordinate per axis; the last axis counts fastest.
// numpy: z = x * y, float16, 128 x 512

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 127 >= 0, d1 >= 0, -d1 + 511 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 63 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

func.func @grid_2d(%x_ptr: index, %y_ptr: index, %z_ptr: index) attributes {grid = [2, 2]} {
  %i, %j = ktdp.get_compute_tile_id : index, index
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [128, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x512xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [128, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x512xf16>
  %z_view = ktdp.construct_memory_view %z_ptr, sizes: [128, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x512xf16>
  %x_tile = ktdp.construct_access_tile %x_view[%i * 64, %j * 256]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x512xf16> -> !ktdp.access_tile<64x256xindex>
  %x = ktdp.load %x_tile : <64x256xindex> -> tensor<64x256xf16>
  %y_tile = ktdp.construct_access_tile %y_view[%i * 64, %j * 256]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x512xf16> -> !ktdp.access_tile<64x256xindex>
  %y = ktdp.load %y_tile : <64x256xindex> -> tensor<64x256xf16>
  %z = arith.mulf %x, %y : tensor<64x256xf16>
  %z_tile = ktdp.construct_access_tile %z_view[%i * 64, %j * 256]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x512xf16> -> !ktdp.access_tile<64x256xindex>
  ktdp.store %z, %z_tile : tensor<64x256xf16>, <64x256xindex>
  return
}
