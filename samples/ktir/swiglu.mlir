// The gate of a SwiGLU layer written out: six operations that become one pass over
// the data.
// numpy: out = gate / (1 + exp(-gate)) * up, float16, 256 x 512

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 255 >= 0, d1 >= 0, -d1 + 511 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 63 >= 0, d1 >= 0, -d1 + 511 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

func.func @swiglu(%gate_ptr: index, %up_ptr: index, %out_ptr: index) attributes {grid = [4]} {
  %id = ktdp.get_compute_tile_id : index
  %rows = arith.constant 64 : index
  %row = arith.muli %id, %rows : index

  %gate_view = ktdp.construct_memory_view %gate_ptr, sizes: [256, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<256x512xf16>
  %up_view = ktdp.construct_memory_view %up_ptr, sizes: [256, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<256x512xf16>
  %out_view = ktdp.construct_memory_view %out_ptr, sizes: [256, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<256x512xf16>

  %gate_tile = ktdp.construct_access_tile %gate_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<256x512xf16> -> !ktdp.access_tile<64x512xindex>
  %gate = ktdp.load %gate_tile : <64x512xindex> -> tensor<64x512xf16>
  %up_tile = ktdp.construct_access_tile %up_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<256x512xf16> -> !ktdp.access_tile<64x512xindex>
  %up = ktdp.load %up_tile : <64x512xindex> -> tensor<64x512xf16>
  %one = arith.constant dense<1.0> : tensor<64x512xf16>
  %minus = arith.negf %gate : tensor<64x512xf16>
  %power = math.exp %minus : tensor<64x512xf16>
  %below = arith.addf %power, %one : tensor<64x512xf16>
  %sigmoid = arith.divf %one, %below : tensor<64x512xf16>
  %silu = arith.mulf %gate, %sigmoid : tensor<64x512xf16>
  %out = arith.mulf %silu, %up : tensor<64x512xf16>
  %out_tile = ktdp.construct_access_tile %out_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<256x512xf16> -> !ktdp.access_tile<64x512xindex>
  ktdp.store %out, %out_tile : tensor<64x512xf16>, <64x512xindex>
  return
}
