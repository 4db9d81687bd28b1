// What a PyTorch addition of two [512, 1024] tensors looks like on one core. The
// device layout cuts the last dimension into 16 sticks of 64 elements, which makes
// the shape [16, 512, 64].
// numpy: out = a + b, float16

#all = affine_set<(d0, d1, d2) : (d0 >= 0, -d0 + 15 >= 0, d1 >= 0, -d1 + 511 >= 0, d2 >= 0, -d2 + 63 >= 0)>
#order = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

func.func @inductor_add(%arg0: index, %arg1: index, %arg2: index) attributes {grid = [1]} {
  %view0 = ktdp.construct_memory_view %arg0, sizes: [16, 512, 64], strides: [32768, 64, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<16x512x64xf16>
  %view1 = ktdp.construct_memory_view %arg1, sizes: [16, 512, 64], strides: [32768, 64, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<16x512x64xf16>
  %view2 = ktdp.construct_memory_view %arg2, sizes: [16, 512, 64], strides: [32768, 64, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<16x512x64xf16>

  %a_tile = ktdp.construct_access_tile %view0[0, 0, 0]
      {access_tile_set = #all, access_tile_order = #order}
      : memref<16x512x64xf16> -> !ktdp.access_tile<16x512x64xindex>
  %a = ktdp.load %a_tile : <16x512x64xindex> -> tensor<16x512x64xf16>
  %b_tile = ktdp.construct_access_tile %view1[0, 0, 0]
      {access_tile_set = #all, access_tile_order = #order}
      : memref<16x512x64xf16> -> !ktdp.access_tile<16x512x64xindex>
  %b = ktdp.load %b_tile : <16x512x64xindex> -> tensor<16x512x64xf16>
  %init = tensor.empty() : tensor<16x512x64xf16>
  %sum = linalg.add ins(%a, %b : tensor<16x512x64xf16>, tensor<16x512x64xf16>)
      outs(%init : tensor<16x512x64xf16>) -> tensor<16x512x64xf16>
  %out_tile = ktdp.construct_access_tile %view2[0, 0, 0]
      {access_tile_set = #all, access_tile_order = #order}
      : memref<16x512x64xf16> -> !ktdp.access_tile<16x512x64xindex>
  ktdp.store %sum, %out_tile : tensor<16x512x64xf16>, <16x512x64xindex>
  return
}
