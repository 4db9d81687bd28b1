// Which elements a kernel's tiles access, on the samples and on random kernels:
// what stores name must be what the interpreter writes, and what transfers
// moved what the tiles access.
#include "tests/bench/Samples.h"
#include "tests/engine/session/RandomKernel.h"
#include <doctest/doctest.h>

using namespace sg;

namespace {

void visit(const StridedBox &box, const std::vector<StridedDim> &table,
           const std::function<void(int64_t)> &f) {
  std::vector<StridedDim> dims(box.dims(table).begin(), box.dims(table).end());
  std::function<void(size_t, int64_t)> walk = [&](size_t d, int64_t at) {
    if (d == dims.size())
      return f(at);
    for (int64_t i = 0; i < dims[d].count; ++i)
      walk(d + 1, at + i * dims[d].stride);
  };
  walk(0, box.start);
}

/// One flag per element of every buffer, for reads and for writes.
struct Touched {
  std::vector<std::vector<uint8_t>> reads, writes;
  explicit Touched(const KernelInfo &info) {
    for (const KernelBuffer &buffer : info.buffers) {
      reads.emplace_back(size_t(buffer.endElement - buffer.firstElement), 0);
      writes.push_back(reads.back());
    }
  }
};

Touched byTiles(const KernelInfo &info, const AccessMap &map) {
  Touched out(info);
  for (const KernelAccess &access : map.accesses) {
    uint32_t buffer = map.views[access.view].buffer;
    auto &flags = access.write ? out.writes[buffer] : out.reads[buffer];
    for (const StridedBox &box : map.boxesOf(access))
      visit(box, map.dims, [&](int64_t element) {
        size_t at = size_t(element - info.buffers[buffer].firstElement);
        REQUIRE(at < flags.size());
        flags[at] = 1;
      });
  }
  return out;
}

Touched byTransfers(const KernelInfo &info, const RunResult &run) {
  Touched out(info);
  for (const DeviceRange &range : run.trace.deviceRanges)
    visit(range.bytes, run.trace.rangeDims, [&](int64_t byte) {
      for (size_t b = 0; b < info.buffers.size(); ++b) {
        const KernelBuffer &buffer = info.buffers[b];
        int64_t base = buffer.argument ? run.arguments[*buffer.argument]
                                       : buffer.constantAddress;
        int64_t first =
            (base + buffer.firstElement) * int64_t(formatBytes(buffer.format));
        auto &flags = range.write ? out.writes[b] : out.reads[b];
        size_t at = size_t(byte - first) / formatBytes(buffer.format);
        if (byte >= first && at < flags.size())
          flags[at] = 1;
      }
    });
  return out;
}

bool isLarge(const KernelInfo &info) {
  int64_t elements = 0;
  for (const KernelBuffer &buffer : info.buffers)
    elements += buffer.endElement - buffer.firstElement;
  return elements > 1'000'000;
}

void check(CompileRequest request) {
  request.archDirs = {SPYREGLASS_SOURCE_DIR "/archs"};
  auto session = Session::create(request);
  session->step();
  if (session->failed())
    return;
  // One step is enough for it, and it says nothing.
  size_t messages = session->diagnostics().size();
  auto map = session->accesses();
  REQUIRE_MESSAGE(map, map.error().str());
  CHECK(map->complete);
  CHECK(session->diagnostics().size() == messages);
  const KernelInfo &info = *session->kernel();
  if (isLarge(info))
    return;
  Touched tiles = byTiles(info, *map);
  auto meant = session->interpret({});
  REQUIRE_MESSAGE(meant, meant.error().str());
  for (size_t b = 0; b < info.buffers.size(); ++b) {
    const KernelBuffer &buffer = info.buffers[b];
    CAPTURE(buffer.name);
    if (buffer.use != BufferUse::Out)
      continue;
    // Elements of the first view, in row-major order.
    std::vector<int64_t> at(buffer.shape.size(), 0);
    for (uint8_t written : (*meant)[b].written) {
      int64_t element = buffer.viewOffset - buffer.firstElement;
      for (size_t d = 0; d < at.size(); ++d)
        element += at[d] * buffer.strides[d];
      REQUIRE(tiles.writes[b][size_t(element)] == written);
      for (size_t d = at.size(); d-- > 0;) {
        if (++at[d] < buffer.shape[d])
          break;
        at[d] = 0;
      }
    }
  }
  if (!session->compile())
    return;
  RunRequest run;
  run.recordEvents = true;
  run.maxCycles = 10'000'000;
  auto result = session->run(run);
  if (!result)
    return;
  Touched moved = byTransfers(info, *result);
  CHECK(moved.writes == tiles.writes);
  // A load that nobody uses is not done, and whole sticks may be fetched.
  for (size_t b = 0; b < info.buffers.size(); ++b)
    for (size_t e = 0; e < moved.reads[b].size(); ++e)
      if (moved.reads[b][e])
        REQUIRE(tiles.reads[b][e]);
}

} // namespace

TEST_CASE("accesses of the samples") {
  size_t seen = 0;
  for (const test::SampleFile &sample : test::sampleFiles())
    for (const std::string &kernel : sample.kernels) {
      INFO(sample.name() << " " << kernel);
      CompileRequest request = bench::request(sample, "spyre");
      request.kernel = kernel;
      check(request);
      ++seen;
    }
  CHECK(seen > 10);
}

TEST_CASE("accesses of random kernels") {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    test::RandomKernel kernel = test::randomKernel(seed);
    INFO(kernel.describe());
    check(kernel.request);
  }
}

TEST_CASE("a kernel that cannot be read has no accesses") {
  CompileRequest request;
  request.text = "func.func @k(";
  auto session = Session::create(request);
  CHECK_FALSE(session->accesses());
  session->step();
  CHECK_FALSE(session->accesses());
}
