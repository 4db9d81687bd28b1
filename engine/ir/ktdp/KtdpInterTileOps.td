// Operations of the ktdp dialect that move tensors between tiles; part of
// KtdpOps.td.
#ifndef SG_KTDP_INTER_TILE_OPS
#define SG_KTDP_INTER_TILE_OPS

class Ktdp_YieldOp<string mnemonic, string parent>
    : Ktdp_Op<mnemonic, [Terminator, ReturnLike, Pure, HasParent<parent>]> {
  let arguments = (ins Variadic<AnyRankedTensor>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let builders = [OpBuilder<(ins), [{ (void)$_builder; (void)$_state; }]>];
}

def Ktdp_YieldPartialOp
    : Ktdp_YieldOp<"yield_partial", "::sg::ktdp::InterTileProduceOp"> {
  let summary = "What the executing tile contributes";
}

def Ktdp_YieldReducedOp
    : Ktdp_YieldOp<"yield_reduced", "::sg::ktdp::InterTileReduceOp"> {
  let summary = "The combination of two contributions";
}

// What every op that names a future offers.
class Ktdp_FutureOp<string mnemonic, list<Trait> traits = []>
    : Ktdp_Op<mnemonic, traits> {
  code futureDeclarations = [{
    ::mlir::ArrayRef<::mlir::RankedTensorType> getPartialTypes() {
      return getFuture().getType().getPartialTypes();
    }
    /// The numbers of the groups: a set of one dimension, without symbols.
    ::mlir::IntegerSet getGroups() {
      return getFuture().getType().getGroups().getValue();
    }
  }];
  let extraClassDeclaration = futureDeclarations;
  let hasVerifier = 1;
}

def Ktdp_InterTileProduceOp : Ktdp_FutureOp<"inter_tile_produce", [
    SingleBlockImplicitTerminator<"::sg::ktdp::YieldPartialOp">,
    RecursiveMemoryEffects]> {
  let summary = "Makes a tile's tensors available to other tiles";
  let description = [{
    `producer_tiles_per_group`, a set `(i)[g]`, has the tiles `i` that contribute to
    group `g`; a tile is in one group at most. The region runs on each of them, its
    argument is the number of its group, and `ktdp.yield_partial` names the tensors.
  }];
  let arguments = (ins Builtin_IntegerSetAttr:$producer_tiles_per_group);
  let results = (outs Ktdp_TileFutureType:$future);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `producer_tiles_per_group` `=` $producer_tiles_per_group attr-dict
    custom<ProducedFuture>(type($future)) $body
  }];
  let hasRegionVerifier = 1;
}

def Ktdp_InterTileConsumeOp : Ktdp_FutureOp<"inter_tile_consume"> {
  let summary = "Delivers each contribution unchanged";
  let description = [{
    `consumer_tiles_per_group`, a set `(i)[g]`, has the tiles that receive.
    `producer_dependency_per_consumer`, a set `(p)[c]` or `(p)[c, g]`, has the tile
    that consumer `c` receives from; without it a group has one producer.
  }];
  let arguments = (ins
    Ktdp_TileFutureType:$future, Builtin_IntegerSetAttr:$consumer_tiles_per_group,
    OptionalAttr<Builtin_IntegerSetAttr>:$producer_dependency_per_consumer);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `(` $future `)` `consumer_tiles_per_group` `=` $consumer_tiles_per_group
    (`,` `producer_dependency_per_consumer` `=` $producer_dependency_per_consumer^)?
    attr-dict `:` type($future) `->` type($results)
  }];
}

def Ktdp_InterTileReduceOp : Ktdp_FutureOp<"inter_tile_reduce", [
    SingleBlockImplicitTerminator<"::sg::ktdp::YieldReducedOp">,
    RecursiveMemoryEffects]> {
  let summary = "Combines the contributions of each group and delivers the result";
  let description = [{
    The region takes two contributions, all tensors of the first before all of the
    second, and yields their combination, which has to be associative and
    commutative; `identity` has its neutral tensors.
  }];
  let arguments = (ins
    Ktdp_TileFutureType:$future, Variadic<AnyRankedTensor>:$identity,
    Builtin_IntegerSetAttr:$consumer_tiles_per_group,
    OptionalAttr<Builtin_IntegerSetAttr>:$producer_dependency_per_consumer);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    `(` $future `)` `consumer_tiles_per_group` `=` $consumer_tiles_per_group `,`
    (`producer_dependency_per_consumer` `=` $producer_dependency_per_consumer^ `,`)?
    `identity` `(` ($identity^ `:` type($identity))? `)`
    attr-dict `:` type($future) `->` type($results) $combiner
  }];
  let hasRegionVerifier = 1;
}

#endif
