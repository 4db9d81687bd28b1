// The op table: one row per element-wise compute operation, read by the
// reference interpreter, the scheduler, code generation, the machine and the
// user interface alike. Bringing up an operation is adding its row.
#pragma once
#include "engine/ops/Format.h"
#include "engine/support/Result.h"
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sg {

/// What determines an operation's time on a vector unit; a device gives cycles
/// per class (`sg.cycles` in its description).
enum class CostClass : uint8_t { Simple, Multiply, Divide, Transcendental };
std::string_view costClassName(CostClass cost); // "simple", "multiply", …

/// How operand and result formats relate.
enum class Signature : uint8_t {
  Same,    ///< operands and result share one format
  Compare, ///< operands share one format, the result is i1
  Select,  ///< (i1, T, T) -> T
  Cast,    ///< one operand, any other format as result
};

/// How the operation is written in DataflowIR.
struct DataflowSpelling {
  /// Operation name: "vectorchain.binary", "vectorchain.neg",
  /// "vectorchain.cast", "vectorchain.element_wise_compare",
  /// "vectorchain.element_wise_selection", "vectorchain.sigmoid_estimate", …
  /// or "dataflow.opaque" for what has no operation of its own.
  std::string op = "dataflow.opaque";
  /// The kind within the operation ("add" for vectorchain.binary, the
  /// predicate of a compare, func_name of an opaque); empty when it has none.
  std::string kind;
};

struct OpRow;
/// Computes one element. `in` has `arity` operands in `inFormat` (Select: the
/// first is i1; Cast: the operand's format); the result is already rounded to
/// `outFormat`.
using EvalFn = Scalar (*)(std::span<const Scalar> in, Format inFormat,
                          Format outFormat);
/// Computes `count` elements of one format, memory image to memory image; an
/// optional fast path that must agree with the EvalFn bit for bit.
using VectorFn = void (*)(const void *const *in, void *out, size_t count);

struct OpRow {
  std::string name;          ///< unique: "addf", "exp", "cmpf.olt", "extf"
  std::string summary;       ///< one line for people
  unsigned arity = 1;        ///< number of operands, 1 to 3
  Signature signature = Signature::Same;
  uint32_t formats = 0;      ///< bit per Format (1u << format) of the operands
  uint32_t resultFormats = 0;///< Cast only: bit per Format of the result
  CostClass cost = CostClass::Simple;
  std::string unit = "SFU";  ///< kind of unit that executes it
  uint16_t encoding = 0;     ///< opcode in SpyreBinary, unique, never reused
  /// MLIR operations with this meaning, on scalars or tensors: "arith.addf",
  /// "linalg.add", "spyreop.exp"; comparisons carry the predicate after a
  /// colon: "arith.cmpf:olt".
  std::vector<std::string> mlirNames;
  DataflowSpelling dataflow;
  unsigned maxUlp = 0; ///< allowed distance from the exact result, for checks
  EvalFn eval = nullptr;
  /// Fast paths by operand format, null where there is none.
  VectorFn vector[numFormats] = {};
};

/// An immutable set of rows with look-ups. The engine takes a table by
/// reference, so that a test or a user can run with a row more.
class OpTable {
public:
  /// Checks the rows: unique names, encodings and MLIR names, arity, eval set.
  static Result<OpTable> create(std::vector<OpRow> rows);
  /// Every operation this project ships.
  static const OpTable &builtin();

  std::span<const OpRow> rows() const { return rows_; }
  /// Null when there is no such row. Pointers live as long as the table.
  const OpRow *byName(std::string_view name) const;
  const OpRow *byEncoding(uint16_t encoding) const;
  /// `predicate` is empty but for comparisons ("olt", "slt", …).
  const OpRow *byMlirName(std::string_view op,
                          std::string_view predicate = {}) const;
  /// The row whose DataflowIR spelling is `op` with `kind` and whose operand
  /// format matches (integer and float rows may share a spelling).
  const OpRow *byDataflow(std::string_view op, std::string_view kind,
                          Format operand) const;

private:
  std::vector<OpRow> rows_;
};

/// The formats of an operation's result for given operand formats, or the
/// reason why the row does not take them. `result` matters for casts only.
Result<Format> resultFormat(const OpRow &row, std::span<const Format> operands,
                            std::optional<Format> castTo = std::nullopt);

} // namespace sg
