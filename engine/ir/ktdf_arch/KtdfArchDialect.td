// The architecture dialect: what a dataflow device is made of.
#ifndef SG_IR_KTDF_ARCH_DIALECT_TD
#define SG_IR_KTDF_ARCH_DIALECT_TD

include "mlir/IR/OpBase.td"

def KtdfArchDialect : Dialect {
  let name = "ktdf_arch";
  let cppNamespace = "::sg::ktdf_arch";
  let summary = "Memories, units and datapaths of a dataflow device";
  let description = [{
    A device is a graph. Nodes are memories, execution units and switches; links
    are directed datapaths. Groups put the private resources of a core or of a
    corelet together.

    Every resource takes any attributes. Known names are written with or without
    the prefix `ktdf_arch.`; this project adds counts and timing under the prefix
    `sg.` (see engine/device/DeviceReader.h). Unknown attributes are kept.

    Inside a device the prefix of operations is left out:

    ```mlir
    ktdf_arch.device @one_core {
      %ddr = memory {kind = "DDR", size = 1073741824}
      group {kind = "core"} share(%ddr) {
        %l1 = memory {kind = "L1", size = 1048576}
        %in = exec_unit {kind = "MNILU"}
        datapath %ddr to %in : memory, exec_unit
        datapath %in to %l1 : exec_unit, memory
      }
    }
    ```
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  // Device files may bring rewrite patterns.
  let dependentDialects = ["::mlir::pdl::PDLDialect"];
  let extraClassDeclaration = [{
    void registerTypes();
    void registerAttributes();
  }];
}

#endif
