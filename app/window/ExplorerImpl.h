// The explorer's parts and how they are put together.
#pragma once
#include "app/window/Actions.h"
#include "app/window/FilePrompt.h"
#include "app/window/Inspector.h"
#include "app/window/Palette.h"
#include "app/window/RunPane.h"
#include "app/window/SourcePane.h"
#include "app/window/StagePane.h"
#include "app/window/Toolbar.h"

namespace sg::app {

class ExplorerImpl {
public:
  ExplorerImpl(Platform &platform, Places places);

  Workspace work;
  SourcePane source;
  StagePane stages;
  Inspector inspector;
  RunPane run;
  Toolbar toolbar;
  Palette palette;
  KeysPage keys;
  FilePrompt prompt;
  std::vector<Action> actions;

  bool prepareFonts(float pixelsPerPoint);
  void frame();
  void storeSettings(bool now);
  double idleSeconds() const;
  void openFile(const std::string &name, std::string text);
  nlohmann::json state() const;
  Result<void> restore(const std::string &text);
  /// A state that was taken over but whose stage, clock and views wait for
  /// its document to be built.
  void applyPending();

  // Actions.cpp's list, made in ExplorerActions.cpp
  void makeActions();
  void makeFileActions();
  void makeEditActions();
  void makeViewActions();
  void makeRunActions();
  void add(const char *group, const char *name, ImGuiKeyChord key,
           std::function<void()> run, std::function<bool()> enabled = {});
  void share();
  void exportPicture();
  void exportTrace();
  void exportSource();
  void exportState();
  void exportCode();
  void exportSvg();
  void exportTable();
  void exportStages();

private:
  float loadedScale = 0, pixelsPerPoint = 1;
  double lastFrame = 0, lastStore = 0;
  Settings storedSettings;
  Document storedDocument;
  std::optional<nlohmann::json> pending;
  uint64_t pendingFor = 0; ///< Workspace::opened of its document

  void start();
  void layout();
  std::vector<Action> everything();
  void drawToasts();
  void takeCharacters();
  bool unstored() const;
};

} // namespace sg::app
