#!/usr/bin/env bash
# Puts the sources of Dear ImGui, of Debian 13's source package, into a folder:
# fetch-imgui.sh FOLDER
set -euo pipefail

[ $# -eq 1 ] || { echo "usage: fetch-imgui.sh FOLDER" >&2; exit 1; }
folder=$1
version=1.90.1
archive=$("$(dirname "${BASH_SOURCE[0]}")/../../cmake/fetch-debian-source.sh" imgui \
  "imgui_$version+ds.orig.tar.xz" \
  ecce377df0f90b292f15dcbd83d438bddc162b2388c881132bde18c787572a1c) || {
  echo "fetch-imgui.sh: give the folder of Dear ImGui $version with" \
    "-DSPYREGLASS_IMGUI=FOLDER instead" >&2
  exit 1
}

mkdir -p "$(dirname "$folder")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/out"
tar -xf "$archive" -C "$work/out" --strip-components=1
rm -rf "$folder"
mv "$work/out" "$folder"
