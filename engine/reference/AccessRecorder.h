// Fills an AccessMap while the interpreter runs.
#pragma once
#include "engine/reference/AccessMap.h"
#include "engine/reference/Values.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace mlir {
class Operation;
} // namespace mlir

namespace sg::reference {

class AccessRecorder {
public:
  AccessRecorder(AccessMap &map, int64_t tiles);
  /// A tile begins.
  void beginTile(int64_t number);
  /// Notes what one execution of a load or store on the tile touches; views of
  /// scratchpads and tensors are left out.
  void add(mlir::Operation *op, const Access &access, bool write);

private:
  void addBox(const Access &access);
  void addList(llvm::ArrayRef<int64_t> addresses);
  uint32_t viewOf(const View &view);
  uint32_t siteOf(mlir::Operation *op);

  AccessMap &map;
  BoxMaker maker;
  uint32_t tile = 0;
  size_t boxesPerTile, boxesAtBegin = 0;
  std::map<BufferView, uint32_t> views;
  llvm::DenseMap<mlir::Operation *, uint32_t> sites;
};

} // namespace sg::reference
