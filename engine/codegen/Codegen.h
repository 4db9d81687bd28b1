// From DataflowIR to the binary the machine runs: one stream per group of
// units with the same program, tables for what differs between them,
// relocations for what is only known at launch.
//
// What forms of DataflowIR are accepted: engine/codegen/README.md.
#pragma once
#include "engine/device/Device.h"
#include "engine/ops/OpTable.h"
#include "engine/spyrecode/SpyreCode.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LogicalResult.h"

namespace sg {

/// Generates code for a verified module. Errors are MLIR diagnostics at the
/// operation that cannot be expressed.
mlir::FailureOr<Binary> generateBinary(mlir::ModuleOp dataflowIr,
                                       const Device &device,
                                       const OpTable &ops = OpTable::builtin());

/// The SpyreCode job of a binary, with device.json and kernel.json. Errors are
/// diagnostics at `location`.
mlir::FailureOr<SpyreCode> generateSpyreCode(const Binary &binary,
                                             const Device &device,
                                             const KernelInfo &info,
                                             mlir::Location location);

} // namespace sg
