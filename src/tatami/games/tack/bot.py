"""A player of Ninjaaa'Tack in real time. It sees a view and nothing else, and is never superhuman.

When cards arrive it plans: to signal its hand gesture by gesture, to choose a card when the partner
has had time to signal, to strike if its own hand is enough. What it hears can make it strike. Every
reaction takes as long as its level needs, at least a quarter of a second.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tatami.engine.asking import Answer
from tatami.engine.dice import Dice
from tatami.engine.intent import DECIDE, QUICKEST, SIGN, USE, Intent
from tatami.engine.question import Question
from tatami.engine.rules import Option, View
from tatami.games.tack import asked, flight, told
from tatami.games.tack.calls import complete, most_copies, needed, paying
from tatami.games.tack.cards import CLAN, HAND_SIZE, Clan, Counted, Token
from tatami.games.tack.passes import passing
from tatami.games.tack.purses import colours
from tatami.games.tack.reading import NO_CARDS, WORD_FOR, Ears, own_sheet, spelled
from tatami.games.tack.throws import Prize, doubles, prizes
from tatami.games.tack.zones import (
    BOX_FAR,
    BOX_SIDE,
    LEFT_OUT,
    PASSED,
    PURSE,
    ROUND,
    WITH_CODES,
    collector_of,
    other_teams,
    pair_of,
    partner_of,
)

STALE: Final = 10
"""After so many passes a round goes in circles, and cards are passed at random now and then ..."""
STRAY: Final = 3
"""... which is one time in so many."""
TEAM_WEIGHT: Final = 4
"""A card of a clan in the team counts as much as so many in one's own or the neighbour's hand."""

UNEVEN: Final = 3
"""Between two gestures it takes longer by up to one part in so many."""


class Level(NamedTuple):
    """How quick somebody is, in milliseconds, and what they can do."""

    react: int
    """The least time that a reaction takes ..."""
    spread: int
    """... and how much longer it can take."""
    gap: int
    """Between two gestures."""
    think: int
    """Before a card is chosen."""
    attacks: bool
    learns: bool
    shaky: int
    """How far a throw is off at most, in aims and powers."""


DROWSY: Final = Level(
    react=430, spread=620, gap=500, think=2900, attacks=False, learns=False, shaky=2
)
ALERT: Final = Level(
    react=400, spread=600, gap=480, think=2800, attacks=True, learns=False, shaky=1
)
SWIFT: Final = Level(
    react=QUICKEST, spread=500, gap=420, think=2500, attacks=True, learns=True, shaky=0
)


class TackBot:
    """Plays at a level; silent ones neither signal nor listen."""

    def __init__(
        self, key: bytes, level: Level = SWIFT, talks: bool = True, listens: bool = True
    ) -> None:
        self.dice = Dice(key)
        self.level = level
        self.talks = talks
        self.listens = listens
        self.ears = Ears()
        self.round = 0

    # -- in real time

    def plan(self, view: View) -> list[Intent]:
        """T4, T6, T7: what to do with the cards that have just come, and when."""
        self._remember(view)
        if not _passing(view):
            return [Intent(self._reaction() + self.level.react, DECIDE)] if view.offers else []
        found = self._strike(view)
        if self.talks:
            found += self._signals(view)
        think = self.level.think + self.dice.below(self.level.spread)
        found.append(Intent(think, DECIDE))
        return found

    def hear(self, view: View) -> list[Intent]:
        """T6: somebody has signalled: strike if that was what was missing."""
        if not self.listens or not _passing(view):
            return []
        self.ears.notice(view)
        return self._strike(view)

    def _remember(self, view: View) -> None:
        """T22: learn from what a call showed as soon as there are new cards."""
        if view.count[ROUND] != self.round and self.level.learns and self.listens:
            self.ears.learn(view)
        self.round = view.count[ROUND]

    def _reaction(self) -> int:
        """At least what a person needs, and mostly somewhat more."""
        half = self.level.spread // 2
        return self.level.react + self.dice.below(half) + self.dice.below(half)

    def _signals(self, view: View) -> list[Intent]:
        """T6: the hand, spelled in the team's code; without a sheet in plain words."""
        me = view.seat
        other = partner_of(view, me)
        if other is None:
            return []
        gestures = {sign: at for at, sign in own_sheet(view, pair_of(view, me, other)).items()}
        found: list[Intent] = []
        delay = self._reaction()
        for sign in spelled(self.ears.hand_of(view, me)):
            if WITH_CODES.of(view):
                found.append(Intent(delay, SIGN, told.GESTURED, args=(gestures[sign],)))
            else:
                found.append(Intent(delay, SIGN, told.SPOKEN, args=(WORD_FOR[sign],)))
            delay += self.level.gap + self.dice.below(self.level.gap // UNEVEN)
        return found

    # -- the gong

    def _strike(self, view: View) -> list[Intent]:
        """Strike when sure."""
        call = self._call(view)
        if call is None:
            return []
        name, stamp, _ = view.rights[0]
        return [Intent(self._reaction(), USE, name, call, stamp)]

    def _call(self, view: View) -> Option | None:
        """What to call: one's own clan first."""
        me = view.seat
        mine = self.ears.hand_of(view, me)
        partners = self.ears.hand_of(view, partner_of(view, me)) if self.listens else NO_CARDS
        if paying(view, me, [mine, partners]):
            return asked.NINJA.option
        if self.level.attacks and self.listens and self._others_complete(view, mine, partners):
            return asked.ATTACK.option
        return None

    def _others_complete(self, view: View, mine: Counted, partners: Counted) -> bool:
        """T9, T20: another team, or a wolf, has told of enough; or there is no other place left."""
        others = other_teams(view, view.seat)
        if len(others) == 1 and self._all_elsewhere(view, mine, partners):
            return True
        for them in others:
            theirs = [self.ears.hand_of(view, seat) for seat in them]
            if complete(theirs, needed(view, them)):
                return True
        return False

    def _all_elsewhere(self, view: View, mine: Counted, partners: Counted) -> bool:
        """T9: whether a clan is in play of which one's team, whose whole hands one knows, has none.

        With only two teams the others have all of it.
        """
        if sum(partners.values()) != HAND_SIZE:
            return False
        lacking = [clan for clan in CLAN.all if not mine[clan] and not partners[clan]]
        return any(not view.has(LEFT_OUT, clan) for clan in lacking)

    # -- answers

    def decide(self, view: View) -> Answer:
        """By what is asked."""
        offer = view.offers[0]
        options = list(offer.options)
        if offer.question is asked.PASS_ON:
            return self._passed(view, options)
        if offer.question is asked.WHAT_TO_LOSE:
            return asked.LOSE[most_copies(view, collector_of(view, view.seat))]
        if offer.question is asked.WHAT_TO_THROW:
            *_, token = doubles(view, view.seat)
            return asked.THROW[token] if _wanted(view) else asked.HOLD[asked.WHAT_TO_THROW]
        if offer.question is asked.SWAP:
            return self._swapped(view)
        return self._aimed(view, offer.question)

    def _passed(self, view: View, options: list[int]) -> int:
        """The card that is worth least to the team, and to whom it goes."""
        if view.count[PASSED] >= STALE and self.dice.below(STRAY) == 0:
            return options[self.dice.below(len(options))]
        me = view.seat
        mine = self.ears.hand_of(view, me)
        other = left = None
        if self.listens:
            other = partner_of(view, me)
            left = view.left_of(me)
        told_us = self.ears.hand_of(view, other)
        theirs = self.ears.hand_of(view, left)

        def worth(clan: Clan) -> int:
            return kept(mine[clan] + told_us[clan], mine[clan], theirs[clan])

        return min(options, key=lambda option: worth(asked.PASS.of(option)))

    def _swapped(self, view: View) -> int:
        """A colour one lacks, from whoever has most of them."""
        wanted = _wanted(view)
        if not wanted:
            return asked.KEEP.option
        return asked.TAKE[max(wanted, key=lambda prize: colours(view, prize.whose))]

    def _aimed(self, view: View, question: Question) -> int:
        """T15: where the box stands, as well as one can."""
        if question is asked.WHERE_TO_AIM:
            return asked.AIM_AT[self._near(view.count[BOX_SIDE])]
        return asked.WITH_POWER[self._near(view.count[BOX_FAR] - flight.MIDDLE_MM)]

    def _near(self, millimetres: int) -> int:
        """The aim, or power, for a box so many millimetres from the middle, or not far off."""
        shaky = self.level.shaky
        off = self.dice.below(2 * shaky + 1) - shaky
        wanted = asked.STRAIGHT + flight.notches(millimetres) + off
        return min(max(asked.LOWEST, wanted), asked.HIGHEST)


def kept(team: int, mine: int, lefts: int) -> int:
    """What it is worth to keep a card of a clan of which the team, one's own hand, and that of the
    left neighbour, who is never a partner, have so many."""
    return TEAM_WEIGHT * team + mine + lefts


def drowsy(key: bytes) -> TackBot:
    """Slow, and never attacks."""
    return TackBot(key, DROWSY)


def alert(key: bytes) -> TackBot:
    """Quick enough, and attacks when the cards leave no doubt."""
    return TackBot(key, ALERT)


def swift(key: bytes) -> TackBot:
    """As quick as a quick person; learns others' codes."""
    return TackBot(key, SWIFT)


def _passing(view: View) -> bool:
    return view.is_at(passing) and bool(view.rights)


def _tokens(view: View) -> tuple[Token, ...]:
    return view.faces(PURSE[collector_of(view, view.seat)])


def _wanted(view: View) -> list[Prize]:
    """T14: what would bring a colour one lacks."""
    mine = _tokens(view)
    return [prize for prize in prizes(view, view.seat) if prize.token not in mine]
