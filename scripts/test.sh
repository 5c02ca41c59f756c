#!/usr/bin/env bash
# Everything that must hold, stage by stage; at the end, also after a failure, what took how long.
#
# The two cores of a small machine are both busy all the time: what takes one core for long, to
# compile, goes on beside what needs nothing of it: the client, the checks, the tests on the pure build,
# those with real servers and browsers too.
set -euo pipefail
cd "$(dirname "$0")/.."
# Sets have the same order in every run; that games do not depend on it is a test of its own.
export PYTHONHASHSEED=0
# All of it, whatever somebody's shell is set to: what narrows a run is said on the command line.
unset TESTS ARGS PYTEST_ADDOPTS TATAMI_SEED TATAMI_KILLS

rm -rf build/times
mkdir -p build/times
trap 'if [ -x .venv/bin/python ]; then .venv/bin/python scripts/times.py; fi' EXIT

# stage NAME COMMAND...: run it and note the seconds.
stage() {
    local name=$1 began=$SECONDS
    shift
    "$@" || { echo "== $name failed" >&2; return 1; }
    echo "$name $((SECONDS - began))" >> build/times/stages
}

stage env scripts/env.sh all
stage native scripts/env.sh native & native=$!
ok=yes
{ stage client scripts/env.sh web && stage checks make checks &&
    stage pure make pure ONCE=1 && stage real make real; } || ok=
wait $native
test "$ok"
stage wheel scripts/env.sh compiled
stage compiled make both
stage research make test-research
