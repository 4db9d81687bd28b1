// Operations of the ktdf dialect that move data. Included by KtdfOps.td.
#ifndef SG_KTDF_TRANSFER_OPS
#define SG_KTDF_TRANSFER_OPS

// Every operation that touches a FIFO changes where the next one reads or
// writes, so all of them write this resource and keep their order.
def Ktdf_FifoResource : Resource<"::sg::ktdf::FifoResource">;

def Ktdf_MemRefOrSlot : AnyTypeOf<[AnyMemRef, Ktdf_FifoSlotType]>;
def Ktdf_TensorOrMemRef
    : AnyTypeOf<[AnyRankedTensor, AnyMemRef], "", "::mlir::ShapedType">;

def Ktdf_FifoAllocateOp : Ktdf_Op<"fifo.allocate", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "FIFO slots, used in turn in the order of their allocation";
  let description = [{
    A slot whose type has `?` elements takes its capacity from the next operand.
  }];
  let arguments = (ins Variadic<Index>:$dynamic_sizes);
  let results = (outs Variadic<Ktdf_FifoSlotType>:$slots);
  let assemblyFormat = "`(` $dynamic_sizes `)` attr-dict `->` type($slots)";
  let hasVerifier = 1;
  let builders = [
    /// One slot of a static capacity.
    OpBuilder<(ins "FifoSlotType":$type), [{
      build($_builder, $_state, ::mlir::TypeRange(::mlir::Type(type)),
            ::mlir::ValueRange{});
    }]>];
}

def Ktdf_ReadFromFifoOp : Ktdf_Op<"read_from_fifo", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Takes a slot's elements as a tensor or a transient buffer";
  let arguments = (ins Ktdf_FifoSlotType:$fifo_slot);
  let results = (outs Ktdf_TensorOrMemRef:$result);
  let assemblyFormat =
      "$fifo_slot attr-dict `:` type($fifo_slot) `->` type($result)";
  let hasVerifier = 1;
}

def Ktdf_WriteToFifoOp : Ktdf_Op<"write_to_fifo", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Puts a tensor's or a buffer's elements into a slot";
  let arguments = (ins Ktdf_TensorOrMemRef:$data, Ktdf_FifoSlotType:$fifo_slot);
  let assemblyFormat =
      "$data `,` $fifo_slot attr-dict `:` type($data) `,` type($fifo_slot)";
  let hasVerifier = 1;
}

def Ktdf_DataTransferOp : Ktdf_Op<"data_transfer", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Moves a block between memories and FIFO slots";
  let description = [{
    Each side is a memref with affine subscripts (where the block starts) and a
    size per dimension, or a FIFO slot with an optional size. At most one side is
    a slot. Sizes are static, or index values marked by the dynamic-size
    sentinel in `static_source_sizes` and `static_dest_sizes`.
  }];
  let arguments = (ins
    Ktdf_MemRefOrSlot:$source, Variadic<Index>:$source_indices,
    Variadic<Index>:$source_sizes,
    Ktdf_MemRefOrSlot:$destination, Variadic<Index>:$dest_indices,
    Variadic<Index>:$dest_sizes,
    OptionalAttr<DenseI64ArrayAttr>:$static_source_sizes,
    OptionalAttr<DenseI64ArrayAttr>:$static_dest_sizes,
    OptionalAttr<AffineMapAttr>:$source_map,
    OptionalAttr<AffineMapAttr>:$dest_map);
  let assemblyFormat = [{
    `from` custom<CellOrSlot>($source, $source_indices, $source_map,
                              $source_sizes, $static_source_sizes)
    `to` custom<CellOrSlot>($destination, $dest_indices, $dest_map,
                            $dest_sizes, $static_dest_sizes)
    attr-dict `:` type($source) `,` type($destination)
  }];
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "const TransferEnd &":$source,
                   "const TransferEnd &":$destination)>,
    /// All sizes static; a null map for a FIFO slot.
    OpBuilder<(ins "::mlir::Value":$source, "::mlir::AffineMap":$sourceMap,
        "::mlir::ValueRange":$sourceIndices,
        "::llvm::ArrayRef<int64_t>":$sourceSizes,
        "::mlir::Value":$destination, "::mlir::AffineMap":$destMap,
        "::mlir::ValueRange":$destIndices,
        "::llvm::ArrayRef<int64_t>":$destSizes)>];
  let extraClassDeclaration = [{
    bool isSourceFifo() {
      return ::mlir::isa<FifoSlotType>(getSource().getType());
    }
    bool isDestFifo() {
      return ::mlir::isa<FifoSlotType>(getDestination().getType());
    }
    TransferEnd getSourceEnd();
    TransferEnd getDestEnd();
    ::mlir::Type getElementType();
  }];
}

