#include "engine/reference/Executor.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace sg::reference {

namespace {
// Elements of a buffer up to which stores of different tiles are compared.
constexpr int64_t maxFollowed = int64_t(1) << 27;
} // namespace

bool Executor::error(Operation *op, const Twine &message) {
  op->emitError() << message;
  return false;
}

void Executor::warnOnce(Operation *op, char kind, const Twine &message) {
  if (warned.insert({op, kind}).second)
    op->emitWarning() << message;
}

std::string Executor::tileName(int64_t number) const {
  std::string name = "tile " + std::to_string(number);
  if (info.grid.size() < 2)
    return name;
  std::string position;
  for (size_t i = info.grid.size(); i-- > 0;) {
    position = std::to_string(number % info.grid[i]) +
               (position.empty() ? "" : ", ") + position;
    number /= info.grid[i];
  }
  return name + " (grid position " + position + ")";
}

Shape Executor::mixed(ArrayRef<int64_t> statics, ArrayRef<unsigned> from) {
  Shape result;
  for (int64_t value : statics) {
    if (ShapedType::isDynamic(value) && !from.empty()) {
      value = integer(from.front());
      from = from.drop_front();
    }
    result.push_back(value);
  }
  return result;
}

bool Executor::spend(Operation *op, int64_t amount) {
  steps += amount;
  if (steps <= options.maxSteps)
    return true;
  return error(op, "gave up after " + Twine(options.maxSteps) +
                       " element operations; does a loop never end?");
}

std::shared_ptr<Tensor> Executor::makeTensor(Operation *op, Format format,
                                             ArrayRef<int64_t> shape) {
  std::optional<int64_t> elements = elementCount(shape);
  if (!elements) {
    std::string text;
    for (int64_t size : shape)
      text += (text.empty() ? "" : "x") + std::to_string(size);
    error(op, "a tensor of shape " + text + " is " +
                  (llvm::any_of(shape, [](int64_t s) { return s < 0; })
                       ? "not possible"
                       : "too large to interpret"));
    return nullptr;
  }
  int64_t bytes = *elements * formatBytes(format);
  if (bytes > maxBytes - liveBytes) {
    error(op, "interpreting needs more than " + Twine(maxBytes >> 30) +
                  " GiB of tensors at this operation");
    return nullptr;
  }
  auto tensor = std::make_shared<Tensor>();
  tensor->format = format;
  tensor->shape.assign(shape.begin(), shape.end());
  tensor->elements = *elements;
  tensor->storage = std::make_shared<Storage>(bytes, liveBytes);
  return tensor;
}

Scratchpad *Executor::scratchpad(Operation *op, int64_t number, int64_t bytes) {
  Scratchpad &pad = scratchpads[number];
  if (bytes <= int64_t(pad.bytes.size()))
    return &pad;
  int64_t more = bytes - int64_t(pad.bytes.size());
  if (more > maxBytes - liveBytes) {
    error(op, "a view of a scratchpad reaches byte " + Twine(bytes) +
                  ", which is more than the interpreter can hold");
    return nullptr;
  }
  liveBytes += more;
  pad.bytes.resize(size_t(bytes));
  pad.written.resize(size_t(bytes));
  return &pad;
}

void Executor::pass(ArrayRef<unsigned> from, ArrayRef<unsigned> to) {
  // All are read before any is written: a loop may swap its values.
  SmallVector<Slot, 4> values;
  for (unsigned slot : from)
    values.push_back(slots[slot]);
  for (auto [value, slot] : llvm::zip(values, to))
    slots[slot] = std::move(value);
}

bool Executor::walk() {
  Frame &frame = frames.back();
  if (frame.next < frame.code->steps.size()) {
    const Step &step = frame.code->steps[frame.next++];
    return step.run(*this, step);
  }
  if (frame.owner)
    return frame.owner->leave(*this, *frame.owner, frame);
  leave();
  return true;
}

bool Executor::run(const Code &code) {
  size_t outside = frames.size();
  for (const Step &step : code.steps) {
    if (!step.run(*this, step))
      return false;
    while (frames.size() > outside)
      if (!walk())
        return false;
  }
  return true;
}

