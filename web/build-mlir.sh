#!/usr/bin/env bash
# Builds the parts of MLIR that the engine uses for WebAssembly, once, and prints
# the folder that CMake takes as MLIR_DIR: build-mlir.sh [--where]
#
# The result is kept in ${XDG_CACHE_HOME:-~/.cache}/spyreglass/mlir-wasm-VERSION-HASH,
# HASH being of this script: another list of targets or other options are another
# folder. --where only prints the folder's name. The first build takes about half
# an hour on two cores and 1 GB of disk, of which 350 MB stay, and 190 MB for the
# archive; later calls take no time. ccache makes another list of targets cheap.
set -euo pipefail

version=22.1.8
archive=llvm-toolchain-22_$version.orig.tar.xz
sha256=b49b9277aef97616320b2da259e1f8174c65b0ce2fbe2e8629644a97693402fe
tools=/usr/lib/llvm-22/bin

# Every dialect that the engine registers and every transformation that it calls;
# what these need in turn is built too.
targets=(MLIRIR MLIRParser MLIRAsmParser MLIRBytecodeOpInterface MLIRPass
  MLIRTransforms MLIRTransformUtils MLIRDialectUtils
  MLIRSCFUtils MLIRAffineUtils MLIRAffineAnalysis
  MLIR{Arith,Math,Func,SCF,Affine,MemRef,Tensor,Linalg,ControlFlow,DLTI,Vector,PDL}Dialect)

say() { echo "== $*" >&2; }
fail() {
  echo "build-mlir.sh: $1" >&2
  exit 1
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/spyreglass
hash=$(sha256sum "$here/build-mlir.sh" | cut -c1-12)
final=$cache/mlir-wasm-$version-$hash
mlirDir=$final/build/lib/cmake/mlir

case ${1-} in
'') ;;
--where)
  echo "$mlirDir"
  exit
  ;;
*) fail "usage: build-mlir.sh [--where]" ;;
esac

mkdir -p "$cache"
# One build at a time; whoever waited finds the result.
exec 9>"$cache/mlir-wasm.lock"
flock 9
if [ -d "$final" ]; then
  say "MLIR for WebAssembly is in $final"
  echo "$mlirDir"
  exit
fi

for program in emcmake cmake ninja node "$tools/llvm-tblgen" "$tools/mlir-tblgen"; do
  command -v "$program" >/dev/null || fail "$program is missing (./run --setup-web installs it)"
done
say "building MLIR $version for WebAssembly: about half an hour, once"
source=$("$here/../cmake/fetch-debian-source.sh" llvm-toolchain-22 "$archive" "$sha256")

# The same folder for every version of this script, so that ccache knows its files.
work=$cache/mlir-wasm.work
trap 'rm -rf "$work"' EXIT
rm -rf "$work"
mkdir -p "$work/source"
tar -xf "$source" -C "$work/source" --strip-components=1 --wildcards \
  --exclude='*/test/*' --exclude='*/unittests/*' \
  '*/llvm' '*/mlir' '*/cmake' '*/third-party' '*/libc'

off() {
  local prefix=$1 name
  shift
  for name in "$@"; do printf -- '-D%s%s=OFF\n' "$prefix" "$name"; done
}
mapfile -t switches < <(
  off LLVM_INCLUDE_ TESTS BENCHMARKS EXAMPLES UTILS DOCS
  off LLVM_ENABLE_ THREADS PIC ZLIB ZSTD LIBXML2 LIBEDIT BACKTRACES \
    CRASH_OVERRIDES RTTI EH
  off LLVM_BUILD_ TOOLS UTILS
  off MLIR_ENABLE_ BINDINGS_PYTHON EXECUTION_ENGINE PDL_IN_PATTERNMATCH
  off MLIR_INCLUDE_ TESTS INTEGRATION_TESTS
)
if command -v ccache >/dev/null; then
  switches+=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi

# Debian's Emscripten finds its JavaScript parser only with NODE_PATH. The variable
# __UNIX_PATHS_INCLUDED keeps LLVM from including a file of CMake out of turn.
export NODE_PATH=/usr/share/nodejs
say "configuring LLVM (some minutes of probes)"
emcmake cmake -G Ninja -S "$work/source/llvm" -B "$work/build" \
  -DCMAKE_BUILD_TYPE=MinSizeRel -D__UNIX_PATHS_INCLUDED=1 \
  -DLLVM_ENABLE_PROJECTS=mlir -DLLVM_TARGETS_TO_BUILD= \
  -DLLVM_HOST_TRIPLE=wasm32-unknown-emscripten \
  -DLLVM_DEFAULT_TARGET_TRIPLE=wasm32-unknown-emscripten \
  -DLLVM_NATIVE_TOOL_DIR="$tools" -DLLVM_TABLEGEN="$tools/llvm-tblgen" \
  -DMLIR_TABLEGEN="$tools/mlir-tblgen" "${switches[@]}" >"$work/configure.log" 2>&1 ||
  { tail -n 40 "$work/configure.log" >&2; fail "configuring LLVM failed"; }
say "building ${#targets[@]} libraries and what they need"
cmake --build "$work/build" --target "${targets[@]}" >"$work/build.log" 2>&1 ||
  { tail -n 60 "$work/build.log" >&2; fail "building MLIR failed"; }

# What a build of the engine reads: archives, headers, and CMake's files, which
# name folders by their whole path.
say "keeping the result"
result=$work/result
for path in build/lib/cmake build/include build/tools/mlir/include \
  source/llvm/include source/mlir/include source/llvm/cmake; do
  mkdir -p "$(dirname "$result/$path")"
  mv "$work/$path" "$result/$path"
done
mv "$work"/build/lib/*.a "$result/build/lib"
grep -rlZ --include='*.cmake' "$work" "$result" | xargs -0 sed -i "s|$work|$final|g"
printf '%s\n' "${targets[@]}" >"$result/targets"
mv "$result" "$final"
say "done in $((SECONDS / 60)) minutes: $final"
echo "$mlirDir"
