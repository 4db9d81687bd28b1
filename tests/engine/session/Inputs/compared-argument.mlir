// An argument that a compute region compares with is data: it decides nothing.
#all = affine_set<(d0) : (d0 >= 0, -d0 + 99 >= 0)>
#id = affine_map<(d0) -> (d0)>
func.func @compared(%x_ptr: index, %y_ptr: index, %limit: f16 {sg.value = 0.5 : f16}) {
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [100], strides: [1] {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<100xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [100], strides: [1] {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<100xi1>
  %x_tile = ktdp.construct_access_tile %x_view[0] {access_tile_set = #all, access_tile_order = #id} : memref<100xf16> -> !ktdp.access_tile<100xindex>
  %x = ktdp.load %x_tile : <100xindex> -> tensor<100xf16>
  %e = tensor.empty() : tensor<100xi1>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<100xf16>) outs(%e : tensor<100xi1>) {
  ^bb0(%in: f16, %old: i1):
    %above = arith.cmpf ogt, %in, %limit : f16
    linalg.yield %above : i1
  } -> tensor<100xi1>
  %y_tile = ktdp.construct_access_tile %y_view[0] {access_tile_set = #all, access_tile_order = #id} : memref<100xi1> -> !ktdp.access_tile<100xindex>
  ktdp.store %y, %y_tile : tensor<100xi1>, <100xindex>
  return
}
