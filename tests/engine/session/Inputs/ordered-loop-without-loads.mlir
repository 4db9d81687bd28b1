// The first program loads nothing and runs in a loop that must run in order; the
// unit that loads has no such loop and must not be signalled from it, or the
// second program would load into memory that is still being stored from.
#set = affine_set<(d0) : (d0 >= 0, -d0 + 149 >= 0)>
#one = affine_set<(d0) : (d0 == 0)>
#id = affine_map<(d0) -> (d0)>
func.func @two(%x: index, %a: index, %b: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %xv = ktdp.construct_memory_view %x, sizes: [1], strides: [1] {coordinate_set = #one, memory_space = #ktdp.memory_space<global>} : memref<1xf16>
  %av = ktdp.construct_memory_view %a, sizes: [150, 2], strides: [4, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 149 >= 0, d1 >= 0, -d1 + 1 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<150x2xf32>
  %bv = ktdp.construct_memory_view %b, sizes: [150], strides: [1] {coordinate_set = #set, memory_space = #ktdp.memory_space<global>} : memref<150xf16>
  scf.for %r = %c0 to %c3 step %c1 {
    %d = arith.constant dense<2.0> : tensor<150x2xf32>
    %at = ktdp.construct_access_tile %av[0, 0] {access_tile_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 149 >= 0, d1 >= 0, -d1 + 1 >= 0)>, access_tile_order = affine_map<(d0, d1) -> (d0, d1)>} : memref<150x2xf32> -> !ktdp.access_tile<150x2xindex>
    ktdp.store %d, %at : tensor<150x2xf32>, <150x2xindex>
    %xt = ktdp.construct_access_tile %xv[0] {access_tile_set = #one, access_tile_order = #id} : memref<1xf16> -> !ktdp.access_tile<1xindex>
    %xl = ktdp.load %xt : <1xindex> -> tensor<1xf16>
    %c = tensor.collapse_shape %xl [] : tensor<1xf16> into tensor<f16>
    %e = tensor.empty() : tensor<150xf16>
    %w = linalg.broadcast ins(%c : tensor<f16>) outs(%e : tensor<150xf16>) dimensions = [0]
    %bt = ktdp.construct_access_tile %bv[0] {access_tile_set = #set, access_tile_order = #id} : memref<150xf16> -> !ktdp.access_tile<150xindex>
    ktdp.store %w, %bt : tensor<150xf16>, <150xindex>
  }
  return
}
