// Every pass in a row, on samples: nothing of the levels above is left, and the
// result parses and verifies again.
// DEFINE: %{device} = device=%archs/spyre-mini.mlir
// DEFINE: %{passes} = \
// DEFINE:   sg-specialize{%{device}},sg-check-support{%{device}},sg-form-programs{%{device}},\
// DEFINE:   sg-peel-loops{%{device}},sg-build-pipelines{%{device}},sg-route-transfers{%{device}},\
// DEFINE:   sg-choose-tiles{%{device}},sg-tile{%{device}},sg-hoist-transfers{%{device}},\
// DEFINE:   sg-double-buffer{%{device}},sg-split-corelets{%{device}},sg-assign-addresses{%{device}},\
// DEFINE:   sg-make-units{%{device}},sg-emit-dataflow{%{device}}

// RUN: spyreglass-opt %samples/ktir/add-2048-mini.mlir --pass-pipeline='builtin.module(func.func(%{passes}))' > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: spyreglass-opt %t.mlir > %t.again.mlir
// RUN: diff %t.mlir %t.again.mlir

// RUN: spyreglass-opt %samples/ktir/two-programs.mlir --pass-pipeline='builtin.module(func.func(%{passes}))' > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: spyreglass-opt %t.mlir > %t.again.mlir
// RUN: diff %t.mlir %t.again.mlir

// RUN: spyreglass-opt %samples/ktir/column-broadcast.mlir --pass-pipeline='builtin.module(func.func(%{passes}))' > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: spyreglass-opt %t.mlir > %t.again.mlir
// RUN: diff %t.mlir %t.again.mlir

// CHECK-NOT: {{[^#]}}ktdf.
// CHECK-NOT: ktdp.
// CHECK-NOT: linalg.
// CHECK-NOT: memref.alloc
// CHECK: func.func
// CHECK-COUNT-5: dataflow.program_unit
// CHECK-NOT: dataflow.program_unit
// CHECK: return
