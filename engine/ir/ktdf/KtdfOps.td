// Operations of the ktdf dialect: pipelines, tokens, tiling, double buffering.
#ifndef SG_KTDF_OPS
#define SG_KTDF_OPS

include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "engine/ir/ktdf/KtdfTypes.td"

class Ktdf_Op<string mnemonic, list<Trait> traits = []>
    : Op<Ktdf_Dialect, mnemonic, traits>;

// What tokens and reserved sizes are allocated from: two of them are never the
// same one, so they must not be merged.
def Ktdf_IdentityResource : Resource<"::sg::ktdf::IdentityResource">;

include "engine/ir/ktdf/KtdfTransferOps.td"

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

def Ktdf_PipelineOp : Ktdf_Op<"pipeline", [
    NoTerminator, SingleBlock, AutomaticAllocationScope,
    RecursiveMemoryEffects]> {
  let summary = "Stages that run at the same time on different iterations";
  let description = [{
    Holds `ktdf.stage` operations and at most one `ktdf.private`. With
    `modulo(size: n)` the private resources exist n times and take turns.
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$modulo);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    (`modulo` `(` `size` `:` $modulo^ `)`)? $region attr-dict
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins CArg<"::std::optional<int64_t>", "::std::nullopt">:$modulo,
        CArg<"::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location)>",
             "nullptr">:$body)>];
  let extraClassDeclaration = [{
    /// The private region's operation; null when there is none.
    PrivateOp getPrivateOp();
    /// The stages, in order.
    ::llvm::SmallVector<StageOp, 4> getStages();
    unsigned getNumStages();
  }];
}

def Ktdf_StageOp : Ktdf_Op<"stage", [
    NoTerminator, SingleBlock, HasParent<"PipelineOp">,
    AttrSizedOperandSegments, AutomaticAllocationScope,
    RecursiveMemoryEffects]> {
  let summary = "One step of a pipeline";
  let description = [{
    A stage starts an iteration when every stage that gives out one of its
    `depends_in` tokens has finished that iteration. `applicable_units` names
    the kinds of units that can execute it.
  }];
  let arguments = (ins Variadic<Ktdf_TokenType>:$depends_in,
                       Variadic<Ktdf_TokenType>:$depends_out,
                       OptionalAttr<ArrayAttr>:$applicable_units);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    `depends_in` `(` ($depends_in^):(```none`)? `)`
    `depends_out` `(` ($depends_out^):(```none`)? `)` $region attr-dict
  }];
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$dependsIn,
        "::mlir::ValueRange":$dependsOut,
        CArg<"::llvm::ArrayRef<::llvm::StringRef>", "{}">:$units,
        CArg<"::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location)>",
             "nullptr">:$body)>];
  let extraClassDeclaration = [{
    PipelineOp getPipeline();
    /// The strings of `applicable_units`; empty when there is no list.
    ::llvm::SmallVector<::llvm::StringRef> getUnitNames();
    /// Replaces the list; an empty one removes the attribute.
    void setUnitNames(::llvm::ArrayRef<::llvm::StringRef> units);
    /// Adds a token unless it is there already.
    void addDependsIn(::mlir::Value token);
    void addDependsOut(::mlir::Value token);
  }];
}

def Ktdf_PrivateOp : Ktdf_Op<"private", [
    SingleBlockImplicitTerminator<"PrivateYieldOp">, HasParent<"PipelineOp">,
    RecursiveMemoryEffects]> {
  let summary = "Buffers, FIFO slots and tokens of one pipeline";
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    (`->` `(` type($results)^ `)`)? $region attr-dict-with-keyword
  }];
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    /// Builds the body with `body`; the values it returns are yielded and give
    /// the results their types.
    OpBuilder<(ins "::llvm::function_ref<::llvm::SmallVector<::mlir::Value>("
                   "::mlir::OpBuilder &, ::mlir::Location)>":$body)>,
    /// An empty body without terminator, to be filled by the caller.
    OpBuilder<(ins "::mlir::TypeRange":$results)>];
  let extraClassDeclaration = [{
    PrivateYieldOp getYield();
  }];
}

def Ktdf_PrivateYieldOp : Ktdf_Op<"private_yield", [
    Pure, Terminator, HasParent<"PrivateOp">]> {
  let summary = "Hands the private resources to the pipeline";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [
    OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange{}); }]>];
}

def Ktdf_CreateTokenOp : Ktdf_Op<"create_token"> {
  let summary = "A new token";
  let results = (outs Res<Ktdf_TokenType, "", [MemAlloc<Ktdf_IdentityResource>]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let builders = [
    OpBuilder<(ins), [{
      build($_builder, $_state, TokenType::get($_builder.getContext()));
    }]>];
}

//===----------------------------------------------------------------------===//
// Loops and tiles
//===----------------------------------------------------------------------===//

def Ktdf_ParallelOp : Ktdf_Op<"parallel", [
    SingleBlock, SameVariadicOperandSize, AutomaticAllocationScope,
    RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<LoopLikeOpInterface, [
        "getLoopInductionVars", "getLoopLowerBounds", "getLoopUpperBounds",
        "getLoopSteps"]>]> {
  let summary = "A parallel loop nest dealt out to instances of a unit";
  let description = [{
    The iterations, in lexicographic order, are cut into `num_instances`
    contiguous chunks of equal size (the last may be shorter); instance i runs
    chunk i. The block takes one induction variable per dimension and, last, the
    instance number.
  }];
  let arguments = (ins Variadic<Index>:$lower_bounds,
                       Variadic<Index>:$upper_bounds,
                       Variadic<Index>:$steps, I64Attr:$num_instances);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    /// `body` gets the induction variables and the instance number; the
    /// terminator is added.
    OpBuilder<(ins "::mlir::ValueRange":$lowerBounds,
        "::mlir::ValueRange":$upperBounds, "::mlir::ValueRange":$steps,
        "int64_t":$numInstances,
        CArg<"::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, "
             "::mlir::ValueRange, ::mlir::Value)>", "nullptr">:$body)>];
  let extraClassDeclaration = [{
    unsigned getNumLoops() { return getLowerBounds().size(); }
    ::mlir::BlockArgument getInductionVar(unsigned dim) {
      return getBody()->getArgument(dim);
    }
    ::mlir::BlockArgument getInstanceId() {
      return getBody()->getArgument(getNumLoops());
    }
  }];
}

