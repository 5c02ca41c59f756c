"""Ninjaaa'Tack: a round, its deal and its passes.

T3 to T5, the stamp of T7, T12, T18, T22, T24, T25.
"""

from __future__ import annotations

from typing import Final

from tatami.engine import rules
from tatami.engine.rules import UNANSWERED, Ask, Refusal, Seat, Sight, Together, World, moving
from tatami.games.tack import asked, refused, told, zones
from tatami.games.tack.cards import BOOK, HAND_SIZE, Clan
from tatami.games.tack.ending import crown, most_of_all
from tatami.games.tack.hands import fewest, show_no_hands
from tatami.games.tack.zones import CAME, DECK, HAND, NO_LIMIT, PASSED, ROUND, WOLF

NO_ROUND_YET: Final = 0

# -- a round


@BOOK.step
def new_round(w: World) -> None:
    """T12: a new round. T25: unless that was the last one."""
    if is_enough(w.count[ROUND], zones.ROUND_LIMIT.of(w)):
        w.tell(told.LAST_ROUND)
        crown(w, most_of_all(w))
    else:
        begin_round(w)
        w.then(passing)
        w.then(new_round)


def begin_round(w: World) -> None:
    """T12: all cards are shuffled and dealt anew. T18: after the first round the wolf moves on."""
    if w.count[ROUND] != NO_ROUND_YET:
        zones.move_wolf(w)
    w.add(ROUND)
    w.set(PASSED, 0)
    wolf = w.who_has(WOLF)
    if wolf is not None:
        w.tell(told.WOLF_IS, wolf)
    deal(w)


def is_enough(played: int, limit: int | None) -> bool:
    """T25: whether a table that limits its rounds, or the passes of a round, has had them."""
    return limit is not NO_LIMIT and played == limit


def deal(w: World) -> None:
    """T3: four cards each."""
    w.trade(
        [
            moving(card, source=HAND[seat], target=DECK)
            for seat in w.everyone()
            for card in w.faces(HAND[seat])
        ]
    )
    w.shuffle(DECK)
    w.deal(DECK, HAND, HAND_SIZE)
    cards_came(w)


def cards_came(w: World) -> None:
    """T7: what was struck for the cards before these is void."""
    w.add(CAME)


# -- a pass


@BOOK.step
def passing(w: World, passed: Together = UNANSWERED) -> Ask | None:
    """T4: everyone chooses a card; after a count all go to the left at once.

    T5: until then a choice can be changed, and who has chosen is public, not what (T22).
    """
    if passed is UNANSWERED:
        return ask_everyone(w)
    pass_left(w, w.by_seat(tuple(asked.PASS.of_all(passed))))
    w.add(PASSED)
    cards_came(w)
    go_on(w)
    return None


def ask_everyone(w: World) -> Ask:
    """T4: for a card each. T24: on a timeout one of the clan that somebody holds fewest of."""
    everyone = w.everyone()
    hands = [asked.PASS.each(w.kinds_in(HAND[seat])) for seat in everyone]
    on_timeout = tuple([asked.PASS[fewest(w, seat)] for seat in everyone])
    return rules.each(
        everyone,
        asked.PASS_ON,
        hands,
        count=True,  # T4: when all have chosen; T5: anew after a change
        public=True,  # T22: who has chosen
        defaults=on_timeout,
    )


def pass_left(w: World, chosen: dict[Seat, Clan]) -> None:
    """T4, T5: the card that each has chosen goes to the left, all at one moment."""
    w.trade(
        [
            moving(card, source=HAND[seat], target=HAND[w.left_of(seat)])
            for seat, card in chosen.items()
        ]
    )


def go_on(w: World) -> None:
    """T4: another pass, until somebody calls. T25: or enough of them, and nobody is shown."""
    if is_enough(w.count[PASSED], zones.PASS_LIMIT.of(w)):
        w.tell(told.NO_CALL)
        show_no_hands(w)
    else:
        w.then(passing)


def why_not_passed(s: Sight, me: Seat, clan: Clan) -> Refusal | None:
    """T4: a card of that clan must be in hand."""
    return None if s.has(HAND[me], clan) else refused.NOT_IN_HAND
