// Sums of four rows: a kernel that is read, but not scheduled.
func.func @sum(%x: index, %y: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f16
  %xv = ktdp.construct_memory_view %x, sizes: [4, 64], strides: [64, 1] {
    coordinate_set = affine_set<(i, j) : (i >= 0, -i + 3 >= 0, j >= 0, -j + 63 >= 0)>,
    memory_space = #ktdp.memory_space<global>} : memref<4x64xf16>
  %yv = ktdp.construct_memory_view %y, sizes: [4], strides: [1] {
    coordinate_set = affine_set<(i) : (i >= 0, -i + 3 >= 0)>,
    memory_space = #ktdp.memory_space<global>} : memref<4xf16>
  %xt = ktdp.construct_access_tile %xv[%c0, %c0] {
    access_tile_set = affine_set<(i, j) : (i >= 0, -i + 3 >= 0, j >= 0, -j + 63 >= 0)>,
    access_tile_order = affine_map<(i, j) -> (i, j)>} : memref<4x64xf16> -> !ktdp.access_tile<4x64xindex>
  %yt = ktdp.construct_access_tile %yv[%c0] {
    access_tile_set = affine_set<(i) : (i >= 0, -i + 3 >= 0)>,
    access_tile_order = affine_map<(i) -> (i)>} : memref<4xf16> -> !ktdp.access_tile<4xindex>
  %v = ktdp.load %xt : <4x64xindex> -> tensor<4x64xf16>
  %e = tensor.empty() : tensor<4xf16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  %s = linalg.reduce { arith.addf } ins(%v : tensor<4x64xf16>) outs(%f : tensor<4xf16>) dimensions = [1]
  ktdp.store %s, %yt : tensor<4xf16>, <4xindex>
  return
}
