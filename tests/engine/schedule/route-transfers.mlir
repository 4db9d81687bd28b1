// A stage for each unit on the way, with a buffer where data stops.
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-route-transfers{device=%archs/spyre-mini.mlir}))' | FileCheck %s
// RUN: not spyreglass-opt %s -split-input-file \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-route-transfers{device=%S/Inputs/no-route.mlir}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-ROUTE
// NO-ROUTE: error: device 'no-route' has no route from 'DDR' to 'SFU'; add the datapaths that lead there
// RUN: not spyreglass-opt %s -split-input-file \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-route-transfers{device=%S/Inputs/no-scratchpad.mlir}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DIRECT
// DIRECT: error: device 'no-scratchpad' connects DDR and SFU without a scratchpad between them, which is not scheduled

// CHECK-LABEL: func.func @routed
// CHECK-DAG: %[[IN:.*]] = memref.alloc() {sg.buffer = "arg0"} : memref<1xf16, "L1">
// CHECK-DAG: %[[OUT:.*]] = memref.alloc() {sg.buffer = "arg1"} : memref<1xf16, "L1">
// CHECK: %[[X:.*]] = ktdp.construct_memory_view %arg0
// CHECK: %[[Z:.*]] = ktdp.construct_memory_view %arg1
// CHECK: scf.for %[[I:.*]] = %c0 to %c64
// CHECK: %[[P:.*]]:6 = ktdf.private -> (!ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 1xf16>,
// CHECK: ktdf.stage depends_in(none) depends_out(%[[P]]#[[FILLED:.]])
// CHECK-NEXT: ktdf.data_transfer from %[[X]][%[[I]]] size [1] to %[[IN]][0] size [1]
// CHECK-NEXT: {applicable_units = ["MNILU"]}
// CHECK-NEXT: ktdf.stage depends_in(%[[P]]#[[FILLED]]) depends_out(%[[P]]#[[LOADED:.]])
// CHECK-NEXT: ktdf.data_transfer from %[[IN]][0] size [1] to %[[P]]#0 size [1]
// CHECK-NEXT: {applicable_units = ["L1LU"]}
// CHECK-NEXT: ktdf.stage depends_in(%[[P]]#[[LOADED]]) depends_out(%[[P]]#[[COMPUTED:.]])
// CHECK: ktdf.read_from_fifo %[[P]]#0 : <"L1LU" -> "SFU", 1xf16>
// CHECK: ktdf.write_to_fifo %{{.*}}, %[[P]]#1 : tensor<1xf16>, <"SFU" -> "L1SU", 1xf16>
// CHECK-NEXT: {applicable_units = ["SFU"]}
// CHECK-NEXT: ktdf.stage depends_in(%[[P]]#[[COMPUTED]]) depends_out(%[[P]]#[[STORED:.]])
// CHECK-NEXT: ktdf.data_transfer from %[[P]]#1 size [1] to %[[OUT]][0] size [1]
// CHECK-NEXT: {applicable_units = ["L1SU"]}
// CHECK-NEXT: ktdf.stage depends_in(%[[P]]#[[STORED]]) depends_out(none)
// CHECK-NEXT: ktdf.data_transfer from %[[OUT]][0] size [1] to %[[Z]][%[[I]]] size [1]
// CHECK-NEXT: {applicable_units = ["MNISU"]}
func.func @routed(%arg0: index, %arg1: index) attributes {grid = [1]} {
  %0 = ktdp.construct_memory_view %arg0, sizes: [64], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<64xf16, "DDR">
  %1 = ktdp.construct_memory_view %arg1, sizes: [64], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<64xf16, "DDR">
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %arg2 = %c0 to %c64 step %c1 {
    ktdf.pipeline {
      %2:4 = ktdf.private -> (!ktdf.fifo.slot<"DDR" -> "SFU", 1xf16>, !ktdf.fifo.slot<"SFU" -> "DDR", 1xf16>, !ktdf.token, !ktdf.token) {
        %3 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"DDR" -> "SFU", 1xf16>
        %4 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "DDR", 1xf16>
        %5 = ktdf.create_token : !ktdf.token
        %6 = ktdf.create_token : !ktdf.token
        ktdf.private_yield %3, %4, %5, %6 : !ktdf.fifo.slot<"DDR" -> "SFU", 1xf16>, !ktdf.fifo.slot<"SFU" -> "DDR", 1xf16>, !ktdf.token, !ktdf.token
      }
      ktdf.stage depends_in(none) depends_out(%2#2) {
        ktdf.data_transfer from %0[%arg2] size [1] to %2#0 size [1] {sg.buffer = "arg0"} : memref<64xf16, "DDR">, !ktdf.fifo.slot<"DDR" -> "SFU", 1xf16>
      }
      ktdf.stage depends_in(%2#2) depends_out(%2#3) {
        %3 = ktdf.read_from_fifo %2#0 : <"DDR" -> "SFU", 1xf16> -> tensor<1xf16>
        %4 = tensor.empty() : tensor<1xf16>
        %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%3 : tensor<1xf16>) outs(%4 : tensor<1xf16>) {
        ^bb0(%in: f16, %out: f16):
          %6 = arith.addf %in, %in : f16
          linalg.yield %6 : f16
        } -> tensor<1xf16>
        ktdf.write_to_fifo %5, %2#1 : tensor<1xf16>, <"SFU" -> "DDR", 1xf16>
      } {applicable_units = ["SFU"]}
      ktdf.stage depends_in(%2#3) depends_out(none) {
        ktdf.data_transfer from %2#1 size [1] to %1[%arg2] size [1] {sg.buffer = "arg1"} : !ktdf.fifo.slot<"SFU" -> "DDR", 1xf16>, memref<64xf16, "DDR">
      }
    } {sg.program = 0 : i64}
  } {loop_type = #ktdf.loop_type<parallel_loop>}
  return
}

