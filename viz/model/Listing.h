// A binary as a list of instructions to read: all streams, or what one unit
// instance runs with its own table. A row's text is made when it is asked for,
// so that a million instructions cost little.
#pragma once
#include "engine/ops/OpTable.h"
#include "viz/model/JobPlan.h"

namespace sg::viz {

struct ListingRow {
  enum Kind : uint8_t {
    Title,       ///< of a stream, or of the instance
    Entry,       ///< one entry of the instance's table
    Instruction, ///< of a stream
  };
  Kind kind = Title;
  uint8_t depth = 0;    ///< of blocks around an instruction
  bool patched = false; ///< it is, or uses, a word that the launch replaces
  uint32_t stream = 0;
  uint32_t index = 0; ///< Entry: of the table. Instruction: of the stream
};

class Listing {
public:
  Listing() = default;
  /// All streams of a binary, or only what one instance runs (none for a wrong
  /// number). Binary and op table must outlive it.
  Listing(const JobBinary &binary, std::optional<uint32_t> instance,
          const OpTable &ops = OpTable::builtin());

  const std::vector<ListingRow> &rows() const { return all; }
  std::optional<uint32_t> instance() const { return unit; }

  /// "stream sfu", "t3 = 256", "addf.f16 v1, v1, v2, 64"; not indented.
  std::string text(const ListingRow &row) const;
  /// What the row's own words leave open: who runs a stream, what an entry is
  /// called, the values an instruction takes from the table.
  std::string note(const ListingRow &row) const;
  /// Instruction: index into Binary::sources + 1, as in events; else 0.
  uint32_t source(const ListingRow &row) const;
  /// Bytes of the image: [begin, end). Title: empty, at the stream's begin.
  std::pair<uint64_t, uint64_t> bytes(const ListingRow &row) const;
  /// Instruction: its number over all streams, as the stage "spyrebinary" lists
  /// them.
  uint32_t number(const ListingRow &row) const {
    return firstOfStream[row.stream] + row.index;
  }
  /// Row of the first instruction with this source from row `from` on, going
  /// round; nothing when there is none.
  std::optional<size_t> find(uint32_t source, size_t from = 0) const;
  /// Rows of [begin, end) whose text or note contains a text (ASCII letters of
  /// either case are equal). A million rows take a third of a second, so a
  /// view searches in parts.
  std::vector<uint32_t> search(std::string_view text, size_t begin = 0,
                               size_t end = SIZE_MAX) const;

private:
  const JobBinary *binary = nullptr;
  const OpTable *ops = nullptr;
  std::optional<uint32_t> unit;
  std::vector<ListingRow> all;
  std::vector<uint32_t> firstOfStream;
  /// By stream and table entry: the symbol of the first instance that has the
  /// entry relocated (of `unit` only, if there is one).
  std::vector<std::map<uint32_t, uint32_t>> symbols;

  void addStream(uint32_t stream);
  const Instruction &instruction(const ListingRow &row) const;
  std::string entryNote(uint32_t stream, uint32_t entry) const;
  std::string titleNote(uint32_t stream) const;
};

} // namespace sg::viz
