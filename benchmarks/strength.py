"""How well the bots that search play, with intervals that may be looked at any time.

    python -m benchmarks.strength                       # all matchups, up to 400 games each
    python -m benchmarks.strength clans night-6 --games 100 --keep build/strength
    python -m benchmarks.strength --against openspiel   # the same time for OpenSpiel's ISMCTS
    python -m benchmarks.strength --rates               # simulations a second

Each deal is played in every seating: a bot alone sits on every seat once, two kinds sit alternately
and change places. Deals, keys and the playing of a game are the arena's. A deal is one observation,
and what stands behind a share is a confidence sequence of 95 % (``benchmarks/sequences.py``), so a
matchup may stop as soon as its target lies outside.

A bot gets so many milliseconds of processor time a decision on average: how many simulations that
is, it learns from what its last answers to the same question took, and what an answer took too much
the next ones have less. With ``--simulations`` it gets so many instead, and everything follows from
the seed.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from benchmarks.sequences import Sequence
from tatami import catalogue
from tatami.bots.arena import key_for, play_out
from tatami.bots.base import Bot
from tatami.catalogue import Listing
from tatami.cli.arena import Patience
from tatami.cli.ladder import seatings
from tatami.engine.asking import Answer
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.search.bot import Styled

OPENSPIEL: Final = "openspiel"
GAMES: Final = 400
MILLISECONDS: Final = 100
FIRST: Final = 20
"""How many simulations the first answer to a question gets, of which nothing is known yet."""
LENT: Final = (0.25, 2.0)
"""The least and most of its time that an answer gets, after earlier ones took more or less."""
MEMORY: Final = 0.8
"""How much of what was known of the time of a simulation stays when there is news."""


class Matchup(NamedTuple):
    """Who meets whom, and what share of the victories is to be reached."""

    game: str
    options: dict[str, str]
    seats: int
    bot: str
    against: str
    alone: bool
    """Whether one of the first kind sits among the others, or both sit alternately."""
    target: float

    @property
    def seatings(self) -> list[list[str]]:
        """Who sits where, in each game of a deal."""
        if not self.alone:
            return seatings(self.bot, self.against, self.seats)
        every = range(self.seats)
        return [[self.bot if at == mine else self.against for at in every] for mine in every]

    @property
    def chance(self) -> float:
        """The share of somebody who plays like the others."""
        return 1.0 / self.seats if self.alone else 0.5


MODES: Final = {mode: {"mode": mode} for mode in ("grasshopper", "grand-master")}
MATCHUPS: Final = {
    "clans": Matchup("clans", {}, 4, "shrewd", "steady", True, 0.35),
    "grasshopper-2": Matchup("wataah", MODES["grasshopper"], 2, "ruthless", "sly", True, 0.75),
    "grasshopper-4": Matchup("wataah", MODES["grasshopper"], 4, "ruthless", "sly", True, 0.65),
    "grand-master-2": Matchup("wataah", MODES["grand-master"], 2, "ruthless", "sly", True, 0.75),
    "grand-master-4": Matchup("wataah", MODES["grand-master"], 4, "ruthless", "sly", True, 0.65),
    "night-6": Matchup("night", {}, 6, "cunning", "wary", False, 0.55),
    "night-8": Matchup("night", {}, 8, "cunning", "wary", False, 0.55),
    "tack": Matchup("tack", {}, 4, "keen", "swift", False, 0.6),
}
PEERS: Final = {
    name: MATCHUPS[name]._replace(against=OPENSPIEL, alone=False, target=0.6)
    for name in ("clans", "grasshopper-2", "grand-master-2", "night-6")
}


# -- budgets


class Pace:
    """How many simulations a decision gets, and what they took."""

    def __init__(self, simulations: int = 0, milliseconds: float = MILLISECONDS) -> None:
        self.simulations = simulations
        self.seconds = milliseconds / 1000.0
        self.took: dict[str, float] = {}
        """The seconds of a simulation, by question."""
        self.saved = 0.0
        """The seconds that all answers so far have left over; below 0: that they took too much."""
        self.clear()

    def clear(self) -> None:
        """Begin to count anew."""
        self.decisions = self.done = 0
        self.spent = 0.0

    def planned(self, question: str) -> int:
        """How many the next answer to a question gets."""
        if self.simulations:
            return self.simulations
        took = self.took.get(question)
        if took is None:
            return FIRST
        least, most = LENT
        given = min(most * self.seconds, max(least * self.seconds, self.seconds + self.saved))
        return max(1, int(given / took))

    def note(self, question: str, done: int, seconds: float) -> None:
        """So many were done, and took so long."""
        self.decisions += 1
        self.done += done
        self.spent += seconds
        self.saved += self.seconds - seconds
        before = self.took.get(question, seconds / done)
        self.took[question] = MEMORY * before + (1.0 - MEMORY) * seconds / done


class Paced:
    """A bot that searches, with as many simulations as its pace allows; else it is as it was."""

    def __init__(self, bot: Styled, pace: Pace) -> None:
        self.bot = bot
        self.pace = pace
        for name in ("speak", "plan", "hear"):
            if hasattr(bot, name):
                setattr(self, name, getattr(bot, name))

    def decide(self, view: View) -> Answer:
        """Its answer; what it took is noted."""
        bot, question = self.bot, view.offers[0].question.key
        bot.level = bot.level._replace(simulations=self.pace.planned(question))
        before = bot.last
        start = time.process_time()
        answer = bot.decide(view)
        seconds = time.process_time() - start
        found = bot.last
        if found is not None and found is not before and found.done:
            self.pace.note(question, found.done, seconds)
        return answer


# -- playing


class Played(NamedTuple):
    """A game: its deal, its seating, what the first kind had of the victory, and what it took."""

    deal: int
    turn: int
    share: float
    decisions: dict[str, int]
    """How many decisions of each kind were searched ..."""
    simulations: dict[str, int]
    seconds: dict[str, float]


class Contest:
    """Plays the games of a matchup."""

    def __init__(self, matchup: Matchup, seed: int, pace: Callable[[], Pace]) -> None:
        self.matchup = matchup
        self.seed = seed
        self.listing: Listing = catalogue.find(matchup.game)
        self.opts = self.listing.game.choose_settings(matchup.options)
        searching = {level.name for level in self.listing.ladder if level.simulations}
        kinds = {matchup.bot, matchup.against} & {OPENSPIEL, *searching}
        self.paces = {kind: pace() for kind in sorted(kinds)}
        self._peer: Any = None

    def bot(self, name: str, key: bytes) -> Bot:
        """A bot of a kind, at its pace."""
        if name == OPENSPIEL:
            return self._openspiel(key)
        made: object = self.listing.bots[name](key)
        if isinstance(made, Styled) and name in self.paces:
            return Paced(made, self.paces[name])
        return cast("Bot", made)

    def _openspiel(self, key: bytes) -> Bot:
        from benchmarks.ismcts import Tree, loaded

        if self._peer is None:
            self._peer = loaded(self.matchup.game, self.matchup.seats, self.matchup.options)
        return Tree(self._peer, key, self.paces[OPENSPIEL])

    def play(self, deal: int, turn: int) -> Played:
        """One game: deal and keys follow from the seed and the number of the deal alone."""
        sitting = self.matchup.seatings[turn]
        for pace in self.paces.values():
            pace.clear()
        bots = [
            self.bot(name, key_for(self.seed, deal, f"bot {seat}"))
            for seat, name in enumerate(sitting)
        ]
        cards = key_for(self.seed, deal, "deal")
        winners = play_out(Referee(self.listing.game, len(sitting), cards, self.opts), bots).winners
        won = sum(sitting[seat] == self.matchup.bot for seat in winners) / max(1, len(winners))
        return Played(
            deal,
            turn,
            won,
            {kind: pace.decisions for kind, pace in self.paces.items()},
            {kind: pace.done for kind, pace in self.paces.items()},
            {kind: round(pace.spent, 3) for kind, pace in self.paces.items()},
        )


class Kept:
    """The games so far; in a file, if one was named, a line for each."""

    def __init__(self, path: Path | None, head: dict[str, Any]) -> None:
        self.path = path
        self.games: list[Played] = []
        if path is not None and path.exists():
            first, *lines = path.read_text(encoding="utf-8").splitlines()
            if json.loads(first) != head:
                raise SystemExit(f"{path} holds another matchup")
            whole = [line for line in lines if line.endswith("]")]
            self.games = [Played(*json.loads(line)) for line in whole]
            if len(whole) < len(lines):  # broken off in the middle of a line
                path.write_text("\n".join([first, *whole]) + "\n", encoding="utf-8")
        else:
            self._write(head)

    def add(self, game: Played) -> None:
        """One more game."""
        self.games.append(game)
        self._write(game)

    def _write(self, line: object) -> None:
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")


def whole(games: list[Played], each: int) -> list[Played]:
    """The games of deals that were played in every seating: others do not count."""
    found: dict[int, list[Played]] = {}
    for game in games:
        found.setdefault(game.deal, []).append(game)
    return [game for deal in sorted(found) if len(found[deal]) == each for game in found[deal]]


def deals(games: list[Played], each: int) -> list[float]:
    """The mean share in each deal that was played in every seating, in their order."""
    played = whole(games, each)
    return [
        sum(game.share for game in played[at : at + each]) / each
        for at in range(0, len(played), each)
    ]


def is_settled(games: list[Played], matchup: Matchup) -> bool:
    """Whether the target lies outside of the interval."""
    interval = watched(deals(games, len(matchup.seatings)))
    return interval.low >= matchup.target or interval.high < matchup.target


def watched(shares: list[float]) -> Sequence:
    """The interval after so many deals."""
    found = Sequence()
    for share in shares:
        found.add(share)
    return found


def play(contest: Contest, kept: Kept, most: int, patience: Patience) -> None:
    """Whole deals, so many games at least, until the target is settled or patience ends."""
    each = len(contest.matchup.seatings)
    known = {(game.deal, game.turn) for game in kept.games}
    for deal in range(-(-most // each)):
        for turn in range(each):
            if patience.is_over:
                return
            if (deal, turn) not in known:
                kept.add(contest.play(deal, turn))
        if is_settled(kept.games, contest.matchup):
            return


# -- telling


def report(name: str, matchup: Matchup, games: list[Played]) -> dict[str, Any]:
    """What came of a matchup, as plain data; a deal that was broken off is not in it."""
    games = whole(games, len(matchup.seatings))
    shares = deals(games, len(matchup.seatings))
    interval = watched(shares)
    found = {
        "matchup": name,
        **matchup._asdict(),
        "chance": matchup.chance,
        "games": len(games),
        "deals": len(shares),
        "won": sum(game.share for game in games),
        "share": sum(shares) / max(1, len(shares)),
        "interval": [interval.low, interval.high],
        "effort": {},
    }
    for kind in games[0].decisions if games else ():
        decisions = max(1, sum(game.decisions[kind] for game in games))
        found["effort"][kind] = {
            "simulations": sum(game.simulations[kind] for game in games) / decisions,
            "milliseconds": 1000 * sum(game.seconds[kind] for game in games) / decisions,
        }
    return found


def verdict(found: dict[str, Any]) -> str:
    """What the interval says about the target."""
    low, high = found["interval"]
    if low >= found["target"]:
        return "reached"
    return "missed" if high < found["target"] else "open"


def in_words(found: dict[str, Any]) -> str:
    """A row of the table."""
    low, high = found["interval"]
    effort = "; ".join(
        f"{kind} {one['simulations']:.0f} in {one['milliseconds']:.0f} ms"
        for kind, one in found["effort"].items()
    )
    among = "among" if found["alone"] else "and as many"
    cells = [
        found["matchup"],
        f"{found['bot']} {among} {found['against']}, {found['seats']} seats",
        f"{100 * found['share']:.0f} %",
        f"{100 * low:.0f} to {100 * high:.0f} %",
        f"{found['won']:g} of {found['games']}",
        f"{100 * found['chance']:.0f} %",
        f"{100 * found['target']:.0f} %: {verdict(found)}",
        effort,
    ]
    return f"| {' | '.join(cells)} |"


HEADS: Final = (
    "matchup",
    "who",
    "victories",
    "interval",
    "games won",
    "chance",
    "target",
    "simulations a decision",
)


def head(matchup: Matchup, args: argparse.Namespace) -> dict[str, Any]:
    """What must be the same for a matchup to go on."""
    budget = {"simulations": args.simulations, "milliseconds": args.milliseconds}
    return {**matchup._asdict(), **budget, "seed": args.seed}


def run(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Play the matchups that were asked for; a row is printed as soon as it is known."""
    every = PEERS if args.against else MATCHUPS
    found: list[dict[str, Any]] = []
    print(f"| {' | '.join(HEADS)} |\n{'|---' * len(HEADS)}|", flush=True)
    with Patience() as patience:
        for name in args.matchups or every:
            matchup = every[name]._replace(**({"bot": args.bot} if args.bot else {}))
            file = None if args.keep is None else Path(args.keep) / f"{name}{args.against}.jsonl"
            kept = Kept(file, head(matchup, args))
            contest = Contest(matchup, args.seed, lambda: Pace(args.simulations, args.milliseconds))
            play(contest, kept, args.games, patience)
            found.append(report(name, matchup, kept.games))
            print(in_words(found[-1]), flush=True)
            if patience.is_over:
                break
    return found


def main(argv: list[str] | None = None) -> None:
    """Play, or measure simulations a second, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("matchups", nargs="*", metavar="matchup")
    parser.add_argument("--games", type=int, default=GAMES, help="0: tell what is kept")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--milliseconds", type=float, default=MILLISECONDS, help="a decision")
    parser.add_argument("--simulations", type=int, default=0, help="a decision, instead of time")
    parser.add_argument("--bot", default="", help="another bot than the matchup's")
    parser.add_argument("--against", choices=["", OPENSPIEL], default="")
    parser.add_argument("--rates", action="store_true", help="measure simulations a second")
    parser.add_argument("--keep", help="a directory: games are kept there, and not played again")
    parser.add_argument("--json", help="a file for the figures")
    args = parser.parse_args(argv)
    if unknown := set(args.matchups) - set(PEERS if args.against else MATCHUPS):
        parser.error(f"no such matchup: {' '.join(sorted(unknown))}")
    if args.rates:
        from benchmarks.ismcts import rates

        found = rates()
    else:
        found = run(args)
    if args.json:
        Path(args.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
