// Iterations whose tiles leave a view are split off, unless loop and tile make up one dense dimension.
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-peel-loops{device=%archs/spyre-mini.mlir}))' | FileCheck %s

// Tile t reads 8 rows from 8 t + 32 i of 100. Three iterations are whole for
// every tile, the others run in a loop of their own.
// CHECK-LABEL: func.func @past_the_end
// CHECK: %[[ID:.*]] = ktdp.get_compute_tile_id
// CHECK: %[[FIRST:.*]] = arith.muli %[[ID]]
// CHECK: %[[END:.*]] = affine.apply affine_map<(d0) -> (d0 * 8 + 96)>(%[[ID]])
// CHECK: scf.for %[[R:.*]] = %[[FIRST]] to %[[END]] step %[[STEP:.*]] {
// CHECK: ktdp.store
// CHECK: }
// CHECK: scf.for %{{.*}} = %[[END]] to %c100 step %[[STEP]] {
// CHECK: ktdp.store
// CHECK: }
// CHECK-NOT: scf.for
// CHECK: return
func.func @past_the_end(%arg0: index, %arg1: index) attributes {grid = [4]} {
  %tile = ktdp.get_compute_tile_id : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c100 = arith.constant 100 : index
  %0 = arith.muli %tile, %c8 : index
  %1 = ktdp.construct_memory_view %arg0, sizes: [100, 16], strides: [16, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 99 >= 0, d1 >= 0, -d1 + 15 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<100x16xf16>
  %2 = ktdp.construct_memory_view %arg1, sizes: [100, 16], strides: [16, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 99 >= 0, d1 >= 0, -d1 + 15 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<100x16xf16>
  scf.for %arg2 = %0 to %c100 step %c32 {
    %3 = ktdp.construct_access_tile %1[%arg2, 0] {access_tile_order = affine_map<(d0, d1) -> (d0, d1)>, access_tile_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 15 >= 0)>} : memref<100x16xf16> -> !ktdp.access_tile<8x16xindex>
    %4 = ktdp.load %3 : <8x16xindex> -> tensor<8x16xf16>
    %5 = ktdp.construct_access_tile %2[%arg2, 0] {access_tile_order = affine_map<(d0, d1) -> (d0, d1)>, access_tile_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 15 >= 0)>} : memref<100x16xf16> -> !ktdp.access_tile<8x16xindex>
    %6 = tensor.empty() : tensor<8x16xf16>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<8x16xf16>) outs(%6 : tensor<8x16xf16>) {
    ^bb0(%in: f16, %out: f16):
      %8 = arith.negf %in : f16
      linalg.yield %8 : f16
    } -> tensor<8x16xf16>
    ktdp.store %7, %5 : tensor<8x16xf16>, <8x16xindex>
  }
  return
}

// -----

// CHECK-LABEL: func.func @overlapping
// CHECK: %[[END:.*]] = arith.constant 64 : index
// CHECK: scf.for %{{.*}} = %c0 to %[[END]] step %c32
// CHECK: scf.for %{{.*}} = %[[END]] to %c96 step %c32
// CHECK-NOT: scf.for
// CHECK: return
func.func @overlapping(%arg0: index, %arg1: index) attributes {grid = [1]} {
  %c0 = arith.constant 0 : index
  %c96 = arith.constant 96 : index
  %c32 = arith.constant 32 : index
  %0 = ktdp.construct_memory_view %arg0, sizes: [100], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 99 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<100xf16>
  %1 = ktdp.construct_memory_view %arg1, sizes: [100], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 99 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<100xf16>
  scf.for %arg2 = %c0 to %c96 step %c32 {
    %2 = ktdp.construct_access_tile %0[%arg2] {access_tile_order = affine_map<(d0) -> (d0)>, access_tile_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>} : memref<100xf16> -> !ktdp.access_tile<64xindex>
    %3 = ktdp.load %2 : <64xindex> -> tensor<64xf16>
    %4 = ktdp.construct_access_tile %1[%arg2] {access_tile_order = affine_map<(d0) -> (d0)>, access_tile_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>} : memref<100xf16> -> !ktdp.access_tile<64xindex>
    %5 = tensor.empty() : tensor<64xf16>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%3 : tensor<64xf16>) outs(%5 : tensor<64xf16>) {
    ^bb0(%in: f16, %out: f16):
      %7 = arith.negf %in : f16
      linalg.yield %7 : f16
    } -> tensor<64xf16>
    ktdp.store %6, %4 : tensor<64xf16>, <64xindex>
  }
  return
}

// -----

// A tile as long as the loop's step: the dimension is cut as a whole later.
// CHECK-LABEL: func.func @dense
// CHECK: scf.for %{{.*}} = %c0 to %c100 step %c32
// CHECK-NOT: scf.for
// CHECK: return
func.func @dense(%arg0: index, %arg1: index) attributes {grid = [1]} {
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : index
  %c32 = arith.constant 32 : index
  %0 = ktdp.construct_memory_view %arg0, sizes: [100], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 99 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<100xf16>
  %1 = ktdp.construct_memory_view %arg1, sizes: [100], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 99 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<100xf16>
  scf.for %arg2 = %c0 to %c100 step %c32 {
    %2 = ktdp.construct_access_tile %0[%arg2] {access_tile_order = affine_map<(d0) -> (d0)>, access_tile_set = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>} : memref<100xf16> -> !ktdp.access_tile<32xindex>
    %3 = ktdp.load %2 : <32xindex> -> tensor<32xf16>
    %4 = ktdp.construct_access_tile %1[%arg2] {access_tile_order = affine_map<(d0) -> (d0)>, access_tile_set = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>} : memref<100xf16> -> !ktdp.access_tile<32xindex>
    %5 = tensor.empty() : tensor<32xf16>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%3 : tensor<32xf16>) outs(%5 : tensor<32xf16>) {
    ^bb0(%in: f16, %out: f16):
      %7 = arith.negf %in : f16
      linalg.yield %7 : f16
    } -> tensor<32xf16>
    ktdp.store %6, %4 : tensor<32xf16>, <32xindex>
  }
  return
}
