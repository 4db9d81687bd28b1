// The queue of vectors between two unit instances, and the counter behind sync
// signals.
#pragma once
#include "engine/ops/Format.h"
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

namespace sg {

/// In order, bounded in vectors. Grows to its depth only when that is used.
class Fifo {
public:
  struct Entry {
    int64_t ready = 0; ///< cycle from which the receiver can take it
    uint32_t count = 0, bytes = 0;
    Format format = Format::F16;
    uint32_t pc = 0; ///< sender's instruction, for messages
  };

  /// `depth` in vectors, of at most `stride` bytes each.
  Fifo(uint32_t depth, uint32_t stride)
      : depth(std::max(depth, 1u)), stride(stride) {}

  bool full() const { return used == depth; }
  bool empty() const { return used == 0; }
  const Entry &front() const { return entries[head]; }
  const uint8_t *frontBytes() const {
    return data.data() + size_t(head) * stride;
  }
  void pop() {
    head = head + 1 == entries.size() ? 0 : head + 1;
    --used;
  }
  /// Adds an entry behind the others (never ready before them) and returns
  /// where its bytes go. Only when not full.
  uint8_t *push(Entry entry) {
    if (used == entries.size())
      grow();
    lastReady = entry.ready = std::max(entry.ready, lastReady);
    size_t at = head + used;
    if (at >= entries.size())
      at -= entries.size();
    entries[at] = entry;
    ++used;
    return data.data() + at * stride;
  }
  int64_t backReady() const { return lastReady; }

private:
  uint32_t depth, stride, head = 0, used = 0;
  int64_t lastReady = 0;
  std::vector<Entry> entries;
  std::vector<uint8_t> data;

  void grow() {
    size_t old = entries.size();
    size_t now = std::min<size_t>(depth, std::max<size_t>(4, old * 2));
    std::vector<Entry> moved(now);
    std::vector<uint8_t> bytes(now * stride);
    for (size_t i = 0; i < used; ++i) {
      size_t from = (head + i) % old;
      moved[i] = entries[from];
      std::memcpy(bytes.data() + i * stride, data.data() + from * stride,
                  stride);
    }
    entries = std::move(moved);
    data = std::move(bytes);
    head = 0;
  }
};

/// Signals on their way or waiting to be taken, by arrival cycle.
using SignalQueue = std::deque<int64_t>;

} // namespace sg
