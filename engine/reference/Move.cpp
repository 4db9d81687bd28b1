// Loads and stores: the only operations that touch memory.
#include "engine/ir/ktdp/Ktdp.h"
#include "engine/reference/Executor.h"
#include "engine/reference/Points.h"

using namespace mlir;

namespace sg::reference {

namespace {
// Memory that an access reaches, as arrays that element address `first` begins.
struct Memory {
  uint8_t *bytes = nullptr;
  uint8_t *written = nullptr; // null: everything is
  unsigned flags = 1;         // entries of `written` per element
  int32_t *writers = nullptr; // null: not followed
  int64_t first = 0;
  unsigned elementBytes = 1;
};

std::string shapeText(ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t size : shape)
    text += (text.empty() ? "" : "x") + std::to_string(size);
  return text;
}
std::string pointText(ArrayRef<int64_t> point) {
  std::string text;
  for (int64_t value : point)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "(" + text + ")";
}

// Smallest and largest element address inside the view; there are some.
std::pair<int64_t, int64_t> extent(const Access &access) {
  int64_t low = INT64_MAX, high = INT64_MIN;
  if (!access.isBox) {
    for (int64_t address : access.addresses)
      if (address != Access::nowhere) {
        low = std::min(low, address);
        high = std::max(high, address);
      }
    return {low, high};
  }
  low = high = access.start;
  bool whole = !access.outside;
  for (size_t i = 0; i < access.counts.size(); ++i) {
    int64_t first = whole ? 0 : access.insideFirst[i];
    int64_t count = whole ? access.counts[i] : access.insideCounts[i];
    int64_t stride = access.strides[i];
    low += (stride < 0 ? first + count - 1 : first) * stride;
    high += (stride < 0 ? first : first + count - 1) * stride;
  }
  return {low, high};
}

std::string placeName(Executor &run, const View &view) {
  if (view.space == Space::Buffer)
    return "'" + run.info.buffers[view.where].name + "'";
  if (view.space == Space::Local)
    return "the scratchpad of tile " + std::to_string(view.where);
  return "the tensor";
}

std::optional<Memory> resolve(Executor &run, const Step &step,
                              const Access &access) {
  const View &view = *access.view;
  Memory memory;
  memory.elementBytes = formatBytes(view.format);
  if (access.outside) {
    run.warnOnce(step.op, 'x',
                 run.tileName(run.tile) +
                     " is outside of the view: coordinate " +
                     pointText(*access.outside) + " of a view of " +
                     shapeText(view.sizes) +
                     "; loads give zero there and stores do nothing");
    if (!access.touchesMemory())
      return memory;
  }
  auto [low, high] = extent(access);
  if (view.space == Space::TensorValue) {
    memory.bytes = const_cast<uint8_t *>(view.tensor->data());
    return memory;
  }
  if (view.space == Space::Buffer) {
    const KernelBuffer &buffer = run.info.buffers[view.where];
    if (low < buffer.firstElement || high >= buffer.endElement) {
      run.error(step.op,
                run.tileName(run.tile) + " reaches elements " + Twine(low) +
                    " to " + Twine(high) + " of buffer '" + buffer.name +
                    "', which has elements " + Twine(buffer.firstElement) +
                    " to " + Twine(buffer.endElement - 1));
      return std::nullopt;
    }
    BufferData &data = run.state.buffers[view.where];
    memory.bytes = data.bytes.data();
    memory.written = data.written.data();
    memory.first = buffer.firstElement;
    if (!run.writers[view.where].empty())
      memory.writers = run.writers[view.where].data();
    return memory;
  }
  int64_t size = memory.elementBytes;
  auto end = multiplyAdd(high, size, size);
  if (low < 0 || !end) {
    run.error(step.op, run.tileName(run.tile) + " reaches element " +
                           Twine(low < 0 ? low : high) +
                           " of a scratchpad, which is not possible");
    return std::nullopt;
  }
  Scratchpad *pad = run.scratchpad(step.op, view.where, *end);
  if (!pad)
    return std::nullopt;
  memory.bytes = pad->bytes.data();
  memory.written = pad->written.data();
  memory.flags = memory.elementBytes;
  return memory;
}

// The same for a box that is partly outside of its view.
template <typename Fn> void forEachInside(const Access &access, Fn touch) {
  if (!access.touchesMemory())
    return;
  Shape whole = denseStrides(access.counts);
  size_t last = access.counts.size() - 1;
  Shape outer(access.insideCounts.begin(), access.insideCounts.end() - 1);
  Shape index(outer.size(), 0);
  do {
    int64_t first = access.insideFirst[last];
    int64_t address = access.start + first * access.strides[last];
    int64_t done = first;
    for (size_t i = 0; i < index.size(); ++i) {
      int64_t at = access.insideFirst[i] + index[i];
      address += at * access.strides[i];
      done += at * whole[i];
    }
    touch(address, access.strides[last], done, access.insideCounts[last]);
  } while (advance(index, outer));
}

// Calls `touch(address, stride, elements done, count)` for runs of elements.
template <typename Fn> void forEachRun(const Access &access, Fn touch) {
  if (!access.isBox) {
    for (auto [done, address] : llvm::enumerate(access.addresses))
      if (address != Access::nowhere)
        touch(address, int64_t(1), int64_t(done), int64_t(1));
    return;
  }
  if (access.outside)
    return forEachInside(access, touch);
  // Dimensions that follow each other in memory are one.
  Shape counts, strides;
  for (auto [count, stride] : llvm::zip(access.counts, access.strides)) {
    if (count == 1)
      continue;
    if (!counts.empty() && strides.back() == stride * count) {
      counts.back() *= count;
      strides.back() = stride;
      continue;
    }
    counts.push_back(count);
    strides.push_back(stride);
  }
  if (counts.empty())
    return touch(access.start, int64_t(1), int64_t(0), int64_t(1));
  int64_t length = counts.pop_back_val(), stride = strides.pop_back_val();
  Shape index(counts.size(), 0);
  int64_t done = 0;
  do {
    int64_t address = access.start;
    for (size_t i = 0; i < index.size(); ++i)
      address += index[i] * strides[i];
    touch(address, stride, done, length);
    done += length;
  } while (advance(index, counts));
}

template <typename T>
void copyElements(uint8_t *to, int64_t toStride, const uint8_t *from,
                  int64_t fromStride, int64_t count) {
  if (toStride == 1 && fromStride == 1) {
    std::memcpy(to, from, size_t(count) * sizeof(T));
    return;
  }
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * toStride * int64_t(sizeof(T)),
                from + i * fromStride * int64_t(sizeof(T)), sizeof(T));
}
void copyElements(unsigned bytes, uint8_t *to, int64_t toStride,
                  const uint8_t *from, int64_t fromStride, int64_t count) {
  switch (bytes) {
  case 1:
    return copyElements<uint8_t>(to, toStride, from, fromStride, count);
  case 2:
    return copyElements<uint16_t>(to, toStride, from, fromStride, count);
  case 4:
    return copyElements<uint32_t>(to, toStride, from, fromStride, count);
  default:
    return copyElements<uint64_t>(to, toStride, from, fromStride, count);
  }
}

