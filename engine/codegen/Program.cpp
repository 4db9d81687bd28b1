#include "engine/codegen/Program.h"
#include "engine/codegen/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace sg::codegen {
namespace {

using mlir::failure;
using mlir::success;

constexpr unsigned maxCallDepth = 64;

class Collector {
public:
  Collector(mlir::ModuleOp module, const Device &device)
      : module_(module), device_(device) {}

  mlir::FailureOr<Program> run() {
    mlir::FailureOr<mlir::func::FuncOp> entry = findEntry();
    if (failed(entry))
      return failure();
    program_.entry = *entry;
    if (failed(follow(*entry, nullptr, {}, 0)))
      return failure();
    if (programs_.empty()) {
      entry->emitError() << "'" << entry->getName()
                         << "' runs nothing: there is no "
                            "dataflow.program_unit in it or what it calls";
      return failure();
    }
    makeStreams();
    return std::move(program_);
  }

private:
  mlir::FailureOr<mlir::func::FuncOp> findEntry() {
    std::vector<mlir::func::FuncOp> roots;
    llvm::StringSet<> called;
    module_.walk(
        [&](mlir::func::CallOp call) { called.insert(call.getCallee()); });
    module_.walk([&](mlir::func::FuncOp function) {
      if (function.isDeclaration())
        return;
      definitions_[function.getName()].push_back(function);
      if (!called.contains(function.getName()))
        roots.push_back(function);
    });
    llvm::erase_if(roots, [](mlir::func::FuncOp function) {
      return runsNothing(function);
    });
    if (roots.size() == 1)
      return roots.front();
    if (roots.empty()) {
      // A module without a name may have no place in the text.
      mlir::Operation *at = module_;
      if (!module_.getBody()->empty())
        at = &module_.getBody()->front();
      at->emitError("no function to run: one function that nobody calls must "
                    "hold or call dataflow.program_unit operations");
      return failure();
    }
    auto error = roots[1].emitError()
                 << "two functions that nobody calls, '" << roots[0].getName()
                 << "' and '" << roots[1].getName()
                 << "'; one entry function must call the programs in order";
    return failure();
  }

  static bool runsNothing(mlir::func::FuncOp function) {
    return !function
                .walk([](mlir::Operation *op) {
                  return llvm::isa<mlir::func::CallOp, dataflow::ProgramUnitOp>(
                             op)
                             ? mlir::WalkResult::interrupt()
                             : mlir::WalkResult::advance();
                })
                .wasInterrupted();
  }

  mlir::FailureOr<mlir::func::FuncOp> calleeOf(mlir::func::CallOp call) {
    auto near = mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(
        call, call.getCalleeAttr());
    if (near && !near.isDeclaration())
      return near;
    auto it = definitions_.find(call.getCallee());
    if (it != definitions_.end() && it->second.size() == 1)
      return it->second.front();
    call.emitError() << "'" << call.getCallee() << "' "
                     << (it == definitions_.end()
                             ? "is not defined in this module"
                             : "is defined more than once in this module");
    return failure();
  }

  mlir::LogicalResult follow(mlir::func::FuncOp function, CallFrame *parent,
                             mlir::func::CallOp call, unsigned depth) {
    if (depth > maxCallDepth)
      return call.emitError("calls are nested too deeply; programs cannot call "
                            "themselves");
    if (!function.getBody().hasOneBlock())
      return function.emitError("a program has one block; use scf.for and "
                                "scf.if for control");
    program_.frames.push_back(std::make_unique<CallFrame>());
    CallFrame *frame = program_.frames.back().get();
    frame->parent = parent;
    frame->call = call;
    frame->function = function;
    function.walk([&](mlir::Operation *op) {
      if (op->getName().getStringRef() == "symbol.create_id")
        if (auto id = op->getAttrOfType<mlir::IntegerAttr>("symbol_id"))
          frame->symbols[id.getValue().getSExtValue()] = op->getOperand(0);
    });
    for (mlir::Operation &op : function.getBody().front()) {
      if (auto inner = llvm::dyn_cast<mlir::func::CallOp>(op)) {
        mlir::FailureOr<mlir::func::FuncOp> callee = calleeOf(inner);
        if (failed(callee) || failed(follow(*callee, frame, inner, depth + 1)))
          return failure();
      } else if (auto unit = llvm::dyn_cast<dataflow::ProgramUnitOp>(op)) {
        if (failed(addProgram(unit, frame)))
          return failure();
      } else if (op.getNumRegions() > 0) {
        return op.emitError()
               << "'" << op.getName()
               << "' cannot stand between programs; move it into the "
                  "dataflow.program_unit it belongs to";
      }
    }
    return success();
  }

