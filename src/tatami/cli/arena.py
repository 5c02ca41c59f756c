"""``tatami arena``: bots meet in pairs, and a ladder comes of it; it can be broken off any time."""

from __future__ import annotations

import json
import re
import signal
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

from tatami import catalogue
from tatami.bots.arena import key_for, play_out
from tatami.bots.base import Bot
from tatami.catalogue import Listing
from tatami.cli.fail import FINE, Failure, misused, shown
from tatami.cli.ladder import (
    Outcome,
    Round,
    as_markdown,
    as_svg,
    as_table,
    as_text,
    ratings,
    report,
    round_robin,
    seatings,
    swiss_pairs,
)
from tatami.cli.lookup import bots_for, game_meant, options_for, seats_for
from tatami.cli.remote import Remote, connected
from tatami.cli.series import Executor, in_order
from tatami.cli.simulate import Bar, executor_for
from tatami.engine.referee import Referee

NO_OPENSKILL = "the arena rates by OpenSkill: pip install 'tatami[arena]'"

NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,23}")
"""What a program may be called."""


class Contest(NamedTuple):
    """Everything that decides how a contest goes."""

    game: str
    opts: tuple[int, ...]
    seats: int
    bots: list[str]
    seed: int
    games: int
    swiss: int = 0
    """How many rounds a Swiss contest has; none: everybody meets everybody."""
    modules: tuple[str, ...] = ()
    remote: tuple[tuple[str, str], ...] = ()
    """Bots that are programs: the name of each, and the command that starts it."""

    def head(self) -> dict[str, Any]:
        """What must be the same for a contest to go on; how many games it has, may grow."""
        rest = ("games", "swiss", *(() if self.remote else ("remote",)))
        return {name: value for name, value in self._asdict().items() if name not in rest}


def arena(args: Namespace) -> int:
    """Play a contest, or what is left of one, and print the ladder."""
    contest = wanted(args)
    if find_spec("openskill") is None:
        raise Failure(NO_OPENSKILL)
    kept = Kept(args.keep, contest)
    executor = executor_for(args.jobs, args.on)
    with Patience() as patience:
        play(contest, kept, executor, patience)
    _told(args, contest, kept.outcomes)
    if patience.is_over:
        again = f"; the same command goes on with {shown(args.keep)}" if args.keep else ""
        sys.stderr.write(f"tatami: {len(kept.outcomes)} games were played{again}\n")
        raise KeyboardInterrupt
    return FINE


