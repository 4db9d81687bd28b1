// Two matrices added, each of 32 compute tiles taking 32 rows. The addresses are
// arguments, so the same program runs wherever the data lies.
// numpy: z = x + y, float16, 1024 x 1024

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 1023 >= 0, d1 >= 0, -d1 + 1023 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 31 >= 0, d1 >= 0, -d1 + 1023 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

func.func @add(%x_ptr: index, %y_ptr: index, %z_ptr: index) attributes {grid = [32]} {
  %id = ktdp.get_compute_tile_id : index
  %rows = arith.constant 32 : index
  %row = arith.muli %id, %rows : index

  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [1024, 1024], strides: [1024, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<1024x1024xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [1024, 1024], strides: [1024, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<1024x1024xf16>
  %z_view = ktdp.construct_memory_view %z_ptr, sizes: [1024, 1024], strides: [1024, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<1024x1024xf16>

  %x_tile = ktdp.construct_access_tile %x_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<1024x1024xf16> -> !ktdp.access_tile<32x1024xindex>
  %x = ktdp.load %x_tile : <32x1024xindex> -> tensor<32x1024xf16>
  %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<1024x1024xf16> -> !ktdp.access_tile<32x1024xindex>
  %y = ktdp.load %y_tile : <32x1024xindex> -> tensor<32x1024xf16>
  %z = arith.addf %x, %y : tensor<32x1024xf16>
  %z_tile = ktdp.construct_access_tile %z_view[%row, 0]
      {access_tile_set = #tile, access_tile_order = #order}
      : memref<1024x1024xf16> -> !ktdp.access_tile<32x1024xindex>
  ktdp.store %z, %z_tile : tensor<32x1024xf16>, <32x1024xindex>
  return
}
