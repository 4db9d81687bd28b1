// What is known of the selection: where it comes from, what became of it, what
// it did on the machine; without a selection, of the run as a whole.
#pragma once
#include "app/window/Workspace.h"

namespace sg::app {

class Inspector {
public:
  void draw(Workspace &work);

private:
  /// What the selection did on the machine: counted when it changes, since
  /// frames are drawn often.
  struct {
    std::weak_ptr<Build> build; ///< another may lie where it lay
    viz::Selected selected;
    int64_t count = 0, busy = 0, waiting = 0, bytes = 0; ///< cycles, bytes
    uint32_t first = viz::noEvent;
  } known;

  void overview(Workspace &work) const;
  void remarks(Workspace &work) const;
  void operation(Workspace &work);
  void event(Workspace &work) const;
  void buffer(Workspace &work);
  void relatives(Workspace &work) const;
  void activity(Workspace &work);
};

} // namespace sg::app