class Patience:
    """Ctrl-C ends a contest after the game under way; a second one ends it at once.

    An interrupt in the middle of compiled arithmetic would end the process without a word.
    """

    def __init__(self) -> None:
        self.is_over = False

    def __enter__(self) -> Patience:
        self._before = signal.signal(signal.SIGINT, self._caught)
        return self

    def __exit__(self, *what: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _caught(self, number: int, frame: FrameType | None) -> None:
        if self.is_over:
            raise KeyboardInterrupt
        self.is_over = True


def wanted(args: Namespace) -> Contest:
    """The contest that a command line asks for."""
    listing = game_meant(args.game, args.modules, "arena")
    seats = seats_for(listing.game, args.seats)
    programs = programs_for(listing, args.remote)
    names = ",".join([*listing.levels, *programs]) if args.bots is None else args.bots
    bots = bots_for(listing, names, len(names.split(",")), programs)
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise misused("an arena needs two different bots at least, each named once")
    for name in programs:
        if name not in bots:
            raise misused(f"{name} is started, but not among --bots")
    opts = options_for(listing.game, args.option)
    more = (args.seed, args.games, args.swiss or 0, tuple(args.modules))
    taking_part = tuple((name, programs[name]) for name in bots if name in programs)
    return Contest(listing.game.name, opts, seats, bots, *more, taking_part)


def programs_for(listing: Listing, named: list[str]) -> dict[str, str]:
    """The commands of bots that are programs, by their names."""
    found: dict[str, str] = {}
    for one in named:
        name, equals, command = one.partition("=")
        if not NAME.fullmatch(name) or not equals or not command.strip():
            raise misused(f"a program is written NAME=COMMAND, not {shown(one)!r}")
        if name in listing.bots or name in found:
            raise misused(f"there is a bot called {shown(name)} already")
        found[name] = command
    if found and listing.game.tempo is not None:
        raise misused(f"{listing.game.name} is played in real time: no program can take part")
    return found


# -- playing


def play_round(contest: Contest, which: Round) -> Outcome:
    """One game: deal and keys follow from the seed and the number of the deal alone."""
    for named in contest.modules:
        catalogue.add_named(named)
    listing, commands = catalogue.find(contest.game), dict(contest.remote)
    deal = key_for(contest.seed, which.deal, "deal")
    referee = Referee(listing.game, contest.seats, deal, contest.opts)
    bots: list[Bot] = [
        Remote(name, referee, seat)
        if name in commands
        else listing.bots[name](key_for(contest.seed, which.deal, f"bot {seat}"))
        for seat, name in enumerate(which.seating(contest.seats))
    ]
    remotes = [bot for bot in bots if isinstance(bot, Remote)]
    with connected(remotes, commands) if remotes else nullcontext():
        result = play_out(referee, bots)
    return Outcome(which, tuple(result.winners), result.decisions, result.cut)


def play(contest: Contest, kept: Kept, executor: Executor, patience: Patience) -> None:
    """All games that are not kept yet, with a progress bar, while there is patience."""
    for rounds in _batches(contest, kept):
        known = {outcome.round for outcome in kept.outcomes}
        left = [which for which in rounds if which not in known]
        bar = Bar(len(rounds))
        try:
            bar.show(len(rounds) - len(left))
            for number, outcome in enumerate(_played(contest, left, executor), 1):
                kept.add(outcome)
                bar.show(len(rounds) - len(left) + number)
                if patience.is_over:
                    return
        finally:
            bar.wipe()


def _played(contest: Contest, rounds: list[Round], executor: Executor) -> Iterator[Outcome]:
    cut = [(contest, which) for which in rounds]
    yield from in_order(executor, play_round, cut, contest.game)


def _batches(contest: Contest, kept: Kept) -> Iterator[list[Round]]:
    """A whole round robin; or the rounds of a Swiss contest, each by what came before it."""
    if not contest.swiss:
        yield round_robin(contest.bots, contest.seats, contest.games)
        return
    met: list[frozenset[str]] = []
    earlier: set[Round] = set()
    for number in range(contest.swiss):
        played = [outcome for outcome in kept.outcomes if outcome.round in earlier]
        strength = {b: at for b, (at, _) in ratings(contest.bots, played, contest.seats).items()}
        pairs = swiss_pairs(contest.bots, strength, met)
        met += [frozenset(pair) for pair in pairs]
        rounds = [one for pair in pairs for one in _deals(contest, pair, number)]
        earlier |= set(rounds)
        yield rounds


def _deals(contest: Contest, pair: tuple[str, str], number: int) -> list[Round]:
    """The games of a pair in one round of a Swiss contest: deals that no round before it had."""
    rounds = round_robin([*pair], contest.seats, contest.games)
    deals = contest.games // len(seatings(*pair, contest.seats)) + 1
    return [one._replace(deal=one.deal + number * deals) for one in rounds]


# -- keeping


class Kept:
    """The games played so far; in a file, if one was named, a line for each."""

    def __init__(self, path: str | None, contest: Contest) -> None:
        self.path = None if path is None else Path(path)
        self.outcomes: list[Outcome] = []
        if self.path is not None and self.path.exists():
            self._read(self.path, contest)
        elif self.path is not None:
            self._write(json.dumps(contest.head()))

    def _read(self, path: Path, contest: Contest) -> None:
        head, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
        if head != json.dumps(contest.head()):
            raise Failure(f"{shown(str(path))} holds another contest")
        whole = [line for line in lines if line.endswith("]")]
        self.outcomes = [_outcome(json.loads(line)) for line in whole]
        if len(whole) < len(lines):  # broken off in the middle of a line
            path.write_text("\n".join([head, *whole]) + "\n", encoding="utf-8")

    def add(self, outcome: Outcome) -> None:
        """One more game."""
        self.outcomes.append(outcome)
        if self.path is not None:
            self._write(json.dumps([*outcome.round, *outcome[1:]]))

    def _write(self, line: str) -> None:
        assert self.path is not None
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
        except OSError as error:
            raise Failure(f"cannot write {shown(str(self.path))}: {error.strerror}") from None


def _outcome(line: list[Any]) -> Outcome:
    one, other, deal, turn, winners, decisions, cut = line
    return Outcome(Round(one, other, deal, turn), tuple(winners), decisions, cut)


# -- telling


def _told(args: Namespace, contest: Contest, outcomes: list[Outcome]) -> None:
    """Print the ladder as it was asked for, and draw it where that was wanted."""
    lines = report(contest.bots, outcomes, contest.seats)
    if args.plot is not None:
        title = f"{contest.game}, {contest.seats} seats, {len(outcomes)} games"
        Path(args.plot).write_text(as_svg(title, lines), encoding="utf-8")
    if args.json:
        print(json.dumps({**contest._asdict(), "played": len(outcomes), "ladder": lines}))
        return
    rows = as_table(lines)
    print("\n".join(as_markdown(rows) if args.markdown else as_text(rows)))
