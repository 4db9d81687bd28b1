// RUN: spyreglass-opt --split-input-file --verify-diagnostics %s

func.func @f() {
  // expected-error @+1 {{has 0 keys and 0 values; write one or more '[%key -> %value]'}}
  %m = uniform.def_immutable_mapping():index
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{has 2 keys and 1 values; write one or more '[%key -> %value]'}}
  %m = "uniform.def_immutable_mapping"(%a, %a, %a) <{operandSegmentSizes = array<i32: 2, 1>}> : (index, index, index) -> index
  return
}

// -----

func.func @f(%a: index, %b: index, %x: f16) {
  // expected-error @+1 {{has values of types 'index' and 'f16'; they must be the same}}
  %m = "uniform.def_immutable_mapping"(%a, %b, %a, %x) <{operandSegmentSizes = array<i32: 2, 2>}> : (index, index, index, f16) -> index
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{has the key of entry 1 twice}}
  %m = uniform.def_immutable_mapping([%a -> %a], [%a -> %a]):index
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{asks something that is no uniform.def_immutable_mapping}}
  %m = uniform.query_map(map:%a, key:%a) : index
  return
}

// -----

func.func @f(%a: index) {
  %m = uniform.def_immutable_mapping([%a -> %a]):index
  // expected-error @+1 {{gives 'f16', but the table's values are 'index'}}
  %v = uniform.query_map(map:%m, key:%a) : f16
  return
}
