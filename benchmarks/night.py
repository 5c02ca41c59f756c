"""How well the wary bot of Night of the Ninja plays, and what its talk is worth.

    python benchmarks/night.py --games 200 --seed 1 --only random

Half of the seats are wary bots, the other half random ones, or bots that neither talk nor listen.
Beside the first stands what bots would reach to whom all House cards lie open.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable

from tatami.bots.arena import key_for, play_out, seated
from tatami.bots.base import Bot, RandomBot
from tatami.engine.asking import Answer
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.games.night.bot import WaryBot
from tatami.games.night.members import members
from tatami.games.night.rules import GAME
from tatami.games.night.zones import HOUSE

Maker = Callable[[bytes, Referee], Bot]


class Seer:
    """Sees every House card: what no player can, and a bound for all who guess."""

    def __init__(self, key: bytes, referee: Referee) -> None:
        self.bot = WaryBot(key, listens=False, talks=False)
        self.referee = referee

    def decide(self, view: View) -> Answer:
        """As a wary bot, with all House cards open."""
        zones = list(view.zones)
        for member in members(view):
            zones[HOUSE[member]] = tuple(self.referee.world.faces(HOUSE[member]))
        view.zones = tuple(zones)
        return self.bot.decide(view)


MAKERS: dict[str, Maker] = {
    "wary": lambda key, _: WaryBot(key),
    "silent": lambda key, _: WaryBot(key, listens=False, talks=False),
    "random": lambda key, _: RandomBot(key),
    "seer": Seer,
}


def share(kind: str, rest: str, seats: int, games: int, seed: int) -> float:
    """The share of the victories that fall to one half of the seats."""
    names = [kind] * (seats // 2) + [rest] * (seats - seats // 2)
    won = 0.0
    for number in range(games):
        sitting = seated(names, number)
        referee = Referee(GAME, seats, key_for(seed, number, "deal"), GAME.defaults())
        bots = [
            MAKERS[name](key_for(seed, number, f"bot {seat}"), referee)
            for seat, name in enumerate(sitting)
        ]
        winners = play_out(referee, bots).winners
        won += sum(sitting[seat] == kind for seat in winners) / len(winners)
    return won / games


def report(kind: str, rest: str, seats: int, games: int, seed: int) -> None:
    """One line: the share, its error, what it means as a difference of ratings, the time."""
    start = time.perf_counter()
    found = share(kind, rest, seats, games, seed)
    error = 1.96 * math.sqrt(found * (1 - found) / games)
    rating = 400 * math.log10(found / (1 - found))
    spent = (time.perf_counter() - start) / games
    print(
        f"{kind} among {rest}, {seats} seats: {100 * found:.1f} % ± {100 * error:.1f}, "
        f"rating {rating:+.0f}, {games} games, {1000 * spent:.0f} ms each",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=["random", "talk", "seer"], default="")
    args = parser.parse_args()
    if args.only in ("", "random"):
        report("wary", "random", 6, args.games, args.seed)
    if args.only in ("", "seer"):
        report("seer", "random", 6, args.games, args.seed)
    if args.only in ("", "talk"):
        for seats in (6, 8):
            report("wary", "silent", seats, args.games, args.seed)


if __name__ == "__main__":
    main()
