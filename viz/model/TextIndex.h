// A text as lines: where each begins, which regions fold, what to colour. Made
// for texts of a million lines: only what is on screen is looked at closely.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sg::viz {

/// Start of every line; kept up to date while a text is edited.
class LineTable {
public:
  LineTable() { starts.push_back(0); }
  explicit LineTable(std::string_view text);

  /// At least 1; a text that ends in a newline has an empty last line.
  uint32_t lines() const { return uint32_t(starts.size()); }
  /// Byte at which a line begins; of a line behind the last, the text's end.
  size_t begin(uint32_t line) const {
    return line < starts.size() ? starts[line] : size;
  }
  /// Byte behind the line's last, without its newline.
  size_t end(uint32_t line) const {
    return line + 1 < starts.size() ? starts[line + 1] - 1 : size;
  }
  /// Line that contains a byte.
  uint32_t lineOf(size_t offset) const;
  std::string_view line(std::string_view text, uint32_t number) const {
    return text.substr(begin(number), end(number) - begin(number));
  }

  /// After [begin, begin + removed) was replaced by `inserted`: looks at the
  /// inserted text only, and moves the starts behind it.
  void edit(size_t begin, size_t removed, std::string_view inserted);

private:
  std::vector<size_t> starts;
  size_t size = 0;
};

enum class TokenClass : uint8_t {
  Plain,
  Keyword,   ///< words of the language: func, loop, "attributes"
  Op,        ///< "arith.addf"
  Value,     ///< %12, ^bb0, @name; registers of assembly
  Type,      ///< i32, !ktdp.access_tile, tensor, index
  Attribute, ///< #map, {key =
  String,
  Number,
  Comment,
  Punctuation,
};

/// A stretch of one line, in bytes from its begin.
struct TextToken {
  uint32_t begin = 0, end = 0;
  TokenClass kind = TokenClass::Plain;
};

/// Tokens of one line of MLIR, assembly or JSON, in order; blanks are between
/// them. A line can be read alone: nothing spans lines in these languages.
void tokenize(std::string_view line, std::vector<TextToken> &into);

/// Lines [first, last] that can be folded to their first.
struct FoldRegion {
  uint32_t first = 0, last = 0;
};

/// Regions of a text by first line: between brackets { [ ( that open on one
/// line and close on another (outside strings and comments), and, where a line
/// opens none, lines indented deeper than it. Of several regions that start on
/// one line the largest counts.
std::vector<FoldRegion> foldRegions(std::string_view text,
                                    const LineTable &lines);

/// Which lines are visible when some regions are folded.
class Folding {
public:
  Folding() = default;
  Folding(std::vector<FoldRegion> regions, uint32_t lines);

  bool foldable(uint32_t line) const { return find(line) != nullptr; }
  bool folded(uint32_t line) const;
  void setFolded(uint32_t line, bool folded);
  void setAllFolded(bool folded);
  /// Unfolds whatever hides a line.
  void reveal(uint32_t line);

  uint32_t rows() const { return visible; }
  /// The line shown in a row, and the row that shows a line (for a hidden
  /// line: the row of the first line of what hides it).
  uint32_t lineOfRow(uint32_t row) const;
  uint32_t rowOfLine(uint32_t line) const;

private:
  std::vector<FoldRegion> regions; ///< by first line
  std::vector<uint8_t> closed;     ///< by region
  struct Hidden {
    uint32_t first, last; ///< hidden lines
    uint32_t before;      ///< lines hidden by those above
  };
  std::vector<Hidden> hidden; ///< outermost only, by first line
  uint32_t total = 0, visible = 0;

  const FoldRegion *find(uint32_t line) const;
  void update();
};

} // namespace sg::viz
