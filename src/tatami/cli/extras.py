"""What a command needs of the doors for researchers, which only come with an extra."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tatami.cli.fail import Failure


def needed(module: str, extra: str) -> Any:
    """A door for researchers; a failure that names the extra where that is not installed."""
    try:
        return import_module(f"tatami.research.{module}")
    except ModuleNotFoundError as error:
        raise Failure(
            f"this needs {error.name}: pip install 'tatami[{extra}]' brings it along"
        ) from None
