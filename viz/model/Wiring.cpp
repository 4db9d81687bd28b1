#include "viz/model/Wiring.h"

namespace sg::viz {

Wiring::Wiring(const Trace &trace, const Binary *binary,
               const std::string &localMemory) {
  if (!binary || binary->instances.size() != trace.lanes.size())
    return;
  for (size_t i = 0; i < trace.lanes.size(); ++i) {
    const Instance &one = binary->instances[i];
    const Lane &lane = trace.lanes[i];
    if (one.unit != lane.unit || one.core != lane.core ||
        one.corelet != lane.corelet)
      return;
  }
  matches = true;
  for (const Instance &one : binary->instances) {
    peers.push_back(one.peers);
    streamOf.push_back(one.stream);
  }
  auto local = [&](uint8_t memory) {
    return memory < binary->memories.size() &&
           binary->memories[memory] == localMemory;
  };
  for (uint32_t s = 0; s < binary->streams.size(); ++s)
    for (const Instruction &in : binary->streams[s].code) {
      if (in.op != Opcode::Transfer)
        continue;
      bool reads = local(in.fromMemory), writes = local(in.toMemory);
      transfers[{s, in.source}] = reads && writes ? Access::Both
                                  : reads         ? Access::Read
                                  : writes        ? Access::Write
                                                  : Access::None;
    }
}

std::optional<uint32_t> Wiring::peer(const Event &event) const {
  switch (event.kind) {
  case EventKind::WaitInput:
  case EventKind::WaitOutput:
  case EventKind::WaitSignal:
  case EventKind::Push:
  case EventKind::Pop:
  case EventKind::Receive:
  case EventKind::Send:
    break;
  default:
    return std::nullopt;
  }
  if (event.lane >= peers.size() || event.peer >= peers[event.lane].size())
    return std::nullopt;
  uint32_t lane = peers[event.lane][event.peer];
  return lane < peers.size() ? std::optional(lane) : std::nullopt;
}

Access Wiring::access(const Event &event) const {
  switch (event.kind) {
  case EventKind::Push:
    return Access::Read;
  case EventKind::Pop:
    return Access::Write;
  case EventKind::Transfer: {
    if (event.lane >= streamOf.size())
      return Access::None;
    auto it = transfers.find({streamOf[event.lane], event.source});
    return it == transfers.end() ? Access::None : it->second;
  }
  default:
    return Access::None;
  }
}

std::optional<Binary>
binaryOf(const std::map<std::string, std::vector<uint8_t>> &files) {
  for (const auto &[name, bytes] : files)
    if (Result<Binary> binary = decode(bytes))
      return std::move(*binary);
  return std::nullopt;
}

} // namespace sg::viz
