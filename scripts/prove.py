"""Run `make test` again and again, alone and beside four busy loops, and keep account.

    scripts/prove.py              # until five passes in a row alone and three in a row beside load
    scripts/prove.py --table      # what is known

Every run is made in a fresh clone of one commit, in an empty directory and a clean environment: the
working tree may change meanwhile. What came of it is appended to build/prove.jsonl, so that the
program can be stopped and started again on another day; what a run printed is kept beside it.
A commit is proved by passes in a row: a failure begins the count of its kind anew.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
KINDS = {"alone": 0, "beside load": 4}
"""How many busy loops run beside a run of that kind."""
BUSY = "import os; parent = os.getppid()\nwhile os.getppid() == parent: sum(range(1_000_000))"
"""A busy loop. It also ends when whoever started it is gone."""
KEPT = ("PATH", "HOME", "PYTHON", "TATAMI_CHROMIUM")
"""What a run gets of our environment, and git: not, in a hook, which repository is meant."""
GRACE = 60.0
"""So long may a run that is stopped take to clean up."""


@dataclass
class Run:
    """What came of one run."""

    commit: str
    kind: str
    began: str
    result: str
    minutes: float
    tests: int = 0
    failure: str = ""
    stages: dict[str, int] = field(default_factory=dict)
    load: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether all was well."""
        return self.result == "passed"


# --- the account ---


def known(log: Path) -> list[Run]:
    """All runs that were ever made, in their order."""
    if not log.exists():
        return []
    return [Run(**json.loads(line)) for line in log.read_text(encoding="utf-8").splitlines()]


def keep(log: Path, run: Run) -> None:
    """Write down one more."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a", encoding="utf-8") as out:
        print(json.dumps(asdict(run)), file=out, flush=True)


def streak(runs: Sequence[Run], kind: str) -> int:
    """How many of a kind have passed in a row, up to the last."""
    found = 0
    for run in reversed([run for run in runs if run.kind == kind]):
        if not run.passed:
            break
        found += 1
    return found


def next_kind(runs: Sequence[Run], wanted: dict[str, int]) -> str | None:
    """The kind that lacks most; none where all is proved."""
    missing = {kind: wanted[kind] - streak(runs, kind) for kind in wanted}
    kind = max(missing, key=lambda one: missing[one])
    return kind if missing[kind] > 0 else None


def table(runs: Sequence[Run]) -> str:
    """All runs of a commit, and how many have passed in a row."""
    rows = [
        ("run", "began", "kind", "result", "minutes", "tests", "load", "first failure", "stages")
    ]
    for number, run in enumerate(runs, 1):
        stages = ", ".join(f"{name} {seconds}" for name, seconds in run.stages.items())
        shown = (f"{run.minutes:.1f}", str(run.tests), f"{run.load:.1f}", run.failure[:70], stages)
        rows.append((str(number), run.began, run.kind, run.result, *shown))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    counts = " and ".join(f"{streak(runs, kind)} in a row {kind}" for kind in KINDS)
    return "\n".join([*lines, f"passes: {counts}"])


# --- one run ---


def environment() -> dict[str, str]:
    """As clean as anybody's."""
    env = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {"LANG": "C.UTF-8", **env}


@contextlib.contextmanager
def busy(loops: int) -> Iterator[None]:
    """So many busy loops, which end here whatever happens."""
    started = []
    try:
        for _ in range(loops):
            started.append(subprocess.Popen([sys.executable, "-c", BUSY]))
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


@contextlib.contextmanager
def clone(source: Path, commit: str) -> Iterator[Path]:
    """The project at that commit, and nothing else, in a directory of its own."""
    with tempfile.TemporaryDirectory(prefix="prove-", ignore_cleanup_errors=True) as directory:
        where = Path(directory) / "clone"
        git = ["git", "-c", "advice.detachedHead=false"]
        copy = [*git, "clone", "--quiet", "--no-checkout", str(source), str(where)]
        subprocess.run(copy, env=environment(), check=True)
        subprocess.run(
            [*git, "checkout", "--quiet", commit], cwd=where, env=environment(), check=True
        )
        yield where


