// Operations of the vectorchain dialect.
#ifndef SG_VECTORCHAIN_OPS
#define SG_VECTORCHAIN_OPS

include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "engine/ir/dataflow/DataflowTypes.td"
include "engine/ir/vectorchain/VectorChainAttrs.td"

class VectorChain_Op<string mnemonic, list<Trait> traits = []>
    : Op<VectorChain_Dialect, mnemonic, !listconcat([Pure], traits)>;

// Lanes whose mask is zero take no part.
def VectorChain_Mask : Optional<VectorOfAnyRankOf<[I1]>>;
def VectorChain_DbgName : OptionalAttr<StrAttr>;

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

class VectorChain_UnaryOp<string mnemonic, string what>
    : VectorChain_Op<mnemonic> {
  let summary = what;
  let arguments = (ins AnyVectorOfAnyRank:$op, VectorChain_Mask:$mask,
                       VectorChain_DbgName:$dbgName);
  let results = (outs AnyVectorOfAnyRank:$data);
  let assemblyFormat = [{
    $op (`[` $mask^ `:` type($mask) `]`)? attr-dict `:` type($op) `,`
    type(results)
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$op), [{
      build($_builder, $_state, op.getType(), op, ::mlir::Value(),
            ::mlir::StringAttr());
    }]>];
}

def VectorChain_NegOp : VectorChain_UnaryOp<"neg", "Negation">;
def VectorChain_FloorOp
    : VectorChain_UnaryOp<"floor", "Rounding to a whole number, downwards">;
def VectorChain_FastExpOp
    : VectorChain_UnaryOp<"fast_exp", "Exponential, in one step">;
def VectorChain_RecEstimateOp
    : VectorChain_UnaryOp<"rec_estimate", "Reciprocal">;
def VectorChain_LnEstimateOp
    : VectorChain_UnaryOp<"ln_estimate", "Natural logarithm">;
def VectorChain_RsqrtEstimateOp
    : VectorChain_UnaryOp<"rsqrt_estimate", "Reciprocal of the square root">;

class VectorChain_VersionedOp<string mnemonic, string what, Attr versionAttr,
                              string version>
    : VectorChain_Op<mnemonic> {
  let summary = what;
  let arguments = (ins AnyVectorOfAnyRank:$op, VectorChain_Mask:$mask,
                       VectorChain_DbgName:$dbgName, versionAttr:$version);
  let results = (outs AnyVectorOfAnyRank:$data);
  let assemblyFormat = [{
    $op (`[` $mask^ `:` type($mask) `]`)? attr-dict `:` type($op) `,`
    type(results)
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$op, version:$version), [{
      build($_builder, $_state, op.getType(), op, ::mlir::Value(),
            ::mlir::StringAttr(), version);
    }]>];
}

def VectorChain_ExpEstimateOp : VectorChain_VersionedOp<"exp_estimate",
    "Exponential", VectorChain_ExpEstimateAttr, "ExpEstimate">;
def VectorChain_SigmoidEstimateOp : VectorChain_VersionedOp<"sigmoid_estimate",
    "Logistic function", VectorChain_EstimateVersionAttr, "EstimateVersion">;
def VectorChain_TanhEstimateOp : VectorChain_VersionedOp<"tanh_estimate",
    "Hyperbolic tangent", VectorChain_EstimateVersionAttr, "EstimateVersion">;

def VectorChain_CastOp : VectorChain_Op<"cast"> {
  let summary = "Conversion to another element type";
  let arguments = (ins Dataflow_AnyVector:$input, VectorChain_Mask:$mask,
                       VectorChain_DbgName:$dbgName);
  let results = (outs Dataflow_AnyVector:$data);
  let assemblyFormat = [{
    $input (`[` $mask^ `:` type($mask) `]`)? attr-dict `:` type($input) `,`
    type(results)
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Type":$data, "::mlir::Value":$input), [{
      build($_builder, $_state, data, input, ::mlir::Value(),
            ::mlir::StringAttr());
    }]>];
}

//===----------------------------------------------------------------------===//
// Two and three operands
//===----------------------------------------------------------------------===//

