#!/bin/sh
# exit.sh STATUS COMMAND…: succeeds when the command leaves with that status.
expected=$1
shift
"$@"
status=$?
[ "$status" = "$expected" ] && exit 0
echo "exit status $status instead of $expected: $*" >&2
exit 1
