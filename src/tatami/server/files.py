"""The files of the client, as they were built: known by name, compressed already, cached for long.

A name that carries a digest of its content (``/assets/``) never changes its meaning. Art keeps its
names: a browser asks again after a day, and is told in a few bytes that nothing has changed.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

CODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""How files may be compressed, the best first."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
FOR_A_DAY: Final = "public, max-age=86400, stale-while-revalidate=2592000"
ASK: Final = "no-cache"
TYPES: Final = {".js": "text/javascript", ".webp": "image/webp", ".woff2": "font/woff2"}
TEXTS: Final = ("text/", "image/svg")


class File(Struct, frozen=True):
    """One file: where it lies, plain and compressed, and what is said of it."""

    plain: Path
    coded: dict[str, Path]
    headers: dict[str, str]
    tag: str


class Files:
    """All files of the built client, by the path that asks for them."""

    def __init__(self, folder: Path) -> None:
        self._known: dict[str, File] = {}
        found = [path for path in folder.rglob("*") if path.is_file() and path.name[0] != "."]
        for path in found:
            if path.suffix not in CODINGS.values():
                name = "/" + path.relative_to(folder).as_posix()
                self._known[name] = _file(path, _cache(name))

    def __contains__(self, path: str) -> bool:
        return path in self._known

    async def answer(self, request: Request) -> Response:
        """A file; 404 where there is none of that name, 304 where the browser has it."""
        file = self._known.get(request.scope["path"])
        if file is None:
            raise HTTPException(404)
        coding = wanted(request.headers.get("accept-encoding", ""), file.coded)
        tag = f'"{file.tag}{coding and "-" + coding}"'
        headers = {**file.headers, "etag": tag}
        if coding:
            headers["content-encoding"] = coding
        if has(request.headers.get("if-none-match", ""), tag):
            return Response(None, 304, headers)
        try:
            content = (file.coded[coding] if coding else file.plain).read_bytes()
        except OSError:  # a newer client was built meanwhile
            raise HTTPException(404) from None
        return Response(content, 200, headers)


def _file(path: Path, cache: str) -> File:
    kind = (
        TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    )
    coded = {
        coding: other
        for coding, ending in CODINGS.items()
        if (other := path.with_name(path.name + ending)).is_file()
    }
    headers = {"cache-control": cache, "content-type": kind}
    if kind.startswith(TEXTS):
        headers["content-type"] += "; charset=utf-8"
    if coded:
        headers["vary"] = "accept-encoding"
    return File(path, coded, headers, sha256(path.read_bytes()).hexdigest()[:20])


def _cache(name: str) -> str:
    if name.startswith("/assets/"):
        return FOR_EVER
    return FOR_A_DAY if name.startswith("/art/") and not name.endswith(".json") else ASK


def wanted(accepted: str, coded: Iterable[str]) -> str:
    """The best way of compressing that a browser takes; empty where there is none."""
    parts = [part.strip().replace(" ", "").casefold() for part in accepted.split(",")]
    taken = {part.partition(";")[0] for part in parts if not part.endswith((";q=0", ";q=0.0"))}
    return next((coding for coding in coded if coding in taken), "")


def has(sent: str, tag: str) -> bool:
    """Whether a browser names the very file that it would get."""
    return tag in [part.strip().removeprefix("W/") for part in sent.split(",")]
