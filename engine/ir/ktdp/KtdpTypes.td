// Types of the ktdp dialect.
#ifndef SG_KTDP_TYPES
#define SG_KTDP_TYPES

include "engine/ir/ktdp/KtdpDialect.td"
include "mlir/IR/AttrTypeBase.td"

class Ktdp_Type<string name, string typeMnemonic> : TypeDef<Ktdp_Dialect, name> {
  let mnemonic = typeMnemonic;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Ktdp_AccessTileType : Ktdp_Type<"AccessTile", "access_tile"> {
  let summary = "A tile of coordinates into a view";
  let description = [{
    `!ktdp.access_tile<1x?x64xindex>`: a fixed number of dimensions, each with its
    number of coordinates or `?`. The elements are always `index`.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape);
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    bool hasStaticShape() const {
      return !::mlir::ShapedType::isDynamicShape(getShape());
    }
  }];
}

def Ktdp_RuntimeArgType : Ktdp_Type<"RuntimeArg", "runtime_arg"> {
  let summary = "A kernel argument whose value has bounds";
  let description = [{
    `!ktdp.runtime_arg<index, granularity=64, upperbound=4096>`: the value is a
    multiple of the granularity and at most the upper bound; both are optional.
  }];
  let parameters = (ins "::mlir::Type":$underlyingType,
                        OptionalParameter<"std::optional<int64_t>">:$granularity,
                        OptionalParameter<"std::optional<int64_t>">:$upperbound);
}

def Ktdp_TileFutureType : Ktdp_Type<"TileFuture", "tile_future"> {
  let summary = "What the tiles of each group contribute, on its way to other tiles";
  let description = [{
    `!ktdp.tile_future<(tensor<1x64xf16>, tensor<1xi32>), groups = affine_set<(g) :
    (g == 0)>>` carries one or more tensors per producing tile; `groups` lists the
    numbers of the groups. The older spelling without parentheses is read as well.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::RankedTensorType">:$partialTypes,
                        "::mlir::IntegerSetAttr":$groups);
}

#endif
