"""Files: read with clear refusals, written whole or not at all, private where they hold secrets."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path
from typing import Final

from tatami.cli.fail import Failure, shown
from tatami.engine.record import LONGEST

PRIVATE: Final = 0o600
SHARED: Final = 0o644


def read_text(path: str) -> str:
    """The text of a file; a ``Failure`` says what is in the way."""
    try:
        with open(path, "rb") as file:
            raw = file.read(4 * LONGEST + 1)
    except IsADirectoryError:
        raise Failure(f"{shown(path)} is a directory, not a file") from None
    except FileNotFoundError:
        raise Failure(f"there is no file {shown(path)}") from None
    except (OSError, ValueError) as error:
        raise Failure(f"{shown(path)} cannot be read: {reason(error)}") from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Failure(f"{shown(path)} is not a text file") from None


def reason(error: Exception) -> str:
    """Why the system refused, in its own words."""
    said = error.strerror if isinstance(error, OSError) else None
    return shown((said or str(error)).lower())


def write_whole(path: str, text: str, mode: int = PRIVATE) -> None:
    """Write a file through a temporary one beside it: whoever looks finds the old or the new."""
    refuse_target(path)
    target = os.path.realpath(path)
    try:
        _replace(target, text, mode)
    except (OSError, ValueError) as error:
        raise Failure(f"{shown(path)} cannot be written: {reason(error)}") from None


def _replace(target: str, text: str, mode: int) -> None:
    handle, temporary = tempfile.mkstemp(prefix=".tatami-", dir=os.path.dirname(target))
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def refuse_target(path: str) -> None:
    """A ``Failure`` where nothing could be saved under this path."""
    try:
        found = os.stat(path).st_mode
    except FileNotFoundError:
        _refuse_parent(path)
        return
    except (OSError, ValueError) as error:
        raise Failure(f"{shown(path)} cannot be written: {reason(error)}") from None
    if stat.S_ISDIR(found):
        raise Failure(f"{shown(path)} is a directory, not a file")
    if not stat.S_ISREG(found):
        raise Failure(f"{shown(path)} is not an ordinary file; a game cannot be saved there")


def _refuse_parent(path: str) -> None:
    parent = os.path.dirname(os.path.realpath(path)) if path else ""
    if not os.path.isdir(parent):
        raise Failure(f"{shown(path) or 'an empty name'} cannot be written: no such directory")


def state_dir() -> Path:
    """Where games are kept that were left: ``$XDG_STATE_HOME/tatami``."""
    chosen = os.environ.get("XDG_STATE_HOME", "")
    base = Path(chosen) if os.path.isabs(chosen) else Path(os.path.expanduser("~/.local/state"))
    return base / "tatami"


def usable(folder: Path) -> bool:
    """Whether files can be put there, or the folder be made; nothing is made."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
