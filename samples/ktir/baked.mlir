// No arguments: the addresses are constants, counted in elements. Buffers are then
// named after their views. The matrices lie one behind the other.
// numpy: C = A + B, float16, 128 x 256

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 127 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 31 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

func.func @baked() attributes {grid = [4]} {
  %a_start = arith.constant 4096 : index
  %b_start = arith.constant 36864 : index
  %c_start = arith.constant 69632 : index
  %id = ktdp.get_compute_tile_id : index
  %rows = arith.constant 32 : index
  %row = arith.muli %id, %rows : index

  %A_view = ktdp.construct_memory_view %a_start, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf16>
  %B_view = ktdp.construct_memory_view %b_start, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf16>
  %C_view = ktdp.construct_memory_view %c_start, sizes: [128, 256], strides: [256, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<128x256xf16>

  %A_tile = ktdp.construct_access_tile %A_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  %A = ktdp.load %A_tile : <32x256xindex> -> tensor<32x256xf16>
  %B_tile = ktdp.construct_access_tile %B_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  %B = ktdp.load %B_tile : <32x256xindex> -> tensor<32x256xf16>
  %C = arith.addf %A, %B : tensor<32x256xf16>
  %C_tile = ktdp.construct_access_tile %C_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<128x256xf16> -> !ktdp.access_tile<32x256xindex>
  ktdp.store %C, %C_tile : tensor<32x256xf16>, <32x256xindex>
  return
}
