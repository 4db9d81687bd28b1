// RUN: spyreglass-opt --split-input-file --verify-diagnostics %s

// expected-error @+1 {{a FIFO slot holds at least one element, not 0}}
func.func @f(%s: !ktdf.fifo.slot<"A" -> "B", 0xf16>) { return }

// -----

// expected-error @+1 {{a FIFO slot holds integers or floats, not 'tensor<4xf16>'}}
func.func @f(%s: !ktdf.fifo.slot<"A" -> "B", 4xtensor<4xf16>>) { return }

// -----

// expected-error @+1 {{a FIFO slot has one dimension, its number of elements: write e.g. '64xf16'}}
func.func @f(%s: !ktdf.fifo.slot<"A" -> "B", 4x4xf16>) { return }

// -----

func.func @f() {
  // expected-error @+1 {{has 0 size operands but 1 slot types with '?'; give one size per '?'}}
  %s = ktdf.fifo.allocate() -> !ktdf.fifo.slot<"A" -> "B", ?xf16>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{allocates no slot: name at least one slot type}}
  "ktdf.fifo.allocate"() : () -> ()
  return
}

// -----

func.func @f(%s: !ktdf.fifo.slot<"A" -> "B", 64xf16>) {
  // expected-error @+1 {{moves 32 elements, but the slot holds 64}}
  %r = ktdf.read_from_fifo %s : <"A" -> "B", 64xf16> -> tensor<32xf16>
  return
}

// -----

func.func @f(%s: !ktdf.fifo.slot<"A" -> "B", 64xf16>, %t: tensor<64xf32>) {
  // expected-error @+1 {{moves 'f32' elements, but the slot has 'f16' elements}}
  ktdf.write_to_fifo %t, %s : tensor<64xf32>, <"A" -> "B", 64xf16>
  return
}

// -----

func.func @f(%s: !ktdf.fifo.slot<"A" -> "B", 64xf16>, %t: tensor<?xf16>) {
  // expected-error @+1 {{needs a slot and data that both have static or both have dynamic sizes}}
  ktdf.write_to_fifo %t, %s : tensor<?xf16>, <"A" -> "B", 64xf16>
  return
}

// -----

func.func @f(%a: memref<4x64xf16>, %b: memref<4x64xf16>) {
  // expected-error @+1 {{needs subscripts on its source, which is a memref: write e.g. '%m[%i, 0]'}}
  ktdf.data_transfer from %a size [1, 64] to %b[0, 0] size [1, 64] : memref<4x64xf16>, memref<4x64xf16>
  return
}

// -----

func.func @f(%a: memref<4x64xf16>, %b: memref<4x64xf16>) {
  // expected-error @+1 {{has 1 subscripts for the destination memref of rank 2}}
  ktdf.data_transfer from %a[0, 0] size [1, 64] to %b[0] size [1, 64] : memref<4x64xf16>, memref<4x64xf16>
  return
}

// -----

func.func @f(%a: memref<4x64xf16>, %b: memref<4x64xf16>) {
  // expected-error @+1 {{has 1 sizes for the source memref of rank 2; give one size per dimension}}
  ktdf.data_transfer from %a[0, 0] size [64] to %b[0, 0] size [1, 64] : memref<4x64xf16>, memref<4x64xf16>
  return
}

// -----

func.func @f(%a: memref<4x64xf16>, %b: memref<4x64xf16>) {
  // expected-error @+1 {{has a source size of 0; sizes are at least 1}}
  ktdf.data_transfer from %a[0, 0] size [0, 64] to %b[0, 0] size [1, 64] : memref<4x64xf16>, memref<4x64xf16>
  return
}

// -----

func.func @f(%a: memref<4x64xf16>, %b: memref<4x64xf16>) {
  // expected-error @+1 {{moves 5 elements in dimension 0 of its destination, which has only 4}}
  ktdf.data_transfer from %a[0, 0] size [4, 64] to %b[0, 0] size [5, 64] : memref<4x64xf16>, memref<4x64xf16>
  return
}

// -----

func.func @f(%a: memref<4xf16>, %i: index) {
  // expected-error @+1 {{has symbols in the source subscripts; use plain index values instead of symbol(...)}}
  ktdf.data_transfer from %a[symbol(%i)] size [4] to %a[0] size [4] : memref<4xf16>, memref<4xf16>
  return
}

