#!/usr/bin/env bash
# Make an environment, or leave it alone where nothing it was made from has changed.
#
#   scripts/env.sh dev        .venv            requirements/dev.txt, and src/ itself (editable, pure)
#   scripts/env.sh play       .venv            the same; on a fresh clone requirements/play.txt will do
#   scripts/env.sh web        src/tatami/web   that, and the client built from web/
#   scripts/env.sh all        .venv, web/      dev, browser, and beside them what the client is built with
#   scripts/env.sh browser    the system       Chromium, for tests/browser
#   scripts/env.sh database   the system       PostgreSQL and nginx, for tests/stores and tests/nodes
#   scripts/env.sh native     build/native     the compiled modules of that wheel, ahead of it
#   scripts/env.sh wheel      build/wheel      the compiled wheel of what is in src/ now
#   scripts/env.sh compiled   .venv-compiled   requirements/test.txt and that wheel
#   scripts/env.sh bench      .venv-bench      requirements/bench.txt and that wheel
#   scripts/env.sh research   .venv-research   requirements/research.txt, and src/ itself (editable, pure)
#
# Each keeps stamps: digests of the contents it was made from. A file that was removed or
# set back counts as a change too, so no environment holds anything outdated.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/system.sh

say() { echo "-- $*"; }
digest() { sha256sum | cut -d ' ' -f 1; }
is_stamped() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }
install() { "$1/bin/python" -m pip --disable-pip-version-check install --quiet --no-compile "${@:2}"; }

digest_of_files() {
    find "$@" -type f -not -path '*/__pycache__/*' -print0 | LC_ALL=C sort -z |
        xargs -0 sha256sum | digest
}

lock_stamp() {
    { grep -v '^ *#' "$1"; "$python" -c 'import sys; print(sys.base_prefix, sys.version)'; } | digest
}

# has_lock DIRECTORY LOCK: whether the environment is what the lock names.
has_lock() { is_stamped "$1/.lock-stamp" "$(lock_stamp "$2")" && "$1/bin/python" -c ''; }

# venv DIRECTORY LOCK: a fresh environment with exactly what the lock names.
venv() {
    local directory=$1 lock=$2
    if has_lock "$directory" "$lock"; then return; fi
    say "$directory: installing $lock"
    need_venv
    rm -rf "$directory"
    "$python" -m venv "$directory"
    install "$directory" --require-hashes -r "$lock"
    lock_stamp "$lock" > "$directory/.lock-stamp"
}

# project DIRECTORY: src/ itself, without the client, which is made anew far more often.
project() {
    local directory=$1 stamp
    stamp=$({ pwd; cat pyproject.toml hatch_build.py src/tatami/__init__.py; } | digest)
    if is_stamped "$directory/.project-stamp" "$stamp"; then return; fi
    say "$directory: installing tatami (editable)"
    TATAMI_NO_WEB=1 install "$directory" --no-build-isolation --no-deps --editable .
    echo "$stamp" > "$directory/.project-stamp"
}

dev() {
    venv .venv requirements/dev.txt
    project .venv
}

play() {
    if ! has_lock .venv requirements/dev.txt; then venv .venv requirements/play.txt; fi
    project .venv
}

research() {
    venv .venv-research requirements/research.txt
    project .venv-research
}

# modules: what npm gets, while pip does its part. A failure shows when the client is built.
modules() { "$python" scripts/web.py modules > /dev/null 2>&1 || true; }

all() {
    modules &
    dev
    need_browser
    need_database
    wait
}

# web: the client, with Node from PyPI where the machine has none that is new enough.
web() {
    modules &
    play
    wait
    if ! .venv/bin/python scripts/web.py node; then
        say ".venv: installing Node (requirements/node.txt)"
        install .venv --require-hashes -r requirements/node.txt
    fi
    .venv/bin/python scripts/web.py
}

sources_stamp() {
    local pages=()
    [ -d docs/rules ] && pages=(docs/rules)
    { cat .venv/.lock-stamp
      digest_of_files src pyproject.toml hatch_build.py scripts/native.py README.md LICENSE "${pages[@]}"; } | digest
}

# native: what takes longest of the wheel. It needs no client, and holds up nobody who builds it.
native() {
    local scrap
    need_compiler
    say "build/native: compiling"
    scrap=$(mktemp -d)
    TATAMI_REQUIRE_COMPILED=1 TATAMI_PURE=0 TATAMI_NO_WEB=1 \
        .venv/bin/python -m hatchling build --target wheel --directory "$scrap" > /dev/null
    rm -rf "$scrap"
}

wheel() {
    local stamp
    dev
    web
    stamp=$(sources_stamp)
    if is_stamped build/wheel/.stamp "$stamp"; then return; fi
    say "build/wheel: packing what is compiled"
    need_compiler
    rm -rf build/wheel
    TATAMI_REQUIRE_COMPILED=1 TATAMI_PURE=0 \
        .venv/bin/python -m hatchling build --target wheel --directory build/wheel > /dev/null
    echo "$stamp" > build/wheel/.stamp
}

# with_wheel DIRECTORY LOCK: the lock, and the compiled wheel.
with_wheel() {
    wheel
    venv "$1" "$2"
    if is_stamped "$1/.wheel-stamp" "$(cat build/wheel/.stamp)"; then return; fi
    say "$1: installing the compiled wheel"
    install "$1" --no-index --no-deps --force-reinstall build/wheel/*.whl
    cp build/wheel/.stamp "$1/.wheel-stamp"
}

mkdir -p build
exec 9> "build/.$([ "${1:-}" = native ] && echo native || echo env)-lock"
if command -v flock > /dev/null; then flock 9; fi

python=$(find_python)
case ${1:-} in
    dev) dev ;;
    play) play ;;
    web) web ;;
    all) all ;;
    browser) need_browser ;;
    database) need_database ;;
    native) native ;;
    wheel) wheel ;;
    compiled) with_wheel .venv-compiled requirements/test.txt ;;
    bench) with_wheel .venv-bench requirements/bench.txt ;;
    research) research ;;
    *) echo "usage: scripts/env.sh dev|play|web|all|browser|database|native|wheel|compiled|bench|research" >&2; exit 2 ;;
esac
