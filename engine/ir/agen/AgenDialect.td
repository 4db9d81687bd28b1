// The agen dialect: loads and stores with generated addresses.
#ifndef SG_AGEN_DIALECT
#define SG_AGEN_DIALECT

include "mlir/IR/OpBase.td"

def Agen_Dialect : Dialect {
  let name = "agen";
  let cppNamespace = "::sg::agen";
  let summary = "What address generators load and store, and in which order";
  let dependentDialects = ["::sg::dataflow::DataflowDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerOperations();
  }];
}

#endif // SG_AGEN_DIALECT
