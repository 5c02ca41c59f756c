"""Which answers a search weighs: all options; for a pick whole picks, near the bot's own."""

from __future__ import annotations

from typing import Final

from tatami.engine.asking import Answer
from tatami.engine.offer import Offer
from tatami.engine.view import View
from tatami.games.guide import Guide

MOST_PICKS: Final = 24
"""How many whole picks are weighed at most."""


def candidates(view: View, guide: Guide, base: Answer | None) -> list[Answer]:
    """The answers to weigh; the bot's own is among them, the first where they are whole picks."""
    offer = view.offers[0]
    found: list[Answer]
    if guide.candidates is not None and base is not None:
        found = guide.candidates(view, base)
    elif isinstance(base, tuple):
        found = [base] if offer.picked else [*whole_picks(offer, base)]
    else:
        found = [*offer.options]
    if base is not None and base not in found:
        found.insert(0, base)
    return found


def whole_picks(offer: Offer, base: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All picks where they are few, else those that differ from the bot's by a card or two."""
    every = _subsets(offer, MOST_PICKS + 1)
    found = every if len(every) <= MOST_PICKS else _near(offer, base)
    return [base, *[pick for pick in found if pick != base]][:MOST_PICKS]


def _subsets(offer: Offer, most: int) -> list[tuple[int, ...]]:
    """The different sub-multisets that may be picked, the smallest first; no more than ``most``."""
    found: list[tuple[int, ...]] = [()] if offer.low == 0 else []
    layer: list[tuple[int, ...]] = [()]
    kinds = sorted(set(offer.items))
    for size in range(1, offer.high + 1):
        layer = [
            (*pick, kind)
            for pick in layer
            for kind in kinds
            if (not pick or kind >= pick[-1]) and pick.count(kind) < offer.items.count(kind)
        ][: 4 * most]
        if size >= offer.low:
            found += layer
        if len(found) >= most:
            break
    return found[:most]


def _near(offer: Offer, base: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The bot's pick with a card exchanged, left out or added."""
    spare = [*offer.items]
    for card in base:
        spare.remove(card)
    found: list[tuple[int, ...]] = []
    for gone in sorted(set(base)):
        rest = [*base]
        rest.remove(gone)
        if len(rest) >= offer.low:
            found.append(tuple(rest))
        found += [tuple(sorted([*rest, card])) for card in sorted(set(spare)) if card != gone]
    if len(base) < offer.high:
        found += [tuple(sorted([*base, card])) for card in sorted(set(spare))]
    return found
