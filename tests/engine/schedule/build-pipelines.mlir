// Loops and tile dimensions become one iteration space with a load, a compute and a store stage.
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-build-pipelines{device=%archs/spyre-mini.mlir}))' | FileCheck %s

// Four blocks of 16 rows and the rows themselves are one contiguous stretch.
// CHECK-LABEL: func.func @merged
// CHECK: %[[ID:.*]] = ktdp.get_compute_tile_id
// CHECK: %[[START:.*]] = affine.apply affine_map<(d0) -> (d0 * 2048)>(%[[ID]])
// CHECK: %[[XAT:.*]] = arith.addi %arg0, %[[START]]
// CHECK: %[[X:.*]] = ktdp.construct_memory_view %[[XAT]], sizes: [2048], strides: [1]
// CHECK-SAME: memref<2048xf16, "DDR">
// CHECK: %[[ZAT:.*]] = arith.addi %arg1, %[[START]]
// CHECK: %[[Z:.*]] = ktdp.construct_memory_view %[[ZAT]], sizes: [2048], strides: [1]
// CHECK: scf.for %[[I:.*]] = %c0 to %c2048 step %c1 {
// CHECK-NEXT: ktdf.pipeline {
// CHECK-NEXT: %[[P:.*]]:4 = ktdf.private
// CHECK: ktdf.stage depends_in(none) depends_out(%[[P]]#2)
// CHECK-NEXT: ktdf.data_transfer from %[[X]][%[[I]]] size [1] to %[[P]]#0 size [1] {sg.buffer = "arg0"}
// CHECK-SAME: !ktdf.fifo.slot<"DDR" -> "SFU", 1xf16>
// CHECK: ktdf.stage depends_in(%[[P]]#2) depends_out(%[[P]]#3)
// CHECK-NEXT: %[[V:.*]] = ktdf.read_from_fifo %[[P]]#0
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[V]] : tensor<1xf16>)
// CHECK: arith.negf
// CHECK: ktdf.write_to_fifo %[[R]], %[[P]]#1
// CHECK: {applicable_units = ["SFU"]}
// CHECK: ktdf.stage depends_in(%[[P]]#3) depends_out(none)
// CHECK-NEXT: ktdf.data_transfer from %[[P]]#1 size [1] to %[[Z]][%[[I]]] size [1] {sg.buffer = "arg1"}
// CHECK: } {sg.program = 0 : i64}
// CHECK-NEXT: } {loop_type = #ktdf.loop_type<parallel_loop>}
// CHECK-NEXT: return
func.func @merged(%arg0: index, %arg1: index) attributes {grid = [2]} {
  %tile = ktdp.get_compute_tile_id : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %0 = arith.muli %tile, %c64 : index
  %1 = ktdp.construct_memory_view %arg0, sizes: [128, 32], strides: [32, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 127 >= 0, d1 >= 0, -d1 + 31 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<128x32xf16>
  %2 = ktdp.construct_memory_view %arg1, sizes: [128, 32], strides: [32, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 127 >= 0, d1 >= 0, -d1 + 31 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<128x32xf16>
  scf.for %arg2 = %c0 to %c4 step %c1 {
    %3 = arith.muli %arg2, %c16 : index
    %4 = arith.addi %0, %3 : index
    %5 = ktdp.construct_access_tile %1[%4, 0] {access_tile_order = affine_map<(d0, d1) -> (d0, d1)>, access_tile_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 15 >= 0, d1 >= 0, -d1 + 31 >= 0)>} : memref<128x32xf16> -> !ktdp.access_tile<16x32xindex>
    %6 = ktdp.load %5 : <16x32xindex> -> tensor<16x32xf16>
    %7 = ktdp.construct_access_tile %2[%4, 0] {access_tile_order = affine_map<(d0, d1) -> (d0, d1)>, access_tile_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 15 >= 0, d1 >= 0, -d1 + 31 >= 0)>} : memref<128x32xf16> -> !ktdp.access_tile<16x32xindex>
    %8 = tensor.empty() : tensor<16x32xf16>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<16x32xf16>) outs(%8 : tensor<16x32xf16>) {
    ^bb0(%in: f16, %out: f16):
      %10 = arith.negf %in : f16
      linalg.yield %10 : f16
    } -> tensor<16x32xf16>
    ktdp.store %9, %7 : tensor<16x32xf16>, <16x32xindex>
  }
  return
}

// -----

