#!/usr/bin/env bash
# Fetches axe-core, which finds what is in the way of whoever does not see a page, into a folder; says where its script is.
set -euo pipefail
cd "$1"

if ! command -v npm >/dev/null; then
    apt-get update -q >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends npm >&2
fi
archive=$(npm pack --silent axe-core@4.14.1)
tar xzf "$archive" package/axe.min.js
echo "$PWD/package/axe.min.js"
