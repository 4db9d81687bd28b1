// RUN: spyreglass-opt --canonicalize --cse %s | FileCheck %s

// Messages and programs stay; a unit named twice is one unit.

// CHECK-LABEL: func.func @messages
func.func @messages() {
  // CHECK: %[[A:.*]] = dataflow.get_unit
  // CHECK-NOT: dataflow.get_unit
  %a = dataflow.get_unit {core = 0 : i32, name = "a", type = "l1lu"} : index
  %b = dataflow.get_unit {core = 0 : i32, name = "a", type = "l1lu"} : index
  // CHECK: dataflow.program_unit iter_arg : %{{.*}} -> (%[[A]])
  dataflow.program_unit iter_arg : %me -> (%a) : {
    // CHECK-COUNT-2: dataflow.receive %[[A]]
    %v = dataflow.receive %a : vector<4xf16>
    %w = dataflow.receive %b : vector<4xf16>
    // CHECK-COUNT-2: dataflow.send %[[A]]
    dataflow.send %a, %v : vector<4xf16>
    dataflow.send %a, %v : vector<4xf16>
    // CHECK-COUNT-2: dataflow.sync_send %[[A]]
    dataflow.sync_send %a : index
    dataflow.sync_send %a : index
    // CHECK-COUNT-2: dataflow.sync_recv %[[A]]
    dataflow.sync_recv %b : index
    dataflow.sync_recv %b : index
  }
  return
}
