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

cargo build --locked --example load
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

# Two ports that nobody uses now.
read -r bot_port own_port < <(python3 -c '
import socket
sockets = [socket.socket() for _ in range(2)]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))')

TMPDIR=$work timeout 150 target/debug/examples/load --tables 10 --settle 5 --seconds 35 --between-starts 50 \
    --health "127.0.0.1:$bot_port" >"$work/load" 2>"$work/load.log" &
load=$!
sed -e "s/127.0.0.1:9464/127.0.0.1:$bot_port/" -e 's/_interval: 15s/_interval: 1s/' \
    deploy/prometheus.yml >"$work/prometheus.yml"
cp deploy/alerts.yml "$work"
timeout 150 prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/data" \
    --web.listen-address="127.0.0.1:$own_port" >"$work/prometheus.log" 2>&1 &
server=$!

if ! timeout 120 python3 .ci/metrics/ask.py "http://127.0.0.1:$bot_port" "http://127.0.0.1:$own_port" "$work/metrics"; then
    tail -n 20 "$work/load.log" "$work/prometheus.log"
    exit 1
fi
# It also names what is unusual, such as a metric without help.
promtool check metrics <"$work/metrics"
echo "the figures are well-formed"
