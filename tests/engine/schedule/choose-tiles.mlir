// Blocks fit the scratchpad, buffers that take turns included, and follow the options.
// RUN: sed 's/size = 1048576/size = 8192/' %archs/toy.mlir > %t.small.mlir
// RUN: sed 's/size = 1048576/size = 128/' %archs/toy.mlir > %t.tiny.mlir
// RUN: spyreglass-opt %s -split-input-file --pass-pipeline='builtin.module(func.func(sg-choose-tiles{device=%archs/spyre.mlir}))' \
// RUN:   | FileCheck %s --check-prefix=FULL
// RUN: spyreglass-opt %s -split-input-file --pass-pipeline='builtin.module(func.func(sg-choose-tiles{device=%t.small.mlir}))' \
// RUN:   | FileCheck %s --check-prefix=SMALL
// RUN: spyreglass-opt %s -split-input-file --pass-pipeline='builtin.module(func.func(sg-choose-tiles{device=%t.small.mlir opt=double-buffering=off}))' \
// RUN:   | FileCheck %s --check-prefix=SINGLE
// RUN: spyreglass-opt %s -split-input-file --pass-pipeline='builtin.module(func.func(sg-choose-tiles{device=%archs/spyre-mini.mlir opt=tile-rows=5 opt=tile-columns=96}))' \
// RUN:   | FileCheck %s --check-prefix=ROWS
// RUN: spyreglass-opt %s -split-input-file --pass-pipeline='builtin.module(func.func(sg-choose-tiles{device=%archs/spyre-mini.mlir opt=vector-lanes=16}))' \
// RUN:   | FileCheck %s --check-prefix=LANES
// RUN: not spyreglass-opt %s -split-input-file --pass-pipeline='builtin.module(func.func(sg-choose-tiles{device=%t.tiny.mlir}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TINY
// TINY: error: no block of this program fits the 128 bytes of scratchpad on device 'toy'; use smaller tiles or fewer operands

// 16384 elements of two bytes in and out: in several blocks even where there is
// room for one, so that they overlap; 1024 elements in 8 KiB for two times two
// buffers, 2048 for one time two.
// FULL-LABEL: func.func @stretch
// FULL: sg.block = array<i64: 4096>, sg.lanes = 64 : i64
// SMALL-LABEL: func.func @stretch
// SMALL: sg.block = array<i64: 1024>
// SINGLE-LABEL: func.func @stretch
// SINGLE: sg.block = array<i64: 2048>
// ROWS-LABEL: func.func @stretch
// LANES-LABEL: func.func @stretch
// LANES: sg.lanes = 16 : i64
func.func @stretch(%arg0: index, %arg1: index) attributes {grid = [1]} {
  %alloc = memref.alloc() {sg.buffer = "arg1"} : memref<1xf16, "L1">
  %alloc_0 = memref.alloc() {sg.buffer = "arg0"} : memref<1xf16, "L1">
  %0 = ktdp.construct_memory_view %arg0, sizes: [16384], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 16383 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<16384xf16, "DDR">
  %1 = ktdp.construct_memory_view %arg1, sizes: [16384], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 16383 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<16384xf16, "DDR">
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16384 = arith.constant 16384 : index
  scf.for %arg2 = %c0 to %c16384 step %c1 {
    ktdf.pipeline {
      %2:6 = ktdf.private -> (!ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 1xf16>, !ktdf.token, !ktdf.token, !ktdf.token, !ktdf.token) {
        %3 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
        %4 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 1xf16>
        %5 = ktdf.create_token : !ktdf.token
        %6 = ktdf.create_token : !ktdf.token
        %7 = ktdf.create_token : !ktdf.token
        %8 = ktdf.create_token : !ktdf.token
        ktdf.private_yield %3, %4, %5, %6, %7, %8 : !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 1xf16>, !ktdf.token, !ktdf.token, !ktdf.token, !ktdf.token
      }
      ktdf.stage depends_in(none) depends_out(%2#4) {
        ktdf.data_transfer from %0[%arg2] size [1] to %alloc_0[0] size [1] {sg.buffer = "arg0"} : memref<16384xf16, "DDR">, memref<1xf16, "L1">
      } {applicable_units = ["MNILU"]}
      ktdf.stage depends_in(%2#4) depends_out(%2#2) {
        ktdf.data_transfer from %alloc_0[0] size [1] to %2#0 size [1] {sg.buffer = "arg0"} : memref<1xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
      } {applicable_units = ["L1LU"]}
      ktdf.stage depends_in(%2#2) depends_out(%2#3) {
        %3 = ktdf.read_from_fifo %2#0 : <"L1LU" -> "SFU", 1xf16> -> tensor<1xf16>
        %4 = tensor.empty() : tensor<1xf16>
        %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%3 : tensor<1xf16>) outs(%4 : tensor<1xf16>) {
        ^bb0(%in: f16, %out: f16):
          %6 = arith.addf %in, %in : f16
          linalg.yield %6 : f16
        } -> tensor<1xf16>
        ktdf.write_to_fifo %5, %2#1 : tensor<1xf16>, <"SFU" -> "L1SU", 1xf16>
      } {applicable_units = ["SFU"]}
      ktdf.stage depends_in(%2#3) depends_out(%2#5) {
        ktdf.data_transfer from %2#1 size [1] to %alloc[0] size [1] {sg.buffer = "arg1"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 1xf16>, memref<1xf16, "L1">
      } {applicable_units = ["L1SU"]}
      ktdf.stage depends_in(%2#5) depends_out(none) {
        ktdf.data_transfer from %alloc[0] size [1] to %1[%arg2] size [1] {sg.buffer = "arg1"} : memref<1xf16, "L1">, memref<16384xf16, "DDR">
      } {applicable_units = ["MNISU"]}
    } {sg.program = 0 : i64}
  } {loop_type = #ktdf.loop_type<parallel_loop>}
  return
}

