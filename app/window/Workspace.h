// What all panes share: the document, what became of it, the selection, the
// clock, the stage that is shown. Panes change it through its functions and
// draw what it holds.
#pragma once
#include "app/window/Build.h"
#include "app/window/Explorer.h"
#include "app/window/Samples.h"
#include "app/window/Settings.h"
#include <deque>

namespace sg::app {

/// Where the user was, for back and forward.
struct Visit {
  viz::Selected selected;
  uint32_t stage = 0;
  double clock = 0;
  bool operator==(const Visit &) const = default;
};

struct Workspace {
  Workspace(Platform &platform, Places places);

  Platform &platform;
  Places places;
  viz::Style style;
  Settings settings;
  Samples samples;

  // -- the document and its build
  Document document; ///< as edited; its text is the editor's
  /// What the views show; null only before the first.
  std::shared_ptr<Build> build;
  std::unique_ptr<Build> next; ///< being made
  /// Messages of the newest build, for the source.
  std::vector<Diagnostic> messages;
  /// Grows when `build` or `messages` are others.
  uint64_t version = 0;
  /// Grows when another document was opened.
  uint64_t opened = 0;
  /// The newest text could not be read at all, so `build` is of an older one.
  bool outdated = false;

  void compile();
  void cancel();
  void work(double milliseconds);
  bool working() const { return next != nullptr; }
  bool hasRun() const { return build && build->hasRun(); }
  /// The document differs from what was compiled last.
  bool edited() const;
  void open(Document newDocument);

  // -- selection
  viz::Selected selected;
  viz::Relatives relatives;
  uint32_t stage = 0; ///< of build->stages()
  int32_t core = 0;   ///< the core that Scratchpad and Core show
  /// Panes scroll to the selection when this grew.
  uint64_t revealed = 0;

  void select(const viz::Selected &what, bool reveal = true);
  void showStage(uint32_t index);
  void goBack();
  void goForward();
  bool canGoBack() const { return at > 0; }
  bool canGoForward() const { return at + 1 < visits.size(); }

  // -- the clock
  double clock = 0; ///< cycles
  bool playing = false;
  double speed = 200;     ///< cycles per second
  int64_t cycles() const; ///< of the run; 0 without one
  void setClock(double cycle);
  void play(bool on);
  /// To the next or previous begin of an event, of the selected event's lane
  /// or of any.
  void step(int direction);
  void advanceClock(double seconds);

  // -- messages on the screen
  struct Toast {
    std::string message;
    bool isError = false;
    double until = 0;
  };
  std::deque<Toast> toasts;
  void say(const std::string &message, bool isError = false);

  viz::RunColours colours;
  viz::RunLook look() const;
  viz::ColourBy colourBy = viz::ColourBy::Operation;
  void updateColours();

private:
  Document tried; ///< what was compiled last, or is being compiled
  std::vector<Visit> visits;
  size_t at = 0;
  void visit();
  void takeOver();
  void returnTo(const Visit &where);
  void updateRelatives();
};

} // namespace sg::app
