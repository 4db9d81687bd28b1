// One program per kind of unit, signals in both directions, and nothing left over at the end.
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-make-units{device=%archs/spyre-mini.mlir}))' | FileCheck %s

// Four blocks with two buffers each and two corelets.
// CHECK-LABEL: func.func @four
// CHECK: %[[MNILU:.*]] = dataflow.get_unit {core = 0 : i32, name = "C0-mnilu", type = "mnilu"}
// CHECK: %[[LU0:.*]] = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "C0-l1lu-CL0"
// CHECK: %[[LU1:.*]] = dataflow.get_unit {core = 0 : i32, corelet = 1 : i32, name = "C0-l1lu-CL1"
// CHECK: %[[SU0:.*]] = dataflow.get_unit {{.*}}"C0-l1su-CL0"
// CHECK: %[[SU1:.*]] = dataflow.get_unit {{.*}}"C0-l1su-CL1"
// CHECK: %[[MNISU:.*]] = dataflow.get_unit {{.*}}"C0-mnisu"

// It fills two blocks at once, then waits for both readers before each, and takes
// the two signals that are left at the end.
// CHECK: dataflow.program_unit iter_arg : %[[ME:.*]] -> (%[[MNILU]]) : {
// CHECK: %[[MAP1:.*]] = uniform.def_immutable_mapping([%[[MNILU]] -> %[[LU1]]])
// CHECK: %[[TO1:.*]] = uniform.query_map(map:%[[MAP1]], key:%[[ME]])
// CHECK: %[[MAP0:.*]] = uniform.def_immutable_mapping([%[[MNILU]] -> %[[LU0]]])
// CHECK: %[[TO0:.*]] = uniform.query_map(map:%[[MAP0]], key:%[[ME]])
// CHECK: scf.for %[[B:.*]] = %c0 to %c4
// CHECK: %[[LATER:.*]] = arith.cmpi sge, %[[B]], %c2
// CHECK-NEXT: scf.if %[[LATER]] {
// CHECK-NEXT: dataflow.sync_recv %[[TO0]]
// CHECK-NEXT: dataflow.sync_recv %[[TO1]]
// CHECK-NEXT: }
// CHECK-NEXT: ktdf.data_transfer
// The signal follows the transfer without stopping the unit.
// CHECK-NEXT: dataflow.sync_send %[[TO0]] {wait_immediately_for_async_transfers = false}
// CHECK-NEXT: dataflow.sync_send %[[TO1]] {wait_immediately_for_async_transfers = false}
// CHECK-NEXT: {{^ +}}} {loop_type = #ktdf.loop_type<parallel_loop>}
// CHECK-NEXT: scf.for %{{.*}} = %c0 to %c2
// CHECK-NEXT: dataflow.sync_recv %[[TO0]]
// CHECK-NEXT: dataflow.sync_recv %[[TO1]]
// CHECK-NEXT: }
// CHECK-NEXT: }

// Waits for "filled", has a row of its own, gives the buffer back.
// CHECK: dataflow.program_unit iter_arg : %[[ME:.*]] -> (%[[LU0]], %[[LU1]]) : {
// CHECK: %[[MAP:.*]] = uniform.def_immutable_mapping([%[[LU0]] -> %[[MNILU]]], [%[[LU1]] -> %[[MNILU]]])
// CHECK: %[[FROM:.*]] = uniform.query_map(map:%[[MAP]], key:%[[ME]])
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: dataflow.sync_recv %[[FROM]]
// CHECK: %[[LOWS:.*]] = uniform.def_immutable_mapping([%[[LU0]] -> %c0], [%[[LU1]] -> %c1])
// CHECK: %[[LOW:.*]] = uniform.query_map(map:%[[LOWS]], key:%[[ME]])
// CHECK: %[[HIGHS:.*]] = uniform.def_immutable_mapping([%[[LU0]] -> %c1], [%[[LU1]] -> %c2])
// CHECK: %[[HIGH:.*]] = uniform.query_map(map:%[[HIGHS]], key:%[[ME]])
// CHECK: scf.for %[[R:.*]] = %[[LOW]] to %[[HIGH]]
// CHECK: ktdf.data_transfer from %{{.*}}[%[[R]] * 64]
// CHECK: dataflow.sync_send %[[FROM]] {wait_immediately_for_async_transfers = true}