// -----

// The row stays while blocks go down the columns, so that it is loaded once.
// FULL-LABEL: func.func @matrix
// FULL: sg.block = array<i64: {{[0-9]+}}, 1024>
// ROWS-LABEL: func.func @matrix
// ROWS: sg.block = array<i64: 5, 96>
// LANES-LABEL: func.func @matrix
// LANES: sg.order = array<i64: 1, 0>
func.func @matrix(%arg0: index, %arg1: index, %arg2: index, %arg3: index) attributes {grid = [1]} {
  %alloc = memref.alloc() {sg.buffer = "arg3"} : memref<1xf16, "L1">
  %alloc_0 = memref.alloc() {sg.buffer = "arg0"} : memref<1xf16, "L1">
  %alloc_1 = memref.alloc() {sg.buffer = "arg2"} : memref<1xf16, "L1">
  %alloc_2 = memref.alloc() {sg.buffer = "arg1"} : memref<1xf16, "L1">
  %0 = ktdp.construct_memory_view %arg0, sizes: [64, 1024], strides: [1024, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 63 >= 0, d1 >= 0, -d1 + 1023 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<64x1024xf16, "DDR">
  %1 = ktdp.construct_memory_view %arg2, sizes: [64], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<64xf16, "DDR">
  %2 = ktdp.construct_memory_view %arg1, sizes: [1024], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 1023 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<1024xf16, "DDR">
  %3 = ktdp.construct_memory_view %arg3, sizes: [64, 1024], strides: [1024, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 63 >= 0, d1 >= 0, -d1 + 1023 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<64x1024xf16, "DDR">
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c1024 = arith.constant 1024 : index
  scf.for %arg4 = %c0 to %c64 step %c1 {
    scf.for %arg5 = %c0 to %c1024 step %c1 {
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
          ktdf.data_transfer from %0[%arg4, %arg5] size [1, 1] to %alloc_0[0] size [1] {sg.buffer = "arg0"} : memref<64x1024xf16, "DDR">, memref<1xf16, "L1">
          ktdf.data_transfer from %1[%arg4] size [1] to %alloc_1[0] size [1] {sg.buffer = "arg2"} : memref<64xf16, "DDR">, memref<1xf16, "L1">
          ktdf.data_transfer from %2[%arg5] size [1] to %alloc_2[0] size [1] {sg.buffer = "arg1"} : memref<1024xf16, "DDR">, memref<1xf16, "L1">
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
          ktdf.data_transfer from %alloc[0] size [1] to %3[%arg4, %arg5] size [1, 1] {sg.buffer = "arg3"} : memref<1xf16, "L1">, memref<64x1024xf16, "DDR">
        } {applicable_units = ["MNISU"]}
      } {sg.program = 0 : i64}
    } {loop_type = #ktdf.loop_type<parallel_loop>}
  } {loop_type = #ktdf.loop_type<parallel_loop>}
  return
}
