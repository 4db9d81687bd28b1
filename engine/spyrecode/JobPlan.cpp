// The job plan as JSON, to the letter of the public contract, and back.
#include "engine/spyrecode/HostCompute.h"
#include "engine/spyrecode/JsonFields.h"

namespace sg {
namespace {

using nlohmann::ordered_json;

ordered_json shapeJson(const std::vector<uint64_t> &shape) {
  ordered_json list = ordered_json::array();
  for (uint64_t size : shape)
    list.push_back(std::to_string(size));
  return list;
}

ordered_json commandJson(const char *name, ordered_json properties) {
  ordered_json out;
  out["command"] = name;
  out["properties"] = std::move(properties);
  return out;
}

struct CommandWriter {
  ordered_json operator()(const AllocateCommand &c) const {
    return commandJson("Allocate",
                       {{"static_size", std::to_string(c.staticSize)},
                        {"dynamic_size", std::to_string(c.dynamicSize)}});
  }
  ordered_json operator()(const InitTransferCommand &c) const {
    return commandJson("InitTransfer", {{"init_bin_file", c.file},
                                        {"size", std::to_string(c.size)},
                                        {"dev_ptr", std::to_string(c.devPtr)}});
  }
  ordered_json operator()(const ComputeOnHostCommand &c) const {
    ordered_json properties;
    properties["ihandle"] = c.inHandle;
    if (!c.inShape.empty())
      properties["ishape"] = shapeJson(c.inShape);
    properties["ohandle"] = c.outHandle;
    if (!c.outShape.empty())
      properties["oshape"] = shapeJson(c.outShape);
    properties["size"] = std::to_string(c.size);
    properties["hcm"] = c.hcm;
    return commandJson("ComputeOnHost", std::move(properties));
  }
  ordered_json operator()(const DataTransferCommand &c) const {
    return commandJson("DataTransfer", {{"dirn", c.toHost ? "true" : "false"},
                                        {"host_handle", c.hostHandle},
                                        {"dev_ptr", std::to_string(c.devPtr)},
                                        {"size", std::to_string(c.size)}});
  }
  ordered_json operator()(const ComputeOnDeviceCommand &c) const {
    return commandJson("ComputeOnDevice",
                       {{"job_bin_ptr", std::to_string(c.jobBinPtr)}});
  }
};

uint64_t size(JsonFields &in, const char *key) {
  std::string text = in.text(key);
  std::optional<uint64_t> value = parseUnsigned(text);
  if (!value)
    in.fail(key, "expected a size or address in a string, like \"2048\"");
  return value.value_or(0);
}

/// A device pointer of the job itself: in segment 7 (6 where temporaries may
/// be), a multiple of 128, with its data inside the segment.
uint64_t pointer(JsonFields &in, const char *key, uint64_t bytes) {
  uint64_t value = size(in, key);
  if (value % pointerAlignment)
    in.fail(key, "device pointers are multiples of 128");
  if (value / segmentBytes != hostSegment)
    in.fail(key, "this pointer must lie in segment 7 (from 120259084288)");
  else if (bytes > segmentBytes - value % segmentBytes)
    in.fail(key, "the data reaches past the end of segment 7");
  return value;
}

std::vector<uint64_t> shape(JsonFields &in, const char *key) {
  std::vector<uint64_t> sizes;
  if (const nlohmann::json *list = in.array(key, false))
    for (const nlohmann::json &item : *list) {
      const auto *text = item.get_ptr<const std::string *>();
      std::optional<uint64_t> value =
          text ? parseUnsigned(*text) : std::nullopt;
      if (!value)
        in.fail(key, "expected sizes in strings, like [\"16\", \"128\"]");
      sizes.push_back(value.value_or(0));
    }
  return sizes;
}

std::optional<PlanCommand> preparationCommand(const std::string &name,
                                              JsonFields &in) {
  if (name == "Allocate") {
    AllocateCommand c;
    c.staticSize = size(in, "static_size");
    c.dynamicSize = size(in, "dynamic_size");
    if (c.staticSize > segmentBytes)
      in.fail("static_size", "a segment has 16 GiB");
    if (c.dynamicSize > segmentBytes)
      in.fail("dynamic_size", "a segment has 16 GiB");
    return c;
  }
  if (name == "InitTransfer") {
    InitTransferCommand c;
    c.file = in.text("init_bin_file");
    if (c.file.empty() || c.file[0] == '.' ||
        c.file.find_first_of(std::string_view("/\\\0", 3)) != std::string::npos)
      in.fail("init_bin_file", "expected the name of a file in the directory");
    c.size = size(in, "size");
    c.devPtr = pointer(in, "dev_ptr", c.size);
    return c;
  }
  return std::nullopt;
}

std::optional<PlanCommand> executionCommand(const std::string &name,
                                            const std::string &path,
                                            JsonFields &in,
                                            std::optional<Error> &error) {
  if (name == "ComputeOnHost") {
    ComputeOnHostCommand c;
    c.inHandle = in.text("ihandle");
    c.inShape = shape(in, "ishape");
    c.outHandle = in.text("ohandle");
    c.outShape = shape(in, "oshape");
    c.size = size(in, "size");
    if (const nlohmann::json *hcm = in.get("hcm")) {
      c.hcm = *hcm;
      if (auto symbols = hostComputeFromJson(*hcm, path + ".hcm");
          !symbols && !error)
        error = symbols.error();
    }
    return c;
  }
  if (name == "DataTransfer") {
    DataTransferCommand c;
    std::string direction = in.text("dirn");
    c.toHost = direction == "true";
    if (!c.toHost && direction != "false")
      in.fail("dirn", "expected \"false\" (to the device) or \"true\"");
    c.hostHandle = in.text("host_handle");
    c.size = size(in, "size");
    c.devPtr = pointer(in, "dev_ptr", c.size);
    return c;
  }
  if (name == "ComputeOnDevice") {
    ComputeOnDeviceCommand c;
    c.jobBinPtr = pointer(in, "job_bin_ptr", 0);
    return c;
  }
  return std::nullopt;
}

void readCommands(JsonFields &top, const char *key, bool execution,
                  std::vector<PlanCommand> &commands,
                  std::optional<Error> &error) {
  const nlohmann::json *list = top.array(key);
  if (!list)
    return;
  for (const nlohmann::json &item : *list) {
    std::string path =
        std::string(key) + "[" + std::to_string(commands.size()) + "]";
    JsonFields command(item, path, error);
    std::string name = command.text("command");
    const nlohmann::json *properties = command.get("properties");
    command.close();
    if (error || !properties)
      return;
    JsonFields in(*properties, path + ".properties", error);
    std::optional<PlanCommand> one =
        execution ? executionCommand(name, path + ".properties", in, error)
                  : preparationCommand(name, in);
    if (!one)
      return command.fail("command", "unknown command '" + name + "'");
    in.close();
    commands.push_back(std::move(*one));
  }
}

} // namespace

nlohmann::ordered_json toJson(const JobPlan &plan) {
  ordered_json out;
  out["JobPreparationPlan"] = ordered_json::array();
  out["JobExecPlan"] = ordered_json::array();
  for (const PlanCommand &command : plan.preparation)
    out["JobPreparationPlan"].push_back(std::visit(CommandWriter{}, command));
  for (const PlanCommand &command : plan.execution)
    out["JobExecPlan"].push_back(std::visit(CommandWriter{}, command));
  return out;
}

Result<JobPlan> jobPlanFromJson(const nlohmann::json &json) {
  std::optional<Error> error;
  JobPlan plan;
  JsonFields top(json, "", error);
  readCommands(top, "JobPreparationPlan", false, plan.preparation, error);
  readCommands(top, "JobExecPlan", true, plan.execution, error);
  top.close();
  if (error)
    return *error;
  return plan;
}

Result<JobPlan> makeJobPlan(const Binary &binary, const KernelInfo &info) {
  Result<std::vector<uint8_t>> image = encode(binary);
  if (!image)
    return image.error();
  for (const SymbolExpr &symbol : binary.symbols)
    for (const SymbolExpr::Part &part : symbol.parts)
      if (part.argument >= info.arguments.size())
        return Error{"symbol '" + symbol.name + "' uses launch argument " +
                         std::to_string(part.argument) + ", but kernel '" +
                         info.name + "' has " +
                         std::to_string(info.arguments.size()),
                     ""};
  uint64_t base = hostSegment * segmentBytes, size = image->size();
  uint64_t rows =
      binary.relocations.empty() ? 0 : correctionRows(binary.symbols.size());
  uint64_t correction = rows * correctionRowBytes;
  if (correction + size > segmentBytes)
    return Error{"the binary is larger than segment 7 (16 GiB)", ""};

  JobPlan plan;
  plan.preparation.push_back(AllocateCommand{correction + size, 0});
  plan.preparation.push_back(
      InitTransferCommand{"init_binary.bin", size, base + correction});
  if (rows) {
    ComputeOnHostCommand host;
    host.outHandle = "correction";
    if (!info.arguments.empty())
      host.inShape = {info.arguments.size()};
    host.outShape = {rows, correctionRowBytes};
    host.size = correction;
    host.hcm = hostComputeToJson(binary.symbols);
    plan.execution.push_back(std::move(host));
    plan.execution.push_back(
        DataTransferCommand{false, "correction", base, correction});
  }
  plan.execution.push_back(ComputeOnDeviceCommand{base + correction});
  return plan;
}

} // namespace sg
