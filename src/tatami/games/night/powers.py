"""Night of the Ninja: what the cards of the five phases do (N13 to N18).

A power takes only the member who plays it. Where it must ask again after a look, it is two steps.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.game import UNASKED, Ask, Step
from tatami.engine.world import World
from tatami.games.night.cards import (
    ASSASSIN,
    GRAVE_DIGGER,
    JUDGE,
    MERCHANT,
    MONK,
    MYSTIC,
    NUMBERS,
    SHAPESHIFTER,
    SHINOBI,
    SPY,
    THIEF,
    TROUBLEMAKER,
)
from tatami.games.night.fight import attack, kill, victims
from tatami.games.night.looks import aim_look, look
from tatami.games.night.table import (
    ASSASSIN_AT,
    BOOK,
    DIG_KEEP,
    DIG_PLAY,
    DIGGER,
    DIGS,
    DISCARD,
    JUDGE_AT,
    LOOKS_TWICE,
    MYSTIC_AT,
    NO_TARGET,
    PLAYS,
    SHIFT,
    SHIFT_ONE,
    SHIFT_TWO,
    SHIFTS,
    SHINOBI_AT,
    SHINOBI_KILL,
    SPARES,
    SPY_AT,
    TOUCHED,
    TROUBLE,
    TROUBLE_AT,
    VOID,
    YES,
    aim,
    alive,
    decide,
    dug,
    hand,
    house,
    member_at,
    others,
    played,
    seat_of,
    sees,
    turn_up,
    who,
)
from tatami.games.night.trades import merchant, thief

# -- a card's turn


@BOOK.step
def resolve(w: World, me: int, face: int) -> None:
    """N7: a revealed card is carried out. N10: it is void if its owner has died before."""
    if alive(w, me):
        w.then(power_of(face), me)
    else:
        w.tell(VOID, *who(w, me), face)


def power_of(face: int) -> Step:
    """What a card of the five phases does."""
    return POWERS[face] if face in POWERS else POWERS[face - face % NUMBERS]


# -- looks


@BOOK.step
def spy(w: World, me: int, at: int = UNASKED) -> Ask | None:
    """N13: look at another player's House card."""
    if at == UNASKED:
        return aim_look(w, me, SPY_AT)
    look(w, me, member_at(w.seats, at))
    return None


@BOOK.step
def mystic(w: World, me: int, at: int = UNASKED) -> Ask | None:
    """N16: look at a House card and, at random, at one of the same player's unplayed cards."""
    if at == UNASKED:
        return aim_look(w, me, MYSTIC_AT)
    whom = member_at(w.seats, at)
    look(w, me, whom)
    if w.size(hand(w, whom)):
        w.show_face(hand(w, whom), w.random_face(hand(w, whom)), sees(w, me))
        w.tell(LOOKS_TWICE, *who(w, me), *who(w, whom))
    return None


# -- Trickster 1


@BOOK.step
def shapeshifter(w: World, me: int, one: int = UNASKED, two: int = UNASKED) -> Ask | None:
    """N13: look at the House cards of any two players, oneself included."""
    every = [*others(w, me), me]
    if one == UNASKED:
        return aim(w, me, SHIFT_ONE, every)
    first = member_at(w.seats, one)
    if two == UNASKED:
        return aim(w, me, SHIFT_TWO, [member for member in every if member != first])
    second = member_at(w.seats, two)
    for member in (first, second):
        w.show_all(house(w, member), sees(w, me))
    w.then(shift, me, first, second)
    return None


@BOOK.step
def shift(w: World, me: int, one: int, two: int, done: int = UNASKED) -> Ask | None:
    """N17: swap them or not; nobody else can tell, and the two no longer know their own card."""
    if done == UNASKED:
        return decide(w, me, SHIFT, [0, YES])
    w.maybe_swap(house(w, one), house(w, two), seat_of(w, me), done == YES)
    w.set(TOUCHED, w.count[TOUCHED] | 1 << one | 1 << two)
    w.tell(SHIFTS, *who(w, me), *who(w, one), *who(w, two))
    return None


# -- Trickster 2


@BOOK.step
def grave_digger(w: World, me: int) -> None:
    """N18: look at two of the draft's discards, at random."""
    pile = dug(w, seat_of(w, me))
    for _ in range(2):
        w.play(DISCARD, w.random_face(DISCARD), pile)
    w.tell(DIGS, *who(w, me))
    w.then(dig_keep, me)
    w.then(dig_play, me)


@BOOK.step
def dig_keep(w: World, me: int, kept: int = UNASKED) -> Ask | None:
    """N18: keep one, put the other back unseen."""
    pile = dug(w, seat_of(w, me))
    if kept == UNASKED:
        return decide(w, me, DIG_KEEP, w.kinds_in(pile))
    for face in w.faces(pile):
        if face != kept:
            w.play(pile, face, DISCARD)
    w.set(DIGGER, me + 1)
    return None


