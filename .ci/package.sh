#!/usr/bin/env bash
# package.sh: what a release is made of.
#
#   package.sh version                       the version, which stands in Cargo.toml alone
#   package.sh changes                       what CHANGELOG.md says of it, else of what is not released yet
#   package.sh pack PROGRAM TARGET FOLDER    an archive for this target in that folder, unpacked and tried once
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)

version() { sed -n '0,/^version = "\(.*\)"$/s//\1/p' "$here/Cargo.toml"; }

# From the line of a version to the next one's.
changes_of() {
    awk -v heading="## [$1]" 'index($0, "## [") == 1 { said = index($0, heading) == 1; next } said' "$here/CHANGELOG.md"
}

changes() {
    local said
    said=$(changes_of "$(version)")
    [ -n "$said" ] || said=$(changes_of Unreleased)
    [ -n "$said" ] || { echo "CHANGELOG.md says nothing of $(version)" >&2; exit 1; }
    printf '%s\n' "$said"
}

pack() {
    local program=$1 target=$2 folder=$3 name work archive
    name=tractor-bot-$(version)-$target
    # Windows needs an ending, which a build leaves out of what it was asked for.
    case $target in
    *windows*) program=${program%.exe}.exe ;;
    esac
    work=$(mktemp -d)
    mkdir -p "$work/$name" "$folder"
    install -m 755 "$program" "$work/$name/"
    install -m 644 "$here"/{README.md,README.zh-CN.md,README.zh-TW.md,CHANGELOG.md,LICENSE,.env.example} "$work/$name/"
    case $target in
    *windows*)
        archive=$folder/$name.zip
        rm -f "$archive"
        (cd "$work" && 7z a -bso0 "$name.zip" "$name") && mv "$work/$name.zip" "$archive"
        (mkdir "$work/tried" && cd "$work/tried" && 7z x -bso0 "$OLDPWD/$archive")
        ;;
    *)
        archive=$folder/$name.tar.gz
        tar -C "$work" -czf "$archive" "$name"
        mkdir "$work/tried" && tar -C "$work/tried" -xzf "$archive"
        ;;
    esac
    # A Mac of one kind cannot start what was built for the other.
    if [ "$target" = x86_64-apple-darwin ] && [ "$(uname -m)" != x86_64 ]; then
        echo "$archive: not tried, it is for another processor"
    else
        (cd "$work/tried/$name" && "./$(basename "$program")" --version | grep -F "$(version)")
    fi
    rm -rf "$work"
    echo "$archive"
}

case ${1:-} in
version | changes) "$1" ;;
pack) pack "${@:2}" ;;
*) sed -n '2,/^set/p' "$0" | sed '$d;s/^# \{0,1\}//' >&2 && exit 2 ;;
esac
