// RUN: spyreglass-opt %s | spyreglass-opt | FileCheck %s
// RUN: spyreglass-opt --mlir-print-op-generic %s | spyreglass-opt | FileCheck %s

// CHECK: func.func private @types(!dataflow.custom_vector<64x!dataflow.custom<mxfp8>>, !dataflow.custom<mxfp4>, !dataflow.custom<mxint4>, !dataflow.mxfp<6>, !dataflow.mxint<7>, !dataflow.custom_vector<8xf16>)
func.func private @types(!dataflow.custom_vector<64x!dataflow.mxfp<8>>, !dataflow.custom<mxfp4>, !dataflow.custom<mxint4>, !dataflow.mxfp<6>, !dataflow.mxint<7>, !dataflow.custom_vector<8xf16>)

// CHECK-LABEL: func.func @units
func.func @units(%start: index, %n: index) {
  // CHECK: %[[A:.*]] = dataflow.get_unit {core = 1 : i32, corelet = 0 : i32, name = "C1-l1lu-CL0", type = "l1lu"} : index
  %a = dataflow.get_unit {core = 1 : i32, corelet = 0 : i32, name = "C1-l1lu-CL0", type = "l1lu"} : index
  // CHECK: dataflow.get_unit {name = "steps", type = "sfu"} : index, index
  %b:2 = dataflow.get_unit {name = "steps", type = "sfu"} : index, index
  // CHECK: dataflow.get_local_unit %[[A]] {name = "L1-LU"} : index
  %c = dataflow.get_local_unit %a {name = "L1-LU"} : index
  // CHECK: dataflow.create_group(%{{.*}}, %{{.*}} : index, index) : index
  %g = dataflow.create_group(%a, %c : index, index) : index
  // CHECK: dataflow.create_multicast_group(%{{.*}} -> (%{{.*}}, %{{.*}})) {count = 0 : i32, group_id = 1 : i32, num_consumers = 2 : i32} : index
  %m = dataflow.create_multicast_group(%a -> (%b#0, %b#1)) {count = 0 : i32, group_id = 1 : i32, num_consumers = 2 : i32} : index
  // CHECK: dataflow.create_multicast_group(%{{.*}} -> ())
  %o = dataflow.create_multicast_group(%a -> ()) {count = 0 : i32, group_id = 1 : i32, num_consumers = 2 : i32} : index
  // CHECK: %[[V:.*]] = dataflow.get_logical_memory_view %[[A]], %{{.*}} {layout_map = #{{.*}}} : index, index, memref<8x16xi8>
  %v = dataflow.get_logical_memory_view %a, %start {layout_map = affine_map<(d0, d1) -> (d0 * 16 + d1)>} : index, index, memref<8x16xi8>
  // CHECK: dataflow.implicit_sync_on_streaming_buffer %[[V]], %[[A]], %{{.*}} : memref<8x16xi8>, index, index
  dataflow.implicit_sync_on_streaming_buffer %v, %a, %n : memref<8x16xi8>, index, index
  return
}

// CHECK-LABEL: func.func @programs
func.func @programs(%a: index, %b: index) {
  // CHECK: dataflow.program_unit iter_arg : %[[ME:.*]] -> (%{{.*}}, %{{.*}}) {precision = "fp16"} : {
  // CHECK-NEXT: %[[V:.*]] = dataflow.receive %[[ME]] {dbgName = "r"} : vector<64xf16>
  // CHECK-NEXT: dataflow.send %[[ME]], %[[V]] {dir = #dataflow<direction Clockwise>} : vector<64xf16>
  // CHECK-NEXT: dataflow.sync_send %[[ME]] : index
  // CHECK-NEXT: dataflow.sync_recv %[[ME]] {dbgName = "s"} : index
  // CHECK-NEXT: }
  dataflow.program_unit iter_arg : %me -> (%a, %b) {precision = "fp16"} : {
    %v = dataflow.receive %me {dbgName = "r"} : vector<64xf16>
    dataflow.send %me, %v {dir = #dataflow<direction Clockwise>} : vector<64xf16>
    dataflow.sync_send %me : index
    dataflow.sync_recv %me {dbgName = "s"} : index
  }
  // CHECK: dataflow.program_unit %{{.*}}, %{{.*}} : {
  // CHECK-NEXT: dataflow.opaque {func_name = "exp", parameter_dictionary = {unroll = "2"}, read_only_register_dictionary = {c0 = "R2"}, read_write_register_dictionary = {p0 = "R0"}}
  // CHECK-NEXT: }
  dataflow.program_unit %a, %b : {
    dataflow.opaque {func_name = "exp", read_write_register_dictionary = {p0 = "R0"}, read_only_register_dictionary = {c0 = "R2"}, parameter_dictionary = {unroll = "2"}}
    dataflow.return
  }
  return
}
