#!/bin/sh
# verify-samples.sh DIR: every kernel of a folder, compiled, run and compared
# with the reference interpreter.
failed=0
count=0
for file in "$1"/*.mlir; do
  count=$((count + 1))
  spyreglass run "$file" --verify -q || {
    echo "failed: $file" >&2
    failed=$((failed + 1))
  }
done
echo "$count samples, $failed failed"
[ "$failed" = 0 ] && [ "$count" -gt 0 ]
