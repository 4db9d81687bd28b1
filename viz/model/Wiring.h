// Who is connected to whom: joins the lanes of a trace with the instances of
// the binary that ran, so that a wait can name the unit it waits for and a
// transfer says which way it goes.
#pragma once
#include "engine/spyrecode/Binary.h"
#include "engine/trace/Trace.h"
#include <map>
#include <optional>

namespace sg::viz {

/// How an event touches its core's scratchpad.
enum class Access : uint8_t { None, Read, Write, Both };

class Wiring {
public:
  Wiring() = default;
  /// Without a binary (null), or when its instances are not the trace's lanes
  /// (a trace of several launches), nothing is known about peers, and the way
  /// of a transfer follows from nothing. `localMemory` is the scratchpad's
  /// kind ("L1").
  Wiring(const Trace &trace, const Binary *binary,
         const std::string &localMemory = "L1");

  bool known() const { return matches; }
  /// The lane at the other end of an event's port; nothing for kinds without
  /// one.
  std::optional<uint32_t> peer(const Event &event) const;
  /// What an event does to the scratchpad. Push reads, Pop writes; a Transfer
  /// does what its instruction says.
  Access access(const Event &event) const;

private:
  bool matches = false;
  std::vector<std::vector<uint32_t>> peers; ///< by lane, by port
  std::vector<uint32_t> streamOf;           ///< by lane
  /// Transfers by (stream, source).
  std::map<std::pair<uint32_t, uint32_t>, Access> transfers;
};

/// The binary of a job that has one, from its files; nothing otherwise.
/// (Session::code()->binaries.)
std::optional<Binary>
binaryOf(const std::map<std::string, std::vector<uint8_t>> &files);

} // namespace sg::viz
