// As kernels were written at first: HBM and LX for the memories, the type of a tile
// in full, one coordinate of the tile at a time. `spyreglass check --verbose` says
// what is spelled otherwise today; the stage ktir shows it.
// numpy: y = x * x, float16, 64 x 256

#all = affine_set<(d0, d1) : (d0 >= 0, -d0 + 63 >= 0, d1 >= 0, -d1 + 255 >= 0)>
#tile = affine_set<(d0, d1) : (d0 >= 0, -d0 + 31 >= 0, d1 >= 0, -d1 + 127 >= 0)>
#order = affine_map<(d0, d1) -> (d0, d1)>

module {
  func.func @older_spelling(%x_ptr: index, %y_ptr: index) attributes {grid = [2, 2]} {
    %i = ktdp.get_compute_tile_id {dim = 0} : index
    %j = ktdp.get_compute_tile_id {dim = 1} : index
    %rows = arith.constant 32 : index
    %columns = arith.constant 128 : index
    %row = arith.muli %i, %rows : index
    %column = arith.muli %j, %columns : index
    %x_view = ktdp.construct_memory_view %x_ptr, sizes: [64, 256], strides: [256, 1] {
      coordinate_set = #all, memory_space = #ktdp.spyre_memory_space<HBM>
    } : memref<64x256xf16>
    %x_tile = ktdp.construct_access_tile %x_view[%row, %column] {
      access_tile_set = #tile, access_tile_order = #order
    } : memref<64x256xf16> -> !ktdp.access_tile<32x128xindex>
    %x = ktdp.load %x_tile : !ktdp.access_tile<32x128xindex> -> tensor<32x128xf16>
    %y = arith.mulf %x, %x : tensor<32x128xf16>
    %y_view = ktdp.construct_memory_view %y_ptr, sizes: [64, 256], strides: [256, 1] {
      coordinate_set = #all, memory_space = #ktdp.spyre_memory_space<HBM>
    } : memref<64x256xf16>
    %y_tile = ktdp.construct_access_tile %y_view[%row, %column] {
      access_tile_set = #tile, access_tile_order = #order
    } : memref<64x256xf16> -> !ktdp.access_tile<32x128xindex>
    ktdp.store %y, %y_tile : tensor<32x128xf16>, !ktdp.access_tile<32x128xindex>
    return
  }
}
