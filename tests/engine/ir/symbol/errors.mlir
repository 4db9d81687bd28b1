// RUN: spyreglass-opt --split-input-file --verify-diagnostics %s

func.func @f() {
  // expected-error @+1 {{needs an integer as SymbolId: write e.g. 'SymbolId = -1 : i64'}}
  %s = symbol.create_symbol {SymbolId = "x"} : index
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{needs one or more '[%key -> %value]'}}
  %m = symbol.symbol_immutable_mapping () : index
  return
}

// -----

func.func @f(%a: index) {
  %s = symbol.create_symbol : index
  // expected-error @+1 {{has a key that is no constant}}
  %m = symbol.symbol_immutable_mapping ([%a -> %s]) : index
  return
}

// -----

func.func @f(%a: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{has a value that is no symbol.create_symbol}}
  %m = symbol.symbol_immutable_mapping ([%c0 -> %a]) : index
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{asks something that is no symbol.symbol_immutable_mapping}}
  %m = symbol.query_map(map:%a, key:%a) : index
  return
}

// -----

func.func @f(%a: index) {
  %c0 = arith.constant 0 : index
  %s = symbol.create_symbol : index
  %m = symbol.symbol_immutable_mapping ([%c0 -> %s]) : index
  // expected-error @+1 {{has a block argument of something other than a loop as key}}
  %v = symbol.query_map(map:%m, key:%a) : index
  return
}
