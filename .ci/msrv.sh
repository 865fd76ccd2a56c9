#!/usr/bin/env bash
# msrv.sh: holds the program to the Rust version that Cargo.toml names, without that compiler at hand.
#
# Covers: every dependency for this platform is content with it, as its manifest says. That the code
# calls nothing newer of the standard library is clippy's to say (`incompatible_msrv`, which reads the
# same number). Neither sees syntax that only newer compilers know: for that the code is checked with
# the version itself wherever rustup has it installed.
set -euo pipefail
cd "$(dirname "$0")/.."

ours=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)
host=$(rustc -vV | sed -n 's/^host: //p')

# A line for each package that says which Rust it needs: that, its name, its version.
wanted=$(cargo metadata --locked --format-version 1 --filter-platform "$host" |
    grep -oE '"name":"[^"]*","version":"[^"]*","id"|"rust_version":"[^"]*"' |
    awk -F'"' '$2 == "name" { package = $4 " " $8 } $2 == "rust_version" { print $4, package }')
grep -q ' tractor-bot ' <<<"$wanted"
newer=$(awk -v ours="$ours" '
    function number(version, parts) { split(version, parts, "."); return parts[1] * 1e6 + parts[2] * 1e3 + parts[3] }
    number($1) > number(ours) { print "  " $2, $3, "needs Rust", $1 }' <<<"$wanted")
if [ -n "$newer" ]; then
    printf 'Cargo.toml promises Rust %s, but\n%s\n' "$ours" "$newer"
    exit 1
fi
echo "all $(wc -l <<<"$wanted") packages that name a version are content with Rust $ours"

# `1.95`, or with all its numbers: `1.95.0-x86_64-unknown-linux-gnu`.
installed=
if command -v rustup >/dev/null; then
    installed=$(rustup toolchain list | grep -oE "^${ours//./\\.}[.-][^ ]*" | head -n 1 || true)
fi
if [[ "$(rustc --version)" == "rustc $ours."* ]]; then
    echo "Rust $ours is the one in use"
elif [ -n "$installed" ]; then
    cargo "+$installed" check --locked --all-targets
else
    echo "Rust $ours itself is not installed: whether it knows all the syntax is not checked"
fi
