#include "viz/model/SequenceDiff.h"
#include <algorithm>
#include <unordered_map>

namespace sg::viz {
namespace {

class Myers {
public:
  Myers(std::vector<uint64_t> a, std::vector<uint64_t> b, int64_t maxCost)
      : a(std::move(a)), b(std::move(b)),
        maxCost(std::max<int64_t>(maxCost, 1)),
        origin(int64_t(this->b.size()) + 1),
        forward(this->a.size() + this->b.size() + 3), backward(forward.size()) {
  }

  /// Reports equal pairs in ascending order.
  template <typename Report> void run(const Report &report) {
    // Parts still to do, the next one on top.
    std::vector<Box> parts = {{0, int64_t(a.size()), 0, int64_t(b.size())}};
    while (!parts.empty()) {
      Box box = parts.back();
      parts.pop_back();
      if (box.same) {
        for (int64_t i = 0; i < box.a1 - box.a0; ++i)
          report(box.a0 + i, box.b0 + i);
        continue;
      }
      split(box, parts);
    }
  }

private:
  struct Box {
    int64_t a0, a1, b0, b1;
    bool same = false; ///< a diagonal of equal tokens
  };
  std::vector<uint64_t> a, b;
  int64_t maxCost;
  int64_t origin; ///< index of diagonal 0 (a - b)
  std::vector<int64_t> forward, backward;

  void split(Box box, std::vector<Box> &parts) {
    int64_t head = 0, tail = 0;
    while (box.a0 + head < box.a1 && box.b0 + head < box.b1 &&
           a[size_t(box.a0 + head)] == b[size_t(box.b0 + head)])
      ++head;
    Box prefix{box.a0, box.a0 + head, box.b0, box.b0 + head, true};
    box.a0 += head;
    box.b0 += head;
    while (box.a1 - tail > box.a0 && box.b1 - tail > box.b0 &&
           a[size_t(box.a1 - tail - 1)] == b[size_t(box.b1 - tail - 1)])
      ++tail;
    Box suffix{box.a1 - tail, box.a1, box.b1 - tail, box.b1, true};
    box.a1 -= tail;
    box.b1 -= tail;
    // Pushed last comes first.
    if (tail)
      parts.push_back(suffix);
    if (box.a0 < box.a1 && box.b0 < box.b1) {
      auto [x, y] = middle(box);
      parts.push_back({x, box.a1, y, box.b1});
      parts.push_back({box.a0, x, box.b0, y});
    }
    if (head)
      parts.push_back(prefix);
  }

  int64_t &at(std::vector<int64_t> &v, int64_t diagonal) {
    return v[size_t(diagonal + origin)];
  }

  /// A point on a shortest path through the box, in neither of its corners:
  /// searches from both ends until the paths meet.
  std::pair<int64_t, int64_t> middle(const Box &box) {
    int64_t low = box.a0 - box.b1, high = box.a1 - box.b0;
    int64_t start = box.a0 - box.b0, goal = box.a1 - box.b1;
    int64_t fmin = start, fmax = start, bmin = goal, bmax = goal;
    bool odd = (start - goal) & 1;
    at(forward, start) = box.a0;
    at(backward, goal) = box.a1;
    for (int64_t cost = 1;; ++cost) {
      fmin > low ? at(forward, --fmin - 1) = -1 : ++fmin;
      fmax < high ? at(forward, ++fmax + 1) = -1 : --fmax;
      for (int64_t d = fmax; d >= fmin; d -= 2) {
        int64_t down = at(forward, d - 1), right = at(forward, d + 1);
        int64_t x = down < right ? right : down + 1, y = x - d;
        while (x < box.a1 && y < box.b1 && a[size_t(x)] == b[size_t(y)])
          ++x, ++y;
        at(forward, d) = x;
        if (odd && bmin <= d && d <= bmax && at(backward, d) <= x)
          return {x, y};
      }
      constexpr int64_t far = INT64_MAX;
      bmin > low ? at(backward, --bmin - 1) = far : ++bmin;
      bmax < high ? at(backward, ++bmax + 1) = far : --bmax;
      for (int64_t d = bmax; d >= bmin; d -= 2) {
        int64_t up = at(backward, d - 1), left = at(backward, d + 1);
        int64_t x = up < left ? up : left - 1, y = x - d;
        while (x > box.a0 && y > box.b0 && a[size_t(x - 1)] == b[size_t(y - 1)])
          --x, --y;
        at(backward, d) = x;
        if (!odd && fmin <= d && d <= fmax && x <= at(forward, d))
          return {x, y};
      }
      if (cost >= maxCost)
        return farthest(box, fmin, fmax);
    }
  }

  /// Too expensive: the point that got farthest from the start.
  std::pair<int64_t, int64_t> farthest(const Box &box, int64_t fmin,
                                       int64_t fmax) {
    std::pair<int64_t, int64_t> best = {box.a0, box.b0};
    for (int64_t d = fmax; d >= fmin; d -= 2) {
      int64_t x = std::min(at(forward, d), box.a1), y = x - d;
      if (y > box.b1) {
        y = box.b1;
        x = y + d;
      }
      if (x >= box.a0 && y >= box.b0 && x + y > best.first + best.second)
        best = {x, y};
    }
    // A corner would leave the whole box to do again.
    if (best == std::pair(box.a0, box.b0) || best == std::pair(box.a1, box.b1))
      return {box.a0, box.b1};
    return best;
  }
};

} // namespace

std::vector<SequencePair> commonSubsequence(std::span<const uint64_t> left,
                                            std::span<const uint64_t> right,
                                            int64_t maxCost) {
  // Tokens that the other side lacks match nothing: leaving them out changes
  // no result and makes the common case of a rewritten text cheap.
  std::unordered_map<uint64_t, uint8_t> sides;
  for (uint64_t token : left)
    sides[token] |= 1;
  for (uint64_t token : right)
    sides[token] |= 2;
  auto shared = [&](std::span<const uint64_t> from,
                    std::vector<uint32_t> &where) {
    std::vector<uint64_t> kept;
    for (uint32_t i = 0; i < from.size(); ++i)
      if (sides[from[i]] == 3) {
        kept.push_back(from[i]);
        where.push_back(i);
      }
    return kept;
  };
  std::vector<uint32_t> leftAt, rightAt;
  std::vector<uint64_t> a = shared(left, leftAt), b = shared(right, rightAt);
  std::vector<SequencePair> out;
  Myers(std::move(a), std::move(b), maxCost).run([&](int64_t i, int64_t j) {
    out.push_back({leftAt[size_t(i)], rightAt[size_t(j)]});
  });
  return out;
}

} // namespace sg::viz
