// What a frame drew, by label: how tests find a button and see that it is
// there. Off unless somebody records; costs nothing then.
#pragma once
#include "imgui.h"
#include <string>
#include <string_view>
#include <vector>

namespace sg::viz {

struct DrawnItem {
  std::string label;
  std::string window; ///< name of the window it is in
  ImVec2 min, max;    ///< pixels
  ImVec2 center() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
};

class ItemRegistry {
public:
  /// Starts a record that every following frame appends to; `clear` between
  /// frames. One registry records at a time, for the current ImGui context.
  void start();
  void stop();
  void clear();
  /// The last item with this label ("##" and what follows it counts); null
  /// when there is none.
  const DrawnItem *find(std::string_view label) const;
  const std::vector<DrawnItem> &all() const { return items; }
  void add(DrawnItem item) { items.push_back(std::move(item)); }
  /// Labels of items that had the id of another item of the same frame: ImGui
  /// would confuse them. Of all frames, each once.
  const std::vector<std::string> &conflicts() const { return shared; }
  void addConflict(std::string label);

  ~ItemRegistry() { stop(); }

private:
  std::vector<DrawnItem> items;
  std::vector<std::string> shared;
};

/// Registers something that is painted without being an ImGui item (a slice of
/// the timeline, a line of code). Does nothing when nobody records.
void noteItem(std::string_view label, ImVec2 min, ImVec2 max);
/// Whether somebody records, where making the label costs something.
bool notesItems();

} // namespace sg::viz
