// From a ktdf_arch.device operation to a plain Device: the walk over its
// groups, and the connections it finds.
#pragma once
#include "engine/device/Device.h"
#include "engine/ir/ktdf_arch/KtdfArch.h"
#include "llvm/ADT/DenseMap.h"

namespace sg {

/// Interprets a device with a body. `attrs` are the device's attributes (those
/// of the import that led to it included). Emits diagnostics on failure.
mlir::FailureOr<Device> interpretDevice(ktdf_arch::DeviceOp op,
                                        mlir::DictionaryAttr attrs);

/// What the walk over a device's operations yields.
struct DeviceGraph {
  struct Node {
    std::string kind;
    Scope scope;
    mlir::Operation *op; ///< memory or exec_unit, as first written
  };
  /// A direct connection between two kinds, over switches if need be.
  struct Link {
    std::string from, to;
    /// The datapaths on the way; more than one when it crosses switches.
    llvm::SmallVector<ktdf_arch::DatapathOp, 1> datapaths;
  };
  std::vector<Node> nodes;
  std::vector<Link> links;
  int64_t cores = 0;    ///< 0 when there is no core group
  int64_t corelets = 0; ///< per core; 0 when there is no corelet group
  Topology topology;    ///< what a neighborhood of the cores says of it

  const Node *node(llvm::StringRef kind) const;
};

/// Walks the device: scopes, counts, connections. Emits diagnostics.
mlir::FailureOr<DeviceGraph> walkDevice(ktdf_arch::DeviceOp op);

} // namespace sg
