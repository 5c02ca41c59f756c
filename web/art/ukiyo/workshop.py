"""The workshop: what to draw anew, in how many processes, and the list of what is there.

Nothing is drawn twice: the output directory remembers what a game's pictures were drawn from.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ukiyo.font import FontMissing, font_file

HERE = Path(__file__).resolve().parent
GAMES = HERE / "games"
MEMORY = ".drawn.json"
PACKAGES = ("fonttools", "pillow", "resvg_py")

Memory = dict[str, dict[str, Any]]


def main(arguments: list[str] | None = None) -> int:
    """Draw what is missing or old."""
    options = _options(arguments)
    try:
        drawn = build(options.out, options.jobs, options.only)
    except FontMissing as missing:
        sys.stderr.write(f"{missing}\n")
        return 1
    said = f"Pictures drawn: {len(drawn)}" if drawn else "All pictures are up to date"
    sys.stdout.write(f"{said}\n")
    return 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Draw the cards and banners of Tatami.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--only", action="append", default=[], metavar="GAME/PICTURE")
    return parser.parse_args(arguments)


def build(out: Path, jobs: int = 1, only: Iterable[str] = ()) -> list[str]:
    """Draw into ``out``; which pictures were drawn, as game/picture."""
    memory, digests = _recall(out), {game: digest(game) for game in games()}
    wanted = set(only)
    if not wanted and all(_fresh(out, memory.get(game), digests[game]) for game in digests):
        return []
    return _draw(out, jobs, wanted, memory, digests)


def games() -> list[str]:
    """Every game that has art: a module or package each."""
    return sorted(path.stem for path in GAMES.iterdir() if path.stem[0] not in "._")


# --- what pictures are drawn from --------------------------------------------


def digest(game: str) -> str:
    """Changes when anything does that could change a picture of this game."""
    total = hashlib.sha256(repr([(name, version(name)) for name in PACKAGES]).encode())
    for path in sources(game):
        total.update(str(path.name).encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:32]


def sources(game: str) -> list[Path]:
    """The tools, the game's own files, and the font."""
    tools = [path for path in HERE.rglob("*.py") if GAMES not in path.parents]
    own = [*GAMES.glob(f"{game}.py"), *(GAMES / game).rglob("*.py")]
    return [*sorted(tools), *sorted(own), font_file()]


def _recall(out: Path) -> Memory:
    path = out / MEMORY
    try:
        memory: Memory = json.loads(path.read_text("utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return {}
    return memory


def _fresh(out: Path, known: dict[str, Any] | None, now: str) -> bool:
    """Whether every picture of a game is there and was drawn from what there is now."""
    if known is None or known["digest"] != now or set(known["names"]) != set(known["files"]):
        return False
    files = [file for made in known["files"].values() for file in made]
    return (out / "manifest.json").is_file() and all((out / file).is_file() for file in files)


# --- drawing -----------------------------------------------------------------


def _draw(
    out: Path, jobs: int, wanted: set[str], memory: Memory, digests: dict[str, str]
) -> list[str]:
    from ukiyo.printing import pictures

    new: Memory = {}
    for game, now in digests.items():
        old = memory.get(game, {})
        same = old.get("digest") == now
        kept = {k: v for k, v in old.get("files", {}).items() if same and _there(out, v)}
        new[game] = {"digest": now, "names": list(pictures(game)), "files": kept}
    todo = _todo(new, wanted)
    for (game, name), files in zip(todo, _make(todo, out, jobs), strict=True):
        new[game]["files"][name] = files
    _forget(out, memory, new)
    _publish(out, new)
    return [f"{game}/{name}" for game, name in todo]


def _there(out: Path, files: list[str]) -> bool:
    return all((out / file).is_file() for file in files)


def _todo(memory: Memory, wanted: set[str]) -> list[tuple[str, str]]:
    """What is not drawn yet; what was named is drawn in any case, and alone."""
    every = [(game, name) for game, known in memory.items() for name in known["names"]]
    unknown = wanted - {f"{game}/{name}" for game, name in every}
    if unknown:
        raise SystemExit(f"No such picture: {', '.join(sorted(unknown))}.")
    if wanted:
        return [(game, name) for game, name in every if f"{game}/{name}" in wanted]
    return [(game, name) for game, name in every if name not in memory[game]["files"]]


def _make(todo: list[tuple[str, str]], out: Path, jobs: int) -> list[list[str]]:
    from ukiyo.printing import make

    if jobs <= 1 or len(todo) <= 1:
        return [make(game, name, out) for game, name in todo]
    with ProcessPoolExecutor(min(jobs, len(todo))) as pool:
        return list(pool.map(make, *zip(*todo, strict=True), [out] * len(todo)))


def _forget(out: Path, old: Memory, new: Memory) -> None:
    """Remove the files of pictures that no game draws any more."""
    for file in _files(old) - _files(new):
        (out / file).unlink(missing_ok=True)


def _files(memory: Memory) -> set[str]:
    return {file for known in memory.values() for made in known["files"].values() for file in made}


# --- the manifest ------------------------------------------------------------


def _publish(out: Path, memory: Memory) -> None:
    """One manifest for the server, one in each game's folder for the client."""
    from ukiyo.printing import write

    whole = {game: manifest(game, set(known["files"])) for game, known in memory.items()}
    for game, part in whole.items():
        write(out / game / "manifest.json", _json(part))
    write(out / "manifest.json", _json(whole))
    write(out / MEMORY, _json(memory))


def manifest(game: str, drawn: set[str]) -> dict[str, Any]:
    """Section, name, file: all files are relative to the folder of the game."""
    from ukiyo.printing import colours, pictures

    found: dict[str, Any] = {"colours": colours(game)}
    for name, picture in pictures(game).items():
        for section, entry, file in picture.listed if name in drawn else ():
            if entry:
                found.setdefault(section, {})[entry] = file
            else:
                found[section] = file
    return found


def _json(content: object) -> bytes:
    return (json.dumps(content, indent=1, sort_keys=True) + "\n").encode()
