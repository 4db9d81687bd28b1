// A small device and a short way from assembly text to a machine that runs it.
#pragma once
#include "engine/machine/Machine.h"
#include "engine/spyrecode/Assembly.h"
#include <string>

namespace sg::test {

/// Units and rates of the teaching device: `cores` cores on a ring with two
/// corelets, 64 KiB of scratchpad, device memory 512 bytes per cycle.
Device smallDevice(int64_t cores = 4);

/// The directives every test program starts with.
inline const std::string head =
    ".device \"small\"\n.memory \"DDR\"\n.memory \"L1\"\n";

/// ".stream "name"" … ".end"
std::string stream(const std::string &name, const std::string &code);

struct Rig {
  std::unique_ptr<Machine> machine;
  std::string error; ///< of assembling, creating or launching
  Trace trace;

  /// Assembles, makes the job, prepares it. `arguments`: how many launch
  /// arguments the kernel has.
  explicit Rig(const std::string &text, const Device &device = smallDevice(),
               unsigned arguments = 0);
  /// Reserves device memory at a fixed place and fills it with f16 or bytes.
  void fill(uint64_t address, const std::vector<uint8_t> &bytes);
  void fillF16(uint64_t address, const std::vector<float> &values);
  void reserve(uint64_t address, uint64_t bytes);
  /// True when the launch went well.
  bool launch(const std::vector<int64_t> &arguments = {}, bool events = true);
  std::vector<uint8_t> bytes(uint64_t address, size_t n);
  std::vector<float> f16(uint64_t address, size_t n);
  bool failsWith(const std::string &part) const {
    return error.find(part) != std::string::npos;
  }
};

/// The trace as text, to compare two runs or to look at one.
std::string traceText(const Trace &trace);

} // namespace sg::test