// Address of the first element of a run that nobody wrote.
std::optional<int64_t> findUnwritten(const Memory &memory, int64_t address,
                                     int64_t stride, int64_t count) {
  const uint8_t *flags =
      memory.written + (address - memory.first) * memory.flags;
  if (stride == 1) {
    const void *zero = std::memchr(flags, 0, size_t(count) * memory.flags);
    if (!zero)
      return std::nullopt;
    return address +
           (static_cast<const uint8_t *>(zero) - flags) / memory.flags;
  }
  for (int64_t i = 0; i < count; ++i)
    if (std::memchr(flags + i * stride * int64_t(memory.flags), 0,
                    memory.flags))
      return address + i * stride;
  return std::nullopt;
}

void markWritten(const Memory &memory, int64_t address, int64_t stride,
                 int64_t count) {
  uint8_t *flags = memory.written + (address - memory.first) * memory.flags;
  if (stride == 1) {
    std::memset(flags, 1, size_t(count) * memory.flags);
    return;
  }
  for (int64_t i = 0; i < count; ++i)
    std::memset(flags + i * stride * int64_t(memory.flags), 1, memory.flags);
}

// Puts the tile down as the writer; address of an element another one wrote.
std::optional<int64_t> findOverlap(const Memory &memory, int64_t address,
                                   int64_t stride, int64_t count, int32_t me,
                                   int32_t &other) {
  int32_t *writers = memory.writers + (address - memory.first);
  std::optional<int64_t> found;
  for (int64_t i = 0; i < count; ++i) {
    int32_t &writer = writers[i * stride];
    if (writer != 0 && writer != me && !found) {
      found = address + i * stride;
      other = writer;
    }
    writer = me;
  }
  return found;
}

struct LoadPlan : Plan {
  Format format = Format::F16;
  Shape shape; // of the result's type
};

// Static sizes come from the type; one dynamic size follows from the number of
// points, several from the box.
std::optional<Shape> loadedShape(const LoadPlan &plan, const Access &access) {
  Shape shape = plan.shape;
  int64_t known = 1;
  unsigned unknown = 0;
  for (int64_t size : shape) {
    if (ShapedType::isDynamic(size))
      ++unknown;
    else
      known *= size;
  }
  if (unknown == 1 && known > 0 && access.points % known == 0) {
    for (int64_t &size : shape)
      if (ShapedType::isDynamic(size))
        size = access.points / known;
  } else if (unknown) {
    if (!access.isBox || access.counts.size() != shape.size())
      return std::nullopt;
    shape = access.counts;
  }
  if (elementCount(shape) != access.points)
    return std::nullopt;
  return shape;
}

