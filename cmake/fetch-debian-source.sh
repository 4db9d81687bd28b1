#!/usr/bin/env bash
# Fetches the original archive of a source package of Debian 13 and prints where
# it is: fetch-debian-source.sh PACKAGE ARCHIVE SHA256
#
# Debian 12 does not have these packages. apt fetches and verifies them from
# wherever this system's own configuration gets Debian from, with lists of its
# own: the system's apt stays as it is, and root is not needed.
# Archives are kept in ${XDG_CACHE_HOME:-~/.cache}/spyreglass.
set -euo pipefail

fail() {
  echo "fetch-debian-source.sh: $1" >&2
  exit 1
}

[ $# -eq 3 ] || fail "usage: fetch-debian-source.sh PACKAGE ARCHIVE SHA256"
package=$1
archive=$2
sha256=$3
suite=trixie
cache=${XDG_CACHE_HOME:-$HOME/.cache}/spyreglass
mkdir -p "$cache"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

isGood() { [ "$(sha256sum "$1" 2>/dev/null | cut -d' ' -f1)" = "$sha256" ]; }

# The Debian archives of this system, whichever of apt's two formats names them.
sources() {
  local uri key keys=(/usr/share/keyrings/debian-archive-keyring.*)
  # shellcheck disable=SC2016 # the format is apt's
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
  command -v apt-get >/dev/null || fail "this is not a Debian system: put \
$archive into $cache"
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/parts"
  sources >"$work/parts/spyreglass.sources"
  [ -s "$work/parts/spyreglass.sources" ] ||
    fail "no Debian archive is among the system's package sources"
  local apt=(apt-get -qq -o Dir::Etc::sourcelist=/dev/null
    -o "Dir::Etc::sourceparts=$work/parts" -o "Dir::State::lists=$work/lists"
    -o "Dir::Cache=$work/cache" -o APT::Get::List-Cleanup=0
    -o APT::Sandbox::User=root -o Acquire::Languages=none)
  "${apt[@]}" update >&2 || fail "apt-get update failed for suite $suite"
  (cd "$work" && "${apt[@]}" source --download-only --tar-only "$package" >&2) ||
    fail "apt-get could not fetch the source package $package of $suite"
  [ -f "$work/$archive" ] ||
    fail "$suite has another version of $package than $archive"
  isGood "$work/$archive" || fail "$archive is not the archive that is expected"
  # In one step, for builds that run at the same time.
  cp "$work/$archive" "$cache/$archive.$$"
  mv "$cache/$archive.$$" "$cache/$archive"
}

isGood "$cache/$archive" || fetch
echo "$cache/$archive"
