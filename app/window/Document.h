// What a person works on: a kernel's text, the device and the options it is
// compiled with. Everything a compilation depends on, and nothing else.
#pragma once
#include "engine/session/Session.h"
#include <nlohmann/json.hpp>
#include <string>

namespace sg::app {

struct Document {
  std::string name = "untitled.mlir"; ///< shown, and in messages
  std::string text;
  std::string frontend = "auto";
  std::string kernel; ///< which, when the text holds several
  std::string device = "spyre-mini";
  std::string deviceText; ///< if not empty, the device's own text
  std::vector<std::pair<std::string, std::string>> defines; ///< ARG, VALUE
  bool doubleBuffering = true;
  int corelets = 0;    ///< 0: all
  int tileRows = 0;    ///< 0: chosen by cost
  int tileColumns = 0; ///< 0: chosen by cost
  uint64_t seed = 0;   ///< of the random data

  bool operator==(const Document &) const = default;
};

/// The largest text that is taken, bytes.
inline constexpr size_t mostText = size_t(16) << 20;

nlohmann::json toJson(const Document &document);
/// Fields that are missing keep their defaults; wrong types and texts above
/// mostText are errors that name the field.
Result<Document> documentFromJson(const nlohmann::json &json);

CompileRequest requestOf(const Document &document, const std::string &archs);

} // namespace sg::app
