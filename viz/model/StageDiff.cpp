#include "viz/model/StageDiff.h"
#include "viz/model/LineDiff.h"
#include "viz/model/SequenceDiff.h"
#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>

namespace sg::viz {

const char *opChangeName(OpChange change) {
  switch (change) {
  case OpChange::Same:
    return "same";
  case OpChange::Moved:
    return "moved";
  case OpChange::Changed:
    return "changed";
  case OpChange::Rewritten:
    return "rewritten";
  case OpChange::Removed:
    return "removed";
  case OpChange::Added:
    return "added";
  }
  return "unknown";
}

std::string_view ownText(const Stage &stage, uint32_t op) {
  if (op >= stage.ops.size())
    return {};
  const StageOp &one = stage.ops[op];
  size_t begin = std::min<size_t>(one.begin, stage.text.size());
  size_t end = std::clamp<size_t>(one.end, begin, stage.text.size());
  // Nested operations come right after their parent in the list.
  if (op + 1 < stage.ops.size() && stage.ops[op + 1].depth > one.depth)
    end = std::clamp<size_t>(stage.ops[op + 1].begin, begin, end);
  std::string_view text =
      std::string_view(stage.text).substr(begin, end - begin);
  return text.substr(0, std::min(text.find('\n'), text.size()));
}

size_t StageDiff::count(OpChange change) const {
  const auto &side = change == OpChange::Removed ? before : after;
  return size_t(
      std::count_if(side.begin(), side.end(),
                    [&](const OpDiffEntry &e) { return e.change == change; }));
}

std::span<const uint32_t> StageDiff::counterparts(bool inBefore,
                                                  uint32_t op) const {
  const auto &side = inBefore ? before : after;
  if (op >= side.size())
    return {};
  const OpDiffEntry &entry = side[op];
  if (entry.group < groups.size())
    return inBefore ? std::span<const uint32_t>(groups[entry.group].after)
                    : std::span<const uint32_t>(groups[entry.group].before);
  if (entry.other == UINT32_MAX)
    return {};
  return {&entry.other, 1};
}

namespace {

uint64_t mix(uint64_t a, uint64_t b) {
  return (a ^ (b + 0x9e3779b97f4a7c15ull + (a << 6) + (a >> 2))) *
         0x9fb21c651e98df25ull;
}

/// Keys of one stage's operations, from strict to loose.
struct Keys {
  std::vector<uint64_t> exact;  ///< text, origins
  std::vector<uint64_t> text;   ///< text alone
  std::vector<uint64_t> kind;   ///< name, origins
  std::vector<uint64_t> origin; ///< origins alone; 0 = none
};

Keys keysOf(const Stage &stage) {
  Keys keys;
  for (uint32_t i = 0; i < stage.ops.size(); ++i) {
    const StageOp &op = stage.ops[i];
    uint64_t origin = op.origins.empty() ? 0 : 1;
    for (uint32_t one : op.origins)
      origin = mix(origin, one);
    uint64_t text =
        std::hash<std::string>()(withoutSsaNumbers(ownText(stage, i)));
    keys.exact.push_back(mix(text, origin));
    keys.text.push_back(text);
    keys.kind.push_back(mix(std::hash<std::string>()(op.name), origin));
    keys.origin.push_back(origin);
  }
  return keys;
}

class Matcher {
public:
  Matcher(const Stage &before, const Stage &after)
      : before(before), after(after), a(keysOf(before)), b(keysOf(after)) {
    diff.before.resize(before.ops.size(), {OpChange::Removed});
    diff.after.resize(after.ops.size(), {OpChange::Added});
  }

  StageDiff run() {
    inOrder(a.exact, b.exact, OpChange::Same);
    anywhere(a.exact, b.exact, OpChange::Moved);
    // Where locations are lost or joined the text still tells.
    inOrder(a.text, b.text, OpChange::Same);
    anywhere(a.text, b.text, OpChange::Moved);
    inOrder(a.kind, b.kind, OpChange::Changed);
    rewritten();
    return std::move(diff);
  }

private:
  const Stage &before, &after;
  Keys a, b;
  StageDiff diff;

