// Runs a prepared kernel on one tile after the other.
#pragma once
#include "engine/reference/AccessRecorder.h"
#include "engine/reference/Code.h"
#include "engine/reference/Interpreter.h"
#include "llvm/ADT/DenseSet.h"

namespace sg::reference {

/// A tile's scratchpad: bytes that appear when first touched.
struct Scratchpad {
  std::vector<uint8_t> bytes, written;
};

/// A block that is being run.
struct Frame {
  const Code *code = nullptr;
  size_t next = 0;             ///< step
  const Step *owner = nullptr; ///< the operation whose region it is, if any
  int64_t at = 0, upper = 0, by = 1; ///< of the owner, when it is a loop
};

/// What a piece of work has come to.
enum class Progress : uint8_t { More, Done, Failed };

class Executor {
public:
  Executor(const KernelInfo &info, ReferenceState &state,
           const ReferenceOptions &options, const Program &program)
      : info(info), state(state), options(options), program(program),
        slots(program.slots) {}

  /// Makes ready to run the kernel on every tile.
  mlir::LogicalResult begin(mlir::func::FuncOp kernel);
  /// Goes on for about so many element operations, but for no less than one
  /// operation of the kernel.
  Progress advance(int64_t operations);
  int64_t tiles() const { return tileCount; }

  /// Runs a block's steps; false after an error.
  bool run(const Code &code);
  /// Runs a block of `owner` after the current operation; its `leave` is
  /// called at the end of the block.
  Frame &enter(const Code &code, const Step &owner) {
    return frames.emplace_back(Frame{&code, 0, &owner});
  }
  /// Ends the block that runs.
  void leave() { frames.pop_back(); }
  /// Copies values into a block's arguments, or out of its terminator.
  void pass(llvm::ArrayRef<unsigned> from, llvm::ArrayRef<unsigned> to);

  Slot &operator[](unsigned slot) { return slots[slot]; }
  int64_t integer(unsigned slot) const { return slots[slot].scalar.i; }
  /// Mixed static and dynamic integers (ShapedType::kDynamic takes the next
  /// slot).
  Shape mixed(llvm::ArrayRef<int64_t> statics, llvm::ArrayRef<unsigned> slots);

  /// A new tensor with undefined contents; null after reporting at `op` that
  /// there is no memory for it.
  std::shared_ptr<Tensor> makeTensor(mlir::Operation *op, Format format,
                                     llvm::ArrayRef<int64_t> shape);
  /// Counts work; false after reporting that the limit is reached.
  bool spend(mlir::Operation *op, int64_t amount);

  /// "tile 5 (grid position 0, 5)".
  std::string tileName(int64_t tile) const;
  bool error(mlir::Operation *op, const llvm::Twine &message);
  /// Reports a warning at most once per operation and kind.
  void warnOnce(mlir::Operation *op, char kind, const llvm::Twine &message);

  /// The scratchpad of a tile with room for `bytes`; null after an error.
  Scratchpad *scratchpad(mlir::Operation *op, int64_t tile, int64_t bytes);

  const KernelInfo &info;
  ReferenceState &state;
  const ReferenceOptions &options;
  const Program &program;
  int64_t tile = 0;
  Shape coordinates; ///< of the tile in the grid
  Shape loopIndex;   ///< point of the linalg operation whose region runs
  /// Tile that last wrote each element, plus one; per buffer, only for buffers
  /// that are stored to.
  std::vector<std::vector<int32_t>> writers;
  AccessRecorder *recorder = nullptr; ///< null: accesses are not recorded
  bool movesData = true; ///< false: loads and stores are only recorded

private:
  bool prepareBuffers();
  /// Makes a part of `writers`, at most so many elements.
  void makeWriters(int64_t most);
  bool beginTile();
  /// The next step of the innermost block, or its end.
  bool walk();

  int64_t liveBytes = 0; // before the slots: their storage counts itself here
  std::vector<Slot> slots;
  std::map<int64_t, Scratchpad> scratchpads;
  int64_t steps = 0;
  mlir::func::FuncOp kernel;
  int64_t tileCount = 0;
  size_t preparing = 0; ///< buffer whose writers are being made
  std::vector<Frame> frames;
  llvm::DenseSet<std::pair<mlir::Operation *, char>> warned;
};

} // namespace sg::reference