@BOOK.step
def dig_play(w: World, me: int, face: int = UNASKED) -> Ask | None:
    """N18: play the kept card at once, if it is one that is played in the night, or wait."""
    if face == UNASKED:
        (kept,) = w.faces(dug(w, seat_of(w, me)))
        return decide(w, me, DIG_PLAY, [0, 1 + kept] if kept < MONK else [0])
    play_dug(w, me, face - 1)
    return None


@BOOK.step
def dig_turn(w: World, number: int, face: int = UNASKED) -> Ask | None:
    """N18: at each later Trickster's number the digger is asked alike: a kept one can be played."""
    me = w.count[DIGGER] - 1
    if me < 0 or not alive(w, me):
        return None
    if face == UNASKED:
        (kept,) = w.faces(dug(w, seat_of(w, me)))
        due = kept == SHAPESHIFTER + number - 1
        return decide(w, me, DIG_PLAY, [0, 1 + kept] if due else [0])
    play_dug(w, me, face - 1)
    return None


def play_dug(w: World, me: int, face: int) -> None:
    """The kept card is revealed and carried out now; -1: it is not played now."""
    if face >= 0:
        w.set(DIGGER, 0)
        w.play(dug(w, seat_of(w, me)), face, played(w, me))
        w.tell(PLAYS, *who(w, me), face)
        w.then(resolve, me, face)


@BOOK.step
def dig_end(w: World) -> None:
    """N18: after the Tricksters a kept card is one of the player's cards like any other."""
    me = w.count[DIGGER] - 1
    if me >= 0:
        (kept,) = w.faces(dug(w, seat_of(w, me)))
        w.play(dug(w, seat_of(w, me)), kept, hand(w, me))
        w.set(DIGGER, 0)


# -- Tricksters 3 to 6


@BOOK.step
def troublemaker(w: World, me: int, at: int = UNASKED) -> Ask | None:
    """N13: look at another player's House card."""
    if at == UNASKED:
        return aim_look(w, me, TROUBLE_AT)
    whom = member_at(w.seats, at)
    look(w, me, whom)
    w.then(expose, me, whom)
    return None


@BOOK.step
def expose(w: World, me: int, whom: int, done: int = UNASKED) -> Ask | None:
    """N15: one may turn that card up for all."""
    if done == UNASKED:
        return decide(w, me, TROUBLE, [0, YES])
    if done == YES:
        turn_up(w, whom)
    return None


@BOOK.step
def judge(w: World, me: int) -> None:
    """N15: turn up one's own House card, then judge."""
    turn_up(w, me)
    w.then(sentence, me)


@BOOK.step
def sentence(w: World, me: int, at: int = UNASKED) -> Ask | None:
    """N14, N15, N19: a living player must be killed, and there is no reaction."""
    found = victims(w, me)
    if not found:
        w.tell(NO_TARGET, *who(w, me))
        return None
    if at == UNASKED:
        return aim(w, me, JUDGE_AT, found)
    kill(w, member_at(w.seats, at))
    return None


# -- Blind Assassin and Shinobi


@BOOK.step
def assassin(w: World, me: int, at: int = UNASKED) -> Ask | None:
    """N14, N15: kill another living player, unseen; with none, nothing."""
    found = victims(w, me)
    if not found:
        w.tell(NO_TARGET, *who(w, me))
        return None
    if at == UNASKED:
        return aim(w, me, ASSASSIN_AT, found)
    w.then(attack, me, member_at(w.seats, at))
    return None


@BOOK.step
def shinobi(w: World, me: int, at: int = UNASKED) -> Ask | None:
    """N15: look at a House card; N13, N14: then kill, unless it is one's own or a dead one's."""
    if at == UNASKED:
        return aim_look(w, me, SHINOBI_AT)
    whom = member_at(w.seats, at)
    look(w, me, whom)
    if whom != me and alive(w, whom):
        w.then(spare_or_kill, me, whom)
    return None


@BOOK.step
def spare_or_kill(w: World, me: int, whom: int, done: int = UNASKED) -> Ask | None:
    """N15: one may kill whom one has looked at. N19: who is spared has nothing to react to."""
    if done == UNASKED:
        return decide(w, me, SHINOBI_KILL, [0, YES])
    if done == YES:
        w.then(attack, me, whom)
    else:
        w.tell(SPARES, *who(w, me), *who(w, whom))
    return None


POWERS: Final[dict[int, Step]] = {
    SPY: spy,
    MYSTIC: mystic,
    SHAPESHIFTER: shapeshifter,
    GRAVE_DIGGER: grave_digger,
    TROUBLEMAKER: troublemaker,
    MERCHANT: merchant,
    THIEF: thief,
    JUDGE: judge,
    ASSASSIN: assassin,
    SHINOBI: shinobi,
}
"""The power of each Trickster, and of the first card of each other phase for all of them."""
