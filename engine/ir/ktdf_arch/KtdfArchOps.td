// Operations of the architecture dialect.
#ifndef SG_IR_KTDF_ARCH_OPS_TD
#define SG_IR_KTDF_ARCH_OPS_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "engine/ir/ktdf_arch/KtdfArchTypes.td"

class KtdfArch_Op<string mnemonic, list<Trait> traits = []>
    : Op<KtdfArchDialect, mnemonic, traits> {
  let hasCustomAssemblyFormat = 1;
}

def KtdfArch_DeviceOp : KtdfArch_Op<"device", [
    Symbol, IsolatedFromAbove, NoTerminator, RegionKindInterface,
    HasOnlyGraphRegion, OpAsmOpInterface]> {
  let summary = "a device, described here or imported from a file";
  let description = [{
    The body holds the resources. Instead of a body, `import("file.mlir")` names a
    file that has a device of the same name; the path is relative to the file
    that imports.

    ```mlir
    ktdf_arch.device @a { %m = memory {kind = "DDR"} }
    ktdf_arch.device @b import("b.mlir")
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$import_path,
                       OptionalAttr<AnyAttr>:$version);
  let regions = (region MaxSizedRegion<1>:$body);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    static ::llvm::StringRef getDefaultDialect() { return "ktdf_arch"; }
    bool isImported() { return getBody().empty(); }
  }];
}

def KtdfArch_GroupOp : KtdfArch_Op<"group", [
    IsolatedFromAbove, SingleBlockImplicitTerminator<"YieldOp">,
    RegionKindInterface, HasOnlyGraphRegion,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "private resources of one core, corelet or block";
  let description = [{
    Memories from outside are seen inside under the same name when `share` lists
    them. Units inside are seen outside when the group yields them.

    ```mlir
    %u = group @c0 {kind = "core"} share(%ddr) {
      %unit = exec_unit
      yield %unit
    } -> exec_unit
    ```
  }];
  let arguments = (ins Variadic<KtdfArch_MemoryType>:$shared,
                       OptionalAttr<SymbolNameAttr>:$id,
                       OptionalAttr<AnyAttr>:$kind);
  let results = (outs Variadic<KtdfArch_ExecUnitType>:$units);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    static ::llvm::StringRef getDefaultDialect() { return "ktdf_arch"; }
  }];
}

def KtdfArch_YieldOp : KtdfArch_Op<"yield", [
    Pure, Terminator, ParentOneOf<["GroupOp", "NeighborhoodOp"]>]> {
  let summary = "makes resources of a group or of a tile visible outside of it";
  let arguments = (ins Variadic<KtdfArch_Endpoint>:$operands);
  let builders = [OpBuilder<(ins), [{ (void)$_state; }]>];
}

class KtdfArch_NodeOp<string mnemonic, string resultName>
    : KtdfArch_Op<mnemonic, [
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    static ::llvm::StringRef getDefaultDialect() { return "ktdf_arch"; }
  }];
  let extraClassDefinition = [{
    void $cppClass::getAsmResultNames(::mlir::OpAsmSetValueNameFn setName) {
      if (getOperation()->getNumResults())
        setName(getOperation()->getResult(0), "}] # resultName # [{");
    }
  }];
}

def KtdfArch_MemoryOp : KtdfArch_NodeOp<"memory", "memory"> {
  let summary = "a memory; `size` is in bytes";
  let arguments = (ins OptionalAttr<SymbolNameAttr>:$id,
                       OptionalAttr<AnyAttr>:$kind,
                       OptionalAttr<AnyAttr>:$size);
  let results = (outs KtdfArch_MemoryType:$result);
}

def KtdfArch_ExecUnitOp : KtdfArch_NodeOp<"exec_unit", "exec_unit"> {
  let summary = "a unit that moves or computes data, as its features say";
  let arguments = (ins OptionalAttr<SymbolNameAttr>:$id,
                       OptionalAttr<AnyAttr>:$kind);
  let results = (outs KtdfArch_ExecUnitType:$result);
}

def KtdfArch_SwitchOp : KtdfArch_NodeOp<"switch", "switch"> {
  let summary = "ports that pass data on to each other";
  let description = [{
    `connectivity` says which port (row) reaches which (column); without it every
    port reaches every port.

    ```mlir
    %sw:2 = switch[2] {connectivity = dense<[[0, 1], [1, 0]]> : tensor<2x2xi1>}
    ```
  }];
  let arguments = (ins OptionalAttr<SymbolNameAttr>:$id,
                       OptionalAttr<AnyAttr>:$kind,
                       OptionalAttr<AnyAttr>:$connectivity);
  let results = (outs Variadic<KtdfArch_PortType>:$ports);
  let extraClassDeclaration = [{
    static ::llvm::StringRef getDefaultDialect() { return "ktdf_arch"; }
    /// Whether data that enters at one port can leave at the other.
    bool connects(unsigned from, unsigned to);
  }];
}

def KtdfArch_DatapathOp : KtdfArch_Op<"datapath"> {
  let summary = "a directed connection between two endpoints";
  let arguments = (ins KtdfArch_Endpoint:$source,
                       KtdfArch_Endpoint:$target,
                       OptionalAttr<SymbolNameAttr>:$id,
                       OptionalAttr<AnyAttr>:$kind);
  let hasVerifier = 1;
}

def KtdfArch_InDevice
    : ParentOneOf<["DeviceOp", "GroupOp", "NeighborhoodOp"]>;

def KtdfArch_NeighborhoodOp : KtdfArch_Op<"neighborhood", [
    KtdfArch_InDevice, SingleBlockImplicitTerminator<"YieldOp">,
    RegionKindInterface, HasOnlyGraphRegion,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "resources that repeat, once per tile of a grid";
  let description = [{
    The body describes one tile. It sees what is around the neighborhood, and all
    tiles, its own among them, through its argument. `neighbor` picks a tile and
    gives what that one yields: a ring of three units, each fed by the one
    before:

    ```mlir
    %ring = neighborhood %self : (exec_unit)[3] {
      %unit = exec_unit
      %before = neighbor affine_map<(i) -> ((i - 1) mod 3)> in %self : (exec_unit)[3]
      datapath %before to %unit : exec_unit, exec_unit
      yield %unit
    }
    ```
  }];
  let results = (outs KtdfArch_NeighborhoodType:$tiles);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    static ::llvm::StringRef getDefaultDialect() { return "ktdf_arch"; }
    /// The tiles as the body sees them.
    ::mlir::BlockArgument getSelf() { return getBody().getArgument(0); }
    YieldOp getYield();
  }];
}

def KtdfArch_NeighborOp : KtdfArch_Op<"neighbor", [KtdfArch_InDevice]> {
  let summary = "what one tile of a neighborhood yields";
  let description = [{
    The map goes from the position of the tile that asks, in all neighborhoods
    around it from the outermost to the innermost, to the position of the tile
    that answers. Of several neighborhoods of one type the first result of the
    map chooses one, counted from 0.

    ```mlir
    %unit = neighbor affine_map<() -> (2)> in %ring : (exec_unit)[3]
    %other = neighbor affine_map<() -> (1, 2)> in neighborhood(%ring, %ring2) : (exec_unit)[2, 3]
    ```
  }];
  let arguments = (ins Variadic<KtdfArch_NeighborhoodType>:$tiles,
                       AffineMapAttr:$map);
  let results = (outs Variadic<KtdfArch_Endpoint>:$resources);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether the map's first result chooses among the operands.
    bool isChoosing();
    /// Sizes of the neighborhoods around the operation, outermost first.
    ::llvm::SmallVector<int64_t> getDomain();
  }];
}

def KtdfArch_PatternsOp : KtdfArch_Op<"patterns", [
    IsolatedFromAbove, SingleBlock, NoTerminator, SymbolTable,
    HasParent<"DeviceOp">]> {
  let summary = "rewrite patterns of a device, kept but not applied";
  let arguments = (ins OptionalAttr<StrArrayAttr>:$groups);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
}

#endif
