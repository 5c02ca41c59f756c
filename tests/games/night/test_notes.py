"""N5, N37: every world that a seat imagines agrees with the notes it would have taken on paper.

The notes are taken from the log of the truth, card by card, and know nothing of ledgers.
"""

from __future__ import annotations

import pytest

from tatami.engine.dice import Dice
from tatami.engine.imagine import imagine
from tatami.engine.ops import MOVE, SHOW, SHUFFLE, SWAP, TRADE
from tatami.engine.referee import Referee
from tatami.engine.world import World
from tatami.games.night.cards import WORTH
from tatami.games.night.members import SEAT, members, members_of
from tatami.games.night.rules import GAME
from tatami.games.night.zones import (
    DECK,
    DISCARD,
    DRAFT,
    DUG,
    ENOUGH,
    HAND,
    HOUSE,
    HOUSE_PILE,
    LIFTED,
    PLAYED,
    TOKENS,
)
from tatami.testing.inputs import Input


class Notes:
    """What one seat would have written down."""

    def __init__(self, w: World, seat: int) -> None:
        self.w = w
        self.seat = seat
        self.upto = 0
        every = members(w)
        self.mine = members_of(w, SEAT.all[seat])
        self.houses = [HOUSE[member] for member in every]
        self.drafts = [DRAFT[member] for member in every]
        self.hands = [HAND[member] for member in every]
        self.purses = [TOKENS[other] for other in w.everyone()]
        self.apart = [LIFTED[other] for other in w.everyone()]
        self.coins: dict[int, list[int]] = {purse: [] for purse in self.purses}
        self.new_round()

    def new_round(self) -> None:
        """All but the tokens goes back; whoever had 10 points would have won."""
        self.poor = set(self.purses)
        self.is_at: dict[int, int] = {}
        self.among: list[tuple[int, int, int]] = []
        self.passed: dict[int, list[int]] = {}
        self.discarded: list[int] = []
        self.showed: list[tuple[int, int]] = []
        self.diggers: list[int] = []

    def read(self) -> None:
        """Take down what happened since."""
        assert self.w.watch is not None
        ops = self.w.watch.ops
        for op in ops[self.upto :]:
            if op[0] == MOVE:
                self.moved([(op[1], op[3], op[5], op[6] | op[7])])
            elif op[0] == TRADE:
                cards = [op[at : at + 5] for at in range(1, len(op), 5)]
                self.moved([(a, b, face, old | new) for a, b, face, old, new in cards])
            elif op[0] == SHOW and op[2] >> self.seat & 1:
                self.saw(op[1], [op[at] for at in range(4, len(op), 4)])
            elif op[0] == SWAP:
                self.swapped(op[1], op[2], bool(op[3] >> self.seat & 1), bool(op[4]))
            elif op[0] == SHUFFLE and op[1] == HOUSE_PILE:
                self.new_round()
        self.upto = len(ops)

    def moved(self, cards: list[tuple[int, int, int, int]]) -> None:
        """Cards leave, then cards arrive: source, target, face, who sees it."""
        for source, target, face, who in cards:
            self.poor -= {source, target}
            if source == DISCARD and target != DECK:
                self.diggers = [self.w.layout.owners[target]]
            if source in self.coins:
                known = self.coins[source]
                if not who >> self.seat & 1:
                    known.clear()
                elif face in known:
                    known.remove(face)
        for source, target, face, who in cards:
            if who >> self.seat & 1:
                self.arrived(source, target, face)

    def arrived(self, source: int, target: int, face: int) -> None:
        """A card that the seat sees comes to a place."""
        if target in self.houses:
            self.is_at[target] = face
        elif target in self.drafts and source in self.drafts:
            if self.drafts.index(source) in self.mine:
                self.passed.setdefault(self.drafts.index(target), []).append(face)
        elif target == DISCARD and source in self.drafts:
            self.discarded.append(face)
        elif target in self.coins and source in (*self.purses, *self.apart):
            self.coins[target].append(face)

    def saw(self, zone: int, faces: list[int]) -> None:
        """The seat was shown cards."""
        if zone in self.houses:
            self.is_at[zone] = faces[0]
        elif zone in self.hands:
            self.showed += [(self.hands.index(zone), face) for face in faces]

    def swapped(self, a: int, b: int, mine: bool, done: bool) -> None:
        """Two House cards may have been swapped."""
        one, two = self.is_at.pop(a, -1), self.is_at.pop(b, -1)
        if mine:
            self.is_at |= {a: two, b: one} if done else {a: one, b: two}
        else:
            self.among += [(a, b, face) for face in (one, two) if face >= 0]

    # -- what cannot be

    def wrong(self, w: World) -> str:
        """What in a world contradicts the notes; empty where nothing does."""
        where = {w.face[card]: zone for zone, cards in enumerate(w.zones) for card in cards}
        for zone, face in self.is_at.items():
            if where[face] != zone:
                return f"{face} is not at {zone}"
        for a, b, face in self.among:
            if where[face] not in (a, b):
                return f"{face} is neither at {a} nor at {b}"
        for member, face in self.showed:
            if where[face] not in (HAND[member], PLAYED[member]):
                return f"{face} was with {member}"
        return self.wrong_draft(w, where) or self.wrong_tokens(w)

    def wrong_draft(self, w: World, where: dict[int, int]) -> str:
        """Of two cards passed one is kept and one discarded, to be dug up perhaps."""
        gone = [DISCARD]
        for seat in self.diggers:
            gone.append(DUG[seat])
            for member in members_of(w, SEAT.all[seat]):
                gone += [HAND[member], PLAYED[member]]
        for face in self.discarded:
            if where[face] not in gone:
                return f"{face} was discarded"
        for member, faces in self.passed.items():
            places = [where[face] for face in faces]
            if places == [DRAFT[member]] * 2:
                continue
            kept = [place in (HAND[member], PLAYED[member]) for place in places]
            lost = [place in gone for place in places]
            if not (kept[0] and lost[1]) and not (kept[1] and lost[0]):
                return f"{faces} were passed to {member}"
        return ""

    def wrong_tokens(self, w: World) -> str:
        """Tokens that the seat gave, took, lost or was shown; purses known to be poor."""
        for purse, known in self.coins.items():
            held = w.faces(purse)
            if any(held.count(face) < known.count(face) for face in known):
                return f"{known} are not all in {held}"
        for purse in self.poor:
            if sum(WORTH[face] for face in w.faces(purse)) >= ENOUGH:
                return f"{w.faces(purse)} are too many points"
        return ""


