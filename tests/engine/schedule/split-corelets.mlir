// Rows of a block are dealt out to the corelets.
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-split-corelets{device=%archs/spyre-mini.mlir}))' | FileCheck %s --check-prefix=TWO
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-split-corelets{device=%archs/spyre-mini.mlir opt=corelets=1}))' | FileCheck %s --check-prefix=ONE

// The loop over blocks stays, the loop over rows becomes a parallel one.
// TWO-LABEL: func.func @blocks
// TWO-SAME: sg.corelets = 2 : i64
// TWO: scf.for %{{.*}} = %c0 to %c4
// TWO: applicable_units = ["MNILU"]
// TWO: ktdf.parallel (%[[R:[a-z0-9]*]]{{.*}}) = (%c0) to (%{{.*}}) step (%c1) distribute(num_instances = 2)
// TWO: ktdf.data_transfer from %{{.*}}[%[[R]] * 64] size [64]
// TWO: ktdf.parallel_yield
// TWO: applicable_units = ["MNISU"]
// TWO: ktdf.parallel (%{{.*}}) = (%c0) to (%c1) step (%c1) distribute(num_instances = 2)
// TWO-NOT: scf.for
// TWO: return

// ONE-LABEL: func.func @blocks
// ONE-SAME: sg.corelets = 1 : i64
// ONE-NOT: ktdf.parallel (
// ONE: return
func.func @blocks(%arg0: index, %arg1: index) attributes {grid = [2]} {
  %alloc = memref.alloc() {sg.buffer = "arg0", sg.program = 0 : i64, sg.role = "in", sg.segment = 1 : i64} : memref<16xf16, "L1">
  %alloc_0 = memref.alloc() {sg.buffer = "arg1", sg.program = 0 : i64, sg.role = "out", sg.segment = 1 : i64} : memref<16xf16, "L1">
  %alloc_1 = memref.alloc() {sg.buffer = "arg0", sg.phase = 0 : i64, sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %alloc_2 = memref.alloc() {sg.buffer = "arg0", sg.phase = 1 : i64, sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %alloc_3 = memref.alloc() {sg.buffer = "arg1", sg.phase = 0 : i64, sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %alloc_4 = memref.alloc() {sg.buffer = "arg1", sg.phase = 1 : i64, sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<128xf16, "L1">
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
    %5 = ktdf.buffer_phase(%arg2) {num_phases = 2 : i64} : index
    %6 = ktdf.select_memref %5[%alloc_1, %alloc_2] : memref<128xf16, "L1">
    %7 = ktdf.select_memref %5[%alloc_3, %alloc_4] : memref<128xf16, "L1">
    ktdf.pipeline modulo(size : 2) {
      %8:2 = ktdf.private -> (!ktdf.token, !ktdf.token) {
        %9 = ktdf.create_token : !ktdf.token
        %10 = ktdf.create_token : !ktdf.token
        ktdf.private_yield %9, %10 : !ktdf.token, !ktdf.token
      }
      ktdf.stage depends_in(none) depends_out(%8#0) {
        ktdf.data_transfer from %2[%arg2 * 128] size [128] to %6[0] size [128] {sg.buffer = "arg0"} : memref<528xf16, "DDR">, memref<128xf16, "L1">
      } {applicable_units = ["MNILU"]}
      ktdf.stage depends_in(%8#0) depends_out(%8#1) {
        %c2 = arith.constant 2 : index
        scf.for %arg3 = %c0 to %c2 step %c1 {
          ktdf.pipeline {
            %9:4 = ktdf.private -> (!ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token) {
              %10 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
              %11 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>
              %12 = ktdf.create_token : !ktdf.token
              %13 = ktdf.create_token : !ktdf.token
              ktdf.private_yield %10, %11, %12, %13 : !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token
            }
            ktdf.stage depends_in(none) depends_out(%9#2) {
              ktdf.data_transfer from %6[%arg3 * 64] size [64] to %9#0 size [64] {sg.buffer = "arg0"} : memref<128xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
            } {applicable_units = ["L1LU"]}
            ktdf.stage depends_in(%9#2) depends_out(%9#3) {
              %10 = ktdf.read_from_fifo %9#0 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
              %11 = tensor.empty() : tensor<64xf16>
              %12 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%10 : tensor<64xf16>) outs(%11 : tensor<64xf16>) {
              ^bb0(%in: f16, %out: f16):
                %13 = arith.addf %in, %in : f16
                linalg.yield %13 : f16
              } -> tensor<64xf16>
              ktdf.write_to_fifo %12, %9#1 : tensor<64xf16>, <"SFU" -> "L1SU", 64xf16>
            } {applicable_units = ["SFU"]}
            ktdf.stage depends_in(%9#3) depends_out(none) {
              ktdf.data_transfer from %9#1 size [64] to %7[%arg3 * 64] size [64] {sg.buffer = "arg1"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, memref<128xf16, "L1">
            } {applicable_units = ["L1SU"]}
          }
        } {loop_type = #ktdf.loop_type<parallel_loop>}
      } {applicable_units = ["L1LU", "SFU", "L1SU"]}
      ktdf.stage depends_in(%8#1) depends_out(none) {
        ktdf.data_transfer from %7[0] size [128] to %4[%arg2 * 128] size [128] {sg.buffer = "arg1"} : memref<128xf16, "L1">, memref<528xf16, "DDR">
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

// -----

// Vectors of a row stay with the corelet that has the row.
// TWO-LABEL: func.func @shared
// TWO: ktdf.parallel (%[[R:[a-z0-9]*]]{{.*}}) = (%c0) to (%c8)
// TWO: scf.for %{{.*}} = %c0 to %{{.*}} step
// TWO: ktdf.data_transfer from %{{.*}}[%[[R]], %{{.*}} * 64] size [1, 64]
// ONE-LABEL: func.func @shared
func.func @shared(%arg0: index, %arg1: index, %arg2: index, %arg3: index) attributes {grid = [1]} {
  %alloc = memref.alloc() {sg.buffer = "arg0", sg.phase = 0 : i64, sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<8x128xf16, "L1">
  %alloc_0 = memref.alloc() {sg.buffer = "arg0", sg.phase = 1 : i64, sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<8x128xf16, "L1">
  %alloc_1 = memref.alloc() {sg.buffer = "arg2", sg.phase = 0 : i64, sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<8xf16, "L1">
  %alloc_2 = memref.alloc() {sg.buffer = "arg2", sg.phase = 1 : i64, sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<8xf16, "L1">
  %alloc_3 = memref.alloc() {sg.buffer = "arg1", sg.phase = 0 : i64, sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %alloc_4 = memref.alloc() {sg.buffer = "arg1", sg.phase = 1 : i64, sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %alloc_5 = memref.alloc() {sg.buffer = "arg3", sg.phase = 0 : i64, sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<8x128xf16, "L1">
  %alloc_6 = memref.alloc() {sg.buffer = "arg3", sg.phase = 1 : i64, sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<8x128xf16, "L1">
  %0 = ktdp.construct_memory_view %arg0, sizes: [16, 256], strides: [256, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 15 >= 0, d1 >= 0, -d1 + 255 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<16x256xf16, "DDR">
  %1 = ktdp.construct_memory_view %arg2, sizes: [16], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<16xf16, "DDR">
  %2 = ktdp.construct_memory_view %arg1, sizes: [256], strides: [1] {coordinate_set = affine_set<(d0) : (d0 >= 0, -d0 + 255 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<256xf16, "DDR">
  %3 = ktdp.construct_memory_view %arg3, sizes: [16, 256], strides: [256, 1] {coordinate_set = affine_set<(d0, d1) : (d0 >= 0, -d0 + 15 >= 0, d1 >= 0, -d1 + 255 >= 0)>, memory_space = #ktdp.memory_space<global>} : memref<16x256xf16, "DDR">
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %arg4 = %c0 to %c2 step %c1 {
    scf.for %arg5 = %c0 to %c2 step %c1 {
      %4 = ktdf.buffer_phase(%arg4, %arg5) {num_phases = 2 : i64} : index
      %5 = ktdf.select_memref %4[%alloc, %alloc_0] : memref<8x128xf16, "L1">
      %6 = ktdf.select_memref %4[%alloc_1, %alloc_2] : memref<8xf16, "L1">
      %7 = ktdf.buffer_phase(%arg4) {num_phases = 2 : i64} : index
      %8 = ktdf.select_memref %7[%alloc_3, %alloc_4] : memref<128xf16, "L1">
      %9 = ktdf.select_memref %4[%alloc_5, %alloc_6] : memref<8x128xf16, "L1">
      ktdf.pipeline modulo(size : 2) {
        %10:2 = ktdf.private -> (!ktdf.token, !ktdf.token) {
          %11 = ktdf.create_token : !ktdf.token
          %12 = ktdf.create_token : !ktdf.token
          ktdf.private_yield %11, %12 : !ktdf.token, !ktdf.token
        }
        ktdf.stage depends_in(none) depends_out(%10#0) {
          ktdf.data_transfer from %0[%arg5 * 8, %arg4 * 128] size [8, 128] to %5[0, 0] size [8, 128] {sg.buffer = "arg0"} : memref<16x256xf16, "DDR">, memref<8x128xf16, "L1">
          ktdf.data_transfer from %1[%arg5 * 8] size [8] to %6[0] size [8] {sg.buffer = "arg2"} : memref<16xf16, "DDR">, memref<8xf16, "L1">
          %c0_7 = arith.constant 0 : index
          %11 = arith.cmpi eq, %arg5, %c0_7 : index
          scf.if %11 {
            ktdf.data_transfer from %2[%arg4 * 128] size [128] to %8[0] size [128] {sg.buffer = "arg1"} : memref<256xf16, "DDR">, memref<128xf16, "L1">
          }
        } {applicable_units = ["MNILU"]}
        ktdf.stage depends_in(%10#0) depends_out(%10#1) {
          %c8 = arith.constant 8 : index
          scf.for %arg6 = %c0 to %c8 step %c1 {
            ktdf.pipeline {
              %11:6 = ktdf.private -> (!ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token) {
                %12 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
                %13 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
                %14 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
                %15 = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>
                %16 = ktdf.create_token : !ktdf.token
                %17 = ktdf.create_token : !ktdf.token
                ktdf.private_yield %12, %13, %14, %15, %16, %17 : !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>, !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, !ktdf.token, !ktdf.token
              }
              ktdf.stage depends_in(none) depends_out(%11#4) {
                ktdf.data_transfer from %6[%arg6] size [1] to %11#1 size [1] {sg.buffer = "arg2"} : memref<8xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 1xf16>
                scf.for %arg7 = %c0 to %c2 step %c1 {
                  ktdf.data_transfer from %5[%arg6, %arg7 * 64] size [1, 64] to %11#0 size [64] {sg.buffer = "arg0"} : memref<8x128xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
                  ktdf.data_transfer from %8[%arg7 * 64] size [64] to %11#2 size [64] {sg.buffer = "arg1"} : memref<128xf16, "L1">, !ktdf.fifo.slot<"L1LU" -> "SFU", 64xf16>
                } {loop_type = #ktdf.loop_type<parallel_loop>}
              } {applicable_units = ["L1LU"]}
              ktdf.stage depends_in(%11#4) depends_out(%11#5) {
                %12 = ktdf.read_from_fifo %11#1 : <"L1LU" -> "SFU", 1xf16> -> tensor<1xf16>
                scf.for %arg7 = %c0 to %c2 step %c1 {
                  %13 = ktdf.read_from_fifo %11#0 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
                  %14 = ktdf.read_from_fifo %11#2 : <"L1LU" -> "SFU", 64xf16> -> tensor<64xf16>
                  %15 = tensor.empty() : tensor<64xf16>
                  %16 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%13, %12, %14 : tensor<64xf16>, tensor<1xf16>, tensor<64xf16>) outs(%15 : tensor<64xf16>) {
                  ^bb0(%in: f16, %in_7: f16, %in_8: f16, %out: f16):
                    %17 = arith.mulf %in, %in_7 : f16
                    %18 = arith.addf %17, %in_8 : f16
                    linalg.yield %18 : f16
                  } -> tensor<64xf16>
                  ktdf.write_to_fifo %16, %11#3 : tensor<64xf16>, <"SFU" -> "L1SU", 64xf16>
                } {loop_type = #ktdf.loop_type<parallel_loop>}
              } {applicable_units = ["SFU"]}
              ktdf.stage depends_in(%11#5) depends_out(none) {
                scf.for %arg7 = %c0 to %c2 step %c1 {
                  ktdf.data_transfer from %11#3 size [64] to %9[%arg6, %arg7 * 64] size [1, 64] {sg.buffer = "arg3"} : !ktdf.fifo.slot<"SFU" -> "L1SU", 64xf16>, memref<8x128xf16, "L1">
                } {loop_type = #ktdf.loop_type<parallel_loop>}
              } {applicable_units = ["L1SU"]}
            }
          } {loop_type = #ktdf.loop_type<parallel_loop>}
        } {applicable_units = ["L1LU", "SFU", "L1SU"]}
        ktdf.stage depends_in(%10#1) depends_out(none) {
          ktdf.data_transfer from %9[0, 0] size [8, 128] to %3[%arg5 * 8, %arg4 * 128] size [8, 128] {sg.buffer = "arg3"} : memref<8x128xf16, "L1">, memref<16x256xf16, "DDR">
        } {applicable_units = ["MNISU"]}
      } {sg.program = 0 : i64}
    } {loop_type = #ktdf.loop_type<parallel_loop>}
  } {loop_type = #ktdf.loop_type<parallel_loop>}
  return
}