// -----

// What is computed from nothing needs no unit that loads.
// CHECK-LABEL: func.func @no_input
// CHECK-NOT: applicable_units = ["MNILU"]
// CHECK-NOT: applicable_units = ["L1LU"]
// CHECK: applicable_units = ["SFU"]
// CHECK: applicable_units = ["L1SU"]
// CHECK: applicable_units = ["MNISU"]
func.func @no_input(%arg0: index) attributes {grid = [1]} {
  %0 = ktdp.construct_memory_view %arg0, sizes: [64], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<64xf16, "DDR">
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %arg1 = %c0 to %c64 step %c1 {
    ktdf.pipeline {
      %1:3 = ktdf.private -> (!ktdf.fifo.slot<"SFU" -> "DDR", 1xf16>, !ktdf.token, !ktdf.token) {
        %2 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "DDR", 1xf16>
        %3 = ktdf.create_token : !ktdf.token
        %4 = ktdf.create_token : !ktdf.token
        ktdf.private_yield %2, %3, %4 : !ktdf.fifo.slot<"SFU" -> "DDR", 1xf16>, !ktdf.token, !ktdf.token
      }
      ktdf.stage depends_in(none) depends_out(%1#2) {
        %2 = tensor.empty() : tensor<1xf16>
        %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%2 : tensor<1xf16>) {
        ^bb0(%out: f16):
          %cst = arith.constant 1.000000e+00 : f16
          linalg.yield %cst : f16
        } -> tensor<1xf16>
        ktdf.write_to_fifo %3, %1#0 : tensor<1xf16>, <"SFU" -> "DDR", 1xf16>
      } {applicable_units = ["SFU"]}
      ktdf.stage depends_in(%1#2) depends_out(none) {
        ktdf.data_transfer from %1#0 size [1] to %0[%arg1] size [1] {sg.buffer = "arg0"} : !ktdf.fifo.slot<"SFU" -> "DDR", 1xf16>, memref<64xf16, "DDR">
      }
    } {sg.program = 0 : i64}
  } {loop_type = #ktdf.loop_type<parallel_loop>}
  return
}
