// The op table: one row per element-wise compute operation, read by the
// reference interpreter, the scheduler, code generation, the machine and the
// user interface alike. Bringing up an operation is adding its row.
#pragma once
#include "engine/ops/Format.h"
#include "engine/support/Result.h"
#include <functional>
#include <map>
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
  std::string name = {};    ///< unique: "addf", "exp", "cmpf.olt", "extf"
  std::string summary = {}; ///< one line for people
  unsigned arity = 1;       ///< number of operands, 1 to 3
  Signature signature = Signature::Same;
  uint32_t formats = 0;       ///< bit per Format (1u << format) of the operands
  uint32_t resultFormats = 0; ///< Cast only: bit per Format of the result
  CostClass cost = CostClass::Simple;
  std::string unit = "SFU"; ///< kind of unit that executes it
  uint16_t encoding = 0;    ///< opcode in SpyreBinary, unique, never reused
  /// MLIR operations with this meaning, on scalars or tensors: "arith.addf",
  /// "linalg.add", "spyreop.exp"; comparisons carry the predicate after a
  /// colon: "arith.cmpf:olt".
  /// A name may stand in several rows whose operand formats differ
  /// ("linalg.add" of floats and of integers).
  std::vector<std::string> mlirNames = {};
  /// MLIR attributes of those operations that give the last operands, as
  /// constants: softplus computes (x, beta, threshold) and takes `beta` and
  /// `threshold` from attributes.
  std::vector<std::string> attributes = {};
  DataflowSpelling dataflow = {};
  unsigned maxUlp = 0; ///< allowed distance from the exact result, for checks
  EvalFn eval = nullptr;
  /// Fast paths by operand format, null where there is none. Select: by the
  /// format of the values. Casts have theirs in castVector.
  VectorFn vector[numFormats] = {};
  /// Casts only: fast paths by operand format, then result format.
  VectorFn castVector[numFormats][numFormats] = {};

  /// The fast path for these formats, null where there is none.
  VectorFn fastPath(Format operand, Format result) const {
    return signature == Signature::Cast
               ? castVector[unsigned(operand)][unsigned(result)]
               : vector[unsigned(operand)];
  }
};

/// An immutable set of rows with look-ups. The engine takes a table by
/// reference, so that a test or a user can run with a row more.
class OpTable {
public:
  /// Checks the rows: unique names and encodings, MLIR names and DataflowIR
  /// spellings unique for each operand format, arity, formats, eval set. The
  /// error names the row.
  static Result<OpTable> create(std::vector<OpRow> rows);
  /// Every operation this project ships.
  static const OpTable &builtin();

  std::span<const OpRow> rows() const { return rows_; }
  /// Null when there is no such row. Pointers live as long as the table.
  const OpRow *byName(std::string_view name) const;
  const OpRow *byEncoding(uint16_t encoding) const;
  /// `predicate` is empty but for comparisons ("olt", "slt", …). The first row
  /// when several share the name; pass the operand format (Select: that of the
  /// values) to tell them apart, and to get null for a format no row takes.
  const OpRow *byMlirName(std::string_view op,
                          std::string_view predicate = {}) const;
  const OpRow *byMlirName(std::string_view op, std::string_view predicate,
                          Format operand) const;
  /// The row whose DataflowIR spelling is `op` with `kind` and whose operand
  /// format matches (integer and float rows may share a spelling).
  const OpRow *byDataflow(std::string_view op, std::string_view kind,
                          Format operand) const;

private:
  std::vector<OpRow> rows_;
  // Indices into rows_, so that a table can be copied.
  std::map<std::string, size_t, std::less<>> names_;
  std::map<uint16_t, size_t> encodings_;
  std::map<std::string, std::vector<size_t>, std::less<>> mlirNames_;
  std::map<std::string, std::vector<size_t>, std::less<>> spellings_;
};

/// Computes `count` elements, memory image to memory image, with the row's fast
/// path or else element by element. `operand` is the operands' format (Select:
/// of the values, the condition is i1), `result` that of the result, as
/// resultFormat() allows. `out` may be one of the inputs.
void computeElements(const OpRow &row, Format operand, Format result,
                     const void *const *in, void *out, size_t count);

/// The formats of an operation's result for given operand formats, or the
/// reason why the row does not take them. `result` matters for casts only.
Result<Format> resultFormat(const OpRow &row, std::span<const Format> operands,
                            std::optional<Format> castTo = std::nullopt);

} // namespace sg
