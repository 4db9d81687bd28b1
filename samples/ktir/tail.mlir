// Sizes that nothing divides: 1000 rows of 77 elements in 40 blocks of 25, dealt out
// to 3 tiles. Vectors end in the middle of a row's sticks, and the first tile gets
// one block more than the others.
// numpy: z = np.maximum(x - y, 0), float16, 1000 x 77

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 999 >= 0, d1 >= 0, -d1 + 76 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 24 >= 0, d1 >= 0, -d1 + 76 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

func.func @tail(%x_ptr: index, %y_ptr: index, %z_ptr: index) attributes {grid = [3]} {
  %id = ktdp.get_compute_tile_id : index
  %n = arith.constant 1000 : index
  %block = arith.constant 25 : index
  %step = arith.constant 75 : index
  %start = arith.muli %id, %block : index
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [1000, 77], strides: [77, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<1000x77xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [1000, 77], strides: [77, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<1000x77xf16>
  %z_view = ktdp.construct_memory_view %z_ptr, sizes: [1000, 77], strides: [77, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<1000x77xf16>
  %zero = arith.constant dense<0.0> : tensor<25x77xf16>
  scf.for %row = %start to %n step %step {
    %x_tile = ktdp.construct_access_tile %x_view[%row, 0]
        {access_tile_set = #tile, access_tile_order = #order}
        : memref<1000x77xf16> -> !ktdp.access_tile<25x77xindex>
    %x = ktdp.load %x_tile : <25x77xindex> -> tensor<25x77xf16>
    %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
        {access_tile_set = #tile, access_tile_order = #order}
        : memref<1000x77xf16> -> !ktdp.access_tile<25x77xindex>
    %y = ktdp.load %y_tile : <25x77xindex> -> tensor<25x77xf16>
    %difference = arith.subf %x, %y : tensor<25x77xf16>
    %z = arith.maximumf %difference, %zero : tensor<25x77xf16>
    %z_tile = ktdp.construct_access_tile %z_view[%row, 0]
        {access_tile_set = #tile, access_tile_order = #order}
        : memref<1000x77xf16> -> !ktdp.access_tile<25x77xindex>
    ktdp.store %z, %z_tile : tensor<25x77xf16>, <25x77xindex>
  }
  return
}
