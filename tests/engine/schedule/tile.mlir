// Whole blocks in a loop, what is left in pipelines of its own; vectors inside.
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-tile{device=%archs/spyre-mini.mlir}))' | FileCheck %s

// 528 elements per tile: four blocks of 128, two rows of 64 each, and 16 left over.
// CHECK-LABEL: func.func @blocks
// CHECK-DAG: %[[XREST:.*]] = memref.alloc() {sg.buffer = "arg0", sg.program = 0 : i64, sg.role = "in", sg.segment = 1 : i64} : memref<16xf16, "L1">
// CHECK-DAG: %[[ZREST:.*]] = memref.alloc() {sg.buffer = "arg1", sg.program = 0 : i64, sg.role = "out", sg.segment = 1 : i64} : memref<16xf16, "L1">
// CHECK-DAG: %[[X:.*]] = memref.alloc() {sg.buffer = "arg0", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<128xf16, "L1">
// CHECK-DAG: %[[Z:.*]] = memref.alloc() {sg.buffer = "arg1", sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<128xf16, "L1">
// CHECK: scf.for %[[B:.*]] = %c0 to %c4 step %c1 {
// CHECK: ktdf.data_transfer from %{{.*}}[%[[B]] * 128] size [128] to %[[X]][0] size [128]
// CHECK-NEXT: {applicable_units = ["MNILU"]}
// CHECK: scf.for %[[R:.*]] = %c0 to %c2 step %c1 {
// CHECK: ktdf.data_transfer from %[[X]][%[[R]] * 64] size [64] to %{{.*}} size [64]
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64xf16>)
// CHECK: ktdf.data_transfer from %{{.*}} size [64] to %[[Z]][%[[R]] * 64] size [64]
// CHECK: {applicable_units = ["L1LU", "SFU", "L1SU"]}
// CHECK: ktdf.data_transfer from %[[Z]][0] size [128] to %{{.*}}[%[[B]] * 128] size [128]
// CHECK: } {loop_type = #ktdf.loop_type<parallel_loop>}
// CHECK-NEXT: ktdf.pipeline {
// CHECK: ktdf.data_transfer from %{{.*}}[512] size [16] to %[[XREST]][0] size [16]
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<16xf16>)
// CHECK: ktdf.data_transfer from %[[ZREST]][0] size [16] to %{{.*}}[512] size [16]
func.func @blocks(%arg0: index, %arg1: index) attributes {grid = [2]} {
  %alloc = memref.alloc() {sg.buffer = "arg1"} : memref<1xf16, "L1">
  %alloc_0 = memref.alloc() {sg.buffer = "arg0"} : memref<1xf16, "L1">
  %tile = ktdp.get_compute_tile_id : index
  %c528 = arith.constant 528 : index
  %0 = affine.apply affine_map<(d0) -> (d0 * 528)>(%tile)
  %1 = arith.addi %arg0, %0 : index
  %2 = ktdp.construct_memory_view %1, sizes: [528], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 527 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<528xf16, "DDR">
  %3 = arith.addi %arg1, %0 : index
  %4 = ktdp.construct_memory_view %3, sizes: [528], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 527 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<528xf16, "DDR">
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %arg2 = %c0 to %c528 step %c1 {
    ktdf.pipeline {
      %5:6 = ktdf.private -> (!ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 1xf16>, !ktdf.token, !ktdf.token, !ktdf.token, !ktdf.token) {
        %6 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
        %7 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 1xf16>
        %8 = ktdf.create_token : !ktdf.token
        %9 = ktdf.create_token : !ktdf.token
        %10 = ktdf.create_token : !ktdf.token
        %11 = ktdf.create_token : !ktdf.token
        ktdf.private_yield %6, %7, %8, %9, %10, %11 : !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 1xf16>, !ktdf.token, !ktdf.token, !ktdf.token, !ktdf.token
      }
      ktdf.stage depends_in(none) depends_out(%5#4) {
        ktdf.data_transfer from %2[%arg2] size [1] to %alloc_0[0] size [1] {sg.buffer = "arg0"} : memref<528xf16, "DDR">, memref<1xf16, "L1">
      } {applicable_units = ["MNILU"]}
      ktdf.stage depends_in(%5#4) depends_out(%5#2) {
        ktdf.data_transfer from %alloc_0[0] size [1] to %5#0 size [1] {sg.buffer = "arg0"} : memref<1xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
      } {applicable_units = ["L1LU"]}
      ktdf.stage depends_in(%5#2) depends_out(%5#3) {
        %6 = ktdf.read_from_fifo %5#0 : <"L1LU" -> "SFU", 1xf16> -> tensor<1xf16>
        %7 = tensor.empty() : tensor<1xf16>
        %8 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%6 : tensor<1xf16>) outs(%7 : tensor<1xf16>) {
        ^bb0(%in: f16, %out: f16):
          %9 = arith.addf %in, %in : f16
          linalg.yield %9 : f16
        } -> tensor<1xf16>
        ktdf.write_to_fifo %8, %5#1 : tensor<1xf16>, <"SFU" -> "L1SU", 1xf16>
      } {applicable_units = ["SFU"]}
      ktdf.stage depends_in(%5#3) depends_out(%5#5) {
        ktdf.data_transfer from %5#1 size [1] to %alloc[0] size [1] {sg.buffer = "arg1"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 1xf16>, memref<1xf16, "L1">
      } {applicable_units = ["L1SU"]}
      ktdf.stage depends_in(%5#5) depends_out(none) {
        ktdf.data_transfer from %alloc[0] size [1] to %4[%arg2] size [1] {sg.buffer = "arg1"} : memref<1xf16, "L1">, memref<528xf16, "DDR">
      } {applicable_units = ["MNISU"]}
    } {sg.block = array<i64: 128>, sg.lanes = 64 : i64, sg.order = array<i64: 0>, sg.program = 0 : i64}
  } {loop_type = #ktdf.loop_type<parallel_loop>}
  return
}

