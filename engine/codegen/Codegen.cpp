#include "engine/codegen/Codegen.h"
#include "engine/codegen/UnitEmitter.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

namespace sg {

using mlir::failure;
using mlir::success;
using namespace codegen;

namespace {

bool hasTransfer(const VirtualBlock &block) {
  return llvm::any_of(block, [](const VirtualInstruction &inst) {
    return inst.base.op == Opcode::Transfer || hasTransfer(inst.body);
  });
}

// A unit without transfers has none to wait for.
void dropFences(VirtualBlock &block) {
  llvm::erase_if(block, [](const VirtualInstruction &inst) {
    return inst.base.op == Opcode::Fence;
  });
  for (VirtualInstruction &inst : block) {
    if (inst.base.op == Opcode::SignalAfter)
      inst.base.op = Opcode::Signal;
    dropFences(inst.body);
  }
}

mlir::Operation *opOf(const StreamPlan &plan) {
  dataflow::ProgramUnitOp op = plan.parts.front().op;
  return op;
}

class Generator {
public:
  Generator(mlir::ModuleOp module, const Device &device, const OpTable &ops)
      : module_(module), device_(device), ops_(ops), lists_(binary_, device) {}

  mlir::FailureOr<Binary> run() {
    mlir::FailureOr<Program> program = collectProgram(module_, device_);
    if (failed(program))
      return failure();
    entry_ = program->entry;
    binary_.device = device_.name;
    for (const StreamPlan &plan : program->streams)
      for (const UnitRef &unit : plan.units) {
        lists_.running.insert(unit);
        instanceOf(unit);
      }
    running_ = binary_.instances.size();
    for (const StreamPlan &plan : program->streams)
      if (failed(generate(plan)))
        return failure();
    finishIdle();
    if (Result<void> valid = verify(binary_); !valid)
      return module_.emitError() << "the generated binary is not valid: "
                                 << valid.error().str(),
             failure();
    return std::move(binary_);
  }

private:
  uint32_t instanceOf(const UnitRef &unit) {
    auto [it, isNew] =
        instances_.try_emplace(unit, uint32_t(binary_.instances.size()));
    if (isNew) {
      Instance instance;
      instance.unit = unit.kind;
      instance.core = std::max(unit.core, 0);
      instance.corelet = unit.corelet;
      binary_.instances.push_back(std::move(instance));
    }
    return it->second;
  }

  mlir::LogicalResult generate(const StreamPlan &plan) {
    for (Placement placement :
         {Placement::Shared, Placement::Hoisted, Placement::AtUse}) {
      UnitEmitter emitter(plan, lists_, ops_, placement);
      if (failed(emitter.run()))
        return failure();
      VirtualBlock code = emitter.builder.takeCode();
      if (!hasTransfer(code))
        dropFences(code);
      Stream stream;
      mlir::Operation *where = nullptr;
      AllocationStatus status =
          allocateRegisters(code, emitter.builder.registers, emitter.limits(),
                            stream.code, where);
      if (status == AllocationStatus::Failed)
        return failure();
      if (status == AllocationStatus::Ok) {
        stream.code.back().source = lists_.source(opOf(plan)); // the Halt
        return finish(plan, emitter.builder, std::move(stream));
      }
      if (placement == Placement::AtUse) {
        mlir::Operation *at = where ? where : opOf(plan);
        return at->emitError()
               << "unit " << plan.units[0].kind << " needs more than "
               << indexRegisters
               << " index registers at the same time here; nest fewer loops or "
                  "compute addresses from fewer values";
      }
    }
    return success();
  }

