// The tangent of a constant is what the op table says, not what a compiler on this
// machine would fold it to.
#all = affine_set<(d0) : (d0 >= 0, -d0 + 99 >= 0)>
#id = affine_map<(d0) -> (d0)>
func.func @constant(%y_ptr: index) {
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [100], strides: [1] {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<100xf32>
  %x = arith.constant dense<2.5> : tensor<100xf32>
  %y = math.tan %x : tensor<100xf32>
  %y_tile = ktdp.construct_access_tile %y_view[0] {access_tile_set = #all, access_tile_order = #id} : memref<100xf32> -> !ktdp.access_tile<100xindex>
  ktdp.store %y, %y_tile : tensor<100xf32>, <100xindex>
  return
}
