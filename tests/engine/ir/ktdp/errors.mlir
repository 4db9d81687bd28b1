// RUN: spyreglass-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{memory space 'global' belongs to no compute tile, but names tile 2: leave the tile out, or write ct_local}}
func.func private @global_tile(memref<4xf16, #ktdp.memory_space<global, ct_id = 2>>)

// -----

// expected-error@+1 {{memory space 'global' belongs to no compute tile, but names tile 2}}
func.func private @hbm_core(memref<4xf16, #ktdp.spyre_memory_space<HBM, core = 2>>)

// -----

// expected-error@+1 {{ct_id is the number of a compute tile, -7 cannot be one: write 0 or more}}
func.func private @negative_tile(memref<4xf16, #ktdp.memory_space<ct_local, ct_id = -7>>)

// -----

// expected-error@+1 {{there is no memory space 'HBM': write global, ct_local or unspecified}}
func.func private @mixed(memref<4xf16, #ktdp.memory_space<HBM>>)

// -----

// expected-error@+1 {{there is no memory space 'global': the older spelling has HBM, LX and unspecified}}
func.func private @mixed(memref<4xf16, #ktdp.spyre_memory_space<global>>)

// -----

// expected-error@+1 {{there is no attribute '#ktdp.memory': write #ktdp.memory_space<global> or #ktdp.memory_space<ct_local>}}
func.func private @unknown(memref<4xf16, #ktdp.memory<global>>)

// -----

// expected-error@+1 {{an access tile holds coordinates, so its elements are 'index', not 'f16'}}
func.func private @tile_of_floats(!ktdp.access_tile<4xf16>)

// -----

// expected-error@+1 {{the access tile has more than 2^63 coordinates: make it smaller}}
func.func private @huge_tile(!ktdp.access_tile<4294967296x4294967296xindex>)

// -----

// expected-error@+1 {{a runtime argument is an index, an integer or a float, not 'tensor<4xf16>'}}
func.func private @runtime_tensor(!ktdp.runtime_arg<tensor<4xf16>>)

// -----

// expected-error@+1 {{the granularity of a runtime argument is a positive number, not 0}}
func.func private @granularity(!ktdp.runtime_arg<index, granularity=0>)

// -----

// expected-error@+1 {{the upperbound of a runtime argument is a positive number, not -4}}
func.func private @upperbound(!ktdp.runtime_arg<index, upperbound=-4>)

// -----

// expected-error@+1 {{granularity is given twice: leave one out}}
func.func private @twice(!ktdp.runtime_arg<index, granularity=1, granularity=2>)

// -----

// expected-error@+1 {{a runtime argument has a granularity and an upperbound, no 'lowerbound'}}
func.func private @lower(!ktdp.runtime_arg<index, lowerbound=1>)

// -----

// expected-error@+1 {{a tile future carries ranked tensors, not 'index'}}
func.func private @future_of_index(!ktdp.tile_future<(index), groups = affine_set<(g) : (g == 0)>>)

// -----

// expected-error@+1 {{groups is a set of group numbers, of one dimension and no symbols, as in affine_set<(g) : (g == 0)>; this one has 2 dimension(s) and 0 symbol(s)}}
func.func private @two_dims(!ktdp.tile_future<(tensor<4xf16>), groups = affine_set<(g, h) : (g == 0, h == 0)>>)

// -----

// expected-error@+1 {{this one has 1 dimension(s) and 1 symbol(s)}}
func.func private @symbol(!ktdp.tile_future<(tensor<4xf16>), groups = affine_set<(g)[s] : (g - s == 0)>>)

// -----

// expected-error@+1 {{groups is a set, as in affine_set<(g) : (g == 0)>, not 4}}
func.func private @no_set(!ktdp.tile_future<(tensor<4xf16>), groups = 4 : i32>)

// -----

// expected-error@+1 {{a tile future says which groups it has: add `, groups = affine_set<(g) : (g == 0)>`}}
func.func private @no_groups(!ktdp.tile_future<tensor<4xf16>>)

// -----

// expected-error@+1 {{a tile future carries at least one tensor: write <(tensor<...>), groups = ...>}}
func.func private @no_tensors(!ktdp.tile_future<groups = affine_set<(g) : (g == 0)>>)

// -----

func.func @no_axes() {
  // expected-error@+1 {{'ktdp.get_compute_tile_id' op has one result per axis of the grid, 1 to 3 of them, not 0}}
  "ktdp.get_compute_tile_id"() : () -> ()
  return
}

// -----

func.func @four_axes() {
  // expected-error@+1 {{has one result per axis of the grid, 1 to 3 of them, not 4}}
  %a, %b, %c, %d = ktdp.get_compute_tile_id : index, index, index, index
  return
}

// -----

#set = affine_set<(d0, d1) : (d0 >= 0, d1 >= 0)>
func.func @sizes(%a: index) {
  // expected-error@+1 {{has 1 sizes for a result of rank 2: write one per dimension}}
  %v = ktdp.construct_memory_view %a, sizes: [4], strides: [4, 1]
      {coordinate_set = #set, memory_space = #ktdp.memory_space<global>} : memref<4x4xf16>
  return
}

// -----

#set = affine_set<(d0, d1) : (d0 >= 0, d1 >= 0)>
func.func @strides(%a: index) {
  // expected-error@+1 {{has 3 strides for a result of rank 2: write one per dimension}}
  %v = ktdp.construct_memory_view %a, sizes: [4, 4], strides: [4, 1, 1]
      {coordinate_set = #set, memory_space = #ktdp.memory_space<global>} : memref<4x4xf16>
  return
}

// -----

#set = affine_set<(d0) : (d0 >= 0)>
func.func @negative_size(%a: index) {
  // expected-error@+1 {{sizes[0] is -4: write 0 or more}}
  %v = ktdp.construct_memory_view %a, sizes: [-4], strides: [1]
      {coordinate_set = #set, memory_space = #ktdp.memory_space<global>} : memref<?xf16>
  return
}

// -----

#set = affine_set<(d0) : (d0 >= 0)>
func.func @dynamic_without_value(%a: index) {
  // expected-error@+1 {{has 0 value(s) for 1 dynamic sizes}}
  %v = "ktdp.construct_memory_view"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>,
      static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: 1>,
      coordinate_set = #set, memory_space = #ktdp.memory_space<global>}> : (index) -> memref<?xf16>
  return
}

// -----

#set = affine_set<(d0) : (d0 >= 0)>
func.func @sizes_differ(%a: index) {
  // expected-error@+1 {{has sizes[0] = 4 but makes a memref with 8 there: write the same number}}
  %v = ktdp.construct_memory_view %a, sizes: [4], strides: [1]
      {coordinate_set = #set, memory_space = #ktdp.memory_space<global>} : memref<8xf16>
  return
}

// -----

#set = affine_set<(d0, d1) : (d0 >= 0, d1 >= 0)>
func.func @huge_view(%a: index) {
  // expected-error@+1 {{spans more than 2^63 elements: check its sizes and strides}}
  %v = ktdp.construct_memory_view %a, sizes: [4294967296, 4294967296], strides: [1, 1]
      {coordinate_set = #set, memory_space = #ktdp.memory_space<global>} : memref<?x?xf16>
  return
}

// -----

#set = affine_set<(d0) : (d0 >= 0)>
func.func @huge_stride(%a: index) {
  // expected-error@+1 {{spans more than 2^63 elements: check its sizes and strides}}
  %v = ktdp.construct_memory_view %a, sizes: [4], strides: [9223372036854775807]
      {coordinate_set = #set, memory_space = #ktdp.memory_space<global>} : memref<4xf16>
  return
}

// -----

#set = affine_set<(d0, d1) : (d0 >= 0, d1 >= 0)>
func.func @set_rank(%a: index) {
  // expected-error@+1 {{has a coordinate_set of 2 dimension(s) for a view of rank 1}}
  %v = ktdp.construct_memory_view %a, sizes: [4], strides: [1]
      {coordinate_set = #set, memory_space = #ktdp.memory_space<global>} : memref<4xf16>
  return
}

// -----

#set = affine_set<(d0)[n] : (d0 >= 0, -d0 + n - 1 >= 0)>
func.func @set_symbols(%a: index) {
  // expected-error@+1 {{has a coordinate_set with 1 symbol(s), which stand for the dynamic sizes from left to right, but 0 dynamic size(s)}}
  %v = ktdp.construct_memory_view %a, sizes: [4], strides: [1]
      {coordinate_set = #set, memory_space = #ktdp.memory_space<global>} : memref<4xf16>
  return
}

// -----

#set = affine_set<(d0) : (d0 >= 0)>
func.func @space_differs(%a: index) {
  // expected-error@+1 {{lies in #ktdp.memory_space<global> but makes a memref in #ktdp.memory_space<ct_local>: write the same memory space}}
  %v = ktdp.construct_memory_view %a, sizes: [4], strides: [1]
      {coordinate_set = #set, memory_space = #ktdp.memory_space<global>}
      : memref<4xf16, #ktdp.memory_space<ct_local>>
  return
}

// -----

#set = affine_set<(d0) : (d0 >= 0)>
func.func @no_space(%a: index) {
  // expected-error@+1 {{requires attribute 'memory_space'}}
  %v = ktdp.construct_memory_view %a, sizes: [4], strides: [1]
      {coordinate_set = #set} : memref<4xf16>
  return
}

// -----

func.func @no_partitions() {
  // expected-error@+1 {{has no partitions: name at least one view}}
  %v = ktdp.construct_distributed_memory_view () : memref<4xf16>
  return
}

// -----

func.func @partition_type(%a: memref<4xf16>, %b: memref<4xf32>) {
  // expected-error@+1 {{partition 1 holds 'f32', the whole view 'f16': use one type}}
  %v = ktdp.construct_distributed_memory_view (%a, %b : memref<4xf16>, memref<4xf32>) : memref<8xf16>
  return
}

// -----

func.func @partition_rank(%a: memref<4x1xf16>) {
  // expected-error@+1 {{partition 0 has rank 2, the whole view 1: use one rank}}
  %v = ktdp.construct_distributed_memory_view (%a : memref<4x1xf16>) : memref<8xf16>
  return
}

// -----

#map = affine_map<(d0) -> (d0)>
func.func @no_set(%v: memref<8xf16>, %i: index) {
  // expected-error@+1 {{'ktdp.construct_access_tile' says nothing of its access_tile_set: write {access_tile_set = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>, ...}, with one dimension per dimension of the tile}}
  %t = ktdp.construct_access_tile %v[%i] {access_tile_order = #map} : memref<8xf16> -> <4xindex>
  return
}

// -----

#map = affine_map<(d0) -> (d0)>
func.func @set_is_map(%v: memref<8xf16>, %i: index) {
  // expected-error@+1 {{access_tile_set is a set, not affine_map<(d0) -> (d0)>}}
  %t = ktdp.construct_access_tile %v[%i] {access_tile_set = #map, access_tile_order = #map} : memref<8xf16> -> <4xindex>
  return
}

// -----

#set = affine_set<(d0) : (d0 >= 0)>
func.func @no_order(%v: memref<8xf16>, %i: index) {
  // expected-error@+1 {{'ktdp.construct_access_tile' says nothing of its access_tile_order}}
  %t = ktdp.construct_access_tile %v[%i] {access_tile_set = #set} : memref<8xf16> -> <4xindex>
  return
}

// -----

#set = affine_set<(d0) : (d0 >= 0)>
#map = affine_map<(d0) -> (d0)>
func.func @tile_unranked(%v: tensor<*xf16>, %i: index) {
  // expected-error@+1 {{points into a ranked view, not 'tensor<*xf16>'}}
  %t = ktdp.construct_access_tile %v[%i] {access_tile_set = #set, access_tile_order = #map} : tensor<*xf16> -> <4xindex>
  return
}

// -----

#set = affine_set<(d0) : (d0 >= 0)>
#map = affine_map<(d0) -> (d0)>
func.func @subscripts(%v: memref<8x8xf16>, %i: index) {
  // expected-error@+1 {{has 1 subscript(s) for a view of rank 2: write one per dimension}}
  %t = ktdp.construct_access_tile %v[%i] {access_tile_set = #set, access_tile_order = #map} : memref<8x8xf16> -> <4xindex>
  return
}

// -----

#set = affine_set<(d0) : (d0 >= 0)>
#map = affine_map<(d0) -> (d0)>
func.func @map_inputs(%v: memref<8xf16>, %i: index) {
  // expected-error@+1 {{has a base_map of 1 input(s) and 2 value(s) for them}}
  %t = "ktdp.construct_access_tile"(%v, %i, %i) <{operandSegmentSizes = array<i32: 1, 2, 0>,
      base_map = #map, access_tile_set = #set, access_tile_order = #map}>
      : (memref<8xf16>, index, index) -> !ktdp.access_tile<4xindex>
  return
}

// -----

#set = affine_set<(d0, d1) : (d0 >= 0, d1 >= 0)>
#map = affine_map<(d0) -> (d0)>
func.func @set_dims(%v: memref<8xf16>, %i: index) {
  // expected-error@+1 {{has an access_tile_set of 2 dimension(s) for 1 subscript(s): the set has one per subscript}}
  %t = ktdp.construct_access_tile %v[%i] {access_tile_set = #set, access_tile_order = #map} : memref<8xf16> -> <4xindex>
  return
}

// -----

#set = affine_set<(d0)[n] : (d0 >= 0, -d0 + n >= 0)>
#map = affine_map<(d0) -> (d0)>
func.func @set_symbols(%v: memref<8xf16>, %i: index) {
  // expected-error@+1 {{has 1 symbol(s) in its access_tile_set and 0 value(s) for them: name them after the subscripts, as in symbols(%n)}}
  %t = ktdp.construct_access_tile %v[%i] {access_tile_set = #set, access_tile_order = #map} : memref<8xf16> -> <?xindex>
  return
}

// -----

#set = affine_set<(d0, d1) : (d0 >= 0, d1 >= 0)>
#map = affine_map<(d0, d1) -> (d0, d0)>
func.func @order(%v: memref<8x8xf16>, %i: index) {
  // expected-error@+1 {{has access_tile_order = affine_map<(d0, d1) -> (d0, d0)>, which is not an order of the 2 dimension(s) of its access_tile_set: name each of them once}}
  %t = ktdp.construct_access_tile %v[%i, %i] {access_tile_set = #set, access_tile_order = #map} : memref<8x8xf16> -> <4x4xindex>
  return
}

// -----

#set = affine_set<(d0, d1) : (d0 >= 0, d1 >= 0)>
#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @tile_rank(%v: memref<8x8xf16>, %i: index) {
  // expected-error@+1 {{makes a tile of rank 1, but its access_tile_set has 2 dimension(s)}}
  %t = ktdp.construct_access_tile %v[%i, %i] {access_tile_set = #set, access_tile_order = #map} : memref<8x8xf16> -> <4xindex>
  return
}

// -----

func.func @load_shape(%t: !ktdp.access_tile<4xindex>) {
  // expected-error@+1 {{moves a 'tensor<8xf16>' through a tile '!ktdp.access_tile<4xindex>': they must have one shape}}
  %d = ktdp.load %t : <4xindex> -> tensor<8xf16>
  return
}

// -----

func.func @load_unranked(%t: !ktdp.access_tile<4xindex>) {
  // expected-error@+1 {{moves a ranked tensor, not 'tensor<*xf16>'}}
  %d = ktdp.load %t : <4xindex> -> tensor<*xf16>
  return
}

// -----

func.func @store_shape(%t: !ktdp.access_tile<4xindex>, %d: tensor<4x1xf16>) {
  // expected-error@+1 {{'ktdp.store' op moves a 'tensor<4x1xf16>' through a tile '!ktdp.access_tile<4xindex>'}}
  ktdp.store %d, %t : tensor<4x1xf16>, <4xindex>
  return
}

// -----

#set = affine_set<(d0) : (d0 >= 0, -d0 + 3 >= 0)>
#map = affine_map<(d0) -> (d0)>
func.func @load_type(%v: memref<8xf16>, %i: index) {
  %t = ktdp.construct_access_tile %v[%i] {access_tile_set = #set, access_tile_order = #map} : memref<8xf16> -> <4xindex>
  // expected-error@+1 {{moves elements of type 'f32', but the view is a 'memref<8xf16>': use its element type}}
  %d = ktdp.load %t : <4xindex> -> tensor<4xf32>
  return
}

// -----

func.func @no_granularity(%a: !ktdp.runtime_arg<index>) {
  // expected-error@+1 {{takes the granularity of a '!ktdp.runtime_arg<index>', which has none}}
  %0 = ktdp.runtime_arg_extract granularity from %a : <index> -> index
  return
}

// -----

func.func @no_upperbound(%a: !ktdp.runtime_arg<index>) {
  // expected-error@+1 {{takes the upperbound of a '!ktdp.runtime_arg<index>', which has none}}
  %0 = ktdp.runtime_arg_extract upperbound from %a : <index> -> index
  return
}

// -----

func.func @extract_type(%a: !ktdp.runtime_arg<i32>) {
  // expected-error@+1 {{takes the value of a '!ktdp.runtime_arg<i32>', which is of type 'i32', not 'index'}}
  %0 = ktdp.runtime_arg_extract value from %a : <i32> -> index
  return
}
