// RUN: spyreglass-opt %s | spyreglass-opt | FileCheck %s
// RUN: spyreglass-opt --mlir-print-op-generic %s | spyreglass-opt | FileCheck %s

// CHECK-LABEL: func.func @tables
// CHECK-SAME: %[[U0:[a-z0-9]+]]: index, %[[U1:[a-z0-9]+]]: index, %[[A:[a-z0-9]+]]: index, %[[X:[a-z0-9]+]]: f16
func.func @tables(%u0: index, %u1: index, %a: index, %x: f16) {
  dataflow.program_unit iter_arg : %me -> (%u0, %u1) : {
    // CHECK: %[[M:.*]] = uniform.def_immutable_mapping([%[[U0]] -> %[[A]]], [%[[U1]] -> %[[U0]]]):index
    %m = uniform.def_immutable_mapping([%u0 -> %a], [%u1 -> %u0]):index
    // CHECK: uniform.query_map(map:%[[M]], key:%{{.*}}) : index
    %v = uniform.query_map(map:%m, key:%me) : index
    // CHECK: %[[N:.*]] = uniform.def_immutable_mapping([%[[U0]] -> %[[X]]]):index, f16
    %n = uniform.def_immutable_mapping([%u0 -> %x]) : index, f16
    // CHECK: uniform.query_map(map:%[[N]], key:%{{.*}}) : f16
    %w = uniform.query_map(map: %n, key: %me) : f16
  }
  return
}
