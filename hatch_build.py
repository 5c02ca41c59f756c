"""Pack the wheel: build the web client, and compile what mypyc can make faster.

First scripts/web.py builds the client into src/tatami/web, where that is outdated; an editable
install serves it from there. `TATAMI_NO_WEB=1` leaves it out.

A wheel for an editable install gets nothing more; it is always pure. Any other wheel gets

- the modules that COMPILED names, compiled into one shared module, or, where there is no compiler
  or the compilation fails, the pure source alone;
- `tatami/_build.json`, which says which of the two it is and why;
- the rules, `docs/rules/**/*.md`, as `tatami/rules/**/*.md`.

All is compiled from a copy in a temporary directory, so no extension ever lies beside its source,
where an outdated one would silently win over an edited file; scripts/native.py makes that copy
ready. build/native keeps the result, so that an edit of the server or the client compiles nothing
anew.

`TATAMI_PURE=1` asks for the pure wheel. `TATAMI_REQUIRE_COMPILED=1` makes the build fail where it
would otherwise fall back. A module with the line `# mypyc: skip` stays interpreted.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "tatami"
COMPILED = ("engine/**/*.py", "games/**/*.py", "bots/**/*.py", "search/**/*.py")
INTERPRETED = ("__init__.py", "__main__.py")
SKIP = re.compile(r"^# mypyc: skip\s*$", re.MULTILINE)
EXTENSIONS = (".so", ".pyd")
CLIENT = [f"src/{PACKAGE}/web/**", f"!src/{PACKAGE}/web/**/.*"]  # not in git, so named here
SHARED_MODULE = f"{PACKAGE}._native"  # mypyc appends __mypyc


class CompileHook(BuildHookInterface[Any]):
    """The hook that hatchling runs before it packs a wheel."""

    PLUGIN_NAME = "custom"
    _work: tempfile.TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """What the client would need to be built; asked before anything is built."""
        return web(self.root, "needs").split()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the client, the compiled modules, the build note and the rules to the wheel."""
        source = Path(self.root, "src")
        refuse_extensions(source)
        if said := web(self.root):
            self.app.display_info(said)
        if version == "editable":
            return
        self._work = tempfile.TemporaryDirectory(prefix="tatami-build-")
        work = Path(self._work.name)
        note, extensions = build(source, work)
        self.app.display_info(f"tatami: {note['build']} build ({note['reason']})")
        note_file = work / "_build.json"
        note_file.write_text(json.dumps(note, indent=2) + "\n", encoding="utf-8")

        build_data["pure_python"] = not extensions
        build_data["infer_tag"] = bool(extensions)
        included = {note_file: f"{PACKAGE}/_build.json"} | extensions | rules(Path(self.root))
        build_data["artifacts"] += [] if is_set("TATAMI_NO_WEB") else CLIENT
        build_data["force_include"].update({str(k): v for k, v in included.items()})

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Throw the temporary directory away."""
        if self._work:
            self._work.cleanup()


def is_set(variable: str) -> bool:
    """Whether the environment asks for it."""
    return os.environ.get(variable, "0") not in ("", "0")


def refuse_extensions(source: Path) -> None:
    """Stop where a compiled module lies in the source: it would hide the file beside it."""
    if found := [str(p) for p in source.rglob("*") if p.suffix in EXTENSIONS]:
        raise SystemExit("tatami: delete the compiled modules in src/: " + ", ".join(found))


def web(root: str, *args: str) -> str:
    """What scripts/web.py prints. Where it fails it has said why."""
    command = [sys.executable, str(Path(root, "scripts", "web.py")), *args]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(done.returncode)
    return done.stdout.strip()


def rules(root: Path) -> dict[Path, str]:
    """Where each page of the rules goes in the wheel."""
    pages = root / "docs" / "rules"
    found = sorted(pages.rglob("*.md"))
    return {p: f"{PACKAGE}/rules/{p.relative_to(pages).as_posix()}" for p in found}


def build(source: Path, work: Path) -> tuple[dict[str, str], dict[Path, str]]:
    """Try to compile. Return the build note, and the place in the wheel of each extension."""
    tree = work / "src"
    shutil.copytree(source, tree, ignore=shutil.ignore_patterns("__pycache__", "web"))
    modules = to_compile(tree)
    kept = source.parent / "build" / "native"
    obstacle = why_pure(modules) or compile_once(source.parent, tree, modules, kept)
    if obstacle and is_set("TATAMI_REQUIRE_COMPILED"):
        raise SystemExit(f"tatami: not compiled: {obstacle}")
    if obstacle:
        return build_note("pure", obstacle), {}
    extensions = {
        p: p.relative_to(kept).as_posix() for p in sorted(kept.rglob("*")) if p.suffix in EXTENSIONS
    }
    return build_note("compiled", f"{len(modules)} modules"), extensions


def build_note(kind: str, reason: str) -> dict[str, str]:
    """What `tatami doctor` will tell about this build."""
    return {
        "build": kind,
        "reason": reason,
        "mypyc": mypyc_version(),
        "compiler": compiler_version(),
        "python": sys.version.split()[0],
    }


def to_compile(tree: Path) -> list[str]:
    """The modules to compile, relative to the tree.

    Those that put a game together come first: of modules that import one another through their
    package, mypy looks last at the one it is told of first, and so knows what that one imports.
    """
    package = tree / PACKAGE
    files = {p for pattern in COMPILED for p in package.glob(pattern)}
    return [
        p.relative_to(tree).as_posix()
        for p in sorted(files, key=lambda p: (p.name != "rules.py", p))
        if p.name not in INTERPRETED and not SKIP.search(p.read_text(encoding="utf-8"))
    ]


def why_pure(modules: list[str]) -> str:
    """The reason not even to try, or an empty string."""
    if is_set("TATAMI_PURE"):
        return "TATAMI_PURE was set"
    if not modules:
        return "there is nothing to compile"
    if not mypyc_version():
        return "mypyc is not installed"
    if not shutil.which(compiler()):
        return f"no C compiler ({compiler()} was not found)"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "no Python headers (Python.h was not found)"
    return ""


def mypyc_version() -> str:
    """The version of mypy, which mypyc shares."""
    try:
        return version("mypy")
    except PackageNotFoundError:
        return ""


def compiler() -> str:
    """The C compiler that setuptools will call."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shlex.split(command)[0]


