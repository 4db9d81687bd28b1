// Processor time of this process in milliseconds, so that what else runs on the
// machine does not count. Under node, whose clock() is the wall's, node tells.
#pragma once
#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>
#else
#include <ctime>
#endif

namespace sg::bench {

inline double cpuMilliseconds() {
#ifdef __EMSCRIPTEN__
  return EM_ASM_DOUBLE({
    const used = process.cpuUsage();
    return (used.user + used.system) / 1000;
  });
#else
  return double(std::clock()) * 1000 / CLOCKS_PER_SEC;
#endif
}

} // namespace sg::bench
