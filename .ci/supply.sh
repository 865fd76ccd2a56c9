#!/usr/bin/env bash
# supply.sh: what the program is made of, by `deny.toml`: licences, versions that are there twice, where crates come from, and
# known faults. These need the advisory database, which is fetched from outside: without it this fails.
# supply.sh offline: the same without known faults; only the registry of crates is asked, for those that are not here yet.
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
case ${1:-} in
    '')
        # A copy of an earlier day serves as well as none that is newer can be had.
        cargo deny --locked fetch db || true
        if ! compgen -G "${CARGO_HOME:-$HOME/.cargo}/advisory-dbs/*/crates" >/dev/null; then
            echo "supply.sh: there is no copy of the advisory database and none can be fetched, so that known faults are" \
                "not looked for; \`.ci/supply.sh offline\` leaves them out" >&2
            exit 1
        fi
        checks+=(advisories)
        ;;
    offline) echo "known faults are not looked for" ;;
    *)
        echo "supply.sh [offline]" >&2
        exit 2
        ;;
esac
cargo deny --offline --locked check --hide-inclusion-graph "${checks[@]}"
