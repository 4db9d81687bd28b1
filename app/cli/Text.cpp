#include "app/cli/Text.h"
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace sg::cli {

std::string grouped(int64_t value) {
  std::string digits = std::to_string(value);
  for (int64_t at = int64_t(digits.size()) - 3; at > (value < 0 ? 1 : 0);
       at -= 3)
    digits.insert(size_t(at), ",");
  return digits;
}

std::string fixed(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, std::fabs(value) < 1e15 ? "%.*f" : "%.*g",
                decimals, value);
  return text;
}

std::string byteText(int64_t bytes) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = double(bytes);
  size_t unit = 0;
  for (; unit < 4 && value >= 1024; ++unit)
    value /= 1024;
  return fixed(value, value == std::floor(value) ? 0 : 1) + " " + units[unit];
}

std::string percent(double share) { return fixed(share * 100, 0) + " %"; }

std::string shapeText(const std::vector<int64_t> &shape) {
  std::string text;
  for (int64_t extent : shape)
    text += (text.empty() ? "" : "x") + std::to_string(extent);
  return shape.empty() ? "scalar" : text;
}

const char *useName(BufferUse use) {
  switch (use) {
  case BufferUse::In:
    return "in";
  case BufferUse::Out:
    return "out";
  case BufferUse::InOut:
    return "inout";
  }
  return "";
}

// Characters, not bytes, of UTF-8 text.
static size_t width(const std::string &text) {
  return size_t(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string Table::str() const {
  std::vector<size_t> widths;
  for (const auto &row : rows)
    for (size_t i = 0; i < row.size(); ++i) {
      widths.resize(std::max(widths.size(), i + 1));
      widths[i] = std::max(widths[i], width(row[i]));
    }
  auto line = [&](const std::vector<std::string> &row) {
    std::string text;
    for (size_t i = 0; i < row.size(); ++i) {
      std::string gap(widths[i] - width(row[i]), ' ');
      bool isRight = std::count(rightColumns.begin(), rightColumns.end(), i);
      text += (i ? "  " : "") + (isRight ? gap + row[i] : row[i] + gap);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  };
  std::string text = line(rows.front());
  std::vector<std::string> rule;
  for (size_t w : widths)
    rule.push_back(std::string(w, '-'));
  text += line(rule);
  for (size_t i = 1; i < rows.size(); ++i)
    text += line(rows[i]);
  return text;
}

} // namespace sg::cli
