// RUN: spyreglass-opt %s | spyreglass-opt | FileCheck %s
// RUN: spyreglass-opt --mlir-print-op-generic %s | spyreglass-opt | FileCheck %s

// CHECK-LABEL: func.func @slots
// CHECK-SAME: !ktdf.fifo.slot<"L1LU" -> "SFU", ?xf32>
// CHECK-SAME: !ktdf.fifo.slot<#ktdf.loop_type<parallel_loop> -> "SFU", 4xi8>
func.func @slots(%a: !ktdf.fifo.slot<"L1LU" -> "SFU", ?xf32>,
                 %b: !ktdf.fifo.slot<#ktdf.loop_type<parallel_loop> -> SFU, 4xi8>, %n: index) {
  // CHECK: ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"L1LU" -> "SFU", 4xf16>
  %s:2 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"L1LU" -> "SFU", 4xf16>
  // CHECK: ktdf.fifo.allocate(%{{.*}}) -> !ktdf.fifo.slot<"SFU" -> "L1SU", ?xf16>
  %d = ktdf.fifo.allocate(%n) -> !ktdf.fifo.slot<"SFU" -> "L1SU", ?xf16>
  // One name for both ends, as older text has it.
  // CHECK: ktdf.fifo.allocate() -> !ktdf.fifo.slot<"l1lu-to-sfu", 8xf32>
  %o = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"l1lu-to-sfu", 8xf32>
  // CHECK: ktdf.read_from_fifo %{{.*}} : <"SFU" -> "L1SU", ?xf16> -> tensor<?xf16>
  %r = ktdf.read_from_fifo %d : !ktdf.fifo.slot<"SFU" -> "L1SU", ?xf16> -> tensor<?xf16>
  // CHECK: ktdf.read_from_fifo %{{.*}} : <"l1lu-to-sfu", 8xf32> -> memref<2x4xf32>
  %m = ktdf.read_from_fifo %o : <"l1lu-to-sfu", 8xf32> -> memref<2x4xf32>
  // CHECK: ktdf.write_to_fifo %{{.*}}, %{{.*}} : memref<2x4xf32>, <"l1lu-to-sfu", 8xf32>
  ktdf.write_to_fifo %m, %o : memref<2x4xf32>, <"l1lu-to-sfu", 8xf32>
  return
}

// CHECK-LABEL: func.func @transfers
func.func @transfers(%a: memref<128x128xf16, "DDR">, %b: memref<?x64xf16, "L1">, %i: index, %n: index) {
  %s = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
  // CHECK: ktdf.data_transfer from %{{.*}}[%[[I:.*]] + 3, %[[I]] * 2] size [%{{.*}}, 64] to %{{.*}}[0, 0] size [%{{.*}}, 64] : memref<128x128xf16, "DDR">, memref<?x64xf16, "L1">
  ktdf.data_transfer from %a[%i + 3, %i * 2] size [%n, 64] to %b[0, 0] size [%n, 64] : memref<128x128xf16, "DDR">, memref<?x64xf16, "L1">
  // CHECK: ktdf.data_transfer from %{{.*}} to %{{.*}}[%{{.*}}, 0] size [1, 64] : !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, memref<?x64xf16, "L1">
  ktdf.data_transfer from %s to %b[%i, 0] size [1, 64] : !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, memref<?x64xf16, "L1">
  // A subscript without dimensions.
  %z = memref.alloc() : memref<f16, "L1">
  %t = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
  // CHECK: ktdf.data_transfer from %{{.*}}[] size [] to %{{.*}} size [1] {note = "x"} : memref<f16, "L1">
  ktdf.data_transfer from %z[] size [] to %t size [1] {note = "x"} : memref<f16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
  return
}

// CHECK-LABEL: func.func @indirect
func.func @indirect(%iab: memref<32xindex, "IAB">, %a: memref<64x64xf16, "DDR">, %b: memref<2x64xf16, "L1">, %i: index) {
  %s = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"MNILU" -> "SFU", 64xf16>
  // CHECK: ktdf.ind_data_transfer
  // CHECK-NEXT: ind_src = %{{.*}}[%{{.*}}]
  // CHECK-NEXT: dir_src = %{{.*}}[0, %{{.*}}] size [1, 64]
  // CHECK-NEXT: ind_dst = none
  // CHECK-NEXT: dir_dst = %{{.*}} size [64]
  // CHECK-NEXT: : memref<32xindex, "IAB">, memref<64x64xf16, "DDR">, none, !ktdf.fifo.slot<"MNILU" -> "SFU", 64xf16>
  ktdf.ind_data_transfer ind_src = %iab[%i] dir_src = %a[0, %i] size [1, 64] ind_dst = none dir_dst = %s size [64]
    : memref<32xindex, "IAB">, memref<64x64xf16, "DDR">, none, !ktdf.fifo.slot<"MNILU" -> "SFU", 64xf16>
  // CHECK: ktdf.ind_data_transfer
  // CHECK-NEXT: ind_src = none
  // CHECK-NEXT: dir_src = %{{.*}}[0, 0] size [2, 64]
  // CHECK-NEXT: ind_dst = %{{.*}}[%{{.*}}]
  // CHECK-NEXT: dir_dst = %{{.*}}[%{{.*}}, 0] size [2, 64]
  // CHECK-NEXT: : none, memref<2x64xf16, "L1">, memref<32xindex, "IAB">, memref<64x64xf16, "DDR">
  ktdf.ind_data_transfer ind_src = none dir_src = %b[0, 0] size [2, 64] ind_dst = %iab[%i] dir_dst = %a[%i, 0] size [2, 64]
    : none, memref<2x64xf16, "L1">, memref<32xindex, "IAB">, memref<64x64xf16, "DDR">
  // CHECK: ktdf.via["L1", "SFU"] %{{.*}} : memref<2x64xf16, "L1">
  %v = ktdf.via["L1", "SFU"] %b : memref<2x64xf16, "L1">
  return
}

