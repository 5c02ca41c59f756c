"""A table of WAT-AAH! in a drawn position, and what is done and seen at it."""

from __future__ import annotations

import re
from collections import Counter

from tatami.engine.asking import Answer
from tatami.engine.errors import Refusal
from tatami.engine.names import STOP
from tatami.engine.notation import draw
from tatami.engine.offer import Offer
from tatami.engine.question import Question
from tatami.engine.referee import Referee
from tatami.games.wataah.cards import BOSSES, CLANS, WORDS
from tatami.games.wataah.placing import NOTHING
from tatami.games.wataah.rules import GAME
from tatami.games.wataah.temple_court import COURT_NAMES, TEMPLE_NAMES
from tests.support.seen import everything
from tests.support.seen import hand as hand
from tests.support.seen import zone as zone

BOSS_NAMES = [boss.name for boss in BOSSES]


def grasshopper(position: str = "", seats: int = 2, turn: int = 0) -> Referee:
    """A referee at a drawn position of Grasshopper mode; see ``table``."""
    return table(f"option mode = grasshopper\n{position}", seats, turn)


def grand(position: str = "", seats: int = 2, turn: int = 0) -> Referee:
    """A referee at a drawn position of Grand Master mode; see ``table``.

    Temple and Court cards that are not drawn lie in their decks; unless they are drawn, the Final
    Boss is the first of the Bosses, the Decoys are the next three, the last is put aside.
    """
    lines = [position]
    named = set(re.findall(r"[A-Z][A-Za-z-]+", position))
    for deck, names in (("temple-deck", TEMPLE_NAMES), ("court-deck", COURT_NAMES)):
        if f"{deck}:" not in position:
            lines.append(f"{deck}: {' '.join(name for name in names if name not in named)}")
    left = [name for name in BOSS_NAMES if name not in named]
    for place in ("boss", "decoy-0", "decoy-1", "decoy-2", "box"):
        if f"{place}:" not in position:
            lines.append(f"{place}: {left.pop(0)}")
    for counter in ("round = 1", "shosho = 1"):
        if counter.split(" = ")[0] + " = " not in position:
            lines.append(counter)
    return table("\n".join(lines), seats, turn)


def table(position: str, seats: int, turn: int) -> Referee:
    """A referee at a drawn position, at the start of a player's turn unless it draws its steps.

    Shinobi cards that are not drawn lie in the deck, below those that are, unless ``rest`` says
    otherwise. The last card of a pile is its top.
    """
    lines = [f"wataah, {seats} seats", position]
    if "rest:" not in position:
        lines.append("rest: deck")
    if "step:" not in position:
        lines.append(f"step: wataah.turn {turn}")
    return Referee(GAME, seats, 0, world=draw(GAME, "\n".join(lines)))


def placing(me: int = 0) -> str:
    """The steps of a turn from its second phase on, for a drawing."""
    after = f"step: wataah.next_turn {me}\nstep: wataah.discard {me}"
    return f"{after}\nstep: wataah.place {me} {NOTHING}"


def mover(referee: Referee) -> int:
    """The one seat that is asked something."""
    (seat,) = referee.waiting()
    return seat


def offer_of(referee: Referee, seat: int = -1) -> tuple[int, Offer]:
    """The number and the offer of what a seat is asked, by default the one that is asked."""
    ((ask, offer),) = referee.asks(mover(referee) if seat < 0 else seat)
    return ask, offer


def asked(referee: Referee, seat: int = -1) -> str:
    """The key of what is asked."""
    return offer_of(referee, seat)[1].question.key


def options(referee: Referee, seat: int = -1) -> set[str]:
    """What can be answered, in notation; of a pick, what can be picked (a bare face each)."""
    _, offer = offer_of(referee, seat)
    if offer.high:
        return {offer.question.spelled[one].partition(":")[2] for one in offer.items}
    return {offer.question.spelled[option] for option in offer.options}


def pick_range(referee: Referee, seat: int = -1) -> tuple[int, int]:
    """How many are to be picked, from and to."""
    _, offer = offer_of(referee, seat)
    return offer.low, offer.high


def read(question: Question, text: str) -> Answer:
    """An answer: ``found:Carp``, or ``[Carp-1 Carp-2]`` for a pick, or a number."""
    if text.startswith("["):
        (verb,) = question.verbs
        return tuple(question.read(f"{verb.name}:{one}") for one in text[1:-1].split())
    if text == STOP:
        return question.stop
    return int(text) if text.isdecimal() else question.read(text)


def play(referee: Referee, *answers: str) -> Referee:
    """Answer what is asked, again and again; ``1> let_it`` is what seat 1 answers."""
    for text in answers:
        who, arrow, rest = text.partition("> ")
        seat = int(who) if arrow else mover(referee)
        ask, offer = offer_of(referee, seat)
        reply = referee.act(read(offer.question, rest if arrow else text), seat, ask)
        assert reply, f"s{seat} {offer.question.key} {text}: {reply!r}"
    return referee


def refused(referee: Referee, text: str, seat: int = -1) -> tuple[str, str]:
    """The code and clause of a refusal, which changes nothing and has a sentence that says why."""
    before = everything(referee)
    seat = mover(referee) if seat < 0 else seat
    ask, offer = offer_of(referee, seat)
    reply = referee.act(read(offer.question, text), seat, ask)
    assert isinstance(reply, Refusal), f"{text} was taken"
    assert everything(referee) == before
    if reply.code not in ("illegal_option", "pick_size"):
        assert reply.sentence == WORDS["refusal"][reply.code]
    assert reply.sentence.endswith(".")
    return reply.code, reply.clause.removeprefix("wataah:")


def clans(referee: Referee) -> dict[str, list[str]]:
    """Every clan that a spectator sees: ``{"1-Carp": ["Carp-1", "Ronin"]}``."""
    zones = referee.view(referee.seats).data()["zones"]
    return {
        name.removeprefix("clan-"): cards
        for name, cards in zones.items()
        if name.split("-")[-1] in CLANS and cards
    }


def jigoku(referee: Referee) -> list[str]:
    """The Jigoku as a spectator sees it, its top card last."""
    return zone(referee, "jigoku", referee.seats)


def counter(referee: Referee, name: str) -> int:
    """A counter."""
    value: int = referee.view(referee.seats).data()["counters"][name]
    return value


def counters(referee: Referee, name: str) -> list[int]:
    """A counter of every player."""
    return [counter(referee, f"{name}-{seat}") for seat in range(referee.seats)]


def said(referee: Referee, since: int = 0) -> list[str]:
    """The log, as a spectator reads it, from an event on: ``"founds 0 1 3"``."""
    found: list[str] = []
    for event in referee.events(referee.seats, since):
        if event.verb == "tell":
            number, *args = event.args
            found.append(" ".join([GAME.book.sentences[number].key, *map(str, args)]))
    return found


def cards(referee: Referee) -> Counter[str]:
    """All cards, wherever they lie."""
    return Counter(GAME.faces[face] for face in referee.world.face)
