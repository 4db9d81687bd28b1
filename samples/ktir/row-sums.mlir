// The sum of every row, by a reduction over the second axis.
// machine: not yet
// numpy: y = x.sum(axis=1), float16, 64 x 256

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 63 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#sums = affine_set<(d0) : (d0 >= 0, -d0 + 63 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 15 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#sum_tile = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>
#sum_order = affine_map<(d0) -> (d0)>

func.func @row_sums(%x_ptr: index, %y_ptr: index) attributes {grid = [4]} {
  %id = ktdp.get_compute_tile_id : index
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [64, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<64x256xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [64], strides: [1]
      {coordinate_set = #sums, memory_space = #ktdp.memory_space<global>} : memref<64xf16>
  %x_tile = ktdp.construct_access_tile %x_view[%id * 16, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<64x256xf16> -> !ktdp.access_tile<16x256xindex>
  %x = ktdp.load %x_tile : <16x256xindex> -> tensor<16x256xf16>
  %zero = arith.constant dense<0.0> : tensor<16xf16>
  %sums = linalg.reduce { arith.addf } ins(%x : tensor<16x256xf16>)
      outs(%zero : tensor<16xf16>) dimensions = [1]
  %y_tile = ktdp.construct_access_tile %y_view[%id * 16]
      {access_tile_set = #sum_tile, access_tile_order = #sum_order}
      : memref<64xf16> -> !ktdp.access_tile<16xindex>
  ktdp.store %sums, %y_tile : tensor<16xf16>, <16xindex>
  return
}
