#include "app/web/Keys.h"
#include <doctest/doctest.h>

using namespace sg::app;

TEST_CASE("keys go by what they type, or by their place") {
  CHECK(keyOf("KeyA", "a") == ImGuiKey_A);
  CHECK(keyOf("KeyQ", "A") == ImGuiKey_A); // on a French layout
  CHECK(keyOf("KeyY", "z") == ImGuiKey_Z); // on a German one
  CHECK(keyOf("KeyZ", "я") == ImGuiKey_Z); // letters that ImGui does not have
  CHECK(keyOf("Digit1", "!") == ImGuiKey_1);
  CHECK(keyOf("Digit7", "/") == ImGuiKey_Slash);
  CHECK(keyOf("Numpad7", "7") == ImGuiKey_Keypad7);
  CHECK(keyOf("Numpad7", "Home") == ImGuiKey_Keypad7);
  CHECK(keyOf("NumpadAdd", "+") == ImGuiKey_KeypadAdd);
  CHECK(keyOf("Space", " ") == ImGuiKey_Space);
  CHECK(keyOf("ArrowLeft", "ArrowLeft") == ImGuiKey_LeftArrow);
  CHECK(keyOf("", "Enter") == ImGuiKey_Enter); // a keyboard on a screen
  CHECK(keyOf("F1", "F1") == ImGuiKey_F1);
  CHECK(keyOf("F12", "F12") == ImGuiKey_F12);
}

TEST_CASE("unknown keys are none") {
  for (std::string_view name : {"", "F0", "F13", "F999", "Fn", "Key", "Key€",
                                "Digit", "Numpad", "NumpadX", "Unidentified"})
    CHECK_MESSAGE(keyOf(name, name) == ImGuiKey_None, name);
}

static KeyUse use(ImGuiKey key, std::string_view text, Modifiers modifiers = {},
                  bool mac = false) {
  return useOf(key, text, modifiers, mac);
}

TEST_CASE("plain keys type or belong to the explorer") {
  CHECK(use(ImGuiKey_A, "a") == KeyUse::Text);
  CHECK(use(ImGuiKey_Space, " ") == KeyUse::Text);
  CHECK(use(ImGuiKey_None, "ß") == KeyUse::Text);
  CHECK(use(ImGuiKey_None, "Dead") == KeyUse::Browser);
  CHECK(use(ImGuiKey_Enter, "Enter") == KeyUse::Explorer);
  CHECK(use(ImGuiKey_Tab, "Tab") == KeyUse::Explorer);
  CHECK(use(ImGuiKey_F3, "F3") == KeyUse::Explorer);
  CHECK(use(ImGuiKey_F5, "F5") == KeyUse::Browser);
  CHECK(use(ImGuiKey_F12, "F12") == KeyUse::Browser);
}

TEST_CASE("shortcuts of the explorer, of the clipboard and of the browser") {
  Modifiers ctrl{.ctrl = true}, both{.ctrl = true, .shift = true};
  for (ImGuiKey key : {ImGuiKey_Enter, ImGuiKey_Z, ImGuiKey_F, ImGuiKey_S,
                       ImGuiKey_O, ImGuiKey_B, ImGuiKey_A})
    CHECK(use(key, "x", ctrl) == KeyUse::Explorer);
  CHECK(use(ImGuiKey_P, "P", both) == KeyUse::Explorer);
  CHECK(use(ImGuiKey_L, "L", both) == KeyUse::Explorer);
  for (ImGuiKey key : {ImGuiKey_P, ImGuiKey_L, ImGuiKey_R, ImGuiKey_T,
                       ImGuiKey_W, ImGuiKey_Minus, ImGuiKey_0, ImGuiKey_Tab})
    CHECK(use(key, "x", ctrl) == KeyUse::Browser);
  for (ImGuiKey key : {ImGuiKey_R, ImGuiKey_T, ImGuiKey_I, ImGuiKey_C})
    CHECK(use(key, "X", both) == KeyUse::Browser);
  for (ImGuiKey key : {ImGuiKey_C, ImGuiKey_X, ImGuiKey_V})
    CHECK(use(key, "x", ctrl) == KeyUse::Clipboard);
  CHECK(use(ImGuiKey_Insert, "Insert", {.shift = true}) == KeyUse::Clipboard);
  CHECK(use(ImGuiKey_LeftCtrl, "Control", ctrl) == KeyUse::Explorer);
}

TEST_CASE("Alt: history and views, else the browser's menus") {
  Modifiers alt{.alt = true};
  CHECK(use(ImGuiKey_LeftArrow, "ArrowLeft", alt) == KeyUse::Explorer);
  CHECK(use(ImGuiKey_1, "1", alt) == KeyUse::Explorer);
  CHECK(use(ImGuiKey_D, "d", alt) == KeyUse::Browser);
  CHECK(use(ImGuiKey_F4, "F4", alt) == KeyUse::Browser);
}

TEST_CASE("AltGr and Option type characters") {
  Modifiers altGr{.ctrl = true, .alt = true};
  CHECK(use(ImGuiKey_LeftBracket, "[", altGr) == KeyUse::Text);
  CHECK(use(ImGuiKey_Q, "@", altGr) == KeyUse::Text);
  CHECK(use(ImGuiKey_None, "€", altGr) == KeyUse::Text);
  CHECK(use(ImGuiKey_L, "@", {.alt = true}, true) == KeyUse::Text);
  CHECK(use(ImGuiKey_L, "l", {.alt = true}, false) == KeyUse::Browser);
}

TEST_CASE("Command is as good as Ctrl on a Mac, and only there") {
  Modifiers command{.meta = true};
  CHECK(use(ImGuiKey_Z, "z", command, true) == KeyUse::Explorer);
  CHECK(use(ImGuiKey_C, "c", command, true) == KeyUse::Clipboard);
  CHECK(use(ImGuiKey_R, "r", command, true) == KeyUse::Browser);
  CHECK(use(ImGuiKey_Z, "z", command, false) == KeyUse::Browser);
}
