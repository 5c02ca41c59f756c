"""The account that is kept of many runs, with a command that only pretends to test."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts import prove
from tests.support.failures import FAILED

SCRIPT = Path(prove.__file__)
OWN_GIT = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
"""Git knows neither how somebody wants their own commits, nor, in a hook, another repository."""
LIMIT = 120.0
SAID = """== check
FAILED tests/a.py::test_b - assert 0
make: *** [x] Error 1
== the slowest 1 of 2 tests, in seconds
     1.0  pure      tests/a.py::test_b
== seconds: checks 12, pure 34
"""


class Project:
    """A project of one file, and the program that proves it."""

    def __init__(self, at: Path) -> None:
        self.at = at / "project"
        self.log = at / "account" / "prove.jsonl"
        self.at.mkdir()
        self.git("init", "--quiet")
        self.commit("pass")

    def git(self, *args: str) -> None:
        names = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
        env = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        command = ["git", *names, *args]
        subprocess.run(command, cwd=self.at, env=env | OWN_GIT, check=True, timeout=LIMIT)

    def commit(self, test: str) -> None:
        """From now on the tests are this program."""
        (self.at / "suite.py").write_text(test, encoding="utf-8")
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", "A change")

    def command(self, *args: str) -> list[str]:
        fake = f"{sys.executable} suite.py"
        where = ["--source", str(self.at), "--log", str(self.log), "--command", fake]
        return [sys.executable, str(SCRIPT), *where, *args]

    def prove(self, *args: str) -> subprocess.CompletedProcess[str]:
        """Run it in an environment that has hardly anything."""
        env = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return subprocess.run(
            self.command(*args), env=env, capture_output=True, text=True, timeout=LIMIT, check=False
        )

    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def ran(kind: str, result: str) -> prove.Run:
    return prove.Run("c0ffee", kind, "today", result, 1.5)


def test_the_kind_that_lacks_most_is_run_until_all_is_proved(project: Project) -> None:
    done = project.prove("--alone", "2", "--beside", "1")
    assert done.returncode == 0, done.stderr
    assert [row["kind"] for row in project.rows()] == ["alone", "alone", "beside load"]
    assert "passes: 2 in a row alone and 1 in a row beside load" in done.stdout


def test_what_is_proved_is_not_proved_again(project: Project) -> None:
    project.prove("--alone", "1", "--beside", "0")
    assert project.prove("--alone", "1", "--beside", "0").returncode == 0
    assert len(project.rows()) == 1


def test_another_day_goes_on_where_it_was_stopped(project: Project) -> None:
    assert project.prove("--alone", "2", "--beside", "0", "--runs", "1").returncode == 1
    assert project.prove("--alone", "2", "--beside", "0").returncode == 0
    assert len(project.rows()) == 2


def test_another_commit_begins_anew(project: Project) -> None:
    project.prove("--alone", "1", "--beside", "0")
    project.commit("print('changed')")
    project.prove("--alone", "1", "--beside", "0")
    assert len({row["commit"] for row in project.rows()}) == 2


def test_a_failure_ends_the_streak_of_its_kind_alone() -> None:
    runs = [ran("alone", "passed"), ran("beside load", "passed"), ran("alone", "passed")]
    assert prove.streak(runs, "alone") == 2
    runs += [ran("alone", "hung"), ran("alone", "passed")]
    assert prove.streak(runs, "alone") == 1
    assert prove.streak(runs, "beside load") == 1


def test_a_failed_run_says_what_failed_and_keeps_what_was_printed(project: Project) -> None:
    project.commit(f"import sys; print({SAID!r}, end=''); sys.exit(2)")
    done = project.prove("--alone", "1", "--runs", "1")
    [row] = project.rows()
    assert done.returncode == 1
    assert (row["result"], row["tests"]) == ("failed", 2)
    assert row["failure"] == "FAILED tests/a.py::test_b - assert 0"
    assert row["stages"] == {"checks": 12, "pure": 34}
    assert "checks 12, pure 34" in done.stdout
    [log] = (project.log.parent / "prove").glob("*.log")
    assert log.read_text(encoding="utf-8") == SAID


def test_what_a_failed_test_left_to_look_at_is_kept(project: Project) -> None:
    """It lies where the tests put it, and the clone that it lay in is gone."""
    left = FAILED.relative_to(prove.ROOT)
    project.commit(
        f"import pathlib\nat = pathlib.Path('{left}/a')\nat.mkdir(parents=True)\n"
        "(at / 'server.log').touch()\nraise SystemExit(1)\n"
    )
    project.prove("--runs", "1")
    assert len(list(project.log.parent.glob("prove/*/a/server.log"))) == 1


def test_where_no_test_failed_the_first_complaint_is_named(project: Project) -> None:
    project.commit("import sys; print('fine'); print('make: *** [x] Error 1'); sys.exit(1)")
    project.prove("--alone", "1", "--runs", "1")
    assert project.rows()[0]["failure"] == "make: *** [x] Error 1"


def test_a_run_sees_a_clean_environment_and_only_what_was_committed(project: Project) -> None:
    project.commit(
        "import os; print(sorted(os.listdir('.'))); print(sorted(set(os.environ) - {'LC_CTYPE'}))"
    )
    (project.at / "not committed").touch()
    os.environ["TATAMI_ODD"] = "1"
    try:
        subprocess.run(project.command("--alone", "1", "--beside", "0"), check=True, timeout=LIMIT)
    finally:
        del os.environ["TATAMI_ODD"]
    [log] = (project.log.parent / "prove").glob("*.log")
    files, names = log.read_text(encoding="utf-8").splitlines()
    assert files == "['.git', 'suite.py']"
    assert "TATAMI_ODD" not in names


def test_a_run_that_takes_too_long_has_hung(project: Project) -> None:
    project.commit("import signal; signal.pause()")
    project.prove("--alone", "1", "--runs", "1", "--minutes", "0.001")
    assert project.rows()[0]["result"] == "hung"


def test_a_run_that_hangs_is_ended_with_all_it_has_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = tmp_path / "begun"
    os.mkfifo(begun)
    started: list[int] = []

    class TimeIsUp(subprocess.Popen[bytes]):
        """Its time is up as soon as what it has started hangs."""

        def wait(self, timeout: float | None = None) -> int:
            if timeout != LIMIT:
                return super().wait(timeout)
            started.append(int(begun.read_text(encoding="utf-8")))
            raise subprocess.TimeoutExpired(self.args, timeout)

    monkeypatch.setattr(subprocess, "Popen", TimeIsUp)
    hangs = (
        "import pathlib, subprocess, sys\n"
        "wait = [sys.executable, '-c', 'import signal; signal.pause()']\n"
        "one = subprocess.Popen(wait, start_new_session=True)\n"
        f"pathlib.Path({str(begun)!r}).write_text(str(one.pid))\n"
        "try: one.wait()\n"
        "except KeyboardInterrupt: sys.exit(1)"
    )
    out = tmp_path / "out"
    assert prove.execute([sys.executable, "-c", hangs], tmp_path, out, LIMIT) == "hung"
    try:
        assert all(is_gone(pid) for pid in started)
    finally:
        for pid in started:
            prove.end(pid)


def test_busy_loops_end_when_the_program_is_stopped(project: Project) -> None:
    begun = project.at.parent / "begun"
    os.mkfifo(begun)
    project.commit(f"import signal; open({str(begun)!r}, 'w').close(); signal.pause()")
    with subprocess.Popen(
        project.command("--alone", "0", "--beside", "1"), stdout=subprocess.PIPE, text=True
    ) as process:
        begun.read_text(encoding="utf-8")
        below = prove.started_by(process.pid)
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=LIMIT)
    assert "stopped" in out
    assert process.returncode == 130
    assert len(below) == 5  # the run and four loops
    assert all(is_gone(pid) for pid in below)
    assert not project.log.exists()


def is_gone(pid: int) -> bool:
    """Whether that process has ended; what nobody has waited for counts as ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] == "Z"