def VectorChain_BinaryOp : VectorChain_Op<"binary"> {
  let summary = "An operation on two vectors, element by element";
  let arguments = (ins Dataflow_AnyVector:$op1, Dataflow_AnyVector:$op2,
                       VectorChain_Mask:$mask, VectorChain_DbgName:$dbgName,
                       VectorChain_BinaryOperatorAttr:$binary_op,
                       AffineMapAttr:$op_specific_map);
  let results = (outs Dataflow_AnyVector:$data);
  let assemblyFormat = [{
    $op1 `,` $op2 (`[` $mask^ `:` type($mask) `]`)? attr-dict `:` type($op1)
    `,` type($op2) `,` type(results)
  }];
  let hasVerifier = 1;
  let builders = [
    /// Without mask, with the identity as map; the result has op1's type.
    OpBuilder<(ins "BinaryOperator":$kind, "::mlir::Value":$op1,
                   "::mlir::Value":$op2), [{
      build($_builder, $_state, op1.getType(), op1, op2, ::mlir::Value(),
            ::mlir::StringAttr(), kind,
            $_builder.getMultiDimIdentityMap(1));
    }]>];
}

def VectorChain_ElementWiseCompareOp : VectorChain_Op<"element_wise_compare"> {
  let summary = "A comparison, element by element";
  let description = [{
    The result has i1 elements, or the operands' element type when it only
    serves as the condition of a selection.
  }];
  let arguments = (ins AnyVectorOfAnyRank:$op1, AnyVectorOfAnyRank:$op2,
                       VectorChain_Mask:$mask, VectorChain_DbgName:$dbgName,
                       VectorChain_CompareOperatorAttr:$compare_op);
  let results = (outs AnyVectorOfAnyRank:$data);
  let assemblyFormat = [{
    $op1 `,` $op2 (`[` $mask^ `:` type($mask) `]`)? attr-dict `:` type($op1)
    `,` type($op2) `,` type(results)
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Type":$data, "CompareOperator":$kind,
                   "::mlir::Value":$op1, "::mlir::Value":$op2), [{
      build($_builder, $_state, data, op1, op2, ::mlir::Value(),
            ::mlir::StringAttr(), kind);
    }]>];
}

def VectorChain_ElementWiseSelectionOp
    : VectorChain_Op<"element_wise_selection"> {
  let summary = "Elements of lhs where the condition holds, of rhs elsewhere";
  let arguments = (ins AnyVectorOfAnyRank:$cond, Dataflow_AnyVector:$lhs,
                       Dataflow_AnyVector:$rhs, VectorChain_Mask:$mask,
                       VectorChain_DbgName:$dbgName);
  let results = (outs Dataflow_AnyVector:$data);
  let assemblyFormat = [{
    $cond `?` $lhs `:` $rhs (`[` $mask^ `:` type($mask) `]`)? attr-dict `:`
    type($cond) `,` type($lhs) `,` type($rhs) `,` type(results)
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$cond, "::mlir::Value":$lhs,
                   "::mlir::Value":$rhs), [{
      build($_builder, $_state, lhs.getType(), cond, lhs, rhs, ::mlir::Value(),
            ::mlir::StringAttr());
    }]>];
}

def VectorChain_MultiplyOp : VectorChain_Op<"multiply"> {
  let summary = "Products, summed up as the map says";
  let arguments = (ins Dataflow_AnyVector:$op1, Dataflow_AnyVector:$op2,
                       VectorChain_Mask:$mask, VectorChain_DbgName:$dbgName,
                       AffineMapAttr:$reduction_map);
  let results = (outs Dataflow_AnyVector:$data);
  let assemblyFormat = [{
    $op1 `,` $op2 (`[` $mask^ `:` type($mask) `]`)? attr-dict `:` type($op1)
    `,` type($op2) `,` type(results)
  }];
}

