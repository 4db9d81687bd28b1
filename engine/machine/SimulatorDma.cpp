// Transfers. A unit's transfers are served in order, in chunks: each chunk
// takes its turn at device memory (in the order of arrival, so that the cores
// share it evenly), its time on the unit's own link and at the scratchpad. The
// next chunk asks when this one is served; latencies count once, at the end,
// so that consecutive transfers overlap theirs. The bytes move when the last
// chunk has arrived.
#include "engine/machine/Simulator.h"

namespace sg {

bool Simulator::checkExtent(UnitState &u, const TransferJob &job, bool fromSide,
                            int64_t cycle) {
  const MemorySide &side = fromSide ? job.code->from : job.code->to;
  int64_t start = fromSide ? job.shape.from : job.shape.to, low, high;
  job.shape.extent(fromSide, low, high);
  __int128 begin = __int128(start) + low, end = __int128(start) + high;
  __int128 size = side.global ? __int128(segmentBytes) * 8
                              : __int128(device.localMemory().bytes);
  if (begin >= 0 && end <= size)
    return true;
  fault(u, *job.code, cycle,
        {uint64_t(begin < 0 ? begin : end - 1),
         "the memory ends at byte " + std::to_string(int64_t(size))},
        fromSide, side.global);
  return false;
}

Simulator::Outcome Simulator::transfer(uint32_t unit, const Code &code,
                                       int64_t &cycle) {
  UnitState &u = units[unit];
  if (u.jobs.size() >= maxOutstanding) {
    block(u, EventKind::WaitMemory, 0, cycle);
    return Outcome::Blocked;
  }
  unblock(u, cycle);
  TransferJob job;
  job.code = &code;
  job.issued = cycle;
  TransferShape &shape = job.shape;
  shape.from = value(u, code.a);
  shape.to = value(u, code.b);
  shape.runBytes = int64_t(code.count) * formatBytes(code.format);
  const TransferDim *dims = u.spec->stream->dims.data() + code.list;
  shape.numDims = code.listSize;
  for (unsigned i = 0; i < shape.numDims; ++i)
    shape.dims[i] = {value(u, dims[i].count), value(u, dims[i].fromStride),
                     value(u, dims[i].toStride)};
  if (!shape.finish(code.from.granularity, code.to.granularity)) {
    failAt(u, code, cycle, "this transfer moves more than 2^50 bytes");
    return Outcome::Failed;
  }
  if (shape.runs &&
      (!checkExtent(u, job, true, cycle) || !checkExtent(u, job, false, cycle)))
    return Outcome::Failed;
  int64_t cost = std::max(shape.fromCost, shape.toCost);
  job.chunks = (cost + chunkBytes - 1) / chunkBytes;
  if (u.jobs.empty())
    u.activeSince = cycle;
  u.jobs.push_back(std::move(job));
  cycle += 1;
  if (u.serving + 1 == u.jobs.size())
    at(cycle, Chunk, unit);
  return Outcome::Done;
}

void Simulator::chunk(uint32_t unit, int64_t cycle) {
  UnitState &u = units[unit];
  TransferJob &job = u.jobs[u.serving];
  int64_t end = cycle * ticksPerCycle;
  if (job.chunksDone < job.chunks) {
    int64_t start = std::max(end, u.linkFree);
    end = start;
    auto side = [&](const MemorySide &where, int64_t cost) {
      auto upTo = [&](int64_t n) {
        return int64_t(__int128(cost) * n / job.chunks);
      };
      int64_t bytes = upTo(job.chunksDone + 1) - upTo(job.chunksDone);
      Server &server = where.global ? deviceServer : pads[u.spec->core].port;
      end = std::max(end, server.serve(start, bytes).end);
      u.linkFree = std::max(
          u.linkFree, start + serviceTicks(bytes, where.linkBytesPerCycle));
      return bytes;
    };
    int64_t read = side(job.code->from, job.shape.fromCost);
    int64_t write = side(job.code->to, job.shape.toCost);
    if (job.code->from.global)
      totals.deviceReadBytes += read;
    if (job.code->to.global)
      totals.deviceWriteBytes += write;
    end = std::max(end, u.linkFree);
    ++job.chunksDone;
  }
  int64_t next = std::max(cycle, floorCycle(end));
  if (job.chunksDone < job.chunks)
    return at(next, Chunk, unit);
  int64_t latency = job.code->from.latency + job.code->to.latency +
                    u.spec->unit->latencyCycles;
  u.lastComplete = job.completes =
      std::max(u.lastComplete, ceilCycle(end) + (job.chunks ? latency : 0));
  at(job.completes, Complete, unit);
  if (++u.serving < u.jobs.size())
    at(next, Chunk, unit);
}

void Simulator::complete(uint32_t unit, int64_t cycle) {
  UnitState &u = units[unit];
  const TransferJob &job = u.jobs.front();
  if (!move(u, job, cycle))
    return;
  if (options.recordEvents) {
    Event event;
    event.begin = job.issued;
    event.end = cycle;
    event.lane = unit;
    event.source = job.code->source;
    event.bytes = uint32_t(std::min<int64_t>(job.shape.bytes, UINT32_MAX));
    if (job.code->tag)
      event.tag = bufferTag(
          job.code->tag,
          uint64_t(job.code->from.global ? job.shape.to : job.shape.from));
    event.kind = EventKind::Transfer;
    log.add(placed(event));
    recordRange(job, true);
    recordRange(job, false);
  }
  for (uint8_t port : job.signals)
    if (!signal(u, *job.code, port, cycle))
      return;
  u.jobs.pop_front();
  --u.serving;
  if (u.jobs.empty()) {
    u.activeCycles += cycle - u.activeSince;
    u.totals.busy += cycle - u.activeSince;
  }
  if (u.blocked && (u.blockKind == EventKind::WaitMemory ||
                    (u.blockKind == EventKind::WaitFence && u.jobs.empty())))
    wake(unit, cycle);
}

void Simulator::recordRange(const TransferJob &job, bool fromSide) {
  const MemorySide &side = fromSide ? job.code->from : job.code->to;
  const TransferShape &shape = job.shape;
  if (!side.global || !shape.runs)
    return;
  std::vector<StridedDim> dims;
  for (unsigned i = 0; i < shape.numDims; ++i)
    dims.push_back({shape.dims[i].count, fromSide ? shape.dims[i].fromStride
                                                  : shape.dims[i].toStride});
  dims.push_back({shape.runBytes, 1});
  log.addRange(fromSide ? shape.from : shape.to, std::move(dims), !fromSide);
}

bool Simulator::move(UnitState &u, const TransferJob &job, int64_t cycle) {
  const TransferShape &shape = job.shape;
  Scratchpad &pad = pads[u.spec->core];
  int64_t index[maxTransferDims] = {};
  int64_t from = shape.from, to = shape.to;
  budget -= shape.runs / 8 + shape.bytes / 4096;
  for (int64_t run = 0; run < shape.runs; ++run) {
    for (int64_t done = 0; done < shape.runBytes;) {
      uint64_t n = uint64_t(
          std::min<int64_t>(int64_t(buffer.size()), shape.runBytes - done));
      uint64_t source = uint64_t(from + done), target = uint64_t(to + done);
      auto bad = job.code->from.global ? memory.read(source, buffer.data(), n)
                                       : pad.read(source, buffer.data(), n);
      if (bad) {
        fault(u, *job.code, cycle, *bad, true, job.code->from.global);
        return false;
      }
      bad = job.code->to.global ? memory.write(target, buffer.data(), n)
                                : pad.write(target, buffer.data(), n);
      if (bad) {
        fault(u, *job.code, cycle, *bad, false, job.code->to.global);
        return false;
      }
      done += int64_t(n);
    }
    for (unsigned d = shape.numDims; d-- > 0;) {
      const TransferShape::Dim &dim = shape.dims[d];
      from += dim.fromStride;
      to += dim.toStride;
      if (++index[d] < dim.count)
        break;
      from -= dim.fromStride * dim.count;
      to -= dim.toStride * dim.count;
      index[d] = 0;
    }
  }
  return true;
}

} // namespace sg
