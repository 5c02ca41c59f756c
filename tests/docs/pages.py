"""The pages of the docs, and what is fenced in them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
DOORS = ROOT / "docs" / "research"
"""Pages about what needs an extra: tests/research runs their code, where the extras are."""
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    return [code for lang, code in FENCE.findall(page.read_text("utf-8")) if lang == language]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()
