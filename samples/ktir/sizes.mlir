// Sizes that are arguments: the view's shape and the loop's end are known when the
// kernel is compiled, from --define rows=… or else from sg.value.
// numpy: y = abs(x), float16, rows x 256

#sized = affine_set<(d0, d1)[n] : (d0 >= 0, -d0 + n - 1 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#tile = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 255 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

func.func @sizes(%x_ptr: index,
                 %y_ptr: index,
                 %rows: index {sg.value = 96 : index},
                 %columns: index {sg.value = 256 : index})
    attributes {grid = [4]} {
  %id = ktdp.get_compute_tile_id : index
  %c4 = arith.constant 4 : index
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [%rows, 256], strides: [%columns, 1]
      {coordinate_set = #sized, memory_space = #ktdp.memory_space<global>} : memref<?x256xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [%rows, 256], strides: [%columns, 1]
      {coordinate_set = #sized, memory_space = #ktdp.memory_space<global>} : memref<?x256xf16>
  scf.for %row = %id to %rows step %c4 {
    %x_tile = ktdp.construct_access_tile %x_view[%row, 0]
        {access_tile_set = #tile, access_tile_order = #order}
        : memref<?x256xf16> -> !ktdp.access_tile<1x256xindex>
    %x = ktdp.load %x_tile : <1x256xindex> -> tensor<1x256xf16>
    %y = math.absf %x : tensor<1x256xf16>
    %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
        {access_tile_set = #tile, access_tile_order = #order}
        : memref<?x256xf16> -> !ktdp.access_tile<1x256xindex>
    ktdp.store %y, %y_tile : tensor<1x256xf16>, <1x256xindex>
  }
  return
}
