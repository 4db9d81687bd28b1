// Constant addresses count elements: 2048 is byte 4096 for f16 and byte 8192 for
// f32, two buffers that do not touch each other.
#all = affine_set<(d0) : (d0 >= 0, -d0 + 99 >= 0)>
#id = affine_map<(d0) -> (d0)>
func.func @constants() {
  %c = arith.constant 2048 : index
  %x_view = ktdp.construct_memory_view %c, sizes: [100], strides: [1] {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<100xf16>
  %y_view = ktdp.construct_memory_view %c, sizes: [100], strides: [1] {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<100xf32>
  %x_tile = ktdp.construct_access_tile %x_view[0] {access_tile_set = #all, access_tile_order = #id} : memref<100xf16> -> !ktdp.access_tile<100xindex>
  %x = ktdp.load %x_tile : <100xindex> -> tensor<100xf16>
  %y = arith.extf %x : tensor<100xf16> to tensor<100xf32>
  %y_tile = ktdp.construct_access_tile %y_view[0] {access_tile_set = #all, access_tile_order = #id} : memref<100xf32> -> !ktdp.access_tile<100xindex>
  ktdp.store %y, %y_tile : tensor<100xf32>, <100xindex>
  return
}
