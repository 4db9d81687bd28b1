// The spyreop dialect: functions that Spyre computes on an element (or a stick) at
// once. Names and spellings are the ones of the public ktir-mlir-frontend project.
#ifndef SG_SPYREOP_DIALECT
#define SG_SPYREOP_DIALECT

include "mlir/IR/OpBase.td"

def SpyreOp_Dialect : Dialect {
  let name = "spyreop";
  let cppNamespace = "::sg::spyreop";
  let summary = "Functions of an element that Spyre has instructions for";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

#endif
