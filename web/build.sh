#!/usr/bin/env bash
# Builds for WebAssembly into build-web/: build.sh [TARGET…]
#
# Without targets: everything, that is the page (build-web/site) and the program
# that the tests compare with the native engine. MLIR for WebAssembly is built
# first if this machine does not have it yet, which takes half an hour once (see
# build-mlir.sh). ./run --setup-web installs what is needed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case ${1-} in
-h | --help)
  sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' web/build.sh
  exit
  ;;
esac

command -v emcc >/dev/null || {
  echo "error: emcc is not installed; it compiles for WebAssembly" >&2
  echo "hint: ./run --setup-web installs it with what else the page needs" >&2
  exit 1
}

mlir=$(web/build-mlir.sh)
cmake --preset web -DMLIR_DIR="$mlir"
targets=()
[ $# -eq 0 ] || targets=(--target "$@")
cmake --build build-web "${targets[@]}"
