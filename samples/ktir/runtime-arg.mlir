// A size that comes with bounds: the number of rows is a multiple of 32 and at most
// 4096. The kernel reads the value for its loop and the granularity for its step; a
// --define that breaks a bound is refused.
// numpy: y = x + x, float16, rows x 256

#sized = affine_set<(d0, d1)[n] : (d0 >= 0, -d0 + n - 1 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 31 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>
!rows = !ktdp.runtime_arg<index, granularity=32, upperbound=4096>

func.func @runtime_arg(%x_ptr: index,
                       %y_ptr: index,
                       %rows: !rows {sg.value = 256 : index})
    attributes {grid = [4]} {
  %id = ktdp.get_compute_tile_id : index
  %tiles = arith.constant 4 : index
  %count = ktdp.runtime_arg_extract value from %rows : !rows -> index
  %block = ktdp.runtime_arg_extract granularity from %rows : !rows -> index
  %first = arith.muli %id, %block : index
  %step = arith.muli %tiles, %block : index
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [%count, 256], strides: [256, 1]
      {coordinate_set = #sized, memory_space = #ktdp.memory_space<global>} : memref<?x256xf16>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [%count, 256], strides: [256, 1]
      {coordinate_set = #sized, memory_space = #ktdp.memory_space<global>} : memref<?x256xf16>
  scf.for %row = %first to %count step %step {
    %x_tile = ktdp.construct_access_tile %x_view[%row, 0]
        {access_tile_set = #tile, access_tile_order = #order}
        : memref<?x256xf16> -> !ktdp.access_tile<32x256xindex>
    %x = ktdp.load %x_tile : <32x256xindex> -> tensor<32x256xf16>
    %y = arith.addf %x, %x : tensor<32x256xf16>
    %y_tile = ktdp.construct_access_tile %y_view[%row, 0]
        {access_tile_set = #tile, access_tile_order = #order}
        : memref<?x256xf16> -> !ktdp.access_tile<32x256xindex>
    ktdp.store %y, %y_tile : tensor<32x256xf16>, <32x256xindex>
  }
  return
}
