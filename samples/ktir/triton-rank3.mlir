// KTIR as it comes from Triton: the older names of memory spaces, positions
// computed in i32 from the tile's number, and arithmetic in f32 on f16 data.
// numpy: out = (a.astype(f32) + b.astype(f32)).astype(f16), shape [8, 32, 64]

#all = affine_set<(d0, d1, d2) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 31 >= 0, d2 >= 0, -d2 + 63 >= 0)>
#tile = affine_set<(d0, d1, d2) : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + 7 >= 0, d2 >= 0, -d2 + 63 >= 0)>
#order = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

func.func @triton_rank3(%arg0: index,
                        %arg1: index,
                        %arg2: index,
                        %count: i32)
    attributes {grid = [4]} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : i32
  %c512 = arith.constant 512 : i32
  %id = ktdp.get_compute_tile_id : index
  %id32 = arith.index_cast %id : index to i32
  %first = arith.muli %id32, %c512 : i32
  %row32 = arith.divsi %first, %c64 : i32
  %lane32 = arith.remsi %first, %c64 : i32
  %row = arith.index_cast %row32 : i32 to index
  %lane = arith.index_cast %lane32 : i32 to index

  %desc0 = ktdp.construct_memory_view %arg0, sizes: [8, 32, 64], strides: [2048, 64, 1]
      {coordinate_set = #all, memory_space = #ktdp.spyre_memory_space<HBM>} : memref<8x32x64xf16>
  %desc1 = ktdp.construct_memory_view %arg1, sizes: [8, 32, 64], strides: [2048, 64, 1]
      {coordinate_set = #all, memory_space = #ktdp.spyre_memory_space<HBM>} : memref<8x32x64xf16>
  %desc2 = ktdp.construct_memory_view %arg2, sizes: [8, 32, 64], strides: [2048, 64, 1]
      {coordinate_set = #all, memory_space = #ktdp.spyre_memory_space<HBM>} : memref<8x32x64xf16>

  %a_tile = ktdp.construct_access_tile %desc0[%c0, %row, %lane]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<8x32x64xf16> -> !ktdp.access_tile<8x8x64xindex>
  %a = ktdp.load %a_tile : <8x8x64xindex> -> tensor<8x8x64xf16>
  %b_tile = ktdp.construct_access_tile %desc1[%c0, %row, %lane]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<8x32x64xf16> -> !ktdp.access_tile<8x8x64xindex>
  %b = ktdp.load %b_tile : <8x8x64xindex> -> tensor<8x8x64xf16>
  %a32 = arith.extf %a : tensor<8x8x64xf16> to tensor<8x8x64xf32>
  %b32 = arith.extf %b : tensor<8x8x64xf16> to tensor<8x8x64xf32>
  %sum32 = arith.addf %a32, %b32 : tensor<8x8x64xf32>
  %sum = arith.truncf %sum32 : tensor<8x8x64xf32> to tensor<8x8x64xf16>
  %out_tile = ktdp.construct_access_tile %desc2[%c0, %row, %lane]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<8x32x64xf16> -> !ktdp.access_tile<8x8x64xindex>
  ktdp.store %sum, %out_tile : tensor<8x8x64xf16>, <8x8x64xindex>
  return
}
