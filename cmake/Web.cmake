# What is different when Emscripten builds the engine for WebAssembly: MLIR is
# linked statically, and of the system's headers only the header-only libraries
# are seen, since the others belong to another C library.
if(NOT MLIR_DIR)
  message(FATAL_ERROR "Use web/build.sh, or give -DMLIR_DIR=$(web/build-mlir.sh)")
endif()

set(LLVM_DIR ${MLIR_DIR}/../llvm)

# Every MLIR library that web/build-mlir.sh built for itself; CMake knows what
# these need in turn.
file(STRINGS ${MLIR_DIR}/../../../../targets SG_MLIR_LIBRARIES)

set(header_folder ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${header_folder})
function(sg_header_library target folder)
  find_path(SYSTEM_HEADERS_${folder} ${folder} PATHS /usr/include /usr/local/include
            NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(CREATE_LINK ${SYSTEM_HEADERS_${folder}}/${folder} ${header_folder}/${folder} SYMBOLIC)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${header_folder})
endfunction()
sg_header_library(nlohmann_json::nlohmann_json nlohmann)

add_compile_options(-fno-exceptions -fno-rtti)

# MLIR is compiled for size, and Emscripten leaves inlining in such code to the
# linker's optimiser, which does at this level.
add_link_options(-O3)

# Debian's Emscripten finds its JavaScript parser, when it links, only so.
set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK
  "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")

# A program for node, on the files of the system; its memory grows as kernels
# need it.
function(sg_node_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  sg_options(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS})
  target_link_options(${name} PRIVATE -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=2GB
    -sNODERAWFS -sENVIRONMENT=node -sEXIT_RUNTIME
    --profiling-funcs) # names for node --cpu-prof
endfunction()
