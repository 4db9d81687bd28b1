// The elements of a buffer's first view: where they are, and copying them out.
#include "engine/session/Pieces.h"
#include <cstring>

namespace sg {

ViewWalk::ViewWalk(const KernelBuffer &buffer)
    : buffer(buffer), at(buffer.shape.size(), 0) {
  for (int64_t extent : buffer.shape)
    total *= extent;
}

std::optional<ViewWalk::Run> ViewWalk::next(int64_t most) {
  if (position >= total)
    return std::nullopt;
  Run run{buffer.viewOffset, position, 1, 1};
  for (size_t d = 0; d < at.size(); ++d)
    run.offset += at[d] * buffer.strides[d];
  if (!at.empty()) {
    run.stride = buffer.strides.back();
    run.count = std::min(most, buffer.shape.back() - at.back());
    at.back() += run.count;
    for (size_t d = at.size() - 1; d > 0 && at[d] == buffer.shape[d]; --d) {
      at[d] = 0;
      ++at[d - 1];
    }
  }
  position += run.count;
  return run;
}

ViewCopy::ViewCopy(const KernelBuffer &buffer,
                   const std::vector<uint8_t> &region,
                   const std::vector<uint8_t> &written)
    : buffer(buffer), region(region), written(written),
      walk(buffer), content{buffer.name, buffer.format, buffer.shape, {}, {}} {
  size_t total = 1;
  for (int64_t extent : buffer.shape)
    total *= size_t(extent);
  content.bytes.reserve(total * formatBytes(buffer.format));
  content.written.reserve(total);
}

void ViewCopy::copy(const ViewWalk::Run &run) {
  size_t bytes = formatBytes(buffer.format);
  size_t to = size_t(run.position);
  content.bytes.resize((to + size_t(run.count)) * bytes);
  content.written.resize(to + size_t(run.count));
  int64_t elements = int64_t(written.size());
  int64_t first = run.offset - buffer.firstElement;
  if (run.stride == 1 && first >= 0 && first + run.count <= elements) {
    std::memcpy(&content.bytes[to * bytes], &region[size_t(first) * bytes],
                size_t(run.count) * bytes);
    std::memcpy(&content.written[to], &written[size_t(first)],
                size_t(run.count));
    return;
  }
  for (int64_t i = 0; i < run.count; ++i, ++to) {
    int64_t index = first + i * run.stride;
    if (index < 0 || index >= elements)
      continue;
    std::memcpy(&content.bytes[to * bytes], &region[size_t(index) * bytes],
                bytes);
    content.written[to] = written[size_t(index)];
  }
}

bool ViewCopy::advance() {
  for (int64_t left = 1 << 17; left > 0;) {
    std::optional<ViewWalk::Run> run = walk.next(left);
    if (!run)
      return false;
    copy(*run);
    left -= run->count + 16; // short runs take their time too
  }
  return true;
}

} // namespace sg