def Ktdf_ParallelYieldOp : Ktdf_Op<"parallel_yield", [
    Pure, Terminator, HasParent<"ParallelOp">]> {
  let summary = "Ends the body of ktdf.parallel";
  let assemblyFormat = "attr-dict";
}

def Ktdf_TilingReserveSizeOp : Ktdf_Op<"tiling.reserve_size"> {
  let summary = "A tile size to be chosen later";
  let description = [{
    The size chosen is at least `min_value` and a multiple of `divisibility`.
  }];
  let arguments = (ins IndexAttr:$min_value, IndexAttr:$divisibility);
  let results = (outs Res<Index, "", [MemAlloc<Ktdf_IdentityResource>]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "int64_t":$minValue, "int64_t":$divisibility)>];
}

def Ktdf_TilingDeriveSizeOp
    : Ktdf_Op<"tiling.derive_size", [Pure, SameVariadicOperandSize]> {
  let summary = "Iterations of the tile at hand";
  let description = [{
    `[%iv : %tile]` pairs, outermost first, and the trip count before tiling.
    The result is the last tile size, or what is left for the last tile.
    Induction variables count from zero in steps of one.
  }];
  let arguments = (ins Variadic<Index>:$ivs, Variadic<Index>:$tile_sizes,
                       Index:$total_size);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    custom<DeriveSizePairs>($ivs, $tile_sizes) `total_size` `=` $total_size
    attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$ivs, "::mlir::ValueRange":$tileSizes,
                   "::mlir::Value":$totalSize), [{
      build($_builder, $_state, $_builder.getIndexType(), ivs, tileSizes,
            totalSize);
    }]>];
}

def Ktdf_TilingLinearizeIndexOp
    : Ktdf_Op<"tiling.linearize_index", [Pure, SameVariadicOperandSize]> {
  let summary = "The index before tiling: the sum of induction variable times stride";
  let arguments = (ins Variadic<Index>:$ivs, Variadic<Index>:$strides);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    custom<BracketPairs>($ivs, $strides) attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$ivs, "::mlir::ValueRange":$strides), [{
      build($_builder, $_state, $_builder.getIndexType(), ivs, strides);
    }]>];
}

//===----------------------------------------------------------------------===//
// Double buffering
//===----------------------------------------------------------------------===//

def Ktdf_BufferPhaseOp : Ktdf_Op<"buffer_phase", [Pure]> {
  let summary = "Which of several buffers this iteration uses";
  let description = [{
    The number of iterations of the loops given so far, modulo `num_phases`.
  }];
  let arguments = (ins Variadic<Index>:$ivs, I64Attr:$num_phases);
  let results = (outs Index:$result);
  let assemblyFormat = "`(` $ivs `)` attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Ktdf_SelectMemrefOp : Ktdf_Op<"select_memref", [Pure]> {
  let summary = "The buffer of a phase";
  let arguments = (ins Index:$phase, Variadic<AnyMemRef>:$candidates);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = [{
    $phase `[` $candidates `]` attr-dict `:`
    custom<CandidateTypes>(ref($candidates), type($candidates), type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let builders = [
    /// `candidates` must not be empty.
    OpBuilder<(ins "::mlir::Value":$phase, "::mlir::ValueRange":$candidates), [{
      build($_builder, $_state, candidates.front().getType(), phase, candidates);
    }]>];
}

//===----------------------------------------------------------------------===//
// Opaque
//===----------------------------------------------------------------------===//

def Ktdf_OpaqueOp : Ktdf_Op<"opaque", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "A computation known to code generation by name";
  let description = [{
    In destination-passing style: one result per tensor among the outputs.
    Memrefs among the inputs are read, those among the outputs read and written.
  }];
  let arguments = (ins StrAttr:$template_name, Variadic<AnyType>:$inputs,
                       Variadic<AnyShaped>:$outputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $template_name attr-dict (`->` type($results)^)?
    `\n` ` ` ` ` `ins````(` ($inputs^ ```:` type($inputs))? `)`
    `\n` ` ` ` ` `outs````(` ($outputs^ ```:` type($outputs))? `)`
  }];
  let builders = [
    /// The results are the tensors among `outputs`.
    OpBuilder<(ins "::llvm::StringRef":$templateName,
                   "::mlir::ValueRange":$inputs, "::mlir::ValueRange":$outputs)>];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputsMutable();
    }
  }];
}

#endif // SG_KTDF_OPS
