// Operations of the spyreop dialect.
#ifndef SG_SPYREOP_OPS
#define SG_SPYREOP_OPS

include "engine/ir/spyreop/SpyreOpDialect.td"
include "engine/ir/spyreop/SpyreOpAttrs.td"
include "engine/ir/spyreop/SpyreOpTypes.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def SpyreOp_Float : AnyTypeOf<[F16, SpyreOp_DF16, F32]>;
def SpyreOp_Float16 : AnyTypeOf<[F16, SpyreOp_DF16]>;
def SpyreOp_Fused
    : AnyTypeOf<[SpyreOp_DF16Fused, SpyreOp_FP16Fused, SpyreOp_FP32Fused]>;

class SpyreOp_Op<string mnemonic, list<Trait> traits = []>
    : Op<SpyreOp_Dialect, mnemonic, traits # [Pure]>;

// A function whose operands and result have one type.
class SpyreOp_SameTypeOp<string mnemonic, dag inputs, dag outputs, string text>
    : SpyreOp_Op<mnemonic, [SameOperandsAndResultType]> {
  let arguments = inputs;
  let results = outputs;
  let summary = text;
  let assemblyFormat = "operands attr-dict `:` type($result)";
}
class SpyreOp_UnaryOp<string mnemonic, string text, Type type = SpyreOp_Float>
    : SpyreOp_SameTypeOp<mnemonic, (ins type:$operand), (outs type:$result), text>;
class SpyreOp_IntegerOp<string mnemonic, string text, Type type>
    : SpyreOp_SameTypeOp<mnemonic, (ins type:$lhs, type:$rhs), (outs type:$result), text> {
  let assemblyFormat = "operands attr-dict";
}

def SpyreOp_AddI32ToI32Op : SpyreOp_IntegerOp<"addi32toi32", "lhs + rhs, modulo 2^32", I32>;
def SpyreOp_AddI64ToI64Op : SpyreOp_IntegerOp<"addi64toi64", "lhs + rhs, modulo 2^64", I64>;
def SpyreOp_MulI32ToI32Op : SpyreOp_IntegerOp<"muli32toi32", "lhs * rhs, modulo 2^32", I32>;

def SpyreOp_ExpOp : SpyreOp_UnaryOp<"exp", "e to the power of x">;
def SpyreOp_GeLUOp : SpyreOp_UnaryOp<"gelu", "x times the normal distribution at x", SpyreOp_Float16>;
def SpyreOp_ReciprocalOp : SpyreOp_UnaryOp<"reciprocal", "1 / x">;
def SpyreOp_RSqrtOp : SpyreOp_UnaryOp<"rsqrt", "1 / sqrt(x)">;
def SpyreOp_SigmoidOp : SpyreOp_UnaryOp<"sigmoid", "1 / (1 + exp(-x))">;
def SpyreOp_SiLUOp : SpyreOp_UnaryOp<"silu", "x / (1 + exp(-x))">;
def SpyreOp_SqrtOp : SpyreOp_UnaryOp<"sqrt", "the square root of x">;

def SpyreOp_RealDivOp : SpyreOp_SameTypeOp<"realdiv",
    (ins SpyreOp_Float:$lhs, SpyreOp_Float:$rhs), (outs SpyreOp_Float:$result),
    "lhs / rhs">;

def SpyreOp_SelectOp : SpyreOp_SameTypeOp<"select",
    (ins SpyreOp_Float:$condition, SpyreOp_Float:$true_value,
         SpyreOp_Float:$false_value),
    (outs SpyreOp_Float:$result),
    "true_value where the condition is not zero, else false_value">;

def SpyreOp_CompareOp : SpyreOp_SameTypeOp<"compare",
    (ins SpyreOp_Float:$lhs, SpyreOp_Float:$rhs,
         SpyreOp_ComparePredicateAttr:$predicate),
    (outs SpyreOp_Float:$result),
    "one where the predicate holds, else zero; zero where an operand is NaN"> {
  let assemblyFormat = "$predicate $lhs `,` $rhs attr-dict `:` type($result)";
}

