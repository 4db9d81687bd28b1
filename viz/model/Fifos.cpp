#include "viz/model/Fifos.h"
#include <algorithm>

namespace sg::viz {

static int64_t countUpTo(const std::vector<int64_t> &cycles, int64_t cycle) {
  return std::upper_bound(cycles.begin(), cycles.end(), cycle) - cycles.begin();
}

int64_t FifoHistory::level(int64_t cycle) const {
  return countUpTo(entered, cycle) - countUpTo(left, cycle);
}

int64_t FifoHistory::highest() const {
  int64_t most = 0;
  size_t gone = 0;
  for (size_t i = 0; i < entered.size(); ++i) {
    while (gone < left.size() && left[gone] <= entered[i])
      ++gone;
    // Several may enter in one cycle; the last of them sees the full level.
    if (i + 1 == entered.size() || entered[i + 1] != entered[i])
      most = std::max(most, int64_t(i + 1) - int64_t(gone));
  }
  return most;
}

Fifos::Fifos(const Trace &trace, const Wiring &wiring, const Device *device) {
  if (!wiring.known())
    return;
  // A push or pop may wait for the scratchpad's port after it took its place
  // in the FIFO; the wait is the event right before it.
  std::vector<const Event *> portWait(trace.lanes.size(), nullptr);
  for (const Event &e : trace.events) {
    if (e.lane >= trace.lanes.size())
      continue;
    if (e.kind == EventKind::WaitMemory) {
      portWait[e.lane] = &e;
      continue;
    }
    bool sends = e.kind == EventKind::Push || e.kind == EventKind::Send;
    bool takes = e.kind == EventKind::Pop || e.kind == EventKind::Receive;
    std::optional<uint32_t> peer =
        sends || takes ? wiring.peer(e) : std::nullopt;
    if (!peer)
      continue;
    auto key = sends ? std::pair(e.lane, *peer) : std::pair(*peer, e.lane);
    auto [it, isNew] = index.emplace(key, uint32_t(fifos.size()));
    if (isNew) {
      FifoHistory fifo;
      fifo.from = key.first;
      fifo.to = key.second;
      fifo.betweenCores =
          trace.lanes[key.first].core != trace.lanes[key.second].core;
      const DeviceUnit *unit =
          device ? device->unit(trace.lanes[key.second].unit) : nullptr;
      fifo.depth = unit ? unit->queueDepth : 0;
      fifos.push_back(std::move(fifo));
    }
    int64_t cycle = e.begin;
    const Event *wait = portWait[e.lane];
    if (wait && wait->end == e.begin && wait->source == e.source &&
        (e.kind == EventKind::Push || e.kind == EventKind::Pop))
      cycle = wait->begin;
    FifoHistory &fifo = fifos[it->second];
    (sends ? fifo.entered : fifo.left).push_back(cycle);
  }
  for (FifoHistory &fifo : fifos)
    for (std::vector<int64_t> *cycles : {&fifo.entered, &fifo.left})
      if (!std::is_sorted(cycles->begin(), cycles->end()))
        std::sort(cycles->begin(), cycles->end());
}

std::vector<uint32_t> Fifos::ofCore(const Trace &trace, int32_t core) const {
  std::vector<uint32_t> out;
  for (uint32_t i = 0; i < fifos.size(); ++i)
    if (trace.lanes[fifos[i].from].core == core ||
        trace.lanes[fifos[i].to].core == core)
      out.push_back(i);
  return out;
}

std::optional<uint32_t> Fifos::between(uint32_t from, uint32_t to) const {
  auto it = index.find({from, to});
  return it == index.end() ? std::nullopt : std::optional(it->second);
}

} // namespace sg::viz
