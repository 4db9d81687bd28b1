// Parsing without a session: kernels for `check`, devices for `device`. Keeps
// MLIR's headers out of the rest of the program.
#pragma once
#include "engine/session/Session.h"
#include <optional>

namespace sg::cli {

struct CheckedText {
  bool isGood = false;
  std::string what;               ///< "ktir", "triton", "inductor", "device"
  std::vector<std::string> names; ///< kernels, or the device
};

/// Parses and verifies a kernel file or a device description.
CheckedText checkText(const std::string &text, const std::string &fileName,
                      const std::string &frontend,
                      std::vector<Diagnostic> &diagnostics);

/// The device of this name or path; nothing after an error.
std::optional<Device> findAndReadDevice(const std::string &nameOrPath,
                                        const std::vector<std::string> &dirs,
                                        std::vector<Diagnostic> &diagnostics);
std::optional<Device> readDeviceFrom(const std::string &text,
                                     const std::string &fileName,
                                     std::vector<Diagnostic> &diagnostics);

/// Name and one line of every device in the directories.
std::vector<std::string> knownDevices(const std::vector<std::string> &dirs);

} // namespace sg::cli
