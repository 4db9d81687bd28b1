// RUN: spyreglass-opt --split-input-file --verify-diagnostics %s

func.func @f(%v: vector<64xf16>) {
  // expected-error @+1 {{works element by element, but 'vector<64xf16>' and 'vector<32xf16>' have different numbers of elements}}
  %0 = vectorchain.neg %v : vector<64xf16>, vector<32xf16>
  return
}

// -----

func.func @f(%v: vector<64xf16>) {
  // expected-error @+1 {{mixes 'f16' and 'f32' elements; convert with vectorchain.cast}}
  %0 = vectorchain.rec_estimate %v : vector<64xf16>, vector<64xf32>
  return
}

// -----

func.func @f(%v: vector<64xf16>) {
  // expected-error @+1 {{have different numbers of elements}}
  %0 = vectorchain.cast %v : vector<64xf16>, vector<32xf32>
  return
}

// -----

func.func @f(%v: vector<64xf16>, %w: vector<64xf32>) {
  // expected-error @+1 {{mixes 'f16' and 'f32' elements; convert with vectorchain.cast}}
  %0 = vectorchain.binary %v, %w {binary_op = #vectorchain<binary_operator add>, op_specific_map = affine_map<(d0) -> (d0)>} : vector<64xf16>, vector<64xf32>, vector<64xf16>
  return
}

// -----

func.func @f(%v: vector<64xf16>) {
  // expected-error @+1 {{gives i1 or its operands' element type, not 'i8'}}
  %0 = vectorchain.element_wise_compare %v, %v {compare_op = #vectorchain<element_wise_compare_operator compare_eq>} : vector<64xf16>, vector<64xf16>, vector<64xi8>
  return
}

// -----

func.func @f(%v: vector<64xf16>, %c: vector<32xi1>) {
  // expected-error @+1 {{works element by element, but 'vector<32xi1>' and 'vector<64xf16>' have different numbers of elements}}
  %0 = vectorchain.element_wise_selection %c ? %v : %v : vector<32xi1>, vector<64xf16>, vector<64xf16>, vector<64xf16>
  return
}

// -----

func.func @f(%v: vector<64xf16>, %w: vector<64xf32>) {
  // expected-error @+1 {{mixes 'f32' and 'f16' elements}}
  %0 = vectorchain.multiply_and_accumulate %v, %v, %w {reduction_map = affine_map<(d0) -> (d0)>} : vector<64xf16>, vector<64xf16>, vector<64xf32>, vector<64xf16>
  return
}

// -----

func.func @f(%v: vector<64xf16>) {
  // expected-error @+1 {{has a gap of 0; lanes are at least 1 apart}}
  %0 = vectorchain.scan_with_gap %v {reduction_op = #vectorchain<binary_operator max>, gap = 0 : index, eval_order = #vectorchain<eval_order left_to_right>} : vector<64xf16>, vector<64xf16>
  return
}

// -----

func.func @f(%v: vector<64xf16>, %i: index) {
  // expected-error @+1 {{have different numbers of elements}}
  %0 = vectorchain.rotate %v, %i : vector<64xf16>, index, vector<32xf16>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{gives 1 values for 2 elements}}
  %0 = vectorchain.constant_bitstream {value = [0]} : vector<2xf16>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{has the bit pattern 0x100, which does not fit the 8 bits of 'i8'}}
  %0 = vectorchain.constant_bitstream {value = [256]} : vector<1xi8>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{has the value 1.000000e+00 : f64; give bit patterns as integers, e.g. 0x3c00}}
  %0 = vectorchain.constant_bitstream {value = [1.0]} : vector<1xf16>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{needs a vector of a fixed number of elements of at most 64 bits, not 'vector<[4]xf16>'}}
  %0 = vectorchain.constant_bitstream {value = [0]} : vector<[4]xf16>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{needs a vector of a fixed number of elements of at most 64 bits, not 'vector<1xindex>'}}
  %0 = vectorchain.constant_bitstream {value = [0]} : vector<1xindex>
  return
}

// -----

func.func @f(%v: vector<4xf16>) {
  // expected-error @+1 {{repeats 2 indices 3 times, which does not fill 'vector<4xf16>'}}
  %0 = vectorchain.shuffle input(%v) {indices = [0, 1], repetition = 3 : i32} : vector<4xf16>, vector<4xf16>
  return
}

// -----

func.func @f(%v: vector<4xf16>) {
  // expected-error @+1 {{has the index 4; here they go from 0 to 3}}
  %0 = vectorchain.shuffle input(%v) {indices = [4], repetition = 4 : i32} : vector<4xf16>, vector<4xf16>
  return
}

// -----

func.func @f(%v: vector<4xf16>, %i: index) {
  // expected-error @+1 {{has the index -2; here they go from -1 to 3}}
  %0 = vectorchain.shuffle input(%v), variable(%i) {indices = [-2], repetition = 4 : i32} : vector<4xf16>, index, vector<4xf16>
  return
}

// -----

func.func @f(%v: vector<4xf16>) {
  // expected-error @+1 {{has the index "x"; indices are integers, e.g. 0 : i32}}
  %0 = vectorchain.shuffle input(%v) {indices = ["x"], repetition = 4 : i32} : vector<4xf16>, vector<4xf16>
  return
}

// -----

func.func @f(%v: vector<4xf16>, %i: index) {
  // expected-error @+1 {{expected 'variable', 'pad' or 'mask', each at most once}}
  %0 = vectorchain.shuffle input(%v), what(%i) {indices = [0], repetition = 4 : i32} : vector<4xf16>, index, vector<4xf16>
  return
}

// -----

func.func @f(%v: vector<4xf16>) {
  // expected-error @+1 {{has the index 8; here they go from -1 to 7}}
  %0 = vectorchain.pack %v, %v {indices = [8], repetition = 4 : index} : vector<4xf16>, vector<4xf16>, vector<4xf16>
  return
}

// -----

func.func @f(%v: vector<4xf16>) {
  // expected-error @+1 {{has access functions whose dimensions are not those of their iteration space}}
  %0 = vectorchain.merge %v, %v {iteration_space_CA = affine_set<(d0) : (d0 >= 0)>, access_function_CA = affine_map<(d0, d1) -> (d0)>, access_function_A = affine_map<(d0) -> (d0)>,
      iteration_space_CB = affine_set<(d0) : (d0 >= 0)>, access_function_CB = affine_map<(d0) -> (d0)>, access_function_B = affine_map<(d0) -> (d0)>} : vector<4xf16>, vector<4xf16>, vector<8xf16>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{has a set of 1 dimensions and 1 symbols; needed are the lane as dimension and 0 symbols}}
  %0 = vectorchain.create_affine_mask {mask_set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>} : vector<4xi1>
  return
}
