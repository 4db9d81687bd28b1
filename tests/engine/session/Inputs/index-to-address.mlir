// Base and stride may be values or numbers.
#all = affine_set<(d0) : (d0 >= 0, -d0 + 99 >= 0)>
#id = affine_map<(d0) -> (d0)>
func.func @address(%x_ptr: index, %y_ptr: index) {
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [100], strides: [1] {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<100xi32>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [100], strides: [1] {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<100xi32>
  %x_tile = ktdp.construct_access_tile %x_view[0] {access_tile_set = #all, access_tile_order = #id} : memref<100xi32> -> !ktdp.access_tile<100xindex>
  %x = ktdp.load %x_tile : <100xindex> -> tensor<100xi32>
  %e = tensor.empty() : tensor<100xi32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<100xi32>) outs(%e : tensor<100xi32>) {
  ^bb0(%in: i32, %old: i32):
    %a = spyreop.idx32toaddr %in base %in stride %in
    %b = spyreop.idx32toaddr %a base 0x1000 stride 4
    %c = spyreop.idx32toaddr %b base %a stride 8
    linalg.yield %c : i32
  } -> tensor<100xi32>
  %y_tile = ktdp.construct_access_tile %y_view[0] {access_tile_set = #all, access_tile_order = #id} : memref<100xi32> -> !ktdp.access_tile<100xindex>
  ktdp.store %y, %y_tile : tensor<100xi32>, <100xindex>
  return
}
