#include "engine/support/MlirPch.h"
// Only carries the precompiled header.
