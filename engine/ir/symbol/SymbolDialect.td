// The symbol dialect: start addresses known only at launch.
#ifndef SG_SYMBOL_DIALECT
#define SG_SYMBOL_DIALECT

include "mlir/IR/OpBase.td"

def Symbol_Dialect : Dialect {
  let name = "symbol";
  let cppNamespace = "::sg::symbol";
  let summary = "Values that the launch of a program fills in";
}

#endif // SG_SYMBOL_DIALECT
