// How Dear ImGui is compiled, for the library and everything that includes it.
#pragma once
// The timeline draws more than 16,383 rectangles into one window, and WebGL has
// no base vertex.
#define ImDrawIdx unsigned int
#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS
// Labels and rectangles of what is drawn, for tests: see ItemRegistry.h.
#define IMGUI_ENABLE_TEST_ENGINE
