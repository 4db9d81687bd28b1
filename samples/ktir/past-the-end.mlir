// Tiles that reach past the end of their view: 1000 rows taken 24 at a time by one
// tile in four. The last block starts at row 984 and has 8 rows that do not exist;
// they are neither read nor written.
// numpy: z = np.maximum(x - y, 0), float16, 1000 x 77

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 999 >= 0, d1 >= 0, -d1 + 76 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 23 >= 0, d1 >= 0, -d1 + 76 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

func.func @past_the_end(%x_ptr: index, %y_ptr: index, %z_ptr: index) attributes {grid = [4]} {
  %id = ktdp.get_compute_tile_id : index
  %n = arith.constant 1000 : index
  %block = arith.constant 24 : index
  %step = arith.constant 96 : index
  %start = arith.muli %id, %block : index
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [1000, 77], strides: [77, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<1000x77xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [1000, 77], strides: [77, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<1000x77xf16>
  %z_view = ktdp.construct_memory_view %z_ptr, sizes: [1000, 77], strides: [77, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<1000x77xf16>
  %zero = arith.constant dense<0.0> : tensor<24x77xf16>
  scf.for %row = %start to %n step %step {
    %x_tile = ktdp.construct_access_tile %x_view[%row, 0]
        {access_tile_set = #tile, access_tile_order = #order}
        : memref<1000x77xf16> -> !ktdp.access_tile<24x77xindex>
    %x = ktdp.load %x_tile : <24x77xindex> -> tensor<24x77xf16>
    %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
        {access_tile_set = #tile, access_tile_order = #order}
        : memref<1000x77xf16> -> !ktdp.access_tile<24x77xindex>
    %y = ktdp.load %y_tile : <24x77xindex> -> tensor<24x77xf16>
    %difference = arith.subf %x, %y : tensor<24x77xf16>
    %z = arith.maximumf %difference, %zero : tensor<24x77xf16>
    %z_tile = ktdp.construct_access_tile %z_view[%row, 0]
        {access_tile_set = #tile, access_tile_order = #order}
        : memref<1000x77xf16> -> !ktdp.access_tile<24x77xindex>
    ktdp.store %z, %z_tile : tensor<24x77xf16>, <24x77xindex>
  }
  return
}
