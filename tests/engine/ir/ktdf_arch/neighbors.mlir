// Neighborhoods and neighbors, printed and read again, stay what they are.
// RUN: spyreglass-opt %s --split-input-file | spyreglass-opt --split-input-file | FileCheck %s
// RUN: spyreglass-opt %s --split-input-file --mlir-print-op-generic | spyreglass-opt --split-input-file | FileCheck %s

// CHECK: #[[BEFORE:.*]] = affine_map<(d0) -> ((d0 - 1) mod 3)>
// CHECK-LABEL: ktdf_arch.device @ring {
ktdf_arch.device @ring {
  // CHECK: %[[DDR:.*]] = memory
  %ddr = memory {kind = "DDR"}
  // CHECK: %[[RING:.*]] = neighborhood {kind = "ring"} %[[SELF:.*]] : (port, exec_unit)[3] {
  %ring = neighborhood {kind = "ring"} %self : (port, exec_unit)[3] {
    // A tile sees what is outside; its groups see what is shared with them.
    // CHECK: %[[UNIT:.*]] = group share(%[[DDR]]) {
    %unit = group share(%ddr) {
      %inner = exec_unit
      yield %inner
    } -> exec_unit
    // CHECK: %[[SW:.*]]:2 = switch[2]
    %sw:2 = switch[2]
    // CHECK: %[[PICKED:.*]]:2 = neighbor #[[BEFORE]] {other.note = "kept"} in %[[SELF]] : (port, exec_unit)[3]
    %port, %before = neighbor affine_map<(i) -> ((i - 1) mod 3)> {other.note = "kept"} in %self : (port, exec_unit)[3]
    // CHECK: datapath %[[PICKED]]#0 to %[[SW]]#0 : port, port
    datapath %port to %sw#0 : port, port
    // CHECK: yield %[[SW]]#1, %[[UNIT]] : port, exec_unit
    yield %sw#1, %unit : port, exec_unit
  }
  // CHECK: neighbor #{{.*}} in %[[RING]] : (port, exec_unit)[3]
  %port_0, %unit_0 = neighbor affine_map<() -> (2)> in %ring : (port, exec_unit)[3]
}

// -----

// CHECK-LABEL: ktdf_arch.device @nested {
ktdf_arch.device @nested {
  // CHECK: %[[OUTER:.*]] = neighborhood %{{.*}} : ()[1, 2] {
  %outer = neighborhood %arg0 : ()[1, 2] {
    // CHECK: %[[INNER:.*]] = neighborhood %[[SELF:.*]] : ()[3] {
    %inner = neighborhood %arg1 : ()[3] {
      // CHECK-NEXT: neighbor #{{.*}} in %[[SELF]] : ()[3]
      // CHECK-NEXT: }
      neighbor affine_map<(d0, d1, d2) -> (d2)> in %arg1 : ()[3]
    }
    // CHECK: neighbor #{{.*}} in %[[INNER]] : ()[3]
    neighbor affine_map<(d0, d1) -> (d0 + d1)> in %inner : ()[3]
  }
  // CHECK: neighbor #{{.*}} in %[[OUTER]] : ()[1, 2]
  neighbor affine_map<() -> (0, 0)> in %outer : ()[1, 2]
  // CHECK: neighbor #{{.*}} in neighborhood(%[[OUTER]], %[[OUTER]]) : ()[2, 1, 2]
  neighbor affine_map<() -> (1, 0, 0)> in neighborhood(%outer, %outer) : ()[2, 1, 2]
  // A single tile has no sizes; a choice of one is still a choice.
  // CHECK: %[[ONE:.*]] = neighborhood %{{.*}} : (exec_unit)[] {
  %one = neighborhood %self : (exec_unit)[] {
    %unit = exec_unit
    yield %unit
  }
  // CHECK: neighbor #{{.*}} in %[[ONE]] : (exec_unit)[]
  neighbor affine_map<() -> ()> in %one : (exec_unit)[]
  // CHECK: neighbor #{{.*}} in neighborhood(%[[ONE]]) : (exec_unit)[1]
  neighbor affine_map<() -> (0)> in neighborhood(%one) : (exec_unit)[1]
}

// -----

// CHECK: module attributes {other.type = !ktdf_arch.neighborhood<(memory, port)[2, 4]>}
module attributes {other.type = !ktdf_arch.neighborhood<(memory, !ktdf_arch.port)[2, 4]>} {}
