// The loop hand-written kernels like: tile i takes rows i, i + 32, i + 64 and so on,
// one at a time. The last round has rows for the first 8 tiles only.
// numpy: z = x * y, float16, 200 x 512

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 199 >= 0, d1 >= 0, -d1 + 511 >= 0)>
#tile = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 511 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

func.func @row_loop(%x_ptr: index, %y_ptr: index, %z_ptr: index) attributes {grid = [32]} {
  %id = ktdp.get_compute_tile_id : index
  %n = arith.constant 200 : index
  %c32 = arith.constant 32 : index
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [200, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<200x512xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [200, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<200x512xf16>
  %z_view = ktdp.construct_memory_view %z_ptr, sizes: [200, 512], strides: [512, 1]
      {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<200x512xf16>
  scf.for %row = %id to %n step %c32 {
    %x_tile = ktdp.construct_access_tile %x_view[%row, 0]
        {access_tile_set = #tile, access_tile_order = #order}
        : memref<200x512xf16> -> !ktdp.access_tile<1x512xindex>
    %x = ktdp.load %x_tile : <1x512xindex> -> tensor<1x512xf16>
    %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
        {access_tile_set = #tile, access_tile_order = #order}
        : memref<200x512xf16> -> !ktdp.access_tile<1x512xindex>
    %y = ktdp.load %y_tile : <1x512xindex> -> tensor<1x512xf16>
    %z = arith.mulf %x, %y : tensor<1x512xf16>
    %z_tile = ktdp.construct_access_tile %z_view[%row, 0]
        {access_tile_set = #tile, access_tile_order = #order}
        : memref<200x512xf16> -> !ktdp.access_tile<1x512xindex>
    ktdp.store %z, %z_tile : tensor<1x512xf16>, <1x512xindex>
  }
  return
}
