// Formats of different width in one computation: i32 counts become f32, are
// weighted by f16 numbers, and the result stays f32. The vector unit has half as
// many lanes for 32-bit formats.
// numpy: y = (2 * count).astype(f32) * weight.astype(f32), 128 x 256

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 127 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 31 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

func.func @mixed(%count_ptr: index, %weight_ptr: index, %y_ptr: index) attributes {grid = [4]} {
  %id = ktdp.get_compute_tile_id : index
  %rows = arith.constant 32 : index
  %row = arith.muli %id, %rows : index

  %count_view = ktdp.construct_memory_view %count_ptr, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xi32>
  %weight_view = ktdp.construct_memory_view %weight_ptr, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf32>

  %count_tile = ktdp.construct_access_tile %count_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xi32> -> !ktdp.access_tile<32x256xindex>
  %count = ktdp.load %count_tile : <32x256xindex> -> tensor<32x256xi32>
  %weight_tile = ktdp.construct_access_tile %weight_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  %weight = ktdp.load %weight_tile : <32x256xindex> -> tensor<32x256xf16>
  %two = arith.constant dense<2> : tensor<32x256xi32>
  %twice = arith.muli %count, %two : tensor<32x256xi32>
  %number = arith.sitofp %twice : tensor<32x256xi32> to tensor<32x256xf32>
  %weight32 = arith.extf %weight : tensor<32x256xf16> to tensor<32x256xf32>
  %y = arith.mulf %number, %weight32 : tensor<32x256xf32>
  %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf32> -> !ktdp.access_tile<32x256xindex>
  ktdp.store %y, %y_tile : tensor<32x256xf32>, <32x256xindex>
  return
}