def Ktdf_IndDataTransferOp : Ktdf_Op<"ind_data_transfer", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Moves a block whose place one entry of an address buffer gives";
  let description = [{
    With `ind_src` (gather) the entry is added to where `dir_src` starts, with
    `ind_dst` (scatter) to where `dir_dst` starts. Exactly one of the two is
    given; the direct side it applies to is a memref.
  }];
  let arguments = (ins
    Optional<AnyMemRef>:$ind_src_memref, Optional<Index>:$ind_src_index,
    Ktdf_MemRefOrSlot:$dir_src, Variadic<Index>:$dir_src_indices,
    Variadic<Index>:$dir_src_sizes,
    Optional<AnyMemRef>:$ind_dst_memref, Optional<Index>:$ind_dst_index,
    Ktdf_MemRefOrSlot:$dir_dst, Variadic<Index>:$dir_dst_indices,
    Variadic<Index>:$dir_dst_sizes,
    OptionalAttr<AffineMapAttr>:$dir_src_map,
    OptionalAttr<AffineMapAttr>:$dir_dst_map,
    OptionalAttr<AffineMapAttr>:$ind_src_map,
    OptionalAttr<AffineMapAttr>:$ind_dst_map,
    OptionalAttr<DenseI64ArrayAttr>:$static_dir_src_sizes,
    OptionalAttr<DenseI64ArrayAttr>:$static_dir_dst_sizes);
  let assemblyFormat = [{
    `\n` `ind_src` `=` ($ind_src_memref^ `[` $ind_src_index `]`):(`none`)?
    `\n` `dir_src` `=` custom<CellOrSlot>($dir_src, $dir_src_indices,
                 $dir_src_map, $dir_src_sizes, $static_dir_src_sizes)
    `\n` `ind_dst` `=` ($ind_dst_memref^ `[` $ind_dst_index `]`):(`none`)?
    `\n` `dir_dst` `=` custom<CellOrSlot>($dir_dst, $dir_dst_indices,
                 $dir_dst_map, $dir_dst_sizes, $static_dir_dst_sizes)
    `\n` attr-dict `:` custom<IndirectTypes>(type($ind_src_memref),
        type($dir_src), type($ind_dst_memref), type($dir_dst))
  }];
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    /// `addresses` and `entry` belong to the source when `gather` is set and to
    /// the destination otherwise.
    OpBuilder<(ins "bool":$gather, "::mlir::Value":$addresses,
        "::mlir::Value":$entry, "const TransferEnd &":$source,
        "const TransferEnd &":$destination)>];
  let extraClassDeclaration = [{
    bool isGather() { return static_cast<bool>(getIndSrcMemref()); }
    /// The address buffer and the index of the entry used.
    ::mlir::Value getAddresses() {
      return isGather() ? getIndSrcMemref() : getIndDstMemref();
    }
    ::mlir::Value getEntry() {
      return isGather() ? getIndSrcIndex() : getIndDstIndex();
    }
    TransferEnd getSourceEnd();
    TransferEnd getDestEnd();
  }];
}

def Ktdf_ViaOp : Ktdf_Op<"via", [Pure, SameOperandsAndResultType]> {
  let summary = "Asks for a value to be routed through memories or units";
  let arguments = (ins Ktdf_TensorOrMemRef:$operand, ArrayAttr:$hops);
  let results = (outs Ktdf_TensorOrMemRef:$result);
  let assemblyFormat = "``$hops $operand attr-dict `:` type($operand)";
}

#endif // SG_KTDF_TRANSFER_OPS