bool runLoad(Executor &run, const Step &step) {
  const auto &plan = static_cast<const LoadPlan &>(*step.plan);
  const Access &access = *run[step.in[0]].access;
  if (run.recorder)
    run.recorder->add(step.op, access, false);
  if (!run.movesData)
    return true;
  std::optional<Memory> memory;
  if (access.points) {
    memory = resolve(run, step, access);
    if (!memory)
      return false;
  }
  std::optional<Shape> shape = loadedShape(plan, access);
  if (!shape)
    return run.error(step.op, "the tile has " + Twine(access.points) +
                                  " points on " + run.tileName(run.tile) +
                                  ", which do not fill a tensor of this type");
  std::shared_ptr<Tensor> result = run.makeTensor(step.op, plan.format, *shape);
  if (!result || !run.spend(step.op, access.points))
    return false;
  if (access.outside)
    std::memset(result->data(), 0, size_t(result->storage->bytes));
  unsigned bytes = memory ? memory->elementBytes : 1;
  std::optional<int64_t> unwritten;
  if (access.points)
    forEachRun(access, [&](int64_t address, int64_t stride, int64_t done,
                           int64_t count) {
      copyElements(bytes, result->data() + done * bytes, 1,
                   memory->bytes + (address - memory->first) * bytes, stride,
                   count);
      if (memory->written && !unwritten)
        unwritten = findUnwritten(*memory, address, stride, count);
    });
  if (unwritten)
    run.warnOnce(step.op, 'u',
                 run.tileName(run.tile) + " reads element " +
                     Twine(*unwritten) + " of " + placeName(run, *access.view) +
                     ", which nothing has written yet");
  run[step.out[0]].tensor = std::move(result);
  return true;
}

bool runStore(Executor &run, const Step &step) {
  const Access &access = *run[step.in[1]].access;
  if (run.recorder)
    run.recorder->add(step.op, access, true);
  if (!run.movesData)
    return true;
  std::shared_ptr<const Tensor> data = run[step.in[0]].tensor;
  if (!access.points)
    return data->elements == 0 ||
           run.error(step.op, "the tile has no points for the " +
                                  Twine(data->elements) + " elements");
  if (access.view->space == Space::TensorValue)
    return run.error(step.op, "stores to a tensor, which is a value: use "
                              "tensor.insert_slice, or a memory view");
  std::optional<Memory> memory = resolve(run, step, access);
  if (!memory)
    return false;
  if (data->elements != access.points)
    return run.error(step.op, "stores " + Twine(data->elements) +
                                  " elements to a tile of " +
                                  Twine(access.points) + " points on " +
                                  run.tileName(run.tile));
  if (!run.spend(step.op, access.points))
    return false;
  unsigned bytes = memory->elementBytes;
  std::optional<int64_t> overlap;
  int32_t me = int32_t(run.tile) + 1, other = 0;
  forEachRun(access, [&](int64_t address, int64_t stride, int64_t done,
                         int64_t count) {
    copyElements(bytes, memory->bytes + (address - memory->first) * bytes,
                 stride, data->data() + done * bytes, 1, count);
    markWritten(*memory, address, stride, count);
    if (!memory->writers)
      return;
    int32_t writer = 0;
    auto found = findOverlap(*memory, address, stride, count, me, writer);
    if (found && !overlap) {
      overlap = found;
      other = writer;
    }
  });
  if (overlap)
    run.warnOnce(step.op, 'o',
                 run.tileName(run.tile) + " stores element " + Twine(*overlap) +
                     " of " + placeName(run, *access.view) + ", which " +
                     run.tileName(other - 1) +
                     " stored too: which one stays depends on who is last");
  return true;
}
} // namespace

LogicalResult planMove(Compiler &, Step &step) {
  if (auto load = dyn_cast<ktdp::LoadOp>(step.op)) {
    auto type = dyn_cast<RankedTensorType>(load.getResult().getType());
    std::optional<Format> format =
        type ? formatOf(type.getElementType()) : std::nullopt;
    if (!format)
      return success();
    auto plan = std::make_unique<LoadPlan>();
    plan->format = *format;
    plan->shape.assign(type.getShape().begin(), type.getShape().end());
    step.plan = std::move(plan);
    step.run = runLoad;
  } else if (isa<ktdp::StoreOp>(step.op)) {
    step.run = runStore;
  }
  return success();
}

} // namespace sg::reference
