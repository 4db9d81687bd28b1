// The scheduling passes in the order in which they run, each with what it is
// for in a sentence.
#pragma once
#include "engine/schedule/Schedule.h"
#include "mlir/Pass/Pass.h"

namespace sg {

struct SchedulePassInfo {
  std::string name;    ///< "double-buffer"
  std::string purpose; ///< one sentence for people
  std::unique_ptr<mlir::Pass> (*create)(ScheduleContextPtr);
};

/// KTIR to DataflowIR, in order.
const std::vector<SchedulePassInfo> &schedulePasses();

/// Makes every pass known to `spyreglass-opt` as --sg-<name>, with options
/// `device` (a device file), `opt` (NAME=VALUE, repeatable) and `define`.
void registerPasses();

std::unique_ptr<mlir::Pass> createSpecializePass(ScheduleContextPtr = {});
std::unique_ptr<mlir::Pass> createCheckSupportPass(ScheduleContextPtr = {});
std::unique_ptr<mlir::Pass> createFormProgramsPass(ScheduleContextPtr = {});
std::unique_ptr<mlir::Pass> createPeelLoopsPass(ScheduleContextPtr = {});
std::unique_ptr<mlir::Pass> createBuildPipelinesPass(ScheduleContextPtr = {});
std::unique_ptr<mlir::Pass> createRouteTransfersPass(ScheduleContextPtr = {});
std::unique_ptr<mlir::Pass> createChooseTilesPass(ScheduleContextPtr = {});
std::unique_ptr<mlir::Pass> createTilePass(ScheduleContextPtr = {});
std::unique_ptr<mlir::Pass> createHoistTransfersPass(ScheduleContextPtr = {});
std::unique_ptr<mlir::Pass> createDoubleBufferPass(ScheduleContextPtr = {});
std::unique_ptr<mlir::Pass> createSplitCoreletsPass(ScheduleContextPtr = {});
std::unique_ptr<mlir::Pass> createAssignAddressesPass(ScheduleContextPtr = {});
std::unique_ptr<mlir::Pass> createMakeUnitsPass(ScheduleContextPtr = {});
std::unique_ptr<mlir::Pass> createEmitDataflowPass(ScheduleContextPtr = {});

} // namespace sg
