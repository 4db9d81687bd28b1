#include "engine/spyrecode/Assembly.h"
#include "engine/spyrecode/SpyreCode.h"
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <functional>

using namespace sg;
namespace fs = std::filesystem;

static Binary binary(bool symbols) {
  std::string text = R"(.device "d"
.memory "DDR"
.stream "s"
  loop r1, t0
  end
.end
.instance "A", core 0, runs "s", table [0, 0]
)";
  if (symbols)
    text += ".symbol \"x_ptr\" = 0 + arg0*2\n.symbol \"n\" = 5 + arg1*1\n"
            ".relocate instance 0, t0, symbol 0\n"
            ".relocate instance 0, t1, symbol 1\n";
  return *assemble(text, "t.s");
}

static KernelInfo kernel() {
  KernelInfo info;
  info.name = "add";
  info.grid = {4, 2};
  info.arguments = {{"x_ptr", Format::F16, ArgumentKind::Base, {}},
                    {"n", Format::I64, ArgumentKind::Fixed, 48}};
  KernelBuffer buffer;
  buffer.name = "x_ptr";
  buffer.shape = {48, 64};
  buffer.strides = {64, 1};
  buffer.use = BufferUse::InOut;
  buffer.argument = 0;
  buffer.endElement = 3072;
  info.buffers = {buffer};
  info.work = {{"simple", 3072}};
  return info;
}

static SpyreCode code(bool symbols) {
  SpyreCode out;
  out.plan = *makeJobPlan(binary(symbols), kernel());
  out.binaries["init_binary.bin"] = *encode(binary(symbols));
  out.kernel = kernel();
  return out;
}

TEST_CASE("a plan without symbols, to the letter") {
  JobPlan plan = *makeJobPlan(binary(false), kernel());
  std::string size = std::to_string(encode(binary(false))->size());
  CHECK(
      toJson(plan).dump() ==
      R"({"JobPreparationPlan":[{"command":"Allocate","properties":{)"
      R"("static_size":")" +
          size +
          R"(","dynamic_size":"0"}},{"command":"InitTransfer","properties":{)"
          R"("init_bin_file":"init_binary.bin","size":")" +
          size +
          R"(","dev_ptr":"120259084288"}}],"JobExecPlan":[{"command":)"
          R"("ComputeOnDevice","properties":{"job_bin_ptr":"120259084288"}}]})");
}

TEST_CASE("a plan with symbols puts the correction rows ahead of the binary") {
  JobPlan plan = *makeJobPlan(binary(true), kernel());
  uint64_t bytes = encode(binary(true))->size();
  std::string size = std::to_string(bytes);
  nlohmann::ordered_json json = toJson(plan);
  CHECK(json["JobPreparationPlan"].dump() ==
        R"([{"command":"Allocate","properties":{"static_size":")" +
            std::to_string(bytes + 128) +
            R"(","dynamic_size":"0"}},{"command":"InitTransfer","properties":{)"
            R"("init_bin_file":"init_binary.bin","size":")" +
            size + R"(","dev_ptr":"120259084416"}}])");
  CHECK(
      json["JobExecPlan"].dump() ==
      R"([{"command":"ComputeOnHost","properties":{"ihandle":"","ishape":["2"],)"
      R"("ohandle":"correction","oshape":["1","128"],"size":"128","hcm":{)"
      R"("symbols":[{"constant":"0","name":"x_ptr","parts":[{"argument":"0",)"
      R"("coefficient":"2"}]},{"constant":"5","name":"n","parts":[)"
      R"({"argument":"1","coefficient":"1"}]}]}}},)"
      R"({"command":"DataTransfer","properties":{"dirn":"false",)"
      R"("host_handle":"correction","dev_ptr":"120259084288","size":"128"}},)"
      R"({"command":"ComputeOnDevice","properties":{)"
      R"("job_bin_ptr":"120259084416"}}])");
  Result<JobPlan> back = jobPlanFromJson(nlohmann::json(json));
  REQUIRE_MESSAGE(back, back.error().str());
  CHECK(toJson(*back).dump() == json.dump());
}

