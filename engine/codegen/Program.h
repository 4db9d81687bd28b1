// The programs of a DataflowIR module in execution order: calls followed,
// every unit with what it runs, units that run the same grouped into streams.
#pragma once
#include "engine/codegen/StreamBuilder.h"
#include "engine/device/Device.h"
#include "engine/ir/dataflow/Dataflow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace sg::codegen {

/// One activation of a function: its arguments are operands of `call` in
/// `parent`; those of the entry are the kernel's.
struct CallFrame {
  CallFrame *parent = nullptr;
  mlir::func::CallOp call;
  mlir::func::FuncOp function;
  /// symbol.create_id: symbol number -> what it names.
  llvm::DenseMap<int64_t, mlir::Value> symbols;
};

/// A value where it is known: in the frame it belongs to.
struct FramedValue {
  mlir::Value value;
  CallFrame *frame = nullptr;
  bool operator==(const FramedValue &) const = default;
};

/// A program_unit as met on the way through the calls.
struct UnitProgram {
  dataflow::ProgramUnitOp op;
  CallFrame *frame = nullptr;
};

/// What one stream is made of: `parts` run one after the other on every unit;
/// operands[p][i] is the position of unit i among the operands of part p.
struct StreamPlan {
  std::vector<UnitRef> units;
  std::vector<UnitProgram> parts;
  std::vector<std::vector<unsigned>> operands;
};

struct Program {
  mlir::func::FuncOp entry;
  std::vector<std::unique_ptr<CallFrame>> frames;
  std::vector<StreamPlan> streams;
};

/// Follows the module's entry function: the one nobody calls. Errors are
/// diagnostics.
mlir::FailureOr<Program> collectProgram(mlir::ModuleOp module,
                                        const Device &device);

/// The unit or memory a get_unit names; kinds as the device spells them.
/// Diagnoses kinds the device does not have and places outside it.
mlir::FailureOr<UnitRef> unitOf(dataflow::GetUnitOp op, const Device &device);

/// Follows function arguments to the calls they come from.
FramedValue chaseArguments(FramedValue value);

} // namespace sg::codegen