def VectorChain_MultiplyAndAccumulateOp
    : VectorChain_Op<"multiply_and_accumulate"> {
  let summary = "op1 * op2 + op3, products summed up as the map says";
  let arguments = (ins Dataflow_AnyVector:$op1, Dataflow_AnyVector:$op2,
                       Dataflow_AnyVector:$op3, VectorChain_Mask:$mask,
                       VectorChain_DbgName:$dbgName,
                       AffineMapAttr:$reduction_map);
  let results = (outs Dataflow_AnyVector:$data);
  let assemblyFormat = [{
    $op1 `,` $op2 `,` $op3 (`[` $mask^ `:` type($mask) `]`)? attr-dict `:`
    type($op1) `,` type($op2) `,` type($op3) `,` type(results)
  }];
  let hasVerifier = 1;
  let builders = [
    /// Without mask, with the identity as map; the result has op3's type.
    OpBuilder<(ins "::mlir::Value":$op1, "::mlir::Value":$op2,
                   "::mlir::Value":$op3), [{
      build($_builder, $_state, op3.getType(), op1, op2, op3, ::mlir::Value(),
            ::mlir::StringAttr(), $_builder.getMultiDimIdentityMap(1));
    }]>];
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

def VectorChain_ConstantBitstreamOp : VectorChain_Op<"constant_bitstream"> {
  let summary = "A constant vector given by its bit patterns";
  let description = [{
    One integer per element, as wide as the element at most. With `is_symbol`
    the integers are symbol numbers instead.
  }];
  let arguments = (ins ArrayAttr:$value);
  let results = (outs Dataflow_AnyVector:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::llvm::ArrayRef<int64_t>":$bits), [{
      build($_builder, $_state, result, $_builder.getI64ArrayAttr(bits));
    }]>];
  let extraClassDeclaration = [{
    bool isSymbol();
    /// The bit patterns. The operation must be verified.
    ::llvm::SmallVector<int64_t> getBits();
  }];
}

def VectorChain_ShuffleOp
    : VectorChain_Op<"shuffle", [AttrSizedOperandSegments]> {
  let summary = "Lanes of a vector picked by index, the pattern repeated";
  let description = [{
    Index i >= 0 is lane i of the input, -1 the first of the variable and pad
    operands, -2 the second, and so on.
  }];
  let arguments = (ins Dataflow_AnyVector:$input,
      Variadic<AnyTypeOf<[Index, AnyInteger, AnyFloat]>>:$variable,
      Variadic<AnyTypeOf<[Index, AnyInteger, AnyFloat]>>:$pad,
      VectorChain_Mask:$mask, VectorChain_DbgName:$dbgName,
      ArrayAttr:$indices, I32Attr:$repetition);
  let results = (outs Dataflow_AnyVector:$output);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let builders = [
    /// Indices into the input only.
    OpBuilder<(ins "::mlir::Type":$output, "::mlir::Value":$input,
        "::llvm::ArrayRef<int32_t>":$indices, "int32_t":$repetition), [{
      build($_builder, $_state, output, input, ::mlir::ValueRange(),
            ::mlir::ValueRange(), ::mlir::Value(), ::mlir::StringAttr(),
            $_builder.getI32ArrayAttr(indices),
            $_builder.getI32IntegerAttr(repetition));
    }]>];
  let extraClassDeclaration = [{
    /// The indices. The operation must be verified.
    ::llvm::SmallVector<int64_t> getIndexValues();
  }];
}

def VectorChain_SelectOp : VectorChain_Op<"select"> {
  let summary = "Lanes of a vector picked by an affine map";
  let arguments = (ins Dataflow_AnyVector:$data, AffineMapAttr:$selection_map);
  let results = (outs Dataflow_AnyVector:$selected_data);
  let assemblyFormat = "$data attr-dict `:` type($data) `,` type(results)";
}

def VectorChain_SelectDynamicOp : VectorChain_Op<"select_dynamic"> {
  let summary = "Lanes of a vector picked by a vector of indices";
  let arguments = (ins Dataflow_AnyVector:$data, AnyVectorOfAnyRank:$indices,
                       VectorChain_DbgName:$dbgName);
  let results = (outs Dataflow_AnyVector:$selected_data);
  let assemblyFormat = [{
    $data `,` $indices attr-dict `:` type($data) `,` type($indices) `,`
    type(results)
  }];
}

