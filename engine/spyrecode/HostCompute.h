// Program correction, both halves: the host compute metadata ("hcm") of a job
// plan says what the correction rows hold, as expressions over launch
// arguments; the binary's relocations say which of its words they replace.
#pragma once
#include "engine/spyrecode/SpyreCode.h"

namespace sg {

inline constexpr uint64_t correctionLanes = 16; ///< 64-bit lanes of a row
inline constexpr uint64_t correctionRowBytes = 128;

inline uint64_t correctionRows(size_t symbols) {
  return (symbols + correctionLanes - 1) / correctionLanes;
}

/// {"symbols": [{"name": …, "constant": "0", "parts": [{"argument": "0",
/// "coefficient": "2"}]}]}
nlohmann::json hostComputeToJson(const std::vector<SymbolExpr> &symbols);
Result<std::vector<SymbolExpr>> hostComputeFromJson(const nlohmann::json &json,
                                                    const std::string &path);

/// What ComputeOnHost produces for launch arguments (one int64 per argument):
/// rows of 128 bytes. Errors: arguments or sizes that do not fit the command.
Result<std::vector<uint8_t>> hostCompute(const ComputeOnHostCommand &command,
                                         std::span<const int64_t> arguments);
/// What the device makes of an image and its correction rows: writes every
/// relocated table entry and renews the checksum. Errors: an image that does
/// not decode, rows that are too few.
Result<void> correctImage(std::span<uint8_t> image,
                          std::span<const uint8_t> rows);

/// A decimal 64-bit number, signed or unsigned, as the plan's strings hold it.
std::optional<int64_t> parseSigned(std::string_view text);
std::optional<uint64_t> parseUnsigned(std::string_view text);

} // namespace sg
