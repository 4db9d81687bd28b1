// Two ways to bring in a single number: loaded from memory as a 1 x 1 view, and
// passed as an argument (default 0.5; set it with --define factor=2).
// numpy: y = x * factor + shift[0, 0], float16, 256 x 512

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 255 >= 0, d1 >= 0, -d1 + 511 >= 0)>
#all2 = affine_set<(d0, d1) : (d0 == 0, d1 == 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 63 >= 0, d1 >= 0, -d1 + 511 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

func.func @scalar_broadcast(%x_ptr: index,
                            %shift_ptr: index,
                            %y_ptr: index,
                            %factor: f16 {sg.value = 0.5 : f16})
    attributes {grid = [4]} {
  %id = ktdp.get_compute_tile_id : index
  %rows = arith.constant 64 : index
  %row = arith.muli %id, %rows : index

  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [256, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<256x512xf16>
  %shift_view = ktdp.construct_memory_view %shift_ptr, sizes: [1, 1], strides: [1, 1]
      {coordinate_set = #all2, memory_space = #ktdp.memory_space<global>} : memref<1x1xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [256, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<256x512xf16>

  %x_tile = ktdp.construct_access_tile %x_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<256x512xf16> -> !ktdp.access_tile<64x512xindex>
  %x = ktdp.load %x_tile : <64x512xindex> -> tensor<64x512xf16>
  %shift_tile = ktdp.construct_access_tile %shift_view[0, 0]
      {access_tile_set = #all2, access_tile_order = #order}
      : memref<1x1xf16> -> !ktdp.access_tile<1x1xindex>
  %shift = ktdp.load %shift_tile : <1x1xindex> -> tensor<1x1xf16>
  %number = tensor.collapse_shape %shift [] : tensor<1x1xf16> into tensor<f16>
  %init = tensor.empty() : tensor<64x512xf16>
  %shifts = linalg.broadcast ins(%number : tensor<f16>) outs(%init : tensor<64x512xf16>) dimensions = [0, 1]
  %factors = tensor.splat %factor : tensor<64x512xf16>
  %scaled = arith.mulf %x, %factors : tensor<64x512xf16>
  %y = arith.addf %scaled, %shifts : tensor<64x512xf16>
  %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<256x512xf16> -> !ktdp.access_tile<64x512xindex>
  ktdp.store %y, %y_tile : tensor<64x512xf16>, <64x512xindex>
  return
}