  mlir::LogicalResult addProgram(dataflow::ProgramUnitOp op, CallFrame *frame) {
    unsigned number = programs_.size();
    programs_.push_back({op, frame});
    if (op.getUnits().empty())
      return op.emitError("a program needs at least one unit");
    for (auto [position, operand] : llvm::enumerate(op.getUnits())) {
      FramedValue value = chaseArguments({operand, frame});
      auto get = value.value.getDefiningOp<dataflow::GetUnitOp>();
      if (!get)
        return op.emitError() << "unit " << position
                              << " of the program is not the result of a "
                                 "dataflow.get_unit";
      mlir::FailureOr<UnitRef> unit = unitOf(get, device_);
      if (failed(unit))
        return failure();
      if (!device_.unit(unit->kind))
        return op.emitError() << "'" << get.getName()
                              << "' is a memory; programs run on units";
      auto [it, isNew] = sequences_.try_emplace(*unit);
      if (isNew)
        order_.push_back(*unit);
      if (!it->second.empty() && it->second.back().first == number)
        return op.emitError()
               << "'" << get.getName() << "' is listed twice in one program";
      it->second.emplace_back(number, unsigned(position));
    }
    return success();
  }

  void makeStreams() {
    std::map<std::vector<unsigned>, size_t> known;
    for (const UnitRef &unit : order_) {
      std::vector<unsigned> parts;
      for (auto [part, position] : sequences_[unit])
        parts.push_back(part);
      auto [it, isNew] = known.try_emplace(parts, program_.streams.size());
      if (isNew) {
        StreamPlan plan;
        for (unsigned part : parts)
          plan.parts.push_back(programs_[part]);
        plan.operands.resize(parts.size());
        program_.streams.push_back(std::move(plan));
      }
      StreamPlan &plan = program_.streams[it->second];
      plan.units.push_back(unit);
      for (auto [p, entry] : llvm::enumerate(sequences_[unit]))
        plan.operands[p].push_back(entry.second);
    }
  }

  mlir::ModuleOp module_;
  const Device &device_;
  Program program_;
  std::vector<UnitProgram> programs_;
  std::vector<UnitRef> order_;
  std::map<UnitRef, std::vector<std::pair<unsigned, unsigned>>> sequences_;
  llvm::StringMap<std::vector<mlir::func::FuncOp>> definitions_;
};

mlir::LogicalResult checkPlace(dataflow::GetUnitOp op, const char *what,
                               std::optional<int64_t> value, int64_t count) {
  if (!value)
    return op.emitError() << "'" << op.getName() << "' does not say which "
                          << what << "; add " << what << " = … : i32";
  if (*value < 0 || *value >= count)
    return op.emitError() << what << " " << *value
                          << " does not exist: the device has " << count;
  return success();
}

} // namespace

FramedValue chaseArguments(FramedValue value) {
  while (value.frame && value.frame->parent) {
    auto argument = llvm::dyn_cast<mlir::BlockArgument>(value.value);
    if (!argument ||
        argument.getOwner() != &value.frame->function.getBody().front())
      break;
    value.value = value.frame->call.getOperand(argument.getArgNumber());
    value.frame = value.frame->parent;
  }
  return value;
}

mlir::FailureOr<UnitRef> unitOf(dataflow::GetUnitOp op, const Device &device) {
  llvm::StringRef type = op.getType();
  UnitRef unit;
  std::optional<Scope> scope;
  for (const DeviceUnit &candidate : device.units)
    if (type.equals_insensitive(candidate.kind)) {
      unit.kind = candidate.kind;
      scope = candidate.scope;
    }
  for (const DeviceMemory &candidate : device.memories)
    if (!scope && type.equals_insensitive(candidate.kind)) {
      unit.kind = candidate.kind;
      unit.core = int32_t(op.getCore().value_or(-1));
      unit.corelet = int32_t(op.getCorelet().value_or(-1));
      return unit;
    }
  if (!scope) {
    // Other names public documents use for the two memories.
    if (type.equals_insensitive("hbm"))
      unit.kind = device.globalMemory().kind;
    else if (type.equals_insensitive("lx"))
      unit.kind = device.localMemory().kind;
    if (!unit.kind.empty()) {
      unit.core = int32_t(op.getCore().value_or(-1));
      return unit;
    }
    auto error = op.emitError()
                 << "device '" << device.name
                 << "' has no unit or memory of type '" << type << "'; it has";
    const char *separator = " ";
    for (const DeviceUnit &candidate : device.units)
      error << std::exchange(separator, ", ") << lowerCase(candidate.kind);
    for (const DeviceMemory &candidate : device.memories)
      error << std::exchange(separator, ", ") << lowerCase(candidate.kind);
    return failure();
  }
  if (*scope != Scope::Device) {
    if (failed(checkPlace(op, "core", op.getCore(), device.cores)))
      return failure();
    unit.core = int32_t(*op.getCore());
  }
  if (*scope == Scope::Corelet) {
    // The only corelet needs no number.
    std::optional<int64_t> corelet = op.getCorelet();
    if (!corelet && device.corelets == 1)
      corelet = 0;
    if (failed(checkPlace(op, "corelet", corelet, device.corelets)))
      return failure();
    unit.corelet = int32_t(*corelet);
  }
  return unit;
}

mlir::FailureOr<Program> collectProgram(mlir::ModuleOp module,
                                        const Device &device) {
  return Collector(module, device).run();
}

} // namespace sg::codegen