def lively(referee: Referee, dice: Dice) -> Input:
    """A random answer; mostly whoever can play a card does."""
    seats = referee.waiting()
    seat = seats[dice.below(len(seats))]
    asks = referee.asks(seat)
    _, found = asks[dice.below(len(asks))]
    allowed = found.options
    if found.high and len(allowed) > 1 and dice.below(5):
        allowed = allowed[:-1]
    option = allowed[dice.below(len(allowed))]
    return Input("answer", seat, found.at, option, found.question.key)


@pytest.mark.parametrize("seats", GAME.counts)
def test_what_a_seat_imagines_agrees_with_its_notes(seats: int) -> None:
    """N5, N17, N18, N22, N23, N30, N37: for every seat, all through a game."""
    checked = 0
    for seed in range(3):
        dice = Dice((100 * seats + seed).to_bytes(32, "big"))
        game = Referee(GAME, seats, seed, (seed, 0, 0))
        notes = [Notes(game.world, seat) for seat in range(seats)]
        while not game.over:
            if dice.below(15) == 0:
                taken = notes[dice.below(seats)]
                taken.read()
                assert not taken.wrong(game.world)
                found = taken.wrong(imagine(game.view(taken.seat), dice.below(1 << 30)))
                assert not found, f"seat {taken.seat}, seed {seed}: {found}"
                checked += 1
            assert lively(game, dice).give(game)
    assert checked > 20
