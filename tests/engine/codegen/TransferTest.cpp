// DMA operations against a brute-force enumeration of their addresses.
#include "tests/engine/codegen/Compile.h"
#include "tests/engine/codegen/StreamRunner.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <random>

using namespace sg;
using namespace sg::test;

namespace {

using Vec = std::vector<int64_t>;

std::string list(const char *prefix, size_t n) {
  std::string text;
  for (size_t i = 0; i < n; ++i)
    text += (i ? ", " : "") + std::string(prefix) + std::to_string(i);
  return text;
}

std::string boxText(const Vec &low, const Vec &size) {
  std::string text = "affine_set<(" + list("d", low.size()) + ") : (";
  for (size_t i = 0; i < low.size(); ++i) {
    std::string d = "d" + std::to_string(i);
    int64_t high = low[i] + size[i] - 1;
    if (i)
      text += ", ";
    if (size[i] == 1)
      text += d + " - " + std::to_string(low[i]) + " == 0";
    else
      text += d + " - " + std::to_string(low[i]) + " >= 0, -" + d + " + " +
              std::to_string(high) + " >= 0";
  }
  return text + ")>";
}

std::string orderText(const std::vector<size_t> &order) {
  std::string text = "affine_map<(" + list("d", order.size()) + ") -> (";
  for (size_t i = 0; i < order.size(); ++i)
    text += (i ? ", d" : "d") + std::to_string(order[i]);
  return text + ")>";
}

/// Calls `f` for every point of the box, in the order given.
template <typename F>
void forEach(const Vec &low, const Vec &size, const std::vector<size_t> &order,
             F f) {
  Vec point = low;
  std::vector<int64_t> step(order.size(), 0);
  while (true) {
    for (size_t i = 0; i < order.size(); ++i)
      point[order[i]] = low[order[i]] + step[i];
    f(point);
    size_t i = order.size();
    while (i-- > 0) {
      if (++step[i] < size[order[i]])
        break;
      step[i] = 0;
    }
    if (i == size_t(-1))
      return;
  }
}

/// One side of a transfer: a view, subscripts, a set and how time moves it.
struct Side {
  Vec shape, strides, low, size, subscript;
  std::vector<Vec> time; ///< per dimension: coefficient per time dimension
  std::vector<size_t> order;
  int64_t start = 0;
  int64_t stick = 0; ///< not 0: the last dimension is cut into sticks

  int64_t address(const Vec &point, const Vec &at) const {
    int64_t sum = start;
    for (size_t d = 0; d < shape.size(); ++d) {
      int64_t index = subscript[d] + point[d];
      for (size_t t = 0; t < at.size(); ++t)
        index += time[d][t] * at[t];
      if (stick && d + 1 == shape.size())
        sum += index / stick * strides[d] * stick + index % stick;
      else
        sum += index * strides[d];
    }
    return sum;
  }

  std::string layout() const {
    std::string text = "affine_map<(" + list("d", shape.size()) + ") -> (";
    for (size_t d = 0; d < shape.size(); ++d) {
      std::string name = "d" + std::to_string(d);
      text += d ? " + " : "";
      if (stick && d + 1 == shape.size())
        text += "(" + name + " floordiv " + std::to_string(stick) + ") * " +
                std::to_string(strides[d] * stick) + " + " + name + " mod " +
                std::to_string(stick);
      else
        text += name + " * " + std::to_string(strides[d]);
    }
    return text + ")>";
  }

  std::string timeMap(size_t times) const {
    std::string text = "affine_map<(" + list("d", times) + ") -> (";
    for (size_t d = 0; d < shape.size(); ++d) {
      text += d ? ", 0" : "0";
      for (size_t t = 0; t < times; ++t)
        text += " + d" + std::to_string(t) + " * " + std::to_string(time[d][t]);
    }
    return text + ")>";
  }

  std::string type() const {
    std::string text = "memref<";
    for (int64_t s : shape)
      text += std::to_string(s) + "x";
    return text + "f16>";
  }

  std::string subscripts() const {
    std::string text;
    for (size_t d = 0; d < subscript.size(); ++d)
      text += (d ? ", " : "") + std::to_string(subscript[d]);
    return text;
  }
};

struct RandomTransfer {
  std::mt19937 random;
  Side from, to;
  Vec timeLow, timeSize;
  std::vector<size_t> timeOrder;
  int64_t elements = 1;

