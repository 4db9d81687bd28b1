// Views with addresses, DMA operations, vector loads and stores, messages, vector arithmetic.
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-emit-dataflow{device=%archs/spyre-mini.mlir}))' | FileCheck %s

// CHECK-LABEL: func.func @scalar
// CHECK-DAG: symbol.create_id %arg0 {symbol_id = [[XID:-[0-9]+]] : si64}
// CHECK-DAG: symbol.create_id %arg1 {symbol_id = [[ZID:-[0-9]+]] : si64}
// CHECK-DAG: symbol.create_id %arg2 {symbol_id = [[SID:-[0-9]+]] : si64} : f16
// CHECK-DAG: %[[L1:.*]] = dataflow.get_unit {core = 0 : i32, name = "C0-l1", type = "l1"}
// CHECK-DAG: %[[DDR:.*]] = dataflow.get_unit {name = "ddr", type = "ddr"}
// CHECK-DAG: %[[LU:.*]] = dataflow.get_unit {{.*}}"C0-l1lu-CL0"
// CHECK-DAG: %[[SFU:.*]] = dataflow.get_unit {{.*}}"C0-sfu-CL0"
// CHECK-DAG: %[[SU:.*]] = dataflow.get_unit {{.*}}"C0-l1su-CL0"

// The base address is a symbol of the launch; buffers take turns by the block's
// number, which a remainder turns into an address (in elements).
// CHECK: dataflow.program_unit
// CHECK: %[[BASE:.*]] = symbol.create_symbol {SymbolId = [[XID]] : i64}
// CHECK: %[[X:.*]] = dataflow.get_logical_memory_view %[[DDR]], %[[BASE]] {layout_map = affine_map<(d0) -> (d0)>}
// CHECK: scf.for %[[B:.*]] = %c0 to %c4
// CHECK: %[[PHASE:.*]] = arith.remui %[[B]], %c2
// CHECK: %[[AT:.*]] = arith.muli %[[PHASE]], %c64
// CHECK: %[[BUFFER:.*]] = dataflow.get_logical_memory_view %[[L1]], %[[AT]]
// CHECK-SAME: {address = 0 : i64, bytes = 128 : i64, name = "arg0.0"}, {address = 128 : i64, bytes = 128 : i64, name = "arg0.1"}
// CHECK: agen.composite_load_and_store src:%[[X]][%[[B]] * 64] dst:%[[BUFFER]][0]
// CHECK: load_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>
// CHECK: store_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>

// CHECK: dataflow.program_unit
// CHECK: %[[V:.*]] = agen.vector_load %{{.*}}[0] {{.*}} : memref<64xf16>, vector<64xf16>
// CHECK-NEXT: dataflow.send %[[SFU]], %[[V]] : vector<64xf16>

// Scalars fill a register before the loops: one by its number, one as bits.
// CHECK: dataflow.program_unit
// CHECK: %[[S:.*]] = vectorchain.constant_bitstream {is_symbol = true, value = {{\[}}[[SID]]]} : vector<1xf16>
// CHECK-NEXT: %[[SV:.*]] = vectorchain.shuffle input(%[[S]]) {indices = [0 : i32], repetition = 64 : i32}
// CHECK-NEXT: %[[TWO:.*]] = vectorchain.constant_bitstream {value = [0x4000]} : vector<1xf16>
// CHECK-NEXT: %[[TWOV:.*]] = vectorchain.shuffle input(%[[TWO]])
// CHECK: scf.for
// CHECK: %[[IN:.*]] = dataflow.receive %[[LU]] : vector<64xf16>
// CHECK-NEXT: %[[M:.*]] = vectorchain.binary %[[IN]], %[[SV]] {binary_op = #vectorchain<binary_operator mul>
// CHECK-NEXT: %[[N:.*]] = vectorchain.binary %[[M]], %[[TWOV]] {binary_op = #vectorchain<binary_operator add>
// CHECK-NEXT: %[[E:.*]] = vectorchain.fast_exp %[[N]]
// CHECK-NEXT: dataflow.send %[[SU]], %[[E]] : vector<64xf16>

