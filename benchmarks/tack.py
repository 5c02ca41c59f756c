"""What signals are worth in Ninjaaa'Tack, and how well each level of bot plays.

    python benchmarks/tack.py --games 200 --seed 1 --only signals

With four players one team is of one kind, the other of another; who sits where changes from game
to game. *Silent* bots neither signal nor listen, and are as quick as the others.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable

from tatami.bots.arena import key_for, play_out, seated
from tatami.bots.base import Bot, RandomBot
from tatami.engine.referee import Referee
from tatami.games.tack.bot import ALERT, DROWSY, SWIFT, TackBot
from tatami.games.tack.rules import GAME

SEATS = 4
MAKERS: dict[str, Callable[[bytes], Bot]] = {
    "swift": lambda key: TackBot(key, SWIFT),
    "silent swift": lambda key: TackBot(key, SWIFT, talks=False, listens=False),
    "alert": lambda key: TackBot(key, ALERT),
    "silent alert": lambda key: TackBot(key, ALERT, talks=False, listens=False),
    "drowsy": lambda key: TackBot(key, DROWSY),
    "silent drowsy": lambda key: TackBot(key, DROWSY, talks=False, listens=False),
    "random": RandomBot,
    "swift without attacks": lambda key: TackBot(key, SWIFT._replace(attacks=False)),
    "swift without learning": lambda key: TackBot(key, SWIFT._replace(learns=False)),
}
PAIRS = {
    "signals": [(level, f"silent {level}") for level in ("swift", "alert", "drowsy")],
    "levels": [("alert", "drowsy"), ("swift", "alert"), ("drowsy", "random")],
    "reading": [("swift", "swift without attacks"), ("swift", "swift without learning")],
}


def share(kind: str, rest: str, games: int, seed: int, codes: str) -> tuple[float, float]:
    """The share of the games that the first team wins, and the mean number of decisions."""
    opts = GAME.choose_settings({"codes": codes})
    won = 0
    decisions = 0
    for number in range(games):
        sitting = seated([kind, rest, kind, rest], number)
        referee = Referee(GAME, SEATS, key_for(seed, number, "deal"), opts)
        bots = [
            MAKERS[name](key_for(seed, number, f"bot {seat}")) for seat, name in enumerate(sitting)
        ]
        result = play_out(referee, bots)
        decisions += result.decisions
        won += any(sitting[seat] == kind for seat in result.winners)
    return won / games, decisions / games


def report(kind: str, rest: str, games: int, seed: int, codes: str) -> None:
    """One line: the share, its error, the length of a game, the time."""
    start = time.perf_counter()
    found, length = share(kind, rest, games, seed, codes)
    error = 1.96 * math.sqrt(found * (1 - found) / games)
    spent = (time.perf_counter() - start) / games
    print(
        f"{kind} against {rest}, codes {codes}: {100 * found:.1f} % ± {100 * error:.1f}, "
        f"{games} games of {length:.0f} decisions, {1000 * spent:.0f} ms each",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--codes", choices=["on", "off"], default="on")
    parser.add_argument("--only", choices=sorted(PAIRS), default="")
    parser.add_argument("--level", choices=["swift", "alert", "drowsy"], default="")
    args = parser.parse_args()
    for name, pairs in PAIRS.items():
        for kind, rest in pairs if args.only in ("", name) else []:
            if args.level in ("", kind):
                report(kind, rest, args.games, args.seed, args.codes)


if __name__ == "__main__":
    main()
