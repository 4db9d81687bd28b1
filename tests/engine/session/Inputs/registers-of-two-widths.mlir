// options: tile-columns=71
// Vectors of several lengths come and go: a register is as large as the largest
// vector it ever holds, and all of them together must fit the unit's memory.
#all = affine_set<(d0) : (d0 >= 0, -d0 + 2158 >= 0)>
#tile = affine_set<(d0) : (d0 >= 0, -d0 + 126 >= 0)>
#id = affine_map<(d0) -> (d0)>
func.func @registers(%x_ptr: index, %y_ptr: index, %s: i32 {sg.value = 3 : i32}) attributes {grid = [4]} {
  %id = ktdp.get_compute_tile_id : index
  %n = arith.constant 2159 : index
  %c127 = arith.constant 127 : index
  %step = arith.constant 508 : index
  %start = arith.muli %id, %c127 : index
  %x_view = ktdp.construct_memory_view %x_ptr, sizes: [2159], strides: [1] {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<2159xi32>
  %y_view = ktdp.construct_memory_view %y_ptr, sizes: [2159], strides: [1] {coordinate_set = #all, memory_space = #ktdp.memory_space<global>} : memref<2159xi1>
  %a = arith.constant dense<-8> : tensor<127xi32>
  %b = arith.constant dense<-1> : tensor<127xi32>
  %c = tensor.splat %s : tensor<127xi32>
  scf.for %i = %start to %n step %step {
    %x_tile = ktdp.construct_access_tile %x_view[%i] {access_tile_set = #tile, access_tile_order = #id} : memref<2159xi32> -> !ktdp.access_tile<127xindex>
    %x = ktdp.load %x_tile : <127xindex> -> tensor<127xi32>
    %0 = arith.minui %x, %a : tensor<127xi32>
    %1 = arith.ori %0, %b : tensor<127xi32>
    %2 = arith.minsi %x, %0 : tensor<127xi32>
    %3 = arith.addi %1, %2 : tensor<127xi32>
    %4 = arith.cmpi eq, %3, %c : tensor<127xi32>
    %y_tile = ktdp.construct_access_tile %y_view[%i] {access_tile_set = #tile, access_tile_order = #id} : memref<2159xi1> -> !ktdp.access_tile<127xindex>
    ktdp.store %4, %y_tile : tensor<127xi1>, <127xindex>
  }
  return
}
