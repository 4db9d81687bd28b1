// DataflowIR text to a binary in one call, with the diagnostics, for tests.
#pragma once
#include "engine/codegen/Codegen.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include <optional>
#include <string>

namespace sg::test {

/// Two cores of two corelets with the usual units; 16 vector registers.
Device smallDevice();

struct Compiled {
  std::optional<Binary> binary;
  std::string errors; ///< "line: message" of every error, one per line
};

/// Parses, verifies and compiles.
Compiled compile(const std::string &text, const Device &device = smallDevice());

/// The instance of a unit; fails the test when there is none.
const Instance &instanceOf(const Binary &binary, const std::string &unit,
                           int core, int corelet = -1);

/// get_unit lines for the units of one core and corelet, and the memories
/// %ddr and %l1; names end in the core's number ("%mnilu0", "%sfu0_1").
std::string units(int core, int corelets = 1);

/// A module around function `f` with constants %c0 to %c9, %c16 … %c256.
std::string module(const std::string &arguments, const std::string &body);

} // namespace sg::test
