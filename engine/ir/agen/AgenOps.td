// Operations of the agen dialect.
#ifndef SG_AGEN_OPS
#define SG_AGEN_OPS

include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "engine/ir/agen/AgenAttrs.td"
include "engine/ir/dataflow/DataflowTypes.td"

class Agen_Op<string mnemonic, list<Trait> traits = []>
    : Op<Agen_Dialect, mnemonic, traits>;

def Agen_YieldOp : Agen_Op<"yield", [Pure, Terminator]> {
  let summary = "Ends the body of a composite operation";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [
    OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange{}); }]>];
}

def Agen_VectorLoadOp : Agen_Op<"vector_load", [AttrSizedOperandSegments]> {
  let summary = "Loads a set of elements as one vector";
  let description = [{
    The subscripts say where the set's origin is; `load_order` brings the
    elements of `load_set` into the order of the vector's lanes (the first
    result varies slowest).
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$mem_ref,
                       OptionalAttr<StrAttr>:$dbgName,
                       AffineMapAttr:$affine_map,
                       Variadic<Index>:$map_operands,
                       Builtin_IntegerSetAttr:$load_set,
                       AffineMapAttr:$load_order,
                       Optional<Index>:$multicast_info);
  let results = (outs Dataflow_AnyVector:$result);
  let assemblyFormat = [{
    $mem_ref `` custom<Subscripts>($affine_map, $map_operands)
    (`multicast_info` `=` $multicast_info^)? attr-dict `:` type($mem_ref) `,`
    type($result)
  }];
  let hasVerifier = 1;
  let builders = [
    /// Without multicast.
    OpBuilder<(ins "::mlir::Type":$result, "const Access &":$access)>];
  let extraClassDeclaration = [{ Access getAccess(); }];
}

def Agen_VectorStoreOp : Agen_Op<"vector_store"> {
  let summary = "Stores a vector as a set of elements";
  let description = "The counterpart of agen.vector_load.";
  let arguments = (ins Dataflow_AnyVector:$value_to_store,
                       Arg<AnyMemRef, "", [MemWrite]>:$mem_ref,
                       OptionalAttr<StrAttr>:$dbgName,
                       AffineMapAttr:$affine_map,
                       Variadic<Index>:$map_operands,
                       Builtin_IntegerSetAttr:$store_set,
                       AffineMapAttr:$store_order);
  let assemblyFormat = [{
    $value_to_store `,` $mem_ref `` custom<Subscripts>($affine_map, $map_operands)
    attr-dict `:` type($mem_ref) `,` type($value_to_store)
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$value, "const Access &":$access)>];
  let extraClassDeclaration = [{ Access getAccess(); }];
}

def Agen_CompositeLoadAndStoreOp : Agen_Op<"composite_load_and_store", [
    AttrSizedOperandSegments, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "Loads a set and stores a set, once per time step";
  let description = [{
    The time steps are the points of `time_set` in the order of `time_order`. At
    each, the source and destination subscripts are moved on by the results of
    `load_time_addr_map` and `store_time_addr_map`. The body sees the vector
    loaded as its argument.
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$src_mem_ref,
                       Arg<AnyMemRef, "", [MemWrite]>:$dst_mem_ref,
                       OptionalAttr<StrAttr>:$dbgName,
                       AffineMapAttr:$src_map, Variadic<Index>:$src_map_operands,
                       AffineMapAttr:$dst_map, Variadic<Index>:$dst_map_operands,
                       Builtin_IntegerSetAttr:$load_set, AffineMapAttr:$load_order,
                       Builtin_IntegerSetAttr:$store_set, AffineMapAttr:$store_order,
                       Variadic<Index>:$time_symbols,
                       Builtin_IntegerSetAttr:$time_set, AffineMapAttr:$time_order,
                       AffineMapAttr:$load_time_addr_map,
                       AffineMapAttr:$store_time_addr_map,
                       OptionalAttr<Agen_RoutingDirectionAttr>:$dir,
                       Optional<Index>:$multicast_info);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    /// `vector` is what one time step loads. An empty `time` stands for a single
    /// step.
    OpBuilder<(ins "::mlir::Type":$vector, "const Access &":$load,
                   "const Access &":$store, CArg<"const TimeSteps &", "{}">:$time)>];
  let extraClassDeclaration = [{
    Access getLoad();
    Access getStore();
    TimeSteps getTime();
    /// The vector loaded, in the body.
    ::mlir::BlockArgument getLoadIv() { return getBody()->getArgument(0); }
  }];
}

def Agen_CompositeLoadOp : Agen_Op<"composite_load", [
    AttrSizedOperandSegments, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "Loads a set once per time step; the body uses the vector";
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$mem_ref,
                       OptionalAttr<StrAttr>:$dbgName,
                       AffineMapAttr:$affine_map,
                       Variadic<Index>:$map_operands,
                       Builtin_IntegerSetAttr:$load_set,
                       AffineMapAttr:$load_order,
                       Variadic<Index>:$time_symbols,
                       Builtin_IntegerSetAttr:$time_set,
                       AffineMapAttr:$time_order,
                       AffineMapAttr:$time_addr_map);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    Access getAccess();
    ::mlir::BlockArgument getLoadIv() { return getBody()->getArgument(0); }
  }];
}

#endif // SG_AGEN_OPS
