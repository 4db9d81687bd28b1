// Printed and read again, every operation stays what it is.
// RUN: spyreglass-opt %s --split-input-file | spyreglass-opt --split-input-file | FileCheck %s
// RUN: spyreglass-opt %s --split-input-file --mlir-print-op-generic | spyreglass-opt --split-input-file | FileCheck %s

#L1 = {kind = "L1", size = 4096}

// CHECK-LABEL: ktdf_arch.device @nodes
// CHECK-SAME: attributes {mem_space_mapping = #ktdf_arch.map<#ktdp.memory_space<global> = "DDR", #ktdp.memory_space<ct_local> = "L1">, sg.clock_ghz = 1.500000e+00 : f64, version = 1 : i64} {
ktdf_arch.device @nodes attributes {
  version = 1, sg.clock_ghz = 1.5,
  mem_space_mapping = #ktdf_arch.map<#ktdp.memory_space<global> = "DDR",
                                     #ktdp.memory_space<ct_local> = "L1">
} {
  // CHECK: %[[DDR:.*]] = memory @ddr {kind = "DDR", other.note = "kept"}
  %ddr = memory @ddr {kind = "DDR", other.note = "kept"}
  // A kind need not be text.
  // CHECK: memory {kind = 1 : i64}
  memory {kind = 1}
  // CHECK: %[[BARE:.*]] = exec_unit
  %bare = exec_unit
  // CHECK: %[[FULL:.*]] = exec_unit {kind = "SFU", ktdf_arch.features = {ktdf_arch.feature.compute, ktdf_arch.feature.simd = {lanes = #ktdf_arch.map<f16 = 64 : i64, bf16 = 64 : i64>, splat}}, sg.cycles = {simple = 1 : i64}}
  %full = exec_unit {kind = "SFU", ktdf_arch.features = {
    ktdf_arch.feature.compute,
    ktdf_arch.feature.simd = {lanes = #ktdf_arch.map<f16 = 64, bf16 = 64>, splat}
  }, sg.cycles = {simple = 1}}
  // CHECK: memory {kind = "L1", size = 4096 : i64}
  memory #L1
  // CHECK: datapath @way {ktdf_arch.transfer_granularity = array<i64: 64>} %[[DDR]] to %[[BARE]] : memory, exec_unit
  datapath @way {ktdf_arch.transfer_granularity = array<i64: 64>} %ddr to %bare : memory, exec_unit
  // A full type is as good as a short one; a body may use what comes later.
  // CHECK: datapath %[[BARE]] to %[[LATE:.*]] : exec_unit, memory
  datapath %bare to %late : !ktdf_arch.exec_unit, !ktdf_arch.memory
  // CHECK: %[[LATE]] = memory {kind = "late"}
  %late = memory {kind = "late"}
}

// -----

// CHECK-LABEL: ktdf_arch.device @groups {
ktdf_arch.device @groups {
  // CHECK: %[[M:.*]] = memory
  %m = memory {kind = "M"}
  // CHECK: %[[C0:.*]]:2 = group @c0 {kind = "core", sg.count = 4 : i64} share(%[[M]]) {
  %c0:2 = group @c0 {kind = "core", sg.count = 4} share(%m) {
    // CHECK: %[[A:.*]] = exec_unit
    // CHECK: %[[B:.*]] = group share() {
    // CHECK:   yield %{{.*}}
    // CHECK: } -> exec_unit
    // CHECK: datapath %[[M]] to %[[A]] : memory, exec_unit
    // CHECK: yield %[[A]], %[[B]]
    %a = exec_unit
    %b = group share() {
      %inner = exec_unit
      yield %inner
    } -> exec_unit
    datapath %m to %a : memory, exec_unit
    yield %a, %b
  // CHECK: } -> exec_unit, exec_unit
  } -> exec_unit, exec_unit
  // CHECK: group share(%[[M]]) {
  // CHECK-NEXT: }
  group share(%m) {}
  // CHECK: datapath %[[C0]]#0 to %[[C0]]#1 : exec_unit, exec_unit
  datapath %c0#0 to %c0#1 : exec_unit, exec_unit
}

// -----

// CHECK-LABEL: ktdf_arch.device @switches {
ktdf_arch.device @switches {
  // CHECK: %[[SW:.*]]:2 = switch[2]
  %sw0:2 = switch [2]
  // CHECK: switch[2] @cross {connectivity = dense<{{.*}}> : tensor<2x2xi1>}
  %sw1:2 = switch[2] @cross {connectivity = dense<[[0, 1], [1, 0]]> : tensor<2x2xi1>}
  // CHECK: switch[4] {connectivity = sparse<{{.*}}> : tensor<4x4xi1>}
  %sw2:4 = switch[4] {connectivity = sparse<[[0, 2], [0, 3], [1, 2]], true> : tensor<4x4xi1>}
  // CHECK: %[[U:.*]] = exec_unit
  %u = exec_unit
  // CHECK: datapath {kind = "fifo"} %[[U]] to %[[SW]]#0 : exec_unit, port
  datapath {kind = "fifo"} %u to %sw0#0 : exec_unit, port
  // CHECK: datapath %[[SW]]#1 to %[[U]] : port, exec_unit
  datapath %sw0#1 to %u : port, exec_unit
}

// -----

// CHECK-LABEL: ktdf_arch.device @patterns {
ktdf_arch.device @patterns {
  // CHECK: patterns {
  patterns {}
  // CHECK: patterns ["early", "late"] {
  // CHECK: pdl.pattern @p : benefit(2) {
  // CHECK: rewrite %{{.*}} {
  patterns ["early", "late"] {
    pdl.pattern @p : benefit(2) {
      %in = operand
      %root = operation "test.from" (%in : !pdl.value)
      rewrite %root {
        %new = operation "test.to" (%in : !pdl.value)
        replace %root with %new
      }
    }
  }
}

// -----

// CHECK: ktdf_arch.device @elsewhere attributes {sg.signal_cycles = 4 : i64} import("./far/away.mlir")
ktdf_arch.device @elsewhere attributes {sg.signal_cycles = 4} import("./far/away.mlir")

// CHECK: module attributes {other.map = #ktdf_arch.map<f32 = 1 : i64, {hello} = "world", "b" = [2]>, other.none = #ktdf_arch.map<>}
module attributes {other.map = #ktdf_arch.map<f32 = 1, {hello} = "world", "b" = [2]>, other.none = #ktdf_arch.map<>} {}
