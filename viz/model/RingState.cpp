#include "viz/model/RingState.h"
#include <algorithm>
#include <cmath>
#include <numbers>

namespace sg::viz {

RingState::RingState(const Timeline &timeline, const Wiring &wiring,
                     const Device &device)
    : timeline(&timeline), wiring(wiring), topology(device.topology),
      coreCount(std::clamp<int64_t>(device.cores, 0, 1 << 16)) {
  topology.cols = std::max<int64_t>(topology.cols, 1);
  place();
  connect();
  collect();
}

void RingState::place() {
  bool mesh = topology.kind == TopologyKind::Mesh;
  int64_t cols = mesh ? topology.cols : 1;
  int64_t rows = mesh ? (coreCount + cols - 1) / cols : 1;
  for (int64_t i = 0; i < coreCount; ++i) {
    CorePlace one;
    one.core = int32_t(i);
    if (mesh) {
      one.x = (double(i % cols) + 0.5) / double(cols);
      one.y = (double(i / cols) + 0.5) / double(rows);
    } else {
      // Core 0 at the top, then clockwise.
      double angle = 2 * std::numbers::pi * double(i) / double(coreCount);
      one.x = 0.5 + 0.5 * std::sin(angle);
      one.y = 0.5 - 0.5 * std::cos(angle);
    }
    cores.push_back(one);
  }
}

void RingState::join(int64_t from, int64_t to) {
  for (auto pair : {std::pair(int32_t(from), int32_t(to)),
                    std::pair(int32_t(to), int32_t(from))})
    if (wireIndex.emplace(pair, uint32_t(wires.size())).second)
      wires.push_back({pair.first, pair.second});
}

void RingState::connect() {
  switch (topology.kind) {
  case TopologyKind::Ring:
    for (int64_t i = 0; i < coreCount; ++i)
      if (int64_t next = (i + 1) % coreCount; next != i)
        join(i, next);
    break;
  case TopologyKind::Mesh:
    for (int64_t i = 0; i < coreCount; ++i) {
      if (i % topology.cols + 1 < topology.cols && i + 1 < coreCount)
        join(i, i + 1);
      if (i + topology.cols < coreCount)
        join(i, i + topology.cols);
    }
    break;
  case TopologyKind::Crossbar: // wires as messages need them
  case TopologyKind::None:
    break;
  }
}

std::vector<uint32_t> RingState::route(int32_t from, int32_t to) const {
  std::vector<uint32_t> out;
  auto valid = [&](int64_t core) { return core >= 0 && core < coreCount; };
  if (!valid(from) || !valid(to) || topology.kind == TopologyKind::None)
    return out;
  int64_t at = from;
  while (at != to) {
    int64_t next = to;
    if (topology.kind == TopologyKind::Ring) {
      int64_t up = (to - at + coreCount) % coreCount;
      next = (at + (2 * up <= coreCount ? 1 : coreCount - 1)) % coreCount;
    } else if (topology.kind == TopologyKind::Mesh) {
      int64_t cols = topology.cols;
      // Columns first, unless the row ends before (the last may be short).
      int64_t step = at % cols < to % cols ? 1 : at % cols > to % cols ? -1 : 0;
      bool row = step == 0 || at + step >= coreCount;
      next = row ? at + (at / cols < to / cols ? cols : -cols) : at + step;
    }
    auto wire = wireIndex.find({int32_t(at), int32_t(next)});
    if (wire == wireIndex.end())
      return {};
    out.push_back(wire->second);
    at = next;
  }
  return out;
}

void RingState::collect() {
  const Trace &trace = timeline->trace();
  double rate = topology.bytesPerCycle > 0 ? topology.bytesPerCycle : 1;
  auto coreOfPeer = [&](const Event &e) -> std::optional<int32_t> {
    if (e.kind != EventKind::Send && e.kind != EventKind::Push)
      return std::nullopt;
    auto peer = wiring.peer(e);
    if (!peer || e.lane >= trace.lanes.size() ||
        trace.lanes[*peer].core == trace.lanes[e.lane].core)
      return std::nullopt;
    return trace.lanes[*peer].core;
  };
  for (const Event &e : trace.events) {
    std::optional<int32_t> to = coreOfPeer(e);
    if (!to)
      continue;
    ++sent;
    int32_t from = trace.lanes[e.lane].core;
    if (topology.kind == TopologyKind::Crossbar && from >= 0 && *to >= 0 &&
        from < coreCount && *to < coreCount)
      join(from, *to);
    passages.resize(wires.size());
    int64_t length =
        std::max<int64_t>(int64_t(std::ceil(double(e.bytes) / rate)), 1);
    int64_t begin = e.end;
    for (uint32_t wire : route(from, *to)) {
      passages[wire].push_back({begin, begin + length, e.bytes});
      begin += topology.hopCycles;
    }
  }
  passages.resize(wires.size());
  longest.assign(wires.size(), 0);
  for (size_t i = 0; i < passages.size(); ++i) {
    std::sort(
        passages[i].begin(), passages[i].end(),
        [](const Passage &a, const Passage &b) { return a.begin < b.begin; });
    for (const Passage &one : passages[i])
      longest[i] = std::max(longest[i], one.end - one.begin);
  }
}

LinkTraffic RingState::traffic(uint32_t link, int64_t begin,
                               int64_t end) const {
  LinkTraffic out;
  if (link >= passages.size() || end <= begin)
    return out;
  const std::vector<Passage> &all = passages[link];
  auto it = std::partition_point(all.begin(), all.end(), [&](const Passage &p) {
    return p.begin <= begin - longest[link];
  });
  for (; it != all.end() && it->begin < end; ++it) {
    int64_t inside = std::min(it->end, end) - std::max(it->begin, begin);
    if (inside > 0)
      out.bytes +=
          double(it->bytes) * double(inside) / double(it->end - it->begin);
  }
  double most = topology.bytesPerCycle * double(end - begin);
  out.load = most > 0 ? std::min(out.bytes / most, 1.0) : 0;
  return out;
}

std::vector<CoreMemoryUse> RingState::memoryUse(int64_t begin,
                                                int64_t end) const {
  std::vector<CoreMemoryUse> out(cores.size());
  for (size_t i = 0; i < cores.size(); ++i)
    out[i].core = cores[i].core;
  if (!timeline)
    return out;
  const Trace &trace = timeline->trace();
  const Tracks &tracks = timeline->tracks();
  double all = 0;
  for (uint32_t lane = 0; lane < trace.lanes.size(); ++lane) {
    int32_t core = trace.lanes[lane].core;
    // Row 0 of a lane with transfers holds its waits; one row: no transfers.
    if (core < 0 || size_t(core) >= out.size() || tracks.rows(lane) < 2)
      continue;
    for (uint32_t row = 1; row < tracks.rows(lane); ++row) {
      auto slices = tracks.slices(lane, row);
      for (size_t i = Tracks::firstEndingAfter(slices, begin);
           i < slices.size() && slices[i].begin < end; ++i) {
        const Event &e = trace.events[slices[i].event];
        int64_t inside = std::min(e.end, end) - std::max(e.begin, begin);
        if (e.kind != EventKind::Transfer || inside <= 0)
          continue;
        double bytes =
            double(e.bytes) * double(inside) / double(e.end - e.begin);
        // Into the scratchpad comes from device memory, and back.
        Access access = wiring.access(e);
        if (access == Access::Write)
          out[size_t(core)].readBytes += bytes;
        else if (access == Access::Read)
          out[size_t(core)].writeBytes += bytes;
        else
          continue;
        all += bytes;
      }
    }
  }
  for (CoreMemoryUse &one : out)
    one.share = all > 0 ? (one.readBytes + one.writeBytes) / all : 0;
  return out;
}

} // namespace sg::viz
