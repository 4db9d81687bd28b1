// spyreglass-opt: reads IR of any stage, runs passes on it, prints it. The
// tests' tool; people use spyreglass.
#include "engine/ir/Dialects.h"
#include "engine/schedule/Passes.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  sg::registerDialects(registry);
  // --canonicalize, --cse and the like, for tests of folds and side effects.
  mlir::registerTransformsPasses();
  sg::registerPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Spyreglass IR reader and pass driver\n", registry));
}
