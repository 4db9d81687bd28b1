// RUN: spyreglass-opt %s -split-input-file -verify-diagnostics

#set = affine_set<(m, k) : (m >= 0, -m + 1 >= 0, k >= 0, -k + 63 >= 0)>
#map = affine_map<(m, k) -> (m, k)>
func.func @named_twice(%X: memref<64x64xf16>, %I: memref<2x64xi32>) {
  // expected-error@+1 {{the intermediate variable %m is named twice: give each its own name}}
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m, %m) %X[ind(%I[%m, %m]), (%m)]
      {variables_space_set = #set, variables_space_order = #map}
      : memref<64x64xf16>, memref<2x64xi32> -> <2x64xindex>
  return
}

// -----

#set = affine_set<(m, k) : (m >= 0, -m + 1 >= 0, k >= 0, -k + 63 >= 0)>
#map = affine_map<(m, k) -> (m, k)>
func.func @types(%X: memref<64x64xf16>, %I: memref<2x64xi32>) {
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m, %k) %X[ind(%I[%m, %k]), (%k)]
      {variables_space_set = #set, variables_space_order = #map}
      // expected-error@+1 {{there are 1 type(s) for the base and 1 index view(s): write the base's type, then one per ind(...)}}
      : memref<64x64xf16> -> <2x64xindex>
  return
}

// -----

#map = affine_map<(m, k) -> (m, k)>
func.func @no_set(%X: memref<64x64xf16>) {
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m, %k) %X[(%m), (%k)]
      // expected-error@+1 {{says nothing of its variables_space_set}}
      {variables_space_order = #map} : memref<64x64xf16> -> <2x64xindex>
  return
}

// -----

#set = affine_set<(m, k) : (m >= 0, -m + 1 >= 0, k >= 0, -k + 63 >= 0)>
func.func @order_is_set(%X: memref<64x64xf16>) {
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m, %k) %X[(%m), (%k)]
      // expected-error@+1 {{variables_space_order is a map, not affine_set<}}
      {variables_space_set = #set, variables_space_order = #set} : memref<64x64xf16> -> <2x64xindex>
  return
}

// -----

#set = affine_set<(m, k) : (m >= 0, -m + 1 >= 0, k >= 0, -k + 63 >= 0)>
#map = affine_map<(m, k) -> (m, k)>
func.func @rank(%X: memref<64xf16>) {
  // expected-error@+1 {{has 2 subscript(s) for a view of rank 1: write one per dimension}}
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m, %k) %X[(%m), (%k)]
      {variables_space_set = #set, variables_space_order = #map} : memref<64xf16> -> <2x64xindex>
  return
}

// -----

#set = affine_set<(m) : (m >= 0, -m + 1 >= 0)>
#map = affine_map<(m) -> (m)>
func.func @variables(%X: memref<64xf16>) {
  // expected-error@+1 {{has 2 intermediate variable(s) and a variables_space_set of 1 dimension(s): the set has one per variable}}
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m, %k) %X[(%m + %k)]
      {variables_space_set = #set, variables_space_order = #map} : memref<64xf16> -> <2xindex>
  return
}

// -----

#set = affine_set<(m, k) : (m >= 0, -m + 1 >= 0, k >= 0, -k + 63 >= 0)>
#map = affine_map<(m, k) -> (m, k)>
func.func @two_expressions(%X: memref<64xf16>) {
  // expected-error@+1 {{has 2 expressions for dimension 0: write one, as in (%i), or read an index view, as in ind(%view[%i, %j])}}
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m, %k) %X[(%m, %k)]
      {variables_space_set = #set, variables_space_order = #map} : memref<64xf16> -> <2x64xindex>
  return
}

// -----

#set = affine_set<(m, k) : (m >= 0, -m + 1 >= 0, k >= 0, -k + 63 >= 0)>
#map = affine_map<(m, k) -> (m, k)>
func.func @float_index(%X: memref<64xf16>, %I: memref<2xf16>) {
  // expected-error@+1 {{reads dimension 0 from a 'memref<2xf16>': coordinates are integers or index values}}
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m, %k) %X[ind(%I[%m])]
      {variables_space_set = #set, variables_space_order = #map} : memref<64xf16>, memref<2xf16> -> <2x64xindex>
  return
}

// -----

#set = affine_set<(m, k) : (m >= 0, -m + 1 >= 0, k >= 0, -k + 63 >= 0)>
#map = affine_map<(m, k) -> (m, k)>
func.func @index_rank(%X: memref<64xf16>, %I: memref<2x2xi32>) {
  // expected-error@+1 {{has 1 subscript(s) in the index view of dimension 0, which has rank 2}}
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m, %k) %X[ind(%I[%m])]
      {variables_space_set = #set, variables_space_order = #map} : memref<64xf16>, memref<2x2xi32> -> <2x64xindex>
  return
}

