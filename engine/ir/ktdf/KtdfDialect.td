// The ktdf dialect: kernels as pipelines of stages.
#ifndef SG_KTDF_DIALECT
#define SG_KTDF_DIALECT

include "mlir/IR/OpBase.td"

def Ktdf_Dialect : Dialect {
  let name = "ktdf";
  let cppNamespace = "::sg::ktdf";
  let summary = "Pipelines of stages that move and compute tiles";
  let description = [{
    The level between KTIR and DataflowIR: what each stage of a kernel does is
    fixed, which unit does it and when it is told to is still open.
  }];
  // Folds make constants.
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let hasConstantMaterializer = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
    void registerOperations();
  }];
}

#endif // SG_KTDF_DIALECT
