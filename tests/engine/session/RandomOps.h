// Random element-wise arithmetic as KTIR text: every row of the op table that
// takes the given formats, in each form in which KTIR can hold it.
#pragma once
#include "engine/ops/OpTable.h"
#include "tests/engine/session/RandomText.h"
#include <set>

namespace sg::test {

class RandomOps {
public:
  /// `tile` is the shape of the values computed; formats other than those and
  /// i1 are not made.
  RandomOps(Dice &dice, Text &text, Extents tile, std::vector<Format> formats);

  /// Makes a value available to later operations.
  void add(const RandomValue &value);
  /// Appends one operation that uses available values.
  void step();
  /// A value of the whole tile, dimensions in order, made from any value: by
  /// linalg.broadcast, linalg.generic, linalg.transpose and reshapes.
  std::string widen(const RandomValue &value);
  /// The whole-tile value computed last, or a random earlier one.
  RandomValue result(bool last);
  /// Forgets values, so that what follows uses what is added from here on.
  void forget() { values.clear(); }
  /// Scalar arguments that operations may use.
  std::vector<std::pair<std::string, Format>> scalars;
  /// Names of the rows used so far.
  std::set<std::string> used;

private:
  struct Choice {
    const OpRow *row;
    std::string op, predicate;
    Format in, out;
  };
  void listChoices();
  bool canMake(const Choice &choice) const;
  std::string operand(Format format);
  std::string constant(Format format, const std::string &type);
  RandomValue anyOf(Format format);
  std::string number(Format format);
  /// The operation on scalars or on tensors of `shape`.
  std::string spell(const Choice &choice, const std::vector<std::string> &in,
                    const Extents *shape);
  std::string named(const Choice &choice, const std::vector<std::string> &in);
  std::string generic(const Choice &choice);
  std::string genericMap(const RandomValue &value) const;
  /// The value with its dimensions in order; it has none of extent 1.
  RandomValue sort(const RandomValue &value);
  Format operandFormat(const Choice &choice, unsigned number) const;

  Dice &dice;
  Text &text;
  Extents tile;
  std::vector<Format> formats;
  std::vector<Choice> choices;
  std::vector<RandomValue> values;
};

} // namespace sg::test
