// Builds the code of one stream: open blocks, index values brought into
// operands, table columns and ports of the instances.
#pragma once
#include "engine/codegen/IndexExpr.h"
#include "engine/codegen/StreamCode.h"
#include <map>
#include <tuple>

namespace sg::codegen {

/// A hardware unit: kind as in the device ("L1LU"), core and corelet; -1 when
/// it does not belong to one.
struct UnitRef {
  std::string kind;
  int32_t core = -1, corelet = -1;
  bool operator==(const UnitRef &) const = default;
  bool operator<(const UnitRef &other) const {
    return std::tie(kind, core, corelet) <
           std::tie(other.kind, other.core, other.corelet);
  }
};

/// A table entry, in every instance: constant + sum of coefficient * argument.
struct TableColumn {
  Column constant;
  llvm::SmallVector<std::pair<uint32_t, Column>, 1> parts;
  bool operator==(const TableColumn &) const = default;
};

/// Where index values are computed. The first that needs few enough registers
/// is taken.
enum class Placement : uint8_t {
  Shared,  ///< outside the loops they do not depend on, once
  Hoisted, ///< outside the loops they do not depend on, for every use
  AtUse,   ///< right before the use
};

class StreamBuilder {
public:
  StreamBuilder(unsigned instances, Placement placement)
      : index(instances), placement_(placement) {
    frames_.emplace_back();
  }

  IndexContext index;
  std::vector<RegisterInfo> registers;
  std::vector<TableColumn> columns;
  std::vector<std::vector<UnitRef>> ports; ///< per port, per instance

  VirtualReg newIndexRegister();
  VirtualReg newVectorRegister(int64_t bytes);

  /// Appends to the innermost open block.
  VirtualInstruction &emit(VirtualInstruction inst);
  /// Opens the body of a Loop or When.
  void open(VirtualInstruction head);
  void close();
  /// Loop bodies that are open.
  unsigned loopLevel() const;
  /// Blocks that are open, the stream itself included.
  size_t openBlocks() const { return frames_.size(); }
  VirtualBlock &block() { return frames_.back().items; }
  VirtualBlock takeCode() { return std::move(frames_.front().items); }

  /// An operand that holds the value at the current place; emits what it
  /// takes. `origin` and `source` mark those instructions.
  Operand operand(const Linear &value);
  Operand columnOperand(const Column &column);
  /// The entry of the launch-time value of argument `argument`.
  Operand scalarArgument(uint32_t argument);
  uint8_t port(std::vector<UnitRef> peers);

  mlir::Operation *origin = nullptr; ///< of instructions to come
  uint32_t source = 0;
  bool tooManyPorts = false, tooManyEntries = false;

private:
  struct Frame {
    VirtualInstruction head;
    VirtualBlock items;
    bool isLoop = false;
    std::vector<std::pair<Linear, VirtualReg>> known;
  };

  Operand tableOperand(const TableColumn &column);
  VirtualReg registerOf(unsigned atom);
  VirtualReg compute(const Linear &value);
  Frame &frameOf(unsigned level);
  std::optional<VirtualReg> lookUp(const Linear &value);
  VirtualReg place(const Linear &value, VirtualInstruction inst);

  std::vector<Frame> frames_;
  Placement placement_;
};

} // namespace sg::codegen
