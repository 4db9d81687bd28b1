// What a caller must know of a kernel to launch it: its arguments and the
// buffers in device memory it reads and writes. Stored as kernel.json beside
// spyrecode.json.
#pragma once
#include "engine/ops/Format.h"
#include "engine/support/Result.h"
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace sg {

enum class ArgumentKind : uint8_t {
  Base,   ///< a buffer's start address, in elements of the buffer's format
  Scalar, ///< plain data, the element's bits passed at launch
  Fixed,  ///< a size or index the kernel was compiled for
  Unused,
};

struct KernelArgument {
  std::string name; ///< without %
  Format format = Format::I64;
  ArgumentKind kind = ArgumentKind::Unused;
  std::optional<int64_t> value; ///< Fixed: the value. Scalar: default bits.
};

enum class BufferUse : uint8_t { In, Out, InOut };

/// A region of device memory, as the kernel's memory views describe it.
struct KernelBuffer {
  std::string name;
  Format format = Format::F16;
  std::vector<int64_t> shape;   ///< of its first view, elements
  std::vector<int64_t> strides; ///< elements
  int64_t viewOffset = 0; ///< of its first view's element 0 from the base
  BufferUse use = BufferUse::In;
  /// Index of the Base argument; none: the address is a constant.
  std::optional<uint32_t> argument;
  int64_t constantAddress = 0; ///< elements; only without an argument
  /// Smallest and one past the largest element offset from the base that any
  /// view of it covers.
  int64_t firstElement = 0, endElement = 0;
};

struct KernelInfo {
  std::string name;
  std::string frontend = "ktir";
  std::vector<int64_t> grid; ///< compute tiles per axis
  std::vector<KernelArgument> arguments;
  std::vector<KernelBuffer> buffers;
  /// Vector operations executed per cost class, elements, all cores together;
  /// for the lower bound.
  std::vector<std::pair<std::string, int64_t>> work;
};

nlohmann::json toJson(const KernelInfo &info);
Result<KernelInfo> kernelInfoFromJson(const nlohmann::json &json);

} // namespace sg