  mlir::LogicalResult finish(const StreamPlan &plan, StreamBuilder &builder,
                             Stream stream) {
    if (builder.columns.size() > UINT16_MAX)
      return opOf(plan)->emitError()
             << "the program needs " << builder.columns.size()
             << " table entries; " << UINT16_MAX << " are possible";
    stream.name = lowerCase(plan.units[0].kind);
    unsigned &used = names_[stream.name];
    if (used++ > 0)
      stream.name += "." + std::to_string(used - 1);
    uint32_t number = uint32_t(binary_.streams.size());
    binary_.streams.push_back(std::move(stream));
    for (auto [i, unit] : llvm::enumerate(plan.units)) {
      uint32_t instance = instanceOf(unit);
      std::vector<uint32_t> peers;
      for (const std::vector<UnitRef> &port : builder.ports)
        peers.push_back(instanceOf(port[i]));
      binary_.instances[instance].stream = number;
      binary_.instances[instance].peers = std::move(peers);
      for (const TableColumn &column : builder.columns)
        addEntry(instance, column, unsigned(i));
    }
    return success();
  }

  /// Peers that run nothing still need an instance to be named, and that a
  /// stream.
  void finishIdle() {
    if (running_ == binary_.instances.size())
      return;
    Stream stream;
    stream.name = "idle";
    stream.code.emplace_back(); // Halt
    for (size_t i = running_; i < binary_.instances.size(); ++i)
      binary_.instances[i].stream = uint32_t(binary_.streams.size());
    binary_.streams.push_back(std::move(stream));
  }

  void addEntry(uint32_t instance, const TableColumn &column, unsigned i) {
    std::vector<int64_t> &table = binary_.instances[instance].table;
    SymbolExpr symbol;
    symbol.constant = column.constant[i];
    for (const auto &[argument, coefficients] : column.parts)
      if (coefficients[i] != 0) {
        symbol.parts.push_back({argument, coefficients[i]});
        symbol.name += (symbol.name.empty() ? "" : "+") + nameOf(argument);
      }
    if (!symbol.parts.empty()) {
      auto it = llvm::find(binary_.symbols, symbol);
      uint32_t slot = uint32_t(it - binary_.symbols.begin());
      if (it == binary_.symbols.end())
        binary_.symbols.push_back(symbol);
      binary_.relocations.push_back({instance, uint32_t(table.size()), slot});
    }
    table.push_back(column.constant[i]);
  }

  /// A kernel argument's name: its sg.name attribute, the name in its
  /// location, or its number.
  std::string nameOf(uint32_t argument) {
    if (auto name =
            entry_.getArgAttrOfType<mlir::StringAttr>(argument, "sg.name"))
      return name.str();
    mlir::Location location = entry_.getArgument(argument).getLoc();
    if (auto name = llvm::dyn_cast<mlir::NameLoc>(location))
      return name.getName().str();
    return "arg" + std::to_string(argument);
  }

  mlir::ModuleOp module_;
  const Device &device_;
  const OpTable &ops_;
  Binary binary_;
  BinaryLists lists_;
  mlir::func::FuncOp entry_;
  std::map<UnitRef, uint32_t> instances_;
  std::map<std::string, unsigned> names_;
  size_t running_ = 0; ///< instances that have a program come first
};

} // namespace

mlir::FailureOr<Binary> generateBinary(mlir::ModuleOp dataflowIr,
                                       const Device &device,
                                       const OpTable &ops) {
  return Generator(dataflowIr, device, ops).run();
}

mlir::FailureOr<SpyreCode> generateSpyreCode(const Binary &binary,
                                             const Device &device,
                                             const KernelInfo &info,
                                             mlir::Location location) {
  Result<std::vector<uint8_t>> image = encode(binary);
  if (!image)
    return mlir::emitError(location)
               << "the binary cannot be written: " << image.error().str(),
           failure();
  Result<JobPlan> plan = makeJobPlan(binary, info);
  if (!plan)
    return mlir::emitError(location)
               << "no job can be made of the binary: " << plan.error().str(),
           failure();
  SpyreCode code;
  code.plan = std::move(*plan);
  code.binaries["init_binary.bin"] = std::move(*image);
  code.device = device;
  code.kernel = info;
  return code;
}

} // namespace sg