void Executor::makeWriters(int64_t most) {
  const KernelBuffer &buffer = info.buffers[preparing];
  size_t elements = size_t(buffer.endElement - buffer.firstElement);
  std::vector<int32_t> &made = writers[preparing];
  // Twice the size of an f16 buffer: not for the very large ones.
  if (buffer.use == BufferUse::In || int64_t(elements) > maxFollowed) {
    ++preparing;
    return;
  }
  made.reserve(elements);
  made.resize(made.size() +
              size_t(std::min<int64_t>(most, int64_t(elements - made.size()))));
  preparing += made.size() == elements;
}

bool Executor::prepareBuffers() {
  if (state.buffers.size() < info.buffers.size())
    state.buffers.resize(info.buffers.size());
  writers.resize(info.buffers.size());
  int64_t total = 0;
  for (auto [i, buffer] : llvm::enumerate(info.buffers)) {
    int64_t elements = buffer.endElement - buffer.firstElement;
    int64_t bytes = formatBytes(buffer.format);
    if (elements < 0 || elements > maxBytes ||
        (total += elements * bytes) > maxBytes)
      return error(kernel, "the buffers of the kernel take more than " +
                               Twine(maxBytes >> 30) + " GiB ('" + buffer.name +
                               "' has " + Twine(elements) + " elements)");
    BufferData &data = state.buffers[i];
    bool filled = !data.bytes.empty();
    if (filled && int64_t(data.bytes.size()) != elements * bytes)
      return error(kernel, "buffer '" + buffer.name + "' takes " +
                               Twine(elements * bytes) + " bytes, but " +
                               Twine(data.bytes.size()) + " were given");
    data.bytes.resize(size_t(elements * bytes));
    if (int64_t(data.written.size()) != elements)
      data.written.assign(size_t(elements), filled);
  }
  return true;
}

LogicalResult Executor::begin(func::FuncOp function) {
  kernel = function;
  tileCount = 1;
  for (int64_t size : info.grid) {
    if (size < 1 || size > (1 << 20) || (tileCount *= size) > (1 << 20))
      return kernel.emitError("the grid has no tiles, or more than 2^20");
  }
  if (movesData && !prepareBuffers())
    return failure();
  if (program.body.arguments.size() != info.arguments.size())
    return kernel.emitError("the kernel has ")
           << program.body.arguments.size() << " arguments, its description "
           << info.arguments.size();
  tile = -1;
  return success();
}

// Sets the arguments and enters the kernel's body.
bool Executor::beginTile() {
  int64_t rest = tile;
  coordinates.assign(info.grid.size(), 0);
  for (size_t i = info.grid.size(); i-- > 0; rest /= info.grid[i])
    coordinates[i] = rest % info.grid[i];
  if (recorder)
    recorder->beginTile(tile);
  for (auto [i, argument] : llvm::enumerate(info.arguments)) {
    Slot slot;
    std::optional<int64_t> value = argument.value;
    if (i < state.arguments.size() && (argument.kind == ArgumentKind::Scalar ||
                                       argument.kind == ArgumentKind::Fixed))
      value = state.arguments[i];
    if (argument.kind == ArgumentKind::Scalar && !value)
      return error(kernel,
                   "no value was given for argument '" + argument.name + "'");
    // A base address is 0 here: views count from their buffer's start.
    int64_t bits = argument.kind == ArgumentKind::Base ? 0 : value.value_or(0);
    if (argument.kind == ArgumentKind::Scalar)
      slot.scalar = loadScalar(argument.format, &bits);
    else
      slot.scalar.i = bits;
    slots[program.body.arguments[i]] = slot;
  }
  frames.push_back({&program.body});
  return true;
}

Progress Executor::advance(int64_t operations) {
  // Operations that compute nothing take time too.
  int64_t ran = 0, first = steps;
  if (preparing < writers.size()) {
    makeWriters(operations);
    return Progress::More;
  }
  while (steps - first + ran < operations) {
    ++ran;
    if (!frames.empty()) {
      if (!walk())
        return Progress::Failed;
    } else if (++tile == tileCount) {
      return Progress::Done;
    } else if (!beginTile()) {
      return Progress::Failed;
    }
  }
  return Progress::More;
}

} // namespace sg::reference
