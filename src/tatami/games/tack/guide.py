"""What a search is told of Ninjaaa'Tack: how hands go round, and who has a clan first.

Only what to pass is searched, when the time that the bot has planned for it has come: strikes must
be as quick as they are. A playout passes cards as the bot does, with the hands of a team known to
both of it, until a team has a clan.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.asking import Answer
from tatami.engine.dice import QuickDice
from tatami.engine.flow import sealed
from tatami.engine.rules import Seat
from tatami.engine.view import View
from tatami.engine.world import World
from tatami.games.guide import Belief, Guide, Level
from tatami.games.tack import asked
from tatami.games.tack.bot import alert, drowsy, kept, swift
from tatami.games.tack.calls import complete, in_one_hand, needed
from tatami.games.tack.cards import CLAN, HAND_SIZE, Clan
from tatami.games.tack.hands import held
from tatami.games.tack.penalties import is_penalised
from tatami.games.tack.reading import Ears
from tatami.games.tack.zones import HAND, other_teams, team

PASSES: Final = 7
"""How many passes a playout looks ahead."""
DOUBT: Final = 0.15
"""How likely each card is that somebody has not told of, against one that they have."""
STRAY_OF_256: Final = 20
"""How many of 256 passes in a playout go astray."""
HOPE: Final = 0.3
"""What it is worth to have nearly a clan after these passes, against having one before."""


def told_hands(view: View) -> Belief:
    """T6: hands as they were signalled, as far as this seat can read it."""
    ears = Ears()
    told = {seat: ears.hand_of(view, seat) for seat in view.everyone() if seat != view.seat}
    told = {seat: hand for seat, hand in told.items() if sum(hand.values())}

    def weight(w: World) -> float:
        found = 1.0
        for seat, hand in told.items():
            mine = held(w, seat)
            for clan in CLAN.all:
                if mine[clan] < hand[clan]:
                    found *= DOUBT ** (hand[clan] - mine[clan])
        return found

    return Belief([HAND[seat] for seat in told], weight)


def passes_only(view: View, base: Answer) -> list[Answer]:
    """T4: what to pass is weighed; whatever else is asked, the bot answers."""
    offer = view.offers[0]
    return [*offer.options] if offer.question is asked.PASS_ON else [base]


class Round:
    """The hands of a round on their way round the table."""

    def __init__(self, w: World, seed: int) -> None:
        self.seats = w.everyone()
        self.left = {seat: w.left_of(seat) for seat in self.seats}
        self.hands = {seat: held(w, seat) for seat in self.seats}
        self.teams = [team(w, self.seats[0]), *other_teams(w, self.seats[0])]
        self.needed = [needed(w, mates) for mates in self.teams]
        self.bound = [all(is_penalised(w, mate) for mate in mates) for mates in self.teams]
        """T11, T19: whether a penalty binds whoever of a team calls."""
        self.mates = {seat: mates for mates in self.teams for seat in mates}
        self.dice = QuickDice(seed)

    def passed(self, seat: Seat) -> Clan:
        """T4: what the bot would pass: worth least to the team, then to the left neighbour."""
        mine, theirs = self.hands[seat], self.hands[self.left[seat]]
        here = [clan for clan in CLAN.all if mine[clan]]
        if self.dice.below(256) < STRAY_OF_256:
            return here[self.dice.below(len(here))]
        ours = [self.hands[mate] for mate in self.mates[seat]]
        worth = [kept(sum([hand[c] for hand in ours]), mine[c], theirs[c]) for c in here]
        return here[worth.index(min(worth))]

    def move(self, choices: dict[Seat, Clan]) -> None:
        """T4: all cards go to the left at once."""
        for seat, clan in choices.items():
            self.hands[seat][clan] -= 1
            self.hands[self.left[seat]][clan] += 1

    def ready(self) -> list[int]:
        """T8, T11, T20: the teams that have a clan for which a call pays, by their number."""
        return [at for at in range(len(self.teams)) if self.has_a_clan(at)]

    def has_a_clan(self, at: int) -> bool:
        """Whether one who may call can do so."""
        hands = [self.hands[mate] for mate in self.teams[at]]
        return bool(in_one_hand(hands) if self.bound[at] else complete(hands, self.needed[at]))

    def most(self, mates: list[Seat]) -> int:
        """The most cards of one clan that a team has."""
        return max([sum([self.hands[mate][clan] for mate in mates]) for clan in CLAN.all])

    def rewards(self, teams: list[int], value: float) -> list[float]:
        """What it is worth to every seat that these teams share a value."""
        found = [0.0] * len(self.seats)
        for at in teams:
            for seat in self.teams[at]:
                found[seat] = value / len(teams)
        return found


def pass_on(w: World, seed: int) -> list[float]:
    """T4, T8: pass until a team has a clan; the sooner the better, later is nearly nothing."""
    going = Round(w, seed)
    given = sealed(w) if w.ask is not None and w.ask.question is asked.PASS_ON else ()
    for number in range(PASSES):
        choices = {seat: going.passed(seat) for seat in going.seats}
        if number == 0:
            for seat, option in zip(going.seats, given, strict=False):
                if isinstance(option, int):
                    choices[seat] = asked.PASS.of(option)
        going.move(choices)
        ready = going.ready()
        if ready:
            return going.rewards(ready, 1.0 - number / (2.0 * PASSES))
    return [HOPE * going.most(going.mates[seat]) / (2 * HAND_SIZE) for seat in going.seats]


GUIDE: Final = Guide(swift, light=pass_on, candidates=passes_only, beliefs=told_hands)
LEVELS: Final = (
    Level("drowsy", drowsy),
    Level("alert", alert),
    Level("swift", swift),
    Level("keen", swift, simulations=160, most=4000),
)
