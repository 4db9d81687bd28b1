// A plain interpreter of one instance's instructions, written independently of
// the machine: what it does in order, with addresses worked out.
#pragma once
#include "engine/spyrecode/Binary.h"
#include <string>
#include <vector>

namespace sg::test {

/// One thing an instance does. A Transfer gives one event per element.
struct Event {
  Opcode op = Opcode::Halt;
  int64_t from = 0, to = 0; ///< byte addresses
  unsigned port = 0;
  bool operator==(const Event &) const = default;
};

/// Runs an instance to its Halt. `arguments` are the launch arguments.
/// Vector instructions give events without addresses.
std::vector<Event> runInstance(const Binary &binary, const Instance &instance,
                               const std::vector<int64_t> &arguments = {});

} // namespace sg::test