// Rows with gaps between them do not merge.
// CHECK-LABEL: func.func @columns_apart
// CHECK: ktdp.construct_memory_view %arg0, sizes: [8, 32], strides: [64, 1]
// CHECK: ktdp.construct_memory_view %arg1, sizes: [8, 32], strides: [32, 1]
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step
// CHECK: scf.for %[[J:.*]] = %c0 to %c32 step
// CHECK: ktdf.data_transfer from %{{.*}}[%[[I]], %[[J]]] size [1, 1]
func.func @columns_apart(%arg0: index, %arg1: index) attributes {grid = [1]} {
  %0 = ktdp.construct_memory_view %arg0, sizes: [8, 32], strides: [64, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 31 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<8x32xf16>
  %1 = ktdp.construct_memory_view %arg1, sizes: [8, 32], strides: [32, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 31 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<8x32xf16>
  %2 = ktdp.construct_access_tile %0[0, 0] {access_tile_order = affine_map<(d0, d1) -> (d0, d1)>, access_tile_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 31 >= 0)>} : memref<8x32xf16> -> !ktdp.access_tile<8x32xindex>
  %3 = ktdp.load %2 : <8x32xindex> -> tensor<8x32xf16>
  %4 = ktdp.construct_access_tile %1[0, 0] {access_tile_order = affine_map<(d0, d1) -> (d0, d1)>, access_tile_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 31 >= 0)>} : memref<8x32xf16> -> !ktdp.access_tile<8x32xindex>
  %5 = tensor.empty() : tensor<8x32xf16>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<8x32xf16>) outs(%5 : tensor<8x32xf16>) {
  ^bb0(%in: f16, %out: f16):
    %7 = arith.negf %in : f16
    linalg.yield %7 : f16
  } -> tensor<8x32xf16>
  ktdp.store %6, %4 : tensor<8x32xf16>, <8x32xindex>
  return
}

// -----

// 4 tiles of 32 over 100 elements: what lies outside is not in the space.
// CHECK-LABEL: func.func @clipped
// CHECK-COUNT-2: sizes: [100], strides: [1]
// CHECK: scf.for %{{.*}} = %c0 to %c100 step %c1
func.func @clipped(%arg0: index, %arg1: index) attributes {grid = [1]} {
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

// -----

// Ten rows, dealt out to four tiles: the first two have three, the others two.
// CHECK-LABEL: func.func @by_tile
// CHECK: %[[ID:.*]] = ktdp.get_compute_tile_id
// CHECK: %[[START:.*]] = affine.apply affine_map<(d0) -> (d0 * 32)>(%[[ID]])
// CHECK: %[[TABLE:.*]] = arith.constant dense<[3, 3, 2, 2]> : tensor<4xindex>
// CHECK: %[[ROWS:.*]] = tensor.extract %[[TABLE]][%[[ID]]]
// CHECK: sizes: [%[[ROWS]], 32], strides: [128, 1]
// CHECK: scf.for %{{.*}} = %c0 to %[[ROWS]] step
// CHECK: scf.for %{{.*}} = %c0 to %c32 step
func.func @by_tile(%arg0: index, %arg1: index) attributes {grid = [4]} {
  %tile = ktdp.get_compute_tile_id : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %0 = ktdp.construct_memory_view %arg0, sizes: [10, 32], strides: [32, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 9 >= 0, d1 >= 0, -d1 + 31 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<10x32xf16>
  %1 = ktdp.construct_memory_view %arg1, sizes: [10, 32], strides: [32, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 9 >= 0, d1 >= 0, -d1 + 31 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<10x32xf16>
  scf.for %arg2 = %tile to %c10 step %c4 {
    %2 = ktdp.construct_access_tile %0[%arg2, 0] {access_tile_order = affine_map<(d0, d1) -> (d0, d1)>, access_tile_set = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 31 >= 0)>} : memref<10x32xf16> -> !ktdp.access_tile<1x32xindex>
    %3 = ktdp.load %2 : <1x32xindex> -> tensor<1x32xf16>
    %4 = ktdp.construct_access_tile %1[%arg2, 0] {access_tile_order = affine_map<(d0, d1) -> (d0, d1)>, access_tile_set = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 31 >= 0)>} : memref<10x32xf16> -> !ktdp.access_tile<1x32xindex>
    %5 = tensor.empty() : tensor<1x32xf16>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<1x32xf16>) outs(%5 : tensor<1x32xf16>) {
    ^bb0(%in: f16, %out: f16):
      %7 = arith.negf %in : f16
      linalg.yield %7 : f16
    } -> tensor<1x32xf16>
    ktdp.store %6, %4 : tensor<1x32xf16>, <1x32xindex>
  }
  return
}

// -----

// Each row is computed from the one before: the loop runs in order, around views
// that move with it.
// CHECK-LABEL: func.func @in_order
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c1 {
// CHECK: %[[BY:.*]] = arith.muli %[[I]], %c32
// CHECK: %[[FROM:.*]] = arith.addi %arg0, %[[BY]]
// CHECK: ktdp.construct_memory_view %[[FROM]], sizes: [32]
// CHECK: %[[NEXT:.*]] = arith.addi %arg0, %c32
// CHECK: %[[TO:.*]] = arith.addi %[[NEXT]], %[[BY]]
// CHECK: ktdp.construct_memory_view %[[TO]], sizes: [32]
// CHECK: scf.for %{{.*}} = %c0 to %c32 step %c1 {
// CHECK: } {loop_type = #ktdf.loop_type<parallel_loop>}
// CHECK-NEXT: }{{$}}
func.func @in_order(%arg0: index) attributes {grid = [1]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = ktdp.construct_memory_view %arg0, sizes: [9, 32], strides: [32, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 8 >= 0, d1 >= 0, -d1 + 31 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<9x32xf16>
  scf.for %arg1 = %c0 to %c8 step %c1 {
    %1 = ktdp.construct_access_tile %0[%arg1, 0] {access_tile_order = affine_map<(d0, d1) -> (d0, d1)>, access_tile_set = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 31 >= 0)>} : memref<9x32xf16> -> !ktdp.access_tile<1x32xindex>
    %2 = ktdp.load %1 : <1x32xindex> -> tensor<1x32xf16>
    %3 = ktdp.construct_access_tile %0[%arg1 + 1, 0] {access_tile_order = affine_map<(d0, d1) -> (d0, d1)>, access_tile_set = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 31 >= 0)>} : memref<9x32xf16> -> !ktdp.access_tile<1x32xindex>
    %4 = tensor.empty() : tensor<1x32xf16>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<1x32xf16>) outs(%4 : tensor<1x32xf16>) {
    ^bb0(%in: f16, %out: f16):
      %6 = arith.negf %in : f16
      linalg.yield %6 : f16
    } -> tensor<1x32xf16>
    ktdp.store %5, %3 : tensor<1x32xf16>, <1x32xindex>
  }
  return
}

