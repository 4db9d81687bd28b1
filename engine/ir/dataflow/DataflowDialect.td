// The dataflow dialect: one program per kind of unit, messages between them.
#ifndef SG_DATAFLOW_DIALECT
#define SG_DATAFLOW_DIALECT

include "mlir/IR/OpBase.td"

def Dataflow_Dialect : Dialect {
  let name = "dataflow";
  let cppNamespace = "::sg::dataflow";
  let summary = "Units, their programs, and what they send each other";
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 0;
  let extraClassDeclaration = [{
    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type,
                   ::mlir::DialectAsmPrinter &printer) const override;
    void registerAttributes();
    void registerTypes();
    void registerOperations();
  }];
}

#endif // SG_DATAFLOW_DIALECT
