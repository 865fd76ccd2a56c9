#!/usr/bin/env bash
# Fails if the product has code that only tests or tools use. The compiler finds unused code in a program, not in a
# library: here the modules are compiled as part of the program. What others need is behind the feature `testing`.
set -euo pipefail
cd "$(dirname "$0")/.."

place=target/unused
rm -rf "$place" && mkdir -p "$place"
cp -r src Cargo.lock "$place"
# Here its modules are among those of the program: the compiler would take all that it offers for used.
needs() { awk '/^\[/ { keep = /[[.]dependencies\]/; next } keep' "$1"; }
engine=$(needs src/engine/Cargo.toml | grep -vFf <(needs Cargo.toml | grep -o '^[a-z0-9_-]* = '))
# Its lints are those of the workspace, which is not copied.
sed -i '/^\[lints\]/,$d' "$place/src/discord/gateway/Cargo.toml"
# The manifest without the library and what only tests, benches and examples have.
awk '/^\[/ { keep = !/^\[(workspace|lints|lib|dev-dependencies|\[(test|example|bench)\])/ } keep' Cargo.toml |
    ENGINE=$engine awk '
        /^engine = / { next }
        /^testing = / { print "testing = []"; next }
        /^\[\[bin\]\]$/ { print "[workspace]" }
        { print }
        /^\[dependencies\]$/ { print ENVIRON["ENGINE"] }
    ' >"$place/Cargo.toml"
{
    echo '#![deny(dead_code)]'
    grep -hv '^//!' src/engine.rs src/lib.rs | sed 's/^pub mod/mod/; /^pub use engine::/d'
    grep -v '^//!' src/main.rs | sed 's/tractor_bot::/crate::/'
} >"$place/src/main.rs"
rm "$place/src/lib.rs"
CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target} \
    cargo check --offline --quiet --manifest-path "$place/Cargo.toml" --bin tractor-bot
