// Dear ImGui's configuration for tests: what it would assert is collected, also
// in a release build, so that a test can say that there was nothing.
#pragma once
#include "viz/widgets/ImguiConfig.h"

/// Defined in Driver.cpp.
void imguiCheckFailed(const char *expression, const char *file, int line);
#define IM_ASSERT(expression)                                                  \
  do {                                                                         \
    if (!(expression))                                                         \
      imguiCheckFailed(#expression, __FILE__, __LINE__);                       \
  } while (false)
