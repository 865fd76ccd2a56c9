#!/usr/bin/env bash
# metrics.sh: tables in play, and a real Prometheus that reads the bot's figures: they are well-formed, each
# query of the dashboard is answered, and no alert is wrong. About a minute. Installs Prometheus with apt-get if
# there is none; needs Python.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v prometheus >/dev/null || ! command -v promtool >/dev/null; then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -q >&2
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends prometheus >&2
fi
promtool check config deploy/prometheus.yml

cargo build --locked --features tools --example load
work=$(mktemp -d)
load= server=
finish() {
    for process in $load $server; do
        kill "$process" 2>/dev/null || true
        wait "$process" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap finish EXIT

# The address that a process has taken and says in its log.
address() {
    local found=
    until [ -n "$found" ]; do
        kill -0 "$2" || { tail -n 20 "$1" >&2 && return 1; }
        sleep 0.2
        found=$(sed -n 's/.*address=\(127\.0\.0\.1:[1-9][0-9]*\).*/\1/p' "$1" | tail -n 1)
    done
    echo "$found"
}

# People play until they are told to end; the limit is for whatever hangs.
TMPDIR=$work timeout 600 target/debug/examples/load --tables 10 --settle 5 --seconds 3600 --between-starts 50 \
    --health 127.0.0.1:0 >"$work/load" 2>"$work/load.log" &
load=$!
bot=$(address "$work/load.log" "$load")
sed -e "s/127.0.0.1:9464/$bot/" -e 's/_interval: 15s/_interval: 1s/' deploy/prometheus.yml >"$work/prometheus.yml"
cp deploy/alerts.yml "$work"
timeout 600 prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/data" \
    --web.listen-address=127.0.0.1:0 >"$work/prometheus.log" 2>&1 &
server=$!
own=$(address "$work/prometheus.log" "$server")

if ! timeout 500 python3 .ci/metrics/ask.py "http://$bot" "http://$own" "$work/metrics"; then
    tail -n 20 "$work/load.log" "$work/prometheus.log"
    exit 1
fi
# It also names what is unusual, such as a metric without help.
promtool check metrics <"$work/metrics"
echo "the figures are well-formed"
