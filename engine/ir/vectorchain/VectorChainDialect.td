// The vectorchain dialect: what vector units compute.
#ifndef SG_VECTORCHAIN_DIALECT
#define SG_VECTORCHAIN_DIALECT

include "mlir/IR/OpBase.td"

def VectorChain_Dialect : Dialect {
  let name = "vectorchain";
  let cppNamespace = "::sg::vectorchain";
  let summary = "Computations of a unit on one vector at a time";
  let dependentDialects = ["::sg::dataflow::DataflowDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerOperations();
  }];
}

#endif // SG_VECTORCHAIN_DIALECT
