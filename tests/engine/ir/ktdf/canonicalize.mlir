// RUN: spyreglass-opt --canonicalize --cse %s | FileCheck %s

// What has an effect stays, even when nobody uses it; tokens stay apart.

// CHECK-LABEL: func.func @effects
func.func @effects(%a: memref<4x64xf16, "DDR">, %b: memref<4x64xf16, "L1">) {
  // CHECK: ktdf.pipeline
  ktdf.pipeline {
    // CHECK: %[[P:.*]]:3 = ktdf.private
    %p:3 = ktdf.private -> (!ktdf.token, !ktdf.token, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>) {
      // CHECK: %[[T:.*]] = ktdf.create_token
      // CHECK: %[[U:.*]] = ktdf.create_token
      // CHECK: ktdf.private_yield %[[T]], %[[U]], %{{.*}}
      %t = ktdf.create_token : !ktdf.token
      %u = ktdf.create_token : !ktdf.token
      %s = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
      ktdf.private_yield %t, %u, %s : !ktdf.token, !ktdf.token, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
    }
    // CHECK: ktdf.stage
    ktdf.stage depends_in(none) depends_out(%p#0) {
      // CHECK-COUNT-2: ktdf.data_transfer
      ktdf.data_transfer from %a[0, 0] size [1, 64] to %p#2 size [64] : memref<4x64xf16, "DDR">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
      ktdf.data_transfer from %a[0, 0] size [1, 64] to %p#2 size [64] : memref<4x64xf16, "DDR">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
    }
    // CHECK: ktdf.stage
    ktdf.stage depends_in(%p#0) depends_out(%p#1) {
      // CHECK-COUNT-2: ktdf.read_from_fifo
      %x = ktdf.read_from_fifo %p#2 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
      %y = ktdf.read_from_fifo %p#2 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
    }
  }
  return
}

// CHECK-LABEL: func.func @reserved
func.func @reserved() -> (index, index) {
  // CHECK: %[[A:.*]] = ktdf.tiling.reserve_size
  // CHECK: %[[B:.*]] = ktdf.tiling.reserve_size
  // CHECK: return %[[A]], %[[B]]
  %a = ktdf.tiling.reserve_size {min_value = 1 : index, divisibility = 1 : index} : index
  %b = ktdf.tiling.reserve_size {min_value = 1 : index, divisibility = 1 : index} : index
  return %a, %b : index, index
}

// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused(%i: index, %a: memref<4xf16>, %b: memref<4xf16>) {
  %t = ktdf.create_token : !ktdf.token
  %s = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
  %p = ktdf.buffer_phase(%i) {num_phases = 2 : i64} : index
  %m = ktdf.select_memref %p[%a, %b] : memref<4xf16>
  return
}

// CHECK-LABEL: func.func @phase
// CHECK-SAME: %[[I:.*]]: index, %[[A:.*]]: memref<4xf16>, %{{.*}}: memref<4xf16>
func.func @phase(%i: index, %a: memref<4xf16>, %b: memref<4xf16>) -> (index, memref<4xf16>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[C1:.*]] = arith.constant 1 : index
  // CHECK: %[[P:.*]] = ktdf.buffer_phase(%[[I]]) {num_phases = 2 : i64}
  %p = ktdf.buffer_phase(%c0, %i) {num_phases = 2 : i64} : index
  %q = ktdf.buffer_phase(%c0) {num_phases = 2 : i64} : index
  %m = ktdf.select_memref %q[%a, %b] : memref<4xf16>
  // A constant other than zero says nothing about the loop it comes from.
  // CHECK: %[[R:.*]] = ktdf.buffer_phase(%[[C1]])
  %r = ktdf.buffer_phase(%c1) {num_phases = 2 : i64} : index
  // CHECK: return %[[P]], %[[A]], %[[R]]
  return %p, %m, %r : index, memref<4xf16>, index
}

// CHECK-LABEL: func.func @tile_sizes
func.func @tile_sizes() -> (index, index, index, index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c23 = arith.constant 23 : index
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
  // CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
  // CHECK-DAG: %[[C23:.*]] = arith.constant 23 : index
  // CHECK-NOT: ktdf.tiling
  // The second of five-element tiles is whole; the fifth has three elements left,
  // and its second tile of three has none.
  %a = ktdf.tiling.derive_size [%c1 : %c5], total_size = %c23 : index
  %b = ktdf.tiling.derive_size [%c4 : %c5], total_size = %c23 : index
  %c = ktdf.tiling.derive_size [%c4 : %c5], [%c1 : %c3], total_size = %c23 : index
  %d = ktdf.tiling.linearize_index [%c4 : %c5], [%c3 : %c1] : index
  // CHECK: return %[[C5]], %[[C3]], %[[C0]], %[[C23]]
  return %a, %b, %c, %d : index, index, index, index
}

// The product does not fit; nothing to fold, nothing to crash.
// CHECK-LABEL: func.func @overflow
func.func @overflow() -> (index, index) {
  %big = arith.constant 9223372036854775807 : index
  // CHECK: ktdf.tiling.derive_size
  // CHECK: ktdf.tiling.linearize_index
  %a = ktdf.tiling.derive_size [%big : %big], total_size = %big : index
  %b = ktdf.tiling.linearize_index [%big : %big] : index
  return %a, %b : index, index
}
