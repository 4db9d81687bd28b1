// RUN: spyreglass-opt %s | spyreglass-opt | FileCheck %s

// A whole small kernel: o = a + a in blocks of two rows, the load double-buffered.

// CHECK-LABEL: func.func @add
// CHECK: %[[PHASE:.*]] = ktdf.buffer_phase(%{{.*}}) {num_phases = 2 : i64} : index
// CHECK: %[[X:.*]] = ktdf.select_memref %[[PHASE]][%{{.*}}, %{{.*}}] : memref<2x64xf16, "L1">
// CHECK: ktdf.pipeline modulo(size : 2) {
// CHECK: %[[P:.*]]:2 = ktdf.private -> (!ktdf.token, !ktdf.token) {
// CHECK: ktdf.private_yield %{{.*}}, %{{.*}} : !ktdf.token, !ktdf.token
// CHECK: ktdf.stage depends_in(none) depends_out(%[[P]]#0) {
// CHECK: ktdf.data_transfer from %{{.*}}[%{{.*}} * 2, 0] size [2, 64] to %[[X]][0, 0] size [2, 64] : memref<48x64xf16, "DDR">, memref<2x64xf16, "L1">
// CHECK: } {applicable_units = ["MNILU"]}
// CHECK: ktdf.stage depends_in(%[[P]]#0) depends_out(%[[P]]#1) {
// CHECK: ktdf.pipeline {
// CHECK: %[[Q:.*]]:4 = ktdf.private
// CHECK: ktdf.data_transfer from %[[X]][%{{.*}}, 0] size [1, 64] to %[[Q]]#0 size [64] : memref<2x64xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
// CHECK: %[[V:.*]] = ktdf.read_from_fifo %[[Q]]#0 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
// CHECK: ktdf.write_to_fifo %{{.*}}, %[[Q]]#1 : tensor<64xf16>, <"SFU" -> "L1SU", 64xf16>
// CHECK: ktdf.data_transfer from %[[Q]]#1 size [64] to %{{.*}}[%{{.*}}, 0] size [1, 64]
// CHECK: } {loop_type = #ktdf.loop_type<parallel_loop>}
// CHECK: } {applicable_units = ["L1LU", "SFU", "L1SU"]}
func.func @add(%a: memref<48x64xf16, "DDR">, %b: memref<48x64xf16, "DDR">, %o: memref<48x64xf16, "DDR">) attributes {grid = [1]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c24 = arith.constant 24 : index
  %a0 = memref.alloc() : memref<2x64xf16, "L1">
  %a1 = memref.alloc() : memref<2x64xf16, "L1">
  %r = memref.alloc() : memref<2x64xf16, "L1">
  scf.for %t = %c0 to %c24 step %c1 {
    %phase = ktdf.buffer_phase(%t) {num_phases = 2 : i64} : index
    %x = ktdf.select_memref %phase[%a0, %a1] : memref<2x64xf16, "L1">
    ktdf.pipeline modulo(size: 2) {
      %p:2 = ktdf.private -> (!ktdf.token, !ktdf.token) {
        %in = ktdf.create_token : !ktdf.token
        %out = ktdf.create_token : !ktdf.token
        ktdf.private_yield %in, %out : !ktdf.token, !ktdf.token
      }
      ktdf.stage depends_in(none) depends_out(%p#0) {
        ktdf.data_transfer from %a[%t * 2, 0] size [2, 64] to %x[0, 0] size [2, 64] : memref<48x64xf16, "DDR">, memref<2x64xf16, "L1">
      } {applicable_units = ["MNILU"]}
      ktdf.stage depends_in(%p#0) depends_out(%p#1) {
        scf.for %i = %c0 to %c2 step %c1 {
          ktdf.pipeline {
            %q:4 = ktdf.private -> (!ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token) {
              %s = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
              %u = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>
              %t0 = ktdf.create_token : !ktdf.token
              %t1 = ktdf.create_token : !ktdf.token
              ktdf.private_yield %s, %u, %t0, %t1 : !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token
            }
            ktdf.stage depends_in(none) depends_out(%q#2) {
              ktdf.data_transfer from %x[%i, 0] size [1, 64] to %q#0 size [64] : memref<2x64xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
            } {applicable_units = ["L1LU"]}
            ktdf.stage depends_in(%q#2) depends_out(%q#3) {
              %v = ktdf.read_from_fifo %q#0 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
              %e = tensor.empty() : tensor<64xf16>
              %w = linalg.add ins(%v, %v : tensor<64xf16>, tensor<64xf16>) outs(%e : tensor<64xf16>) -> tensor<64xf16>
              ktdf.write_to_fifo %w, %q#1 : tensor<64xf16>, <"SFU" -> "L1SU", 64xf16>
            } {applicable_units = ["SFU"]}
            ktdf.stage depends_in(%q#3) depends_out(none) {
              ktdf.data_transfer from %q#1 size [64] to %r[%i, 0] size [1, 64] : !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, memref<2x64xf16, "L1">
            } {applicable_units = ["L1SU"]}
          }
        } {loop_type = #ktdf.loop_type<parallel_loop>}
      } {applicable_units = ["L1LU", "SFU", "L1SU"]}
      ktdf.stage depends_in(%p#1) depends_out(none) {
        ktdf.data_transfer from %r[0, 0] size [2, 64] to %o[%t * 2, 0] size [2, 64] : memref<2x64xf16, "L1">, memref<48x64xf16, "DDR">
      } {applicable_units = ["MNISU"]}
    }
  } {loop_type = #ktdf.loop_type<parallel_loop>}
  return
}
