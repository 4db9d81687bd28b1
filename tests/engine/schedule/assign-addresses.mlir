// Places in the scratchpad: apart where buffers live at one time, shared where not.
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-assign-addresses{device=%archs/spyre-mini.mlir}))' | FileCheck %s

// Inputs one behind the other, on whole sticks of 128 bytes, then outputs.
// CHECK-LABEL: func.func @one_segment
// CHECK-NEXT: sg.address = 512 : i64, sg.buffer = "z"
// CHECK-NEXT: sg.address = 0 : i64, sg.buffer = "a"
// CHECK-NEXT: sg.address = 128 : i64, sg.buffer = "b"
// CHECK-NEXT: sg.address = 384 : i64, sg.buffer = "c"
func.func @one_segment(%x: index) attributes {grid = [1]} {
  %z = memref.alloc() {sg.buffer = "z", sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<3x64xf32, "L1">
  %a = memref.alloc() {sg.buffer = "a", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<5xf16, "L1">
  %b = memref.alloc() {sg.buffer = "b", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<65xf16, "L1">
  %c = memref.alloc() {sg.buffer = "c", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<64xf16, "L1">
  return
}

// -----

// What is left over takes the place of whole blocks, inputs that of inputs and
// outputs that of outputs; the longer segment decides where outputs begin.
// CHECK-LABEL: func.func @segments
// CHECK-NEXT: sg.address = 0 : i64, sg.buffer = "a0"
// CHECK-NEXT: sg.address = 512 : i64, sg.buffer = "a1"
// CHECK-NEXT: sg.address = 1024 : i64, sg.buffer = "z0"
// CHECK-NEXT: sg.address = 0 : i64, sg.buffer = "a2"
// CHECK-NEXT: sg.address = 1024 : i64, sg.buffer = "z1"
func.func @segments(%x: index) attributes {grid = [1]} {
  %a0 = memref.alloc() {sg.buffer = "a0", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<256xf16, "L1">
  %a1 = memref.alloc() {sg.buffer = "a1", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<256xf16, "L1">
  %z0 = memref.alloc() {sg.buffer = "z0", sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<256xf16, "L1">
  %a2 = memref.alloc() {sg.buffer = "a2", sg.program = 0 : i64, sg.role = "in", sg.segment = 1 : i64} : memref<16xf16, "L1">
  %z1 = memref.alloc() {sg.buffer = "z1", sg.program = 0 : i64, sg.role = "out", sg.segment = 1 : i64} : memref<16xf16, "L1">
  return
}

// -----

// The next program starts from nothing.
// CHECK-LABEL: func.func @programs
// CHECK-NEXT: sg.address = 0 : i64, sg.buffer = "a"
// CHECK-NEXT: sg.address = 1024 : i64, sg.buffer = "y"
// CHECK-NEXT: sg.address = 0 : i64, sg.buffer = "b"
// CHECK-NEXT: sg.address = 256 : i64, sg.buffer = "z"
func.func @programs(%x: index) attributes {grid = [1]} {
  %a = memref.alloc() {sg.buffer = "a", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<512xf16, "L1">
  %y = memref.alloc() {sg.buffer = "y", sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %b = memref.alloc() {sg.buffer = "b", sg.program = 1 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<128xf16, "L1">
  %z = memref.alloc() {sg.buffer = "z", sg.program = 1 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<64xf16, "L1">
  return
}

// -----

// To the last byte.
// CHECK-LABEL: func.func @full
// CHECK-NEXT: sg.address = 0 : i64
// CHECK-NEXT: sg.address = 32768 : i64
func.func @full(%x: index) attributes {grid = [1]} {
  %a = memref.alloc() {sg.buffer = "a", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<16384xf16, "L1">
  %z = memref.alloc() {sg.buffer = "z", sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<16384xf16, "L1">
  return
}
