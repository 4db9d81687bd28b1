// Sizes become constants and the grid one row of tiles; each kernel of a module has its own grid.
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-specialize{device=%archs/spyre-mini.mlir define=arg2=6}))' | FileCheck %s

// Coordinates come from the flat id, the last axis fastest, and the size that
// was asked for takes the place of the argument.
// CHECK-LABEL: func.func @grid
// CHECK-SAME: attributes {grid = [6]}
// CHECK-DAG: %[[N:.*]] = arith.constant 6 : index
// CHECK-DAG: %[[ID:.*]] = ktdp.get_compute_tile_id : index
// CHECK: %[[J:.*]] = affine.apply affine_map<()[s0] -> (s0 mod 3)>()[%[[ID]]]
// CHECK: %[[I:.*]] = affine.apply affine_map<()[s0] -> ((s0 floordiv 3) mod 2)>()[%[[ID]]]
// CHECK: %[[FIRST:.*]] = arith.muli %[[I]], %{{.*}}
// CHECK: scf.for %[[R:.*]] = %[[FIRST]] to %[[N]] step
// CHECK: construct_access_tile %{{.*}}[%[[R]], %[[J]] * 4]

// CHECK-LABEL: func.func @other_grid
// CHECK-SAME: attributes {grid = [6]}
// CHECK: affine_map<()[s0] -> (s0 mod 2)>
// CHECK: affine_map<()[s0] -> ((s0 floordiv 2) mod 3)>
#d8x12 = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 11 >= 0)>
#d1x4 = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 3 >= 0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
func.func @grid(%x: index, %z: index, %rows: index) attributes {grid = [2, 3]} {
  %i, %j = ktdp.get_compute_tile_id : index, index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %first = arith.muli %i, %c4 : index
  %xv = ktdp.construct_memory_view %x, sizes: [8, 12], strides: [12, 1]
      {coordinate_set = #d8x12, memory_space = #ktdp.memory_space<global>} : memref<8x12xf16>
  %zv = ktdp.construct_memory_view %z, sizes: [8, 12], strides: [12, 1]
      {coordinate_set = #d8x12, memory_space = #ktdp.memory_space<global>} : memref<8x12xf16>
  scf.for %r = %first to %rows step %c1 {
    %a_tile = ktdp.construct_access_tile %xv[%r, %j * 4] {access_tile_set = #d1x4, access_tile_order = #id2}
        : memref<8x12xf16> -> !ktdp.access_tile<1x4xindex>
    %a = ktdp.load %a_tile : <1x4xindex> -> tensor<1x4xf16>
    %b = arith.negf %a : tensor<1x4xf16>
    %b_to = ktdp.construct_access_tile %zv[%r, %j * 4] {access_tile_set = #d1x4, access_tile_order = #id2}
        : memref<8x12xf16> -> !ktdp.access_tile<1x4xindex>
    ktdp.store %b, %b_to : tensor<1x4xf16>, <1x4xindex>
  }
  return
}

func.func @other_grid(%x: index, %z: index, %rows: index) attributes {grid = [3, 2]} {
  %i, %j = ktdp.get_compute_tile_id : index, index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %first = arith.muli %i, %c4 : index
  %xv = ktdp.construct_memory_view %x, sizes: [8, 12], strides: [12, 1]
      {coordinate_set = #d8x12, memory_space = #ktdp.memory_space<global>} : memref<8x12xf16>
  %zv = ktdp.construct_memory_view %z, sizes: [8, 12], strides: [12, 1]
      {coordinate_set = #d8x12, memory_space = #ktdp.memory_space<global>} : memref<8x12xf16>
  scf.for %r = %first to %rows step %c1 {
    %a_tile = ktdp.construct_access_tile %xv[%r, %j * 4] {access_tile_set = #d1x4, access_tile_order = #id2}
        : memref<8x12xf16> -> !ktdp.access_tile<1x4xindex>
    %a = ktdp.load %a_tile : <1x4xindex> -> tensor<1x4xf16>
    %b = arith.negf %a : tensor<1x4xf16>
    %b_to = ktdp.construct_access_tile %zv[%r, %j * 4] {access_tile_set = #d1x4, access_tile_order = #id2}
        : memref<8x12xf16> -> !ktdp.access_tile<1x4xindex>
    ktdp.store %b, %b_to : tensor<1x4xf16>, <1x4xindex>
  }
  return
}

// -----

// The value comes from the option, the granularity from the type.
// CHECK-LABEL: func.func @runtime_arg
// CHECK-DAG: %[[N:.*]] = arith.constant 6 : index
// CHECK-DAG: %[[STEP:.*]] = arith.constant 2 : index
// CHECK-NOT: runtime_arg_extract
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[N]] step %[[STEP]]
#d8x4 = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 3 >= 0)>
#d2x4 = affine_set<(d0, d1) : (d0 >= 0, -d0 + 1 >= 0, d1 >= 0, -d1 + 3 >= 0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
func.func @runtime_arg(%x: index, %z: index, %rows: !ktdp.runtime_arg<index, granularity=2, upperbound=8>) attributes {grid = [1]} {
  %c0 = arith.constant 0 : index
  %n = ktdp.runtime_arg_extract value from %rows : <index, granularity=2, upperbound=8> -> index
  %step = ktdp.runtime_arg_extract granularity from %rows : <index, granularity=2, upperbound=8> -> index
  %xv = ktdp.construct_memory_view %x, sizes: [8, 4], strides: [4, 1]
      {coordinate_set = #d8x4, memory_space = #ktdp.memory_space<global>} : memref<8x4xf16>
  %zv = ktdp.construct_memory_view %z, sizes: [8, 4], strides: [4, 1]
      {coordinate_set = #d8x4, memory_space = #ktdp.memory_space<global>} : memref<8x4xf16>
  scf.for %r = %c0 to %n step %step {
    %a_tile = ktdp.construct_access_tile %xv[%r, 0] {access_tile_set = #d2x4, access_tile_order = #id2}
        : memref<8x4xf16> -> !ktdp.access_tile<2x4xindex>
    %a = ktdp.load %a_tile : <2x4xindex> -> tensor<2x4xf16>
    %b = arith.negf %a : tensor<2x4xf16>
    %b_to = ktdp.construct_access_tile %zv[%r, 0] {access_tile_set = #d2x4, access_tile_order = #id2}
        : memref<8x4xf16> -> !ktdp.access_tile<2x4xindex>
    ktdp.store %b, %b_to : tensor<2x4xf16>, <2x4xindex>
  }
  return
}

// -----

// One name for a tile's coordinate, though it is asked for twice.
// CHECK-LABEL: func.func @asked_twice
// CHECK: ktdp.get_compute_tile_id : index
// CHECK-NOT: ktdp.get_compute_tile_id
// CHECK: return
#d4x4 = affine_set<(d0, d1) : (d0 >= 0, -d0 + 3 >= 0, d1 >= 0, -d1 + 3 >= 0)>
#d1x4 = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 3 >= 0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
func.func @asked_twice(%x: index, %z: index, %rows: index) attributes {grid = [4]} {
  %i = ktdp.get_compute_tile_id : index
  %k = ktdp.get_compute_tile_id : index
  %xv = ktdp.construct_memory_view %x, sizes: [4, 4], strides: [4, 1]
      {coordinate_set = #d4x4, memory_space = #ktdp.memory_space<global>} : memref<4x4xf16>
  %zv = ktdp.construct_memory_view %z, sizes: [4, 4], strides: [4, 1]
      {coordinate_set = #d4x4, memory_space = #ktdp.memory_space<global>} : memref<4x4xf16>
  %a_tile = ktdp.construct_access_tile %xv[%i, 0] {access_tile_set = #d1x4, access_tile_order = #id2}
      : memref<4x4xf16> -> !ktdp.access_tile<1x4xindex>
  %a = ktdp.load %a_tile : <1x4xindex> -> tensor<1x4xf16>
  %b = arith.negf %a : tensor<1x4xf16>
  %b_to = ktdp.construct_access_tile %zv[%k, 0] {access_tile_set = #d1x4, access_tile_order = #id2}
      : memref<4x4xf16> -> !ktdp.access_tile<1x4xindex>
  ktdp.store %b, %b_to : tensor<1x4xf16>, <1x4xindex>
  return
}
