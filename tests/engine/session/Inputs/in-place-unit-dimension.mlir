// In place, with the dimension of extent 1 dropped on the way: the load and the
// store still touch the same elements.
#all = affine_set<(d0, d1, d2) : (d0 >= 0, -d0 + 15 >= 0, d1 >= 0, -d1 + 4 >= 0, d2 >= 0, -d2 + 31 >= 0)>
#tile = affine_set<(d0, d1, d2) : (d0 >= 0, -d0 + 15 >= 0, d1 == 0, d2 >= 0, -d2 + 31 >= 0)>
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
func.func @unit(%x_ptr: index) {
  %view = ktdp.construct_memory_view %x_ptr, sizes: [16, 5, 32], strides: [160, 32, 1] {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<16x5x32xf16>
  %tile = ktdp.construct_access_tile %view[0, 3, 0] {access_tile_set = #tile, access_tile_order = #id} : memref<16x5x32xf16> -> !ktdp.access_tile<16x1x32xindex>
  %x = ktdp.load %tile : <16x1x32xindex> -> tensor<16x1x32xf16>
  %flat = tensor.collapse_shape %x [[0, 1], [2]] : tensor<16x1x32xf16> into tensor<16x32xf16>
  %y = arith.addf %flat, %flat : tensor<16x32xf16>
  %back = tensor.expand_shape %y [[0, 1], [2]] output_shape [16, 1, 32] : tensor<16x32xf16> into tensor<16x1x32xf16>
  %sum = arith.addf %back, %x : tensor<16x1x32xf16>
  ktdp.store %sum, %tile : tensor<16x1x32xf16>, <16x1x32xindex>
  return
}
