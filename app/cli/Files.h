// Reading and writing whole files, "-" for standard input.
#pragma once
#include "engine/support/Result.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sg::cli {

/// The whole content; "-" is standard input. The error names the path.
Result<std::string> readFile(const std::string &path);
/// Replaces a file in one step, so that nobody sees half of it. Devices and
/// pipes are written directly. The error names the path.
Result<void> writeFile(const std::string &path, std::string_view content);
/// Makes a directory and those above it.
Result<void> makeDirectory(const std::string &path);
bool isDirectory(const std::string &path);
/// What messages call an input.
std::string displayName(const std::string &path);

/// Directories with device files: $SPYREGLASS_ARCHS (separated by ':'),
/// ./archs, and archs beside the folder of the build that this program is in.
std::vector<std::string> archDirectories(const char *program);

} // namespace sg::cli
