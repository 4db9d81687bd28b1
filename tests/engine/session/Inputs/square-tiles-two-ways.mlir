// Two stores of the same square tile, one of it transposed: the loop moves the one
// down and the other to the right, so that they are no common iteration space.
#xs = affine_set<(d0, d1) : (d0 >= 0, -d0 + 26 >= 0, d1 >= 0, -d1 + 7 >= 0)>
#zs = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 26 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 7 >= 0)>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @square(%x_ptr: index, %y_ptr: index, %z_ptr: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c27 = arith.constant 27 : index
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [27, 8], strides: [8, 1] {coordinate_set = #xs, memory_space = #ktdp.memory_space<global>} : memref<27x8xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [27, 8], strides: [8, 1] {coordinate_set = #xs, memory_space = #ktdp.memory_space<global>} : memref<27x8xf16>
  %z_view = ktdp.construct_memory_view %z_ptr, sizes: [8, 27], strides: [27, 1] {coordinate_set = #zs, memory_space = #ktdp.memory_space<global>} : memref<8x27xf16>
  scf.for %i = %c0 to %c27 step %c8 {
    %x_tile = ktdp.construct_access_tile %x_view[%i, 0] {access_tile_set = #tile, access_tile_order = #id} : memref<27x8xf16> -> !ktdp.access_tile<8x8xindex>
    %x = ktdp.load %x_tile : <8x8xindex> -> tensor<8x8xf16>
    %y_tile = ktdp.construct_access_tile %y_view[%i, 0] {access_tile_set = #tile, access_tile_order = #id} : memref<27x8xf16> -> !ktdp.access_tile<8x8xindex>
    ktdp.store %x, %y_tile : tensor<8x8xf16>, <8x8xindex>
    %e = tensor.empty() : tensor<8x8xf16>
    %z = linalg.transpose ins(%x : tensor<8x8xf16>) outs(%e : tensor<8x8xf16>) permutation = [1, 0]
    %z_tile = ktdp.construct_access_tile %z_view[0, %i] {access_tile_set = #tile, access_tile_order = #id} : memref<8x27xf16> -> !ktdp.access_tile<8x8xindex>
    ktdp.store %z, %z_tile : tensor<8x8xf16>, <8x8xindex>
  }
  return
}