// CHECK-LABEL: func.func @empty_pipeline
func.func @empty_pipeline() {
  %t = ktdf.create_token : !ktdf.token
  %u = ktdf.create_token : !ktdf.token
  // CHECK: ktdf.pipeline {
  ktdf.pipeline {
    // CHECK-NEXT: ktdf.private {
    // CHECK-NEXT: }
    ktdf.private {
    }
    // CHECK-NEXT: ktdf.stage depends_in(none) depends_out(%[[T:.*]], %[[U:.*]]) {
    // CHECK-NEXT: }
    ktdf.stage depends_in(none) depends_out(%t, %u) {
    }
    // CHECK-NEXT: ktdf.stage depends_in(%[[T]], %[[U]]) depends_out(none) {
    ktdf.stage depends_in(%t, %u) depends_out(none) {
    } {applicable_units = ["SFU", #ktdf.loop_type<reduction_loop>]}
  }
  return
}

// CHECK-LABEL: func.func @tiles
func.func @tiles(%n: index, %i: index, %j: index) {
  // CHECK: %[[T:.*]] = ktdf.tiling.reserve_size {divisibility = 4 : index, min_value = 8 : index} : index
  %t = ktdf.tiling.reserve_size {min_value = 8 : index, divisibility = 4 : index} : index
  // CHECK: ktdf.tiling.derive_size [%{{.*}} : %[[T]]], total_size = %{{.*}} : index
  %a = ktdf.tiling.derive_size [%i : %t], total_size = %n : index
  // CHECK: ktdf.tiling.derive_size [%{{.*}} : %[[T]]], [%{{.*}} : %{{.*}}], total_size = %{{.*}} : index
  %b = ktdf.tiling.derive_size [%i : %t], [%j : %a], total_size = %n : index
  // CHECK: ktdf.tiling.linearize_index [%{{.*}} : %{{.*}}], [%{{.*}} : %{{.*}}] : index
  %c = ktdf.tiling.linearize_index [%i : %t], [%j : %n] : index
  return
}

// CHECK-LABEL: func.func @parallel
func.func @parallel(%l: index, %u: index, %s: index, %a: memref<4x64xf16, "L1">, %b: memref<4x64xf16, "L1">) {
  // CHECK: ktdf.parallel (%[[M:.*]], %[[N:.*]], %[[K:.*]]) = (%{{.*}}, %{{.*}}) to (%{{.*}}, %{{.*}}) step (%{{.*}}, %{{.*}}) distribute(num_instances = 2) {
  ktdf.parallel (%m, %n, %k) = (%l, %l) to (%u, %u) step (%s, %s) distribute(num_instances = 2) {
    // CHECK: ktdf.data_transfer from %{{.*}}[%[[M]], 0] size [1, 64] to %{{.*}}[%[[K]], 0] size [1, 64]
    ktdf.data_transfer from %a[%m, 0] size [1, 64] to %b[%k, 0] size [1, 64] : memref<4x64xf16, "L1">, memref<4x64xf16, "L1">
    // CHECK: ktdf.parallel_yield
    ktdf.parallel_yield
    // CHECK: } {loop_type = #ktdf.loop_type<reduction_loop>}
  } {loop_type = #ktdf.loop_type<reduction_loop>}
  return
}

// CHECK-LABEL: func.func @opaque
func.func @opaque(%t: tensor<64xf16>, %m: memref<64xf16>, %e: f32) -> tensor<64xf16> {
  // CHECK: ktdf.opaque "NORM" -> tensor<64xf16>
  // CHECK-NEXT: ins(%{{.*}}, %{{.*}}: tensor<64xf16>, f32)
  // CHECK-NEXT: outs(%{{.*}}: tensor<64xf16>)
  %r = ktdf.opaque "NORM" -> tensor<64xf16> ins(%t, %e: tensor<64xf16>, f32) outs(%t: tensor<64xf16>)
  // CHECK: ktdf.opaque "FILL"
  // CHECK-NEXT: ins()
  // CHECK-NEXT: outs(%{{.*}}: memref<64xf16>)
  ktdf.opaque "FILL" ins() outs(%m: memref<64xf16>)
  return %r : tensor<64xf16>
}