// FIFOs order the vector unit: it has no signals.
// CHECK: dataflow.program_unit
// CHECK-NOT: dataflow.sync
// CHECK: ktdf.read_from_fifo
// CHECK-NOT: dataflow.sync
// CHECK: ktdf.write_to_fifo
// CHECK-NOT: dataflow.sync

// The unit that stores fills buffers in turn.
// CHECK: dataflow.program_unit iter_arg : %[[ME:.*]] -> (%[[SU0]], %[[SU1]]) : {
// CHECK: uniform.def_immutable_mapping([%[[SU0]] -> %[[MNISU]]], [%[[SU1]] -> %[[MNISU]]])
// CHECK: scf.if
// CHECK-NEXT: dataflow.sync_recv
// CHECK: ktdf.data_transfer
// CHECK: dataflow.sync_send
// CHECK: scf.for %{{.*}} = %c0 to %c2
// CHECK-NEXT: dataflow.sync_recv
// CHECK-NEXT: }
// CHECK-NEXT: }

// CHECK: dataflow.program_unit iter_arg : %{{.*}} -> (%[[MNISU]]) : {
// CHECK: scf.for
// CHECK-COUNT-2: dataflow.sync_recv
// CHECK-NEXT: ktdf.data_transfer
// CHECK-COUNT-2: dataflow.sync_send
// CHECK-NEXT: {{^ +}}} {loop_type = #ktdf.loop_type<parallel_loop>}
// CHECK-NEXT: {{^ +}}}
// CHECK-NEXT: return
func.func @four(%arg0: index, %arg1: index) attributes {grid = [1], sg.corelets = 2 : i64} {
  %alloc = memref.alloc() {sg.address = 0 : i64, sg.buffer = "arg0", sg.phase = 0 : i64, sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %alloc_0 = memref.alloc() {sg.address = 256 : i64, sg.buffer = "arg0", sg.phase = 1 : i64, sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %alloc_1 = memref.alloc() {sg.address = 512 : i64, sg.buffer = "arg1", sg.phase = 0 : i64, sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %alloc_2 = memref.alloc() {sg.address = 768 : i64, sg.buffer = "arg1", sg.phase = 1 : i64, sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %0 = ktdp.construct_memory_view %arg0, sizes: [512], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 511 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<512xf16, "DDR">
  %1 = ktdp.construct_memory_view %arg1, sizes: [512], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 511 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<512xf16, "DDR">
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %arg2 = %c0 to %c4 step %c1 {
    %2 = ktdf.buffer_phase(%arg2) {num_phases = 2 : i64} : index
    %3 = ktdf.select_memref %2[%alloc, %alloc_0] : memref<128xf16, "L1">
    %4 = ktdf.select_memref %2[%alloc_1, %alloc_2] : memref<128xf16, "L1">
    ktdf.pipeline modulo(size : 2) {
      %5:2 = ktdf.private -> (!ktdf.token, !ktdf.token) {
        %6 = ktdf.create_token : !ktdf.token
        %7 = ktdf.create_token : !ktdf.token
        ktdf.private_yield %6, %7 : !ktdf.token, !ktdf.token
      }
      ktdf.stage depends_in(none) depends_out(%5#0) {
        ktdf.data_transfer from %0[%arg2 * 128] size [128] to %3[0] size [128] {sg.buffer = "arg0"} : memref<512xf16, "DDR">, memref<128xf16, "L1">
      } {applicable_units = ["MNILU"]}
      ktdf.stage depends_in(%5#0) depends_out(%5#1) {
        %c2 = arith.constant 2 : index
        ktdf.parallel (%arg3, %arg4) = (%c0) to (%c2) step (%c1) distribute(num_instances = 2) {
          ktdf.pipeline {
            %6:4 = ktdf.private -> (!ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token) {
              %7 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
              %8 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>
              %9 = ktdf.create_token : !ktdf.token
              %10 = ktdf.create_token : !ktdf.token
              ktdf.private_yield %7, %8, %9, %10 : !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token
            }
            ktdf.stage depends_in(none) depends_out(%6#2) {
              ktdf.data_transfer from %3[%arg3 * 64] size [64] to %6#0 size [64] {sg.buffer = "arg0"} : memref<128xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
            } {applicable_units = ["L1LU"]}
            ktdf.stage depends_in(%6#2) depends_out(%6#3) {
              %7 = ktdf.read_from_fifo %6#0 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
              %8 = tensor.empty() : tensor<64xf16>
              %9 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%7 : tensor<64xf16>) outs(%8 : tensor<64xf16>) {
              ^bb0(%in: f16, %out: f16):
                %10 = arith.addf %in, %in : f16
                linalg.yield %10 : f16
              } -> tensor<64xf16>
              ktdf.write_to_fifo %9, %6#1 : tensor<64xf16>, <"SFU" -> "L1SU", 64xf16>
            } {applicable_units = ["SFU"]}
            ktdf.stage depends_in(%6#3) depends_out(none) {
              ktdf.data_transfer from %6#1 size [64] to %4[%arg3 * 64] size [64] {sg.buffer = "arg1"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, memref<128xf16, "L1">
            } {applicable_units = ["L1SU"]}
          }
          ktdf.parallel_yield
        }
      } {applicable_units = ["L1LU", "SFU", "L1SU"]}
      ktdf.stage depends_in(%5#1) depends_out(none) {
        ktdf.data_transfer from %4[0] size [128] to %1[%arg2 * 128] size [128] {sg.buffer = "arg1"} : memref<128xf16, "L1">, memref<512xf16, "DDR">
      } {applicable_units = ["MNISU"]}
    } {sg.program = 0 : i64}
  } {loop_type = #ktdf.loop_type<parallel_loop>}
  return
}

// -----

// Two programs: the second loads and stores when all of the first is in memory.
// CHECK-LABEL: func.func @two
// CHECK: %[[MNISU:.*]] = dataflow.get_unit {{.*}}"C0-mnisu"
// CHECK: dataflow.program_unit
// CHECK: uniform.def_immutable_mapping([%{{.*}} -> %[[MNISU]]])
// CHECK-NEXT: %[[STORED:.*]] = uniform.query_map
// CHECK: %[[LU:.*]] = uniform.query_map
// CHECK-NEXT: ktdf.data_transfer {{.*}}"arg0"
// CHECK-NEXT: dataflow.sync_send %[[LU]]
// CHECK-NEXT: dataflow.sync_recv %[[LU]]
// CHECK-NEXT: dataflow.sync_recv %[[STORED]]
// CHECK-NEXT: ktdf.data_transfer {{.*}}"arg1"
// CHECK-NEXT: dataflow.sync_send %[[LU]]
// CHECK-NEXT: dataflow.sync_recv %[[LU]]
// CHECK-NEXT: }
// The last program gives both signals between its two transfers, after the one
// that gives the buffer back.
// CHECK: dataflow.program_unit iter_arg : %{{.*}} -> (%[[MNISU]])
// CHECK: %[[MNILU:.*]] = uniform.query_map
// CHECK: %[[SU:.*]] = uniform.query_map
// CHECK: ktdf.data_transfer {{.*}}"arg1"
// CHECK-NEXT: dataflow.sync_send %[[SU]]
// CHECK-NEXT: dataflow.sync_send %[[MNILU]]
// CHECK-NEXT: dataflow.sync_send %[[SU]]
// CHECK-NEXT: dataflow.sync_recv %[[SU]]
// CHECK-NEXT: ktdf.data_transfer {{.*}}"arg2"
// CHECK-NEXT: dataflow.sync_send %[[SU]]
// CHECK-NEXT: {{^ +}}}
func.func @two(%arg0: index, %arg1: index, %arg2: index) attributes {grid = [1], sg.corelets = 1 : i64} {
  %alloc = memref.alloc() {sg.address = 0 : i64, sg.buffer = "arg1", sg.program = 1 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<256xf16, "L1">
  %alloc_0 = memref.alloc() {sg.address = 512 : i64, sg.buffer = "arg2", sg.program = 1 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<256xf16, "L1">
  %alloc_1 = memref.alloc() {sg.address = 0 : i64, sg.buffer = "arg0", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<256xf16, "L1">
  %alloc_2 = memref.alloc() {sg.address = 512 : i64, sg.buffer = "arg1", sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<256xf16, "L1">
  %0 = ktdp.construct_memory_view %arg0, sizes: [256], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 255 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<256xf16, "DDR">
  %1 = ktdp.construct_memory_view %arg1, sizes: [256], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 255 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<256xf16, "DDR">
  ktdf.pipeline {
    %3:2 = ktdf.private -> (!ktdf.token, !ktdf.token) {
      %4 = ktdf.create_token : !ktdf.token
      %5 = ktdf.create_token : !ktdf.token
      ktdf.private_yield %4, %5 : !ktdf.token, !ktdf.token
    }
    ktdf.stage depends_in(none) depends_out(%3#0) {
      ktdf.data_transfer from %0[0] size [256] to %alloc_1[0] size [256] {sg.buffer = "arg0"} : memref<256xf16, "DDR">, memref<256xf16, "L1">
    } {applicable_units = ["MNILU"]}
    ktdf.stage depends_in(%3#0) depends_out(%3#1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %arg3 = %c0 to %c1 step %c1 {
        ktdf.pipeline {
          %4:4 = ktdf.private -> (!ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token) {
            %5 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
            %6 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>
            %7 = ktdf.create_token : !ktdf.token
            %8 = ktdf.create_token : !ktdf.token
            ktdf.private_yield %5, %6, %7, %8 : !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token
          }
          ktdf.stage depends_in(none) depends_out(%4#2) {
            %c4 = arith.constant 4 : index
            scf.for %arg4 = %c0 to %c4 step %c1 {
              ktdf.data_transfer from %alloc_1[%arg4 * 64] size [64] to %4#0 size [64] {sg.buffer = "arg0"} : memref<256xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
            } {loop_type = #ktdf.loop_type<parallel_loop>}
          } {applicable_units = ["L1LU"]}
          ktdf.stage depends_in(%4#2) depends_out(%4#3) {
            %c4 = arith.constant 4 : index
            scf.for %arg4 = %c0 to %c4 step %c1 {
              %5 = ktdf.read_from_fifo %4#0 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
              %6 = tensor.empty() : tensor<64xf16>
              %7 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%5 : tensor<64xf16>) outs(%6 : tensor<64xf16>) {
              ^bb0(%in: f16, %out: f16):
                %8 = arith.mulf %in, %in : f16
                linalg.yield %8 : f16
              } -> tensor<64xf16>
              ktdf.write_to_fifo %7, %4#1 : tensor<64xf16>, <"SFU" -> "L1SU", 64xf16>
            } {loop_type = #ktdf.loop_type<parallel_loop>}
          } {applicable_units = ["SFU"]}
          ktdf.stage depends_in(%4#3) depends_out(none) {
            %c4 = arith.constant 4 : index
            scf.for %arg4 = %c0 to %c4 step %c1 {
              ktdf.data_transfer from %4#1 size [64] to %alloc_2[%arg4 * 64] size [64] {sg.buffer = "arg1"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, memref<256xf16, "L1">
            } {loop_type = #ktdf.loop_type<parallel_loop>}
          } {applicable_units = ["L1SU"]}
        }
      } {loop_type = #ktdf.loop_type<parallel_loop>}
    } {applicable_units = ["L1LU", "SFU", "L1SU"]}
    ktdf.stage depends_in(%3#1) depends_out(none) {
      ktdf.data_transfer from %alloc_2[0] size [256] to %1[0] size [256] {sg.buffer = "arg1"} : memref<256xf16, "L1">, memref<256xf16, "DDR">
    } {applicable_units = ["MNISU"]}
  } {sg.program = 0 : i64}
  %2 = ktdp.construct_memory_view %arg2, sizes: [256], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 255 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<256xf16, "DDR">
  ktdf.pipeline {
    %3:2 = ktdf.private -> (!ktdf.token, !ktdf.token) {
      %4 = ktdf.create_token : !ktdf.token
      %5 = ktdf.create_token : !ktdf.token
      ktdf.private_yield %4, %5 : !ktdf.token, !ktdf.token
    }
    ktdf.stage depends_in(none) depends_out(%3#0) {
      ktdf.data_transfer from %1[0] size [256] to %alloc[0] size [256] {sg.buffer = "arg1"} : memref<256xf16, "DDR">, memref<256xf16, "L1">
    } {applicable_units = ["MNILU"]}
    ktdf.stage depends_in(%3#0) depends_out(%3#1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %arg3 = %c0 to %c1 step %c1 {
        ktdf.pipeline {
          %4:4 = ktdf.private -> (!ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token) {
            %5 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
            %6 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>
            %7 = ktdf.create_token : !ktdf.token
            %8 = ktdf.create_token : !ktdf.token
            ktdf.private_yield %5, %6, %7, %8 : !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token
          }
          ktdf.stage depends_in(none) depends_out(%4#2) {
            %c4 = arith.constant 4 : index
            scf.for %arg4 = %c0 to %c4 step %c1 {
              ktdf.data_transfer from %alloc[%arg4 * 64] size [64] to %4#0 size [64] {sg.buffer = "arg1"} : memref<256xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
            } {loop_type = #ktdf.loop_type<parallel_loop>}
          } {applicable_units = ["L1LU"]}
          ktdf.stage depends_in(%4#2) depends_out(%4#3) {
            %c4 = arith.constant 4 : index
            scf.for %arg4 = %c0 to %c4 step %c1 {
              %5 = ktdf.read_from_fifo %4#0 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
              %6 = tensor.empty() : tensor<64xf16>
              %7 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%5 : tensor<64xf16>) outs(%6 : tensor<64xf16>) {
              ^bb0(%in: f16, %out: f16):
                %8 = arith.negf %in : f16
                linalg.yield %8 : f16
              } -> tensor<64xf16>
              ktdf.write_to_fifo %7, %4#1 : tensor<64xf16>, <"SFU" -> "L1SU", 64xf16>
            } {loop_type = #ktdf.loop_type<parallel_loop>}
          } {applicable_units = ["SFU"]}
          ktdf.stage depends_in(%4#3) depends_out(none) {
            %c4 = arith.constant 4 : index
            scf.for %arg4 = %c0 to %c4 step %c1 {
              ktdf.data_transfer from %4#1 size [64] to %alloc_0[%arg4 * 64] size [64] {sg.buffer = "arg2"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, memref<256xf16, "L1">
            } {loop_type = #ktdf.loop_type<parallel_loop>}
          } {applicable_units = ["L1SU"]}
        }
      } {loop_type = #ktdf.loop_type<parallel_loop>}
    } {applicable_units = ["L1LU", "SFU", "L1SU"]}
    ktdf.stage depends_in(%3#1) depends_out(none) {
      ktdf.data_transfer from %alloc_0[0] size [256] to %2[0] size [256] {sg.buffer = "arg2"} : memref<256xf16, "L1">, memref<256xf16, "DDR">
    } {applicable_units = ["MNISU"]}
  } {sg.program = 1 : i64}
  return
}

// -----

// A loop that runs in order ends each iteration with the same signals.
// CHECK-LABEL: func.func @in_order
// CHECK: %[[MNISU:.*]] = dataflow.get_unit {{.*}}"C0-mnisu"
// CHECK: dataflow.program_unit
// CHECK: uniform.def_immutable_mapping([%{{.*}} -> %[[MNISU]]])
// CHECK-NEXT: %[[STORED:.*]] = uniform.query_map
// CHECK: scf.for
// CHECK: ktdf.data_transfer
// CHECK: dataflow.sync_recv %[[STORED]]
// CHECK-NEXT: }
// CHECK: dataflow.program_unit iter_arg : %{{.*}} -> (%[[MNISU]])
// CHECK: scf.for
// CHECK: dataflow.sync_recv
// CHECK-NEXT: ktdf.data_transfer
// CHECK-COUNT-3: dataflow.sync_send
// CHECK-NEXT: {{^ +}}}
func.func @in_order(%arg0: index) attributes {grid = [1], sg.corelets = 1 : i64} {
  %alloc = memref.alloc() {sg.address = 0 : i64, sg.buffer = "arg0", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<32xf16, "L1">
  %alloc_0 = memref.alloc() {sg.address = 128 : i64, sg.buffer = "arg0", sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<32xf16, "L1">
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %arg1 = %c0 to %c8 step %c1 {
    %c32 = arith.constant 32 : index
    %0 = arith.muli %arg1, %c32 : index
    %1 = arith.addi %arg0, %0 : index
    %2 = ktdp.construct_memory_view %1, sizes: [32], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<32xf16, "DDR">
    %3 = arith.addi %arg0, %c32 : index
    %4 = arith.addi %3, %0 : index
    %5 = ktdp.construct_memory_view %4, sizes: [32], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<32xf16, "DDR">
    ktdf.pipeline {
      %6:2 = ktdf.private -> (!ktdf.token, !ktdf.token) {
        %7 = ktdf.create_token : !ktdf.token
        %8 = ktdf.create_token : !ktdf.token
        ktdf.private_yield %7, %8 : !ktdf.token, !ktdf.token
      }
      ktdf.stage depends_in(none) depends_out(%6#0) {
        ktdf.data_transfer from %2[0] size [32] to %alloc[0] size [32] {sg.buffer = "arg0"} : memref<32xf16, "DDR">, memref<32xf16, "L1">
      } {applicable_units = ["MNILU"]}
      ktdf.stage depends_in(%6#0) depends_out(%6#1) {
        scf.for %arg2 = %c0 to %c1 step %c1 {
          ktdf.pipeline {
            %7:4 = ktdf.private -> (!ktdf.fifo.slot<"L1LU" -> "SFU", 32xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 32xf16>, !ktdf.token, !ktdf.token) {
              %8 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 32xf16>
              %9 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 32xf16>
              %10 = ktdf.create_token : !ktdf.token
              %11 = ktdf.create_token : !ktdf.token
              ktdf.private_yield %8, %9, %10, %11 : !ktdf.fifo.slot<"L1LU" -> "SFU", 32xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 32xf16>, !ktdf.token, !ktdf.token
            }
            ktdf.stage depends_in(none) depends_out(%7#2) {
              ktdf.data_transfer from %alloc[0] size [32] to %7#0 size [32] {sg.buffer = "arg0"} : memref<32xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 32xf16>
            } {applicable_units = ["L1LU"]}
            ktdf.stage depends_in(%7#2) depends_out(%7#3) {
              %8 = ktdf.read_from_fifo %7#0 : <"L1LU" -> "SFU", 32xf16> -> tensor<32xf16>
              %9 = tensor.empty() : tensor<32xf16>
              %10 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%8 : tensor<32xf16>) outs(%9 : tensor<32xf16>) {
              ^bb0(%in: f16, %out: f16):
                %11 = arith.negf %in : f16
                linalg.yield %11 : f16
              } -> tensor<32xf16>
              ktdf.write_to_fifo %10, %7#1 : tensor<32xf16>, <"SFU" -> "L1SU", 32xf16>
            } {applicable_units = ["SFU"]}
            ktdf.stage depends_in(%7#3) depends_out(none) {
              ktdf.data_transfer from %7#1 size [32] to %alloc_0[0] size [32] {sg.buffer = "arg0"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 32xf16>, memref<32xf16, "L1">
            } {applicable_units = ["L1SU"]}
          }
        } {loop_type = #ktdf.loop_type<parallel_loop>}
      } {applicable_units = ["L1LU", "SFU", "L1SU"]}
      ktdf.stage depends_in(%6#1) depends_out(none) {
        ktdf.data_transfer from %alloc_0[0] size [32] to %5[0] size [32] {sg.buffer = "arg0"} : memref<32xf16, "L1">, memref<32xf16, "DDR">
      } {applicable_units = ["MNISU"]}
    } {sg.program = 0 : i64}
  }
  return
}
