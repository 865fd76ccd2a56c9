#!/usr/bin/env bash
# postgres.sh start FOLDER: starts a throwaway PostgreSQL on loopback, its data in that folder, which must not be there
#                           yet; prints its address for TEST_POSTGRES_URL.
# postgres.sh stop FOLDER:  stops it and removes the folder.
# Installs the server with apt-get if there is none. Each caller has a server of its own.
set -euo pipefail

[ $# = 2 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
home=$2
data=$home/data

# PostgreSQL refuses to run as root.
as_owner() {
    if [ "$(id -u)" = 0 ]; then
        (cd / && runuser -u postgres -- "$@")
    else
        "$@"
    fi
}

find_bin() {
    local bin
    bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1) || true
    [ -n "$bin" ] && [ -x "$bin/initdb" ] && echo "$bin"
}

if [ "$1" = stop ]; then
    bin=$(find_bin)
    [ ! -d "$data" ] || as_owner "$bin/pg_ctl" -D "$data" -m immediate -w stop >&2 || true
    rm -rf "$home"
    exit
fi

if ! bin=$(find_bin); then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update >&2
    # Without the default cluster of the package.
    $sudo mkdir -p /etc/postgresql-common
    echo 'create_main_cluster = false' | $sudo tee /etc/postgresql-common/createcluster.conf >&2
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y --no-install-recommends postgresql >&2
    bin=$(find_bin)
fi

mkdir "$home"
chmod 755 "$home"
[ "$(id -u)" != 0 ] || chown postgres "$home"
as_owner "$bin/initdb" -D "$data" -U tractor -A trust -E UTF8 --no-locale >&2
# The server itself finds out whether a port is free.
for port in $(shuf -i 20000-29999 -n 20); do
    options="-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories= -c max_connections=300 -c fsync=off"
    if as_owner "$bin/pg_ctl" -D "$data" -l "$home/log" -w -o "$options" start >&2; then
        echo "postgres://tractor@127.0.0.1:$port/postgres"
        exit
    fi
done
cat "$home/log" >&2
exit 1
