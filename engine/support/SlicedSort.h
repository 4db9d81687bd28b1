// Sorting slice by slice: short runs first, then merges of them.
#pragma once
#include "engine/support/SlicedWork.h"
#include <memory>

namespace sg {

template <typename Item, typename Less> class RunMerger {
public:
  RunMerger(std::vector<Item> &items, Less less)
      : items(items), less(std::move(less)) {}

  /// One run in its order; how many items that were.
  size_t sortRun() {
    size_t begin = left, end = std::min(items.size(), begin + run);
    std::sort(items.begin() + long(begin), items.begin() + long(end), less);
    left = end;
    return end - begin;
  }
  /// A little of the merge of neighbouring runs; 0 when there is one run.
  size_t merge() {
    if (merged.empty() && run >= items.size())
      return 0;
    if (merged.empty()) { // a new round
      merged.reserve(items.size());
      beginPair(0);
    }
    size_t before = merged.size();
    while (merged.size() - before < piece && merged.size() < items.size()) {
      if (left == leftEnd && right == rightEnd)
        beginPair(rightEnd);
      bool takesRight = left == leftEnd ||
                        (right < rightEnd && less(items[right], items[left]));
      merged.push_back(std::move(items[takesRight ? right++ : left++]));
    }
    size_t done = merged.size() - before;
    if (merged.size() == items.size()) {
      items.swap(merged);
      merged.clear();
      run *= 2;
    }
    return done;
  }

private:
  static constexpr size_t piece = 1024;
  std::vector<Item> &items;
  Less less;
  std::vector<Item> merged;
  size_t run = 4096; ///< items that are in order
  size_t left = 0, leftEnd = 0, right = 0, rightEnd = 0;

  void beginPair(size_t begin) {
    left = begin;
    leftEnd = right = std::min(items.size(), begin + run);
    rightEnd = std::min(items.size(), right + run);
  }
};

/// Puts `items` in the order of `less`. Equal ones come in some order, which
/// does not depend on the slices. Costs a look where they are in order already.
template <typename Item, typename Less>
SlicedWork sortWork(std::vector<Item> &items, Less less) {
  SlicedWork work;
  auto sorted = std::make_shared<bool>(true);
  work.loop([&items] { return items.size(); },
            [&items, less, sorted](size_t begin, size_t end) {
              for (size_t i = std::max<size_t>(begin, 1); i < end && *sorted;
                   ++i)
                *sorted = !less(items[i], items[i - 1]);
            });
  auto merger = std::make_shared<RunMerger<Item, Less>>(items, less);
  work.pieces([sorted, merger] { return *sorted ? 0 : merger->sortRun(); });
  work.pieces([sorted, merger] { return *sorted ? 0 : merger->merge(); });
  return work;
}

} // namespace sg
