// spyreglass-opt: reads IR of any stage, runs passes on it, prints it. The tests'
// tool; people use spyreglass.
#include "engine/ir/Dialects.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  sg::registerDialects(registry);
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Spyreglass IR reader and pass driver\n", registry));
}
