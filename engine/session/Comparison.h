// What the machine computed against what the kernel means, element by element,
// in pieces.
#pragma once
#include "engine/reference/Interpreter.h"
#include "engine/session/Pieces.h"

namespace sg {

class Comparison {
public:
  /// Both runs must outlive it.
  Comparison(const KernelInfo &info, const MachineRun &run,
             const ReferenceState &expected);
  bool advance();
  /// After `advance` returned false.
  const Verification &result() const { return verification; }

private:
  const KernelInfo &info;
  const MachineRun &run;
  const ReferenceState &expected;
  size_t buffer = 0, done = 0; ///< elements of the buffer
  Verification verification;

  void compare(size_t element);
  void note(size_t element, const std::string &what);
};

} // namespace sg
