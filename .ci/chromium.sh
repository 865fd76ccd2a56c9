#!/usr/bin/env bash
# Installs what pages are drawn with: Chromium, and fonts for Chinese and for emojis.
set -euo pipefail

missing=()
found=
for name in chromium chromium-browser google-chrome chrome; do
    command -v "$name" >/dev/null && found=$name
done
[ -n "$found" ] || [ -n "${CHROMIUM:-}" ] || missing+=(chromium)

# A font of this family, by any of the files that systems have it in.
has_font() { command -v fc-list >/dev/null && fc-list | grep -qi "$1"; }
has_font 'Liberation Sans' || missing+=(fonts-liberation)
has_font 'Noto Sans CJK' || missing+=(fonts-noto-cjk)
has_font 'Noto Color Emoji' || missing+=(fonts-noto-color-emoji)

if [ ${#missing[@]} -gt 0 ]; then
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
fi
