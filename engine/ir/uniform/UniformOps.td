// Operations of the uniform dialect.
#ifndef SG_UNIFORM_OPS
#define SG_UNIFORM_OPS

include "mlir/Interfaces/SideEffectInterfaces.td"
include "engine/ir/uniform/UniformDialect.td"

class Uniform_Op<string mnemonic, list<Trait> traits = []>
    : Op<Uniform_Dialect, mnemonic, !listconcat([Pure], traits)>;

def Uniform_DefImmutableMappingOp
    : Uniform_Op<"def_immutable_mapping", [AttrSizedOperandSegments]> {
  let summary = "A table: one value per key, usually per unit";
  let description = [{
    `uniform.def_immutable_mapping([%u0 -> %a], [%u1 -> %b]):index`, followed by
    `, type` when the values are no index.
  }];
  let arguments = (ins Variadic<Index>:$keys, Variadic<AnyType>:$values);
  let results = (outs Index:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$keys, "::mlir::ValueRange":$values), [{
      build($_builder, $_state, $_builder.getIndexType(), keys, values);
    }]>];
  let extraClassDeclaration = [{
    /// The value of a key; null when the table does not have it.
    ::mlir::Value lookup(::mlir::Value key);
  }];
}

def Uniform_QueryMapOp : Uniform_Op<"query_map"> {
  let summary = "The table's value for a key";
  let arguments = (ins Index:$map, Index:$key);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    `(` `map` `` `:` `` $map `,` `key` `` `:` `` $key `)` attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
  let builders = [
    /// `map` must be a table; the result has the type of its values.
    OpBuilder<(ins "DefImmutableMappingOp":$map, "::mlir::Value":$key)>];
  let extraClassDeclaration = [{
    /// The table asked; null when it comes from elsewhere.
    DefImmutableMappingOp getTable();
    /// The result for one key; null when table or key are unknown.
    ::mlir::Value lookup(::mlir::Value key);
  }];
}

#endif // SG_UNIFORM_OPS
