// Operations of the dataflow dialect.
#ifndef SG_DATAFLOW_OPS
#define SG_DATAFLOW_OPS

include "mlir/Interfaces/SideEffectInterfaces.td"
include "engine/ir/dataflow/DataflowTypes.td"

// Operations without a trait on effects may do anything and are never removed.
class Dataflow_Op<string mnemonic, list<Trait> traits = []>
    : Op<Dataflow_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

def Dataflow_GetUnitOp : Dataflow_Op<"get_unit", [Pure]> {
  let summary = "A unit or memory of the machine";
  let description = [{
    `type` is the kind ("l1lu", "ddr"), `name` tells instances apart; `core` and
    `corelet` say where it is. Several results stand for several time steps.
  }];
  let arguments = (ins StrAttr:$name, StrAttr:$type);
  let results = (outs Variadic<Index>:$units);
  let assemblyFormat = "attr-dict `:` type(results)";
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$name, "::llvm::StringRef":$type,
        CArg<"::std::optional<int64_t>", "::std::nullopt">:$core,
        CArg<"::std::optional<int64_t>", "::std::nullopt">:$corelet)>];
  let extraClassDeclaration = [{
    ::mlir::Value getUnit() { return getUnits().front(); }
    /// Where the unit is; nothing for what all cores share.
    ::std::optional<int64_t> getCore();
    ::std::optional<int64_t> getCorelet();
  }];
}

def Dataflow_GetLocalUnitOp : Dataflow_Op<"get_local_unit", [Pure]> {
  let summary = "A unit beside another one, by name";
  let arguments = (ins Index:$unitId, StrAttr:$name);
  let results = (outs Index:$unit);
  let assemblyFormat = "$unitId attr-dict `:` type(results)";
}

def Dataflow_ProgramUnitOp : Dataflow_Op<"program_unit", [
    SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "The program of one or more units";
  let description = [{
    Every unit runs the body. The block argument of the `iter_arg` form is the
    unit that runs; uniform.query_map turns it into what differs between units.
  }];
  let arguments = (ins Variadic<Index>:$units, OptionalAttr<StrAttr>:$precision);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    /// `body` gets the block argument, the unit that runs. The terminator is
    /// added.
    OpBuilder<(ins "::mlir::ValueRange":$units,
        CArg<"::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, "
             "::mlir::Value)>", "nullptr">:$body)>];
  let extraClassDeclaration = [{
    /// The unit that runs; null in the form without iter_arg.
    ::mlir::Value getIterArg() {
      return getBody()->getNumArguments() ? ::mlir::Value(getBody()->getArgument(0))
                                          : ::mlir::Value();
    }
  }];
}

def Dataflow_ReturnOp : Dataflow_Op<"return", [
    Pure, Terminator, HasParent<"ProgramUnitOp">]> {
  let summary = "Ends a unit's program";
  let assemblyFormat = "attr-dict";
}

def Dataflow_CreateGroupOp : Dataflow_Op<"create_group", [Pure]> {
  let summary = "Units addressed together";
  let arguments = (ins Variadic<Index>:$unit_ids);
  let results = (outs Index:$group_id);
  let assemblyFormat = [{
    `(` ($unit_ids^ `:` type($unit_ids))? `)` attr-dict `:` type(results)
  }];
  let hasVerifier = 1;
}

