#!/usr/bin/env bash
# Write requirements/*.txt: every package with its hashes, for Python 3.11 and newer on any system,
# and not a word about where the packages come from.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/system.sh

UV=0.13.7
python=$(find_python)
need_venv
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
"$python" -m venv "$tools"
"$tools/bin/python" -m pip --disable-pip-version-check install --quiet "uv==$UV"

for name in run play test dev node bench research; do
    echo "-- requirements/$name.txt"
    "$tools/bin/uv" pip compile --quiet --no-config --universal --python-version 3.11 \
        --generate-hashes --no-header --no-emit-index-url --no-emit-find-links --upgrade \
        "requirements/$name.in" --output-file "requirements/$name.txt"
done
"$python" scripts/consistency.py
