// Operations of the ktdp dialect: tiles, views, accesses, runtime arguments.
// Those between tiles are in KtdpInterTileOps.td.
#ifndef SG_KTDP_OPS
#define SG_KTDP_OPS

include "engine/ir/ktdp/KtdpDialect.td"
include "engine/ir/ktdp/KtdpAttrs.td"
include "engine/ir/ktdp/KtdpTypes.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Ktdp_Op<string mnemonic, list<Trait> traits = []>
    : Op<Ktdp_Dialect, mnemonic, traits>;

def Ktdp_MemRefOrTensor : AnyTypeOf<[AnyMemRef, AnyTensor]>;

include "engine/ir/ktdp/KtdpInterTileOps.td"

def Ktdp_GetComputeTileIdOp : Ktdp_Op<"get_compute_tile_id", [
    Pure, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "The coordinates of the executing tile in the grid";
  let description = [{
    One result per axis of the grid, or a single one: the tile's row-major number.
  }];
  let results = (outs Variadic<Index>:$coordinates);
  let assemblyFormat = "attr-dict `:` type(results)";
  let hasVerifier = 1;
}

def Ktdp_ConstructMemoryViewOp : Ktdp_Op<"construct_memory_view", [
    AttrSizedOperandSegments, Pure]> {
  let summary = "A strided view of memory from a base address";
  let description = [{
    `offset` is the address of the first element, counted in elements of the
    view; strides are in elements too. `coordinate_set` says which coordinates of
    a larger tensor the view holds (all of them by default); its symbols are the
    dynamic sizes from left to right.
  }];
  let arguments = (ins Index:$offset, Variadic<Index>:$sizes,
                       Variadic<Index>:$strides, DenseI64ArrayAttr:$static_sizes,
                       DenseI64ArrayAttr:$static_strides,
                       Ktdp_MemorySpaceAttr:$memory_space,
                       Builtin_IntegerSetAttr:$coordinate_set);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = [{
    $offset `` `,` `sizes` `` `:` custom<DynamicIndexList>($sizes, $static_sizes)
    `` `,` `strides` `` `:` custom<DynamicIndexList>($strides, $static_strides)
    attr-dict `:` type($result)
  }];
  let builders = [OpBuilder<(ins
    "::mlir::MemRefType":$type, "::mlir::Value":$offset,
    "::llvm::ArrayRef<::mlir::OpFoldResult>":$mixedSizes,
    "::llvm::ArrayRef<::mlir::OpFoldResult>":$mixedStrides,
    "MemorySpaceAttr":$memorySpace, "::mlir::IntegerSet":$coordinateSet)>];
  let extraClassDeclaration = [{
    /// The view's type: ranked, with the rank of the sizes (verified).
    ::mlir::MemRefType getViewType() {
      return getResult().getType();
    }
    /// One entry per dimension: an integer attribute or an index value. Elements.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedStrides();
  }];
  let hasVerifier = 1;
}

