// Gives every scratchpad buffer an address. Buffers of one program live at the
// same time; its segments (whole blocks, then what is left) follow each other
// and reuse inputs for inputs and outputs for outputs; programs reuse all.
#include "engine/schedule/Passes.h"
#include "engine/schedule/PipelineShape.h"
#include "engine/schedule/SchedulePass.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <map>

using namespace mlir;

namespace sg {
namespace {

constexpr int64_t alignment = 128; // one stick

struct Region {
  int64_t end = 0;                      // bytes used so far by this segment
  std::vector<memref::AllocOp> buffers; // in order
};

struct AssignAddresses : SchedulePass<AssignAddresses> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AssignAddresses)
  using SchedulePass::SchedulePass;
  static constexpr llvm::StringLiteral argument = "sg-assign-addresses";
  static constexpr llvm::StringLiteral purpose =
      "Places every buffer in the scratchpad so that no two that are in use at "
      "the same time overlap";
  LogicalResult run(func::FuncOp kernel);
};

} // namespace

static int64_t attribute(memref::AllocOp alloc, StringRef name) {
  auto attr = alloc->getAttrOfType<IntegerAttr>(name);
  return attr ? attr.getInt() : 0;
}

static int64_t bytesOf(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  std::optional<Format> format = formatOf(type.getElementType());
  int64_t bytes = type.getNumElements() * (format ? formatBytes(*format) : 8);
  return (bytes + alignment - 1) / alignment * alignment;
}

LogicalResult AssignAddresses::run(func::FuncOp kernel) {
  // program -> role ("in" before "out") -> segment -> buffers
  std::map<int64_t, std::map<std::string, std::map<int64_t, Region>>> programs;
  for (auto alloc : kernel.getOps<memref::AllocOp>()) {
    auto role = alloc->getAttrOfType<StringAttr>("sg.role");
    Region &region =
        programs[attribute(alloc, "sg.program")][role ? role.str() : "in"]
                [attribute(alloc, "sg.segment")];
    region.buffers.push_back(alloc);
  }
  OpBuilder b(kernel.getContext());
  int64_t peak = 0;
  for (auto &[program, roles] : programs) {
    int64_t base = 0;
    for (auto &[role, segments] : roles) {
      int64_t end = base;
      for (auto &[segment, region] : segments) {
        region.end = base;
        for (memref::AllocOp alloc : region.buffers) {
          alloc->setAttr("sg.address", b.getI64IntegerAttr(region.end));
          region.end += bytesOf(alloc);
        }
        end = std::max(end, region.end);
      }
      base = end;
    }
    peak = std::max(peak, base);
  }
  int64_t capacity = context->device.localMemory().bytes;
  if (peak > capacity)
    return kernel.emitError("the buffers of this kernel need ")
           << peak << " bytes of scratchpad, but device '"
           << context->device.name << "' has " << capacity << " per core";
  context->remark("assign-addresses", kernel.getLoc(),
                  std::to_string(peak) + " of " + std::to_string(capacity) +
                      " bytes of scratchpad used");
  return success();
}

std::unique_ptr<Pass> createAssignAddressesPass(ScheduleContextPtr context) {
  return std::make_unique<AssignAddresses>(std::move(context));
}

} // namespace sg
