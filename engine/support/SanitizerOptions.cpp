// Defaults of the sanitizers, part of every program that is built with
// SPYREGLASS_SANITIZE; ASAN_OPTIONS and UBSAN_OPTIONS still override them.
//
// LLVM and MLIR come as a library that is not instrumented, while their inline
// code, compiled into this project, is. Two checks only work when both sides
// are: LLVM's allocators poison memory in inline code and the library uses it
// without taking the poison off, and containers are annotated on one side and
// changed on the other. Both would report errors where there are none.
extern "C" const char *__asan_default_options();
extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0:detect_container_overflow=0";
}

extern "C" const char *__ubsan_default_options();
extern "C" const char *__ubsan_default_options() {
  return "print_stacktrace=1";
}