def compiler_version() -> str:
    """The compiler's first line about itself, or an empty string."""
    try:
        answer = subprocess.run([compiler(), "--version"], capture_output=True, text=True)
    except OSError:
        return ""
    return (answer.stdout.splitlines() or [""])[0]


def compile_once(root: Path, tree: Path, modules: list[str], kept: Path) -> str:
    """Compile into `kept`, unless that was done from the same sources. Return the reason if not."""
    ready = root / "scripts" / "native.py"
    stamp, made_from = kept / ".stamp", digest(tree, ready)
    if stamp.is_file() and stamp.read_text() == made_from:
        return ""
    shutil.rmtree(kept, ignore_errors=True)
    obstacle = run_apart(tree, str(ready), PACKAGE) or run_apart(
        tree, __file__, str(kept), *modules
    )
    if not obstacle:
        stamp.write_text(made_from)
    return obstacle


def digest(tree: Path, ready: Path) -> str:
    """A digest of all that the compiled modules come from; they import only one another."""
    below = [p for pattern in COMPILED for p in (tree / PACKAGE).glob(pattern)]
    files = [Path(__file__), ready, tree / PACKAGE / "__init__.py", *sorted(below)]
    sums = hashlib.sha256(
        json.dumps([build_note("", ""), sysconfig.get_config_var("EXT_SUFFIX")]).encode()
    )
    for path in files:
        sums.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return sums.hexdigest()


def run_apart(tree: Path, *command: str) -> str:
    """Run a step of the compilation by itself, as mypyc exits on an error. Why, if it did."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=tree,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode == 0:
        return ""
    print(done.stdout, file=sys.stderr)
    errors = [line for line in done.stdout.splitlines() if "error:" in line]
    return f"the compilation failed: {errors[0] if errors else 'see the build log'}"


def compile_here(out: str, modules: list[str]) -> None:
    """Compile the modules under the current directory into `out`."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    options = ["--config-file=", "--ignore-missing-imports", "--explicit-package-bases"]
    os.environ["MYPYPATH"] = "."
    extensions = mypycify(
        [*options, *modules],
        opt_level="3",
        debug_level="0",
        multi_file=False,
        group_name=SHARED_MODULE,
        target_dir="../c",
    )
    if sys.platform == "linux":  # calls inside the one shared module need no detour
        for extension in extensions:
            extension.extra_compile_args += ["-fno-semantic-interposition", "-fno-plt"]
            extension.extra_link_args += ["-Wl,-Bsymbolic"]
    command = build_ext(Distribution({"name": PACKAGE, "ext_modules": extensions}))
    command.build_lib, command.build_temp = out, "../o"
    command.parallel = os.cpu_count() or 1
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    compile_here(sys.argv[1], sys.argv[2:])
