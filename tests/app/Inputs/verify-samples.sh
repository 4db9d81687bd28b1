#!/bin/sh
# verify-samples.sh DIR…: every kernel of these folders, compiled, run and
# compared with the reference interpreter. A file with the line "machine: not
# yet" at its top is checked and interpreted instead, without a word, and refused
# by `run` with an error that has a place.
failed=0
count=0
err=$(mktemp)
trap 'rm -f "$err"' EXIT

fail() {
  echo "failed: $*" >&2
  cat "$err" >&2
  failed=$((failed + 1))
}

# refused FILE [OPTION…]: run ends with status 1 and an error at a place.
refused() {
  spyreglass run "$@" -q >/dev/null 2>"$err"
  [ $? = 1 ] && grep -q "^[^:]*:[1-9][0-9]*:[1-9][0-9]*: error: " "$err"
}

# verify FILE [OPTION…]: one kernel.
verify() {
  if ! head -n 40 "$1" | grep -Eq '^(//|[[:space:]]*") ?machine: not yet"?,?$'; then
    spyreglass run "$@" --verify -q 2>"$err" || fail "$*"
    return
  fi
  spyreglass interpret "$@" -q >/dev/null 2>"$err" && [ ! -s "$err" ] ||
    fail "$* is not interpreted without a word"
  refused "$@" || fail "$* is not refused by run: does the machine take it now?"
}

for folder; do
  for file in "$folder"/*.mlir "$folder"/*.ttir "$folder"/*.json; do
    [ -e "$file" ] || continue
    # "file: KTIR, add, mul"
    names=$(spyreglass check "$file" 2>"$err" | sed 's/^.*: [^,]*, //; s/,//g')
    [ -n "$names" ] || fail "$file is not read"
    for name in $names; do
      count=$((count + 1))
      verify "$file" --kernel "$name"
    done
  done
done
echo "$count kernels, $failed failed"
[ "$failed" = 0 ] && [ "$count" -gt 0 ]
