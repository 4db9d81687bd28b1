#include "app/cli/Files.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <unistd.h>

namespace sg::cli {

namespace fs = std::filesystem;

static Error systemError(const std::string &what, const std::string &path) {
  return Error{what + ": " +
                   (errno ? std::strerror(errno) : "input/output error"),
               path};
}

Result<std::string> readFile(const std::string &path) {
  if (path == "-") {
    std::string text((std::istreambuf_iterator<char>(std::cin)), {});
    if (std::cin.bad())
      return Error{"standard input cannot be read", "<stdin>"};
    return text;
  }
  std::error_code code;
  if (fs::is_directory(path, code))
    return Error{"this is a directory, not a file", path};
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return systemError("cannot open this file", path);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  if (in.bad())
    return systemError("cannot read this file", path);
  return text;
}

static Result<void> writeStream(const fs::path &path, std::string_view content,
                                const std::string &shown) {
  errno = 0;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  if (!out)
    return systemError("cannot write this file", shown);
  out.write(content.data(), std::streamsize(content.size()));
  out.close();
  if (!out)
    return systemError("cannot write this file", shown);
  return {};
}

Result<void> writeFile(const std::string &path, std::string_view content) {
  std::error_code code;
  fs::path target = path;
  fs::file_status status = fs::status(target, code);
  if (fs::is_directory(status))
    return Error{"cannot write this file: it is a directory", path};
  if (fs::exists(status) && !fs::is_regular_file(status))
    return writeStream(target, content, path);
  // A link stays a link: what it points to is replaced.
  if (fs::is_symlink(fs::symlink_status(target, code)))
    if (fs::path real = fs::weakly_canonical(target, code); !code)
      target = real;
  fs::path temporary = target;
  temporary += ".tmp" + std::to_string(::getpid());
  if (Result<void> written = writeStream(temporary, content, path); !written) {
    fs::remove(temporary, code);
    return written;
  }
  fs::rename(temporary, target, code);
  if (code) {
    Error error{"cannot write this file: " + code.message(), path};
    fs::remove(temporary, code);
    return error;
  }
  return {};
}

Result<void> makeDirectory(const std::string &path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code || !fs::is_directory(path, code))
    return Error{"cannot make this directory: " +
                     (code ? code.message() : "a file is in its place"),
                 path};
  return {};
}

bool isDirectory(const std::string &path) {
  std::error_code code;
  return fs::is_directory(path, code);
}

std::string displayName(const std::string &path) {
  return path == "-" ? "<stdin>" : path;
}

std::vector<std::string> archDirectories(const char *program) {
  std::vector<std::string> found;
  if (const char *list = std::getenv("SPYREGLASS_ARCHS")) {
    std::string text = list;
    for (size_t from = 0; from <= text.size();) {
      size_t to = std::min(text.find(':', from), text.size());
      if (to > from)
        found.push_back(text.substr(from, to - from));
      from = to + 1;
    }
  }
  found.push_back("archs");
  std::error_code code;
  fs::path self = fs::read_symlink("/proc/self/exe", code);
  if (code)
    self = fs::weakly_canonical(program, code);
  // build/bin/spyreglass -> archs
  fs::path above = self.parent_path().parent_path().parent_path();
  if (!above.empty())
    found.push_back((above / "archs").string());
  return found;
}

} // namespace sg::cli
