"""The drawing code lives beside the client, not in the package: make it importable here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ART = Path(__file__).parents[2] / "web" / "art"
sys.path.append(str(ART))


@pytest.fixture(scope="session")
def font() -> Path:
    """Where the kanji come from; npm installs it with the client."""
    from ukiyo.font import font_file

    return font_file()
