#include "app/window/Samples.h"
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace sg::app {

namespace fs = std::filesystem;

Result<std::string> readTextFile(const std::string &path) {
  std::error_code code;
  if (fs::is_directory(path, code))
    return Error{"is a folder", path};
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return Error{"cannot be opened", path};
  constexpr size_t most = size_t(16) << 20;
  std::string text;
  char chunk[1 << 16];
  while (file.read(chunk, sizeof chunk), file.gcount() > 0) {
    text.append(chunk, size_t(file.gcount()));
    if (text.size() > most)
      return Error{"is longer than 16 MiB", path};
  }
  return text;
}

// Compute tiles of the device `spyre`.
static constexpr int64_t wholeDevice = 32;

static std::vector<fs::path> entries(const std::string &folder) {
  std::vector<fs::path> paths;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; !code && it != end;
       it.increment(code))
    paths.push_back(it->path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

// The strings of a JSON text's "comment", joined.
static std::string jsonComment(const std::string &text) {
  std::string about;
  auto json = nlohmann::json::parse(text, nullptr, false);
  auto lines = json.is_object() ? json.find("comment") : json.end();
  if (!json.is_object() || lines == json.end() || !lines->is_array())
    return about;
  for (const nlohmann::json &line : *lines)
    if (line.is_string())
      about += (about.empty() ? "" : " ") + line.get<std::string>();
  return about;
}

// The comment lines at the top of a text, joined.
static std::string leadingComment(const std::string &text) {
  if (text.compare(0, 1, "{") == 0)
    return jsonComment(text);
  std::string about;
  size_t at = 0;
  while (text.compare(at, 2, "//") == 0) {
    size_t end = std::min(text.find('\n', at), text.size());
    if (end > at + 3)
      about += (about.empty() ? "" : " ") + text.substr(at + 3, end - at - 3);
    at = std::min(end + 1, text.size());
  }
  return about;
}

// Compute tiles of the first grid attribute: "grid = [4, 2]" has 8. Other front
// ends than KTIR's make a grid for the whole device.
static int64_t gridTiles(const std::string &text) {
  size_t at = text.find("grid = [");
  if (at == std::string::npos)
    return text.find("func.func") == std::string::npos ? wholeDevice : 1;
  int64_t tiles = 1;
  const char *next = text.c_str() + at + 8;
  while (*next && *next != ']') {
    char *end = nullptr;
    long long value = std::strtoll(next, &end, 10);
    if (end == next || value <= 0 || value > 1 << 20 || tiles > 1 << 20)
      break;
    tiles *= value;
    next = end + strspn(end, ", ");
  }
  return tiles;
}

std::string deviceFor(const std::string &kernel) {
  return gridTiles(kernel) <= 4 ? "spyre-mini" : "spyre";
}

Samples::Samples(const std::string &sampleFolder,
                 const std::string &archFolder) {
  for (const fs::path &path : entries(archFolder))
    if (path.extension() == ".mlir")
      devices.push_back(path.stem().string());
  std::vector<fs::path> folders = entries(sampleFolder);
  // What every other language becomes comes first.
  for (auto it = folders.begin(); it != folders.end(); ++it)
    if (it->filename() == "ktir")
      std::rotate(folders.begin(), it, it + 1);
  for (const fs::path &folder : folders)
    for (const fs::path &path : entries(folder.string())) {
      std::string extension = path.extension().string();
      if (extension != ".mlir" && extension != ".json" && extension != ".ttir")
        continue;
      Result<std::string> text = readTextFile(path.string());
      if (!text)
        continue;
      kernels.push_back({path.stem().string(), folder.filename().string(),
                         path.string(), leadingComment(*text),
                         deviceFor(*text)});
    }
}

const Sample *Samples::find(const std::string &name) const {
  for (const Sample &sample : kernels)
    if (sample.name == name)
      return &sample;
  return nullptr;
}

} // namespace sg::app
