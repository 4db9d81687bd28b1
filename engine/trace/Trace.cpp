#include "engine/trace/Trace.h"

namespace sg {

bool isWait(EventKind kind) {
  switch (kind) {
  case EventKind::WaitInput:
  case EventKind::WaitOutput:
  case EventKind::WaitSignal:
  case EventKind::WaitMemory:
  case EventKind::WaitFence:
    return true;
  case EventKind::Transfer:
  case EventKind::Push:
  case EventKind::Pop:
  case EventKind::Receive:
  case EventKind::Send:
  case EventKind::Compute:
  case EventKind::Correction:
    return false;
  }
  return false;
}

const char *eventKindName(EventKind kind) {
  switch (kind) {
  case EventKind::Transfer:
    return "transfer";
  case EventKind::Push:
    return "push";
  case EventKind::Pop:
    return "pop";
  case EventKind::Receive:
    return "receive";
  case EventKind::Send:
    return "send";
  case EventKind::Compute:
    return "compute";
  case EventKind::WaitInput:
    return "wait for input";
  case EventKind::WaitOutput:
    return "wait for output";
  case EventKind::WaitSignal:
    return "wait for signal";
  case EventKind::WaitMemory:
    return "wait for memory";
  case EventKind::WaitFence:
    return "wait for transfers";
  case EventKind::Correction:
    return "correction";
  }
  return "unknown";
}

} // namespace sg
