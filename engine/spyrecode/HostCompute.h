// The host compute metadata ("hcm") of a job plan: what the correction rows
// hold, as expressions over launch arguments.
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

/// A decimal 64-bit number, signed or unsigned, as the plan's strings hold it.
std::optional<int64_t> parseSigned(std::string_view text);
std::optional<uint64_t> parseUnsigned(std::string_view text);

} // namespace sg
