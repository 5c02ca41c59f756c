"""Pack the wheel: compile the engine, the games and the bots with mypyc where that is possible.

A wheel for an editable install gets nothing from here; it is always pure. Any other wheel gets

- the modules that COMPILED names, compiled into one shared module, or, where there is no compiler
  or the compilation fails, the pure source alone;
- `tatami/_build.json`, which says which of the two it is and why;
- the rules, `docs/rules/*.md`, as `tatami/rules/*.md`.

All is built from a copy in a temporary directory, so no extension ever lies beside its source,
where an outdated one would silently win over an edited file.

`TATAMI_PURE=1` asks for the pure wheel. `TATAMI_REQUIRE_COMPILED=1` makes the build fail where it
would otherwise fall back. A module with the line `# mypyc: skip` stays interpreted.
"""

from __future__ import annotations

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
COMPILED = ("engine/**/*.py", "games/**/*.py", "bots/**/*.py")
INTERPRETED = ("__init__.py", "__main__.py")
SKIP = re.compile(r"^# mypyc: skip\s*$", re.MULTILINE)
EXTENSIONS = (".so", ".pyd")
SHARED_MODULE = f"{PACKAGE}._native"  # mypyc appends __mypyc


class CompileHook(BuildHookInterface[Any]):
    """The hook that hatchling runs before it packs a wheel."""

    PLUGIN_NAME = "custom"
    _work: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled modules, the build note and the rules to the wheel."""
        source = Path(self.root, "src")
        refuse_extensions(source)
        if version == "editable":
            return
        self._work = tempfile.TemporaryDirectory(prefix="tatami-build-")
        work = Path(self._work.name)
        note, extensions = build(source, work, Path(self.root, "hatch_build.py"))
        self.app.display_info(f"tatami: {note['build']} build ({note['reason']})")
        note_file = work / "_build.json"
        note_file.write_text(json.dumps(note, indent=2) + "\n", encoding="utf-8")

        build_data["pure_python"] = not extensions
        build_data["infer_tag"] = bool(extensions)
        included = {note_file: f"{PACKAGE}/_build.json"} | extensions | rules(Path(self.root))
        build_data["force_include"].update({str(k): v for k, v in included.items()})

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Throw the temporary directory away."""
        if self._work:
            self._work.cleanup()


def refuse_extensions(source: Path) -> None:
    """Stop where a compiled module lies in the source: it would hide the file beside it."""
    if found := [str(p) for p in source.rglob("*") if p.suffix in EXTENSIONS]:
        raise SystemExit("tatami: delete the compiled modules in src/: " + ", ".join(found))


def rules(root: Path) -> dict[Path, str]:
    """Where each page of the rules goes in the wheel."""
    return {p: f"{PACKAGE}/rules/{p.name}" for p in sorted(root.glob("docs/rules/*.md"))}


def build(source: Path, work: Path, script: Path) -> tuple[dict[str, str], dict[Path, str]]:
    """Try to compile. Return the build note, and the place in the wheel of each extension."""
    tree = work / "src"
    shutil.copytree(source, tree, ignore=shutil.ignore_patterns("__pycache__"))
    modules = to_compile(tree)
    obstacle = why_pure(modules) or compile_apart(script, tree, modules)
    if obstacle and os.environ.get("TATAMI_REQUIRE_COMPILED", "0") not in ("", "0"):
        raise SystemExit(f"tatami: not compiled: {obstacle}")
    if obstacle:
        return build_note("pure", obstacle), {}
    out = work / "lib"
    extensions = {
        p: p.relative_to(out).as_posix() for p in sorted(out.rglob("*")) if p.suffix in EXTENSIONS
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
    """The modules to compile, relative to the tree."""
    package = tree / PACKAGE
    files = {p for pattern in COMPILED for p in package.glob(pattern)}
    return [
        p.relative_to(tree).as_posix()
        for p in sorted(files)
        if p.name not in INTERPRETED and not SKIP.search(p.read_text(encoding="utf-8"))
    ]


def why_pure(modules: list[str]) -> str:
    """The reason not even to try, or an empty string."""
    if os.environ.get("TATAMI_PURE", "0") not in ("", "0"):
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


def compile_apart(script: Path, tree: Path, modules: list[str]) -> str:
    """Compile in a process of its own, as mypyc exits on an error. Return the reason if it did."""
    command = [sys.executable, str(script), str(tree.parent / "lib"), *modules]
    done = subprocess.run(
        command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
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