// -----

func.func @f(%a: memref<4xf16>, %s: !ktdf.fifo.slot<"A" -> "B", 4xf16>) {
  // expected-error @+1 {{has subscripts on its destination, which is a FIFO slot; slots are read and written in order}}
  ktdf.data_transfer from %a[0] size [4] to %s[0] size [4] : memref<4xf16>, !ktdf.fifo.slot<"A" -> "B", 4xf16>
  return
}

// -----

func.func @f(%s: !ktdf.fifo.slot<"A" -> "B", 4xf16>) {
  // expected-error @+1 {{has FIFO slots on both sides; a unit must read one and write the other}}
  ktdf.data_transfer from %s to %s : !ktdf.fifo.slot<"A" -> "B", 4xf16>, !ktdf.fifo.slot<"A" -> "B", 4xf16>
  return
}

// -----

func.func @f(%a: memref<4xf16>, %b: memref<4xf32>) {
  // expected-error @+1 {{has element type 'f16' at its source and 'f32' at its destination; a transfer does not convert}}
  ktdf.data_transfer from %a[0] size [4] to %b[0] size [4] : memref<4xf16>, memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf16>) {
  // expected-error @+1 {{has 0 size operands for its source, but 1 of the static sizes are marked as dynamic}}
  "ktdf.data_transfer"(%a, %a) <{operandSegmentSizes = array<i32: 1, 0, 0, 1, 0, 0>,
      source_map = affine_map<() -> (0)>, dest_map = affine_map<() -> (0)>,
      static_source_sizes = array<i64: -9223372036854775808>, static_dest_sizes = array<i64: 4>}>
      : (memref<4xf16>, memref<4xf16>) -> ()
  return
}

// -----

func.func @f(%a: memref<4xf16>, %i: index) {
  // expected-error @+1 {{has 1 index operands for a source map of 0 dimensions}}
  "ktdf.data_transfer"(%a, %i, %a) <{operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 0>,
      source_map = affine_map<() -> (0)>, dest_map = affine_map<() -> (0)>,
      static_source_sizes = array<i64: 4>, static_dest_sizes = array<i64: 4>}>
      : (memref<4xf16>, index, memref<4xf16>) -> ()
  return
}

// -----

func.func @f(%a: memref<4xf16>) {
  // expected-error @+1 {{has neither of ind_src and ind_dst; give exactly one}}
  ktdf.ind_data_transfer ind_src = none dir_src = %a[0] size [4] ind_dst = none dir_dst = %a[0] size [4] : none, memref<4xf16>, none, memref<4xf16>
  return
}

// -----

func.func @f(%a: memref<4xf16>, %i: index, %x: memref<2x2xindex>) {
  // expected-error @+1 {{needs an address buffer of rank 1}}
  ktdf.ind_data_transfer ind_src = %x[%i] dir_src = %a[0] size [4] ind_dst = none dir_dst = %a[0] size [4] : memref<2x2xindex>, memref<4xf16>, none, memref<4xf16>
  return
}

// -----

func.func @f(%a: memref<4xf16>, %i: index, %x: memref<2xindex>, %s: !ktdf.fifo.slot<"A" -> "B", 4xf16>) {
  // expected-error @+1 {{needs a memref for dir_src, to which the address applies}}
  ktdf.ind_data_transfer ind_src = %x[%i] dir_src = %s ind_dst = none dir_dst = %a[0] size [4] : memref<2xindex>, !ktdf.fifo.slot<"A" -> "B", 4xf16>, none, memref<4xf16>
  return
}

// -----

func.func @f(%a: memref<4xf16>, %x: memref<2xindex>) {
  // expected-error @+1 {{needs one entry index for its address buffer}}
  "ktdf.ind_data_transfer"(%x, %a, %a) <{operandSegmentSizes = array<i32: 1, 0, 1, 0, 0, 0, 0, 1, 0, 0>,
      dir_src_map = affine_map<() -> (0)>, dir_dst_map = affine_map<() -> (0)>,
      static_dir_src_sizes = array<i64: 4>, static_dir_dst_sizes = array<i64: 4>}>
      : (memref<2xindex>, memref<4xf16>, memref<4xf16>) -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{has modulo size 0; it counts resource sets and is at least 1}}
  ktdf.pipeline modulo(size: 0) {
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{holds only ktdf.stage operations and one ktdf.private; move other operations into one of them or in front of the pipeline}}
  ktdf.pipeline {
    // expected-note @+1 {{this is arith.constant}}
    %c = arith.constant 0 : index
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{has more than one ktdf.private; merge them}}
  ktdf.pipeline {
    // expected-note @+1 {{the first one is here}}
    ktdf.private {
    }
    ktdf.private {
    }
  }
  return
}