TEST_CASE("an empty shape is left out and read back as empty") {
  Binary constant = binary(false);
  constant.symbols = {{"c", 3, {}}};
  constant.relocations = {{0, 0, 0}};
  KernelInfo none;
  JobPlan plan = *makeJobPlan(constant, none);
  std::string text = toJson(plan).dump();
  CHECK(text.find("ishape") == std::string::npos);
  CHECK(jobPlanFromJson(nlohmann::json::parse(text)));
}

TEST_CASE("symbols of arguments that do not exist are refused") {
  KernelInfo info = kernel();
  info.arguments.pop_back();
  Result<JobPlan> plan = makeJobPlan(binary(true), info);
  REQUIRE(!plan);
  CHECK(plan.error().message.find("launch argument 1") != std::string::npos);
}

TEST_CASE("correction values: rows of 16 lanes") {
  int64_t arguments[] = {100, -7};
  auto rows = correctionValues(binary(true).symbols, arguments);
  REQUIRE(rows.size() == 16);
  CHECK(rows[0] == 200);
  CHECK(rows[1] == -2);
  CHECK(rows[2] == 0);
  CHECK(correctionValues(std::vector<SymbolExpr>(17), arguments).size() == 32);
  CHECK(correctionValues({}, {}).empty());
}

static std::string planError(const std::function<void(nlohmann::json &)> &f) {
  nlohmann::json json(toJson(*makeJobPlan(binary(true), kernel())));
  f(json);
  Result<JobPlan> plan = jobPlanFromJson(json);
  return plan ? "none" : plan.error().str();
}

TEST_CASE("a reader rejects what the contract does not have") {
  using nlohmann::json;
  CHECK(planError([](json &) {}) == "none");
  CHECK(planError([](json &j) { j["Extra"] = 1; }) == "Extra: unknown field");
  CHECK(planError([](json &j) { j.erase("JobExecPlan"); }) ==
        "JobExecPlan: this field is missing");
  CHECK(planError([](json &j) { j["JobExecPlan"][2]["command"] = "Launch"; }) ==
        "JobExecPlan[2].command: unknown command 'Launch'");
  CHECK(planError([](json &j) {
          j["JobExecPlan"][2]["properties"]["extra"] = "1";
        }) == "JobExecPlan[2].properties.extra: unknown field");
  CHECK(planError([](json &j) {
          j["JobPreparationPlan"][0]["properties"]["static_size"] = 42;
        }) ==
        "JobPreparationPlan[0].properties.static_size: expected a string");
  CHECK(planError([](json &j) {
          j["JobExecPlan"][2]["properties"]["job_bin_ptr"] = "120259084289";
        }).find("multiples of 128") != std::string::npos);
  CHECK(planError([](json &j) {
          j["JobExecPlan"][2]["properties"]["job_bin_ptr"] = "1280";
        }).find("segment 7") != std::string::npos);
  CHECK(planError([](json &j) {
          j["JobPreparationPlan"][1]["properties"]["init_bin_file"] =
              "../secret";
        }).find("name of a file") != std::string::npos);
  CHECK(planError([](json &j) {
          j["JobExecPlan"][0]["properties"]["hcm"]["symbols"][0]["parts"][0]
           ["coefficient"] = "two";
        }).find("hcm.symbols[0].parts.coefficient") != std::string::npos);
  CHECK(planError([](json &j) {
          j["JobPreparationPlan"][0]["command"] = "ComputeOnDevice";
        }).find("unknown command") != std::string::npos);
}

