// What several iterations share is loaded in the first of them.
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-hoist-transfers{device=%archs/spyre-mini.mlir}))' | FileCheck %s

// The inner block loop goes down the rows: the part of the row that all blocks
// of a column need is loaded with the first one; the others change.
// CHECK-LABEL: func.func @shared
// CHECK: scf.for %[[J:.*]] = %c0 to %c2
// CHECK: scf.for %[[I:.*]] = %c0 to %c2
// CHECK: ktdf.data_transfer from %{{.*}}[%[[I]] * 8, %[[J]] * 128] size [8, 128]
// CHECK-NEXT: ktdf.data_transfer from %{{.*}}[%[[I]] * 8] size [8]
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[I]], %{{.*}} : index
// CHECK-NEXT: scf.if %[[FIRST]] {
// CHECK-NEXT: ktdf.data_transfer from %{{.*}}[%[[J]] * 128] size [128] {{.*}} {sg.buffer = "arg1"}
// CHECK-NEXT: }
// CHECK-NEXT: } {applicable_units = ["MNILU"]}
// CHECK-NOT: scf.if
// CHECK: return
func.func @shared(%arg0: index, %arg1: index, %arg2: index, %arg3: index) attributes {grid = [1]} {
  %alloc = memref.alloc() {sg.buffer = "arg0", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<8x128xf16, "L1">
  %alloc_0 = memref.alloc() {sg.buffer = "arg2", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<8xf16, "L1">
  %alloc_1 = memref.alloc() {sg.buffer = "arg1", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %alloc_2 = memref.alloc() {sg.buffer = "arg3", sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<8x128xf16, "L1">
  %0 = ktdp.construct_memory_view %arg0, sizes: [16, 256], strides: [256, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 15 >= 0, d1 >= 0, -d1 + 255 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<16x256xf16, "DDR">
  %1 = ktdp.construct_memory_view %arg2, sizes: [16], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<16xf16, "DDR">
  %2 = ktdp.construct_memory_view %arg1, sizes: [256], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 255 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<256xf16, "DDR">
  %3 = ktdp.construct_memory_view %arg3, sizes: [16, 256], strides: [256, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 15 >= 0, d1 >= 0, -d1 + 255 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<16x256xf16, "DDR">
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %arg4 = %c0 to %c2 step %c1 {
    scf.for %arg5 = %c0 to %c2 step %c1 {
      ktdf.pipeline {
        %4:2 = ktdf.private -> (!ktdf.token, !ktdf.token) {
          %5 = ktdf.create_token : !ktdf.token
          %6 = ktdf.create_token : !ktdf.token
          ktdf.private_yield %5, %6 : !ktdf.token, !ktdf.token
        }
        ktdf.stage depends_in(none) depends_out(%4#0) {
          ktdf.data_transfer from %0[%arg5 * 8, %arg4 * 128] size [8, 128] to %alloc[0, 0] size [8, 128] {sg.buffer = "arg0"} : memref<16x256xf16, "DDR">, memref<8x128xf16, "L1">
          ktdf.data_transfer from %1[%arg5 * 8] size [8] to %alloc_0[0] size [8] {sg.buffer = "arg2"} : memref<16xf16, "DDR">, memref<8xf16, "L1">
          ktdf.data_transfer from %2[%arg4 * 128] size [128] to %alloc_1[0] size [128] {sg.buffer = "arg1"} : memref<256xf16, "DDR">, memref<128xf16, "L1">
        } {applicable_units = ["MNILU"]}
        ktdf.stage depends_in(%4#0) depends_out(%4#1) {
          %c8 = arith.constant 8 : index
          scf.for %arg6 = %c0 to %c8 step %c1 {
            ktdf.pipeline {
              %5:6 = ktdf.private -> (!ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token) {
                %6 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
                %7 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
                %8 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
                %9 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>
                %10 = ktdf.create_token : !ktdf.token
                %11 = ktdf.create_token : !ktdf.token
                ktdf.private_yield %6, %7, %8, %9, %10, %11 : !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token
              }
              ktdf.stage depends_in(none) depends_out(%5#4) {
                ktdf.data_transfer from %alloc_0[%arg6] size [1] to %5#1 size [1] {sg.buffer = "arg2"} : memref<8xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
                scf.for %arg7 = %c0 to %c2 step %c1 {
                  ktdf.data_transfer from %alloc[%arg6, %arg7 * 64] size [1, 64] to %5#0 size [64] {sg.buffer = "arg0"} : memref<8x128xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
                  ktdf.data_transfer from %alloc_1[%arg7 * 64] size [64] to %5#2 size [64] {sg.buffer = "arg1"} : memref<128xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
                } {loop_type = #ktdf.loop_type<parallel_loop>}
              } {applicable_units = ["L1LU"]}
              ktdf.stage depends_in(%5#4) depends_out(%5#5) {
                %6 = ktdf.read_from_fifo %5#1 : <"L1LU" -> "SFU", 1xf16> -> tensor<1xf16>
                scf.for %arg7 = %c0 to %c2 step %c1 {
                  %7 = ktdf.read_from_fifo %5#0 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
                  %8 = ktdf.read_from_fifo %5#2 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
                  %9 = tensor.empty() : tensor<64xf16>
                  %10 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%7, %6, %8 : tensor<64xf16>, tensor<1xf16>, tensor<64xf16>) outs(%9 : tensor<64xf16>) {
                  ^bb0(%in: f16, %in_3: f16, %in_4: f16, %out: f16):
                    %11 = arith.mulf %in, %in_3 : f16
                    %12 = arith.addf %11, %in_4 : f16
                    linalg.yield %12 : f16
                  } -> tensor<64xf16>
                  ktdf.write_to_fifo %10, %5#3 : tensor<64xf16>, <"SFU" -> "L1SU", 64xf16>
                } {loop_type = #ktdf.loop_type<parallel_loop>}
              } {applicable_units = ["SFU"]}
              ktdf.stage depends_in(%5#5) depends_out(none) {
                scf.for %arg7 = %c0 to %c2 step %c1 {
                  ktdf.data_transfer from %5#3 size [64] to %alloc_2[%arg6, %arg7 * 64] size [1, 64] {sg.buffer = "arg3"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, memref<8x128xf16, "L1">
                } {loop_type = #ktdf.loop_type<parallel_loop>}
              } {applicable_units = ["L1SU"]}
            }
          } {loop_type = #ktdf.loop_type<parallel_loop>}
        } {applicable_units = ["L1LU", "SFU", "L1SU"]}
        ktdf.stage depends_in(%4#1) depends_out(none) {
          ktdf.data_transfer from %alloc_2[0, 0] size [8, 128] to %3[%arg5 * 8, %arg4 * 128] size [8, 128] {sg.buffer = "arg3"} : memref<8x128xf16, "L1">, memref<16x256xf16, "DDR">
        } {applicable_units = ["MNISU"]}
      } {sg.program = 0 : i64}
    } {loop_type = #ktdf.loop_type<parallel_loop>}
  } {loop_type = #ktdf.loop_type<parallel_loop>}
  return
}

// -----

// CHECK-LABEL: func.func @blocks
// CHECK-NOT: scf.if
// CHECK: return
func.func @blocks(%arg0: index, %arg1: index) attributes {grid = [2]} {
  %alloc = memref.alloc() {sg.buffer = "arg0", sg.program = 0 : i64, sg.role = "in", sg.segment = 1 : i64} : memref<16xf16, "L1">
  %alloc_0 = memref.alloc() {sg.buffer = "arg1", sg.program = 0 : i64, sg.role = "out", sg.segment = 1 : i64} : memref<16xf16, "L1">
  %alloc_1 = memref.alloc() {sg.buffer = "arg0", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %alloc_2 = memref.alloc() {sg.buffer = "arg1", sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %tile = ktdp.get_compute_tile_id : index
  %0 = affine.apply affine_map<(d0) -> (d0 * 528)>(%tile)
  %1 = arith.addi %arg0, %0 : index
  %2 = ktdp.construct_memory_view %1, sizes: [528], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 527 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<528xf16, "DDR">
  %3 = arith.addi %arg1, %0 : index
  %4 = ktdp.construct_memory_view %3, sizes: [528], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 527 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<528xf16, "DDR">
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %arg2 = %c0 to %c4 step %c1 {
    ktdf.pipeline {
      %5:2 = ktdf.private -> (!ktdf.token, !ktdf.token) {
        %6 = ktdf.create_token : !ktdf.token
        %7 = ktdf.create_token : !ktdf.token
        ktdf.private_yield %6, %7 : !ktdf.token, !ktdf.token
      }
      ktdf.stage depends_in(none) depends_out(%5#0) {
        ktdf.data_transfer from %2[%arg2 * 128] size [128] to %alloc_1[0] size [128] {sg.buffer = "arg0"} : memref<528xf16, "DDR">, memref<128xf16, "L1">
      } {applicable_units = ["MNILU"]}
      ktdf.stage depends_in(%5#0) depends_out(%5#1) {
        %c2 = arith.constant 2 : index
        scf.for %arg3 = %c0 to %c2 step %c1 {
          ktdf.pipeline {
            %6:4 = ktdf.private -> (!ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token) {
              %7 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
              %8 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>
              %9 = ktdf.create_token : !ktdf.token
              %10 = ktdf.create_token : !ktdf.token
              ktdf.private_yield %7, %8, %9, %10 : !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token
            }
            ktdf.stage depends_in(none) depends_out(%6#2) {
              ktdf.data_transfer from %alloc_1[%arg3 * 64] size [64] to %6#0 size [64] {sg.buffer = "arg0"} : memref<128xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
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
              ktdf.data_transfer from %6#1 size [64] to %alloc_2[%arg3 * 64] size [64] {sg.buffer = "arg1"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, memref<128xf16, "L1">
            } {applicable_units = ["L1SU"]}
          }
        } {loop_type = #ktdf.loop_type<parallel_loop>}
      } {applicable_units = ["L1LU", "SFU", "L1SU"]}
      ktdf.stage depends_in(%5#1) depends_out(none) {
        ktdf.data_transfer from %alloc_2[0] size [128] to %4[%arg2 * 128] size [128] {sg.buffer = "arg1"} : memref<128xf16, "L1">, memref<528xf16, "DDR">
      } {applicable_units = ["MNISU"]}
    } {sg.program = 0 : i64}
  } {loop_type = #ktdf.loop_type<parallel_loop>}
  ktdf.pipeline {
    %5:2 = ktdf.private -> (!ktdf.token, !ktdf.token) {
      %6 = ktdf.create_token : !ktdf.token
      %7 = ktdf.create_token : !ktdf.token
      ktdf.private_yield %6, %7 : !ktdf.token, !ktdf.token
    }
    ktdf.stage depends_in(none) depends_out(%5#0) {
      ktdf.data_transfer from %2[512] size [16] to %alloc[0] size [16] {sg.buffer = "arg0"} : memref<528xf16, "DDR">, memref<16xf16, "L1">
    } {applicable_units = ["MNILU"]}
    ktdf.stage depends_in(%5#0) depends_out(%5#1) {
      scf.for %arg2 = %c0 to %c1 step %c1 {
        ktdf.pipeline {
          %6:4 = ktdf.private -> (!ktdf.fifo.slot<"L1LU" -> "SFU", 16xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 16xf16>, !ktdf.token, !ktdf.token) {
            %7 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 16xf16>
            %8 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 16xf16>
            %9 = ktdf.create_token : !ktdf.token
            %10 = ktdf.create_token : !ktdf.token
            ktdf.private_yield %7, %8, %9, %10 : !ktdf.fifo.slot<"L1LU" -> "SFU", 16xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 16xf16>, !ktdf.token, !ktdf.token
          }
          ktdf.stage depends_in(none) depends_out(%6#2) {
            ktdf.data_transfer from %alloc[0] size [16] to %6#0 size [16] {sg.buffer = "arg0"} : memref<16xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 16xf16>
          } {applicable_units = ["L1LU"]}
          ktdf.stage depends_in(%6#2) depends_out(%6#3) {
            %7 = ktdf.read_from_fifo %6#0 : <"L1LU" -> "SFU", 16xf16> -> tensor<16xf16>
            %8 = tensor.empty() : tensor<16xf16>
            %9 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%7 : tensor<16xf16>) outs(%8 : tensor<16xf16>) {
            ^bb0(%in: f16, %out: f16):
              %10 = arith.addf %in, %in : f16
              linalg.yield %10 : f16
            } -> tensor<16xf16>
            ktdf.write_to_fifo %9, %6#1 : tensor<16xf16>, <"SFU" -> "L1SU", 16xf16>
          } {applicable_units = ["SFU"]}
          ktdf.stage depends_in(%6#3) depends_out(none) {
            ktdf.data_transfer from %6#1 size [16] to %alloc_0[0] size [16] {sg.buffer = "arg1"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 16xf16>, memref<16xf16, "L1">
          } {applicable_units = ["L1SU"]}
        }
      } {loop_type = #ktdf.loop_type<parallel_loop>}
    } {applicable_units = ["L1LU", "SFU", "L1SU"]}
    ktdf.stage depends_in(%5#1) depends_out(none) {
      ktdf.data_transfer from %alloc_0[0] size [16] to %4[512] size [16] {sg.buffer = "arg1"} : memref<16xf16, "L1">, memref<528xf16, "DDR">
    } {applicable_units = ["MNISU"]}
  } {sg.program = 0 : i64}
  return
}
