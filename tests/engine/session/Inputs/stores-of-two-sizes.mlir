// expect: of several stores in one step only some reach past the end
// One view has room for the whole tile, the other does not: cutting both would lose
// what the first one holds.
#all = affine_set<(d0) : (d0 >= 0, -d0 + 99 >= 0)>
#less = affine_set<(d0) : (d0 >= 0, -d0 + 89 >= 0)>
#id = affine_map<(d0) -> (d0)>
func.func @sizes(%x_ptr: index, %y_ptr: index, %z_ptr: index) {
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [100], strides: [1] {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<100xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [100], strides: [1] {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<100xf16>
  %z_view = ktdp.construct_memory_view %z_ptr, sizes: [90], strides: [1] {coordinate_set = #less, memory_space = #ktdp.memory_space<global>} : memref<90xf16>
  %x_tile = ktdp.construct_access_tile %x_view[0] {access_tile_set = #all, access_tile_order = #id} : memref<100xf16> -> !ktdp.access_tile<100xindex>
  %x = ktdp.load %x_tile : <100xindex> -> tensor<100xf16>
  %y = arith.addf %x, %x : tensor<100xf16>
  %y_tile = ktdp.construct_access_tile %y_view[0] {access_tile_set = #all, access_tile_order = #id} : memref<100xf16> -> !ktdp.access_tile<100xindex>
  ktdp.store %y, %y_tile : tensor<100xf16>, <100xindex>
  %z_tile = ktdp.construct_access_tile %z_view[0] {access_tile_set = #all, access_tile_order = #id} : memref<90xf16> -> !ktdp.access_tile<100xindex>
  ktdp.store %x, %z_tile : tensor<100xf16>, <100xindex>
  return
}
