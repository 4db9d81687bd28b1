// RUN: spyreglass-opt %s | spyreglass-opt | FileCheck %s
// RUN: spyreglass-opt --mlir-print-op-generic %s | spyreglass-opt | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @unary
// CHECK-SAME: %[[V:.*]]: vector<64xf16>, %[[M:.*]]: vector<64xi1>
func.func @unary(%v: vector<64xf16>, %m: vector<64xi1>, %x: !dataflow.custom_vector<64xf32>) {
  // CHECK: vectorchain.neg %[[V]] : vector<64xf16>, vector<64xf16>
  %0 = vectorchain.neg %v : vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.neg %[[V]][%[[M]] : vector<64xi1>] {dbgName = "n"} : vector<64xf16>, vector<64xf16>
  %1 = vectorchain.neg %v [%m : vector<64xi1>] {dbgName = "n"} : vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.floor %[[V]] : vector<64xf16>, vector<64xf16>
  %2 = vectorchain.floor %v : vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.fast_exp %[[V]] : vector<64xf16>, vector<64xf16>
  %3 = vectorchain.fast_exp %v : vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.exp_estimate %[[V]] {version = #vectorchain<exp_estimate b>} : vector<64xf16>, vector<64xf16>
  %4 = vectorchain.exp_estimate %v {version = #vectorchain<exp_estimate b>} : vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.rec_estimate %[[V]] : vector<64xf16>, vector<64xf16>
  %5 = vectorchain.rec_estimate %v : vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.ln_estimate %[[V]] : vector<64xf16>, vector<64xf16>
  %6 = vectorchain.ln_estimate %v : vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.rsqrt_estimate %[[V]] : vector<64xf16>, vector<64xf16>
  %7 = vectorchain.rsqrt_estimate %v : vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.sigmoid_estimate %[[V]] {version = #vectorchain<estimate_versions slope>} : vector<64xf16>, vector<64xf16>
  %8 = vectorchain.sigmoid_estimate %v {version = #vectorchain<estimate_versions slope>} : vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.tanh_estimate %[[V]] {version = #vectorchain<estimate_versions offset>} : vector<64xf16>, vector<64xf16>
  %9 = vectorchain.tanh_estimate %v {version = #vectorchain<estimate_versions offset>} : vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.cast %[[V]] : vector<64xf16>, vector<64xf32>
  %10 = vectorchain.cast %v : vector<64xf16>, vector<64xf32>
  // CHECK: vectorchain.cast %{{.*}} : !dataflow.custom_vector<64xf32>, vector<64xf16>
  %11 = vectorchain.cast %x : !dataflow.custom_vector<64xf32>, vector<64xf16>
  return
}

// CHECK-LABEL: func.func @more_operands
func.func @more_operands(%v: vector<64xf16>, %m: vector<64xi1>, %c: vector<64xf16>) {
  // CHECK: vectorchain.binary %{{.*}}, %{{.*}} {binary_op = #vectorchain<binary_operator add>, op_specific_map = #{{.*}}} : vector<64xf16>, vector<64xf16>, vector<64xf16>
  %0 = vectorchain.binary %v, %c {binary_op = #vectorchain<binary_operator add>, op_specific_map = #id} : vector<64xf16>, vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.binary %{{.*}}, %{{.*}}[%{{.*}} : vector<64xi1>] {binary_op = #vectorchain<binary_operator and0>
  %1 = vectorchain.binary %v, %c [%m : vector<64xi1>] {binary_op = #vectorchain<binary_operator and0>, op_specific_map = #id} : vector<64xf16>, vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.element_wise_compare %{{.*}}, %{{.*}} {compare_op = #vectorchain<element_wise_compare_operator compare_lt>} : vector<64xf16>, vector<64xf16>, vector<64xi1>
  %2 = vectorchain.element_wise_compare %v, %c {compare_op = #vectorchain<element_wise_compare_operator compare_lt>} : vector<64xf16>, vector<64xf16>, vector<64xi1>
  // CHECK: vectorchain.element_wise_selection %{{.*}} ? %{{.*}} : %{{.*}} : vector<64xi1>, vector<64xf16>, vector<64xf16>, vector<64xf16>
  %3 = vectorchain.element_wise_selection %2 ? %v : %c : vector<64xi1>, vector<64xf16>, vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.element_wise_selection %{{.*}} ? %{{.*}} : %{{.*}}[%{{.*}} : vector<64xi1>] : vector<64xf16>, vector<64xf16>, vector<64xf16>, vector<64xf16>
  %4 = vectorchain.element_wise_selection %c ? %v : %c [%m : vector<64xi1>] : vector<64xf16>, vector<64xf16>, vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.multiply %{{.*}}, %{{.*}} {reduction_map = #{{.*}}} : vector<64xf16>, vector<64xf16>, vector<32xf16>
  %5 = vectorchain.multiply %v, %c {reduction_map = affine_map<(d0) -> (d0 floordiv 2)>} : vector<64xf16>, vector<64xf16>, vector<32xf16>
  // CHECK: vectorchain.multiply_and_accumulate %{{.*}}, %{{.*}}, %{{.*}} {reduction_map = #{{.*}}} : vector<64xf16>, vector<64xf16>, vector<64xf16>, vector<64xf16>
  %6 = vectorchain.multiply_and_accumulate %v, %c, %v {reduction_map = #id} : vector<64xf16>, vector<64xf16>, vector<64xf16>, vector<64xf16>
  return
}

// CHECK-LABEL: func.func @lanes
func.func @lanes(%v: vector<64xf16>, %m: vector<64xi1>, %i: index, %x: f16, %k: vector<64xi2>) {
  // CHECK: vectorchain.constant_bitstream {value = [0x3c00, 0xffff]} : vector<2xf16>
  %0 = vectorchain.constant_bitstream {value = [0x3c00, 65535]} : vector<2xf16>
  // CHECK: vectorchain.constant_bitstream {value = [0x81, 0xffffffffffffffff]} : vector<1x2xi64>
  %1 = vectorchain.constant_bitstream {value = [129, -1]} : vector<1x2xi64>
  // CHECK: vectorchain.constant_bitstream {is_symbol = true, value = [-3]} : vector<1xf16>
  %2 = vectorchain.constant_bitstream {is_symbol = true, value = [-3]} : vector<1xf16>
  // CHECK: vectorchain.shuffle input(%{{.*}}) {indices = [0 : i32, 1 : i32], repetition = 32 : i32} : vector<2xf16>, vector<64xf16>
  %3 = vectorchain.shuffle input(%0) {indices = [0 : i32, 1 : i32], repetition = 32 : i32} : vector<2xf16>, vector<64xf16>
  // CHECK: vectorchain.shuffle input(%{{.*}}), variable(%{{.*}}), pad(%{{.*}}, %{{.*}}), mask(%{{.*}}) {indices = [-1, 2, -3, 0], repetition = 16 : i32} : vector<64xf16>, index, f16, f16, vector<64xi1>, vector<64xf16>
  %4 = vectorchain.shuffle input(%v), pad(%x, %x), variable(%i), mask(%m) {indices = [-1, 2, -3, 0], repetition = 16 : i32} : vector<64xf16>, index, f16, f16, vector<64xi1>, vector<64xf16>
  // As older text has it.
  // CHECK: vectorchain.shuffle input(%{{.*}}) {indices = [0], repetition = 4 : i32} : vector<64xf16>, vector<4xf16>
  %5 = vectorchain.shuffle %v {indices = [0], repetition = 4 : i32} : vector<64xf16>, vector<4xf16>
  // CHECK: vectorchain.select %{{.*}} {selection_map = #{{.*}}} : vector<64xf16>, vector<32xf16>
  %6 = vectorchain.select %v {selection_map = affine_map<(d0) -> (d0 * 2)>} : vector<64xf16>, vector<32xf16>
  // CHECK: vectorchain.select_dynamic %{{.*}}, %{{.*}} : vector<64xf16>, vector<64xi2>, vector<64xf16>
  %7 = vectorchain.select_dynamic %v, %k : vector<64xf16>, vector<64xi2>, vector<64xf16>
  // CHECK: vectorchain.merge %{{.*}}, %{{.*}} {access_function_A = #{{.*}}, access_function_B = #{{.*}}, access_function_CA = #{{.*}}, access_function_CB = #{{.*}}, iteration_space_CA = #{{.*}}, iteration_space_CB = #{{.*}}} : vector<64xf16>, vector<64xf16>, vector<128xf16>
  %8 = vectorchain.merge %v, %v {iteration_space_CA = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>, access_function_CA = #id, access_function_A = #id,
      iteration_space_CB = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>, access_function_CB = affine_map<(d0) -> (d0 + 64)>, access_function_B = #id} : vector<64xf16>, vector<64xf16>, vector<128xf16>
  // CHECK: vectorchain.pack %{{.*}}, %{{.*}} {indices = [0, 64, -1], repetition = 2 : index} : vector<64xf16>, vector<64xf16>, vector<6xf16>
  %9 = vectorchain.pack %v, %v {indices = [0, 64, -1], repetition = 2 : index} : vector<64xf16>, vector<64xf16>, vector<6xf16>
  // CHECK: vectorchain.create_affine_mask {mask_set = #{{.*}}} : vector<64xi1>
  %10 = vectorchain.create_affine_mask {mask_set = affine_set<(d0) : (d0 >= 0, -d0 + 9 >= 0)>} : vector<64xi1>
  // CHECK: vectorchain.create_affine_mask %{{.*}} {mask_set = #{{.*}}} : vector<64xi1>
  %11 = vectorchain.create_affine_mask %i {mask_set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>} : vector<64xi1>
  // CHECK: vectorchain.scan_with_gap %{{.*}} {eval_order = #vectorchain<eval_order left_to_right>, gap = 8 : index, reduction_op = #vectorchain<binary_operator max>} : vector<64xf16>, vector<64xf16>
  %12 = vectorchain.scan_with_gap %v {reduction_op = #vectorchain<binary_operator max>, gap = 8 : index, eval_order = #vectorchain<eval_order left_to_right>} : vector<64xf16>, vector<64xf16>
  // CHECK: vectorchain.rotate %{{.*}}, %{{.*}} {right_shift = false} : vector<64xf16>, index, vector<64xf16>
  %13 = vectorchain.rotate %v, %i {right_shift = false} : vector<64xf16>, index, vector<64xf16>
  return
}
