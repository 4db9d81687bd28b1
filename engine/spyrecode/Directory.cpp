// The SpyreCode directory: as a set of files in memory, and on disk.
#include "engine/spyrecode/JsonFields.h"
#include "engine/spyrecode/SpyreCode.h"
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace sg {

namespace fs = std::filesystem;

Result<nlohmann::json> parseJson(std::string_view text,
                                 const std::string &fileName) {
  constexpr unsigned maxDepth = 64;
  unsigned depth = 0;
  bool inText = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inText && c == '\\')
      ++i;
    else if (c == '"')
      inText = !inText;
    else if (!inText && (c == '[' || c == '{') && ++depth > maxDepth)
      return Error{"nested deeper than " + std::to_string(maxDepth) + " levels",
                   fileName};
    else if (!inText && (c == ']' || c == '}') && depth)
      --depth;
  }
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded())
    return Error{"this is not JSON", fileName};
  return json;
}

template <typename Json> static std::string dump(const Json &json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

static std::vector<uint8_t> bytesOf(const std::string &text) {
  return std::vector<uint8_t>(text.begin(), text.end());
}

FileSet toFiles(const SpyreCode &code) {
  FileSet files = code.binaries;
  nlohmann::ordered_json plan = toJson(code.plan);
  files["spyrecode.json"] = bytesOf(dump(plan, -1));
  files["spyrecode_pretty.json"] = bytesOf(dump(plan, 2) + "\n");
  if (code.device)
    files["device.json"] = bytesOf(dump(toJson(*code.device), 2) + "\n");
  if (code.kernel)
    files["kernel.json"] = bytesOf(dump(toJson(*code.kernel), 2) + "\n");
  return files;
}

static Error inFile(const Error &error, const std::string &file) {
  return Error{error.message,
               error.where.empty() ? file : file + ": " + error.where};
}

static Result<nlohmann::json> jsonFile(const FileSet &files,
                                       const std::string &name) {
  const std::vector<uint8_t> &bytes = files.find(name)->second;
  return parseJson({reinterpret_cast<const char *>(bytes.data()), bytes.size()},
                   name);
}

Result<SpyreCode> fromFiles(const FileSet &files) {
  SpyreCode code;
  if (!files.count("spyrecode.json"))
    return Error{"not a SpyreCode directory: it has no spyrecode.json", ""};
  Result<nlohmann::json> json = jsonFile(files, "spyrecode.json");
  if (!json)
    return json.error();
  Result<JobPlan> plan = jobPlanFromJson(*json);
  if (!plan)
    return inFile(plan.error(), "spyrecode.json");
  code.plan = std::move(*plan);
  for (const PlanCommand &command : code.plan.preparation) {
    const auto *init = std::get_if<InitTransferCommand>(&command);
    if (!init)
      continue;
    auto it = files.find(init->file);
    if (it == files.end())
      return Error{"the plan names file '" + init->file +
                       "', which the directory does not have",
                   "spyrecode.json"};
    if (it->second.size() != init->size)
      return Error{"the plan says " + std::to_string(init->size) +
                       " bytes, the file has " +
                       std::to_string(it->second.size()),
                   init->file};
    code.binaries.insert(*it);
  }
  if (files.count("device.json")) {
    if (json = jsonFile(files, "device.json"); !json)
      return json.error();
    Result<Device> device = deviceFromJson(*json);
    if (!device)
      return inFile(device.error(), "device.json");
    code.device = std::move(*device);
  }
  if (files.count("kernel.json")) {
    if (json = jsonFile(files, "kernel.json"); !json)
      return json.error();
    Result<KernelInfo> kernel = kernelInfoFromJson(*json);
    if (!kernel)
      return inFile(kernel.error(), "kernel.json");
    code.kernel = std::move(*kernel);
  }
  return code;
}

static Result<std::vector<uint8_t>> readFile(const fs::path &path) {
  std::ifstream in(path, std::ios::binary);
  std::vector<uint8_t> bytes((std::istreambuf_iterator<char>(in)), {});
  if (!in.is_open() || in.bad())
    return Error{"cannot read this file", path.string()};
  return bytes;
}

static bool isOurs(const std::string &name) {
  return name == "spyrecode.json" || name == "spyrecode_pretty.json" ||
         name == "device.json" || name == "kernel.json" ||
         (name.rfind("init_binary", 0) == 0 && name.size() > 4 &&
          name.substr(name.size() - 4) == ".bin");
}

Result<SpyreCode> readDirectory(const std::string &path) {
  std::error_code code;
  if (!fs::is_directory(path, code))
    return Error{"there is no such directory", path};
  FileSet files;
  for (const char *name : {"spyrecode.json", "device.json", "kernel.json"}) {
    fs::path file = fs::path(path) / name;
    if (!fs::is_regular_file(file, code))
      continue;
    Result<std::vector<uint8_t>> bytes = readFile(file);
    if (!bytes)
      return bytes.error();
    files[name] = std::move(*bytes);
  }
  // The plan says which other files there are.
  if (files.count("spyrecode.json"))
    if (Result<nlohmann::json> json = jsonFile(files, "spyrecode.json"))
      if (Result<JobPlan> plan = jobPlanFromJson(*json))
        for (const PlanCommand &command : plan->preparation)
          if (const auto *init = std::get_if<InitTransferCommand>(&command)) {
            fs::path file = fs::path(path) / init->file;
            if (!fs::is_regular_file(file, code))
              continue;
            Result<std::vector<uint8_t>> bytes = readFile(file);
            if (!bytes)
              return bytes.error();
            files[init->file] = std::move(*bytes);
          }
  Result<SpyreCode> result = fromFiles(files);
  if (!result)
    return inFile(result.error(), path);
  return result;
}

/// Whether the directory at `path` may be replaced.
static Result<void> checkReplaceable(const fs::path &path) {
  std::error_code code;
  fs::file_status status = fs::status(path, code);
  if (status.type() == fs::file_type::not_found)
    return {};
  if (!fs::is_directory(status))
    return Error{"this exists and is not a directory", path.string()};
  fs::directory_iterator it(path, code), end;
  for (; !code && it != end; it.increment(code))
    if (!isOurs(it->path().filename().string()))
      return Error{"this directory holds '" + it->path().filename().string() +
                       "', which is not part of SpyreCode; name an empty or "
                       "new directory",
                   path.string()};
  if (code)
    return Error{"cannot list this directory: " + code.message(),
                 path.string()};
  return {};
}

static Result<void> writeFiles(const FileSet &files, const fs::path &into) {
  for (const auto &[name, bytes] : files) {
    std::ofstream out(into / name, std::ios::binary);
    out.write(reinterpret_cast<const char *>(bytes.data()),
              std::streamsize(bytes.size()));
    out.close();
    if (!out)
      return Error{std::string("cannot write '") + name +
                       "': " + std::strerror(errno),
                   into.string()};
  }
  return {};
}

/// A name beside `path` that nothing has yet.
static fs::path freeName(const fs::path &path, const char *suffix) {
  std::error_code code;
  for (unsigned i = 0;; ++i) {
    fs::path name = path;
    name += "." + std::to_string(i) + suffix;
    if (!fs::exists(fs::symlink_status(name, code)))
      return name;
  }
}

Result<void> writeDirectory(const SpyreCode &spyreCode,
                            const std::string &pathText) {
  std::error_code code;
  fs::path path = fs::path(pathText).lexically_normal();
  if (!path.has_filename() && path.has_parent_path())
    path = path.parent_path();
  // Follow a link, so that the directory it names is replaced, not the link.
  if (fs::is_symlink(fs::symlink_status(path, code)))
    if (fs::path real = fs::canonical(path, code); !code)
      path = real;
  if (path.empty() || path == "." || path == ".." || path.filename() == "..")
    path = fs::weakly_canonical(fs::absolute(path, code), code);
  if (Result<void> ok = checkReplaceable(path); !ok)
    return ok.error();
  if (path.has_parent_path())
    fs::create_directories(path.parent_path(), code);
  fs::path fresh = freeName(path, ".tmp");
  if (!fs::create_directory(fresh, code))
    return Error{"cannot create a directory here: " + code.message(),
                 path.parent_path().string()};
  Result<void> written = writeFiles(toFiles(spyreCode), fresh);
  if (!written) {
    fs::remove_all(fresh, code);
    return written;
  }
  // Rename over the old content: aside first, back when that fails.
  fs::path old;
  if (fs::exists(path, code)) {
    old = freeName(path, ".old");
    fs::rename(path, old, code);
    if (code) {
      std::string why = code.message();
      fs::remove_all(fresh, code);
      return Error{"cannot replace this directory: " + why, path.string()};
    }
  }
  fs::rename(fresh, path, code);
  if (code) {
    std::string why = code.message();
    if (!old.empty())
      fs::rename(old, path, code);
    fs::remove_all(fresh, code);
    return Error{"cannot put the new directory in place: " + why,
                 path.string()};
  }
  if (!old.empty())
    fs::remove_all(old, code);
  return {};
}

} // namespace sg
