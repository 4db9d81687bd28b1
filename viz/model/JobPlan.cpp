#include "viz/model/JobPlan.h"
#include "engine/spyrecode/ByteStream.h"
#include "engine/spyrecode/HostCompute.h"
#include <algorithm>

namespace sg::viz {

uint64_t JobBinary::word(size_t index, bool corrected) const {
  const std::vector<uint8_t> &bytes =
      corrected && !after.empty() ? after : before;
  return index < words() ? loadLittle(bytes.data() + index * 8, 8) : 0;
}

const PatchedWord *JobBinary::patchAt(uint64_t offset) const {
  auto it = std::lower_bound(
      patches.begin(), patches.end(), offset,
      [](const PatchedWord &word, uint64_t at) { return word.offset < at; });
  return it != patches.end() && it->offset == offset ? &*it : nullptr;
}

const ImagePart *JobBinary::partAt(uint64_t offset) const {
  auto it = std::upper_bound(
      parts.begin(), parts.end(), offset,
      [](uint64_t at, const ImagePart &part) { return at < part.begin; });
  return it != parts.begin() && offset < (it - 1)->end ? &*(it - 1) : nullptr;
}

/// What its bytes are for, from the first to the last.
static std::vector<ImagePart> partsOf(const image::Mapped &mapped,
                                      uint64_t size) {
  std::vector<ImagePart> parts = {{"header", 0, 0},
                                  {"section table", image::headerBytes, 0}};
  for (uint32_t i = 1; i <= image::numSections; ++i) {
    const image::Layout::Part &section = mapped.layout.parts[i];
    if (!section.bytes)
      continue;
    if (i == image::Code)
      for (size_t s = 0; s < mapped.instructions.size(); ++s)
        parts.push_back({"code of " + mapped.binary.streams[s].name,
                         mapped.instructions[s].front(), 0});
    else if (i == image::Tables)
      for (size_t n = 0; n < mapped.tables.size(); ++n) {
        if (!mapped.binary.instances[n].table.empty())
          parts.push_back({"table of " + unitName(mapped.binary.instances[n]),
                           mapped.tables[n], 0});
      }
    else
      parts.push_back({image::sectionName(i), section.offset, 0});
  }
  for (size_t i = 0; i < parts.size(); ++i)
    parts[i].end = i + 1 < parts.size() ? parts[i + 1].begin : size;
  return parts;
}

void JobModel::addBinary(const InitTransferCommand &command, PlanRow &row,
                         const FileSet &files) {
  auto file = files.find(command.file);
  if (file == files.end()) {
    row.error = "there is no file '" + command.file + "'";
    return;
  }
  JobBinary binary;
  binary.file = command.file;
  binary.address = command.devPtr;
  binary.before = file->second;
  if (auto mapped = image::decodeMapped(binary.before)) {
    binary.mapped = std::move(*mapped);
    binary.parts = partsOf(binary.mapped, binary.before.size());
  } else {
    row.error = binary.error = mapped.error().str();
  }
  row.binary = uint32_t(images.size());
  images.push_back(std::move(binary));
}

// The launch.

/// Data the host has by name, and what it has written to the device, in order.
struct JobModel::HostData {
  std::map<std::string, std::vector<uint8_t>> handles;
  struct Write {
    uint64_t address = 0;
    std::vector<uint8_t> bytes;
  };
  std::vector<Write> writes;

  std::string transfer(const DataTransferCommand &c) {
    if (c.toHost)
      return {};
    auto data = handles.find(c.hostHandle);
    if (data == handles.end())
      return "nothing has produced host data '" + c.hostHandle + "'";
    if (data->second.size() != c.size)
      return "host data '" + c.hostHandle + "' has another size";
    writes.push_back({c.devPtr, data->second});
    return {};
  }
  /// What one transfer put right ahead of `end`.
  const uint8_t *ahead(uint64_t end, uint64_t bytes) const {
    for (auto it = writes.rbegin(); it != writes.rend(); ++it)
      if (end - bytes >= it->address && end - it->address <= it->bytes.size())
        return it->bytes.data() + (end - bytes - it->address);
    return nullptr;
  }
};

std::string JobModel::computeOnHost(const ComputeOnHostCommand &command,
                                    HostData &data) {
  auto out = hostCompute(command, given);
  if (!out)
    return out.error().str();
  for (size_t i = 0; i < lanes.size() && i * 8 + 8 <= out->size(); ++i)
    lanes[i].value = int64_t(loadLittle(out->data() + i * 8, 8));
  data.handles[command.outHandle] = std::move(*out);
  return {};
}

std::string JobModel::correct(JobBinary &binary, const HostData &data) {
  if (!binary.error.empty())
    return binary.error;
  const Binary &program = binary.mapped.binary;
  std::vector<uint8_t> image = binary.before;
  if (!program.relocations.empty()) {
    uint64_t bytes =
        correctionRows(program.symbols.size()) * correctionRowBytes;
    const uint8_t *lane =
        bytes <= binary.address ? data.ahead(binary.address, bytes) : nullptr;
    if (!lane)
      return "no correction data lies ahead of the program";
    if (auto ok = correctImage(image, std::span(lane, bytes)); !ok)
      return ok.error().str();
  }
  binary.after = std::move(image);
  std::map<uint64_t, uint32_t> relocated = {
      {image::checksumAt, PatchedWord::checksum}};
  for (uint32_t i = 0; i < program.relocations.size(); ++i)
    relocated[binary.mapped.offsetOf(program.relocations[i])] = i;
  binary.patches.clear();
  if (!program.relocations.empty())
    for (const auto &[offset, relocation] : relocated)
      binary.patches.push_back({offset, relocation,
                                binary.word(offset / 8, false),
                                binary.word(offset / 8, true)});
  return {};
}

void JobModel::launch(const JobPlan &plan) {
  HostData data;
  bool failed = false;
  for (PlanRow &row : rows) {
    failed |= !row.error.empty();
    if (row.phase != PlanRow::Execution || failed)
      continue;
    const PlanCommand &command = plan.execution[row.index];
    if (const auto *host = std::get_if<ComputeOnHostCommand>(&command))
      row.error = computeOnHost(*host, data);
    else if (const auto *moved = std::get_if<DataTransferCommand>(&command))
      row.error = data.transfer(*moved);
    else if (row.binary)
      row.error = correct(images[*row.binary], data);
    failed = !row.error.empty();
  }
  launched = !failed;
}

JobModel::JobModel(const SpyreCode &code, const KernelInfo *kernel,
                   std::span<const int64_t> arguments)
    : given(arguments.begin(), arguments.end()) {
  if (kernel)
    for (const KernelArgument &argument : kernel->arguments)
      names.push_back(argument.name);
  for (size_t i = names.size(); i < given.size(); ++i)
    names.push_back("argument " + std::to_string(i));
  describe(code.plan, code.binaries);
  bool needs = !lanes.empty();
  if (!needs || !given.empty())
    launch(code.plan);
}

const CorrectionValue *JobModel::cause(const JobBinary &binary,
                                       const PatchedWord &word) const {
  const auto &relocations = binary.mapped.binary.relocations;
  if (word.relocation >= relocations.size())
    return nullptr;
  uint32_t slot = relocations[word.relocation].slot;
  return slot < lanes.size() ? &lanes[slot] : nullptr;
}

} // namespace sg::viz