def Ktdp_ConstructDistributedMemoryViewOp
    : Ktdp_Op<"construct_distributed_memory_view", [Pure]> {
  let summary = "One view made of the views of its partitions";
  let description = [{
    The coordinate set of each partition's `construct_memory_view` says which
    coordinates of the whole it holds. Partitions may differ in memory space and
    strides and may overlap.
  }];
  let arguments = (ins Variadic<AnyMemRef>:$memrefs);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = [{
    `(` ($memrefs^ `:` type($memrefs))? `)` attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Ktdp_ConstructAccessTileOp : Ktdp_Op<"construct_access_tile", [
    AttrSizedOperandSegments, Pure]> {
  let summary = "A tile of coordinates relative to a subscript";
  let description = [{
    `base_map` applied to `indices` gives the anchor in the view;
    `access_tile_set` has the points relative to it (its symbols are
    `symbol_operands`), and `access_tile_order`, a permutation, the order in which
    they are visited: its results are the dimensions of the tile from outside in.
  }];
  let arguments = (ins Ktdp_MemRefOrTensor:$base, AffineMapAttr:$base_map,
                       Variadic<Index>:$indices, Variadic<Index>:$symbol_operands,
                       Builtin_IntegerSetAttr:$access_tile_set,
                       AffineMapAttr:$access_tile_order);
  let results = (outs Ktdp_AccessTileType:$result);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    ::mlir::ShapedType getBaseType() {
      return ::llvm::cast<::mlir::ShapedType>(getBase().getType());
    }
    /// The set of points of the tile, relative to the anchor.
    ::mlir::IntegerSet getTileSet() { return getAccessTileSet().getValue(); }
  }];
  let hasVerifier = 1;
}

def Ktdp_RegionTerminatorOp : Ktdp_Op<"region_terminator", [Terminator, Pure]> {
  let summary = "Ends the region that holds the variables of an indirect access";
  let assemblyFormat = "attr-dict";
}

def Ktdp_ConstructIndirectAccessTileOp : Ktdp_Op<"construct_indirect_access_tile", [
    AttrSizedOperandSegments,
    SingleBlockImplicitTerminator<"::sg::ktdp::RegionTerminatorOp">,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "A tile of coordinates, some of them read from other views";
  let description = [{
    For every point of `variables_space_set` each dimension of `base` has a
    coordinate: the value of an affine expression, or the element of an index view
    at a subscript of affine expressions (`ind(...)`). All subscript maps have the
    same inputs: the captured variables, then the intermediate variables.
  }];
  let arguments = (ins Ktdp_MemRefOrTensor:$base,
                       DenseBoolArrayAttr:$per_dim_subscript_kinds,
                       AffineMapArrayAttr:$per_dim_subscript_maps,
                       Variadic<AnyMemRef>:$indirect_memrefs,
                       Variadic<Index>:$captured_variables,
                       Variadic<Index>:$symbol_operands,
                       Builtin_IntegerSetAttr:$variables_space_set,
                       AffineMapAttr:$variables_space_order);
  let regions = (region SizedRegion<1>:$region);
  let results = (outs Ktdp_AccessTileType:$result);
  let hasCustomAssemblyFormat = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins
    "AccessTileType":$type, "::mlir::Value":$base, "::llvm::ArrayRef<bool>":$kinds,
    "::llvm::ArrayRef<::mlir::AffineMap>":$maps,
    "::mlir::ValueRange":$indirectMemrefs, "::mlir::ValueRange":$capturedVariables,
    "::mlir::ValueRange":$symbolOperands, "::mlir::IntegerSet":$set,
    "::mlir::AffineMap":$order)>];
  let extraClassDeclaration = [{
    ::mlir::ShapedType getBaseType() {
      return ::llvm::cast<::mlir::ShapedType>(getBase().getType());
    }
    ::mlir::Block::BlockArgListType getIntermediateVariables() {
      return getRegion().getArguments();
    }
    ::mlir::IntegerSet getVariablesSet() { return getVariablesSpaceSet().getValue(); }
    /// Whether the coordinate of dimension `dim` of the base is read from a view.
    bool isIndirect(unsigned dim) { return getPerDimSubscriptKinds()[dim]; }
    /// Subscript of dimension `dim`: one result, or one per dimension of the index
    /// view. Inputs: captured variables, then intermediate variables.
    ::mlir::AffineMap getSubscriptMap(unsigned dim) {
      return ::llvm::cast<::mlir::AffineMapAttr>(getPerDimSubscriptMaps()[dim])
          .getValue();
    }
    /// The index view of dimension `dim`; null for a direct subscript.
    ::mlir::Value getIndexView(unsigned dim);
  }];
  let hasVerifier = 1;
}

def Ktdp_LoadOp : Ktdp_Op<"load", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Reads the elements of an access tile into a tensor";
  let arguments = (ins Ktdp_AccessTileType:$access_tile);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$access_tile attr-dict `:` type($access_tile) `->` type($result)";
  let builders = [OpBuilder<(ins "::mlir::Value":$accessTile,
                                 "::mlir::Type":$elementType)>];
  let hasVerifier = 1;
}

def Ktdp_StoreOp : Ktdp_Op<"store", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Writes a tensor to the elements of an access tile";
  let arguments = (ins AnyTensor:$data_tile, Ktdp_AccessTileType:$access_tile);
  let assemblyFormat = [{
    $data_tile `,` $access_tile attr-dict `:` type($data_tile) `,` type($access_tile)
  }];
  let hasVerifier = 1;
}

def Ktdp_RuntimeArgExtractOp : Ktdp_Op<"runtime_arg_extract", [Pure]> {
  let summary = "The value of a runtime argument, or one of its bounds";
  let arguments = (ins Ktdp_RuntimeArgExtractKind:$kind, Ktdp_RuntimeArgType:$input);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $kind `from` $input `:` type($input) attr-dict `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif
