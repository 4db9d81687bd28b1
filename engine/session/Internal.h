// What the parts of the session share.
#pragma once
#include "engine/schedule/Schedule.h"
#include "engine/session/DiagnosticSink.h"
#include "engine/session/Session.h"
#include "mlir/IR/BuiltinOps.h"
#include <map>

namespace sg {

/// A position in the source text.
struct SourcePlace {
  std::string file;
  uint32_t line = 0, column = 0;
};
/// The first file position in a location; nothing when there is none.
std::optional<SourcePlace> placeOf(mlir::Location loc);

/// Operations of the source by position: which index of the first stage's ops
/// stands at a line and column.
using OriginMap = std::map<std::pair<uint32_t, uint32_t>, uint32_t>;

/// Prints the module and lists its operations with their ranges and origins.
/// On the first stage `origins` is empty and gets filled.
void snapshotModule(mlir::ModuleOp module, Stage &stage, OriginMap &origins);
/// The same for the disassembly of a binary.
void snapshotBinary(const Binary &binary, const OpTable &ops, Stage &stage,
                    const OriginMap &origins);

LowerBound lowerBound(const ScheduleContext &context);

/// The first view's elements of a region, in row-major order.
BufferContent viewOf(const KernelBuffer &buffer,
                     const std::vector<uint8_t> &region,
                     const std::vector<uint8_t> &written);
/// One value per argument: sizes as fixed, data scalars as given or random.
std::vector<int64_t> argumentValues(const KernelInfo &info, uint64_t seed);

/// Contents of every buffer before a run; empty for what is only written.
Result<std::vector<std::vector<uint8_t>>> fillAll(const KernelInfo &info,
                                                  const RunRequest &request);

} // namespace sg
