"""Ray's door, on real clusters of this machine, each in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tatami.cli import main

ROOT = Path(__file__).parents[2]
LIMIT = 600.0
"""Seconds after which a cluster hangs, however busy the machine is."""
SERIES = (
    "clans",
    "--games",
    "12",
    "--seed",
    "4",
    "--bots",
    "steady,random,random,random",
    "--json",
)

ARENA = (
    *("clans", "--seats", "3", "--bots", "random,dreamy", "--swiss", "2"),
    *("--games", "6", "--seed", "1", "--json"),
)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Another process: Ray leaves threads behind in the one that called it."""
    command = [sys.executable, *words]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        try:
            out, err = process.communicate(timeout=LIMIT)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)  # with the nodes that it has started
            raise
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def patiently(*words: str) -> subprocess.CompletedProcess[str]:
    """The same, again where Ray gave its own nodes, on a busy machine, too little time to start."""
    done = run(*words)
    for _ in range(9):
        if "timed out during startup" not in done.stderr:
            break
        done = run(*words)
    return done


def timeless(text: str) -> dict[str, Any]:
    found = json.loads(text.strip().splitlines()[-1])
    return {k: v for k, v in found.items() if k not in ("seconds", "decisions_per_second")}


def test_a_node_that_is_killed_changes_nothing_and_nothing_counts_twice() -> None:
    """It had begun a part, and not ended it."""
    done = patiently("-m", "tests.research.cluster")
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.strip().splitlines()[-1])
    parts = {"parts": list(range(12)), "same": True}
    assert found == parts | {"begun": True, "ended": False}


def test_the_command_plays_on_a_cluster_elsewhere_by_its_address_and_a_node_may_die() -> None:
    """``--on ray://HOST:PORT``: another process, which is no part of the cluster."""
    longer = ["40" if word == "12" else word for word in SERIES]
    here = run("-m", "tatami", "simulate", *longer)
    done = patiently("-m", "tests.research.client", *longer)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.strip().splitlines()[-1])
    assert (found["killed"], found["code"]) == (True, 0), done.stderr[-3000:]
    assert timeless(found["printed"]) == timeless(here.stdout)


def test_the_same_series_on_a_local_cluster_gives_the_same_report() -> None:
    here = run("-m", "tatami", "simulate", *SERIES)
    there = patiently("-m", "tatami", "simulate", *SERIES, "--on", "local")
    assert there.returncode == 0, there.stderr[-3000:]
    assert timeless(there.stdout) == timeless(here.stdout)


LATE = """
import ray, sys
from tatami.cli import main
def init(**_):
    raise Exception("The current node timed out during startup.")
ray.init = init
sys.exit(main(["simulate", "clans", "--games", "2", "--on", "local"]))
"""


def test_a_cluster_that_does_not_start_in_time_is_told_as_one_that_does_not_answer() -> None:
    done = run("-c", LATE)
    assert done.returncode == 1
    assert "no cluster answers at local: The current node timed out" in done.stderr


def test_the_same_arena_on_a_local_cluster_gives_the_same_ladder() -> None:
    """In two rounds, so that the cluster is used twice."""
    here = run("-m", "tatami", "arena", *ARENA)
    there = patiently("-m", "tatami", "arena", *ARENA, "--on", "local")
    assert there.returncode == 0, there.stderr[-3000:]
    assert timeless(there.stdout) == timeless(here.stdout)
    assert timeless(here.stdout)["played"] == 12


def test_a_cluster_that_is_started_here_listens_on_this_machine_alone() -> None:
    done = patiently("-m", "tests.research.listening")
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.strip().splitlines()[-1])
    assert found
    assert {one[-8:] for one in found} == {"0100007F"}


def test_usage_reports_are_off_before_ray_is_imported() -> None:
    code = (
        "import os; os.environ.pop('RAY_USAGE_STATS_ENABLED', None)\n"
        "import tatami.research.ray\n"
        "from ray._common.usage import usage_lib\n"
        "print(usage_lib.usage_stats_enabled())"
    )
    done = run("-c", code)
    assert done.stdout.strip() == "False", done.stderr


def test_where_no_cluster_answers_the_command_says_so() -> None:
    done = run("-m", "tatami", "simulate", *SERIES, "--on", "nowhere")
    assert done.returncode == 1
    assert "no cluster answers at nowhere" in done.stderr


def test_jobs_and_a_cluster_are_not_for_the_same_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "clans", "--jobs", "2", "--on", "local"]) == 2
    assert "give one of them" in capsys.readouterr().err
