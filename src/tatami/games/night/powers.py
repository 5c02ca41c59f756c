"""Night of the Ninja: what the cards of the five phases do (N13 to N17).

The Grave Digger (N18) is in ``digger``, the Spirit Merchant and the Thief (N22, N23) in ``trades``.
What is asked after a look is a step of its own.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import UNANSWERED, Ask, Chosen, Refusal, World
from tatami.games.night import asked, told
from tatami.games.night.asked import aim, aimed, either
from tatami.games.night.cards import (
    ASSASSINS,
    BOOK,
    JUDGE,
    MYSTICS,
    SHAPESHIFTER,
    SHINOBIS,
    SPIES,
    TROUBLEMAKER,
)
from tatami.games.night.fight import aim_to_kill, attack, kill, why_not_killed
from tatami.games.night.looks import aim_look, look, turn_up
from tatami.games.night.members import Member, everyone_from, seat_of
from tatami.games.night.resolve import turn_of
from tatami.games.night.zones import HAND, HOUSE, TOUCHED

# -- looks


@turn_of(*SPIES)
@BOOK.step
def spy(w: World, me: Member, at: Chosen = UNANSWERED) -> Ask | None:
    """N13: look at another player's House card."""
    if at is UNANSWERED:
        return aim_look(w, me, asked.SPY_AT)
    look(w, me, aimed(w, asked.SPY_AT, at))
    return None


@turn_of(*MYSTICS)
@BOOK.step
def mystic(w: World, me: Member, at: Chosen = UNANSWERED) -> Ask | None:
    """N16: look at a House card and, at random, at one of the same player's unplayed cards."""
    if at is UNANSWERED:
        return aim_look(w, me, asked.MYSTIC_AT)
    whom = aimed(w, asked.MYSTIC_AT, at)
    look(w, me, whom)
    # What a Grave Digger has kept lies elsewhere, but never while a Mystic looks: the Mystics come
    # before it, and one that comes later is the very card that was kept.
    if w.size(HAND[whom]):
        w.show_face(HAND[whom], w.random_face(HAND[whom]), seat_of(w, me))
        w.tell(told.LOOKS_TWICE, me, whom)
    return None


# -- Trickster 1


@turn_of(SHAPESHIFTER)
@BOOK.step
def shapeshifter(
    w: World, me: Member, one: Chosen = UNANSWERED, two: Chosen = UNANSWERED
) -> Ask | None:
    """N13: look at the House cards of any two players, oneself included."""
    every = everyone_from(w, me)
    if one is UNANSWERED:
        return aim(w, me, asked.SHIFT_ONE, every)
    first = aimed(w, asked.SHIFT_ONE, one)
    if two is UNANSWERED:
        rest = [whom for whom in every if why_not_both(first, whom) is None]
        return aim(w, me, asked.SHIFT_TWO, rest)
    second = aimed(w, asked.SHIFT_TWO, two)
    for whom in (first, second):
        w.show_to(HOUSE[whom], seat_of(w, me))
    w.then(shift, me, first, second)
    return None


TWO_PLAYERS: Final = BOOK.no("two_players", "N13")


def why_not_both(first: Member, whom: Member) -> Refusal | None:
    """N13: any two players, so not the same one twice."""
    return TWO_PLAYERS if whom == first else None


@BOOK.step
def shift(w: World, me: Member, one: Member, two: Member, done: Chosen = UNANSWERED) -> Ask | None:
    """N17: swap them or not; nobody else can tell, and the two no longer know their own card.

    That they may not look at it by themselves needs no rule: nothing shows a House card again but a
    card that looks. What they had seen before is no knowledge any more, since there may have been a
    swap (``maybe_swap``).
    """
    if done is UNANSWERED:
        return either(w, me, asked.SWAP, by_default=asked.LEAVE_BOTH)
    w.maybe_swap(HOUSE[one], HOUSE[two], seat_of(w, me), asked.SWAP.fits(done))
    w.mark_all([TOUCHED[one], TOUCHED[two]])
    w.tell(told.SHIFTS, me, one, two)
    return None


# -- Tricksters 3 and 6


@turn_of(TROUBLEMAKER)
@BOOK.step
def troublemaker(w: World, me: Member, at: Chosen = UNANSWERED) -> Ask | None:
    """N13: look at another player's House card."""
    if at is UNANSWERED:
        return aim_look(w, me, asked.TROUBLE_AT)
    whom = aimed(w, asked.TROUBLE_AT, at)
    look(w, me, whom)
    w.then(expose, me, whom)
    return None


@BOOK.step
def expose(w: World, me: Member, whom: Member, done: Chosen = UNANSWERED) -> Ask | None:
    """N15: one may turn that card up for all."""
    if done is UNANSWERED:
        return either(w, me, asked.TURN_UP, by_default=asked.LEAVE_DOWN)
    if asked.TURN_UP.fits(done):
        turn_up(w, whom)
    return None


@turn_of(JUDGE)
@BOOK.step
def judge(w: World, me: Member) -> None:
    """N15: turn up one's own House card, then judge."""
    turn_up(w, me)
    w.then(sentence, me)


@BOOK.step
def sentence(w: World, me: Member, at: Chosen = UNANSWERED) -> Ask | None:
    """N14, N15, N19: a living player must be killed, and there is no reaction."""
    if at is UNANSWERED:
        return aim_to_kill(w, me, asked.JUDGE_AT)
    kill(w, aimed(w, asked.JUDGE_AT, at))
    return None


# -- Blind Assassin and Shinobi


@turn_of(*ASSASSINS)
@BOOK.step
def assassin(w: World, me: Member, at: Chosen = UNANSWERED) -> Ask | None:
    """N14, N15: kill another living player, unseen; with none, nothing."""
    if at is UNANSWERED:
        return aim_to_kill(w, me, asked.ASSASSIN_AT)
    w.then(attack, me, aimed(w, asked.ASSASSIN_AT, at))
    return None


@turn_of(*SHINOBIS)
@BOOK.step
def shinobi(w: World, me: Member, at: Chosen = UNANSWERED) -> Ask | None:
    """N15: look at a House card; N13, N14: then kill, unless it is one's own or a dead one's."""
    if at is UNANSWERED:
        return aim_look(w, me, asked.SHINOBI_AT)
    whom = aimed(w, asked.SHINOBI_AT, at)
    look(w, me, whom)
    if why_not_killed(w, me, whom) is None:
        w.then(spare_or_kill, me, whom)
    return None


@BOOK.step
def spare_or_kill(w: World, me: Member, whom: Member, done: Chosen = UNANSWERED) -> Ask | None:
    """N15: one may kill whom one has looked at. N19: who is spared has nothing to react to."""
    if done is UNANSWERED:
        return either(w, me, asked.KILL, by_default=asked.SPARE)
    if asked.KILL.fits(done):
        w.then(attack, me, whom)
    else:
        w.tell(told.SPARES, me, whom)
    return None
