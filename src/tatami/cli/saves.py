"""Saved games: a record, and around it who plays. A bare record is a save too."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any, Final

from tatami.catalogue import Listing
from tatami.cli.fail import Failure, shown
from tatami.cli.files import read_text, state_dir, write_whole
from tatami.cli.lookup import game_named
from tatami.engine.errors import BadRecord, EngineFault
from tatami.engine.record import BEGINNING, Record, parse, record, replay
from tatami.engine.referee import Referee

FORMAT: Final = "tatami save 1"
WARNING: Final = (
    "This file holds every hidden card of an unfinished game. Keep it from the players, "
    "and do not read on if you are one of them."
)


class Save:
    """A game with the seats of its players: the person's, and a level for every bot."""

    def __init__(self, found: Record, person: int, name: str, bots: list[str]) -> None:
        self.record = found
        self.person = person
        self.name = name
        self.bots = bots
        """One level for each seat, or empty where the file does not say; the person's is ``""``."""

    def text(self) -> str:
        """The save as text: it says first what it holds."""
        data = {
            "format": FORMAT,
            "secrets": WARNING,
            "person": self.person,
            "name": self.name,
            "bots": self.bots,
            "record": self.record.text().splitlines(),
        }
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def read_save(path: str) -> Save:
    """A saved game or a bare record from a file."""
    text = read_text(path)
    try:
        if text.startswith(BEGINNING):
            return Save(parse(text), -1, "", [])
        return _unpack(json.loads(text))
    except BadRecord as error:
        raise Failure(f"{shown(path)}: {shown(str(error))}") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Failure(f"{shown(path)} is neither a Tatami save nor a record") from None


def _unpack(data: Any) -> Save:
    if data["format"] != FORMAT:
        raise BadRecord(f"this is not a '{FORMAT}' file")
    person, name, bots, lines = data["person"], data["name"], data["bots"], data["record"]
    if type(person) is not int or not isinstance(name, str) or not name.isprintable():
        raise TypeError
    for texts in (bots, lines):
        if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
            raise TypeError
    return Save(parse("\n".join(lines) + "\n"), person, name, bots)


def bring_back(found: Record, path: str) -> tuple[Listing, Referee]:
    """Play a record again to where it stands."""
    listing = game_named(found.game)
    try:
        return listing, replay(listing.game, found)
    except (BadRecord, EngineFault) as error:
        raise Failure(f"{shown(path)}: {shown(str(error))}") from None


def keep(referee: Referee, person: int, name: str, bots: list[str], path: str) -> str:
    """Save a game: an unfinished one with its players, a finished one as a plain record."""
    found = record(referee)
    text = found.text() if referee.over else Save(found, person, name, bots).text()
    write_whole(path, text)
    return path


def autosave_path(referee: Referee) -> Path:
    """Where this game is kept when it is left; the name tells nothing of the cards."""
    name = hashlib.blake2b(referee.key, digest_size=5, person=b"autosave").hexdigest()
    return state_dir() / f"{referee.game.name}-{name}.save"


def autosave(referee: Referee, person: int, name: str, bots: list[str]) -> str:
    """Save a game that is being left; if the usual place will not do, anywhere."""
    path = autosave_path(referee)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return keep(referee, person, name, bots, str(path))
    except (OSError, Failure):
        handle, spare = tempfile.mkstemp(prefix=f"{referee.game.name}-", suffix=".save")
        os.close(handle)
        return keep(referee, person, name, bots, spare)
