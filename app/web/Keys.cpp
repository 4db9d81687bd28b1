#include "app/web/Keys.h"
#include <algorithm>
#include <iterator>

namespace sg::app {

namespace {
struct Named {
  std::string_view code;
  ImGuiKey key;
};
} // namespace

static const Named places[] = {
    {"AltLeft", ImGuiKey_LeftAlt},
    {"AltRight", ImGuiKey_RightAlt},
    {"ArrowDown", ImGuiKey_DownArrow},
    {"ArrowLeft", ImGuiKey_LeftArrow},
    {"ArrowRight", ImGuiKey_RightArrow},
    {"ArrowUp", ImGuiKey_UpArrow},
    {"Backquote", ImGuiKey_GraveAccent},
    {"Backslash", ImGuiKey_Backslash},
    {"Backspace", ImGuiKey_Backspace},
    {"BracketLeft", ImGuiKey_LeftBracket},
    {"BracketRight", ImGuiKey_RightBracket},
    {"CapsLock", ImGuiKey_CapsLock},
    {"Comma", ImGuiKey_Comma},
    {"ContextMenu", ImGuiKey_Menu},
    {"ControlLeft", ImGuiKey_LeftCtrl},
    {"ControlRight", ImGuiKey_RightCtrl},
    {"Delete", ImGuiKey_Delete},
    {"End", ImGuiKey_End},
    {"Enter", ImGuiKey_Enter},
    {"Equal", ImGuiKey_Equal},
    {"Escape", ImGuiKey_Escape},
    {"Home", ImGuiKey_Home},
    {"Insert", ImGuiKey_Insert},
    {"MetaLeft", ImGuiKey_LeftSuper},
    {"MetaRight", ImGuiKey_RightSuper},
    {"Minus", ImGuiKey_Minus},
    {"NumLock", ImGuiKey_NumLock},
    {"NumpadAdd", ImGuiKey_KeypadAdd},
    {"NumpadDecimal", ImGuiKey_KeypadDecimal},
    {"NumpadDivide", ImGuiKey_KeypadDivide},
    {"NumpadEnter", ImGuiKey_KeypadEnter},
    {"NumpadEqual", ImGuiKey_KeypadEqual},
    {"NumpadMultiply", ImGuiKey_KeypadMultiply},
    {"NumpadSubtract", ImGuiKey_KeypadSubtract},
    {"PageDown", ImGuiKey_PageDown},
    {"PageUp", ImGuiKey_PageUp},
    {"Pause", ImGuiKey_Pause},
    {"Period", ImGuiKey_Period},
    {"PrintScreen", ImGuiKey_PrintScreen},
    {"Quote", ImGuiKey_Apostrophe},
    {"ScrollLock", ImGuiKey_ScrollLock},
    {"Semicolon", ImGuiKey_Semicolon},
    {"ShiftLeft", ImGuiKey_LeftShift},
    {"ShiftRight", ImGuiKey_RightShift},
    {"Slash", ImGuiKey_Slash},
    {"Space", ImGuiKey_Space},
    {"Tab", ImGuiKey_Tab},
};

/// The key that types a character, on any layout.
static ImGuiKey keyOfCharacter(char c) {
  if (c >= 'a' && c <= 'z')
    return ImGuiKey(ImGuiKey_A + (c - 'a'));
  if (c >= 'A' && c <= 'Z')
    return ImGuiKey(ImGuiKey_A + (c - 'A'));
  if (c >= '0' && c <= '9')
    return ImGuiKey(ImGuiKey_0 + (c - '0'));
  // clang-format off
  switch (c) {
  case '\'': return ImGuiKey_Apostrophe;
  case ',': return ImGuiKey_Comma;
  case '-': return ImGuiKey_Minus;
  case '.': return ImGuiKey_Period;
  case '/': return ImGuiKey_Slash;
  case ';': return ImGuiKey_Semicolon;
  case '=': return ImGuiKey_Equal;
  case '[': return ImGuiKey_LeftBracket;
  case '\\': return ImGuiKey_Backslash;
  case ']': return ImGuiKey_RightBracket;
  case '`': return ImGuiKey_GraveAccent;
  default: return ImGuiKey_None;
  }
  // clang-format on
}

static bool startsWith(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

ImGuiKey keyOf(std::string_view code, std::string_view key) {
  if (startsWith(code, "Numpad") && code.size() == 7 && code[6] >= '0' &&
      code[6] <= '9')
    return ImGuiKey(ImGuiKey_Keypad0 + (code[6] - '0'));
  if (!startsWith(code, "Numpad") && key.size() == 1)
    if (ImGuiKey typed = keyOfCharacter(key[0]))
      return typed;
  if (startsWith(code, "Key") && code.size() == 4)
    return keyOfCharacter(code[3]);
  if (startsWith(code, "Digit") && code.size() == 6)
    return keyOfCharacter(code[5]);
  // Keyboards on screens have no places; function keys are named alike.
  for (std::string_view name : {code, key}) {
    auto place = std::find_if(std::begin(places), std::end(places),
                              [&](const Named &p) { return p.code == name; });
    if (place != std::end(places))
      return place->key;
    if (name.size() >= 2 && name.size() <= 3 && name[0] == 'F') {
      int number = 0;
      for (char c : name.substr(1))
        number = c >= '0' && c <= '9' ? number * 10 + (c - '0') : 100;
      if (number >= 1 && number <= 12)
        return ImGuiKey(ImGuiKey_F1 + number - 1);
    }
  }
  return ImGuiKey_None;
}

static bool isModifier(ImGuiKey key) {
  return key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper;
}

static bool isFunctionKey(ImGuiKey key) {
  return key >= ImGuiKey_F1 && key <= ImGuiKey_F12;
}

/// A character, not the name of a key: "a", "ß", "€"; not "Dead", "F5".
static bool isCharacter(std::string_view text) {
  if (text.empty())
    return false;
  unsigned char first = text[0];
  size_t bytes = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return text.size() == bytes && first >= 32;
}

/// Keys the explorer uses together with Ctrl or Command. What is not here stays
/// the browser's: reload, tabs, zoom of the page, print, developer tools.
static bool isShortcut(ImGuiKey key, bool shift) {
  switch (key) {
  case ImGuiKey_A:
  case ImGuiKey_B:
  case ImGuiKey_F:
  case ImGuiKey_O:
  case ImGuiKey_S:
  case ImGuiKey_Y:
  case ImGuiKey_Z:
  case ImGuiKey_Enter:
  case ImGuiKey_KeypadEnter:
  case ImGuiKey_Backspace:
  case ImGuiKey_Delete:
  case ImGuiKey_LeftArrow:
  case ImGuiKey_RightArrow:
  case ImGuiKey_UpArrow:
  case ImGuiKey_DownArrow:
  case ImGuiKey_Home:
  case ImGuiKey_End:
    return true;
  case ImGuiKey_L: // a link, and the palette: without Shift the browser's
  case ImGuiKey_P:
    return shift;
  default:
    return false;
  }
}

static bool isClipboardKey(ImGuiKey key, bool shortcut, bool shift) {
  if (shortcut)
    return !shift &&
           (key == ImGuiKey_C || key == ImGuiKey_X || key == ImGuiKey_V);
  // The older keys of paste and cut.
  return shift && (key == ImGuiKey_Insert || key == ImGuiKey_Delete);
}

static KeyUse useWithAlt(ImGuiKey key, std::string_view text,
                         const Modifiers &modifiers, bool mac) {
  // Characters of the third level: AltGr is Ctrl+Alt on some systems.
  if (isCharacter(text) && (mac || modifiers.ctrl))
    return KeyUse::Text;
  bool isPane = key >= ImGuiKey_1 && key <= ImGuiKey_9;
  bool isHistory = key == ImGuiKey_LeftArrow || key == ImGuiKey_RightArrow;
  return isPane || isHistory ? KeyUse::Explorer : KeyUse::Browser;
}

KeyUse useOf(ImGuiKey key, std::string_view text, const Modifiers &modifiers,
             bool mac) {
  if (key == ImGuiKey_None)
    return isCharacter(text) ? KeyUse::Text : KeyUse::Browser;
  if (isModifier(key))
    return KeyUse::Explorer;
  if (modifiers.alt)
    return useWithAlt(key, text, modifiers, mac);
  bool shortcut = modifiers.ctrl || (mac && modifiers.meta);
  if (isClipboardKey(key, shortcut, modifiers.shift))
    return KeyUse::Clipboard;
  if (shortcut)
    return isShortcut(key, modifiers.shift) ? KeyUse::Explorer
                                            : KeyUse::Browser;
  if (modifiers.meta)
    return KeyUse::Browser;
  if (isFunctionKey(key))
    return key == ImGuiKey_F3 || key == ImGuiKey_F8 ? KeyUse::Explorer
                                                    : KeyUse::Browser;
  return isCharacter(text) ? KeyUse::Text : KeyUse::Explorer;
}

} // namespace sg::app
