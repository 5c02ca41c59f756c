"""Night of the Ninja: the Grave Digger, Trickster 2, and what it keeps (N18)."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import UNANSWERED, Ask, Chosen, Face, Option, Refusal, Sight, View, World
from tatami.games.night import asked, told
from tatami.games.night.asked import ask_for_one, decide
from tatami.games.night.cards import BOOK, GRAVE_DIGGER, PHASE_OF
from tatami.games.night.members import Member
from tatami.games.night.resolve import resolve, turn_of
from tatami.games.night.zones import DIGGER, DISCARD, HAND, PLAYED, alive, dug_by

# N18 lets reactions and the Mastermind work as usual, and yet what was kept lies apart, in ``DUG``,
# until the Tricksters are over. Nobody can tell: before that only the digger can attack, with the
# very card that was kept, so whoever is attacked has all reactions in hand; the Judge allows none;
# and the Mastermind is asked for at the House Reveal.

DUG_UP: Final = 2
"""[sourced] The discards that the Grave Digger looks at."""

# -- digging


@turn_of(GRAVE_DIGGER)
@BOOK.step
def grave_digger(w: World, me: Member) -> None:
    """N18: look at two of the draft's discards, at random."""
    for _ in range(DUG_UP):
        w.play(DISCARD, w.random_face(DISCARD), dug_by(w, me))
    w.tell(told.DIGS, me)
    w.then(dig_keep, me)
    w.then(dig_play, me)


@BOOK.step
def dig_keep(w: World, me: Member, kept: Chosen = UNANSWERED) -> Ask | None:
    """N18: keep one, put the other back unseen."""
    found = dug_by(w, me)
    if kept is UNANSWERED:
        return ask_for_one(w, me, asked.DIG_KEEP, w.kinds_in(found))
    for card in w.faces(found):
        if card != asked.DIG_KEEP.of(kept):
            w.play(found, card, DISCARD)
    DIGGER.put(w, me)
    return None


NOT_DUG: Final = BOOK.no("not_dug", "N18")


def why_not_dug(s: Sight, me: Member, card: Face) -> Refusal | None:
    """N18: one of the two that were found."""
    return None if s.has(dug_by(s, me), card) else NOT_DUG


# -- playing what was kept


@BOOK.step
def dig_play(w: World, me: Member, what: Chosen = UNANSWERED) -> Ask | None:
    """N18: play the kept card at once, if it is one that is played in the night, or wait."""
    if what is UNANSWERED:
        kept = w.faces(dug_by(w, me))
        return ask_digger(w, me, [card for card in kept if why_not_at_once(w, me, card) is None])
    play_dug(w, me, what)
    return None


@BOOK.step
def dig_turn(w: World, turn: Face, what: Chosen = UNANSWERED) -> Ask | None:
    """N18: at each later Trickster's turn the digger is asked alike, whatever was kept.

    Only where it is that Trickster can it be played. N10: a dead digger plays none.
    """
    me = DIGGER.of(w)
    if me is None or not alive(w, me):
        return None
    if what is UNANSWERED:
        kept = w.faces(dug_by(w, me))
        due = [card for card in kept if why_not_in_turn(w, me, turn, card) is None]
        return ask_digger(w, me, due)
    play_dug(w, me, what)
    return None


def ask_digger(w: World, me: Member, due: list[Face]) -> Ask:
    """N18: asked in the same way whatever was kept: to wait, or to play it where it is due."""
    options = [asked.WAIT.option, *asked.PLAY_DUG.each(due)]
    return decide(w, me, asked.DIG_PLAY, options, by_default=asked.WAIT.option)


def play_dug(w: World, me: Member, what: Option) -> None:
    """The kept card is revealed and carried out now, or waits."""
    if asked.PLAY_DUG.fits(what):
        card = asked.PLAY_DUG.of(what)
        DIGGER.clear(w)
        w.play(dug_by(w, me), card, PLAYED[me])
        w.tell(told.PLAYS, me, card)
        w.then(resolve, me, card)


@BOOK.step
def dig_end(w: World) -> None:
    """N18: after the Tricksters a kept card is one of the player's cards like any other."""
    me = DIGGER.of(w)
    if me is not None:
        (kept,) = w.faces(dug_by(w, me))
        w.play(dug_by(w, me), kept, HAND[me])
        DIGGER.clear(w)


NOT_KEPT: Final = BOOK.no("not_kept", "N18")
NOT_NOW: Final = BOOK.no("not_now", "N18")


def why_not_at_once(s: Sight, me: Member, card: Face) -> Refusal | None:
    """N18: only the kept card, if it is one of the five phases."""
    if not s.has(dug_by(s, me), card):
        return NOT_KEPT
    return None if card in PHASE_OF else NOT_NOW


def why_not_in_turn(s: Sight, me: Member, turn: Face, card: Face) -> Refusal | None:
    """N18: only the kept card, when it is its turn among the Tricksters."""
    if not s.has(dug_by(s, me), card):
        return NOT_KEPT
    return None if card == turn else NOT_NOW


def why_not_dug_up(view: View, me: Member, card: Face) -> Refusal | None:
    """N18: the same for one who is asked now: at once, or at a Trickster's turn."""
    if view.is_at(dig_turn):
        return why_not_in_turn(view, me, view.called("turn"), card)
    return why_not_at_once(view, me, card)
