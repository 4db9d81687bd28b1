// Buffers that do not fit are an error, not a wrapped address.
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope -verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-assign-addresses{device=%archs/spyre-mini.mlir}))'

// expected-error@+1 {{the buffers of this kernel need 65664 bytes of scratchpad, but device 'spyre-mini' has 65536 per core}}
func.func @too_large(%x: index) attributes {grid = [1]} {
  %a = memref.alloc() {sg.buffer = "a", sg.program = 0 : i64, sg.role = "in", sg.segment = 0 : i64} : memref<16384xf16, "L1">
  %z = memref.alloc() {sg.buffer = "z", sg.program = 0 : i64, sg.role = "out", sg.segment = 0 : i64} : memref<16385xf16, "L1">
  return
}