def SpyreOp_SoftplusOp : SpyreOp_SameTypeOp<"softplus",
    (ins SpyreOp_Float16:$operand, F32Attr:$beta, F32Attr:$threshold),
    (outs SpyreOp_Float16:$result),
    "log(1 + exp(beta * x)) / beta; x itself where beta * x is above the threshold"> {
  let assemblyFormat = [{
    $operand `beta` $beta `threshold` $threshold attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def SpyreOp_Idx32ToAddrOp : SpyreOp_Op<"idx32toaddr", [AttrSizedOperandSegments]> {
  let summary = "base + stride * index, modulo 2^32";
  let description = [{
    Base and stride are values. In older files they are numbers instead, as in
    `spyreop.idx32toaddr %i base 0x1000 stride 4`; both forms are kept as written.
  }];
  let arguments = (ins I32:$index, Optional<I32>:$base, Optional<I32>:$stride,
                       OptionalAttr<I32Attr>:$base_address,
                       OptionalAttr<I32Attr>:$static_stride);
  let results = (outs I32:$result);
  let assemblyFormat = [{
    $index `base` custom<ValueOrHex>($base, $base_address)
    `stride` custom<ValueOrNumber>($stride, $static_stride) attr-dict
  }];
  let hasVerifier = 1;
}

def SpyreOp_Exx2Op : SpyreOp_SameTypeOp<"exx2",
    (ins SpyreOp_Float:$operand),
    (outs SpyreOp_Float:$result, SpyreOp_Float:$squares),
    "a mean and a mean of squares">;

class SpyreOp_FuseOp<string mnemonic, string text>
    : SpyreOp_Op<mnemonic, [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = text;
  let arguments = (ins SpyreOp_Float:$operand);
  let results = (outs SpyreOp_Fused:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}
def SpyreOp_Exx2FusedOp
    : SpyreOp_FuseOp<"exx2_fused", "a mean and a mean of squares in one value">;
def SpyreOp_Exx2ZeromeanFusedOp
    : SpyreOp_FuseOp<"exx2_zeromean_fused",
                     "a mean of zero and a mean of squares in one value">;

def SpyreOp_LayerNormScaleOp : SpyreOp_Op<"layernormscale",
    [SameOperandsAndResultType]> {
  let summary = "1 / sqrt(squares - operand * operand)";
  let description = [{
    The operand is a mean and `squares` a mean of squares. Older files give the
    operand alone; it is then the variance.
  }];
  let arguments = (ins SpyreOp_Float:$operand, Optional<SpyreOp_Float>:$squares);
  let results = (outs SpyreOp_Float:$result);
  let assemblyFormat = "$operand (`squares` $squares^)? attr-dict `:` type($result)";
}

def SpyreOp_LayerNormScaleFusedOp : SpyreOp_Op<"layernormscale_fused",
    [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "layernormscale of a mean and a mean of squares in one value";
  let arguments = (ins SpyreOp_Fused:$operand);
  let results = (outs SpyreOp_Float:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

def SpyreOp_LayerNormNormOp : SpyreOp_SameTypeOp<"layernormnorm",
    (ins SpyreOp_Float:$operand, SpyreOp_Float:$squares, SpyreOp_Float:$scale,
         SpyreOp_Float:$weight, SpyreOp_Float:$bias),
    (outs SpyreOp_Float:$result), "the normalising part of a layer norm"> {
  let assemblyFormat = [{
    $operand `squares` $squares `scale` $scale `weight` $weight `bias` $bias
    attr-dict `:` type($result)
  }];
}

def SpyreOp_ConstantOp : SpyreOp_Op<"constant",
    [AllTypesMatch<["value", "result"]>]> {
  let summary = "A number";
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs AnyTypeOf<[F16, F32]>:$result);
  let assemblyFormat = "attr-dict $value";
}

def SpyreOp_SliceReductionOp : SpyreOp_Op<"slice_reduction",
    [SameOperandsAndResultType]> {
  let summary = "Combines the elements of a row within slices or across them";
  let description = [{
    `in_slice`: the first element of every slice gets the combination of its slice.
    `across_slice`: the elements of the first slice get the combination of their
    counterparts in all slices.
  }];
  let arguments = (ins AnyRankedTensor:$operand,
                       SpyreOp_ReductionKindAttr:$reduction_kind,
                       SpyreOp_ReductionScopeAttr:$reduction_scope);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

#endif
