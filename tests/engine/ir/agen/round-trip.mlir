// RUN: spyreglass-opt %s | spyreglass-opt | FileCheck %s
// RUN: spyreglass-opt --mlir-print-op-generic %s | spyreglass-opt | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 63 >= 0)>
#column = affine_set<(d0, d1) : (d0 >= 0, -d0 + 7 >= 0, d1 == 0)>

// CHECK-LABEL: func.func @vectors
func.func @vectors(%m: memref<8x64xf16>, %i: index) {
  // CHECK: %[[V:.*]] = agen.vector_load %{{.*}}[%{{.*}} + 1, 0] {load_order = #{{.*}}, load_set = #{{.*}}} : memref<8x64xf16>, vector<64xf16>
  %v = agen.vector_load %m[%i + 1, 0] {load_order = #id, load_set = #row} : memref<8x64xf16>, vector<64xf16>
  // CHECK: agen.vector_load %{{.*}}[0, 0] multicast_info = %{{.*}} {dbgName = "x", load_order = #{{.*}}, load_set = #{{.*}}} : memref<8x64xf16>, vector<8xf16>
  %w = agen.vector_load %m[0, 0] multicast_info = %i {dbgName = "x", load_order = #swap, load_set = #column} : memref<8x64xf16>, vector<8xf16>
  // CHECK: agen.vector_store %[[V]], %{{.*}}[%{{.*}}, 0] {store_order = #{{.*}}, store_set = #{{.*}}} : memref<8x64xf16>, vector<64xf16>
  agen.vector_store %v, %m[%i, 0] {store_order = #id, store_set = #row} : memref<8x64xf16>, vector<64xf16>
  return
}

// CHECK-LABEL: func.func @rank_zero
func.func @rank_zero(%m: memref<f16>) {
  // CHECK: %[[V:.*]] = agen.vector_load %{{.*}}[] {
  %v = agen.vector_load %m[] {load_order = affine_map<() -> ()>, load_set = affine_set<() : (0 == 0)>} : memref<f16>, vector<1xf16>
  // CHECK: agen.vector_store %[[V]], %{{.*}}[] {
  agen.vector_store %v, %m[] {store_order = affine_map<() -> ()>, store_set = affine_set<() : (0 == 0)>} : memref<f16>, vector<1xf16>
  return
}

// CHECK-LABEL: func.func @composites
func.func @composites(%m: memref<8x64xf16>, %unit: index, %i: index) {
  // CHECK: agen.composite_load_and_store src:%{{.*}}[%{{.*}}, 0] dst:%{{.*}}[0, %{{.*}}]
  // CHECK-NEXT: time_symbols(%{{.*}}), load_iv(%[[IV:.*]]:vector<64xf16>), multicast_info = %{{.*}}
  // CHECK-NEXT: {dir = #agen<direction BothWays>, load_order = #{{.*}}, load_set = #{{.*}}, load_time_addr_map = #{{.*}}, store_order = #{{.*}}, store_set = #{{.*}}, store_time_addr_map = #{{.*}}, time_order = #{{.*}}, time_set = #{{.*}}}
  // CHECK-NEXT: {
  // CHECK-NEXT: dataflow.send %{{.*}}, %[[IV]] : vector<64xf16>
  // CHECK-NEXT: agen.yield
  // CHECK-NEXT: } : memref<8x64xf16>, memref<8x64xf16>
  agen.composite_load_and_store src:%m[%i, 0] dst:%m[0, %i]
   time_symbols(%i), load_iv(%v:vector<64xf16>), multicast_info = %i
   {load_order = #id, load_set = #row, store_order = #id, store_set = #row, dir = #agen<direction BothWays>,
    time_set = affine_set<(d0)[s0] : (d0 >= 0, -d0 + s0 >= 0)>, time_order = affine_map<(d0) -> (d0)>,
    load_time_addr_map = affine_map<(d0) -> (d0, 0)>, store_time_addr_map = affine_map<(d0) -> (0, 0)>}
  {
    dataflow.send %unit, %v : vector<64xf16>
  } : memref<8x64xf16>, memref<8x64xf16>
  // CHECK: agen.composite_load %{{.*}}[0, 0]
  // CHECK-NEXT: time_symbols()(%[[V:.*]]:vector<64xf16>)
  // CHECK: {
  // CHECK: dataflow.send %{{.*}}, %[[V]] : vector<64xf16>
  // CHECK: agen.yield
  // CHECK: } : memref<8x64xf16>
  agen.composite_load %m[0, 0] time_symbols()(%v:vector<64xf16>)
   {load_order = #id, load_set = #row, time_set = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>,
    time_order = affine_map<(d0) -> (d0)>, time_addr_map = affine_map<(d0) -> (d0, 0)>}
  {
    dataflow.send %unit, %v : vector<64xf16>
    agen.yield
  } : memref<8x64xf16>
  return
}
