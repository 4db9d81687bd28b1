// RUN: spyreglass-opt %s -split-input-file -verify-diagnostics

#tiles = affine_set<(i)[g] : (i - g == 0)>
func.func @old_types(%v: tensor<4xf16>) {
  %f = ktdp.inter_tile_produce producer_tiles_per_group = #tiles
      // expected-error@+1 {{the tensors before '->' are not those of the future '!ktdp.tile_future<(tensor<4xf16>), groups = affine_set<(d0) : (d0 == 0)>>': leave them out, the future names them}}
      : tensor<8xf16> -> !ktdp.tile_future<tensor<4xf16>, groups = affine_set<(g) : (g == 0)>> {
  ^bb0(%g: index):
    ktdp.yield_partial %v : tensor<4xf16>
  }
  return
}

// -----

#tiles = affine_set<(i)[g] : (i - g == 0)>
func.func @no_group_number(%v: tensor<4xf16>) {
  // expected-error@+1 {{has a region whose only argument is the number of the group: write ^bb0(%gid: index)}}
  %f = ktdp.inter_tile_produce producer_tiles_per_group = #tiles
      -> <(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>> {
    ktdp.yield_partial %v : tensor<4xf16>
  }
  return
}

// -----

#tiles = affine_set<(i) : (i == 0)>
func.func @no_symbol(%v: tensor<4xf16>) {
  // expected-error@+1 {{producer_tiles_per_group is a set of tiles i of a group g, affine_set<(i)[g] : (...)>; this one has 1 dimension(s) and 0 symbol(s)}}
  %f = ktdp.inter_tile_produce producer_tiles_per_group = #tiles
      -> <(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>> {
  ^bb0(%g: index):
    ktdp.yield_partial %v : tensor<4xf16>
  }
  return
}

// -----

// Tiles 3g to 3g+3: tile 3 would be in two groups.
#tiles = affine_set<(i)[g] : (i - g * 3 >= 0, -i + g * 3 + 3 >= 0)>
func.func @overlap(%v: tensor<4xf16>) {
  // expected-error@+1 {{has tile 3 in group 0 and in group 1: producer_tiles_per_group puts a tile in one group}}
  %f = ktdp.inter_tile_produce producer_tiles_per_group = #tiles
      -> <(tensor<4xf16>), groups = affine_set<(g) : (g >= 0, -g + 1 >= 0)>> {
  ^bb0(%g: index):
    ktdp.yield_partial %v : tensor<4xf16>
  }
  return
}

// -----

// The same with every second tile: groups and tiles are listed point by point.
#tiles = affine_set<(i)[g] : (i mod 2 == 0, i - g * 3 >= 0, -i + g * 3 + 3 >= 0)>
func.func @no_overlap(%v: tensor<4xf16>) {
  %f = ktdp.inter_tile_produce producer_tiles_per_group = #tiles
      -> <(tensor<4xf16>), groups = affine_set<(g) : (g >= 0, -g + 1 >= 0)>> {
  ^bb0(%g: index):
    ktdp.yield_partial %v : tensor<4xf16>
  }
  return
}

// -----

// Sets that are not bounded, or far too large to list, are taken as they are.
#tiles = affine_set<(i)[g] : (i >= 0, -i + g * 9223372036854775807 >= 0)>
func.func @unbounded(%v: tensor<4xf16>) {
  %f = ktdp.inter_tile_produce producer_tiles_per_group = #tiles
      -> <(tensor<4xf16>), groups = affine_set<(g) : (g >= 0)>> {
  ^bb0(%g: index):
    ktdp.yield_partial %v : tensor<4xf16>
  }
  %h = ktdp.inter_tile_produce producer_tiles_per_group = #tiles
      -> <(tensor<4xf16>), groups = affine_set<(g) : (g >= 0, -g + 9223372036854775807 >= 0)>> {
  ^bb0(%g: index):
    ktdp.yield_partial %v : tensor<4xf16>
  }
  return
}

// -----

#tiles = affine_set<(i)[g] : (i - g == 0)>
func.func @partial_count(%v: tensor<4xf16>) {
  %f = ktdp.inter_tile_produce producer_tiles_per_group = #tiles
      -> <(tensor<4xf16>, tensor<4xf16>), groups = affine_set<(g) : (g == 0)>> {
  ^bb0(%g: index):
    // expected-error@+1 {{'ktdp.yield_partial' op has 1 value(s) for a future of 2 tensor(s): there is one for each}}
    ktdp.yield_partial %v : tensor<4xf16>
  }
  return
}

// -----

#tiles = affine_set<(i)[g] : (i - g == 0)>
func.func @partial_type(%v: tensor<4xf16>) {
  %f = ktdp.inter_tile_produce producer_tiles_per_group = #tiles
      -> <(tensor<8xf16>), groups = affine_set<(g) : (g == 0)>> {
  ^bb0(%g: index):
    // expected-error@+1 {{value 0 is a 'tensor<4xf16>' where the future carries a 'tensor<8xf16>'}}
    ktdp.yield_partial %v : tensor<4xf16>
  }
  return
}

// -----

#tiles = affine_set<(i)[g] : (i - g == 0)>
func.func @consumed_type(%f: !ktdp.tile_future<(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>>) {
  // expected-error@+1 {{'ktdp.inter_tile_consume' op result 0 is a 'tensor<8xf16>' where the future carries a 'tensor<4xf16>'}}
  %r = ktdp.inter_tile_consume(%f) consumer_tiles_per_group = #tiles
      : <(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>> -> tensor<8xf16>
  return
}

// -----

#tiles = affine_set<(i)[g, h] : (i - g == 0)>
func.func @consumers(%f: !ktdp.tile_future<(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>>) {
  // expected-error@+1 {{consumer_tiles_per_group is a set of tiles i of a group g, affine_set<(i)[g] : (...)>; this one has 1 dimension(s) and 2 symbol(s)}}
  %r = ktdp.inter_tile_consume(%f) consumer_tiles_per_group = #tiles
      : <(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>> -> tensor<4xf16>
  return
}

// -----

#tiles = affine_set<(i)[g] : (i - g == 0)>
#pairs = affine_set<(p, q)[c] : (p - c == 0, q == 0)>
func.func @dependency(%f: !ktdp.tile_future<(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>>) {
  // expected-error@+1 {{producer_dependency_per_consumer is a set of producers p of a consumer c, affine_set<(p)[c] : (...)>, or of a consumer in a group, affine_set<(p)[c, g] : (...)>; this one has 2 dimension(s) and 1 symbol(s)}}
  %r = ktdp.inter_tile_consume(%f) consumer_tiles_per_group = #tiles, producer_dependency_per_consumer = #pairs
      : <(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>> -> tensor<4xf16>
  return
}

// -----

#tiles = affine_set<(i)[g] : (i - g == 0)>
func.func @identity(%f: !ktdp.tile_future<(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>>) {
  // expected-error@+1 {{'ktdp.inter_tile_reduce' op has 0 identity(s) for a future of 1 tensor(s): there is one for each}}
  %r = ktdp.inter_tile_reduce(%f) consumer_tiles_per_group = #tiles, identity()
      : <(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>> -> tensor<4xf16> {
  ^bb0(%a: tensor<4xf16>, %b: tensor<4xf16>):
    ktdp.yield_reduced %a : tensor<4xf16>
  }
  return
}

// -----

#tiles = affine_set<(i)[g] : (i - g == 0)>
func.func @arguments(%f: !ktdp.tile_future<(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>>, %z: tensor<4xf16>) {
  // expected-error@+1 {{has a region with arguments ('tensor<4xf16>'): it takes two contributions, ('tensor<4xf16>', 'tensor<4xf16>')}}
  %r = ktdp.inter_tile_reduce(%f) consumer_tiles_per_group = #tiles, identity(%z : tensor<4xf16>)
      : <(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>> -> tensor<4xf16> {
  ^bb0(%a: tensor<4xf16>):
    ktdp.yield_reduced %a : tensor<4xf16>
  }
  return
}

// -----

#tiles = affine_set<(i)[g] : (i - g == 0)>
func.func @reduced_count(%f: !ktdp.tile_future<(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>>, %z: tensor<4xf16>) {
  %r = ktdp.inter_tile_reduce(%f) consumer_tiles_per_group = #tiles, identity(%z : tensor<4xf16>)
      : <(tensor<4xf16>), groups = affine_set<(g) : (g == 0)>> -> tensor<4xf16> {
  ^bb0(%a: tensor<4xf16>, %b: tensor<4xf16>):
    // expected-error@+1 {{'ktdp.yield_reduced' op has 2 value(s) for a future of 1 tensor(s)}}
    ktdp.yield_reduced %a, %b : tensor<4xf16>, tensor<4xf16>
  }
  return
}

// -----

func.func @misplaced(%v: tensor<4xf16>) {
  // expected-error@+1 {{'ktdp.yield_partial' op expects parent op 'ktdp.inter_tile_produce'}}
  ktdp.yield_partial %v : tensor<4xf16>
}
