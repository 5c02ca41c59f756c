"""Who is asking: a person by their cookie or bearer token, an address, an origin.

A token is 256 bits of randomness. A person's id is a digest of it, so that nothing in the store
can be used to become somebody.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tatami.server.config import Config
from tatami.server.networks import network_of

COOKIE: Final = "tatami"
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43,128}")
YEAR: Final = 365 * 86_400


def person_of(token: str) -> str:
    """The id of the person that a token belongs to."""
    return hashlib.sha256(f"person {token}".encode()).hexdigest()[:32]


def token_in(request: HTTPConnection) -> str:
    """The token that a request carries; empty where it carries none."""
    kind, _, bearer = request.headers.get("authorization", "").partition(" ")
    found = bearer.strip() if kind.casefold() == "bearer" else request.cookies.get(COOKIE, "")
    return found if TOKEN.fullmatch(found) else ""


def address_of(request: HTTPConnection) -> str:
    """The address, of IPv6 the network, that limits are counted for."""
    return network_of(host_of(request))


def host_of(request: HTTPConnection) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client else ""


def give_cookie(request: HTTPConnection, response: Response, config: Config, token: str) -> None:
    """A browser without a token gets one, for good."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=config.secure or request.url.scheme == "https",
        path="/",
    )


def is_from_here(request: HTTPConnection, config: Config) -> bool:
    """Whether a request comes from our own pages, or from a program that is no browser."""
    origin = request.headers.get("origin")
    if origin is None:
        return True
    own = {request.headers.get("host", "")}
    own |= {urlsplit(one).netloc for one in (config.address, *config.origins)}
    own.discard("")  # of a page that hides where it comes from, too (Origin: null)
    try:
        return urlsplit(origin).netloc in own
    except ValueError:  # no browser writes such a one
        return False
