"""Bots against bots: one game, or many with the same results for any number of processes."""

from __future__ import annotations

from hashlib import blake2b
from typing import cast

from tatami.bots.acting import answer, talk
from tatami.bots.base import Bot, Factory, Talker, talks
from tatami.bots.realtime import VirtualTime
from tatami.engine.game import Game
from tatami.engine.referee import Referee


class Result:
    """How one game went: who won (by seat), how many decisions, whether it was cut off."""

    def __init__(self, winners: tuple[int, ...], decisions: int, cut: bool) -> None:
        self.winners = winners
        self.decisions = decisions
        self.cut = cut


def key_for(seed: int, number: int, what: str) -> bytes:
    """The key of one thing in one game of a series."""
    return blake2b(f"{seed}/{number}/{what}".encode(), digest_size=32).digest()


def seated(names: list[str], number: int) -> list[str]:
    """Who sits where in game ``number``: everybody moves on one seat each game."""
    shift = number % len(names)
    return names[-shift:] + names[:-shift] if shift else names[:]


def play_out(referee: Referee, bots: list[Bot]) -> Result:
    """Let bots play a game to its end (or to the game's declared longest).

    Whenever a new step asks, each bot that talks may say one thing first, in the order of seats.
    A game in real time runs on virtual time.
    """
    tempo = referee.game.tempo
    if tempo is not None:
        played = VirtualTime(referee, bots, tempo(referee.opts)).run()
        return Result(referee.winners(), played, not referee.over)
    decisions = 0
    turn = -1
    talkers = [(seat, cast("Talker", bot)) for seat, bot in enumerate(bots) if talks(bot)]
    while not referee.over and decisions < referee.game.longest:
        if referee.turn != turn:
            turn = referee.turn
            for seat, talker in talkers:
                talk(referee, seat, talker)
        asked = referee.waiting()
        if not asked:
            referee.expire(referee.turn)
        for seat in asked:
            decisions += answer(referee, seat, bots[seat])
    return Result(referee.winners(), decisions, not referee.over)


def play_one(
    game: Game,
    opts: tuple[int, ...],
    factories: dict[str, Factory],
    names: list[str],
    seed: int,
    number: int,
) -> Result:
    """Game ``number`` of a series: its deal, seating and bots follow from seed and number alone."""
    bots = [
        factories[name](key_for(seed, number, f"bot {seat}"))
        for seat, name in enumerate(seated(names, number))
    ]
    return play_out(Referee(game, len(names), key_for(seed, number, "deal"), opts), bots)