// -----

#set = affine_set<(m, k)[n] : (m >= 0, -m + 1 >= 0, k >= 0, -k + n >= 0)>
#map = affine_map<(m, k) -> (m, k)>
func.func @symbols(%X: memref<64x64xf16>) {
  // expected-error@+1 {{has 1 symbol(s) in its variables_space_set and 0 value(s) for them}}
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m, %k) %X[(%m), (%k)]
      {variables_space_set = #set, variables_space_order = #map} : memref<64x64xf16> -> <2x?xindex>
  return
}

// -----

#set = affine_set<(m, k) : (m >= 0, -m + 1 >= 0, k >= 0, -k + 63 >= 0)>
#map = affine_map<(m, k) -> (m)>
func.func @order(%X: memref<64x64xf16>) {
  // expected-error@+1 {{has variables_space_order = affine_map<(d0, d1) -> (d0)>, which is not an order of the 2 dimension(s) of its variables_space_set}}
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m, %k) %X[(%m), (%k)]
      {variables_space_set = #set, variables_space_order = #map} : memref<64x64xf16> -> <2x64xindex>
  return
}

// -----

func.func @indirect_unranked(%X: tensor<*xf16>) {
  // expected-error@+1 {{points into a ranked view, not 'tensor<*xf16>'}}
  %t = ktdp.construct_indirect_access_tile intermediate_variables(%m) %X[(%m)]
      {variables_space_set = affine_set<(m) : (m >= 0)>, variables_space_order = affine_map<(m) -> (m)>}
      : tensor<*xf16> -> <2xindex>
  return
}

// -----

// The generic form can say what the usual one cannot.

#set = affine_set<(m) : (m >= 0, -m + 1 >= 0)>
#map = affine_map<(m) -> (m)>
func.func @views(%X: memref<64xf16>) {
  // expected-error@+1 {{has 1 indirect subscript(s) and 0 index view(s)}}
  %t = "ktdp.construct_indirect_access_tile"(%X) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>,
      per_dim_subscript_kinds = array<i1: true>, per_dim_subscript_maps = [#map],
      variables_space_set = #set, variables_space_order = #map}> ({
  ^bb0(%m: index):
    "ktdp.region_terminator"() : () -> ()
  }) : (memref<64xf16>) -> !ktdp.access_tile<2xindex>
  return
}

// -----

#set = affine_set<(m) : (m >= 0, -m + 1 >= 0)>
#map = affine_map<(m) -> (m)>
func.func @map_inputs(%X: memref<64xf16>, %i: index) {
  // expected-error@+1 {{has a subscript affine_map<(d0) -> (d0)> of dimension 0: its inputs are the captured and the intermediate variables, 2 dimensions and no symbols}}
  %t = "ktdp.construct_indirect_access_tile"(%X, %i) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>,
      per_dim_subscript_kinds = array<i1: false>, per_dim_subscript_maps = [#map],
      variables_space_set = #set, variables_space_order = #map}> ({
  ^bb0(%m: index):
    "ktdp.region_terminator"() : () -> ()
  }) : (memref<64xf16>, index) -> !ktdp.access_tile<2xindex>
  return
}

// -----

#set = affine_set<(m) : (m >= 0, -m + 1 >= 0)>
#map = affine_map<(m) -> (m)>
func.func @variable_type(%X: memref<64xf16>) {
  // expected-error@+1 {{has an intermediate variable of type 'i32': they are index values}}
  %t = "ktdp.construct_indirect_access_tile"(%X) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>,
      per_dim_subscript_kinds = array<i1: false>, per_dim_subscript_maps = [#map],
      variables_space_set = #set, variables_space_order = #map}> ({
  ^bb0(%m: i32):
    "ktdp.region_terminator"() : () -> ()
  }) : (memref<64xf16>) -> !ktdp.access_tile<2xindex>
  return
}

// -----

#set = affine_set<(m) : (m >= 0, -m + 1 >= 0)>
#map = affine_map<(m) -> (m)>
func.func @operations_inside(%X: memref<64xf16>) {
  // expected-error@+1 {{has operations in its region, which only names the intermediate variables}}
  %t = "ktdp.construct_indirect_access_tile"(%X) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>,
      per_dim_subscript_kinds = array<i1: false>, per_dim_subscript_maps = [#map],
      variables_space_set = #set, variables_space_order = #map}> ({
  ^bb0(%m: index):
    %c = arith.constant 1 : index
    "ktdp.region_terminator"() : () -> ()
  }) : (memref<64xf16>) -> !ktdp.access_tile<2xindex>
  return
}
