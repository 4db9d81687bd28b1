// RUN: spyreglass-opt %s | spyreglass-opt | FileCheck %s
// RUN: spyreglass-opt %s -mlir-print-op-generic | spyreglass-opt | FileCheck %s

#rows = affine_set<(d0, d1) : (d0 >= 0, -d0 + 95 >= 0, d1 >= 0, -d1 + 63 >= 0)>
#sized = affine_set<(d0, d1)[n] : (d0 >= 0, -d0 + n - 1 >= 0, d1 >= 0, -d1 + 63 >= 0)>
#row = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 63 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>
#swapped = affine_map<(d0, d1) -> (d1, d0)>

// CHECK-LABEL: func.func @tile_ids
// CHECK-SAME: attributes {grid = [2, 16]}
func.func @tile_ids() -> (index, index, index) attributes {grid = [2, 16]} {
  // CHECK: ktdp.get_compute_tile_id : index, index
  %x, %y = ktdp.get_compute_tile_id : index, index
  // CHECK: ktdp.get_compute_tile_id : index
  %flat = ktdp.get_compute_tile_id : index
  return %x, %y, %flat : index, index, index
}

// CHECK-LABEL: func.func @spaces
// CHECK-SAME: memref<64xf16, #ktdp.memory_space<global>>
// CHECK-SAME: memref<64xf16, #ktdp.memory_space<ct_local>>
// CHECK-SAME: memref<64xf16, #ktdp.memory_space<ct_local, ct_id = 3>>
// CHECK-SAME: memref<64xf16, #ktdp.memory_space<unspecified>>
func.func @spaces(%a: memref<64xf16, #ktdp.memory_space<global>>,
                  %b: memref<64xf16, #ktdp.memory_space<ct_local>>,
                  %c: memref<64xf16, #ktdp.memory_space<ct_local, ct_id = 3>>,
                  %d: memref<64xf16, #ktdp.memory_space<unspecified>>) {
  return
}

