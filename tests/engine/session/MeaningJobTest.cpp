// What a kernel means, in slices, with and without a schedule for it.
#include "tests/bench/Samples.h"
#include <doctest/doctest.h>
#include <limits>

using namespace sg;

namespace {

struct Meaning {
  std::unique_ptr<Session> session;
  std::vector<BufferData> buffers;
  std::string error;
  size_t slices = 0;
};

Meaning meaningOf(const CompileRequest &request, double milliseconds,
                  const RunRequest &run = {}) {
  Meaning meaning;
  meaning.session = Session::create(request);
  meaning.session->compile();
  auto job = meaning.session->startMeaning(run);
  double progress = 0;
  for (bool more = true; more; ++meaning.slices) {
    more = job->advance(milliseconds);
    CHECK(job->progress() >= progress);
    CHECK(job->progress() <= 1);
    progress = job->progress();
  }
  auto buffers = job->take();
  if (buffers)
    meaning.buffers = std::move(*buffers);
  else
    meaning.error = buffers.error().str();
  return meaning;
}

constexpr double inOne = std::numeric_limits<double>::infinity();

CompileRequest textRequest(const std::string &text) {
  CompileRequest request = bench::request("add", "toy");
  request.text = text;
  request.fileName = "sum.mlir";
  return request;
}

} // namespace

TEST_CASE("slices change nothing, and interpret() says the same") {
  CompileRequest request = bench::request("swiglu", "spyre-mini");
  Meaning whole = meaningOf(request, inOne), sliced = meaningOf(request, 0);
  CHECK(whole.slices == 1);
  CHECK(sliced.slices > 2);
  REQUIRE(whole.error == "");
  REQUIRE(whole.buffers.size() == whole.session->kernel()->buffers.size());
  for (size_t i = 0; i < whole.buffers.size(); ++i) {
    CHECK(whole.buffers[i].bytes == sliced.buffers[i].bytes);
    CHECK(whole.buffers[i].written == sliced.buffers[i].written);
  }
  auto contents = whole.session->interpret({});
  REQUIRE(contents);
  CHECK(contents->back().bytes == whole.buffers.back().bytes);
}

TEST_CASE("a run keeps what memory holds and what it should") {
  CompileRequest request = bench::request("swiglu", "spyre-mini");
  auto session = Session::create(request);
  REQUIRE(session->compile());
  RunRequest run;
  auto plain = session->run(run);
  REQUIRE(plain);
  CHECK(plain->memory.size() == plain->buffers.size());
  CHECK(plain->memory.back().bytes == plain->buffers.back().bytes);
  CHECK(plain->meaning.empty());
  run.verify = true;
  auto verified = session->run(run);
  REQUIRE(verified);
  CHECK(verified->meaning.size() == verified->buffers.size());
  CHECK(verified->meaning.back().bytes ==
        meaningOf(request, inOne).buffers.back().bytes);
}

TEST_CASE("a kernel that is not scheduled still means something") {
  RunRequest run;
  BufferFill ones;
  ones.kind = BufferFill::Ones;
  run.inputs = {{"x", ones}};
  Meaning meaning =
      meaningOf(textRequest(test::textOf(
                    SPYREGLASS_SOURCE_DIR
                    "/tests/engine/session/Inputs/unscheduled/row-sum.mlir")),
                0, run);
  REQUIRE(meaning.error == "");
  REQUIRE(meaning.buffers.size() == 2);
  const std::vector<uint8_t> &sums = meaning.buffers[1].bytes;
  REQUIRE(sums.size() == 8);
  for (size_t i = 0; i < 4; ++i) // 64 as f16
    CHECK(sums[2 * i] + 256 * sums[2 * i + 1] == 0x5400);
}

TEST_CASE("without a kernel there is no meaning, and limits hold") {
  CHECK(meaningOf(textRequest("nonsense"), inOne).error ==
        "the kernel could not be read");
  RunRequest run;
  run.maxSteps = 10;
  CHECK(meaningOf(bench::request("swiglu", "spyre-mini"), 0, run)
            .error.find("gave up after 10") != std::string::npos);
  run = {};
  run.inputs = {{"nobody", {}}};
  CHECK(meaningOf(bench::request("swiglu", "spyre-mini"), 0, run)
            .error.find("nobody") != std::string::npos);
}
