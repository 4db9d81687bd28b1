// Each group of stores gets one computation, and what a store hands to a later load is a boundary.
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-form-programs{device=%archs/spyre-mini.mlir}))' | FileCheck %s

// Named, elementwise and splat operations end in one generic; the broadcast is
// the map of its input.
// CHECK-LABEL: func.func @fused
// CHECK-SAME: %[[S:[a-z0-9]*]]: f16
// CHECK: %[[A:.*]] = ktdp.load {{.*}} -> tensor<8x64xf16>
// CHECK: %[[B:.*]] = ktdp.load {{.*}} -> tensor<64xf16>
// CHECK-NOT: linalg.broadcast
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>]
// CHECK-SAME: ins(%[[A]], %[[B]] : tensor<8x64xf16>, tensor<64xf16>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f16, %[[Y:.*]]: f16, %{{.*}}: f16):
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[X]], %[[Y]] : f16
// CHECK-NEXT: %[[SCALED:.*]] = arith.mulf %[[SUM]], %[[S]] : f16
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[SUB:.*]] = arith.subf %[[SCALED]], %[[ONE]] : f16
// CHECK-NEXT: linalg.yield %[[SUB]] : f16
// CHECK: ktdp.store %[[R]]
// CHECK-NOT: tensor.splat
// CHECK: return
#d8x64 = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 63 >= 0)>
#d64 = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>
#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
func.func @fused(%x: index, %y: index, %s: f16, %z: index) attributes {grid = [1]} {
  %xv = ktdp.construct_memory_view %x, sizes: [8, 64], strides: [64, 1]
      {coordinate_set = #d8x64, memory_space = #ktdp.memory_space<global>} : memref<8x64xf16>
  %yv = ktdp.construct_memory_view %y, sizes: [64], strides: [1]
      {coordinate_set = #d64, memory_space = #ktdp.memory_space<global>} : memref<64xf16>
  %zv = ktdp.construct_memory_view %z, sizes: [8, 64], strides: [64, 1]
      {coordinate_set = #d8x64, memory_space = #ktdp.memory_space<global>} : memref<8x64xf16>
  %a_tile = ktdp.construct_access_tile %xv[0, 0] {access_tile_set = #d8x64, access_tile_order = #id2}
      : memref<8x64xf16> -> !ktdp.access_tile<8x64xindex>
  %a = ktdp.load %a_tile : <8x64xindex> -> tensor<8x64xf16>
  %b_tile = ktdp.construct_access_tile %yv[0] {access_tile_set = #d64, access_tile_order = #id1}
      : memref<64xf16> -> !ktdp.access_tile<64xindex>
  %b = ktdp.load %b_tile : <64xindex> -> tensor<64xf16>
  %empty = tensor.empty() : tensor<8x64xf16>
  %wide = linalg.broadcast ins(%b : tensor<64xf16>) outs(%empty : tensor<8x64xf16>) dimensions = [0]
  %sum = linalg.add ins(%a, %wide : tensor<8x64xf16>, tensor<8x64xf16>) outs(%empty : tensor<8x64xf16>) -> tensor<8x64xf16>
  %factor = tensor.splat %s : tensor<8x64xf16>
  %scaled = arith.mulf %sum, %factor : tensor<8x64xf16>
  %c = arith.constant dense<1.0> : tensor<8x64xf16>
  %r = arith.subf %scaled, %c : tensor<8x64xf16>
  %r_to = ktdp.construct_access_tile %zv[0, 0] {access_tile_set = #d8x64, access_tile_order = #id2}
      : memref<8x64xf16> -> !ktdp.access_tile<8x64xindex>
  ktdp.store %r, %r_to : tensor<8x64xf16>, <8x64xindex>
  return
}

// -----

// The load may see what was stored: two programs. The first one's arithmetic is
// not repeated in the second.
// CHECK-LABEL: func.func @store_then_load
// CHECK: %[[MVIEW:.*]] = ktdp.construct_memory_view %arg1
// CHECK: %[[A:.*]] = ktdp.load
// CHECK: %[[FIRST:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<64xf16>)
// CHECK: ktdp.store %[[FIRST]]
// CHECK: %[[M:.*]] = ktdp.construct_access_tile %[[MVIEW]][0]
// CHECK: %[[C:.*]] = ktdp.load %[[M]]
// CHECK: %[[SECOND:.*]] = linalg.generic {{.*}} ins(%[[C]], %[[A]] : tensor<64xf16>, tensor<64xf16>)
// CHECK-NOT: arith.mulf
// CHECK: ktdp.store %[[SECOND]]
// CHECK: return
#d64 = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>
#id1 = affine_map<(d0) -> (d0)>
func.func @store_then_load(%x: index, %m: index, %z: index) attributes {grid = [1]} {
  %xv = ktdp.construct_memory_view %x, sizes: [64], strides: [1]
      {coordinate_set = #d64, memory_space = #ktdp.memory_space<global>} : memref<64xf16>
  %mv = ktdp.construct_memory_view %m, sizes: [64], strides: [1]
      {coordinate_set = #d64, memory_space = #ktdp.memory_space<global>} : memref<64xf16>
  %zv = ktdp.construct_memory_view %z, sizes: [64], strides: [1]
      {coordinate_set = #d64, memory_space = #ktdp.memory_space<global>} : memref<64xf16>
  %a_tile = ktdp.construct_access_tile %xv[0] {access_tile_set = #d64, access_tile_order = #id1}
      : memref<64xf16> -> !ktdp.access_tile<64xindex>
  %a = ktdp.load %a_tile : <64xindex> -> tensor<64xf16>
  %b = arith.mulf %a, %a : tensor<64xf16>
  %b_to = ktdp.construct_access_tile %mv[0] {access_tile_set = #d64, access_tile_order = #id1}
      : memref<64xf16> -> !ktdp.access_tile<64xindex>
  ktdp.store %b, %b_to : tensor<64xf16>, <64xindex>
  %c_tile = ktdp.construct_access_tile %mv[0] {access_tile_set = #d64, access_tile_order = #id1}
      : memref<64xf16> -> !ktdp.access_tile<64xindex>
  %c = ktdp.load %c_tile : <64xindex> -> tensor<64xf16>
  %d = arith.addf %c, %a : tensor<64xf16>
  %d_to = ktdp.construct_access_tile %zv[0] {access_tile_set = #d64, access_tile_order = #id1}
      : memref<64xf16> -> !ktdp.access_tile<64xindex>
  ktdp.store %d, %d_to : tensor<64xf16>, <64xindex>
  return
}

// -----

// Nothing is handed over through memory: one computation, two results.
// CHECK-LABEL: func.func @two_stores
// CHECK: %[[R:.*]]:2 = linalg.generic
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: ktdp.store %[[R]]#0
// CHECK: ktdp.store %[[R]]#1
// CHECK-NOT: linalg.generic
// CHECK: return
#d64 = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>
#id1 = affine_map<(d0) -> (d0)>
func.func @two_stores(%x: index, %y: index, %z: index) attributes {grid = [1]} {
  %xv = ktdp.construct_memory_view %x, sizes: [64], strides: [1]
      {coordinate_set = #d64, memory_space = #ktdp.memory_space<global>} : memref<64xf16>
  %yv = ktdp.construct_memory_view %y, sizes: [64], strides: [1]
      {coordinate_set = #d64, memory_space = #ktdp.memory_space<global>} : memref<64xf16>
  %zv = ktdp.construct_memory_view %z, sizes: [64], strides: [1]
      {coordinate_set = #d64, memory_space = #ktdp.memory_space<global>} : memref<64xf16>
  %a_tile = ktdp.construct_access_tile %xv[0] {access_tile_set = #d64, access_tile_order = #id1}
      : memref<64xf16> -> !ktdp.access_tile<64xindex>
  %a = ktdp.load %a_tile : <64xindex> -> tensor<64xf16>
  %b = arith.mulf %a, %a : tensor<64xf16>
  %b_to = ktdp.construct_access_tile %yv[0] {access_tile_set = #d64, access_tile_order = #id1}
      : memref<64xf16> -> !ktdp.access_tile<64xindex>
  ktdp.store %b, %b_to : tensor<64xf16>, <64xindex>
  %d = arith.addf %b, %a : tensor<64xf16>
  %d_to = ktdp.construct_access_tile %zv[0] {access_tile_set = #d64, access_tile_order = #id1}
      : memref<64xf16> -> !ktdp.access_tile<64xindex>
  ktdp.store %d, %d_to : tensor<64xf16>, <64xindex>
  return
}

// -----

// Both programs meet in the same row only, so that each gets a loop of its own.
// CHECK-LABEL: func.func @distributed
// CHECK: scf.for
// CHECK: arith.mulf
// CHECK-NOT: arith.negf
// CHECK: scf.for
// CHECK-NOT: arith.mulf
// CHECK: arith.negf
// CHECK: return

// A row is read before the next iteration writes it: the loop stays whole.
// CHECK-LABEL: func.func @kept_together
// CHECK: scf.for
// CHECK: arith.mulf
// CHECK-NOT: scf.for
// CHECK: arith.negf
// CHECK-NOT: scf.for
// CHECK: return
#d9x64 = affine_set<(d0, d1) : (d0 >= 0, -d0 + 8 >= 0, d1 >= 0, -d1 + 63 >= 0)>
#d1x64 = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 63 >= 0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
func.func @distributed(%x: index, %m: index, %z: index) attributes {grid = [1]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %xv = ktdp.construct_memory_view %x, sizes: [9, 64], strides: [64, 1]
      {coordinate_set = #d9x64, memory_space = #ktdp.memory_space<global>} : memref<9x64xf16>
  %mv = ktdp.construct_memory_view %m, sizes: [9, 64], strides: [64, 1]
      {coordinate_set = #d9x64, memory_space = #ktdp.memory_space<global>} : memref<9x64xf16>
  %zv = ktdp.construct_memory_view %z, sizes: [9, 64], strides: [64, 1]
      {coordinate_set = #d9x64, memory_space = #ktdp.memory_space<global>} : memref<9x64xf16>
  scf.for %i = %c0 to %c8 step %c1 {
    %a_tile = ktdp.construct_access_tile %xv[%i, 0] {access_tile_set = #d1x64, access_tile_order = #id2}
        : memref<9x64xf16> -> !ktdp.access_tile<1x64xindex>
    %a = ktdp.load %a_tile : <1x64xindex> -> tensor<1x64xf16>
    %b = arith.mulf %a, %a : tensor<1x64xf16>
    %b_to = ktdp.construct_access_tile %mv[%i, 0] {access_tile_set = #d1x64, access_tile_order = #id2}
        : memref<9x64xf16> -> !ktdp.access_tile<1x64xindex>
    ktdp.store %b, %b_to : tensor<1x64xf16>, <1x64xindex>
    %c_tile = ktdp.construct_access_tile %mv[%i, 0] {access_tile_set = #d1x64, access_tile_order = #id2}
        : memref<9x64xf16> -> !ktdp.access_tile<1x64xindex>
    %c = ktdp.load %c_tile : <1x64xindex> -> tensor<1x64xf16>
    %d = arith.negf %c : tensor<1x64xf16>
    %d_to = ktdp.construct_access_tile %zv[%i, 0] {access_tile_set = #d1x64, access_tile_order = #id2}
        : memref<9x64xf16> -> !ktdp.access_tile<1x64xindex>
    ktdp.store %d, %d_to : tensor<1x64xf16>, <1x64xindex>
  }
  return
}

func.func @kept_together(%x: index, %m: index, %z: index) attributes {grid = [1]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %xv = ktdp.construct_memory_view %x, sizes: [9, 64], strides: [64, 1]
      {coordinate_set = #d9x64, memory_space = #ktdp.memory_space<global>} : memref<9x64xf16>
  %mv = ktdp.construct_memory_view %m, sizes: [9, 64], strides: [64, 1]
      {coordinate_set = #d9x64, memory_space = #ktdp.memory_space<global>} : memref<9x64xf16>
  %zv = ktdp.construct_memory_view %z, sizes: [9, 64], strides: [64, 1]
      {coordinate_set = #d9x64, memory_space = #ktdp.memory_space<global>} : memref<9x64xf16>
  scf.for %i = %c0 to %c8 step %c1 {
    %a_tile = ktdp.construct_access_tile %xv[%i, 0] {access_tile_set = #d1x64, access_tile_order = #id2}
        : memref<9x64xf16> -> !ktdp.access_tile<1x64xindex>
    %a = ktdp.load %a_tile : <1x64xindex> -> tensor<1x64xf16>
    %b = arith.mulf %a, %a : tensor<1x64xf16>
    %b_to = ktdp.construct_access_tile %mv[%i, 0] {access_tile_set = #d1x64, access_tile_order = #id2}
        : memref<9x64xf16> -> !ktdp.access_tile<1x64xindex>
    ktdp.store %b, %b_to : tensor<1x64xf16>, <1x64xindex>
    %c_tile = ktdp.construct_access_tile %mv[%i + 1, 0] {access_tile_set = #d1x64, access_tile_order = #id2}
        : memref<9x64xf16> -> !ktdp.access_tile<1x64xindex>
    %c = ktdp.load %c_tile : <1x64xindex> -> tensor<1x64xf16>
    %d = arith.negf %c : tensor<1x64xf16>
    %d_to = ktdp.construct_access_tile %zv[%i, 0] {access_tile_set = #d1x64, access_tile_order = #id2}
        : memref<9x64xf16> -> !ktdp.access_tile<1x64xindex>
    ktdp.store %d, %d_to : tensor<1x64xf16>, <1x64xindex>
  }
  return
}
