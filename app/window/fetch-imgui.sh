#!/usr/bin/env bash
# Puts the sources of Dear ImGui into a folder: fetch-imgui.sh FOLDER
#
# They are Debian 13's source package, which Debian 12 does not have. apt fetches
# and verifies it from wherever this system's own configuration gets Debian from,
# with lists of its own: the system's apt stays as it is, and root is not needed.
# The archive is kept in ${XDG_CACHE_HOME:-~/.cache}/spyreglass.
set -euo pipefail

version=1.90.1
suite=trixie
archive=imgui_$version+ds.orig.tar.xz
sha256=ecce377df0f90b292f15dcbd83d438bddc162b2388c881132bde18c787572a1c

fail() {
  echo "fetch-imgui.sh: $1" >&2
  exit 1
}

[ $# -eq 1 ] || fail "usage: fetch-imgui.sh FOLDER"
folder=$1
cache=${XDG_CACHE_HOME:-$HOME/.cache}/spyreglass
mkdir -p "$cache" "$(dirname "$folder")"

isGood() { [ "$(sha256sum "$1" 2>/dev/null | cut -d' ' -f1)" = "$sha256" ]; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The Debian archives of this system, whichever of apt's two formats names them.
sources() {
  local uri key keys=(/usr/share/keyrings/debian-archive-keyring.*)
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | sort -u |
    while read -r uri; do
      [[ $uri =~ /debian/?$ ]] || continue
      printf '%s\n' 'Types: deb-src' "URIs: $uri" "Suites: $suite" 'Components: main'
      for key in "${keys[@]:0:1}"; do
        [ ! -r "$key" ] || printf 'Signed-By: %s\n' "$key"
      done
      echo
    done
}

fetch() {
  command -v apt-get >/dev/null || fail "this is not a Debian system: give \
the folder of Dear ImGui $version with -DSPYREGLASS_IMGUI=FOLDER"
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/parts"
  sources >"$work/parts/spyreglass.sources"
  [ -s "$work/parts/spyreglass.sources" ] ||
    fail "no Debian archive is among the system's package sources"
  local apt=(apt-get -qq -o Dir::Etc::sourcelist=/dev/null
    -o "Dir::Etc::sourceparts=$work/parts" -o "Dir::State::lists=$work/lists"
    -o "Dir::Cache=$work/cache" -o APT::Get::List-Cleanup=0
    -o APT::Sandbox::User=root -o Acquire::Languages=none)
  "${apt[@]}" update >&2 || fail "apt-get update failed for suite $suite"
  (cd "$work" && "${apt[@]}" source --download-only --tar-only imgui >&2) ||
    fail "apt-get could not fetch the source package imgui of $suite"
  [ -f "$work/$archive" ] ||
    fail "$suite has another version of imgui than $version"
  isGood "$work/$archive" || fail "$archive is not the archive that is expected"
  # In one step, for builds that run at the same time.
  cp "$work/$archive" "$cache/$archive.$$"
  mv "$cache/$archive.$$" "$cache/$archive"
}

isGood "$cache/$archive" || fetch
mkdir "$work/out"
tar -xf "$cache/$archive" -C "$work/out" --strip-components=1
rm -rf "$folder"
mv "$work/out" "$folder"
