// The addition of inductor-add.mlir with its 512 rows divided over 32 compute
// tiles: every tile takes 16 rows of each of the 16 stick columns.
// numpy: out = a + b, float16

#all = affine_set<(d0, d1, d2) : (d0 >= 0, -d0 + 15 >= 0, d1 >= 0, -d1 + 511 >= 0, d2 >= 0, -d2 + 63 >= 0)>
#tile = affine_set<(d0, d1, d2) : (d0 >= 0, -d0 + 15 >= 0, d1 >= 0, -d1 + 15 >= 0, d2 >= 0, -d2 + 63 >= 0)>
#order = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

func.func @inductor_add_32(%arg0: index, %arg1: index, %arg2: index) attributes {grid = [32]} {
  %id = ktdp.get_compute_tile_id : index
  %rows = arith.constant 16 : index
  %row = arith.muli %id, %rows : index

  %view0 = ktdp.construct_memory_view %arg0, sizes: [16, 512, 64], strides: [32768, 64, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<16x512x64xf16>
  %view1 = ktdp.construct_memory_view %arg1, sizes: [16, 512, 64], strides: [32768, 64, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<16x512x64xf16>
  %view2 = ktdp.construct_memory_view %arg2, sizes: [16, 512, 64], strides: [32768, 64, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<16x512x64xf16>

  %a_tile = ktdp.construct_access_tile %view0[0, %row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<16x512x64xf16> -> !ktdp.access_tile<16x16x64xindex>
  %a = ktdp.load %a_tile : <16x16x64xindex> -> tensor<16x16x64xf16>
  %b_tile = ktdp.construct_access_tile %view1[0, %row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<16x512x64xf16> -> !ktdp.access_tile<16x16x64xindex>
  %b = ktdp.load %b_tile : <16x16x64xindex> -> tensor<16x16x64xf16>
  %init = tensor.empty() : tensor<16x16x64xf16>
  %sum = linalg.add ins(%a, %b : tensor<16x16x64xf16>, tensor<16x16x64xf16>)
      outs(%init : tensor<16x16x64xf16>) -> tensor<16x16x64xf16>
  %out_tile = ktdp.construct_access_tile %view2[0, %row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<16x512x64xf16> -> !ktdp.access_tile<16x16x64xindex>
  ktdp.store %sum, %out_tile : tensor<16x16x64xf16>, <16x16x64xindex>
  return
}
