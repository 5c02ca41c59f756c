"""What all messages have in common."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

PROTOCOL: Final = 3
"""Rises when an old client could no longer make sense of the messages."""
Answer: TypeAlias = int | list[int]
Numbers: TypeAlias = tuple[int, ...]
HIGHEST: Final = (1 << 53) - 1
"""What every program that reads JSON keeps exactly."""
Number: TypeAlias = Annotated[int, Meta(ge=0, le=HIGHEST)]
