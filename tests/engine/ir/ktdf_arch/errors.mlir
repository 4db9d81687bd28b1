// What the operations refuse, and how they say it.
// RUN: spyreglass-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{has no body: write one in { }, or import("file.mlir")}}
"ktdf_arch.device"() ({}) {sym_name = "empty"} : () -> ()

// -----

// expected-error@+1 {{has both a body and an import}}
ktdf_arch.device @both attributes {import_path = "file.mlir"} {}

// -----

// expected-error@+1 {{holds resources only}}
ktdf_arch.device @stranger {
  // expected-note@+1 {{'builtin.module' is not a resource}}
  builtin.module {}
}

// -----

ktdf_arch.device @stranger_in_group {
  // expected-error@+1 {{holds resources only}}
  group share() {
    // expected-note@+1 {{'builtin.module' is not a resource}}
    builtin.module {}
  }
}

// -----

ktdf_arch.device @same_id {
  // expected-note@+1 {{by this one}}
  exec_unit @a
  group share() {
    // expected-error@+1 {{id @a is taken}}
    exec_unit @a
  }
}

// -----

// expected-note@+1 {{by this one}}
ktdf_arch.device @own_name {
  // expected-error@+1 {{id @own_name is taken}}
  exec_unit @own_name
}

// -----

ktdf_arch.device @unshared {
  %u = memory {kind = "M"}
  group share() {
    %x = exec_unit
    // expected-error@+1 {{use of undeclared SSA value name}}
    datapath %u to %x : memory, exec_unit
  }
}

// -----

ktdf_arch.device @no_share {
  // expected-error@+1 {{expected 'share': the memories from outside that the group uses}}
  group {kind = "core"} {}
}

// -----

ktdf_arch.device @yields_too_few {
  // expected-error@+1 {{has 1 results, but its body yields 0}}
  group share() {
    // expected-note@+1 {{the yield}}
    yield
  } -> exec_unit
}

// -----

ktdf_arch.device @no_dictionary {
  // expected-error@+1 {{expected attributes of the resource, as {kind = "L1"}}}
  memory #ktdf_arch.map<>
}

// -----

ktdf_arch.device @no_kind {
  // expected-error@+1 {{needs a 'kind', as in memory {kind = "L1"}}}
  memory
}

// -----

ktdf_arch.device @size_text {
  // expected-error@+1 {{'size' must be a 64-bit integer, not "A"}}
  memory {kind = "M", size = "A"}
}

// -----

ktdf_arch.device @size_zero {
  // expected-error@+1 {{'size' must be at least 1, not 0}}
  memory {kind = "M", size = 0}
}

// -----

ktdf_arch.device @memory_computes {
  // expected-error@+1 {{cannot have feature 'compute', which is for exec_unit}}
  memory {kind = "M", ktdf_arch.features = {ktdf_arch.feature.compute}}
}

// -----

ktdf_arch.device @features_list {
  // expected-error@+1 {{'features' must be a dictionary}}
  exec_unit {ktdf_arch.features = ["load"]}
}

// -----

ktdf_arch.device @lanes_number {
  // expected-error@+1 {{'lanes' must be a map from element types to numbers}}
  exec_unit {ktdf_arch.features = {ktdf_arch.feature.simd = {lanes = 64}}}
}

// -----

ktdf_arch.device @lanes_key {
  // expected-error@+1 {{'lanes' has key "f16", which is not an element type}}
  exec_unit {ktdf_arch.features = {ktdf_arch.feature.simd = {lanes = #ktdf_arch.map<"f16" = 64>}}}
}

// -----

ktdf_arch.device @lanes_negative {
  // expected-error@+1 {{'lanes' must be at least 1, not -2}}
  exec_unit {ktdf_arch.features = {ktdf_arch.feature.simd = {lanes = #ktdf_arch.map<f16 = -2>}}}
}

// -----

ktdf_arch.device @access {
  // expected-error@+1 {{'access_granularity' of feature 'store' must be a map by memory kind}}
  exec_unit {ktdf_arch.features = {ktdf_arch.feature.store = {access_granularity = 1}}}
}

// -----

ktdf_arch.device @queue {
  %a = exec_unit
  %b = exec_unit
  // expected-error@+1 {{'depth' must be at least 1, not 0}}
  datapath {ktdf_arch.features = {ktdf_arch.feature.queue = {depth = 0}}} %a to %b : exec_unit, exec_unit
}

// -----

ktdf_arch.device @self {
  %a = exec_unit
  // expected-error@+1 {{connects a resource to itself}}
  datapath %a to %a : exec_unit, exec_unit
}

// -----

ktdf_arch.device @granularity {
  %a = exec_unit
  %b = exec_unit
  // expected-error@+1 {{'transfer_granularity' must list sizes of at least one byte}}
  datapath {ktdf_arch.transfer_granularity = array<i64: 64, 0>} %a to %b : exec_unit, exec_unit
}

// -----

ktdf_arch.device @granularity_text {
  %a = exec_unit
  %b = exec_unit
  // expected-error@+1 {{'transfer_granularity' must be an array of bytes}}
  datapath {ktdf_arch.transfer_granularity = "stick"} %a to %b : exec_unit, exec_unit
}

// -----

ktdf_arch.device @endpoint {
  %a = exec_unit
  // expected-error@+1 {{expected memory, exec_unit or port}}
  datapath %a to %a : unit, exec_unit
}

// -----

ktdf_arch.device @ports {
  // expected-error@+1 {{a switch has at most 1024 ports, not 2000000000}}
  switch[2000000000]
}

// -----

ktdf_arch.device @connectivity_shape {
  // expected-error@+1 {{'connectivity' must be a dense or sparse tensor<3x3xi1>}}
  switch[3] {connectivity = dense<1> : tensor<2x2xi1>}
}

// -----

ktdf_arch.device @connectivity_kind {
  // expected-error@+1 {{'connectivity' must be a dense or sparse tensor<3x3xi1>}}
  switch[3] {connectivity = []}
}

// -----

ktdf_arch.device @patterns {
  // expected-error@+1 {{holds pdl.pattern operations only}}
  patterns {
    // expected-note@+1 {{'builtin.module' is not a pattern}}
    builtin.module {}
  }
}

// -----

// expected-error@+1 {{the map has two entries for key "a"}}
module attributes {other.map = #ktdf_arch.map<"a" = 1, "a" = 2>} {}
