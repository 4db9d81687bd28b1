// What form-programs refuses, and where it says so.
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope -verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-form-programs{device=%archs/spyre-mini.mlir}))'

#d64 = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>
#id1 = affine_map<(d0) -> (d0)>
func.func @overwritten(%x: index, %z: index) attributes {grid = [1]} {
  %xv = ktdp.construct_memory_view %x, sizes: [64], strides: [1]
      {coordinate_set = #d64, memory_space = #ktdp.memory_space<global>} : memref<64xf16>
  %zv = ktdp.construct_memory_view %z, sizes: [64], strides: [1]
      {coordinate_set = #d64, memory_space = #ktdp.memory_space<global>} : memref<64xf16>
  %a_tile = ktdp.construct_access_tile %xv[0] {access_tile_set = #d64, access_tile_order = #id1}
      : memref<64xf16> -> !ktdp.access_tile<64xindex>
  // expected-error@+1 {{this loaded tile is used after the memory it came from may have been overwritten}}
  %a = ktdp.load %a_tile : <64xindex> -> tensor<64xf16>
  %b = arith.negf %a : tensor<64xf16>
  %b_to = ktdp.construct_access_tile %xv[0] {access_tile_set = #d64, access_tile_order = #id1}
      : memref<64xf16> -> !ktdp.access_tile<64xindex>
  // expected-note@+1 {{it may be overwritten here; load again after this store}}
  ktdp.store %b, %b_to : tensor<64xf16>, <64xindex>
  %e_tile = ktdp.construct_access_tile %xv[0] {access_tile_set = #d64, access_tile_order = #id1}
      : memref<64xf16> -> !ktdp.access_tile<64xindex>
  %e = ktdp.load %e_tile : <64xindex> -> tensor<64xf16>
  %d = arith.addf %a, %e : tensor<64xf16>
  %d_to = ktdp.construct_access_tile %zv[0] {access_tile_set = #d64, access_tile_order = #id1}
      : memref<64xf16> -> !ktdp.access_tile<64xindex>
  ktdp.store %d, %d_to : tensor<64xf16>, <64xindex>
  return
}

// -----

#d64 = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>
#id1 = affine_map<(d0) -> (d0)>
// expected-error@+1 {{this kernel stores nothing, so there is nothing to schedule; add a ktdp.store}}
func.func @stores_nothing(%x: index) attributes {grid = [1]} {
  %xv = ktdp.construct_memory_view %x, sizes: [64], strides: [1]
      {coordinate_set = #d64, memory_space = #ktdp.memory_space<global>} : memref<64xf16>
  %a_tile = ktdp.construct_access_tile %xv[0] {access_tile_set = #d64, access_tile_order = #id1}
      : memref<64xf16> -> !ktdp.access_tile<64xindex>
  %a = ktdp.load %a_tile : <64xindex> -> tensor<64xf16>
  return
}

// -----

#d8x4 = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 3 >= 0)>
#d4x8 = affine_set<(d0, d1) : (d0 >= 0, -d0 + 3 >= 0, d1 >= 0, -d1 + 7 >= 0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
func.func @reshaped(%x: index, %z: index) attributes {grid = [1]} {
  %xv = ktdp.construct_memory_view %x, sizes: [8, 4], strides: [4, 1]
      {coordinate_set = #d8x4, memory_space = #ktdp.memory_space<global>} : memref<8x4xf16>
  %zv = ktdp.construct_memory_view %z, sizes: [4, 8], strides: [8, 1]
      {coordinate_set = #d4x8, memory_space = #ktdp.memory_space<global>} : memref<4x8xf16>
  %a_tile = ktdp.construct_access_tile %xv[0, 0] {access_tile_set = #d8x4, access_tile_order = #id2}
      : memref<8x4xf16> -> !ktdp.access_tile<8x4xindex>
  %a = ktdp.load %a_tile : <8x4xindex> -> tensor<8x4xf16>
  %shape = arith.constant dense<[4, 8]> : tensor<2xindex>
  // expected-error@+1 {{only reshapes that add or drop dimensions of size 1 are scheduled yet}}
  %b = tensor.reshape %a(%shape) : (tensor<8x4xf16>, tensor<2xindex>) -> tensor<4x8xf16>
  %b_to = ktdp.construct_access_tile %zv[0, 0] {access_tile_set = #d4x8, access_tile_order = #id2}
      : memref<4x8xf16> -> !ktdp.access_tile<4x8xindex>
  ktdp.store %b, %b_to : tensor<4x8xf16>, <4x8xindex>
  return
}

// -----

#d2 = affine_set<(d0) : (d0 >= 0, -d0 + 1 >= 0)>
#id1 = affine_map<(d0) -> (d0)>
func.func @table(%z: index) attributes {grid = [1]} {
  %zv = ktdp.construct_memory_view %z, sizes: [2], strides: [1]
      {coordinate_set = #d2, memory_space = #ktdp.memory_space<global>} : memref<2xf16>
  // expected-error@+1 {{only constant tensors with one repeated value are scheduled; load others from memory}}
  %b = arith.constant dense<[1.0, 2.0]> : tensor<2xf16>
  %b_to = ktdp.construct_access_tile %zv[0] {access_tile_set = #d2, access_tile_order = #id1}
      : memref<2xf16> -> !ktdp.access_tile<2xindex>
  ktdp.store %b, %b_to : tensor<2xf16>, <2xindex>
  return
}

// -----

#d2 = affine_set<(d0) : (d0 >= 0, -d0 + 1 >= 0)>
#id1 = affine_map<(d0) -> (d0)>
func.func @nothing_written(%z: index) attributes {grid = [1]} {
  %zv = ktdp.construct_memory_view %z, sizes: [2], strides: [1]
      {coordinate_set = #d2, memory_space = #ktdp.memory_space<global>} : memref<2xf16>
  // expected-error@+1 {{the contents of tensor.empty are used before anything was written to them}}
  %b = tensor.empty() : tensor<2xf16>
  %b_to = ktdp.construct_access_tile %zv[0] {access_tile_set = #d2, access_tile_order = #id1}
      : memref<2xf16> -> !ktdp.access_tile<2xindex>
  ktdp.store %b, %b_to : tensor<2xf16>, <2xindex>
  return
}
