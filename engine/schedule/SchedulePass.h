// Base of the scheduling passes: hands them their context, or builds one from
// command-line options when they run under spyreglass-opt.
#pragma once
#include "engine/schedule/Schedule.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace sg {

/// A context from pass options; reports errors at `op`.
mlir::FailureOr<ScheduleContextPtr>
contextFromOptions(mlir::func::FuncOp kernel, llvm::StringRef device,
                   llvm::ArrayRef<std::string> options,
                   llvm::ArrayRef<std::string> defines);
/// Every dialect a pass may create operations of.
void addScheduleDialects(mlir::DialectRegistry &registry);

template <typename Derived>
class SchedulePass
    : public mlir::PassWrapper<Derived,
                               mlir::OperationPass<mlir::func::FuncOp>> {
public:
  using Base =
      mlir::PassWrapper<Derived, mlir::OperationPass<mlir::func::FuncOp>>;
  explicit SchedulePass(ScheduleContextPtr context)
      : context(std::move(context)) {}
  SchedulePass(const SchedulePass &other)
      : Base(other), context(other.context) {}

  llvm::StringRef getArgument() const final { return Derived::argument; }
  llvm::StringRef getDescription() const final { return Derived::purpose; }
  void getDependentDialects(mlir::DialectRegistry &registry) const final {
    addScheduleDialects(registry);
  }

  void runOnOperation() final {
    mlir::func::FuncOp kernel = this->getOperation();
    // What options say is about one kernel; the next of a module has its own.
    ScheduleContextPtr given = context;
    if (!context) {
      auto made = contextFromOptions(kernel, device, *opts, *defines);
      if (mlir::failed(made))
        return this->signalPassFailure();
      context = *made;
    }
    if (mlir::failed(static_cast<Derived *>(this)->run(kernel)))
      this->signalPassFailure();
    context = given;
  }

protected:
  ScheduleContextPtr context;

private:
  typename Base::template Option<std::string> device{
      *this, "device", llvm::cl::desc("device file"), llvm::cl::init("")};
  typename Base::template ListOption<std::string> opts{
      *this, "opt", llvm::cl::desc("NAME=VALUE, as the command line's --opt")};
  typename Base::template ListOption<std::string> defines{
      *this, "define", llvm::cl::desc("ARG=VALUE for a size argument")};
};

} // namespace sg
