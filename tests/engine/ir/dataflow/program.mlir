// RUN: spyreglass-opt %s | spyreglass-opt | FileCheck %s

// A whole small program: two rows of 64 elements added on core 0, corelet 0.

// CHECK-LABEL: func.func @add_body
// CHECK: %[[IN:.*]] = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "C0-mnilu", type = "mnilu"} : index
// CHECK: dataflow.program_unit iter_arg : %{{.*}} -> (%[[IN]]) : {
// CHECK: agen.composite_load_and_store src:%{{.*}}[%{{.*}}, 0] dst:%{{.*}}[%{{.*}}, 0]
// CHECK-NEXT: time_symbols(), load_iv(%{{.*}}:vector<64xf16>)
// CHECK: dataflow.sync_send %{{.*}} {wait_immediately_for_async_transfers = true} : index
// CHECK-NEXT: dataflow.sync_recv %{{.*}} : index
// CHECK: dataflow.program_unit
// CHECK: dataflow.send %{{.*}}, %{{.*}} : vector<64xf16>
// CHECK: dataflow.program_unit
// CHECK: dataflow.receive
// CHECK: vectorchain.binary
module { func.func @add_body() attributes {grid = [1]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %in = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "C0-mnilu", type = "mnilu"} : index
  %lu = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "C0-l1lu-CL0", type = "l1lu"} : index
  %sfu = dataflow.get_unit {core = 0 : i32, corelet = 0 : i32, name = "C0-sfu-CL0", type = "sfu"} : index
  %ddr = dataflow.get_unit {name = "ddr", type = "ddr"} : index
  %l1 = dataflow.get_unit {core = 0 : i32, name = "C0-l1", type = "l1"} : index
  dataflow.program_unit iter_arg : %me -> (%in) : {
    %a = dataflow.get_logical_memory_view %ddr, %c0 {layout_map = affine_map<(d0, d1) -> (d0 * 64 + d1)>} : index, index, memref<2x64xf16>
    %x = dataflow.get_logical_memory_view %l1, %c0 {layout_map = affine_map<(d0, d1) -> (d0 * 64 + d1)>} : index, index, memref<2x64xf16>
    scf.for %i = %c0 to %c2 step %c1 {
      agen.composite_load_and_store src:%a[%i, 0] dst:%x[%i, 0] time_symbols(), load_iv(%v:vector<64xf16>)
       {load_set = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 63 >= 0)>, load_order = affine_map<(d0, d1) -> (d0, d1)>, load_time_addr_map = affine_map<(d0) -> (0, 0)>,
        store_set = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 63 >= 0)>, store_order = affine_map<(d0, d1) -> (d0, d1)>, store_time_addr_map = affine_map<(d0) -> (0, 0)>,
        time_set = affine_set<(d0) : (d0 == 0)>, time_order = affine_map<(d0) -> (d0)>}
      { agen.yield } : memref<2x64xf16>, memref<2x64xf16>
    }
    dataflow.sync_send %lu {wait_immediately_for_async_transfers = true} : index
    dataflow.sync_recv %lu : index
  }
  dataflow.program_unit iter_arg : %me -> (%lu) : {
    %x = dataflow.get_logical_memory_view %l1, %c0 {layout_map = affine_map<(d0, d1) -> (d0 * 64 + d1)>} : index, index, memref<2x64xf16>
    dataflow.sync_send %in {wait_immediately_for_async_transfers = true} : index
    dataflow.sync_recv %in : index
    scf.for %i = %c0 to %c2 step %c1 {
      %v = agen.vector_load %x[%i, 0] {load_set = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 63 >= 0)>, load_order = affine_map<(d0, d1) -> (d0, d1)>} : memref<2x64xf16>, vector<64xf16>
      dataflow.send %sfu, %v : vector<64xf16>
    }
  }
  dataflow.program_unit iter_arg : %me -> (%sfu) : {
    %v = dataflow.receive %lu : vector<64xf16>
    %w = dataflow.receive %lu : vector<64xf16>
    %s = vectorchain.binary %v, %w {binary_op = #vectorchain<binary_operator add>, op_specific_map = affine_map<(d0) -> (d0)>} : vector<64xf16>, vector<64xf16>, vector<64xf16>
  }
  return
} }
