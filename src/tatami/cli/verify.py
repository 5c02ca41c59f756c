"""``tatami verify``: what a record proves of its deal and its game, against whom, and what not."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tatami import catalogue
from tatami.cli.fail import FINE, Failure, shown
from tatami.cli.files import read_text
from tatami.cli.saves import bring_back
from tatami.engine.errors import BadRecord
from tatami.engine.record import (
    UNFINISHED,
    UNKNOWN,
    UNSIGNED,
    Record,
    hashes_position,
    parse,
    players_of,
)
from tatami.engine.referee import Referee
from tatami.fair import NO_SHARE, names_of, voids_of, why_unfair
from tatami.signing import is_signed


def verify(args: Namespace) -> int:
    """Say in a few lines what was proven and what not; a failure where something does not fit."""
    found = _read(args.file)
    if unfair := why_unfair(found):
        raise Failure(f"{shown(args.file)}: {unfair}")
    if forged := _why_forged(found):
        raise Failure(f"{shown(args.file)}: {forged}")
    _compare(args, found)
    game = _replayed(args, found)
    print(f"{shown(args.file)} is as it was written: its hash fits, {found.hash}")
    for line in (*_signed(args, found), *_dealt(args, found), *_void(found), *_yours(args, found)):
        print(line)
    print(game)
    return FINE


def _read(path: str) -> Record:
    try:
        return parse(read_text(path))
    except BadRecord as error:
        raise Failure(f"{shown(path)}: {shown(str(error))}") from None


# -- who vouches for it


def _why_forged(found: Record) -> str:
    """What is wrong with the signature; empty where it fits, or where there is none to look for."""
    if found.signature == UNSIGNED:
        return "it names a key, and its signature is gone" if "key" in found.notes else ""
    if not is_signed(found.notes.get("key", ""), found.hash, found.signature):
        return "it was changed after the server signed it: the signature does not fit"
    return ""


def _signed(args: Namespace, found: Record) -> Iterator[str]:
    if found.signature == UNSIGNED:
        yield "it is unsigned: no server vouches for who played, and for what was said"
        return
    yield f"it is signed with the key {found.notes['key']}"
    if args.key is None:
        yield "compare that with the server's own, at /api/keys there; --key does it"


# -- what was kept


def _compare(args: Namespace, found: Record) -> None:
    """With what a player wrote down, if they did."""
    name = shown(args.file)
    if not _given(args) <= {found.notes["commit"], *_pledges(found)}:
        raise Failure(f"{name}: a commitment that you were given is not in the deal")
    if args.hash is not None and args.hash.lower() != found.hash:
        raise Failure(f"{name}: this is not the record whose hash you were shown at the end")
    if args.key is not None and found.notes.get("key", "") not in _keys(args.key):
        raise Failure(f"{name}: it is not signed with a key of that server")
    if args.share is not None:
        _compare_share(args, found)
    elif args.seat is not None:
        raise Failure("--seat goes with --share: whose share should stand there?")


def _given(args: Namespace) -> set[str]:
    """The commitments that somebody saw before the deal."""
    return {one.lower() for one in args.commit}


def _pledges(found: Record) -> list[str]:
    """The players' commitments, seat by seat; none in a record of format 1."""
    return found.notes.get("commits", "").split()


def _compare_share(args: Namespace, found: Record) -> None:
    name, shares = shown(args.file), found.notes["shares"].split(" ")
    if args.share.lower() not in shares:
        raise Failure(f"{name}: your share is not in the deal")
    if args.seat is None:
        return
    if args.seat >= len(shares):
        raise Failure(f"{name}: there is no seat {args.seat}")
    if shares[args.seat] != args.share.lower():
        at = shares.index(args.share.lower())
        raise Failure(f"{name}: your share does not stand at seat {args.seat}, but at seat {at}")


