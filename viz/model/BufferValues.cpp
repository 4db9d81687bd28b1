#include "viz/model/BufferValues.h"
#include <cstdio>

namespace sg::viz {

std::string valueText(const KernelBuffer &buffer, const BufferData &data,
                      int64_t element) {
  int64_t index = element - buffer.firstElement;
  size_t bytes = formatBytes(buffer.format);
  if (index < 0 || size_t(index) >= data.written.size() ||
      !data.written[size_t(index)] ||
      (size_t(index) + 1) * bytes > data.bytes.size())
    return {};
  Scalar value = loadScalar(buffer.format, &data.bytes[size_t(index) * bytes]);
  if (!isFloat(buffer.format))
    return std::to_string(value.i);
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value.f);
  return text;
}

std::string BufferValues::describe(uint32_t number, int64_t element) const {
  if (!info || number >= info->buffers.size())
    return {};
  auto knows = [&](const std::vector<BufferData> *contents) {
    return contents && number < contents->size();
  };
  auto text = [&](const std::vector<BufferData> *contents) {
    return knows(contents)
               ? valueText(info->buffers[number], (*contents)[number], element)
               : std::string();
  };
  std::string ran = text(machine), meant = text(meaning);
  if (!knows(machine) && !knows(meaning))
    return {};
  if (ran.empty() && meant.empty())
    return "never written";
  if (!knows(machine))
    return "will hold " + meant + ", by the kernel's meaning";
  std::string holds = ran.empty() ? "not written by the run"
                                  : "holds " + ran + " after the run";
  if (!knows(meaning) || meant == ran)
    return holds;
  return holds + ", by the kernel's meaning " +
         (meant.empty() ? "nothing is written" : meant);
}

} // namespace sg::viz
