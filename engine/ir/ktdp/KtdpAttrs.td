// Attributes of the ktdp dialect.
#ifndef SG_KTDP_ATTRS
#define SG_KTDP_ATTRS

include "engine/ir/ktdp/KtdpDialect.td"
include "engine/ir/ktdp/KtdpEnums.td"
include "mlir/IR/AttrTypeBase.td"

def Ktdp_MemorySpaceAttr : AttrDef<Ktdp_Dialect, "MemorySpace"> {
  let mnemonic = "memory_space";
  let summary = "Which memory a view lies in";
  let description = [{
    `#ktdp.memory_space<global>` is the device's memory, which every tile sees;
    `<ct_local>` is the scratchpad of the tile that executes; `<ct_local, ct_id = 3>`
    is the scratchpad of tile 3. The older `#ktdp.spyre_memory_space<HBM>`, `<LX>`,
    `<LX, core = 3>`, `<L0>` and `<unspecified>` is read as the same attribute.
  }];
  let parameters = (ins "::sg::ktdp::MemorySpaceKind":$kind,
                        // -1: the executing tile, or no tile at all.
                        "int64_t":$ctId);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [AttrBuilder<(ins "::sg::ktdp::MemorySpaceKind":$kind), [{
    return $_get($_ctxt, kind, -1);
  }]>];
  let extraClassDeclaration = [{
    bool isGlobal() const { return getKind() == MemorySpaceKind::Global; }
    bool isLocal() const { return getKind() == MemorySpaceKind::CtLocal; }
    bool isUnspecified() const {
      return getKind() == MemorySpaceKind::Unspecified;
    }
    /// The tile whose scratchpad it is; nothing for the executing tile's own
    /// scratchpad and for memories that belong to no tile.
    std::optional<int64_t> getTileId() const {
      return getCtId() < 0 ? std::nullopt : std::optional<int64_t>(getCtId());
    }
    /// Parses what follows the older mnemonic: `<LX, core = 3>`.
    static ::mlir::Attribute parseOldSpelling(::mlir::AsmParser &parser);
  }];
}

#endif