def Dataflow_CreateMulticastGroupOp
    : Dataflow_Op<"create_multicast_group", [Pure]> {
  let summary = "A producer and the units that receive its data";
  let arguments = (ins Index:$producer, Variadic<Index>:$consumers,
                       I32Attr:$num_consumers, I32Attr:$group_id, I32Attr:$count);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    `(` $producer `->` `(` ($consumers^)? `)` `)` attr-dict `:` type(results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def Dataflow_GetLogicalMemoryViewOp
    : Dataflow_Op<"get_logical_memory_view", [Pure]> {
  let summary = "A memory region seen as an array";
  let description = [{
    Element (i, j, …) is at `start_address` + `layout_map`(i, j, …). Addresses
    count elements of the view's element type.
  }];
  let arguments = (ins Index:$from_unit, Index:$start_address,
                       AffineMapAttr:$layout_map);
  let results = (outs AnyMemRef:$data);
  let assemblyFormat = [{
    $from_unit `,` $start_address attr-dict `:` type($from_unit) `,`
    type($start_address) `,` type(results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

def Dataflow_SendOp : Dataflow_Op<"send"> {
  let summary = "Puts a vector into the FIFO to another unit; blocks when full";
  let arguments = (ins Index:$to_unit, Dataflow_AnyVector:$send_data,
                       OptionalAttr<Dataflow_RoutingDirectionAttr>:$dir,
                       OptionalAttr<StrAttr>:$dbgName);
  let assemblyFormat = "$to_unit `,` $send_data attr-dict `:` type($send_data)";
  let builders = [
    OpBuilder<(ins "::mlir::Value":$toUnit, "::mlir::Value":$data), [{
      build($_builder, $_state, toUnit, data, RoutingDirectionAttr(),
            ::mlir::StringAttr());
    }]>];
}

def Dataflow_ReceiveOp : Dataflow_Op<"receive"> {
  let summary = "Takes a vector from the FIFO of another unit; blocks when empty";
  let arguments = (ins Index:$from_unit, OptionalAttr<StrAttr>:$dbgName);
  let results = (outs Dataflow_AnyVector:$data);
  let assemblyFormat = "$from_unit attr-dict `:` type(results)";
  let builders = [
    OpBuilder<(ins "::mlir::Type":$data, "::mlir::Value":$fromUnit), [{
      build($_builder, $_state, data, fromUnit, ::mlir::StringAttr());
    }]>];
}

def Dataflow_SyncSendOp : Dataflow_Op<"sync_send"> {
  let summary = "Signals another unit";
  let description = [{
    With `wait_immediately_for_async_transfers` the signal leaves only after the
    transfers this unit has started are complete.
  }];
  let arguments = (ins Index:$to_unit, OptionalAttr<StrAttr>:$dbgName,
      OptionalAttr<BoolAttr>:$wait_immediately_for_async_transfers);
  let assemblyFormat = "$to_unit attr-dict `:` type($to_unit)";
  let builders = [
    OpBuilder<(ins "::mlir::Value":$toUnit, CArg<"bool", "true">:$waitForTransfers), [{
      build($_builder, $_state, toUnit, ::mlir::StringAttr(),
            $_builder.getBoolAttr(waitForTransfers));
    }]>];
}

def Dataflow_SyncRecvOp : Dataflow_Op<"sync_recv"> {
  let summary = "Waits for a signal of another unit";
  let arguments = (ins Index:$from_unit, OptionalAttr<StrAttr>:$dbgName);
  let assemblyFormat = "$from_unit attr-dict `:` type($from_unit)";
  let builders = [
    OpBuilder<(ins "::mlir::Value":$fromUnit), [{
      build($_builder, $_state, fromUnit, ::mlir::StringAttr());
    }]>];
}

def Dataflow_ImplicitSyncOnStreamingBufferOp
    : Dataflow_Op<"implicit_sync_on_streaming_buffer"> {
  let summary = "Synchronises at the boundaries of a streaming buffer";
  let arguments = (ins AnyMemRef:$memory_unit, Index:$dst_unit,
                       Index:$buffer_size, OptionalAttr<StrAttr>:$dbgName);
  let assemblyFormat = [{
    $memory_unit `,` $dst_unit `,` $buffer_size attr-dict `:`
    type($memory_unit) `,` type($dst_unit) `,` type($buffer_size)
  }];
}

def Dataflow_OpaqueOp : Dataflow_Op<"opaque"> {
  let summary = "A computation known by name, on registers";
  let description = [{
    The dictionaries name the registers read and written, those only read, and
    constants of the computation.
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$dbgName, StrAttr:$func_name,
                       DictionaryAttr:$read_write_register_dictionary,
                       DictionaryAttr:$read_only_register_dictionary,
                       DictionaryAttr:$parameter_dictionary);
  let assemblyFormat = "attr-dict";
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$funcName,
        "::llvm::ArrayRef<::mlir::NamedAttribute>":$readWrite,
        "::llvm::ArrayRef<::mlir::NamedAttribute>":$readOnly,
        CArg<"::llvm::ArrayRef<::mlir::NamedAttribute>", "{}">:$parameters), [{
      build($_builder, $_state, ::mlir::StringAttr(),
            $_builder.getStringAttr(funcName),
            $_builder.getDictionaryAttr(readWrite),
            $_builder.getDictionaryAttr(readOnly),
            $_builder.getDictionaryAttr(parameters));
    }]>];
}

#endif // SG_DATAFLOW_OPS
