#!/usr/bin/env bash
# supply.sh: what the program is made of, by `deny.toml`: licences, versions that are there twice, and where crates come from.
# Known vulnerabilities too wherever a copy of the advisory database is at hand; it is fetched from outside, which a clean
# machine may not reach.
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.20.2
if [ "$(cargo deny --version 2>/dev/null)" != "cargo-deny $version" ]; then
    echo "installing cargo-deny $version"
    # It runs for seconds: to optimise it would take longer than it saves.
    cargo install --quiet --locked --debug --root target/tools --version "=$version" cargo-deny
    PATH=$PWD/target/tools/bin:$PATH
fi

cargo fetch --quiet --locked
checks=(licenses bans sources)
if compgen -G "${CARGO_HOME:-$HOME/.cargo}/advisory-dbs/*/crates" >/dev/null; then
    checks+=(advisories)
else
    echo "no copy of the advisory database is here: advisories are not checked"
fi
cargo deny --offline --locked check --hide-inclusion-graph "${checks[@]}"
