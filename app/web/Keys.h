// Keys of a browser's keyboard events as ImGui's, and which of them are the
// browser's own. Knows nothing of Emscripten.
#pragma once
#include "imgui.h"
#include <string_view>

namespace sg::app {

/// Modifiers of an event.
struct Modifiers {
  bool ctrl = false, shift = false, alt = false, meta = false;
};

/// What a key event is for.
enum class KeyUse {
  Text,      ///< types a character: the browser turns it into input
  Explorer,  ///< the explorer acts on it, the browser must not
  Clipboard, ///< copy, cut or paste: arrives as an event of the clipboard
  Browser,   ///< reload, zoom of the page, tabs: the explorer never sees it
};

/// The key of an event: by what it types where that is a letter, a digit or a
/// sign (so that Ctrl+Z is where the layout has it), else by its place.
/// `code` and `key` are the event's; ImGuiKey_None when ImGui has no such key.
ImGuiKey keyOf(std::string_view code, std::string_view key);

/// `text` is what the event types, or the name of its key. `mac`: Command is as
/// good as Ctrl, and Option types characters.
KeyUse useOf(ImGuiKey key, std::string_view text, const Modifiers &modifiers,
             bool mac);

} // namespace sg::app
