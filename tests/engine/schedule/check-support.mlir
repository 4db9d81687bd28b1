// One kernel for each thing that is not scheduled, refused where it stands.
// RUN: spyreglass-opt %s -split-input-file --mlir-print-local-scope -verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(func.func(sg-check-support{device=%archs/spyre-mini.mlir}))'

// expected-error@+1 {{the grid has 5 compute tiles, but device 'spyre-mini' has 4 cores; choose a smaller grid or another device}}
func.func @too_many_tiles() attributes {grid = [5]} {
  return
}

// -----

// expected-error@+1 {{kernels with branches (cf.br) are not scheduled; use scf.for}}
func.func @branches() attributes {grid = [1]} {
  cf.br ^next
^next:
  return
}

// -----

func.func @carries() attributes {grid = [1]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{loops that carry values (iter_args) are not scheduled yet; `spyreglass interpret` shows what the kernel means}}
  %sum = scf.for %i = %c0 to %c1 step %c1 iter_args(%n = %c0) -> index {
    %next = arith.addi %n, %i : index
    scf.yield %next : index
  }
  return
}

// -----

func.func @condition(%b: i1) attributes {grid = [1]} {
  // expected-error@+1 {{'scf.if' (data-dependent control flow) is not scheduled yet; `spyreglass interpret` shows what the kernel means}}
  scf.if %b {
  }
  return
}

// -----

func.func @while(%b: i1) attributes {grid = [1]} {
  // expected-error@+1 {{'scf.while' (data-dependent control flow) is not scheduled yet; `spyreglass interpret` shows what the kernel means}}
  scf.while : () -> () {
    scf.condition(%b)
  } do {
    scf.yield
  }
  return
}

// -----

#d64 = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>
func.func @gather(%table: memref<64xf16>, %at: memref<64xi32>) attributes {grid = [1]} {
  // expected-error@+1 {{indirect access tiles (gather and scatter) are not scheduled yet; `spyreglass interpret` shows what the kernel means}}
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m)
      %table[ind(%at[%m])]
      {variables_space_set = #d64, variables_space_order = affine_map<(m) -> (m)>}
      : memref<64xf16>, memref<64xi32> -> <64xindex>
  return
}

// -----

#d64 = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>
func.func @distributed(%x: index) attributes {grid = [1]} {
  %xv = ktdp.construct_memory_view %x, sizes: [64], strides: [1]
      {coordinate_set = #d64, memory_space = #ktdp.memory_space<global>} : memref<64xf16>
  // expected-error@+1 {{distributed memory views are not scheduled yet; `spyreglass interpret` shows what the kernel means}}
  %whole = ktdp.construct_distributed_memory_view (%xv, %xv : memref<64xf16>, memref<64xf16>)
      : memref<128xf16>
  return
}

// -----

#tiles = affine_set<(i)[g] : (i - g == 0)>
func.func @between_tiles(%v: tensor<4xf16>) attributes {grid = [1]} {
  // expected-error@+1 {{communication between tiles is not scheduled yet; `spyreglass interpret` shows what the kernel means}}
  %f = ktdp.inter_tile_produce producer_tiles_per_group = #tiles
      -> <(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>> {
  ^bb0(%g: index):
    ktdp.yield_partial %v : tensor<4xf16>
  }
  return
}

// -----

func.func @product(%a: tensor<8x8xf16>) attributes {grid = [1]} {
  // expected-error@+1 {{'linalg.matmul' (a reduction or matrix product) is not scheduled yet; `spyreglass interpret` shows what the kernel means}}
  %r = linalg.matmul ins(%a, %a : tensor<8x8xf16>, tensor<8x8xf16>) outs(%a : tensor<8x8xf16>) -> tensor<8x8xf16>
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
func.func @no_such_row(%a: tensor<8xf16>, %k: i16) attributes {grid = [1]} {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf16>) outs(%a : tensor<8xf16>) {
  ^bb0(%x: f16, %out: f16):
    // expected-error@+1 {{'math.ctlz' is not in the op table for these types; `spyreglass ops` lists what is}}
    %n = math.ctlz %k : i16
    linalg.yield %x : f16
  } -> tensor<8xf16>
  return
}

// -----

func.func @no_lanes(%a: tensor<8xf64>) attributes {grid = [1]} {
  // expected-error@+1 {{unit SFU of device 'spyre-mini' has no lanes for elements of type 'f64'}}
  %r = arith.addf %a, %a : tensor<8xf64>
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
func.func @no_lanes_in_region(%a: tensor<8xi64>) attributes {grid = [1]} {
  // expected-error@+1 {{unit SFU of device 'spyre-mini' has no lanes for elements of type 'i64'}}
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xi64>) outs(%a : tensor<8xi64>) {
  ^bb0(%x: i64, %out: i64):
    linalg.yield %x : i64
  } -> tensor<8xi64>
  return
}

// -----

// Nothing to refuse.
#d256 = affine_set<(d0) : (d0 >= 0, -d0 + 255 >= 0)>
#id1 = affine_map<(d0) -> (d0)>
func.func @two(%x: index, %m: index, %z: index) attributes {grid = [1]} {
  %xv = ktdp.construct_memory_view %x, sizes: [256], strides: [1]
      {coordinate_set = #d256, memory_space = #ktdp.memory_space<global>} : memref<256xf16>
  %mv = ktdp.construct_memory_view %m, sizes: [256], strides: [1]
      {coordinate_set = #d256, memory_space = #ktdp.memory_space<global>} : memref<256xf16>
  %zv = ktdp.construct_memory_view %z, sizes: [256], strides: [1]
      {coordinate_set = #d256, memory_space = #ktdp.memory_space<global>} : memref<256xf16>
  %a_tile = ktdp.construct_access_tile %xv[0] {access_tile_set = #d256, access_tile_order = #id1}
      : memref<256xf16> -> !ktdp.access_tile<256xindex>
  %a = ktdp.load %a_tile : <256xindex> -> tensor<256xf16>
  %b = arith.mulf %a, %a : tensor<256xf16>
  %b_to = ktdp.construct_access_tile %mv[0] {access_tile_set = #d256, access_tile_order = #id1}
      : memref<256xf16> -> !ktdp.access_tile<256xindex>
  ktdp.store %b, %b_to : tensor<256xf16>, <256xindex>
  %c_tile = ktdp.construct_access_tile %mv[0] {access_tile_set = #d256, access_tile_order = #id1}
      : memref<256xf16> -> !ktdp.access_tile<256xindex>
  %c = ktdp.load %c_tile : <256xindex> -> tensor<256xf16>
  %d = arith.negf %c : tensor<256xf16>
  %d_to = ktdp.construct_access_tile %zv[0] {access_tile_set = #d256, access_tile_order = #id1}
      : memref<256xf16> -> !ktdp.access_tile<256xindex>
  ktdp.store %d, %d_to : tensor<256xf16>, <256xindex>
  return
}
