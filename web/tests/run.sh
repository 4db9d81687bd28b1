#!/usr/bin/env bash
# Tests of the built page: run.sh. Exit status 77 says that there is nothing to
# test or nothing to test with; ./run --setup-web gets both.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

skip() {
  echo "skipped: $1"
  exit 77
}
site=${SPYREGLASS_SITE:-../../build-web/site}
[ -f "$site/index.html" ] || skip "there is no page in build-web/site"
command -v node >/dev/null || skip "node is not installed"
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || skip "chromium is not installed"
[ -d node_modules/playwright-core ] || skip "playwright-core is not installed"
# One file at a time: what is measured should have the machine for itself.
exec node --test --test-concurrency=1
