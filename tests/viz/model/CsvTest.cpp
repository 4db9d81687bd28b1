// Tables written and read back by a reader of RFC 4180.
#include "viz/model/Csv.h"
#include "SmallMachine.h"
#include "engine/spyrecode/Assembly.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace sg;
using namespace sg::viz;
using sg::viz::test::SmallMachine;

namespace {

using Table = std::vector<std::vector<std::string>>;

/// Strict: every line ends in CR LF, all lines have as many fields as the
/// first, quotes only where they may be.
Table read(const std::string &text) {
  Table table;
  size_t at = 0;
  while (at < text.size()) {
    std::vector<std::string> line;
    for (bool more = true; more;) {
      std::string field;
      if (text[at] == '"') {
        for (++at;; ++at) {
          REQUIRE(at < text.size());
          if (text[at] == '"' && (++at == text.size() || text[at] != '"'))
            break;
          field += text[at];
        }
      } else {
        while (at < text.size() && text[at] != ',' && text[at] != '\r') {
          REQUIRE(text[at] != '"');
          REQUIRE(text[at] != '\n');
          field += text[at++];
        }
      }
      REQUIRE(at < text.size());
      line.push_back(field);
      more = text[at] == ',';
      at += more;
    }
    REQUIRE(text.compare(at, 2, "\r\n") == 0);
    at += 2;
    if (!table.empty())
      REQUIRE(line.size() == table[0].size());
    table.push_back(std::move(line));
  }
  return table;
}

} // namespace

TEST_CASE("fields of any content come back") {
  std::vector<std::string> fields = {"plain", "",     "a,b",     "say \"no\"",
                                     "\"",    "\r\n", " blank ", "\xc3\xa4"};
  CsvWriter csv;
  for (const std::string &field : fields)
    csv.field(field);
  csv.endLine();
  csv.field(INT64_MIN).field(1.5).field(2.0).field(-0.0001).field(1e300, 0);
  csv.field(0.123456789, 6).field(NAN).field("last").endLine();
  std::string text = csv.take();
  Table table = read(text);
  REQUIRE(table.size() == 2);
  CHECK(table[0] == fields);
  CHECK(table[1][0] == "-9223372036854775808");
  CHECK(table[1][1] == "1.5");
  CHECK(table[1][2] == "2");
  CHECK(table[1][3] == "0");
  CHECK(std::stod(table[1][4]) == 1e300);
  CHECK(table[1][5] == "0.123457");
  CHECK(table[1][6].empty());
}

TEST_CASE("range statistics add up") {
  SmallMachine machine;
  machine.binary.sources[2] = "odd, \"name\"";
  machine.trace.sources = machine.binary.sources;
  machine.add(0, EventKind::Transfer, 0, 40, 0, 1);
  machine.add(2, EventKind::WaitInput, 0, 50);
  machine.add(2, EventKind::Compute, 50, 90);
  Timeline timeline(machine.trace);
  uint32_t lanes[] = {0, 2};
  RangeStats stats = rangeStats(timeline, 0, 100, lanes);
  Table table = read(rangeCsv(stats, machine.trace));
  int64_t sum = 0, activities = 0;
  bool odd = false;
  for (const auto &line : table) {
    if (line[0] == "range")
      sum += std::stoll(line[2]);
    activities += line[0] == "activity";
    odd |= line[1] == "odd, \"name\"" && line[2] == "40";
  }
  CHECK(sum == 200); // two lanes, 100 cycles
  CHECK(activities == 3);
  CHECK(odd);
}

TEST_CASE("events of a range, with places and peers") {
  SmallMachine machine;
  machine.add(0, EventKind::Transfer, 0, 40, 0, 1);
  machine.add(2, EventKind::Receive, 40, 41);
  machine.add(7, EventKind::Compute, 41, 60);
  machine.add(2, EventKind::Compute, 60, 70);
  Timeline timeline(machine.trace);
  Wiring wiring(machine.trace, &machine.binary);
  uint32_t lanes[] = {0, 2, 99};
  Table table = read(eventsCsv(timeline, wiring, 40, 60, lanes));
  REQUIRE(table.size() == 2); // the transfer has ended, the rest is elsewhere
  CHECK(table[1] == std::vector<std::string>{"40", "41", "0", "0", "SFU",
                                             eventKindName(EventKind::Receive),
                                             "op2", "3", "3", "", "128",
                                             "core 0 / L1LU"});
  CHECK(read(eventsCsv(timeline, wiring, 0, 100, lanes)).size() == 4);
}

TEST_CASE("scratchpads and stages") {
  std::vector<ScratchpadMap> maps;
  LiveInterval live;
  live.begin = 5;
  live.end = 25;
  live.writes = 1;
  live.reads = 2;
  live.bytesWritten = 256;
  live.bytesRead = 512;
  maps.emplace_back(3, std::vector<ScratchpadBuffer>{{"x,0", 128, 256}},
                    std::vector<LiveInterval>{live}, 1024);
  Table table = read(scratchpadCsv(maps));
  REQUIRE(table.size() == 2);
  CHECK(table[1] == std::vector<std::string>{"3", "x,0", "128", "256", "5",
                                             "25", "1", "2", "256", "512"});
  StageSummary stage;
  stage.name = "tile";
  stage.purpose = "Cuts, and \"says\" so.";
  stage.ops = 7;
  table = read(stagesCsv({stage, stage}));
  REQUIRE(table.size() == 3);
  CHECK(table[2][0] == "1");
  CHECK(table[1].back() == stage.purpose);
}

TEST_CASE("the job plan and its correction") {
  auto binary = assemble(".device \"d\"\n.symbol \"x\" = 1 + arg0*2\n"
                         ".stream \"s\"\n  loop r1, t0\n  end\n.end\n"
                         ".instance \"A\", core 0, runs \"s\", table [9]\n"
                         ".relocate instance 0, t0, symbol 0\n",
                         "t.s");
  REQUIRE_MESSAGE(binary, binary.error().str());
  KernelInfo info;
  info.arguments.resize(1);
  info.arguments[0].name = "x_ptr";
  SpyreCode code;
  code.plan = *makeJobPlan(*binary, info);
  code.binaries["init_binary.bin"] = *encode(*binary);
  int64_t arguments[] = {20};
  JobModel model(code, &info, arguments);
  Table plan = read(jobPlanCsv(model));
  REQUIRE(plan.size() == 6);
  CHECK(plan[1][0] == "preparation");
  CHECK(plan[5][2] == "ComputeOnDevice");
  CHECK(plan[5][3] == "0x1c00000080");
  Table words = read(correctionCsv(model));
  REQUIRE(words.size() == 3);
  CHECK(words[1][4] == "checksum");
  CHECK(words[2][2] == "core 0 / A");
  CHECK(words[2][5] == "x_ptr * 2 + 1");
  CHECK(words[2][6] == "9");
  CHECK(words[2][7] == "41");
}
