// Tiles of 5 columns over dense rows of 11: uncut, the last would run into the next
// row, so that rows seem to overlap. Cut to the view they do not.
#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 29 >= 0, d1 >= 0, -d1 + 10 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 29 >= 0, d1 >= 0, -d1 + 4 >= 0)>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @rows(%x_ptr: index, %y_ptr: index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c11 = arith.constant 11 : index
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [30, 11], strides: [11, 1] {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<30x11xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [30, 11], strides: [11, 1] {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<30x11xf16>
  scf.for %i = %c0 to %c11 step %c5 {
    %x_tile = ktdp.construct_access_tile %x_view[0, %i] {access_tile_set = #tile, access_tile_order = #id} : memref<30x11xf16> -> !ktdp.access_tile<30x5xindex>
    %x = ktdp.load %x_tile : <30x5xindex> -> tensor<30x5xf16>
    %y = arith.addf %x, %x : tensor<30x5xf16>
    %y_tile = ktdp.construct_access_tile %y_view[0, %i] {access_tile_set = #tile, access_tile_order = #id} : memref<30x11xf16> -> !ktdp.access_tile<30x5xindex>
    ktdp.store %y, %y_tile : tensor<30x5xf16>, <30x5xindex>
  }
  return
}
