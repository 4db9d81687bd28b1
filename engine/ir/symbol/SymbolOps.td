// Operations of the symbol dialect.
#ifndef SG_SYMBOL_OPS
#define SG_SYMBOL_OPS

include "mlir/Interfaces/SideEffectInterfaces.td"
include "engine/ir/symbol/SymbolDialect.td"

class Symbol_Op<string mnemonic, list<Trait> traits = []>
    : Op<Symbol_Dialect, mnemonic, traits>;

// Two symbols without a number are not the same one and must not be merged.
def Symbol_SymbolResource : Resource<"::sg::symbol::SymbolResource">;

def Symbol_CreateSymbolOp : Symbol_Op<"create_symbol"> {
  let summary = "A value filled in at launch";
  let description = [{
    The attribute `SymbolId` says which one: that of the symbol.create_id with
    the same number. Negative numbers are usual.
  }];
  let results = (outs Res<Index, "", [MemAlloc<Symbol_SymbolResource>]>:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "int64_t":$symbolId), [{
      build($_builder, $_state, $_builder.getIndexType());
      $_state.addAttribute("SymbolId", $_builder.getI64IntegerAttr(symbolId));
    }]>];
  let extraClassDeclaration = [{
    /// The symbol's number; nothing when it has none.
    ::std::optional<int64_t> getSymbolId();
  }];
}

def Symbol_CreateIdOp
    : Symbol_Op<"create_id", [MemoryEffects<[MemWrite<Symbol_SymbolResource>]>]> {
  let summary = "Gives a value, computed at launch, a symbol's number";
  let arguments = (ins AnyType:$input, SI64Attr:$symbol_id);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "int64_t":$symbolId), [{
      build($_builder, $_state, input,
            $_builder.getIntegerAttr($_builder.getIntegerType(64, true), symbolId));
    }]>];
}

def Symbol_SymbolImmutableMappingOp : Symbol_Op<"symbol_immutable_mapping",
    [Pure, SameVariadicOperandSize]> {
  let summary = "A table from constants to symbols";
  let arguments = (ins Variadic<Index>:$keys, Variadic<Index>:$values);
  let results = (outs Index:$result);
  let assemblyFormat =
      "custom<MappingEntries>($keys, $values) attr-dict `:` type($result)";
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$keys, "::mlir::ValueRange":$values), [{
      build($_builder, $_state, $_builder.getIndexType(), keys, values);
    }]>];
}

def Symbol_QueryMapOp : Symbol_Op<"query_map", [Pure]> {
  let summary = "The table's symbol for a key";
  let arguments = (ins Index:$map, Index:$key);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    `(` `map` `` `:` `` $map `,` `key` `` `:` `` $key `)` attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$map, "::mlir::Value":$key), [{
      build($_builder, $_state, $_builder.getIndexType(), map, key);
    }]>];
  let extraClassDeclaration = [{
    /// The table asked; null when it comes from elsewhere.
    SymbolImmutableMappingOp getTable();
  }];
}

#endif // SG_SYMBOL_OPS
