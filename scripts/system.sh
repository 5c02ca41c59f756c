# What the machine itself must bring: Python 3.11, the means to make an environment, a C compiler,
# and for the tests a browser, a database and a proxy.
# Where something is missing, root gets it from apt-get; anybody else is told the one command.
# To be sourced by a script that sets $python to what find_python prints.

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' > /dev/null 2>&1
}

newest_python() {
    local candidate
    for candidate in ${PYTHON:-python3.13 python3.12 python3.11 python3}; do
        if is_new_enough "$candidate"; then command -v "$candidate"; return; fi
    done
    return 1
}

find_python() {
    newest_python && return
    if [ -n "${PYTHON:-}" ]; then
        echo "tatami: PYTHON=$PYTHON is not Python 3.11 or newer" >&2
        exit 1
    fi
    get_packages "Python 3.11 or newer" python3 python3-venv python3-dev >&2
    newest_python || { echo "tatami: this system has no Python 3.11 or newer; set PYTHON=" >&2; exit 1; }
}

python_minor() { "$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])'; }
has_venv() { "$python" -c 'import ensurepip, venv' > /dev/null 2>&1; }
has_headers() {
    "$python" -c 'import os.path, sys, sysconfig
sys.exit(not os.path.isfile(os.path.join(sysconfig.get_path("include"), "Python.h")))'
}
has_compiler() {
    local cc=${CC:-$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("CC") or "cc")')}
    command -v "${cc%% *}" > /dev/null
}

need_venv() {
    has_venv && return
    get_packages "Python's venv" "$(python_minor)-venv"
    has_venv || { echo "tatami: $python still cannot make an environment" >&2; exit 1; }
}

need_compiler() {
    local packages=()
    has_compiler || packages+=(gcc libc6-dev)
    has_headers || packages+=("$(python_minor)-dev")
    if [ ${#packages[@]} -eq 0 ]; then return; fi
    get_packages "a C compiler with Python's headers" "${packages[@]}"
    { has_compiler && has_headers; } || { echo "tatami: $python still cannot compile" >&2; exit 1; }
}

# The names and order are those of tests/support/chromium.py. Of fonts the client brings its own, and
# Chromium draws in a latin one at the least, as its fontconfig depends on fonts-dejavu-core.
has_browser() {
    local name
    for name in "${TATAMI_CHROMIUM:-chromium-headless-shell}" chromium google-chrome; do
        if command -v "$name" > /dev/null; then return; fi
    done
    return 1
}

need_browser() {
    has_browser && return
    get_packages "Chromium for the tests" chromium-headless-shell
    has_browser || { echo "tatami: Chromium is still missing; set TATAMI_CHROMIUM=" >&2; exit 1; }
}

# tests/nodes and tests/stores start a PostgreSQL and an nginx of their own; what Debian itself would
# start of them is left alone.
has_database() { compgen -G "/usr/lib/postgresql/*/bin/initdb" > /dev/null; }
has_proxy() { command -v nginx > /dev/null; }

need_database() {
    local packages=()
    has_database || packages+=(postgresql)
    has_proxy || packages+=(nginx-light)
    if [ ${#packages[@]} -eq 0 ]; then return; fi
    get_packages "PostgreSQL and nginx for the tests" "${packages[@]}"
    { has_database && has_proxy; } || { echo "tatami: PostgreSQL or nginx is still missing" >&2; exit 1; }
}

# get_packages WHAT PACKAGE...: install, or stop with one line.
get_packages() {
    local what=$1
    shift
    if ! command -v apt-get > /dev/null; then
        echo "tatami: $what is missing; install what Debian calls: $*" >&2
        exit 1
    elif [ "$(id -u)" -ne 0 ]; then
        echo "tatami: $what is missing; run: sudo apt-get install -y $*" >&2
        exit 1
    fi
    echo "-- $what is missing: installing $*"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq > /dev/null || true
    if ! apt-get install -o DPkg::Lock::Timeout=120 -y -qq --no-install-recommends "$@" > /dev/null; then
        echo "tatami: $what is missing and could not be installed; run: apt-get install -y $*" >&2
        exit 1
    fi
}
