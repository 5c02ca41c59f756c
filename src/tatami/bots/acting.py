"""What bots do at a referee: answer, and talk. One that cannot is a mistake of its author."""

from __future__ import annotations

from tatami.bots.base import Bot, Talker
from tatami.engine.asking import Answer
from tatami.engine.errors import EngineFault
from tatami.engine.referee import Referee
from tatami.engine.view import View


def answer(referee: Referee, seat: int, bot: Bot) -> int:
    """Let a bot answer the first thing asked of its seat: 1 where it had a choice, else 0."""
    view = referee.view(seat)
    if not view.offers:
        return 0
    had_a_choice = len(view.offers[0].options) > 1
    give(referee, view, bot.decide(view))
    return int(had_a_choice)


def give(referee: Referee, view: View, answer: Answer) -> None:
    """Hand in what a bot has decided on: its answer to the first thing that its view asks."""
    seat, at = view.seat, view.offers[0].at
    ask = next(number for number, offer in referee.asks(seat) if offer.at == at)
    reply = referee.act(answer, seat, ask)
    if not reply:
        raise EngineFault(f"the bot at seat {seat} was refused: {reply!r}")


def talk(referee: Referee, seat: int, bot: Talker) -> bool:
    """Let a bot say something; whether it did."""
    said = bot.speak(referee.view(seat))
    if said is not None:
        remark(referee, seat, *said)
    return said is not None


def remark(referee: Referee, seat: int, kind: str, args: tuple[int, ...]) -> None:
    """Say something in a bot's name."""
    reply = referee.remark(seat, kind, args)
    if not reply:
        raise EngineFault(f"the bot at seat {seat} cannot say {(kind, args)}: {reply!r}")
