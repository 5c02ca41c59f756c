"""``tatami verify``: prove that a deal was fair, and that the game went as its record says."""

from __future__ import annotations

from argparse import Namespace

from tatami.cli.fail import FINE, Failure, shown
from tatami.cli.files import read_text
from tatami.cli.saves import bring_back
from tatami.engine.errors import BadRecord
from tatami.engine.record import UNFINISHED, UNKNOWN, Record, parse, players_of
from tatami.engine.referee import Referee
from tatami.fair import why_unfair


def verify(args: Namespace) -> int:
    """Say in a few lines what was proven; a failure where something does not fit."""
    found = _read(args.file)
    if unfair := why_unfair(found):
        raise Failure(f"{shown(args.file)}: {unfair}")
    _compare(args, found)
    _, played = bring_back(found, args.file)
    print(f"{shown(args.file)} is as it was written: its hash fits")
    print(f"the deal is fair: the secret is the one committed to, and {_shares(found)}")
    print(f"the commitment, to compare with what you saw before: {found.notes['commit']}")
    print(f"the game is as played: {_moves(found, played)}")
    return FINE


def _read(path: str) -> Record:
    try:
        return parse(read_text(path))
    except BadRecord as error:
        raise Failure(f"{shown(path)}: {shown(str(error))}") from None


def _compare(args: Namespace, found: Record) -> None:
    """With what a player wrote down before the game, if they did."""
    if args.commit is not None and args.commit.lower() != found.notes["commit"]:
        raise Failure(f"{shown(args.file)}: this is not the commitment that you were given")
    shares = found.notes["shares"].split(" ")
    if args.share is not None and args.share.lower() not in shares:
        raise Failure(f"{shown(args.file)}: your share is not in the deal")


def _shares(found: Record) -> str:
    """Who added to the deal."""
    given = [seat for seat, share in enumerate(found.notes["shares"].split(" ")) if share != "-"]
    names = players_of(found)
    told = [names[seat] if names else f"seat {seat}" for seat in given]
    if not told:
        return "no player added to it"
    return f"the seed comes from it and the shares of {shown(', '.join(told))}"


def _moves(found: Record, played: Referee) -> str:
    """What replaying showed."""
    names = players_of(found)
    winners = [names[seat] if names else f"seat {seat}" for seat in played.winners()]
    how = f"won by {', '.join(winners)}" if winners else "won by nobody"
    if found.result == UNFINISHED:
        how = f"not finished ({found.notes.get('ended', 'it goes on')})"
    least = "" if found.world != UNKNOWN else "; its last position is not known"
    return shown(f"{len(found.lines)} moves of {found.game} {found.version} replay, {how}{least}")
