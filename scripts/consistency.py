"""Check what is written in two places, and what must be nowhere. Prints and exits 1 on a fault."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from web import DRAWING, NODE

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("run", "play", "test", "dev", "node", "bench", "research")


def pins(lock: str) -> dict[str, set[str]]:
    """The versions that a lock names for each package."""
    found: dict[str, set[str]] = {}
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    for name, version in re.findall(r"^([a-z0-9-]+)(?:\[\w+\])?==([^\s;\\]+)", text, re.MULTILINE):
        found.setdefault(name, set()).add(version)
    return found


def project() -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def name_of(requirement: str) -> str:
    """The package that a line of requirements is about, or an empty string."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower()


def compiler_faults() -> Iterator[str]:
    """The wheel must be compiled by the mypy that checks the types."""
    wanted = {r.partition("==")[2] for r in project()["build-system"]["requires"] if "mypy" in r}
    if wanted != pins("dev").get("mypy"):
        yield "pyproject.toml and requirements/dev.txt pin different versions of mypy"


def runtime_faults() -> Iterator[str]:
    """What a user gets with the wheel is what the tests run with."""
    lines = (ROOT / "requirements" / "run.in").read_text(encoding="utf-8").splitlines()
    wanted = {name_of(line) for line in lines} - {""}
    if wanted != {name_of(r) for r in project()["project"]["dependencies"]}:
        yield "pyproject.toml and requirements/run.in name different packages"


def client_faults() -> Iterator[str]:
    """The client is built with the same tools from a clone and from the package's source."""
    if pins("node") != {name_of(NODE): {NODE.partition("==")[2]}}:
        yield "scripts/web.py and requirements/node.txt pin different versions of Node"
    if missing := set(DRAWING) - set(pins("play")):
        yield f"requirements/play.txt lacks {', '.join(sorted(missing))} of scripts/web.py"
    if '"resolved"' in (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"):
        yield "web/package-lock.json names a host"


def lock_faults() -> Iterator[str]:
    """What runs, what tests and what develops use the same versions, and a lock names no host."""
    dev = pins("dev")
    for lock in ("run", "play", "test", "research"):
        for name, versions in pins(lock).items():
            if dev.get(name, set() if lock != "research" else versions) != versions:
                yield f"requirements/{lock}.txt and dev.txt pin different versions of {name}"
    for lock in LOCKS:
        if "://" in (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8"):
            yield f"requirements/{lock}.txt names a host"


def extension_faults() -> Iterator[str]:
    """A compiled module in src/ would hide the source beside it."""
    for path in sorted(ROOT.glob("src/**/*")):
        if path.suffix in (".so", ".pyd"):
            yield f"delete {path.relative_to(ROOT)}: compiled modules belong into the wheel"


def main() -> int:
    """Print every fault."""
    faults = [
        *compiler_faults(),
        *runtime_faults(),
        *client_faults(),
        *lock_faults(),
        *extension_faults(),
    ]
    for fault in faults:
        print(fault)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
