// The ktdp dialect: views of memory, tiles of coordinates and what moves data
// between them and tensor values. Operations, types and spellings are the ones of
// the public ktir-mlir-frontend project.
#ifndef SG_KTDP_DIALECT
#define SG_KTDP_DIALECT

include "mlir/IR/OpBase.td"

def Ktdp_Dialect : Dialect {
  let name = "ktdp";
  let cppNamespace = "::sg::ktdp";
  let summary = "Kernels that run once per compute tile and say what they read and write";
  let useDefaultTypePrinterParser = 1;
  // By hand: the older spelling of a memory space has a mnemonic of its own.
  let useDefaultAttributePrinterParser = 0;
  let extraClassDeclaration = [{
    void registerTypes();
    void registerAttributes();
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

#endif
