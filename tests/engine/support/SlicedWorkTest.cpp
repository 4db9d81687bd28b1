// Work in slices: the same result whatever the slices, no more than was asked
// for, and nothing left behind.
#include "engine/support/SlicedSort.h"
#include <doctest/doctest.h>
#include <string>

using namespace sg;

namespace {

/// Notes what it does; stretches of loops are written item by item.
SlicedWork noting(std::string &said, size_t first, size_t second) {
  SlicedWork work;
  work.then([&said] { said += "begin "; });
  work.loop([first] { return first; },
            [&said](size_t begin, size_t end) {
              for (size_t i = begin; i < end; ++i)
                said += std::to_string(i) + " ";
            });
  auto left = std::make_shared<size_t>(second);
  work.pieces([&said, left]() -> size_t {
    if (*left == 0)
      return 0;
    said += "piece ";
    return std::min<size_t>((*left)--, 2);
  });
  SlicedWork more;
  more.then([&said] { said += "end"; });
  work.then(std::move(more));
  return work;
}

} // namespace

TEST_CASE("slices of any size do the same") {
  std::string whole;
  noting(whole, 7, 3).finish();
  CHECK(whole == "begin 0 1 2 3 4 5 6 piece piece piece end");
  for (size_t items : {1, 2, 3, 100}) {
    std::string said;
    SlicedWork work = noting(said, 7, 3);
    double progress = work.progress();
    CHECK(progress == 0);
    while (work.advance(items)) {
      CHECK(work.progress() >= progress);
      CHECK(work.progress() < 1);
      progress = work.progress();
    }
    CHECK(said == whole);
    CHECK(work.done());
    CHECK(work.progress() == 1);
  }
}

TEST_CASE("a slice does no more items than it was asked for") {
  size_t done = 0;
  SlicedWork work;
  for (int i = 0; i < 3; ++i)
    work.loop([] { return 10; },
              [&done](size_t begin, size_t end) { done += end - begin; });
  CHECK(work.advance(7));
  CHECK(done == 7);
  CHECK(work.advance(8));
  CHECK(done == 15);
  work.finish();
  CHECK(done == 30);
}

TEST_CASE("a count is asked for when its loop begins") {
  size_t count = 0, done = 0;
  SlicedWork work;
  work.then([&count] { count = 5; });
  work.loop([&count] { return count; },
            [&done](size_t begin, size_t end) { done += end - begin; });
  work.finish();
  CHECK(done == 5);
}

TEST_CASE("work without items is done at once, and holds nothing afterwards") {
  SlicedWork nothing;
  CHECK(nothing.done());
  CHECK_FALSE(nothing.advance(1));
  CHECK(nothing.progress() == 1);
  auto held = std::make_shared<int>(1);
  SlicedWork work;
  work.loop([held] { return 0; }, [held](size_t, size_t) {});
  work.then([held] {});
  CHECK(held.use_count() == 4);
  CHECK_FALSE(work.advanceFor(0));
  CHECK(held.use_count() == 1);
}

TEST_CASE("a sort in slices sorts") {
  uint64_t state = 12345;
  auto random = [&state](uint64_t limit) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % limit;
  };
  using Item = std::pair<uint64_t, size_t>;
  auto less = [](const Item &a, const Item &b) { return a.first < b.first; };
  for (size_t size : {0, 1, 2, 4095, 4096, 4097, 8193, 50000})
    for (uint64_t values : {3, 1000000}) {
      std::vector<Item> items;
      for (size_t i = 0; i < size; ++i)
        items.push_back({random(values), i});
      std::vector<Item> whole = items, expected = items;
      std::sort(expected.begin(), expected.end());
      sortWork(whole, less).finish();
      SlicedWork work = sortWork(items, less);
      while (work.advance(1 + random(3000))) {
      }
      CHECK(items == whole);
      CHECK(std::is_sorted(items.begin(), items.end(), less));
      std::sort(whole.begin(), whole.end());
      CHECK(whole == expected);
    }
}

TEST_CASE("what is sorted already stays as it is") {
  using Item = std::pair<int, int>;
  std::vector<Item> items;
  for (int i = 0; i < 10000; ++i)
    items.push_back({i / 10, 9 - i % 10});
  std::vector<Item> before = items;
  sortWork(items, [](const Item &a, const Item &b) {
    return a.first < b.first;
  }).finish();
  CHECK(items == before);
}
