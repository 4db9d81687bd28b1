#include "app/window/Workspace.h"
#include <algorithm>
#include <cmath>

namespace sg::app {

Workspace::Workspace(Platform &platform, Places where)
    : platform(platform), places(std::move(where)),
      samples(places.samples, places.archs) {}

void Workspace::open(Document newDocument) {
  document = std::move(newDocument);
  ++opened;
  platform.setTitle(document.name + " · Spyreglass");
  compile();
}

void Workspace::compile() {
  tried = document;
  next = std::make_unique<Build>(document, places.archs);
}

void Workspace::cancel() {
  if (!next)
    return;
  next.reset();
  tried = build ? build->document() : Document();
  say("Cancelled");
}

bool Workspace::edited() const { return !(tried == document); }

void Workspace::work(double milliseconds) {
  if (next && !next->advance(milliseconds))
    takeOver();
}

void Workspace::takeOver() {
  messages = next->session().diagnostics();
  ++version;
  // A text without a first stage leaves what is there, to be looked at while
  // the error is fixed.
  outdated = !next->hasStages() && build;
  if (outdated) {
    next.reset();
    return;
  }
  std::string shownStage = build && stage < build->stages().size()
                               ? build->stages()[stage].name
                               : "";
  double share = cycles() > 0 ? clock / double(cycles()) : 0;
  bool first = !build;
  build = std::move(next);
  const std::vector<Stage> &stages = build->stages();
  stage = stages.empty() ? 0 : uint32_t(stages.size() - 1);
  for (uint32_t i = 0; i < stages.size(); ++i)
    if (stages[i].name == (first ? "double-buffer" : shownStage) &&
        !build->session().failed())
      stage = i;
  selected = {};
  visits.clear();
  at = 0;
  clock =
      std::clamp(std::round(share * double(cycles())), 0.0, double(cycles()));
  if (core >= int32_t(build->pads().size()))
    core = 0;
  if (!hasRun())
    playing = false;
  updateColours();
  updateRelatives();
  visit();
}

void Workspace::updateColours() {
  if (hasRun())
    colours = viz::RunColours(build->run().trace, style);
}

viz::RunLook Workspace::look() const {
  return {style,
          colours,
          build->labels(),
          colourBy,
          clock,
          selected.kind == viz::Selected::Event ? selected.index : viz::noEvent,
          relatives};
}

void Workspace::updateRelatives() {
  relatives = build ? build->relations().find(selected) : viz::Relatives();
}

void Workspace::select(const viz::Selected &what, bool reveal) {
  if (!(selected == what)) {
    selected = what;
    updateRelatives();
    visit();
  }
  if (reveal)
    ++revealed;
}

void Workspace::showStage(uint32_t index) {
  if (!build || build->stages().empty())
    return;
  stage = std::min(index, uint32_t(build->stages().size() - 1));
  visit();
}

// Remembers where the user is; forgets what was ahead.
void Workspace::visit() {
  Visit here{selected, stage, clock};
  if (at < visits.size()) {
    if (visits[at] == here)
      return;
    visits.resize(at + 1);
  }
  visits.push_back(here);
  constexpr size_t most = 200;
  if (visits.size() > most)
    visits.erase(visits.begin());
  at = visits.size() - 1;
}

void Workspace::returnTo(const Visit &where) {
  selected = where.selected;
  stage = where.stage;
  clock = where.clock;
  updateRelatives();
  ++revealed;
}

void Workspace::goBack() {
  if (canGoBack())
    returnTo(visits[--at]);
}

void Workspace::goForward() {
  if (canGoForward())
    returnTo(visits[++at]);
}

int64_t Workspace::cycles() const {
  return hasRun() ? build->timeline().cycles() : 0;
}

void Workspace::setClock(double cycle) {
  clock = std::clamp(cycle, 0.0, double(cycles()));
}

void Workspace::play(bool on) {
  if (on && clock >= double(cycles()))
    clock = 0;
  playing = on && hasRun();
}

void Workspace::step(int direction) {
  if (!hasRun())
    return;
  playing = false;
  const viz::Timeline &timeline = build->timeline();
  const std::vector<Event> &events = build->run().trace.events;
  if (selected.kind == viz::Selected::Event && selected.index < events.size()) {
    auto other = direction > 0 ? timeline.next(selected.index)
                               : timeline.previous(selected.index);
    if (!other)
      return;
    setClock(double(events[*other].begin));
    viz::Selected event = selected;
    event.index = *other;
    return select(event);
  }
  // Events are sorted by begin.
  auto begins = [](int64_t cycle, const Event &event) {
    return cycle < event.begin;
  };
  int64_t now = direction > 0 ? int64_t(std::floor(clock))
                              : int64_t(std::ceil(clock)) - 1;
  auto after = std::upper_bound(events.begin(), events.end(), now, begins);
  if (direction > 0)
    setClock(after == events.end() ? double(cycles()) : double(after->begin));
  else
    setClock(after == events.begin() ? 0 : double((after - 1)->begin));
}

void Workspace::advanceClock(double seconds) {
  if (!playing)
    return;
  setClock(clock + speed * seconds);
  if (clock >= double(cycles()))
    playing = false;
}

void Workspace::say(const std::string &message, bool isError) {
  toasts.push_back({message, isError, platform.seconds() + (isError ? 8 : 4)});
  if (toasts.size() > 4)
    toasts.pop_front();
}

} // namespace sg::app
