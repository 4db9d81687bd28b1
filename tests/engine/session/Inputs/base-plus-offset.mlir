// An element of a table at the argument plus an offset, and its copy behind it.
#one = affine_set<(d0) : (d0 >= 0, -d0 + 2 >= 0)>
#id = affine_map<(d0) -> (d0)>
func.func @shifted(%base: index) {
  %c132 = arith.constant 132 : index
  %c200 = arith.constant 200 : index
  %from = arith.addi %base, %c132 : index
  %to = arith.addi %base, %c200 : index
  %x_view = ktdp.construct_memory_view %from, sizes: [3], strides: [1]
      {coordinate_set = #one, memory_space = #ktdp.memory_space<global>} : memref<3xf16>
  %y_view = ktdp.construct_memory_view %to, sizes: [3], strides: [1]
      {coordinate_set = #one, memory_space = #ktdp.memory_space<global>} : memref<3xf16>
  %x_tile = ktdp.construct_access_tile %x_view[0] {access_tile_set = #one, access_tile_order = #id}
      : memref<3xf16> -> !ktdp.access_tile<3xindex>
  %x = ktdp.load %x_tile : <3xindex> -> tensor<3xf16>
  %y = arith.addf %x, %x : tensor<3xf16>
  %y_tile = ktdp.construct_access_tile %y_view[0] {access_tile_set = #one, access_tile_order = #id}
      : memref<3xf16> -> !ktdp.access_tile<3xindex>
  ktdp.store %y, %y_tile : tensor<3xf16>, <3xindex>
  return
}
