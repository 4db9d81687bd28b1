// RUN: spyreglass-opt %s | spyreglass-opt | FileCheck %s
// RUN: spyreglass-opt --mlir-print-op-generic %s | spyreglass-opt | FileCheck %s
// RUN: spyreglass-opt --canonicalize --cse %s | FileCheck %s --check-prefix=APART

// Symbols without a number are different ones; what gives numbers stays.

// CHECK-LABEL: func.func @symbols
// APART-LABEL: func.func @symbols
// CHECK-SAME: %[[A:[a-z0-9]+]]: index
func.func @symbols(%a: index, %unit: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: symbol.create_id %[[A]] {symbol_id = -1 : si64} : index
  // APART: symbol.create_id
  symbol.create_id %a {symbol_id = -1 : si64} : index
  // CHECK: %[[S0:.*]] = symbol.create_symbol {SymbolId = -1 : i64} : index
  %s0 = symbol.create_symbol {SymbolId = -1 : i64} : index
  // CHECK: %[[S1:.*]] = symbol.create_symbol : index
  // APART: symbol.create_symbol : index
  %s1 = symbol.create_symbol : index
  // APART: symbol.create_symbol : index
  %s2 = symbol.create_symbol : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %c0) -> index {
    // CHECK: %[[M:.*]] = symbol.symbol_immutable_mapping ([%{{.*}} -> %[[S0]]], [%{{.*}} -> %[[S1]]]) : index
    %m = symbol.symbol_immutable_mapping([%c0 -> %s0], [%c1 -> %s1]) : index
    // CHECK: symbol.query_map(map:%[[M]], key:%{{.*}}) : index
    %v = symbol.query_map (map: %m, key: %i) : index
    scf.yield %v : index
  }
  %sum = arith.addi %s1, %s2 : index
  %t = arith.addi %sum, %r : index
  return %t : index
}
