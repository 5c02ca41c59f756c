"""Night of the Ninja: who is attacked, who may react, who dies (N10, N13, N14, N19 to N21, N24)."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import UNANSWERED, Ask, Face, Picked, Refusal, Seat, Sight, World
from tatami.games.night import asked, told
from tatami.games.night.cards import BOOK, MARTYR, MONK, REACTIONS
from tatami.games.night.looks import NOT_YOURSELF
from tatami.games.night.members import Member, others, seat_of
from tatami.games.night.zones import (
    BAG,
    HAND,
    MONK_AND_MARTYR,
    NO_TOKEN,
    ONE_ONLY,
    PLAYED,
    TOKENS,
    alive,
    die,
)

DEAD_ALREADY: Final = BOOK.no("dead_already", "N14")
NO_SUCH_REACTION: Final = BOOK.no("not_in_hand", "N19")
NO_REACTION: Final = BOOK.no("no_reaction", "N19")
ONE_REACTION_ONLY: Final = BOOK.no("one_reaction", "N20")


def why_not_killed(s: Sight, me: Member, whom: Member) -> Refusal | None:
    """N13, N14: another one, who lives."""
    if whom == me:
        return NOT_YOURSELF
    return None if alive(s, whom) else DEAD_ALREADY


def victims(s: Sight, me: Member) -> list[Member]:
    """N13, N14: whom a member can kill."""
    return [whom for whom in others(s, me) if why_not_killed(s, me, whom) is None]


def aim_to_kill(w: World, me: Member, at: asked.Aim) -> Ask | None:
    """N14, N15: ask whom to kill; with nobody to be killed, nothing."""
    found = victims(w, me)
    if found:
        return asked.aim(w, me, at, found)
    w.tell(told.NO_TARGET, me)
    return None


@BOOK.step
def attack(w: World, attacker: Member, attacked: Member) -> None:
    """N19: a Blind Assassin or Shinobi sets out to kill; the one attacked may react first."""
    w.tell(told.ATTACKS, attacker, attacked)
    w.then(react, attacker, attacked)


@BOOK.step
def react(w: World, attacker: Member, attacked: Member, given: Picked = UNANSWERED) -> Ask | None:
    """N19, N24: the attacked is always asked, whatever they hold; both reactions in one answer."""
    if given is UNANSWERED:
        return ask_to_react(w, attacked)
    played = asked.REACT.of_all(given)
    play_reactions(w, attacked, played)
    if MARTYR in played:
        martyr(w, attacked, saved=MONK in played)
    if MONK in played:
        w.tell(told.REFLECTS, attacker)
        kill(w, attacker)
    else:
        kill(w, attacked)
    return None


def play_reactions(w: World, me: Member, played: list[Face]) -> None:
    """N19: they are turned up, and stay so."""
    for card in played:
        w.play(HAND[me], card, PLAYED[me])
        w.tell(told.PLAYS, me, card)


def ask_to_react(w: World, me: Member) -> Ask:
    """N19: with either reaction or both. N20: the table may allow only one."""
    held = [card for card in w.kinds_in(HAND[me]) if why_not_reacted(w, me, card) is None]
    return asked.ask_for_any(w, me, asked.REACT, held, most_reactions(w))


def most_reactions(s: Sight) -> int:
    """N20: Mirror Monk and Martyr on one attack, or one of them only."""
    return 1 if MONK_AND_MARTYR.of(s) == ONE_ONLY else len(REACTIONS)


def why_not_so_many(s: Sight, number: int) -> Refusal | None:
    """N20: both reactions, where the table allows only one.

    Of more than there are it is the question that speaks (N19).
    """
    return ONE_REACTION_ONLY if most_reactions(s) < number <= len(REACTIONS) else None


def why_not_reacted(s: Sight, me: Member, card: Face) -> Refusal | None:
    """N19: a reaction that one holds."""
    if not s.has(HAND[me], card):
        return NO_SUCH_REACTION
    return None if card in REACTIONS else NO_REACTION


def martyr(w: World, member: Member, saved: bool) -> None:
    """N21: one token, at once. N20: the table may give none to one whom the Monk saves."""
    if not (saved and MONK_AND_MARTYR.of(w) == NO_TOKEN):
        draw_token(w, seat_of(w, member))


def kill(w: World, member: Member) -> None:
    """N10: a member is dead, and the House card stays down.

    N14: one always lives, since whoever kills another, by a card or by the Monk, is alive.
    """
    die(w, member)
    w.tell(told.DIES, member)


def draw_token(w: World, seat: Seat) -> None:
    """N21, N26: one token at random, seen by its owner only; N29: from an empty bag none."""
    if w.is_empty(BAG):
        w.tell(told.BAG_EMPTY, seat)
        return
    w.draw(BAG, TOKENS[seat])
    w.tell(told.DRAWS, seat)
