// The few calls of OpenGL that the window makes itself.
#pragma once
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
