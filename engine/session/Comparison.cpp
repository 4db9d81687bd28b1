#include "engine/session/Comparison.h"

namespace sg {

static uint64_t allowedUlp(const KernelInfo &info) {
  // Addition, multiplication and casts are exact; the rest may differ by two
  // units in the last place.
  for (const auto &[cost, elements] : info.work)
    if (elements > 0 && cost != costClassName(CostClass::Simple) &&
        cost != costClassName(CostClass::Multiply))
      return 2;
  return 0;
}

// The element's coordinates in the buffer's first view, if it has any there.
static std::string placeIn(const KernelBuffer &buffer, int64_t element) {
  std::string text;
  int64_t rest = element - buffer.viewOffset;
  for (size_t i = 0; i < buffer.shape.size(); ++i) {
    int64_t stride = buffer.strides[i];
    int64_t at = stride > 0 ? std::min(rest / stride, buffer.shape[i] - 1) : 0;
    rest -= at * stride;
    text += (text.empty() ? "" : ", ") + std::to_string(at);
  }
  if (rest != 0)
    text = "element " + std::to_string(element);
  return "'" + buffer.name + "'[" + text + "]";
}

Comparison::Comparison(const KernelInfo &info, const MachineRun &run,
                       const ReferenceState &expected)
    : info(info), run(run), expected(expected) {
  verification.done = true;
  verification.allowedUlp = allowedUlp(info);
}

void Comparison::note(size_t element, const std::string &what) {
  const KernelBuffer &one = info.buffers[buffer];
  if (verification.mismatches++ == 0)
    verification.firstMismatch =
        placeIn(one, int64_t(element) + one.firstElement) + what;
}

void Comparison::compare(size_t element) {
  bool mine = run.written[buffer][element];
  bool theirs = expected.buffers[buffer].written[element];
  if (mine != theirs)
    return note(element, mine ? " was written, but the kernel does not write it"
                              : " was not written, but the kernel writes it");
  if (!mine)
    return;
  Format format = info.buffers[buffer].format;
  size_t bytes = formatBytes(format);
  Scalar got = loadScalar(format, &run.regions[buffer][element * bytes]);
  Scalar want =
      loadScalar(format, &expected.buffers[buffer].bytes[element * bytes]);
  uint64_t ulp = ulpDistance(format, got, want);
  if (ulp == 0)
    return;
  double a = isFloat(format) ? got.f : double(got.i);
  double b = isFloat(format) ? want.f : double(want.i);
  verification.maxUlp = std::max(verification.maxUlp, ulp);
  if (double difference = a > b ? a - b : b - a; difference == difference)
    verification.maxAbsError = std::max(verification.maxAbsError, difference);
  if (ulp > verification.allowedUlp)
    note(element, " is " + std::to_string(a) + ", but the kernel means " +
                      std::to_string(b));
}

bool Comparison::advance() {
  if (buffer == info.buffers.size()) {
    verification.passed = verification.mismatches == 0;
    return false;
  }
  size_t count = run.written[buffer].size();
  size_t end = std::min<size_t>(count, done + (1 << 16));
  for (; done < end; ++done)
    compare(done);
  if (done == count) {
    ++buffer;
    done = 0;
  }
  return true;
}

} // namespace sg
