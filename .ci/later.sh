#!/usr/bin/env bash
# Tries an update and the way back with a made-up next version of the program: one more migration, game,
# house rule of UNO and of tractor, limit, phase and action (`.ci/later/edit.sh`).
#
# 1. The next version reads every kept journal and store: nothing is set aside, all digests hold.
# 2. People play on while both take turns, each killed in the middle of it.
# 3. The same in a simulated day.
# 4. It writes a store; the present version serves what it knows of it and sets the rest aside; the next
#    version has all of it again.
#
# With `keep` that store is also written to `fixtures/journals/later`, where the tests find it.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD
later=$root/.ci/later
tree=$root/target/later/tree
# Both versions share what they depend on; the next one has another version number.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}
# shellcheck source=.ci/later/edit.sh
. "$later/edit.sh"

step() { printf '\n-- %s\n' "$*"; }

step "the next version"
rm -rf "${tree:?}"
mkdir -p "$tree"
git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -xf - -C "$tree"
(cd "$tree" && edit)

step "it reads what this version and those before left behind"
(cd "$tree" && cargo test --test kept --test survival -- kept version_before)

step "people play on through updates and ways back"
# Built for the tests above.
cp "$CARGO_TARGET_DIR/debug/tractor-bot" "$tree/program"
KILLS=${KILLS:-12} OTHER_PROGRAM=$tree/program cargo test --test killed -- sqlite --nocapture

step "a day goes on through updates and ways back"
(cd "$tree" && cargo test --test day --no-run --message-format short 2>&1) | tee "$tree/day.log"
cp "$(sed -n 's/.*tests\/day\/main\.rs (\(.*\))$/\1/p' "$tree/day.log")" "$tree/day"
DAY_OTHER=$tree/day cargo test --test day -- --ignored a_day_with_updates --nocapture

step "it writes a store"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LATER_STORE=$work/store
(cd "$tree" && cargo test --test survival -- --ignored the_next_version_writes_a_store)
if [ "${1:-}" = keep ]; then
    mkdir -p fixtures/journals/later
    gzip -9 -n -c "$work/store.db" >fixtures/journals/later/store.db.gz
    cp "$work/store.facts" fixtures/journals/later/store.facts
fi

step "this version opens it"
cargo test --test survival -- a_store_of_the_next_version --nocapture

step "the next version opens it again"
(cd "$tree" && cargo test --test survival -- --ignored the_next_version_has_all_of_it_again)
