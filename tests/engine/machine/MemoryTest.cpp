#include "engine/machine/Fifo.h"
#include "engine/machine/GlobalMemory.h"
#include "engine/machine/Scratchpad.h"
#include "engine/machine/Transfer.h"
#include <doctest/doctest.h>

using namespace sg;

TEST_CASE("device memory: only what is reserved, only what was written") {
  GlobalMemory memory(uint64_t(1) << 37);
  uint64_t at = 3 * segmentBytes + 65536 - 4; // across two pages
  REQUIRE(memory.reserve(at, 16));
  uint8_t data[16] = {1, 2, 3, 4, 5, 6, 7, 8}, back[16] = {};
  CHECK(!memory.write(at, data, 8));
  CHECK(!memory.read(at, back, 8));
  CHECK(std::memcmp(data, back, 8) == 0);
  auto fault = memory.read(at, back, 9);
  REQUIRE(fault);
  CHECK(fault->address == at + 8);
  CHECK(fault->message == "this byte was never written");
  fault = memory.write(at + 8, data, 9);
  REQUIRE(fault);
  CHECK(fault->address == at + 16);
  CHECK(fault->message == "this address is not reserved");
  CHECK(memory.read(0, back, 1));
  CHECK(memory.read(UINT64_MAX, back, 1));
  uint8_t flags[16];
  CHECK(!memory.written(at, flags, 16));
  CHECK(flags[7] == 1);
  CHECK(flags[8] == 0);
  CHECK(!memory.peek(at + 8, back, 8));
  CHECK(back[0] == 0);
}

TEST_CASE("device memory: reservations join, segments and capacity bound") {
  GlobalMemory memory(4096);
  REQUIRE(memory.reserve(0, 1000));
  REQUIRE(memory.reserve(500, 1000)); // overlaps
  REQUIRE(memory.reserve(1500, 500)); // touches
  uint8_t byte = 0;
  CHECK(!memory.write(999, &byte, 1));
  CHECK(memory.write(2000, &byte, 1));
  CHECK(!memory.reserve(8192, 2097)); // 2000 are taken
  CHECK(memory.reserve(8192, 2096));
  CHECK(!memory.reserve(segmentBytes - 10, 11));
  CHECK(!memory.reserve(8 * segmentBytes, 1));
  CHECK(!memory.reserve(1, UINT64_MAX));
}

TEST_CASE("device memory: allocation finds gaps and keeps a distance") {
  GlobalMemory memory(uint64_t(1) << 37);
  REQUIRE(memory.reserve(0, 100));
  REQUIRE(memory.reserve(1024, 128));
  uint64_t a = *memory.allocate(256), b = *memory.allocate(4096);
  CHECK(a == 256);
  CHECK(b >= 1024 + 128 + 128);
  CHECK(b % 128 == 0);
  uint64_t big = segmentBytes - 256;
  for (uint64_t segment = 1; segment < 6; ++segment)
    CHECK(*memory.allocate(big) == segment * segmentBytes);
  CHECK(!memory.allocate(big));
  CHECK(!memory.allocate(segmentBytes));
  CHECK(memory.allocate(128));
}

TEST_CASE("scratchpad: bounds, holes, peak") {
  Scratchpad pad(256, Server(128));
  uint8_t data[64] = {9}, back[64];
  CHECK(!pad.write(100, data, 64));
  CHECK(pad.peak == 164);
  CHECK(!pad.read(100, back, 64));
  auto fault = pad.read(99, back, 2);
  REQUIRE(fault);
  CHECK(fault->address == 99);
  CHECK(pad.read(100, back, 65)->address == 164);
  CHECK(pad.write(200, data, 57));
  CHECK(pad.write(uint64_t(-4), data, 8));
}

TEST_CASE("a FIFO keeps order while it grows and wraps") {
  Fifo fifo(7, 4);
  uint32_t in = 0, out = 0;
  auto push = [&] {
    Fifo::Entry entry;
    entry.ready = int64_t(in);
    std::memcpy(fifo.push(entry), &in, 4);
    ++in;
  };
  auto pop = [&] {
    uint32_t value = 0;
    std::memcpy(&value, fifo.frontBytes(), 4);
    CHECK(value == out);
    ++out;
    fifo.pop();
  };
  for (int i = 0; i < 3; ++i)
    push();
  pop();
  while (!fifo.full())
    push();
  CHECK(in - out == 7);
  for (int round = 0; round < 20; ++round) {
    pop();
    pop();
    push();
    push();
  }
  while (!fifo.empty())
    pop();
}

TEST_CASE("a server shares its rate, in fractions of a cycle") {
  Server server(204.8);
  int64_t end = 0;
  for (int i = 0; i < 4; ++i)
    end = server.serve(0, 512).end;
  CHECK(end == 10 * ticksPerCycle); // 2048 bytes at 204.8
  CHECK(server.serve(20 * ticksPerCycle, 1).begin == 20 * ticksPerCycle);
  Server ports(768, 6);
  for (int i = 0; i < 6; ++i)
    CHECK(floorCycle(ports.serve(0, 2).begin) == 0);
}

TEST_CASE("transfer costs: pieces of each side, rounded up") {
  TransferShape shape;
  shape.runBytes = 128;
  shape.numDims = 2;
  shape.dims[0] = {4, 512, 256};
  shape.dims[1] = {2, 128, 128};
  REQUIRE(shape.finish(128, 128));
  CHECK(shape.runBytes == 256);
  CHECK(shape.runs == 4);
  CHECK(shape.bytes == 1024);
  CHECK(shape.fromCost == 1024);
  TransferShape column; // 16 elements of 2 bytes, a row apart
  column.runBytes = 2;
  column.numDims = 1;
  column.dims[0] = {16, 128, 2};
  REQUIRE(column.finish(128, 128));
  CHECK(column.fromCost == 16 * 128);
  CHECK(column.toCost == 128);
  int64_t low, high;
  column.extent(true, low, high);
  CHECK(low == 0);
  CHECK(high == 15 * 128 + 2);
  TransferShape none;
  none.runBytes = 128;
  none.numDims = 1;
  none.dims[0] = {0, 1, 1};
  REQUIRE(none.finish(128, 128));
  CHECK(none.runs == 0);
  TransferShape vast;
  vast.runBytes = 128;
  vast.numDims = 2;
  vast.dims[0] = {INT64_MAX, INT64_MAX, 0};
  vast.dims[1] = {INT64_MAX, 0, INT64_MIN};
  CHECK(!vast.finish(128, 128));
}
