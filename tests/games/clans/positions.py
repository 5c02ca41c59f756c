"""A table of War of Clans in a drawn position, and what is done and seen at it."""

from __future__ import annotations

import re
from collections import Counter

from tatami.engine.errors import Refusal
from tatami.engine.notation import draw
from tatami.engine.referee import Referee
from tatami.games.clans.cards import CLANS, TROOPS, WORDS
from tatami.games.clans.rules import GAME, HAND_SIZE
from tests.support.seen import everything
from tests.support.seen import hand as hand
from tests.support.seen import zone as zone


def table(position: str, seats: int = 3, turn: int = 0, loyal: str = " ".join(CLANS)) -> Referee:
    """A referee at a drawn position, at the start of a player's turn unless it draws its steps.

    Cards that are not drawn lie in the deck unless ``rest`` says otherwise; a hand that is not
    drawn gets four spare troops. Seat 0 serves the first clan of ``loyal``, seat 1 the next.
    """
    lines = [f"clans, {seats} seats", position]
    spare = Counter(dict.fromkeys(CLANS, TROOPS))
    for clan, number in re.findall(r"(?<= )([A-Z][a-z]+)(?:\*(\d+))?", position):
        spare[clan] -= int(number or 1)
    for seat in range(seats):
        if f"hand-{seat}:" not in position:
            clan = max(CLANS, key=spare.__getitem__)
            spare[clan] -= HAND_SIZE
            lines.append(f"hand-{seat}: {clan}*{HAND_SIZE}")
    cards = [f"{clan}-loyalty" for clan in loyal.split()]
    lines += [f"loyalty-{seat}: {cards[seat]}" for seat in range(seats)]
    dealt = cards[:seats]
    undealt = [f"{clan}-loyalty" for clan in CLANS if f"{clan}-loyalty" not in dealt]
    lines.append(f"loyalties: {' '.join(undealt)}")
    if "rest:" not in position:
        lines.append("rest: deck")
    if "step:" not in position:
        lines.append(f"step: clans.turn {turn}")
    return Referee(GAME, seats, 0, world=draw(GAME, "\n".join(lines)))


def mover(referee: Referee) -> int:
    """The one seat that is asked something."""
    (seat,) = referee.waiting()
    return seat


def asked(referee: Referee) -> str:
    """The key of what is asked."""
    ((_, offer),) = referee.asks(mover(referee))
    return offer.question.key


def options(referee: Referee) -> set[str]:
    """What can be answered, in notation."""
    ((_, offer),) = referee.asks(mover(referee))
    return {offer.question.spelled[option] for option in offer.options}


def play(referee: Referee, *answers: str) -> None:
    """Answer what is asked, again and again: ``play(t, "deploy:Oda into:province-1")``."""
    for text in " ".join(answers).split():
        seat = mover(referee)
        ((ask, offer),) = referee.asks(seat)
        reply = referee.act(offer.question.read(text), seat, ask)
        assert reply, f"{offer.question.key} {text}: {reply!r}"
        assert len(referee.moves) <= GAME.longest, "this game does not end"


def refused(referee: Referee, text: str) -> tuple[str, str]:
    """The code and clause of a refusal, which changes nothing and has a sentence that says why."""
    before = everything(referee)
    seat = mover(referee)
    ((ask, offer),) = referee.asks(seat)
    option = offer.question.read(text) if ":" in text or text == "ninja" else int(text)
    reply = referee.act(option, seat, ask)
    assert isinstance(reply, Refusal), f"{text} was taken"
    assert everything(referee) == before
    if reply.code != "illegal_option":
        assert reply.sentence == WORDS["refusal"][reply.code]
    assert reply.sentence.endswith(".")
    return reply.code, reply.clause.removeprefix("clans:")


def armies(referee: Referee) -> dict[str, int]:
    """Every army that a spectator sees, with its strength: ``{"1-Oda": 3}``."""
    zones = referee.view(referee.seats).data()["zones"]
    found = {name.removeprefix("army-"): len(cards) for name, cards in zones.items() if cards}
    return {name: number for name, number in found.items() if name.split("-")[-1] in CLANS}


def discards(referee: Referee) -> Counter[str]:
    """What lies in the discard pile, as a spectator sees it."""
    return Counter(zone(referee, "discard", referee.seats))


def said(referee: Referee, since: int = 0) -> list[str]:
    """The log, as a spectator reads it, from an event on: ``"deploys 0 3 1"``."""
    found: list[str] = []
    for event in referee.events(referee.seats, since):
        if event.verb == "tell":
            number, *args = event.args
            found.append(" ".join([GAME.book.sentences[number].key, *map(str, args)]))
    return found
