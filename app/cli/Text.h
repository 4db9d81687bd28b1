// Numbers and tables for people.
#pragma once
#include "engine/spyrecode/KernelInfo.h"
#include <cstdint>
#include <string>
#include <vector>

namespace sg::cli {

std::string grouped(int64_t value);                       ///< 12,345
std::string byteText(int64_t bytes);                      ///< 1.5 MiB
std::string fixed(double value, int decimals);            ///< 12.30
std::string percent(double share);                        ///< 93 %
std::string shapeText(const std::vector<int64_t> &shape); ///< 32x64, scalar
const char *useName(BufferUse use);                       ///< in, out, inout

/// Rows of cells with aligned columns; a header, a line below it.
class Table {
public:
  explicit Table(std::vector<std::string> header) { add(std::move(header)); }
  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  /// Columns of numbers are aligned to the right.
  Table &right(std::vector<size_t> columns) {
    rightColumns = std::move(columns);
    return *this;
  }
  std::string str() const;

private:
  std::vector<std::vector<std::string>> rows;
  std::vector<size_t> rightColumns;
};

} // namespace sg::cli
