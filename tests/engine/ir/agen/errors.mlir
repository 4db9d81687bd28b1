// RUN: spyreglass-opt --split-input-file --verify-diagnostics %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#set = affine_set<(d0, d1) : (d0 == 0, d1 == 0)>
func.func @f(%m: memref<8x64xf16>) {
  // expected-error @+1 {{has 1 subscripts for the load memref of rank 2}}
  %v = agen.vector_load %m[0] {load_order = #id, load_set = #set} : memref<8x64xf16>, vector<1xf16>
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#set = affine_set<(d0) : (d0 == 0)>
func.func @f(%m: memref<8x64xf16>) {
  // expected-error @+1 {{has a load set of 1 dimensions for a memref of rank 2}}
  %v = agen.vector_load %m[0, 0] {load_order = #id, load_set = #set} : memref<8x64xf16>, vector<1xf16>
  return
}

// -----

#order = affine_map<(d0) -> (d0)>
#set = affine_set<(d0, d1) : (d0 == 0, d1 == 0)>
func.func @f(%m: memref<8x64xf16>, %v: vector<1xf16>) {
  // expected-error @+1 {{has a store set of 2 dimensions but a store order of 1}}
  agen.vector_store %v, %m[0, 0] {store_order = #order, store_set = #set} : memref<8x64xf16>, vector<1xf16>
  return
}

// -----

func.func @f(%m: memref<8xf16>, %v: vector<1xf16>) {
  // expected-error @+1 {{has 0 operands for store subscripts over 1}}
  "agen.vector_store"(%v, %m) <{affine_map = affine_map<(d0) -> (d0)>, store_order = affine_map<(d0) -> (d0)>, store_set = affine_set<(d0) : (d0 == 0)>}> : (vector<1xf16>, memref<8xf16>) -> ()
  return
}

// -----

#one = affine_map<(d0) -> (d0)>
#set = affine_set<(d0) : (d0 == 0)>
func.func @f(%m: memref<8xf16>) {
  // expected-error @+1 {{has a time set of 1 dimensions but a time order or address map of 0}}
  agen.composite_load_and_store src:%m[0] dst:%m[0] time_symbols(), load_iv(%v:vector<1xf16>)
   {load_order = #one, load_set = #set, store_order = #one, store_set = #set, time_set = #set, time_order = #one,
    load_time_addr_map = affine_map<() -> (0)>, store_time_addr_map = #one}
  { agen.yield } : memref<8xf16>, memref<8xf16>
  return
}

// -----

#one = affine_map<(d0) -> (d0)>
#set = affine_set<(d0) : (d0 == 0)>
func.func @f(%m: memref<8xf16>) {
  // expected-error @+1 {{has 0 time symbols for a time set of 1}}
  agen.composite_load %m[0] time_symbols()(%v:vector<1xf16>)
   {load_order = #one, load_set = #set, time_set = affine_set<(d0)[s0] : (d0 - s0 == 0)>, time_order = #one, time_addr_map = #one}
  { agen.yield } : memref<8xf16>
  return
}

// -----

#one = affine_map<(d0) -> (d0)>
#set = affine_set<(d0) : (d0 == 0)>
func.func @f(%m: memref<8xf16>) {
  // expected-error @+1 {{needs one block argument, the vector loaded}}
  agen.composite_load %m[0] time_symbols()(%v:index)
   {load_order = #one, load_set = #set, time_set = #set, time_order = #one, time_addr_map = #one}
  { agen.yield } : memref<8xf16>
  return
}