def started_by(pid: int) -> list[int]:
    """The processes under another, in sessions of their own too."""
    parents: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            parent = int(stat.read_text(encoding="utf-8").rpartition(")")[2].split()[1])
            parents.setdefault(parent, []).append(int(stat.parent.name))
    found = list(parents.get(pid, []))
    for child in found:
        found += parents.get(child, [])
    return found


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a run and everything it has started: first as Ctrl-C would, then by force."""
    below = started_by(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(GRACE)
    for pid in below:
        end(pid)
    process.kill()
    process.wait()


def end(pid: int) -> None:
    """End a process that is not our child, and be sure of it."""
    with contextlib.suppress(ProcessLookupError):
        watched = os.pidfd_open(pid)
        try:
            signal.pidfd_send_signal(watched, signal.SIGKILL)
            select.select([watched], [], [], GRACE)
        finally:
            os.close(watched)


def execute(command: Sequence[str], where: Path, out: Path, limit: float) -> str:
    """Run it to its end or to the limit: `passed`, `failed` or `hung`."""
    with out.open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=where,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return "failed" if process.wait(limit) else "passed"
        except subprocess.TimeoutExpired:
            return "hung"
        finally:
            if process.poll() is None:
                stop(process)


def counted(said: str) -> int:
    """How many tests were run, as scripts/times.py says."""
    found = re.search(r"^== the slowest \d+ of (\d+) tests", said, re.MULTILINE)
    return int(found[1]) if found else 0


def stages(said: str) -> dict[str, int]:
    """The seconds of each stage, as scripts/times.py says."""
    found = re.search(r"^== seconds: (.+)$", said, re.MULTILINE)
    pairs = (stage.split() for stage in found[1].split(", ")) if found else ()
    return {name: int(seconds) for name, seconds in pairs}


def complaint(said: str) -> str:
    """The first line that tells of a failure: of a test, else of anything."""
    for pattern in (r"^(?:FAILED|ERROR) .*$", r"^.*\berror:.*$", r"^make(?:\[\d+\])?: \*\*\*.*$"):
        if found := re.search(pattern, said, re.MULTILINE):
            return found[0]
    return (said.strip().splitlines() or ["nothing was said"])[-1]


def prove(args: argparse.Namespace, commit: str, kind: str) -> Run:
    """One run of a kind."""
    logs: Path = args.log.parent / "prove"
    began = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    load = os.getloadavg()[0]
    logs.mkdir(parents=True, exist_ok=True)
    name = f"{commit[:9]} {began} {kind}".translate(str.maketrans(" :", "--"))
    out = logs / f"{name}.log"
    with clone(args.source, commit) as where, busy(KINDS[kind]):
        clock = time.monotonic()
        result = execute(shlex.split(args.command), where, out, 60 * args.minutes)
        passed = (time.monotonic() - clock) / 60
        left = where / "tests" / "failed"
        if left.exists():
            shutil.copytree(left, logs / name, dirs_exist_ok=True)
    said = out.read_text(encoding="utf-8", errors="replace")
    failure = "" if result == "passed" else complaint(said)
    found = (round(passed, 2), counted(said), failure, stages(said), round(load, 2))
    return Run(commit, kind, began, result, *found)


# --- the program ---


def parsed(argv: Sequence[str]) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--alone", type=int, default=5, help="passes in a row, alone")
    parser.add_argument("--beside", type=int, default=3, help="passes in a row, beside load")
    parser.add_argument(
        "--minutes", type=float, default=120, help="the longest that a run may take"
    )
    parser.add_argument("--runs", type=int, default=30, help="the most that are made now")
    parser.add_argument("--commit", default="HEAD")
    parser.add_argument("--command", default="make test")
    parser.add_argument("--source", type=Path, default=ROOT, help="what is cloned")
    parser.add_argument("--log", type=Path, default=ROOT / "build" / "prove.jsonl")
    parser.add_argument("--table", action="store_true", help="run nothing, print what is known")
    return parser.parse_args(argv)


def on_term(number: int, frame: FrameType | None) -> None:
    """Asked to end: leave as after Ctrl-C, with everything stopped."""
    raise KeyboardInterrupt


def main(argv: Sequence[str]) -> int:
    """Run until all is proved; print the table after each run."""
    args = parsed(argv)
    signal.signal(signal.SIGTERM, on_term)
    git = ["git", "rev-parse", "--verify", f"{args.commit}^{{commit}}"]
    found = subprocess.check_output(git, cwd=args.source, env=environment(), text=True)
    commit = found.strip()
    wanted = {"alone": args.alone, "beside load": args.beside}
    runs = [run for run in known(args.log) if run.commit == commit]
    for _ in range(0 if args.table else args.runs):
        kind = next_kind(runs, wanted)
        if kind is None:
            break
        print(f"{commit[:9]}: run {len(runs) + 1}, {kind}", flush=True)
        runs.append(prove(args, commit, kind))
        keep(args.log, runs[-1])
        print(table(runs), flush=True)
    if args.table:
        print(table(runs))
    return 0 if next_kind(runs, wanted) is None else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print("stopped; run it again to go on")
        sys.exit(130)