// -----

// A block of a matrix: the column hands over one element per row, before the
// vectors of the row; the row is used again for each.
// CHECK-LABEL: func.func @matrix
// CHECK: scf.for %[[R:.*]] = %c0 to %c8 step %c1 {
// CHECK: !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
// CHECK: ktdf.data_transfer from %[[COLUMN:.*]][%[[R]]] size [1] to %{{.*}} size [1] {sg.buffer = "arg2"} : memref<8xf16, "L1">
// CHECK: scf.for %[[V:.*]] = %c0 to %c5 step %c1 {
// CHECK-NEXT: ktdf.data_transfer from %{{.*}}[%[[R]], %[[V]] * 64] size [1, 64] to %{{.*}} size [64] {sg.buffer = "arg0"} : memref<8x320xf16, "L1">
// CHECK-NEXT: ktdf.data_transfer from %{{.*}}[%[[V]] * 64] size [64] to %{{.*}} size [64] {sg.buffer = "arg1"} : memref<320xf16, "L1">
// CHECK: {applicable_units = ["L1LU"]}
// CHECK: ktdf.read_from_fifo {{.*}} -> tensor<1xf16>
// CHECK: scf.for %{{.*}} = %c0 to %c5 step %c1 {
// CHECK: ktdf.read_from_fifo {{.*}} -> tensor<64xf16>
// CHECK: ktdf.read_from_fifo {{.*}} -> tensor<64xf16>
// CHECK: indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
// The last four rows.
// CHECK: ktdf.data_transfer from %{{.*}}[8, 0] size [4, 320]
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c1 {
func.func @matrix(%arg0: index, %arg1: index, %arg2: index, %arg3: index) attributes {grid = [1]} {
  %alloc = memref.alloc() {sg.buffer = "arg3"} : memref<1xf16, "L1">
  %alloc_0 = memref.alloc() {sg.buffer = "arg0"} : memref<1xf16, "L1">
  %alloc_1 = memref.alloc() {sg.buffer = "arg2"} : memref<1xf16, "L1">
  %alloc_2 = memref.alloc() {sg.buffer = "arg1"} : memref<1xf16, "L1">
  %0 = ktdp.construct_memory_view %arg0, sizes: [12, 320], strides: [320, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 11 >= 0, d1 >= 0, -d1 + 319 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<12x320xf16, "DDR">
  %1 = ktdp.construct_memory_view %arg2, sizes: [12], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 11 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<12xf16, "DDR">
  %2 = ktdp.construct_memory_view %arg1, sizes: [320], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 319 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<320xf16, "DDR">
  %3 = ktdp.construct_memory_view %arg3, sizes: [12, 320], strides: [320, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 11 >= 0, d1 >= 0, -d1 + 319 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<12x320xf16, "DDR">
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %c320 = arith.constant 320 : index
  scf.for %arg4 = %c0 to %c12 step %c1 {
    scf.for %arg5 = %c0 to %c320 step %c1 {
      ktdf.pipeline {
        %4:8 = ktdf.private -> (!ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 1xf16>, !ktdf.token, !ktdf.token, !ktdf.token, !ktdf.token) {
          %5 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
          %6 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
          %7 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
          %8 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 1xf16>
          %9 = ktdf.create_token : !ktdf.token
          %10 = ktdf.create_token : !ktdf.token
          %11 = ktdf.create_token : !ktdf.token
          %12 = ktdf.create_token : !ktdf.token
          ktdf.private_yield %5, %6, %7, %8, %9, %10, %11, %12 : !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 1xf16>, !ktdf.token, !ktdf.token, !ktdf.token, !ktdf.token
        }
        ktdf.stage depends_in(none) depends_out(%4#6) {
          ktdf.data_transfer from %0[%arg4, %arg5] size [1, 1] to %alloc_0[0] size [1] {sg.buffer = "arg0"} : memref<12x320xf16, "DDR">, memref<1xf16, "L1">
          ktdf.data_transfer from %1[%arg4] size [1] to %alloc_1[0] size [1] {sg.buffer = "arg2"} : memref<12xf16, "DDR">, memref<1xf16, "L1">
          ktdf.data_transfer from %2[%arg5] size [1] to %alloc_2[0] size [1] {sg.buffer = "arg1"} : memref<320xf16, "DDR">, memref<1xf16, "L1">
        } {applicable_units = ["MNILU"]}
        ktdf.stage depends_in(%4#6) depends_out(%4#4) {
          ktdf.data_transfer from %alloc_0[0] size [1] to %4#0 size [1] {sg.buffer = "arg0"} : memref<1xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
          ktdf.data_transfer from %alloc_1[0] size [1] to %4#1 size [1] {sg.buffer = "arg2"} : memref<1xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
          ktdf.data_transfer from %alloc_2[0] size [1] to %4#2 size [1] {sg.buffer = "arg1"} : memref<1xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
        } {applicable_units = ["L1LU"]}
        ktdf.stage depends_in(%4#4) depends_out(%4#5) {
          %5 = ktdf.read_from_fifo %4#0 : <"L1LU" -> "SFU", 1xf16> -> tensor<1xf16>
          %6 = ktdf.read_from_fifo %4#1 : <"L1LU" -> "SFU", 1xf16> -> tensor<1xf16>
          %7 = ktdf.read_from_fifo %4#2 : <"L1LU" -> "SFU", 1xf16> -> tensor<1xf16>
          %8 = tensor.empty() : tensor<1xf16>
          %9 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%5, %6, %7 : tensor<1xf16>, tensor<1xf16>, tensor<1xf16>) outs(%8 : tensor<1xf16>) {
          ^bb0(%in: f16, %in_3: f16, %in_4: f16, %out: f16):
            %10 = arith.mulf %in, %in_3 : f16
            %11 = arith.addf %10, %in_4 : f16
            linalg.yield %11 : f16
          } -> tensor<1xf16>
          ktdf.write_to_fifo %9, %4#3 : tensor<1xf16>, <"SFU" -> "L1SU", 1xf16>
        } {applicable_units = ["SFU"]}
        ktdf.stage depends_in(%4#5) depends_out(%4#7) {
          ktdf.data_transfer from %4#3 size [1] to %alloc[0] size [1] {sg.buffer = "arg3"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 1xf16>, memref<1xf16, "L1">
        } {applicable_units = ["L1SU"]}
        ktdf.stage depends_in(%4#7) depends_out(none) {
          ktdf.data_transfer from %alloc[0] size [1] to %3[%arg4, %arg5] size [1, 1] {sg.buffer = "arg3"} : memref<1xf16, "L1">, memref<12x320xf16, "DDR">
        } {applicable_units = ["MNISU"]}
      } {sg.block = array<i64: 8, 320>, sg.lanes = 64 : i64, sg.order = array<i64: 1, 0>, sg.program = 0 : i64}
    } {loop_type = #ktdf.loop_type<parallel_loop>}
  } {loop_type = #ktdf.loop_type<parallel_loop>}
  return
}
