// Types of the things a datapath can end at.
#ifndef SG_IR_KTDF_ARCH_TYPES_TD
#define SG_IR_KTDF_ARCH_TYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "engine/ir/ktdf_arch/KtdfArchDialect.td"

class KtdfArch_Type<string cppName, string keyword>
    : TypeDef<KtdfArchDialect, cppName> {
  let mnemonic = keyword;
}

def KtdfArch_MemoryType : KtdfArch_Type<"Memory", "memory"> {
  let summary = "a memory of a device";
}
def KtdfArch_ExecUnitType : KtdfArch_Type<"ExecUnit", "exec_unit"> {
  let summary = "an execution unit of a device";
}
def KtdfArch_PortType : KtdfArch_Type<"Port", "port"> {
  let summary = "a port of a switch";
}

def KtdfArch_NeighborhoodType
    : KtdfArch_Type<"Neighborhood", "neighborhood"> {
  let summary = "tiles of a neighborhood: what each of them yields, and how many";
  let description = [{
    `!ktdf_arch.neighborhood<(port, exec_unit)[2, 4]>` is two rows of four tiles
    that yield a port and a unit each. Without sizes, `[]`, it is a single tile.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$results,
                        ArrayRefParameter<"int64_t">:$sizes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def KtdfArch_Endpoint
    : AnyTypeOf<[KtdfArch_MemoryType, KtdfArch_ExecUnitType, KtdfArch_PortType],
                "memory, exec_unit or port">;

#endif
