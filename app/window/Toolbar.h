// The bar at the top: menus, sample, front end, device, options, compile, and
// what came of it.
#pragma once
#include "app/window/Actions.h"
#include "app/window/Workspace.h"

namespace sg::app {

class Toolbar {
public:
  /// `actions` are the menus; returns false when the bar is out of room.
  void draw(Workspace &work, const std::vector<Action> &actions);

private:
  void sampleChoice(Workspace &work);
  void frontendChoice(Workspace &work);
  void deviceChoice(Workspace &work);
  void optionChoice(Workspace &work);
  void compileButton(Workspace &work);
  void outcome(Workspace &work) const;
};

/// Opens a sample on a device it fits; a failure is said.
void openSample(Workspace &work, const Sample &sample);

} // namespace sg::app