def VectorChain_MergeOp : VectorChain_Op<"merge"> {
  let summary = "Elements of two vectors put together as affine maps say";
  let description = [{
    For the points of `iteration_space_CA`, element `access_function_CA` of the
    result is element `access_function_A` of op1; the same with B and op2.
  }];
  let arguments = (ins Dataflow_AnyVector:$op1, Dataflow_AnyVector:$op2,
                       VectorChain_DbgName:$dbgName,
                       Builtin_IntegerSetAttr:$iteration_space_CA,
                       AffineMapAttr:$access_function_CA,
                       AffineMapAttr:$access_function_A,
                       Builtin_IntegerSetAttr:$iteration_space_CB,
                       AffineMapAttr:$access_function_CB,
                       AffineMapAttr:$access_function_B);
  let results = (outs Dataflow_AnyVector:$data);
  let assemblyFormat = [{
    $op1 `,` $op2 attr-dict `:` type($op1) `,` type($op2) `,` type(results)
  }];
  let hasVerifier = 1;
}

def VectorChain_PackOp : VectorChain_Op<"pack"> {
  let summary = "Lanes of two vectors picked by index, the pattern repeated";
  let description = [{
    The lanes of op2 are counted on from those of op1; -1 gives a zero, or copies
    of the sign bit with `sign_extend`.
  }];
  let arguments = (ins Dataflow_AnyVector:$op1, Dataflow_AnyVector:$op2,
                       VectorChain_Mask:$mask, VectorChain_DbgName:$dbgName,
                       ArrayAttr:$indices, IndexAttr:$repetition,
                       DefaultValuedAttr<BoolAttr, "false">:$sign_extend);
  let results = (outs Dataflow_AnyVector:$data);
  let assemblyFormat = [{
    $op1 `,` $op2 (`[` $mask^ `:` type($mask) `]`)? attr-dict `:` type($op1)
    `,` type($op2) `,` type(results)
  }];
  let hasVerifier = 1;
}

def VectorChain_CreateAffineMaskOp : VectorChain_Op<"create_affine_mask"> {
  let summary = "A mask of the lanes in an affine set";
  let description = [{
    The set has one dimension, the lane, and one symbol if there is a parameter.
  }];
  let arguments = (ins Optional<Index>:$mask_parameter,
                       Builtin_IntegerSetAttr:$mask_set);
  let results = (outs VectorOfRankAndType<[1], [I1]>:$data);
  let assemblyFormat = "($mask_parameter^)? attr-dict `:` type(results)";
  let hasVerifier = 1;
}

def VectorChain_ScanWithGapOp : VectorChain_Op<"scan_with_gap"> {
  let summary = "Running reduction over lanes a gap apart";
  let arguments = (ins Dataflow_AnyVector:$input, VectorChain_DbgName:$dbgName,
                       VectorChain_BinaryOperatorAttr:$reduction_op,
                       IndexAttr:$gap, VectorChain_EvalOrderAttr:$eval_order);
  let results = (outs Dataflow_AnyVector:$output);
  let assemblyFormat = "$input attr-dict `:` type($input) `,` type(results)";
  let hasVerifier = 1;
  let builders = [
    /// From left to right; the result has the input's type.
    OpBuilder<(ins "::mlir::Value":$input, "BinaryOperator":$kind,
                   "int64_t":$gap), [{
      build($_builder, $_state, input.getType(), input, ::mlir::StringAttr(),
            BinaryOperatorAttr::get($_builder.getContext(), kind),
            $_builder.getIndexAttr(gap),
            EvalOrderAttr::get($_builder.getContext(), EvalOrder::LeftToRight));
    }]>];
}

def VectorChain_RotateOp : VectorChain_Op<"rotate"> {
  let summary = "Lanes moved round by a number of places";
  let arguments = (ins Dataflow_AnyVector:$input, Index:$position,
                       VectorChain_DbgName:$dbgName,
                       DefaultValuedAttr<BoolAttr, "true">:$right_shift);
  let results = (outs Dataflow_AnyVector:$output);
  let assemblyFormat = [{
    $input `,` $position attr-dict `:` type($input) `,` type($position) `,`
    type(results)
  }];
  let hasVerifier = 1;
}

#endif // SG_VECTORCHAIN_OPS
