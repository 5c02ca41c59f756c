"""Night of the Ninja: House cards are dealt, Ninja cards drafted (N3 to N5, N33)."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import (
    UNANSWERED,
    Ask,
    Face,
    Refusal,
    Sight,
    Together,
    Transfer,
    Verb1,
    World,
    Zone,
    moving,
)
from tatami.games.night import asked, told
from tatami.games.night.asked import ALL_AT_ONCE
from tatami.games.night.cards import BOOK, SIDE_OF
from tatami.games.night.members import Member, is_pair, left_of, members, seat_of
from tatami.games.night.zones import (
    DECK,
    DISCARD,
    DRAFT,
    DRAFTING,
    HAND,
    HOUSE,
    HOUSE_PILE,
    ROUND,
    SORTED,
    STAGE,
    house_of,
)

DEALT: Final = 3
"""[book] Ninja cards that each member is dealt."""


@BOOK.step
def deal(w: World) -> None:
    """N3, N4: a round begins; House cards are dealt, then Ninja cards."""
    w.add(ROUND)
    STAGE.put(w, DRAFTING)
    w.tell(told.NIGHTFALL)
    deal_houses(w)
    deal_ninjas(w)


def deal_houses(w: World) -> None:
    """N3: one House card each, face down."""
    w.shuffle(HOUSE_PILE)
    if is_pair(w):
        deal_pair(w)
        return
    for member in members(w):
        w.draw(HOUSE_PILE, HOUSE[member])


def deal_ninjas(w: World) -> None:
    """N4: three Ninja cards each."""
    w.shuffle(DECK)
    for member in members(w):
        w.draw(DECK, DRAFT[member], DEALT)


def deal_pair(w: World) -> None:
    """N33: Houses are fixed and public, so the piles are sorted openly; ranks are dealt unseen."""
    w.reveal(HOUSE_PILE)
    for card in sorted(w.faces(HOUSE_PILE)):  # however it was shuffled: so is each pile, anew
        w.play(HOUSE_PILE, card, SORTED[SIDE_OF[card]])
    for pile in SORTED.values():
        w.shuffle(pile)
    for member in members(w):
        w.draw(SORTED[house_of(w, seat_of(w, member))], HOUSE[member])


@ALL_AT_ONCE
@BOOK.step
def keep_first(w: World, kept: Together = UNANSWERED) -> Ask | None:
    """N4: of three cards keep one, pass two to the left; all choose at the same time."""
    if kept is UNANSWERED:
        return ask_to_keep(w, asked.KEEP_FIRST)
    to_the_left = {member: DRAFT[left_of(w, member)] for member in members(w)}
    chosen = asked.KEEP_FIRST.of_all(kept)
    keep(w, dict(zip(members(w), chosen, strict=True)), to_the_left)
    w.tell(told.PASSES)
    return None


@ALL_AT_ONCE
@BOOK.step
def keep_second(w: World, kept: Together = UNANSWERED) -> Ask | None:
    """N4: of the two received keep one; the last goes face down to the common discard.

    N5: what one passed and what one discarded one has seen, and knows.
    """
    if kept is UNANSWERED:
        return ask_to_keep(w, asked.KEEP_SECOND)
    to_the_discard = dict.fromkeys(members(w), DISCARD)
    chosen = asked.KEEP_SECOND.of_all(kept)
    keep(w, dict(zip(members(w), chosen, strict=True)), to_the_discard)
    w.tell(told.DISCARDS)
    return None


def ask_to_keep(w: World, verb: Verb1[Face]) -> Ask:
    """Every member is asked at once which card to keep."""
    every = members(w)
    options = [verb.each(w.kinds_in(DRAFT[member])) for member in every]
    return asked.ask_each(w, every, verb.question, options)


def keep(w: World, kept: dict[Member, Face], rest_goes: dict[Member, Zone]) -> None:
    """Each keeps one card; the rest goes on, all at one moment."""
    moves: list[Transfer] = []
    for member, card in kept.items():
        source, target = DRAFT[member], rest_goes[member]
        rest = [one for one in w.faces(source) if one != card]
        moves.append(moving(card, source=source, target=HAND[member]))
        moves += [moving(one, source=source, target=target) for one in rest]
    w.trade(moves)


NOT_IN_DRAFT: Final = BOOK.no("not_in_draft", "N4")


def why_not_kept(s: Sight, me: Member, card: Face) -> Refusal | None:
    """N4: one of the cards that one is choosing from."""
    return None if s.has(DRAFT[me], card) else NOT_IN_DRAFT