// CHECK-LABEL: func.func @access
// CHECK-SAME: (%[[BASE:.*]]: index, %[[N:.*]]: index, %[[I:.*]]: index)
func.func @access(%base: index, %n: index, %i: index) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[VIEW:.*]] = ktdp.construct_memory_view %[[BASE]], sizes: [96, 64], strides: [64, 1]
  // CHECK-SAME: memory_space = #ktdp.memory_space<global>} : memref<96x64xf16>
  %view = ktdp.construct_memory_view %base, sizes: [96, 64], strides: [64, 1]
      {coordinate_set = #rows, memory_space = #ktdp.memory_space<global>} : memref<96x64xf16>
  // CHECK: ktdp.construct_memory_view %[[BASE]], sizes: [%[[N]], 64], strides: [64, %[[I]]]
  // CHECK-SAME: memref<?x64xf16, #ktdp.memory_space<ct_local, ct_id = 1>>
  %sized = ktdp.construct_memory_view %base, sizes: [%n, 64], strides: [64, %i]
      {coordinate_set = #sized, memory_space = #ktdp.memory_space<ct_local, ct_id = 1>}
      : memref<?x64xf16, #ktdp.memory_space<ct_local, ct_id = 1>>
  // CHECK: ktdp.construct_distributed_memory_view(%[[VIEW]], %{{.*}} : memref<96x64xf16>, memref<?x64xf16, #ktdp.memory_space<ct_local, ct_id = 1>>) : memref<192x64xf16>
  %whole = ktdp.construct_distributed_memory_view (%view, %sized
      : memref<96x64xf16>, memref<?x64xf16, #ktdp.memory_space<ct_local, ct_id = 1>>)
      : memref<192x64xf16>
  // CHECK: %[[TILE:.*]] = ktdp.construct_access_tile %[[VIEW]][%[[I]] + %{{.*}}, %{{.*}}]
  // CHECK-SAME: : memref<96x64xf16> -> !ktdp.access_tile<1x64xindex>
  %tile = ktdp.construct_access_tile %view[%i + %n, %c0]
      {access_tile_set = #row, access_tile_order = #order}
      : memref<96x64xf16> -> !ktdp.access_tile<1x64xindex>
  // CHECK: ktdp.construct_access_tile %{{.*}}[%[[I]] * 2 + 1, 0] symbols(%[[N]])
  // CHECK-SAME: -> !ktdp.access_tile<64x?xindex>
  %columns = ktdp.construct_access_tile %whole[%i * 2 + 1, 0] symbols(%n)
      {access_tile_set = #sized, access_tile_order = #swapped}
      : memref<192x64xf16> -> !ktdp.access_tile<64x?xindex>
  // CHECK: %[[DATA:.*]] = ktdp.load %[[TILE]] : <1x64xindex> -> tensor<1x64xf16>
  %data = ktdp.load %tile : <1x64xindex> -> tensor<1x64xf16>
  // CHECK: ktdp.store %[[DATA]], %[[TILE]] : tensor<1x64xf16>, <1x64xindex>
  ktdp.store %data, %tile : tensor<1x64xf16>, !ktdp.access_tile<1x64xindex>
  return
}

#points = affine_set<(b, h, t, d)[n] : (b >= 0, -b + 3 >= 0, h >= 0, -h + 7 >= 0, t >= 0, -t + n - 1 >= 0, d >= 0, -d + 127 >= 0)>
#visit = affine_map<(b, h, t, d) -> (b, h, t, d)>

// CHECK-LABEL: func.func @gather
// CHECK-SAME: (%[[X:.*]]: memref<{{.*}}f16>, %[[IDX:.*]]: memref<4x32xi32>, %[[OUT:.*]]: index, %[[N:.*]]: index)
func.func @gather(%X: memref<1000x8x64x128xf16>, %Idx: memref<4x32xi32>,
                  %outside: index, %n: index) -> tensor<4x8x?x128xf16> {
  // CHECK: ktdp.construct_indirect_access_tile intermediate_variables(%[[B:.*]], %[[H:.*]], %[[T:.*]], %[[D:.*]]) %[[X]]
  // CHECK-SAME: [ind(%[[IDX]][%[[OUT]] + %[[B]], %[[T]] floordiv 64]), (%[[H]]), (%[[T]] mod 64), (%[[D]])] symbols(%[[N]])
  // CHECK-SAME: : memref<1000x8x64x128xf16>, memref<4x32xi32> -> !ktdp.access_tile<4x8x?x128xindex>
  %tile = ktdp.construct_indirect_access_tile intermediate_variables(%b, %h, %t, %d)
      %X[ind(%Idx[%b + %outside, (%t floordiv 64)]), (%h), (%t mod 64), (%d)] symbols(%n)
      {variables_space_set = #points, variables_space_order = #visit}
      : memref<1000x8x64x128xf16>, memref<4x32xi32> -> !ktdp.access_tile<4x8x?x128xindex>
  %data = ktdp.load %tile : <4x8x?x128xindex> -> tensor<4x8x?x128xf16>
  return %data : tensor<4x8x?x128xf16>
}

#two = affine_set<(m, k) : (m >= 0, -m + 1 >= 0, k >= 0, -k + 63 >= 0)>

// CHECK-LABEL: func.func @gather_two
func.func @gather_two(%X: memref<64x64xf16>, %I: memref<2x64xindex>, %J: memref<3x64xi32>,
                      %s: index) {
  // CHECK: intermediate_variables(%[[M:.*]], %[[K:.*]]) %{{.*}}[ind(%{{.*}}[%[[M]], %[[K]]]), ind(%{{.*}}[%[[M]] + 1, %arg3 + %[[K]]])]
  // CHECK-SAME: memref<64x64xf16>, memref<2x64xindex>, memref<3x64xi32>
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m, %k)
      %X[ind(%I[%m, %k]), ind(%J[%m + 1, %k + symbol(%s)])]
      {variables_space_set = #two, variables_space_order = affine_map<(m, k) -> (m, k)>}
      : memref<64x64xf16>, memref<2x64xindex>, memref<3x64xi32> -> <2x64xindex>
  return
}

// CHECK-LABEL: func.func @runtime_arg
// CHECK-SAME: !ktdp.runtime_arg<index, granularity=64, upperbound=4096>
// CHECK-SAME: !ktdp.runtime_arg<i32>
// CHECK-SAME: !ktdp.runtime_arg<f16, upperbound=3>
func.func @runtime_arg(%a: !ktdp.runtime_arg<index, upperbound=4096, granularity=64>,
                       %b: !ktdp.runtime_arg<i32>, %c: !ktdp.runtime_arg<f16, upperbound=3>) {
  // CHECK: ktdp.runtime_arg_extract value from %{{.*}} : <index, granularity=64, upperbound=4096> -> index
  %0 = ktdp.runtime_arg_extract value from %a : <index, granularity=64, upperbound=4096> -> index
  // CHECK: ktdp.runtime_arg_extract granularity from
  %1 = ktdp.runtime_arg_extract granularity from %a : <index, granularity=64, upperbound=4096> -> index
  // CHECK: ktdp.runtime_arg_extract upperbound from
  %2 = ktdp.runtime_arg_extract upperbound from %a : !ktdp.runtime_arg<index, granularity=64, upperbound=4096> -> index
  // CHECK: ktdp.runtime_arg_extract value from %{{.*}} : <i32> -> i32
  %3 = ktdp.runtime_arg_extract value from %b : <i32> -> i32
  return
}

// CHECK-LABEL: func.func @tile_types
// CHECK-SAME: !ktdp.access_tile<index>
// CHECK-SAME: !ktdp.access_tile<?x0xindex>
func.func @tile_types(%a: !ktdp.access_tile<index>, %b: !ktdp.access_tile<?x0xindex>) {
  return
}

#four = affine_set<(i)[g] : (i - g * 4 >= 0, -i + g * 4 + 3 >= 0)>
#first = affine_set<(i)[g] : (i - g * 4 == 0)>
#groups = affine_set<(g) : (g >= 0, -g + 7 >= 0)>
#pairs = affine_set<(p)[c, g] : (p + c - g * 8 - 3 == 0)>

// CHECK-LABEL: func.func @consume
func.func @consume(%v: tensor<1x64xf16>, %i: tensor<4xi32>) -> tensor<1x64xf16> {
  // CHECK: %[[F:.*]] = ktdp.inter_tile_produce producer_tiles_per_group = #{{.*}} -> <(tensor<1x64xf16>, tensor<4xi32>), groups = #{{.*}}> {
  // CHECK-NEXT: ^bb0(%{{.*}}: index):
  // CHECK-NEXT: ktdp.yield_partial %{{.*}}, %{{.*}} : tensor<1x64xf16>, tensor<4xi32>
  %f = ktdp.inter_tile_produce producer_tiles_per_group = #first
      -> !ktdp.tile_future<(tensor<1x64xf16>, tensor<4xi32>), groups = #groups> {
  ^bb0(%gid: index):
    ktdp.yield_partial %v, %i : tensor<1x64xf16>, tensor<4xi32>
  }
  // CHECK: ktdp.inter_tile_consume(%[[F]]) consumer_tiles_per_group = #{{.*}}, producer_dependency_per_consumer = #{{.*}} : <(tensor<1x64xf16>, tensor<4xi32>), groups = #{{.*}}> -> tensor<1x64xf16>, tensor<4xi32>
  %r:2 = ktdp.inter_tile_consume(%f) consumer_tiles_per_group = #four,
      producer_dependency_per_consumer = #pairs
      : <(tensor<1x64xf16>, tensor<4xi32>), groups = #groups> -> tensor<1x64xf16>, tensor<4xi32>
  return %r#0 : tensor<1x64xf16>
}

// CHECK-LABEL: func.func @reduce
func.func @reduce(%v: tensor<64xf16>, %zero: tensor<64xf16>) -> tensor<64xf16> {
  %f = ktdp.inter_tile_produce producer_tiles_per_group = #four
      -> <(tensor<64xf16>), groups = #groups> {
  ^bb0(%gid: index):
    ktdp.yield_partial %v : tensor<64xf16>
  }
  // CHECK: ktdp.inter_tile_reduce(%{{.*}}) consumer_tiles_per_group = #{{.*}}, producer_dependency_per_consumer = #{{.*}}, identity(%{{.*}} : tensor<64xf16>) : <(tensor<64xf16>), groups = #{{.*}}> -> tensor<64xf16> {
  // CHECK-NEXT: ^bb0(%[[L:.*]]: tensor<64xf16>, %[[R:.*]]: tensor<64xf16>):
  // CHECK-NEXT: arith.addf %[[L]], %[[R]]
  // CHECK-NEXT: ktdp.yield_reduced %{{.*}} : tensor<64xf16>
  %r = ktdp.inter_tile_reduce(%f) consumer_tiles_per_group = #four,
      producer_dependency_per_consumer = #pairs, identity(%zero : tensor<64xf16>)
      : <(tensor<64xf16>), groups = #groups> -> tensor<64xf16> {
  ^bb0(%l: tensor<64xf16>, %r: tensor<64xf16>):
    %s = arith.addf %l, %r : tensor<64xf16>
    ktdp.yield_reduced %s : tensor<64xf16>
  }
  return %r : tensor<64xf16>
}