// CHECK: dataflow.program_unit
// CHECK: %[[OUT:.*]] = dataflow.receive %[[SFU]] : vector<64xf16>
// CHECK-NEXT: agen.vector_store %[[OUT]], %{{.*}}[0]

// CHECK: dataflow.program_unit
// CHECK: %[[BASE:.*]] = symbol.create_symbol {SymbolId = [[ZID]] : i64}
// CHECK: %[[Z:.*]] = dataflow.get_logical_memory_view %[[DDR]], %[[BASE]]
// CHECK: agen.composite_load_and_store src:%{{.*}}[0] dst:%[[Z]][%{{.*}} * 64]
func.func @scalar(%arg0: index, %arg1: index, %arg2: f16) attributes {grid = [1], sg.corelets = 1 : i64} {
  %0 = dataflow.get_unit {core = 0 : i32, name = "C0-mnilu", type = "mnilu"} : index
  %1 = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "C0-l1lu-CL0", type = "l1lu"} : index
  %2 = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "C0-sfu-CL0", type = "sfu"} : index
  %3 = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "C0-l1su-CL0", type = "l1su"} : index
  %4 = dataflow.get_unit {core = 0 : i32, name = "C0-mnisu", type = "mnisu"} : index
  %alloc = memref.alloc() {sg.address = 0 : i64, sg.buffer = "arg0", sg.phase = 0 : i64, sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<64xf16, "L1">
  %alloc_0 = memref.alloc() {sg.address = 128 : i64, sg.buffer = "arg0", sg.phase = 1 : i64, sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<64xf16, "L1">
  %alloc_1 = memref.alloc() {sg.address = 256 : i64, sg.buffer = "arg1", sg.phase = 0 : i64, sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<64xf16, "L1">
  %alloc_2 = memref.alloc() {sg.address = 384 : i64, sg.buffer = "arg1", sg.phase = 1 : i64, sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<64xf16, "L1">
  %5 = ktdp.construct_memory_view %arg0, sizes: [256], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 255 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<256xf16, "DDR">
  %6 = ktdp.construct_memory_view %arg1, sizes: [256], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 255 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<256xf16, "DDR">
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  dataflow.program_unit iter_arg : %arg3 -> (%0) : {
    %7 = uniform.def_immutable_mapping([%0 -> %1]):index
    %8 = uniform.query_map(map:%7, key:%arg3) : index
    scf.for %arg4 = %c0 to %c4 step %c1 {
      %9 = ktdf.buffer_phase(%arg4) {num_phases = 2 : i64} : index
      %10 = ktdf.select_memref %9[%alloc, %alloc_0] : memref<64xf16, "L1">
      %11 = arith.cmpi sge, %arg4, %c2 : index
      scf.if %11 {
        dataflow.sync_recv %8 : index
      }
      ktdf.data_transfer from %5[%arg4 * 64] size [64] to %10[0] size [64] {sg.buffer = "arg0"} : memref<256xf16, "DDR">, memref<64xf16, "L1">
      dataflow.sync_send %8 {wait_immediately_for_async_transfers = false} : index
    } {loop_type = #ktdf.loop_type<parallel_loop>}
    scf.for %arg4 = %c0 to %c2 step %c1 {
      dataflow.sync_recv %8 : index
    }
  }
  dataflow.program_unit iter_arg : %arg3 -> (%1) : {
    %7 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
    %8 = uniform.def_immutable_mapping([%1 -> %0]):index
    %9 = uniform.query_map(map:%8, key:%arg3) : index
    scf.for %arg4 = %c0 to %c4 step %c1 {
      %10 = ktdf.buffer_phase(%arg4) {num_phases = 2 : i64} : index
      %11 = ktdf.select_memref %10[%alloc, %alloc_0] : memref<64xf16, "L1">
      dataflow.sync_recv %9 : index
      scf.for %arg5 = %c0 to %c1 step %c1 {
        ktdf.data_transfer from %11[0] size [64] to %7 size [64] {sg.buffer = "arg0"} : memref<64xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
      } {loop_type = #ktdf.loop_type<parallel_loop>}
      dataflow.sync_send %9 {wait_immediately_for_async_transfers = true} : index
    } {loop_type = #ktdf.loop_type<parallel_loop>}
  }
  dataflow.program_unit iter_arg : %arg3 -> (%2) : {
    %7 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>
    %8 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
    scf.for %arg4 = %c0 to %c4 step %c1 {
      scf.for %arg5 = %c0 to %c1 step %c1 {
        %9 = ktdf.read_from_fifo %8 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
        %10 = tensor.empty() : tensor<64xf16>
        %11 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%9 : tensor<64xf16>) outs(%10 : tensor<64xf16>) {
        ^bb0(%in: f16, %out: f16):
          %12 = arith.mulf %in, %arg2 : f16
          %cst = arith.constant 2.000000e+00 : f16
          %13 = arith.addf %12, %cst : f16
          %14 = math.exp %13 : f16
          linalg.yield %14 : f16
        } -> tensor<64xf16>
        ktdf.write_to_fifo %11, %7 : tensor<64xf16>, <"SFU" -> "L1SU", 64xf16>
      } {loop_type = #ktdf.loop_type<parallel_loop>}
    } {loop_type = #ktdf.loop_type<parallel_loop>}
  }
  dataflow.program_unit iter_arg : %arg3 -> (%3) : {
    %7 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>
    %8 = uniform.def_immutable_mapping([%3 -> %4]):index
    %9 = uniform.query_map(map:%8, key:%arg3) : index
    scf.for %arg4 = %c0 to %c4 step %c1 {
      %10 = ktdf.buffer_phase(%arg4) {num_phases = 2 : i64} : index
      %11 = ktdf.select_memref %10[%alloc_1, %alloc_2] : memref<64xf16, "L1">
      %12 = arith.cmpi sge, %arg4, %c2 : index
      scf.if %12 {
        dataflow.sync_recv %9 : index
      }
      scf.for %arg5 = %c0 to %c1 step %c1 {
        ktdf.data_transfer from %7 size [64] to %11[0] size [64] {sg.buffer = "arg1"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, memref<64xf16, "L1">
      } {loop_type = #ktdf.loop_type<parallel_loop>}
      dataflow.sync_send %9 {wait_immediately_for_async_transfers = true} : index
    } {loop_type = #ktdf.loop_type<parallel_loop>}
    scf.for %arg4 = %c0 to %c2 step %c1 {
      dataflow.sync_recv %9 : index
    }
  }
  dataflow.program_unit iter_arg : %arg3 -> (%4) : {
    %7 = uniform.def_immutable_mapping([%4 -> %3]):index
    %8 = uniform.query_map(map:%7, key:%arg3) : index
    scf.for %arg4 = %c0 to %c4 step %c1 {
      %9 = ktdf.buffer_phase(%arg4) {num_phases = 2 : i64} : index
      %10 = ktdf.select_memref %9[%alloc_1, %alloc_2] : memref<64xf16, "L1">
      dataflow.sync_recv %8 : index
      ktdf.data_transfer from %10[0] size [64] to %6[%arg4 * 64] size [64] {sg.buffer = "arg1"} : memref<64xf16, "L1">, memref<256xf16, "DDR">
      dataflow.sync_send %8 {wait_immediately_for_async_transfers = false} : index
    } {loop_type = #ktdf.loop_type<parallel_loop>}
  }
  return
}

// -----

// The element of a column arrives once per row and is spread over the lanes.
// CHECK-LABEL: func.func @spread
// CHECK: dataflow.program_unit
// CHECK: dataflow.program_unit
// CHECK: scf.for %[[R:.*]] = %c0 to %c4
// CHECK: %[[ONE:.*]] = agen.vector_load %{{.*}}[%[[R]]] {{.*}} : memref<4xf16>, vector<1xf16>
// CHECK-NEXT: dataflow.send %{{.*}}, %[[ONE]] : vector<1xf16>
// CHECK-NEXT: scf.for %[[C:.*]] = %c0 to %c2
// CHECK-NEXT: agen.vector_load %{{.*}}[%[[R]], %[[C]] * 64] {{.*}} : memref<4x128xf16>, vector<64xf16>
// CHECK: agen.vector_load %{{.*}}[%[[C]] * 64] {{.*}} : memref<128xf16>, vector<64xf16>
// CHECK: dataflow.program_unit
// CHECK: scf.for
// CHECK-NEXT: %[[E:.*]] = dataflow.receive {{.*}} : vector<1xf16>
// CHECK-NEXT: %[[COLUMN:.*]] = vectorchain.shuffle input(%[[E]]) {indices = [0 : i32], repetition = 64 : i32} : vector<1xf16>, vector<64xf16>
// CHECK-NEXT: scf.for
// CHECK-NEXT: %[[A:.*]] = dataflow.receive
// CHECK-NEXT: %[[M:.*]] = vectorchain.binary %[[A]], %[[COLUMN]] {binary_op = #vectorchain<binary_operator mul>
// CHECK-NEXT: %[[ROW:.*]] = dataflow.receive
// CHECK-NEXT: vectorchain.binary %[[M]], %[[ROW]] {binary_op = #vectorchain<binary_operator add>
func.func @spread(%arg0: index, %arg1: index, %arg2: index, %arg3: index) attributes {grid = [1], sg.corelets = 1 : i64} {
  %0 = dataflow.get_unit {core = 0 : i32, name = "C0-mnilu", type = "mnilu"} : index
  %1 = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "C0-l1lu-CL0", type = "l1lu"} : index
  %2 = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "C0-sfu-CL0", type = "sfu"} : index
  %3 = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "C0-l1su-CL0", type = "l1su"} : index
  %4 = dataflow.get_unit {core = 0 : i32, name = "C0-mnisu", type = "mnisu"} : index
  %alloc = memref.alloc() {sg.address = 0 : i64, sg.buffer = "arg0", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<4x128xf16, "L1">
  %alloc_0 = memref.alloc() {sg.address = 1024 : i64, sg.buffer = "arg2", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<4xf16, "L1">
  %alloc_1 = memref.alloc() {sg.address = 1152 : i64, sg.buffer = "arg1", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %alloc_2 = memref.alloc() {sg.address = 1408 : i64, sg.buffer = "arg3", sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<4x128xf16, "L1">
  %5 = ktdp.construct_memory_view %arg0, sizes: [4, 128], strides: [128, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 3 >= 0, d1 >= 0, -d1 + 127 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<4x128xf16, "DDR">
  %6 = ktdp.construct_memory_view %arg2, sizes: [4], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 3 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<4xf16, "DDR">
  %7 = ktdp.construct_memory_view %arg1, sizes: [128], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 127 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<128xf16, "DDR">
  %8 = ktdp.construct_memory_view %arg3, sizes: [4, 128], strides: [128, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 3 >= 0, d1 >= 0, -d1 + 127 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<4x128xf16, "DDR">
  dataflow.program_unit iter_arg : %arg4 -> (%0) : {
    %9 = uniform.def_immutable_mapping([%0 -> %1]):index
    %10 = uniform.query_map(map:%9, key:%arg4) : index
    ktdf.data_transfer from %5[0, 0] size [4, 128] to %alloc[0, 0] size [4, 128] {sg.buffer = "arg0"} : memref<4x128xf16, "DDR">, memref<4x128xf16, "L1">
    ktdf.data_transfer from %6[0] size [4] to %alloc_0[0] size [4] {sg.buffer = "arg2"} : memref<4xf16, "DDR">, memref<4xf16, "L1">
    ktdf.data_transfer from %7[0] size [128] to %alloc_1[0] size [128] {sg.buffer = "arg1"} : memref<128xf16, "DDR">, memref<128xf16, "L1">
    dataflow.sync_send %10 {wait_immediately_for_async_transfers = false} : index
    dataflow.sync_recv %10 : index
  }
  dataflow.program_unit iter_arg : %arg4 -> (%1) : {
    %9 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
    %10 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
    %11 = uniform.def_immutable_mapping([%1 -> %0]):index
    %12 = uniform.query_map(map:%11, key:%arg4) : index
    dataflow.sync_recv %12 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %arg5 = %c0 to %c4 step %c1 {
      ktdf.data_transfer from %alloc_0[%arg5] size [1] to %10 size [1] {sg.buffer = "arg2"} : memref<4xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
      %c2 = arith.constant 2 : index
      scf.for %arg6 = %c0 to %c2 step %c1 {
        ktdf.data_transfer from %alloc[%arg5, %arg6 * 64] size [1, 64] to %9 size [64] {sg.buffer = "arg0"} : memref<4x128xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
        ktdf.data_transfer from %alloc_1[%arg6 * 64] size [64] to %9 size [64] {sg.buffer = "arg1"} : memref<128xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
      } {loop_type = #ktdf.loop_type<parallel_loop>}
    } {loop_type = #ktdf.loop_type<parallel_loop>}
    dataflow.sync_send %12 {wait_immediately_for_async_transfers = true} : index
  }
  dataflow.program_unit iter_arg : %arg4 -> (%2) : {
    %9 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>
    %10 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
    %11 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %arg5 = %c0 to %c4 step %c1 {
      %12 = ktdf.read_from_fifo %11 : <"L1LU" -> "SFU", 1xf16> -> tensor<1xf16>
      %c2 = arith.constant 2 : index
      scf.for %arg6 = %c0 to %c2 step %c1 {
        %13 = ktdf.read_from_fifo %10 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
        %14 = ktdf.read_from_fifo %10 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
        %15 = tensor.empty() : tensor<64xf16>
        %16 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%13, %12, %14 : tensor<64xf16>, tensor<1xf16>, tensor<64xf16>) outs(%15 : tensor<64xf16>) {
        ^bb0(%in: f16, %in_3: f16, %in_4: f16, %out: f16):
          %17 = arith.mulf %in, %in_3 : f16
          %18 = arith.addf %17, %in_4 : f16
          linalg.yield %18 : f16
        } -> tensor<64xf16>
        ktdf.write_to_fifo %16, %9 : tensor<64xf16>, <"SFU" -> "L1SU", 64xf16>
      } {loop_type = #ktdf.loop_type<parallel_loop>}
    } {loop_type = #ktdf.loop_type<parallel_loop>}
  }
  dataflow.program_unit iter_arg : %arg4 -> (%3) : {
    %9 = uniform.def_immutable_mapping([%3 -> %4]):index
    %10 = uniform.query_map(map:%9, key:%arg4) : index
    %11 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %arg5 = %c0 to %c4 step %c1 {
      %c2 = arith.constant 2 : index
      scf.for %arg6 = %c0 to %c2 step %c1 {
        ktdf.data_transfer from %11 size [64] to %alloc_2[%arg5, %arg6 * 64] size [1, 64] {sg.buffer = "arg3"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, memref<4x128xf16, "L1">
      } {loop_type = #ktdf.loop_type<parallel_loop>}
    } {loop_type = #ktdf.loop_type<parallel_loop>}
    dataflow.sync_send %10 {wait_immediately_for_async_transfers = true} : index
    dataflow.sync_recv %10 : index
  }
  dataflow.program_unit iter_arg : %arg4 -> (%4) : {
    %9 = uniform.def_immutable_mapping([%4 -> %3]):index
    %10 = uniform.query_map(map:%9, key:%arg4) : index
    dataflow.sync_recv %10 : index
    ktdf.data_transfer from %alloc_2[0, 0] size [4, 128] to %8[0, 0] size [4, 128] {sg.buffer = "arg3"} : memref<4x128xf16, "L1">, memref<4x128xf16, "DDR">
    dataflow.sync_send %10 {wait_immediately_for_async_transfers = false} : index
  }
  return
}

// -----

// What differs between cores is a table: how many rows, and where they start.
// CHECK-LABEL: func.func @uneven
// CHECK-DAG: %[[U0:.*]] = dataflow.get_unit {{.*}}"C0-mnilu"
// CHECK-DAG: %[[U1:.*]] = dataflow.get_unit {{.*}}"C1-mnilu"
// CHECK-DAG: %[[U2:.*]] = dataflow.get_unit {{.*}}"C2-mnilu"
// CHECK-DAG: %[[U3:.*]] = dataflow.get_unit {{.*}}"C3-mnilu"
// CHECK-NOT: get_compute_tile_id
// CHECK: dataflow.program_unit iter_arg : %[[ME:.*]] -> (%[[U0]], %[[U1]], %[[U2]], %[[U3]])
// CHECK-DAG: %[[COUNTS:.*]] = uniform.def_immutable_mapping([%[[U0]] -> %c3], [%[[U1]] -> %c3], [%[[U2]] -> %c2], [%[[U3]] -> %c2])
// CHECK-DAG: %[[COUNT:.*]] = uniform.query_map(map:%[[COUNTS]], key:%[[ME]])
// CHECK-DAG: %[[STARTS:.*]] = uniform.def_immutable_mapping([%[[U0]] -> %c0], [%[[U1]] -> %c128], [%[[U2]] -> %c256], [%[[U3]] -> %c384])
// CHECK-DAG: %[[START:.*]] = uniform.query_map(map:%[[STARTS]], key:%[[ME]])
// CHECK: arith.addi %{{.*}}, %[[START]]
// CHECK: scf.for %{{.*}} = %c0 to %[[COUNT]]
func.func @uneven(%arg0: index, %arg1: index) attributes {grid = [4], sg.corelets = 1 : i64} {
  %0 = dataflow.get_unit {core = 0 : i32, name = "C0-mnilu", type = "mnilu"} : index
  %1 = dataflow.get_unit {core = 1 : i32, name = "C1-mnilu", type = "mnilu"} : index
  %2 = dataflow.get_unit {core = 2 : i32, name = "C2-mnilu", type = "mnilu"} : index
  %3 = dataflow.get_unit {core = 3 : i32, name = "C3-mnilu", type = "mnilu"} : index
  %4 = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "C0-l1lu-CL0", type = "l1lu"} : index
  %5 = dataflow.get_unit {core = 1 : i32, corelet = 0 : i32, name = "C1-l1lu-CL0", type = "l1lu"} : index
  %6 = dataflow.get_unit {core = 2 : i32, corelet = 0 : i32, name = "C2-l1lu-CL0", type = "l1lu"} : index
  %7 = dataflow.get_unit {core = 3 : i32, corelet = 0 : i32, name = "C3-l1lu-CL0", type = "l1lu"} : index
  %8 = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "C0-sfu-CL0", type = "sfu"} : index
  %9 = dataflow.get_unit {core = 1 : i32, corelet = 0 : i32, name = "C1-sfu-CL0", type = "sfu"} : index
  %10 = dataflow.get_unit {core = 2 : i32, corelet = 0 : i32, name = "C2-sfu-CL0", type = "sfu"} : index
  %11 = dataflow.get_unit {core = 3 : i32, corelet = 0 : i32, name = "C3-sfu-CL0", type = "sfu"} : index
  %12 = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "C0-l1su-CL0", type = "l1su"} : index
  %13 = dataflow.get_unit {core = 1 : i32, corelet = 0 : i32, name = "C1-l1su-CL0", type = "l1su"} : index
  %14 = dataflow.get_unit {core = 2 : i32, corelet = 0 : i32, name = "C2-l1su-CL0", type = "l1su"} : index
  %15 = dataflow.get_unit {core = 3 : i32, corelet = 0 : i32, name = "C3-l1su-CL0", type = "l1su"} : index
  %16 = dataflow.get_unit {core = 0 : i32, name = "C0-mnisu", type = "mnisu"} : index
  %17 = dataflow.get_unit {core = 1 : i32, name = "C1-mnisu", type = "mnisu"} : index
  %18 = dataflow.get_unit {core = 2 : i32, name = "C2-mnisu", type = "mnisu"} : index
  %19 = dataflow.get_unit {core = 3 : i32, name = "C3-mnisu", type = "mnisu"} : index
  %alloc = memref.alloc() {sg.address = 0 : i64, sg.buffer = "arg0", sg.phase = 0 : i64, sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %alloc_0 = memref.alloc() {sg.address = 256 : i64, sg.buffer = "arg0", sg.phase = 1 : i64, sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %alloc_1 = memref.alloc() {sg.address = 512 : i64, sg.buffer = "arg1", sg.phase = 0 : i64, sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %alloc_2 = memref.alloc() {sg.address = 768 : i64, sg.buffer = "arg1", sg.phase = 1 : i64, sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %tile = ktdp.get_compute_tile_id : index
  %20 = affine.apply affine_map<(d0) -> (d0 * 128)>(%tile)
  %21 = arith.addi %arg0, %20 : index
  %cst = arith.constant dense<[3, 3, 2, 2]> : tensor<4xindex>
  %extracted = tensor.extract %cst[%tile] : tensor<4xindex>
  %22 = ktdp.construct_memory_view %21, sizes: [%extracted, 128], strides: [512, 1] {coordinate_set = affine_set<(d0, d1)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0, d1 >= 0, -d1 + 127 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<?x128xf16, "DDR">
  %23 = arith.addi %arg1, %20 : index
  %24 = ktdp.construct_memory_view %23, sizes: [%extracted, 128], strides: [512, 1] {coordinate_set = affine_set<(d0, d1)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0, d1 >= 0, -d1 + 127 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<?x128xf16, "DDR">
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  dataflow.program_unit iter_arg : %arg2 -> (%0, %1, %2, %3) : {
    %25 = uniform.def_immutable_mapping([%0 -> %4], [%1 -> %5], [%2 -> %6], [%3 -> %7]):index
    %26 = uniform.query_map(map:%25, key:%arg2) : index
    scf.for %arg3 = %c0 to %extracted step %c1 {
      %27 = ktdf.buffer_phase(%arg3) {num_phases = 2 : i64} : index
      %28 = ktdf.select_memref %27[%alloc, %alloc_0] : memref<128xf16, "L1">
      %29 = arith.cmpi sge, %arg3, %c2 : index
      scf.if %29 {
        dataflow.sync_recv %26 : index
      }
      ktdf.data_transfer from %22[%arg3, 0] size [1, 128] to %28[0] size [128] {sg.buffer = "arg0"} : memref<?x128xf16, "DDR">, memref<128xf16, "L1">
      dataflow.sync_send %26 {wait_immediately_for_async_transfers = false} : index
    } {loop_type = #ktdf.loop_type<parallel_loop>}
    scf.for %arg3 = %c0 to %c2 step %c1 {
      dataflow.sync_recv %26 : index
    }
  }
  dataflow.program_unit iter_arg : %arg2 -> (%4, %5, %6, %7) : {
    %25 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
    %26 = uniform.def_immutable_mapping([%4 -> %0], [%5 -> %1], [%6 -> %2], [%7 -> %3]):index
    %27 = uniform.query_map(map:%26, key:%arg2) : index
    scf.for %arg3 = %c0 to %extracted step %c1 {
      %28 = ktdf.buffer_phase(%arg3) {num_phases = 2 : i64} : index
      %29 = ktdf.select_memref %28[%alloc, %alloc_0] : memref<128xf16, "L1">
      dataflow.sync_recv %27 : index
      scf.for %arg4 = %c0 to %c1 step %c1 {
        scf.for %arg5 = %c0 to %c2 step %c1 {
          ktdf.data_transfer from %29[%arg5 * 64] size [64] to %25 size [64] {sg.buffer = "arg0"} : memref<128xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
        } {loop_type = #ktdf.loop_type<parallel_loop>}
      } {loop_type = #ktdf.loop_type<parallel_loop>}
      dataflow.sync_send %27 {wait_immediately_for_async_transfers = true} : index
    } {loop_type = #ktdf.loop_type<parallel_loop>}
  }
  dataflow.program_unit iter_arg : %arg2 -> (%8, %9, %10, %11) : {
    %25 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>
    %26 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
    scf.for %arg3 = %c0 to %extracted step %c1 {
      scf.for %arg4 = %c0 to %c1 step %c1 {
        scf.for %arg5 = %c0 to %c2 step %c1 {
          %27 = ktdf.read_from_fifo %26 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
          %28 = tensor.empty() : tensor<64xf16>
          %29 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%27 : tensor<64xf16>) outs(%28 : tensor<64xf16>) {
          ^bb0(%in: f16, %out: f16):
            %30 = arith.negf %in : f16
            linalg.yield %30 : f16
          } -> tensor<64xf16>
          ktdf.write_to_fifo %29, %25 : tensor<64xf16>, <"SFU" -> "L1SU", 64xf16>
        } {loop_type = #ktdf.loop_type<parallel_loop>}
      } {loop_type = #ktdf.loop_type<parallel_loop>}
    } {loop_type = #ktdf.loop_type<parallel_loop>}
  }
  dataflow.program_unit iter_arg : %arg2 -> (%12, %13, %14, %15) : {
    %25 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>
    %26 = uniform.def_immutable_mapping([%12 -> %16], [%13 -> %17], [%14 -> %18], [%15 -> %19]):index
    %27 = uniform.query_map(map:%26, key:%arg2) : index
    scf.for %arg3 = %c0 to %extracted step %c1 {
      %28 = ktdf.buffer_phase(%arg3) {num_phases = 2 : i64} : index
      %29 = ktdf.select_memref %28[%alloc_1, %alloc_2] : memref<128xf16, "L1">
      %30 = arith.cmpi sge, %arg3, %c2 : index
      scf.if %30 {
        dataflow.sync_recv %27 : index
      }
      scf.for %arg4 = %c0 to %c1 step %c1 {
        scf.for %arg5 = %c0 to %c2 step %c1 {
          ktdf.data_transfer from %25 size [64] to %29[%arg5 * 64] size [64] {sg.buffer = "arg1"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, memref<128xf16, "L1">
        } {loop_type = #ktdf.loop_type<parallel_loop>}
      } {loop_type = #ktdf.loop_type<parallel_loop>}
      dataflow.sync_send %27 {wait_immediately_for_async_transfers = true} : index
    } {loop_type = #ktdf.loop_type<parallel_loop>}
    scf.for %arg3 = %c0 to %c2 step %c1 {
      dataflow.sync_recv %27 : index
    }
  }
  dataflow.program_unit iter_arg : %arg2 -> (%16, %17, %18, %19) : {
    %25 = uniform.def_immutable_mapping([%16 -> %12], [%17 -> %13], [%18 -> %14], [%19 -> %15]):index
    %26 = uniform.query_map(map:%25, key:%arg2) : index
    scf.for %arg3 = %c0 to %extracted step %c1 {
      %27 = ktdf.buffer_phase(%arg3) {num_phases = 2 : i64} : index
      %28 = ktdf.select_memref %27[%alloc_1, %alloc_2] : memref<128xf16, "L1">
      dataflow.sync_recv %26 : index
      ktdf.data_transfer from %28[0] size [128] to %24[%arg3, 0] size [1, 128] {sg.buffer = "arg1"} : memref<128xf16, "L1">, memref<?x128xf16, "DDR">
      dataflow.sync_send %26 {wait_immediately_for_async_transfers = false} : index
    } {loop_type = #ktdf.loop_type<parallel_loop>}
  }
  return
}
