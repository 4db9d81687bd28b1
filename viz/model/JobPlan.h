// A job as the runtime sees it: what every command of its plans does in plain
// words, and its binaries word by word, before and after the program
// correction for the launch arguments given.
#pragma once
#include "engine/spyrecode/Image.h"
#include "engine/spyrecode/SpyreCode.h"
#include <optional>
#include <span>

namespace sg::viz {

/// One command of a plan.
struct PlanRow {
  enum Phase : uint8_t {
    Preparation, ///< once per job
    Execution,   ///< at every launch
  };
  Phase phase = Preparation;
  uint32_t index = 0;              ///< in its plan
  std::string name;                ///< "InitTransfer"
  std::string does;                ///< a sentence
  std::optional<uint64_t> address; ///< device address it names
  uint64_t bytes = 0;              ///< it reserves, moves or computes
  std::optional<uint32_t> binary;  ///< of JobModel::binaries(), moved or run
  std::string error;               ///< why it would fail; empty if it would not
};
const char *phaseName(PlanRow::Phase phase);

/// One lane of the correction rows.
struct CorrectionValue {
  std::string name;                ///< "x_ptr"
  std::string expression;          ///< "x_ptr * 2 + 256"
  std::vector<uint32_t> arguments; ///< launch arguments in it
  std::optional<int64_t> value;    ///< for the arguments given
};

/// A word of an image that a launch replaces.
struct PatchedWord {
  static constexpr uint32_t checksum = UINT32_MAX;
  uint64_t offset = 0;            ///< byte in the image, a multiple of 8
  uint32_t relocation = checksum; ///< index into Binary::relocations
  uint64_t before = 0, after = 0;
};

/// A stretch of an image with one meaning.
struct ImagePart {
  std::string name; ///< "header", "code of sfu", "table of core 0 / MNILU"
  uint64_t begin = 0, end = 0; ///< bytes
};

/// One binary of the job.
struct JobBinary {
  std::string file;
  uint64_t address = 0;         ///< on the device
  std::vector<uint8_t> before;  ///< the file
  std::vector<uint8_t> after;   ///< as it runs; empty when that is not known
  image::Mapped mapped;         ///< of `before`
  std::string error;            ///< why it does not decode; `mapped` is empty
  std::vector<ImagePart> parts; ///< by begin, without holes
  std::vector<PatchedWord> patches; ///< by offset; empty without `after`

  size_t words() const { return before.size() / 8; }
  uint64_t word(size_t index, bool corrected) const;
  const PatchedWord *patchAt(uint64_t offset) const;
  /// The part that holds a byte; null behind the end.
  const ImagePart *partAt(uint64_t offset) const;
};

class JobModel {
public:
  JobModel() = default;
  /// `kernel` may be null. Without `arguments`, or with a wrong number of
  /// them, the plan is shown and nothing is corrected.
  JobModel(const SpyreCode &code, const KernelInfo *kernel,
           std::span<const int64_t> arguments);

  /// Preparation first, each in its order.
  const std::vector<PlanRow> &commands() const { return rows; }
  const std::vector<JobBinary> &binaries() const { return images; }
  /// What the host computes, lane by lane.
  const std::vector<CorrectionValue> &corrections() const { return lanes; }
  /// Names of launch arguments ("argument 3" where nobody knows one).
  const std::vector<std::string> &argumentNames() const { return names; }
  const std::vector<int64_t> &arguments() const { return given; }
  /// Whether a launch with these arguments is shown.
  bool corrected() const { return launched; }
  /// The lane behind a patched word; null for the checksum.
  const CorrectionValue *cause(const JobBinary &binary,
                               const PatchedWord &word) const;

private:
  struct HostData;
  std::vector<PlanRow> rows;
  std::vector<JobBinary> images;
  std::vector<CorrectionValue> lanes;
  std::vector<std::string> names;
  std::vector<int64_t> given;
  bool launched = false;

  void describe(const JobPlan &plan, const FileSet &files);
  void addBinary(const InitTransferCommand &command, PlanRow &row,
                 const FileSet &files);
  void addLanes(const std::vector<SymbolExpr> &symbols);
  void launch(const JobPlan &plan);
  std::string computeOnHost(const ComputeOnHostCommand &command,
                            HostData &data);
  std::string correct(JobBinary &binary, const HostData &data);
};

/// "core 3 / corelet 1 / SFU".
std::string unitName(const Instance &instance);
/// "x_ptr * 2 + 256" with the names of launch arguments.
std::string expressionText(const SymbolExpr &symbol,
                           const std::vector<std::string> &argumentNames);

} // namespace sg::viz
