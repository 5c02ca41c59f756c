"""What bots do at a referee: answer, and talk. One that cannot is a mistake of its author."""

from __future__ import annotations

from tatami.bots.base import Bot, Talker
from tatami.engine.errors import EngineFault
from tatami.engine.referee import Referee


def answer(referee: Referee, seat: int, bot: Bot) -> int:
    """Let a bot answer the first thing asked of its seat: 1 where it had a choice, else 0."""
    view = referee.view(seat)
    if not view.offers:
        return 0
    first = view.offers[0]
    ask = next(number for number, offer in referee.asks(seat) if offer.at == first.at)
    reply = referee.act(bot.decide(view), seat, ask)
    if not reply:
        raise EngineFault(f"the bot at seat {seat} was refused: {reply!r}")
    return int(len(first.options) > 1)


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