TEST_CASE("kernel.json holds all of KernelInfo") {
  KernelInfo info = kernel();
  Result<KernelInfo> back = kernelInfoFromJson(toJson(info));
  REQUIRE_MESSAGE(back, back.error().str());
  CHECK(toJson(*back) == toJson(info));
  CHECK(back->arguments[1].value == 48);
  CHECK(!back->arguments[0].value);
  CHECK(back->buffers[0].argument == 0u);
  CHECK(back->work[0] == std::pair<std::string, int64_t>("simple", 3072));
  nlohmann::json bad = toJson(info);
  bad["buffers"][0]["argument"] = 9;
  CHECK(kernelInfoFromJson(bad).error().str() ==
        "buffers[0]: 'argument' is not in the list of arguments");
  bad = toJson(info);
  bad["arguments"][0]["format"] = "f17";
  CHECK(kernelInfoFromJson(bad).error().str().find("arguments[0].format") == 0);
}

/// A directory that is gone when the test ends.
struct TempDir {
  fs::path path;
  TempDir() {
    std::string name = (fs::temp_directory_path() / "sg-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~TempDir() {
    std::error_code code;
    fs::remove_all(path, code);
  }
};

static size_t entriesOf(const fs::path &path) {
  return size_t(std::distance(fs::directory_iterator(path), {}));
}

TEST_CASE("a directory is written whole, read back and replaced") {
  TempDir temp;
  std::string path = (temp.path / "deep" / "code").string();
  Result<void> ok = writeDirectory(code(true), path);
  REQUIRE_MESSAGE(ok, ok.error().str());
  for (const char *name : {"spyrecode.json", "spyrecode_pretty.json",
                           "init_binary.bin", "kernel.json"})
    CHECK(fs::exists(fs::path(path) / name));
  Result<SpyreCode> back = readDirectory(path);
  REQUIRE_MESSAGE(back, back.error().str());
  CHECK(toFiles(*back) == toFiles(code(true)));

  SpyreCode smaller = code(false);
  smaller.kernel.reset();
  REQUIRE(writeDirectory(smaller, path + "/"));
  CHECK(!fs::exists(fs::path(path) / "kernel.json"));
  back = readDirectory(path);
  REQUIRE(back);
  CHECK(toFiles(*back) == toFiles(smaller));
  CHECK(entriesOf(temp.path / "deep") == 1); // no temporary left
}

TEST_CASE("a directory with other files is left alone") {
  TempDir temp;
  fs::path path = temp.path / "home";
  fs::create_directory(path);
  std::ofstream(path / "thesis.txt") << "precious";
  Result<void> ok = writeDirectory(code(true), path.string());
  REQUIRE(!ok);
  CHECK(ok.error().message.find("'thesis.txt'") != std::string::npos);
  CHECK(entriesOf(path) == 1);
  CHECK(entriesOf(temp.path) == 1);
  ok = writeDirectory(code(true), (path / "thesis.txt").string());
  REQUIRE(!ok);
  CHECK(ok.error().message.find("not a directory") != std::string::npos);
  CHECK(!writeDirectory(code(true), (path / "thesis.txt" / "x").string()));
}

TEST_CASE("what is wrong with a directory is said with the file's name") {
  FileSet files = toFiles(code(true));
  auto errorOf = [](const FileSet &set) {
    Result<SpyreCode> result = fromFiles(set);
    return result ? std::string("none") : result.error().str();
  };
  CHECK(errorOf(files) == "none");
  FileSet bad = files;
  bad.erase("init_binary.bin");
  CHECK(errorOf(bad).find("names file 'init_binary.bin'") != std::string::npos);
  bad = files;
  bad["init_binary.bin"].push_back(0);
  CHECK(errorOf(bad).find("init_binary.bin: the plan says") == 0);
  bad = files;
  bad["spyrecode.json"] = {'{'};
  CHECK(errorOf(bad) == "spyrecode.json: this is not JSON");
  bad = files;
  bad["kernel.json"] = std::vector<uint8_t>(100000, '[');
  CHECK(errorOf(bad) == "kernel.json: nested deeper than 64 levels");
  CHECK(errorOf({}).find("no spyrecode.json") != std::string::npos);
  CHECK(!readDirectory("/nonexistent/code"));
}
