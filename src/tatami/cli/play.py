"""``tatami play``: a person against bots."""

from __future__ import annotations

import secrets
import shlex
import sys
from argparse import Namespace
from contextlib import suppress

from tatami.catalogue import Listing
from tatami.cli import term
from tatami.cli.fail import FINE, WRONG, Failure, misused, shown
from tatami.cli.files import refuse_target
from tatami.cli.interrupts import Left
from tatami.cli.lookup import (
    best_level,
    bots_for,
    game_meant,
    game_named,
    options_for,
    seat_of,
    seats_for,
)
from tatami.cli.paint import cells
from tatami.cli.saves import Save, autosave, autosave_path, bring_back, keep, read_save
from tatami.cli.session import Session
from tatami.cli.solo import SoloGame
from tatami.engine.referee import Referee

LONGEST_NAME = 12


def play(args: Namespace) -> int:
    """Play a game, new or resumed, until it is over or left."""
    table = _resumed(args) if args.resume is not None else _new(args)
    if args.save is not None:
        refuse_target(args.save)
    session = Session(table, term.stdout(args.ascii), args.speed)
    with table.signals:
        return _played(session, args.save)


def _played(session: Session, save: str | None) -> int:
    """Play, and whatever happens, keep the game."""
    try:
        finished = session.run()
    except Left as left:
        return _left(session, save, 128 + left.number)
    except EOFError:
        return _left(session, save, FINE if term.is_tty(sys.stdin) else WRONG)
    except Exception:  # whatever went wrong, the game is saved first and the error goes on
        _put_away(session.table, save)
        raise
    return _ended(session, save) if finished else _left(session, save, FINE)


def _new(args: Namespace) -> SoloGame:
    """A new game as the command line wants it."""
    listing = game_meant(args.game, args.modules, "play")
    seats = seats_for(listing.game, args.seats)
    person = seat_of(seats, args.seat or 0)
    level = best_level(listing) if args.bots is None else args.bots
    bots = _bots(listing, level, seats, person)
    opts = options_for(listing.game, args.option)
    seed = secrets.token_bytes(32) if args.seed is None else args.seed
    referee = Referee(listing.game, seats, seed, opts)
    return SoloGame(listing, referee, person, _name(args.name), bots, args.lang)


def _bots(listing: Listing, text: str, seats: int, person: int) -> list[str]:
    """A level for each seat; none for the person's."""
    bots = bots_for(listing, text, seats - 1)
    return [*bots[:person], "", *bots[person:]]


def _name(name: str | None) -> str:
    """A name that fits the table."""
    if name is None:
        return ""
    name = " ".join(name.split())
    if not name or not name.isprintable() or cells(name) > LONGEST_NAME:
        raise misused(f"a name has 1 to {LONGEST_NAME} letters that can be printed")
    return name


def _resumed(args: Namespace) -> SoloGame:
    """A game from a file; the command line can only say who sits where."""
    for given, flag in ((args.seats, "--seats"), (args.seed, "--seed"), (args.option, "--option")):
        if given not in (None, []):
            raise misused(f"{flag} cannot be given with --resume: the saved game has its own")
    save = read_save(args.resume)
    if args.game is not None and args.game != save.record.game:
        game_named(args.game)
        raise misused(f"{shown(args.resume)} is a game of {save.record.game}, not of {args.game}")
    listing, referee = bring_back(save.record, args.resume)
    if referee.over:
        again = _again(args.resume, listing)
        raise Failure(f"that game is over; watch it with: tatami replay {again}")
    return _seated(args, save, listing, referee)


def _seated(args: Namespace, save: Save, listing: Listing, referee: Referee) -> SoloGame:
    """Who sits where: as the command line says, else as the save says, else as usual."""
    saved = max(save.person, 0)
    person = seat_of(referee.seats, saved if args.seat is None else args.seat)
    levels = [level for level in save.bots if level]
    if args.bots is None and len(levels) == referee.seats - 1 and save.bots:
        bots = _bots(listing, ",".join(levels), referee.seats, person)
    else:
        level = best_level(listing) if args.bots is None else args.bots
        bots = _bots(listing, level, referee.seats, person)
    name = save.name if args.name is None else _name(args.name)
    return SoloGame(listing, referee, person, name[:LONGEST_NAME], bots, args.lang)


def _again(path: str, listing: Listing) -> str:
    """A saved game as a command line names it, and where its rules are if not installed."""
    rules = f" --game {shlex.quote(listing.named)}" if listing.named else ""
    return shlex.quote(path) + rules


def _put_away(table: SoloGame, save: str | None) -> str:
    """Keep the game that is being left, where that was wanted or else in the usual place."""
    table.signals.hold()
    who = (table.referee, table.person, table.name, table.bots)
    if save is not None:
        with suppress(Failure):
            return keep(*who, save)
    return autosave(*who)


def _left(session: Session, save: str | None, code: int) -> int:
    """Say where the game is kept; a terminal that is gone need not hear it."""
    path = _put_away(session.table, save)
    with suppress(OSError):
        session.terminal.show([[]])
    with suppress(OSError):
        again = _again(path, session.table.listing)
        line = session.table.wording.say("note.kept", again)
        sys.stderr.write(f"tatami: {line}\n")
        sys.stderr.flush()
    return code


def _ended(session: Session, save: str | None) -> int:
    """Save the finished game where that was wanted; what was kept of it before has served."""
    kept = autosave_path(session.table.referee)
    path = "" if save is None else _put_away(session.table, save)
    if path:
        line = session.table.wording.say("note.record", shown(path))
        session.terminal.show([[], [(f" {line}", "dim")]])
    if path != str(kept):
        with suppress(OSError):
            kept.unlink()
    return FINE
