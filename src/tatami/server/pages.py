"""The pages of the browser client: one document, with a preview of what a link leads to."""

from __future__ import annotations

import html
import json
from collections.abc import Container
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import tatami
from tatami.server.files import Files

MARK: Final = "<!-- head -->"
UNBUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tatami</title>
<p>The server runs, but its pages have not been built. Run <code>make web</code>, or install the
wheel, which brings them.</p></html>"""


def web_folder() -> Path:
    """Where the built client lies."""
    return Path(tatami.__file__).resolve().parent / "web"


class Pages:
    """The client's document and the art that was drawn for it, read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = Files(folder)
        document = folder / "index.html"
        self.built = document.is_file()
        self._document = document.read_text("utf-8") if self.built else UNBUILT
        self._art = self._manifest()

    def _manifest(self) -> dict[str, Any]:
        file = self.folder / "art" / "manifest.json"
        found = json.loads(file.read_text("utf-8")) if file.is_file() else {}
        return found if isinstance(found, dict) else {}

    @property
    def build(self) -> str:
        """What tells one build of the client from another: it names files by their digests."""
        return sha256(self._document.encode()).hexdigest()[:12]

    def has_art(self, game: str) -> bool:
        """Whether there are drawn cards for a game."""
        return game in self._art

    def faces(self, game: str) -> Container[str]:
        """The levels of a game's bots whose faces were drawn."""
        drawn: dict[str, str] = self._art.get(game, {}).get("levels", {})
        return drawn

    def document(self, title: str, text: str, address: str, path: str, game: str = "") -> str:
        """The document, with what a link preview shows."""
        name = game if self.has_art(game) else "tatami"
        found = {
            "og:site_name": "Tatami",
            "og:type": "website",
            "og:title": title,
            "og:description": text,
            "og:url": f"{address}{path}",
            "og:image": f"{address}/art/{name}/preview.jpg",
            "og:image:width": "1200",
            "og:image:height": "630",
        }
        tags = [_meta("property", name, value) for name, value in found.items()]
        tags.append(_meta("name", "twitter:card", "summary_large_image"))
        tags.append(_meta("name", "description", text))
        return self._document.replace(MARK, "\n    ".join(tags), 1)


def _meta(kind: str, name: str, value: str) -> str:
    return f'<meta {kind}="{name}" content="{html.escape(value)}" />'
