// Opens a file where the system offers no dialogue: a path to type, with the
// folder's files below.
#pragma once
#include "app/window/Workspace.h"

namespace sg::app {

class FilePrompt {
public:
  void open() { opening = true; }
  /// The file that was chosen, once; empty otherwise.
  std::string draw(const Workspace &work);

private:
  bool opening = false;
  char path[1024] = "";
  std::string listed; ///< folder that `entries` are of
  struct Entry {
    std::string name;
    bool folder = false;
  };
  std::vector<Entry> entries;
  void list(const std::string &folder);
};

} // namespace sg::app