// -----

func.func @f() {
  ktdf.pipeline {
    // expected-error @+1 {{has result types ('!ktdf.token') but yields ()}}
    %p = ktdf.private -> (!ktdf.token) {
    }
  }
  return
}

// -----

func.func @f(%t: !ktdf.token) {
  ktdf.pipeline {
    // expected-error @+1 {{takes tokens of ktdf.create_token only, directly or yielded by the pipeline's ktdf.private}}
    ktdf.stage depends_in(%t) depends_out(none) {
    }
  }
  return
}

// -----

func.func @f() {
  %t = ktdf.create_token : !ktdf.token
  ktdf.pipeline {
    // expected-error @+1 {{waits for a token that it gives out itself; it would never start}}
    ktdf.stage depends_in(%t) depends_out(%t) {
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expects parent op 'ktdf.pipeline'}}
  ktdf.stage depends_in(none) depends_out(none) {
  }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{expected the induction variables and, last, the instance number: write e.g. '(%i, %instance)'}}
  ktdf.parallel (%i) = () to () step () distribute(num_instances = 2) {
    ktdf.parallel_yield
  }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{has num_instances = 0; at least one instance must run the loops}}
  ktdf.parallel (%i, %k) = (%a) to (%a) step (%a) distribute(num_instances = 0) {
    ktdf.parallel_yield
  }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{needs a lower bound, an upper bound and a step for each of one or more loops}}
  "ktdf.parallel"(%a, %a, %a, %a) <{num_instances = 2 : i64}> ({
  ^bb0(%i: index, %k: index):
    "ktdf.parallel_yield"() : () -> ()
  }) : (index, index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{needs 2 index block arguments: the induction variables and the instance number}}
  "ktdf.parallel"(%a, %a, %a) <{num_instances = 2 : i64}> ({
  ^bb0(%i: index):
    "ktdf.parallel_yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{body must end with ktdf.parallel_yield}}
  ktdf.parallel (%i, %k) = (%a) to (%a) step (%a) distribute(num_instances = 1) {
    agen.yield
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{needs min_value and divisibility of at least 1}}
  %t = ktdf.tiling.reserve_size {min_value = 0 : index, divisibility = 4 : index} : index
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{needs at least one '[%iv : %tile_size]' pair}}
  %t = ktdf.tiling.derive_size total_size = %n : index
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{needs at least one '[%iv : %stride]' pair}}
  %t = ktdf.tiling.linearize_index : index
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{needs the induction variable of at least one loop}}
  %p = ktdf.buffer_phase() {num_phases = 2 : i64} : index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{has num_phases = 1; buffers take turns from 2 on}}
  %p = ktdf.buffer_phase(%i) {num_phases = 1 : i64} : index
  return
}

// -----

func.func @f(%i: index, %a: memref<4xf16>) {
  // expected-error @+1 {{has 1 candidates; there must be at least two}}
  %m = ktdf.select_memref %i[%a] : memref<4xf16>
  return
}

// -----

func.func @f(%i: index, %a: memref<4xf16>) {
  %p = ktdf.buffer_phase(%i) {num_phases = 3 : i64} : index
  // expected-error @+1 {{has 2 candidates for a phase of 3 values}}
  %m = ktdf.select_memref %p[%a, %a] : memref<4xf16>
  return
}

// -----

func.func @f(%i: index, %a: memref<4xf16>, %b: memref<5xf16>) {
  // expected-error @+1 {{has a candidate of type 'memref<5xf16>', but its result is 'memref<4xf16>'}}
  %m = "ktdf.select_memref"(%i, %a, %b) : (index, memref<4xf16>, memref<5xf16>) -> memref<4xf16>
  return
}

// -----

func.func @f(%a: tensor<4xf16>) {
  // expected-error @+1 {{expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  ktdf.opaque "X" ins() outs(%a: tensor<4xf16>)
  return
}
