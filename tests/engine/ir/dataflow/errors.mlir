// RUN: spyreglass-opt --split-input-file --verify-diagnostics %s

// expected-error @+1 {{a custom vector has at least one element, not 0}}
func.func private @f(!dataflow.custom_vector<0xf16>)

// -----

// expected-error @+1 {{a custom vector holds integers, floats or microscaling formats, not 'index'}}
func.func private @f(!dataflow.custom_vector<4xindex>)

// -----

// expected-error @+1 {{a custom vector has one dimension: write e.g. '<64x!dataflow.custom<mxfp8>>'}}
func.func private @f(!dataflow.custom_vector<4x4xf16>)

// -----

// expected-error @+1 {{a microscaling format has 1 to 64 bits, not 0}}
func.func private @f(!dataflow.mxfp<0>)

// -----

// expected-error @+1 {{a microscaling format has 1 to 64 bits, not 65}}
func.func private @f(!dataflow.mxint<65>)

// -----

// expected-error @+1 {{unknown format 'mxfp5': write mxfp4, mxfp8 or mxint4}}
func.func private @f(!dataflow.custom<mxfp5>)

// -----

// expected-error @+1 {{unknown type 'what' in the dataflow dialect}}
func.func private @f(!dataflow.what)

// -----

func.func @f() {
  // expected-error @+1 {{has no result: write ': index'}}
  "dataflow.get_unit"() <{name = "a", type = "b"}> : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{needs a number from 0 for 'core': write e.g. 'core = 0 : i32'}}
  %a = dataflow.get_unit {core = -1 : i32, name = "a", type = "b"} : index
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{needs a number from 0 for 'corelet': write e.g. 'corelet = 0 : i32'}}
  %a = dataflow.get_unit {corelet = "x", name = "a", type = "b"} : index
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{groups no units}}
  %g = dataflow.create_group() : index
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{lists 1 consumers but num_consumers is 2}}
  %m = dataflow.create_multicast_group(%a -> (%a)) {count = 0 : i32, group_id = 1 : i32, num_consumers = 2 : i32} : index
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{is the program of no unit; name at least one}}
  dataflow.program_unit iter_arg : %me -> () : {
  }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{names unit number 1 twice}}
  dataflow.program_unit iter_arg : %me -> (%a, %a) : {
  }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{has at most one block argument, an index: the unit that runs}}
  "dataflow.program_unit"(%a) ({
  ^bb0(%x: i32):
    "dataflow.return"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{expects parent op 'dataflow.program_unit'}}
  "dataflow.return"() : () -> ()
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{has a layout map of 1 dimensions and 0 symbols for a view of rank 2}}
  %v = dataflow.get_logical_memory_view %a, %a {layout_map = affine_map<(d0) -> (d0)>} : index, index, memref<2x4xf16>
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{has a layout map with 2 results; it gives one element address}}
  %v = dataflow.get_logical_memory_view %a, %a {layout_map = affine_map<(d0, d1) -> (d0, d1)>} : index, index, memref<2x4xf16>
  return
}
