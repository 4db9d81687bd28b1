// One operation of the spyreop dialect inside a linalg.generic, the way the device's
// own functions appear in KTIR.
// numpy: y = x * 0.5 * (1 + erf(x / sqrt(2))), float16, 256 x 512

#order = affine_map<(d0, d1) -> (d0, d1)>
#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 255 >= 0, d1 >= 0, -d1 + 511 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 63 >= 0, d1 >= 0, -d1 + 511 >= 0)>

func.func @gelu(%x_ptr: index, %y_ptr: index) attributes {grid = [4]} {
  %id = ktdp.get_compute_tile_id : index
  %rows = arith.constant 64 : index
  %row = arith.muli %id, %rows : index

  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [256, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<256x512xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [256, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<256x512xf16>

  %x_tile = ktdp.construct_access_tile %x_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<256x512xf16> -> !ktdp.access_tile<64x512xindex>
  %x = ktdp.load %x_tile : <64x512xindex> -> tensor<64x512xf16>
  %init = tensor.empty() : tensor<64x512xf16>
  %y = linalg.generic {indexing_maps = [#order, #order], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x512xf16>) outs(%init : tensor<64x512xf16>) {
  ^bb0(%in: f16, %old: f16):
    %value = spyreop.gelu %in : f16
    linalg.yield %value : f16
  } -> tensor<64x512xf16>
  %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<256x512xf16> -> !ktdp.access_tile<64x512xindex>
  ktdp.store %y, %y_tile : tensor<64x512xf16>, <64x512xindex>
  return
}