  explicit RandomTransfer(unsigned seed) : random(seed) {
    size_t times = size_t(pick(0, 2));
    for (size_t t = 0; t < times; ++t) {
      timeLow.push_back(pick(0, 1));
      timeSize.push_back(pick(1, 3));
    }
    timeOrder = permutation(times);
    // Sizes that divide each other, so that most pairs fit.
    Vec factors;
    for (int64_t i = 0, n = pick(1, 4); i < n; ++i)
      factors.push_back(pick(0, 3) ? 2 : 4);
    for (int64_t f : factors)
      elements *= f;
    from = side(factors);
    to = side(factors);
  }

  int64_t pick(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }
  std::vector<size_t> permutation(size_t n) {
    std::vector<size_t> order(n);
    for (size_t i = 0; i < n; ++i)
      order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    return order;
  }

  Side side(const Vec &factors) {
    Side s;
    size_t rank = size_t(pick(1, 3));
    s.size.assign(rank, 1);
    // Factors go to dimensions in order, so that both sides walk alike often.
    for (size_t i = 0; i < factors.size(); ++i)
      s.size[i * rank / factors.size()] *= factors[i];
    s.order.resize(rank);
    for (size_t d = 0; d < rank; ++d)
      s.order[d] = d;
    if (pick(0, 2) == 0)
      s.order = permutation(rank);
    bool tiled = pick(0, 3) == 0;
    s.stick = tiled ? 4 : 0;
    for (size_t d = 0; d < rank; ++d) {
      bool last = d + 1 == rank;
      s.low.push_back(pick(0, 2));
      s.subscript.push_back(pick(0, 3));
      Vec moves;
      for (size_t t = 0; t < timeSize.size(); ++t)
        moves.push_back(pick(0, 2));
      if (tiled && last) { // whole sticks
        s.low.back() *= 4;
        s.subscript.back() *= 4;
        for (int64_t &m : moves)
          m *= 4;
      }
      s.time.push_back(moves);
      s.shape.push_back(64);
    }
    // Row-major, sometimes with gaps or another order of dimensions.
    int64_t stride = 1;
    s.strides.assign(rank, 1);
    std::vector<size_t> places = s.order;
    if (pick(0, 3) == 0 && !tiled)
      places = permutation(rank);
    for (size_t i = rank; i-- > 0;) {
      s.strides[places[i]] = stride;
      stride *= 64 + (pick(0, 2) == 0 ? 8 : 0);
    }
    if (tiled)
      s.strides[rank - 1] = pick(2, 5);
    s.start = pick(0, 50);
    return s;
  }

  std::string text() const {
    return module(
        "",
        units(0) + "  %s = arith.constant " + std::to_string(from.start) +
            " : index\n  %e = arith.constant " + std::to_string(to.start) +
            " : index\n  dataflow.program_unit iter_arg : %me -> (%mnilu0) "
            ": {\n    %a = dataflow.get_logical_memory_view %ddr, %s "
            "{layout_map = " +
            from.layout() + "} : index, index, " + from.type() +
            "\n    %b = dataflow.get_logical_memory_view %l1, %e "
            "{layout_map = " +
            to.layout() + "} : index, index, " + to.type() +
            "\n    agen.composite_load_and_store src:%a[" + from.subscripts() +
            "] dst:%b[" + to.subscripts() +
            "] time_symbols(), load_iv(%v:vector<" + std::to_string(elements) +
            "xf16>) {load_set = " + boxText(from.low, from.size) +
            ", load_order = " + orderText(from.order) +
            ", load_time_addr_map = " + from.timeMap(timeSize.size()) +
            ", store_set = " + boxText(to.low, to.size) +
            ", store_order = " + orderText(to.order) +
            ", store_time_addr_map = " + to.timeMap(timeSize.size()) +
            ", time_set = " + timeSet() +
            ", time_order = " + orderText(timeOrder) +
            "} { agen.yield } : " + from.type() + ", " + to.type() + "\n  }\n");
  }

  std::string timeSet() const {
    if (timeSize.empty())
      return "affine_set<() : (0 == 0)>";
    return boxText(timeLow, timeSize);
  }

  std::vector<Event> expected() const {
    std::vector<Event> events;
    forEach(timeLow, timeSize, timeOrder, [&](const Vec &at) {
      Vec sources, targets;
      forEach(from.low, from.size, from.order,
              [&](const Vec &p) { sources.push_back(from.address(p, at)); });
      forEach(to.low, to.size, to.order,
              [&](const Vec &p) { targets.push_back(to.address(p, at)); });
      for (size_t i = 0; i < sources.size(); ++i)
        events.push_back({Opcode::Transfer, 2 * sources[i], 2 * targets[i], 0});
    });
    return events;
  }
};

} // namespace