// -----

// Every element is read and written in one place: any order will do.
// CHECK-LABEL: func.func @in_place
// CHECK: %[[X:.*]] = ktdp.construct_memory_view %arg0, sizes: [256], strides: [1]
// CHECK-NOT: construct_memory_view
// CHECK: scf.for %[[I:.*]] = %c0 to %c256 step %c1
// CHECK: ktdf.data_transfer from %[[X]][%[[I]]]
// CHECK: to %[[X]][%[[I]]] size [1]
// CHECK: parallel_loop
func.func @in_place(%arg0: index) attributes {grid = [1]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = ktdp.construct_memory_view %arg0, sizes: [8, 32], strides: [32, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 31 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<8x32xf16>
  scf.for %arg1 = %c0 to %c8 step %c1 {
    %1 = ktdp.construct_access_tile %0[%arg1, 0] {access_tile_order = affine_map<(d0, d1) -> (d0, d1)>, access_tile_set = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 31 >= 0)>} : memref<8x32xf16> -> !ktdp.access_tile<1x32xindex>
    %2 = ktdp.load %1 : <1x32xindex> -> tensor<1x32xf16>
    %3 = tensor.empty() : tensor<1x32xf16>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<1x32xf16>) outs(%3 : tensor<1x32xf16>) {
    ^bb0(%in: f16, %out: f16):
      %5 = arith.negf %in : f16
      linalg.yield %5 : f16
    } -> tensor<1x32xf16>
    ktdp.store %4, %1 : tensor<1x32xf16>, <1x32xindex>
  }
  return
}

// -----

// The operand without rows does not move along them.
// CHECK-LABEL: func.func @row_broadcast
// CHECK: %[[Y:.*]] = ktdp.construct_memory_view %arg1, sizes: [32], strides: [1]
// CHECK: scf.for %[[I:.*]] = %c0 to %c8
// CHECK: scf.for %[[J:.*]] = %c0 to %c32
// CHECK: ktdf.data_transfer from %{{.*}}[%[[I]], %[[J]]] size [1, 1]
// CHECK: ktdf.data_transfer from %[[Y]][%[[J]]] size [1]
func.func @row_broadcast(%arg0: index, %arg1: index, %arg2: index) attributes {grid = [1]} {
  %0 = ktdp.construct_memory_view %arg0, sizes: [8, 32], strides: [32, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 31 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<8x32xf16>
  %1 = ktdp.construct_memory_view %arg1, sizes: [32], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<32xf16>
  %2 = ktdp.construct_memory_view %arg2, sizes: [8, 32], strides: [32, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 31 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<8x32xf16>
  %3 = ktdp.construct_access_tile %0[0, 0] {access_tile_order = affine_map<(d0, d1) -> (d0, d1)>, access_tile_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 31 >= 0)>} : memref<8x32xf16> -> !ktdp.access_tile<8x32xindex>
  %4 = ktdp.load %3 : <8x32xindex> -> tensor<8x32xf16>
  %5 = ktdp.construct_access_tile %1[0] {access_tile_order = affine_map<(d0) -> (d0)>, access_tile_set = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>} : memref<32xf16> -> !ktdp.access_tile<32xindex>
  %6 = ktdp.load %5 : <32xindex> -> tensor<32xf16>
  %7 = ktdp.construct_access_tile %2[0, 0] {access_tile_order = affine_map<(d0, d1) -> (d0, d1)>, access_tile_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 31 >= 0)>} : memref<8x32xf16> -> !ktdp.access_tile<8x32xindex>
  %8 = tensor.empty() : tensor<8x32xf16>
  %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%4, %6 : tensor<8x32xf16>, tensor<32xf16>) outs(%8 : tensor<8x32xf16>) {
  ^bb0(%in: f16, %in_0: f16, %out: f16):
    %10 = arith.addf %in, %in_0 : f16
    linalg.yield %10 : f16
  } -> tensor<8x32xf16>
  ktdp.store %9, %7 : tensor<8x32xf16>, <8x32xindex>
  return
}
