"""Night of the Ninja: the five phases of the night (N6 to N9, N24, N36)."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import UNANSWERED, Ask, Face, PickedTogether, Refusal, Sight, World, moving
from tatami.games.night import asked, told
from tatami.games.night.asked import ALL_AT_ONCE
from tatami.games.night.cards import (
    BOOK,
    CARDS_OF,
    GRAVE_DIGGER,
    NUMBER_OF,
    PHASE,
    TRICKSTER,
    Phase,
)
from tatami.games.night.digger import dig_end, dig_turn
from tatami.games.night.members import Member
from tatami.games.night.resolve import resolve
from tatami.games.night.zones import HAND, NIGHT, PLAYED, STAGE, is_now, living


def begin_night(w: World) -> None:
    """N6: the five phases, in order."""
    for now in PHASE.all:
        w.then(phase, now)


@BOOK.step
def phase(w: World, now: Phase) -> None:
    """N6: a phase begins."""
    STAGE.put(w, NIGHT[now])
    w.tell(told.PHASE_BEGINS, now)
    w.then(play_cards, now)


@ALL_AT_ONCE
@BOOK.step
def play_cards(w: World, now: Phase, chosen: PickedTogether = UNANSWERED) -> Ask | None:
    """N7, N8, N24: every living member is asked alike; what they play is revealed together.

    N7: until then an answer can be taken back.
    """
    play = asked.PLAY[now]
    standing = living(w)
    if chosen is UNANSWERED:
        return asked.ask_for_cards(w, standing, play, [playable(w, member) for member in standing])
    played = zip(standing, chosen, strict=True)
    owner_of = {card: member for member, options in played for card in play.of_all(options)}
    reveal_cards(w, owner_of)
    in_order(w, now, owner_of)
    return None


def playable(w: World, me: Member) -> list[Face]:
    """N7: what a member can play now."""
    return [card for card in w.faces(HAND[me]) if why_not_played(w, me, card) is None]


NOT_IN_HAND: Final = BOOK.no("not_in_hand", "N7")
OUT_OF_PHASE: Final = BOOK.no("out_of_phase", "N36")


def why_not_played(s: Sight, me: Member, card: Face) -> Refusal | None:
    """N7: a card that one holds. N8, N36: in its phase and at no other time."""
    if not s.has(HAND[me], card):
        return NOT_IN_HAND
    return None if is_now(s, card) else OUT_OF_PHASE


def reveal_cards(w: World, owner_of: dict[Face, Member]) -> None:
    """N7, N9: all cards of a phase are turned up at the same moment."""
    shown = owner_of.items()
    w.trade([moving(card, source=HAND[one], target=PLAYED[one]) for card, one in shown])
    for card, member in shown:
        w.tell(told.PLAYS, member, card)
    if not owner_of:
        w.tell(told.NO_CARDS)


def in_order(w: World, now: Phase, owner_of: dict[Face, Member]) -> None:
    """N7: the cards are resolved from the lowest number to the highest.

    N18: at each Trickster's number after the Grave Digger's own, the digger is asked first.
    """
    for card in CARDS_OF[now]:
        if now == TRICKSTER and NUMBER_OF[card] > NUMBER_OF[GRAVE_DIGGER]:
            w.then(dig_turn, card)
        if card in owner_of:
            w.then(resolve, owner_of[card], card)
    if now == TRICKSTER:
        w.then(dig_end)
