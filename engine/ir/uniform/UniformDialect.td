// The uniform dialect: what differs between the units that share a program.
#ifndef SG_UNIFORM_DIALECT
#define SG_UNIFORM_DIALECT

include "mlir/IR/OpBase.td"

def Uniform_Dialect : Dialect {
  let name = "uniform";
  let cppNamespace = "::sg::uniform";
  let summary = "Tables from units to values";
}

#endif // SG_UNIFORM_DIALECT