TEST_CASE("random transfers move exactly the pairs their operation means") {
  unsigned compiled = 0, refused = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomTransfer transfer(seed);
    Compiled result = compile(transfer.text());
    CAPTURE(seed);
    CAPTURE(transfer.text());
    if (!result.binary) {
      // Two walks may have no common shape; anything else is a mistake.
      CAPTURE(result.errors);
      REQUIRE(result.errors.find("no common shape") != std::string::npos);
      ++refused;
      continue;
    }
    ++compiled;
    const Instance &unit = instanceOf(*result.binary, "MNILU", 0);
    std::vector<Event> events = runInstance(*result.binary, unit);
    REQUIRE(events == transfer.expected());
    // One instruction, whatever the shape.
    size_t transfers = 0;
    for (const Instruction &in : result.binary->streams[unit.stream].code)
      transfers += in.op == Opcode::Transfer;
    REQUIRE(transfers == 1);
  }
  CHECK(compiled > 200);
  MESSAGE(compiled, " compiled, ", refused, " refused");
}

namespace {

/// A transfer of `rows` rows of 64 between views with the given layouts.
std::string simpleTransfer(const std::string &fromLayout,
                           const std::string &toLayout,
                           const std::string &extra = "") {
  return module("%n: index", units(0) + extra + R"(
  dataflow.program_unit iter_arg : %me -> (%mnilu0) : {
    %a = dataflow.get_logical_memory_view %ddr, %c0 {layout_map = )" +
                                 fromLayout +
                                 R"(} : index, index, memref<64x64xf16>
    %b = dataflow.get_logical_memory_view %l1, %c0 {layout_map = )" +
                                 toLayout +
                                 R"(} : index, index, memref<64x64xf16>
    agen.composite_load_and_store src:%a[0, 0] dst:%b[0, 0] time_symbols(%n), load_iv(%v:vector<64xf16>)
      {load_set = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 63 >= 0)>, load_order = affine_map<(d0, d1) -> (d0, d1)>, load_time_addr_map = affine_map<(d0) -> (d0, 0)>,
       store_set = affine_set<(d0, d1) : (d0 == 0, d1 >= 0, -d1 + 63 >= 0)>, store_order = affine_map<(d0, d1) -> (d0, d1)>, store_time_addr_map = affine_map<(d0) -> (d0, 0)>,
       time_set = affine_set<(d0)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0)>, time_order = affine_map<(d0) -> (d0)>}
      { agen.yield } : memref<64x64xf16>, memref<64x64xf16>
  }
)");
}

} // namespace

TEST_CASE("time steps may be counted at launch") {
  std::string layout = "affine_map<(d0, d1) -> (d0 * 64 + d1)>";
  Compiled result = compile(simpleTransfer(layout, layout));
  REQUIRE_MESSAGE(result.binary, result.errors);
  const Instance &unit = instanceOf(*result.binary, "MNILU", 0);
  CHECK(runInstance(*result.binary, unit, {3}).size() == 3 * 64);
  CHECK(runInstance(*result.binary, unit, {0}).empty());
}

TEST_CASE("contiguous blocks become one run") {
  std::string text = simpleTransfer("affine_map<(d0, d1) -> (d0 * 64 + d1)>",
                                    "affine_map<(d0, d1) -> (d0 * 64 + d1)>");
  // Two constant rows instead of %n.
  size_t at = text.find("-d0 + s0 - 1 >= 0");
  text.replace(at, 17, "-d0 + 1 >= 0");
  Compiled result = compile(text);
  REQUIRE_MESSAGE(result.binary, result.errors);
  const Instruction &in =
      result.binary->streams[instanceOf(*result.binary, "MNILU", 0).stream]
          .code[0];
  CHECK(in.op == Opcode::Transfer);
  CHECK(in.dims.empty());
  CHECK(in.count == 128);
}

TEST_CASE("a size known at launch cannot be cut into the tiles of a layout") {
  // Rows in tiles of four, and min(n, 8) of them.
  std::string text = simpleTransfer(
      "affine_map<(d0, d1) -> ((d0 floordiv 4) * 1024 + (d0 mod 4) * 64 + "
      "d1)>",
      "affine_map<(d0, d1) -> (d0 * 64 + d1)>",
      "  %most = arith.minsi %n, %c8 : index\n");
  size_t at = text.find("time_symbols(%n)");
  text.replace(at, 16, "time_symbols(%most)");
  Compiled result = compile(text);
  CHECK_FALSE(result.binary);
  CHECK(result.errors.find("do not lie at constant strides") !=
        std::string::npos);
}