def _keys(given: str) -> list[str]:
    """The keys of a server: one in hexadecimal, or a file with what /api/keys answered."""
    if not Path(given).is_file():
        return [given.lower()]
    try:
        listed: Any = json.loads(read_text(given))
        return [str(one["key"]) for one in listed["keys"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Failure(f"{shown(given)} is no answer of /api/keys") from None


def _yours(args: Namespace, found: Record) -> Iterator[str]:
    if args.share is not None:
        at = found.notes["shares"].split(" ").index(args.share.lower())
        yield f"your share stands at seat {at}, where {shown(_dealt_to(found)[at])} sat"


# -- the deal


def _dealt_to(found: Record) -> list[str]:
    """The names of those whom it was dealt to."""
    names = names_of(found.notes.get("seated", "[]")) or players_of(found)
    return names or [f"seat {seat}" for seat in range(found.seats)]


def _dealt(args: Namespace, found: Record) -> Iterator[str]:
    """What is proven of the deal, against whom."""
    shares = found.notes["shares"].split(" ")
    given = [n for n, one in zip(_dealt_to(found), shares, strict=True) if one != NO_SHARE]
    names = shown(", ".join(given))
    yield "the deal fits: the secret is the one committed to, and the seed comes from all of it"
    yield f"the commitment, to compare with what you saw before: {found.notes['commit']}"
    if not given:
        yield "nobody but the server added to it: it is proven against nobody"
    elif found.format == 1:
        yield f"{names} added to it, without committing first (format 1): the server could not"
        yield "choose it, but a host of the server who played, and looked, could"
    elif len(given) == 1:
        yield f"only {names} added to it: it is proven against nobody, as whoever runs the server"
        yield f"could be {names}"
    else:
        yield from _among(args, found, names)
    yield "not proven: that the host of the server did not look at the cards"


def _among(args: Namespace, found: Record, names: str) -> Iterator[str]:
    """What is proven of a deal to which several added; more to one of them than to a reader."""
    if _saw_all(args, found):
        yield f"nobody chose it: {names} committed to their shares before any was opened;"
        yield "not one of them could choose it, and not the host of the server"
    else:
        yield f"none of {names} could choose it, only all of them together; whether they are"
        yield "several people a record cannot tell, as a host alone can write one. To one of them"
        yield "more is proven: by --share, and by --commit for each commitment seen before the deal"


def _saw_all(args: Namespace, found: Record) -> bool:
    """Whether somebody added to the deal who knew all commitments before they opened their share.

    Their own needs no comparing: it follows from the share. Without one of the others' a host could
    have made that player's share up when all the rest lay open.
    """
    if args.share is None:
        return False
    mine = found.notes["shares"].split(" ").index(args.share.lower())
    others = [one for at, one in enumerate(_pledges(found)) if at != mine and one != NO_SHARE]
    return {found.notes["commit"], *others} <= _given(args)


def _void(found: Record) -> Iterator[str]:
    """Starts that came to nothing: what is left to whoever does not like what is coming."""
    here, before = voids_of(found) or [], found.notes.get("void-before", "0")
    if here:
        names = "; ".join(", ".join(names) or "nobody" for names in here)
        yield shown(f"void starts before it, and whose share was missing: {len(here)} ({names})")
    if before != "0":
        yield f"void starts at earlier tables of the same host: {before}"


# -- the game


def _replayed(args: Namespace, found: Record) -> str:
    """What replaying showed, or why it could not be tried."""
    try:
        game = catalogue.find(found.game).game
    except KeyError:
        return shown(f"not checked: whether it was so played; {found.game} is not installed here")
    if game.version != found.version:
        rules = f"it has version {found.version} of the rules of {found.game}, here is"
        return shown(f"not checked: whether it was so played; {rules} {game.version}")
    _, played = bring_back(found, args.file)
    return f"the game is as played: {_moves(found, played)}"


def _moves(found: Record, played: Referee) -> str:
    names = players_of(found)
    winners = [names[seat] if names else f"seat {seat}" for seat in played.winners()]
    how = f"won by {', '.join(winners)}" if winners else "won by nobody"
    if found.result == UNFINISHED:
        how = f"not finished ({found.notes.get('ended', 'it goes on')})"
    least = "" if found.world != UNKNOWN else "; its last position is not known"
    if found.world != UNKNOWN and not hashes_position(found):
        least = "; the hash of its last position was not checked (format 1)"
    return shown(f"{len(found.lines)} moves of {found.game} {found.version} replay, {how}{least}")
