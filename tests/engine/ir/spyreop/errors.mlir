// RUN: spyreglass-opt %s -split-input-file -verify-diagnostics

func.func @beta_zero(%a: f16) {
  // expected-error@+1 {{'spyreop.softplus' op divides by beta, which cannot be 0.000000e+00 : f32: write a finite number other than 0}}
  %0 = spyreop.softplus %a beta 0.0 threshold 1.0 : f16
  return
}

// -----

func.func @exp_integer(%a: i32) {
  // expected-error@+1 {{operand #0 must be 16-bit float or df16 float or 32-bit float, but got 'i32'}}
  %0 = spyreop.exp %a : i32
  return
}

// -----

func.func @gelu_f32(%a: f32) {
  // expected-error@+1 {{operand #0 must be 16-bit float or df16 float, but got 'f32'}}
  %0 = spyreop.gelu %a : f32
  return
}

// -----

func.func @wrong_pair(%a: f16) {
  // expected-error@+2 {{inferred type(s) '!spyreop.fp16_fused' are incompatible with return type(s) of operation '!spyreop.fp32_fused'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = spyreop.exx2_fused %a : f16 -> !spyreop.fp32_fused
  return
}

// -----

func.func @wrong_scalar(%a: !spyreop.fp16_fused) {
  // expected-error@+2 {{inferred type(s) 'f16' are incompatible with return type(s) of operation 'f32'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = spyreop.layernormscale_fused %a : !spyreop.fp16_fused -> f32
  return
}

// -----

func.func @fused_plain(%a: f16) {
  // expected-error@+1 {{operand #0 must be pair of df16 floats or pair of f16 floats or pair of f32 floats, but got 'f16'}}
  %0 = spyreop.layernormscale_fused %a : f16 -> f16
  return
}

// -----

func.func @constant_integer() {
  // expected-error@+1 {{result #0 must be 16-bit float or 32-bit float, but got 'i32'}}
  %0 = spyreop.constant 0 : i32
  return
}

// -----

func.func @constant_type() {
  // expected-error@+1 {{failed to verify that all of {value, result} have same type}}
  %0 = "spyreop.constant"() <{value = 1.0 : f32}> : () -> f16
  return
}

// -----

func.func @address_number(%a: i32) {
  // expected-error@+1 {{8589934592 does not fit the 32 bits of an address}}
  %0 = spyreop.idx32toaddr %a base 0x200000000 stride 4
  return
}

// -----

func.func @two_bases(%a: i32) {
  // expected-error@+1 {{takes its base as a value or as a number, one of them}}
  %0 = "spyreop.idx32toaddr"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1>, base_address = 4 : i32}> : (i32, i32, i32) -> i32
  return
}

// -----

func.func @no_stride(%a: i32) {
  // expected-error@+1 {{takes its stride as a value or as a number, one of them}}
  %0 = "spyreop.idx32toaddr"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> i32
  return
}

// -----

func.func @no_kind(%a: tensor<64xf16>) {
  // expected-error@+1 {{requires attribute 'reduction_kind'}}
  %0 = spyreop.slice_reduction %a {reduction_scope = #spyreop.reduction_scope<in_slice>} : tensor<64xf16> -> tensor<64xf16>
  return
}
