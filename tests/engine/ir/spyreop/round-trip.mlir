// RUN: spyreglass-opt %s | spyreglass-opt | FileCheck %s
// RUN: spyreglass-opt %s -mlir-print-op-generic | spyreglass-opt | FileCheck %s

// CHECK-LABEL: func.func @integers
func.func @integers(%a: i32, %b: i32, %c: i64) -> (i32, i32, i64, i32, i32) {
  // CHECK: spyreop.addi32toi32 %arg0, %arg1
  %0 = spyreop.addi32toi32 %a, %b
  // CHECK: spyreop.muli32toi32 %arg0, %arg1
  %1 = spyreop.muli32toi32 %a, %b
  // CHECK: spyreop.addi64toi64 %arg2, %arg2
  %2 = spyreop.addi64toi64 %c, %c
  // CHECK: spyreop.idx32toaddr %arg0 base %arg1 stride %arg0
  %3 = spyreop.idx32toaddr %a base %b stride %a
  // CHECK: spyreop.idx32toaddr %arg0 base 0xDEADBEEF stride -4
  %4 = spyreop.idx32toaddr %a base 0xDEADBEEF stride -4
  return %0, %1, %2, %3, %4 : i32, i32, i64, i32, i32
}

// CHECK-LABEL: func.func @unary
func.func @unary(%h: f16, %d: !spyreop.df16, %s: f32) {
  // CHECK: spyreop.exp %arg0 : f16
  %0 = spyreop.exp %h : f16
  // CHECK: spyreop.exp %arg1 : !spyreop.df16
  %1 = spyreop.exp %d : !spyreop.df16
  // CHECK: spyreop.exp %arg2 : f32
  %2 = spyreop.exp %s : f32
  // CHECK: spyreop.gelu %arg0 : f16
  %3 = spyreop.gelu %h : f16
  // CHECK: spyreop.reciprocal %arg0 : f16
  %4 = spyreop.reciprocal %h : f16
  // CHECK: spyreop.rsqrt %arg0 : f16
  %5 = spyreop.rsqrt %h : f16
  // CHECK: spyreop.sigmoid %arg0 : f16
  %6 = spyreop.sigmoid %h : f16
  // CHECK: spyreop.silu %arg0 : f16
  %7 = spyreop.silu %h : f16
  // CHECK: spyreop.sqrt %arg0 : f16
  %8 = spyreop.sqrt %h : f16
  // CHECK: spyreop.softplus %arg0 beta 2.000000e-01 threshold 1.000000e-01 : f16
  %9 = spyreop.softplus %h beta 0.2 threshold 0.1 : f16
  return
}

// CHECK-LABEL: func.func @binary
func.func @binary(%a: f16, %b: f16) {
  // CHECK: spyreop.realdiv %arg0, %arg1 : f16
  %0 = spyreop.realdiv %a, %b : f16
  // CHECK: spyreop.select %arg0, %arg1, %arg1 : f16
  %1 = spyreop.select %a, %b, %b : f16
  // CHECK: spyreop.compare <equal> %arg0, %arg1 : f16
  %2 = spyreop.compare <equal> %a, %b : f16
  // CHECK: spyreop.compare <notequal>
  %3 = spyreop.compare <notequal> %a, %b : f16
  // CHECK: spyreop.compare <greaterthan>
  %4 = spyreop.compare <greaterthan> %a, %b : f16
  // CHECK: spyreop.compare <greaterequal>
  %5 = spyreop.compare <greaterequal> %a, %b : f16
  // CHECK: spyreop.compare <lesserthan>
  %6 = spyreop.compare <lesserthan> %a, %b : f16
  // CHECK: spyreop.compare <lesserequal>
  %7 = spyreop.compare <lesserequal> %a, %b : f16
  // CHECK: spyreop.constant 1.500000e+00 : f16
  %8 = spyreop.constant 1.5 : f16
  // CHECK: spyreop.constant 1.000000e+00 : f32
  %9 = spyreop.constant 1.0 : f32
  return
}

// CHECK-LABEL: func.func @layer_norm
func.func @layer_norm(%x: f16, %d: !spyreop.df16, %s: f32) {
  // CHECK: %{{.*}}, %{{.*}} = spyreop.exx2 %arg0 : f16
  %mean, %squares = spyreop.exx2 %x : f16
  // CHECK: spyreop.layernormscale %{{.*}} squares %{{.*}} : f16
  %scale = spyreop.layernormscale %mean squares %squares : f16
  // CHECK: spyreop.layernormscale %arg0 : f16
  %variance = spyreop.layernormscale %x : f16
  // CHECK: spyreop.layernormnorm %arg0 squares %{{.*}} scale %{{.*}} weight %arg0 bias %arg0 : f16
  %norm = spyreop.layernormnorm %x squares %squares scale %scale weight %x bias %x : f16
  // CHECK: spyreop.exx2_fused %arg0 : f16 -> !spyreop.fp16_fused
  %f = spyreop.exx2_fused %x : f16 -> !spyreop.fp16_fused
  // CHECK: spyreop.exx2_fused %arg1 : !spyreop.df16 -> !spyreop.df16_fused
  %g = spyreop.exx2_fused %d : !spyreop.df16 -> !spyreop.df16_fused
  // CHECK: spyreop.exx2_zeromean_fused %arg2 : f32 -> !spyreop.fp32_fused
  %h = spyreop.exx2_zeromean_fused %s : f32 -> !spyreop.fp32_fused
  // CHECK: spyreop.layernormscale_fused %{{.*}} : !spyreop.fp16_fused -> f16
  %i = spyreop.layernormscale_fused %f : !spyreop.fp16_fused -> f16
  // CHECK: spyreop.layernormscale_fused %{{.*}} : !spyreop.df16_fused -> !spyreop.df16
  %j = spyreop.layernormscale_fused %g : !spyreop.df16_fused -> !spyreop.df16
  // CHECK: spyreop.layernormscale_fused %{{.*}} : !spyreop.fp32_fused -> f32
  %k = spyreop.layernormscale_fused %h : !spyreop.fp32_fused -> f32
  return
}

// CHECK-LABEL: func.func @slices
func.func @slices(%a: tensor<64xf16>) {
  // CHECK: spyreop.slice_reduction %arg0 {reduction_kind = #spyreop.reduction_kind<abs_max>, reduction_scope = #spyreop.reduction_scope<in_slice>} : tensor<64xf16> -> tensor<64xf16>
  %0 = spyreop.slice_reduction %a {reduction_kind = #spyreop.reduction_kind<abs_max>, reduction_scope = #spyreop.reduction_scope<in_slice>} : tensor<64xf16> -> tensor<64xf16>
  // CHECK: reduction_kind<add>, reduction_scope = #spyreop.reduction_scope<across_slice>
  %1 = spyreop.slice_reduction %a {reduction_kind = #spyreop.reduction_kind<add>, reduction_scope = #spyreop.reduction_scope<across_slice>} : tensor<64xf16> -> tensor<64xf16>
  return
}

// df16 is an element type like others.
// CHECK-LABEL: func.func @element_types
// CHECK-SAME: tensor<64x!spyreop.df16>, %{{.*}}: memref<64x!spyreop.fp16_fused>
func.func @element_types(%a: tensor<64x!spyreop.df16>, %b: memref<64x!spyreop.fp16_fused>) {
  return
}