  static std::vector<uint32_t> open(const std::vector<OpDiffEntry> &side) {
    std::vector<uint32_t> out;
    for (uint32_t i = 0; i < side.size(); ++i)
      if (side[i].other == UINT32_MAX && side[i].group == UINT32_MAX)
        out.push_back(i);
    return out;
  }
  void pair(uint32_t i, uint32_t j, OpChange change) {
    diff.before[i] = {change, j, UINT32_MAX};
    diff.after[j] = {change, i, UINT32_MAX};
  }
  /// Pairs what is still open and equal, keeping the order. A later pass must
  /// not cross pairs of an earlier one and still say "same": it says "moved".
  void inOrder(const std::vector<uint64_t> &left,
               const std::vector<uint64_t> &right, OpChange change) {
    std::vector<uint32_t> is = open(diff.before), js = open(diff.after);
    std::vector<uint64_t> x, y;
    for (uint32_t i : is)
      x.push_back(left[i]);
    for (uint32_t j : js)
      y.push_back(right[j]);
    std::vector<SequencePair> pairs = commonSubsequence(x, y);
    for (const SequencePair &one : pairs)
      pair(is[one.left], js[one.right], change);
    if (change == OpChange::Same)
      uncross();
  }
  /// Of pairs that say "same", those that are out of order have moved: a
  /// longest ascending run stays.
  void uncross() {
    std::vector<uint32_t> tails, at, parent(diff.before.size(), UINT32_MAX);
    for (uint32_t i = 0; i < diff.before.size(); ++i) {
      if (diff.before[i].change != OpChange::Same)
        continue;
      uint32_t j = diff.before[i].other;
      size_t place = size_t(std::lower_bound(tails.begin(), tails.end(), j) -
                            tails.begin());
      if (place == tails.size()) {
        tails.push_back(j);
        at.push_back(i);
      } else {
        tails[place] = j;
        at[place] = i;
      }
      parent[i] = place ? at[place - 1] : UINT32_MAX;
    }
    std::vector<uint8_t> keep(diff.before.size(), 0);
    for (uint32_t i = at.empty() ? UINT32_MAX : at.back(); i != UINT32_MAX;
         i = parent[i])
      keep[i] = 1;
    for (uint32_t i = 0; i < diff.before.size(); ++i)
      if (diff.before[i].change == OpChange::Same && !keep[i])
        pair(i, diff.before[i].other, OpChange::Moved);
  }
  /// Pairs equal ones in order of appearance, wherever they are.
  void anywhere(const std::vector<uint64_t> &left,
                const std::vector<uint64_t> &right, OpChange change) {
    std::unordered_map<uint64_t, std::vector<uint32_t>> waiting;
    std::vector<uint32_t> is = open(diff.before);
    for (size_t n = is.size(); n-- > 0;)
      waiting[left[is[n]]].push_back(is[n]);
    for (uint32_t j : open(diff.after)) {
      auto it = waiting.find(right[j]);
      if (it == waiting.end() || it->second.empty())
        continue;
      pair(it->second.back(), j, change);
      it->second.pop_back();
    }
  }

  /// What is left and shares an origin became each other: connected parts of
  /// the graph of operations and origins.
  void rewritten() {
    std::vector<uint32_t> is = open(diff.before), js = open(diff.after);
    // Operations with equal origins first, then any overlap among the rest.
    std::map<uint64_t, OpGroup> equal;
    for (uint32_t i : is)
      if (a.origin[i])
        equal[a.origin[i]].before.push_back(i);
    for (uint32_t j : js)
      if (b.origin[j])
        equal[b.origin[j]].after.push_back(j);
    for (auto &[key, group] : equal)
      close(std::move(group));
    std::map<uint32_t, OpGroup> byOrigin;
    for (uint32_t i : open(diff.before))
      for (uint32_t origin : before.ops[i].origins)
        byOrigin[origin].before.push_back(i);
    for (uint32_t j : open(diff.after))
      for (uint32_t origin : after.ops[j].origins)
        byOrigin[origin].after.push_back(j);
    for (auto &[origin, group] : byOrigin) {
      auto taken = [](const std::vector<OpDiffEntry> &side) {
        return [&side](uint32_t i) { return side[i].group != UINT32_MAX; };
      };
      std::erase_if(group.before, taken(diff.before));
      std::erase_if(group.after, taken(diff.after));
      close(std::move(group));
    }
  }
  void close(OpGroup group) {
    if (group.before.empty() || group.after.empty())
      return;
    uint32_t number = uint32_t(diff.groups.size());
    for (uint32_t i : group.before)
      diff.before[i] = {OpChange::Rewritten, UINT32_MAX, number};
    for (uint32_t j : group.after)
      diff.after[j] = {OpChange::Rewritten, UINT32_MAX, number};
    diff.groups.push_back(std::move(group));
  }
};

} // namespace

StageDiff diffStages(const Stage &before, const Stage &after) {
  return Matcher(before, after).run();
}

} // namespace sg::viz
