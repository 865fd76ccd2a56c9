#!/usr/bin/env bash
# Checks the types of the scripts of the page, as far as their comments say them.
set -euo pipefail
cd "$(dirname "$0")/.."
npx --yes --package typescript@5.9 tsc -p src/web/page/tsconfig.json
