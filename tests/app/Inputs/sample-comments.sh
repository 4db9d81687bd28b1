#!/bin/sh
# sample-comments.sh DIR…: every sample begins with a comment that says what it
# shows, and has its meaning in numpy. Prints those that do not.
for folder; do
  for file in "$folder"/*.mlir "$folder"/*.ttir; do
    [ -e "$file" ] || continue
    head -n 1 "$file" | grep -q '^// ' && grep -q '^// numpy: ' "$file" ||
      echo "$file"
  done
  for file in "$folder"/*.json; do
    [ -e "$file" ] || continue
    head -n 5 "$file" | grep -q '"comment": \[' && grep -q '"numpy: ' "$file" ||
      echo "$file"
  done
done
