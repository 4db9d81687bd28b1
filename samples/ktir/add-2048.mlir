// A larger addition, 64 rows for each of 32 compute tiles: more than a core's
// scratchpad holds at once, so that blocks of it are fetched while others are added.
// numpy: z = x + y, float16, 2048 x 2048

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 2047 >= 0, d1 >= 0, -d1 + 2047 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 63 >= 0, d1 >= 0, -d1 + 2047 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

func.func @add_2048(%x_ptr: index, %y_ptr: index, %z_ptr: index) attributes {grid = [32]} {
  %id = ktdp.get_compute_tile_id : index
  %rows = arith.constant 64 : index
  %row = arith.muli %id, %rows : index

  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [2048, 2048], strides: [2048, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<2048x2048xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [2048, 2048], strides: [2048, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<2048x2048xf16>
  %z_view = ktdp.construct_memory_view %z_ptr, sizes: [2048, 2048], strides: [2048, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<2048x2048xf16>

  %x_tile = ktdp.construct_access_tile %x_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<2048x2048xf16> -> !ktdp.access_tile<64x2048xindex>
  %x = ktdp.load %x_tile : <64x2048xindex> -> tensor<64x2048xf16>
  %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<2048x2048xf16> -> !ktdp.access_tile<64x2048xindex>
  %y = ktdp.load %y_tile : <64x2048xindex> -> tensor<64x2048xf16>
  %z = arith.addf %x, %y : tensor<64x2048xf16>
  %z_tile = ktdp.construct_access_tile %z_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<2048x2048xf16> -> !ktdp.access_tile<64x2048xindex>
  ktdp.store %z, %z_tile : tensor<64x2048xf16>, <64x2048xindex>
  return
}
