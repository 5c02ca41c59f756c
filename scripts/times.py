"""Print what `make test` took: the seconds of each stage, and the slowest tests of all stages."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

TIMES = Path(__file__).resolve().parent.parent / "build" / "times"
SLOWEST = 20


def stages(times: Path) -> list[tuple[str, int]]:
    """The seconds of each stage that was passed, as scripts/test.sh wrote them down."""
    path = times / "stages"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [(name, int(seconds)) for name, seconds in map(str.split, lines)]


def tests(times: Path) -> Iterator[tuple[float, str, str]]:
    """The seconds, the stage and the name of each test, as pytest wrote them down."""
    for report in sorted(times.glob("*.xml")):
        for case in ElementTree.parse(report).iter("testcase"):
            name = f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}"
            yield float(case.get("time", 0)), report.stem, name


def summary(times: Path) -> list[str]:
    """What is printed."""
    found = sorted(tests(times), reverse=True)
    lines = [f"== the slowest {min(SLOWEST, len(found))} of {len(found)} tests, in seconds"]
    lines += [f"{seconds:8.1f}  {stage:8}  {name}" for seconds, stage, name in found[:SLOWEST]]
    passed = ", ".join(f"{name} {seconds}" for name, seconds in stages(times))
    return [*lines, f"== seconds: {passed}"]


if __name__ == "__main__":
    print("\n".join(summary(TIMES)))
    sys.exit()
