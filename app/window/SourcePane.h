// The source: an editor with the messages of the last compilation, and a bar
// to find text.
#pragma once
#include "app/window/Workspace.h"
#include "viz/widgets/CodeEditor.h"

namespace sg::app {

class SourcePane {
public:
  void draw(Workspace &work);
  /// Opens the find bar with what is selected.
  void find();
  /// Puts the caret at the next message (or the one before).
  void goToMessage(Workspace &work, int direction);
  bool focused() const { return editor.focused(); }
  void focus() { editor.focus(); }
  void undo() { editor.undo(); }
  void redo() { editor.redo(); }
  const viz::CodeEditor &code() const { return editor; }

private:
  viz::CodeEditor editor;
  uint64_t opened = ~uint64_t(0), version = ~uint64_t(0),
           revealed = ~uint64_t(0), edits = 0; ///< versions that were seen
  viz::Selected marked;
  bool fresh = false; ///< opened and not compiled yet
  bool finding = false, focusFind = false, notFound = false;
  char what[256] = "";

  void title(Workspace &work);
  void findBar(Workspace &work);
  void takeMessages(const Workspace &work);
  void markRelatives(Workspace &work);
  void messagesWithoutPlace(const Workspace &work) const;
};

} // namespace sg::app
