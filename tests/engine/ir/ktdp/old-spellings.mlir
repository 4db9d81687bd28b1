// RUN: spyreglass-opt %s | FileCheck %s
// Older files spell memory spaces and futures differently; they are read, and
// printed as the newer ones.

#set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>
#four = affine_set<(i)[g] : (i - g * 4 >= 0, -i + g * 4 + 3 >= 0)>
#groups = affine_set<(g) : (g >= 0, -g + 1 >= 0)>

// CHECK-LABEL: func.func @spaces
// CHECK-SAME: memref<64xf16, #ktdp.memory_space<global>>
// CHECK-SAME: memref<64xf16, #ktdp.memory_space<ct_local>>
// CHECK-SAME: memref<64xf16, #ktdp.memory_space<ct_local, ct_id = 3>>
// CHECK-SAME: memref<64xf16, #ktdp.memory_space<ct_local, ct_id = 0>>
// CHECK-SAME: memref<64xf16, #ktdp.memory_space<unspecified>>
func.func @spaces(%a: memref<64xf16, #ktdp.spyre_memory_space<HBM>>,
                  %b: memref<64xf16, #ktdp.spyre_memory_space<LX>>,
                  %c: memref<64xf16, #ktdp.spyre_memory_space<LX, core = 3>>,
                  %d: memref<64xf16, #ktdp.spyre_memory_space<L0, core = 0>>,
                  %e: memref<64xf16, #ktdp.spyre_memory_space<unspecified>>) {
  return
}

// Both spellings are one attribute.
// CHECK-LABEL: func.func @same_space
func.func @same_space(%base: index)
    -> memref<64xf16, #ktdp.memory_space<ct_local>> {
  // CHECK: memory_space = #ktdp.memory_space<ct_local>} : memref<64xf16, #ktdp.memory_space<ct_local>>
  %v = ktdp.construct_memory_view %base, sizes: [64], strides: [1]
      {coordinate_set = #set, memory_space = #ktdp.spyre_memory_space<LX>}
      : memref<64xf16, #ktdp.spyre_memory_space<LX>>
  return %v : memref<64xf16, #ktdp.memory_space<ct_local>>
}

// CHECK-LABEL: func.func @futures
func.func @futures(%v: tensor<64xf16>, %i: tensor<4xi32>) -> tensor<64xf16> {
  // CHECK: ktdp.inter_tile_produce producer_tiles_per_group = #{{.*}} -> <(tensor<64xf16>, tensor<4xi32>), groups = #{{.*}}> {
  %f = ktdp.inter_tile_produce producer_tiles_per_group = #four
      : tensor<64xf16>, tensor<4xi32>
      -> !ktdp.tile_future<tensor<64xf16>, tensor<4xi32>, groups = #groups> {
  ^bb0(%gid: index):
    ktdp.yield_partial %v, %i : tensor<64xf16>, tensor<4xi32>
  }
  // CHECK: : <(tensor<64xf16>, tensor<4xi32>), groups = #{{.*}}> -> tensor<64xf16>, tensor<4xi32>
  %r:2 = ktdp.inter_tile_consume(%f) consumer_tiles_per_group = #four
      : <tensor<64xf16>, tensor<4xi32>, groups = #groups> -> tensor<64xf16>, tensor<4xi32>
  return %r#0 : tensor<64xf16>
}
