// Emission of one unit's program as DataflowIR.
#pragma once
#include "engine/ir/agen/Agen.h"
#include "engine/ir/dataflow/Dataflow.h"
#include "engine/ir/ktdf/Ktdf.h"
#include "engine/schedule/CoreValues.h"
#include "engine/schedule/Schedule.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <map>

namespace sg {

/// What the programs of one kernel share: its units and launch symbols.
class EmitContext {
public:
  EmitContext(mlir::func::FuncOp kernel, ScheduleContext &context);

  /// A unit or memory by kind ("SFU", "L1"), created on first use. Core and
  /// corelet are -1 where the resource is shared.
  mlir::Value unit(mlir::StringRef kind, int64_t core, int64_t corelet);
  /// Number of the launch symbol that stands for an argument.
  int64_t symbol(mlir::BlockArgument argument);

  mlir::func::FuncOp kernel;
  ScheduleContext &schedule;
  CoreValues values;

private:
  std::map<std::tuple<std::string, int64_t, int64_t>, mlir::Value> units;
  llvm::DenseMap<mlir::Value, int64_t> symbols;
};

/// The program being emitted: values that differ between the units it is for.
class UnitProgram {
public:
  UnitProgram(dataflow::ProgramUnitOp program, EmitContext &emit);

  /// A constant, or a table by unit.
  mlir::Value perCore(mlir::OpBuilder &b, mlir::Location loc,
                      const PerCore &numbers);
  /// A linear form: launch symbols, loop counters, constants.
  mlir::Value linear(mlir::OpBuilder &b, mlir::Location loc,
                     const LinearForm &form);
  /// The unit or memory of a kind beside the unit that runs.
  mlir::Value beside(mlir::Location loc, mlir::StringRef kind);
  /// Replaces what is known per tile by constants and tables.
  mlir::Value localIndex(mlir::OpBuilder &b, mlir::Value value);

  dataflow::ProgramUnitOp program;
  EmitContext &emit;
  /// Vectors received for a tensor (by address), by their number of elements;
  /// 0 stands for what arrived, before it was spread over the lanes.
  std::map<std::pair<const void *, int64_t>, mlir::Value> vectors;

private:
  mlir::Value table(mlir::OpBuilder &b, mlir::Location loc,
                    mlir::ArrayRef<mlir::Value> targets);
  std::map<std::string, mlir::Value> peers;
  std::map<int64_t, mlir::Value> symbolValues;
};

/// A memory view with addresses, and an access of a block of it.
mlir::FailureOr<agen::Access> emitAccess(mlir::OpBuilder &b, UnitProgram &unit,
                                         const ktdf::TransferEnd &end,
                                         mlir::Location loc);
/// A transfer of the program's unit: DMA, load or store.
mlir::LogicalResult emitTransfer(ktdf::DataTransferOp op, UnitProgram &unit);
/// A fused computation on vectors, with the messages it reads and writes.
mlir::LogicalResult emitCompute(mlir::linalg::GenericOp op, UnitProgram &unit);
/// The whole program.
mlir::LogicalResult emitUnit(dataflow::ProgramUnitOp program,
                             EmitContext &emit);

} // namespace sg
