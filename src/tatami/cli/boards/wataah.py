"""WAT-AAH! on a terminal: before each player the clans, below them the board and the Jigoku."""

from __future__ import annotations

from typing import Final

from tatami.cli.boards.base import Canvas, Choice, columns
from tatami.cli.boards.wataah_end import ending
from tatami.cli.paint import Line, Span, clip, join, pack, pad
from tatami.cli.wording import Wording, fill
from tatami.engine.view import Offer, View
from tatami.games.wataah.book import FOUND_WITH, PLACE, REINFORCE, SUMMON
from tatami.games.wataah.cards import (
    CLAN_OF,
    CLANS,
    FACES,
    FIRST_BOSS,
    FIRST_COURT,
    FIRST_TEMPLE,
    FIRST_YOKAI,
    RONIN,
    SHINOBI,
    STRENGTH,
)
from tatami.games.wataah.eyes import Eyes
from tatami.games.wataah.placing import ronin_and_clan
from tatami.games.wataah.rules import place
from tatami.games.wataah.table import (
    AT_COURT,
    AT_MISSIONS,
    AT_SHOWDOWN,
    DECOYS,
    ENDING,
    FULL,
    PAWNS,
    ROUND,
)

CRESTS: Final[dict[str, Span]] = {
    "Monkey": ("◐", "amber"),
    "Carp": ("≈", "blue"),
    "Crow": ("▼", "steel"),
    "Toad": ("●", "green"),
    "Spider": ("✳", "purple"),
    "Fox": ("▲", "amber"),
    "Dragon": ("◆", "red"),
    "Rat": ("■", "steel"),
    "Bear": ("♣", "green"),
    "Ronin": ("○", "dim"),
}
YOKAI: Final[Span] = ("☯", "red")
NAMES: Final = 12
"""Columns for the names of the players."""


def wataah_mark(name: str) -> Span | None:
    """The crest of a clan, also on its cards; a sign for Ronin and for Yokai."""
    clan, _, strength = name.rpartition("-")
    if name in CRESTS:
        return CRESTS[name]
    if strength.isdecimal() and clan in CRESTS:
        return CRESTS[clan]
    return YOKAI if name in FACES[FIRST_YOKAI:SHINOBI] else None


class WataahBoard:
    """Draws WAT-AAH!"""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    def _word(self, key: str) -> str:
        """A word of this board."""
        return self.wording.find("board", key, key)

    # -- the table

    def head(self, view: View) -> Line:
        """The round, deck and Jigoku; that the round is about to end."""
        eyes = Eyes(view)
        line: Line = []
        if view.over:
            line = [(self._word("game_over"), "note"), ("   ", "")]
        elif eyes.count(ENDING):
            line = [(self._word("last_power"), "note"), ("   ", "")]
        elif eyes.grand:
            line = [(self._word("round").format(eyes.count(ROUND)), ""), ("   ", "")]
        for name, number in (("deck", eyes.deck), ("jigoku", len(eyes.jigoku))):
            line += [(f"{self._word(name)} ", "dim"), (f"{number}  ", "bold")]
        return line

    def table(self, view: View, before: View | None, canvas: Canvas) -> list[Line]:
        """The players, oneself last; the locations of Grand Master mode; the Jigoku."""
        eyes = Eyes(view)
        first = view.seat + 1 if view.seat < view.seats else 0
        rows: list[Line] = []
        for turn in range(view.seats):
            rows += self._player(eyes, (first + turn) % view.seats, canvas)
        if eyes.grand:
            rows += self._locations(eyes, canvas)
        return rows + (self._jigoku(eyes, canvas) if canvas.ease else [])

    def _player(self, eyes: Eyes, seat: int, canvas: Canvas) -> list[Line]:
        """Name, hand, score; then the clans."""
        sign = "▸" if seat in eyes.view.waiting else " "
        head = pad([(sign, "key"), *clip(self.wording.seat(seat), NAMES - 2)], NAMES)
        score = eyes.strength(seat) - eyes.corruption(seat)
        line = [*head, (f"▯{len(eyes.hand(seat)):<3}", "dim"), (f"{score:>4}  ", "bold")]
        clans = [self._clan(eyes, place) for place in eyes.places(seat)]
        clans = clans or [[(self._word("no_clan"), "dim")]]
        if not canvas.ease:
            return [clip([*line, *join(clans, "  ")], canvas.width)]
        rows = [clip([*line, *self._owns(eyes, seat)], canvas.width)]
        return rows + pack([("   ", "")], clans, "   ", canvas.width, 3)

    def _owns(self, eyes: Eyes, seat: int) -> Line:
        """The Shosho, Temple and Court cards, the Corruption pile."""
        found: list[Line] = []
        if eyes.shosho == seat:
            found.append([(f"★ {self._word('shosho')}", "note")])
        if eyes.temple(seat) >= 0:
            found.append([("⛩ ", "note"), *self.wording.face(FIRST_TEMPLE + eyes.temple(seat))])
        if eyes.court(seat) == -2:
            found.append([(f"▣ {self._word('court')}", "dim")])
        elif eyes.court(seat) >= 0:
            found.append([("▣ ", "key"), *self.wording.face(FIRST_COURT + eyes.court(seat))])
        if eyes.corrupt(seat):
            pile = " ".join(str(STRENGTH[face]) for face in eyes.corrupt(seat))
            found.append([(f"{self._word('corruption')} {pile}", "bad")])
        return join(found, "   ")

    def _clan(self, eyes: Eyes, place: int) -> Line:
        """A clan: crest, name, and its cards by strength."""
        cards = eyes.clan(place)
        name = self.wording.words["sort"]["clan"][CLANS[place % 9]]
        sign, style = CRESTS[CLANS[place % 9]]
        line: Line = [(f"{sign} {name}", style)]
        for face in cards:
            line += [(" ", ""), *self._short(face)]
        return line

    def _short(self, face: int) -> Line:
        """A card where its clan is plain to see."""
        if face < 0 or face >= FIRST_YOKAI:
            return self.wording.face(face)
        return [(CRESTS["Ronin"][0] if face == RONIN else str(STRENGTH[face]), "bold")]

    def _locations(self, eyes: Eyes, canvas: Canvas) -> list[Line]:
        """W29: pawns by location, the Decoys as far as they are known, the Boss."""
        items: list[Line] = []
        for key, what in (
            ("to_place", PAWNS),
            ("court", AT_COURT),
            ("missions", AT_MISSIONS),
            ("showdown", AT_SHOWDOWN),
        ):
            there = [
                [*self.wording.seat(seat), (f" {eyes.tallied(what, seat)}", "")]
                for seat in range(eyes.seats)
                if eyes.tallied(what, seat)
            ]
            if there:
                items.append([(f"{self._word(key)} ", "dim"), *join(there, ", ")])
        decoys = [self._boss(eyes.decoy(number)) for number in range(DECOYS)]
        items.append([(f"{self._word('decoys')} ", "dim"), *join(decoys, " ")])
        items.append([(f"{self._word('boss')} ", "dim"), *self._boss(eyes.boss())])
        return pack([(" ", "")], items, "   ", canvas.width, 1)

    def _boss(self, boss: int) -> Line:
        return self.wording.face(FIRST_BOSS + boss if boss >= 0 else -1)

    def _jigoku(self, eyes: Eyes, canvas: Canvas) -> list[Line]:
        """The Jigoku by clan, and its top card."""
        if not eyes.jigoku:
            return []
        head: Line = [(f" {self._word('jigoku')} ", "dim")]
        top: Line = [("↥ ", "dim"), *self.wording.face(eyes.jigoku[-1])]
        return pack(head, [top, *self._grouped(eyes.jigoku)], "  ", canvas.width, 3)

    def _grouped(self, faces: tuple[int, ...]) -> list[Line]:
        """Cards by clan: ``◆ Dragon 3 3 5``; then the Ronin and the Yokai."""
        groups: dict[int, list[int]] = {}
        for face in sorted(faces):
            groups.setdefault(CLAN_OF[face] if face < RONIN else 9 + face, []).append(face)
        return [self._group(cards) for cards in groups.values()]

    def _group(self, cards: list[int]) -> Line:
        if cards[0] >= RONIN:
            times = f"×{len(cards)}" if len(cards) > 1 else ""
            return [*self.wording.face(cards[0]), (times, "")]
        sign, style = CRESTS[CLANS[CLAN_OF[cards[0]]]]
        name = self.wording.words["sort"]["clan"][CLANS[CLAN_OF[cards[0]]]]
        return [(f"{sign} {name} ", style), (" ".join(str(STRENGTH[f]) for f in cards), "bold")]

    # -- one's own cards

    def hand(self, view: View, canvas: Canvas) -> list[Line]:
        """The hand by clan, and what one is looking at; all hands where all cards lie open."""
        eyes = Eyes(view)
        if view.seat >= view.seats:
            return [row for seat in range(view.seats) for row in self._open(eyes, seat, canvas)]
        rows = self._held(eyes.hand(view.seat), [(" ", "")], canvas)
        if eyes.looking(view.seat):
            head: Line = [(f" {self._word('looking')}  ", "note")]
            faces = [self.wording.face(face) for face in eyes.looking(view.seat)]
            rows += pack(head, faces, "  ", canvas.width, 3)
        return rows

    def _held(self, faces: tuple[int, ...], head: Line, canvas: Canvas) -> list[Line]:
        items = self._grouped(faces) or [[(self._word("no_card"), "dim")]]
        return pack(head, items, "   ", canvas.width, 1)

    def _open(self, eyes: Eyes, seat: int, canvas: Canvas) -> list[Line]:
        known = tuple(face for face in eyes.hand(seat) if face >= 0)
        if not known:
            return []
        return self._held(known, pad([(" ", ""), *self.wording.seat(seat)], NAMES), canvas)

    # -- choices

    def so_far(self, view: View) -> Line:
        """What is being placed, and what it will trigger."""
        step, _, got = view.stack[-1]
        if step is not place or not got or not isinstance(got[0], int):
            return []
        return [*self.wording.option(PLACE, got[0]), *self._preview(view, got[0])]

    def _preview(self, view: View, what: int) -> Line:
        """W10: the power of a Yokai; of a clan, by how many cards are placed."""
        texts = self.wording.words["power"]
        if what >= SUMMON:
            power = texts["card"][FACES[FIRST_YOKAI + what - SUMMON]]
        else:
            clan = what - REINFORCE if what >= REINFORCE else ronin_and_clan(what)[1]
            small, big = texts["small"][CLANS[clan]], texts["big"][CLANS[clan]]
            most = self._most(view, what)
            power = f"2: {small}; 3–{FULL}: {big}" if most > 2 else f"2: {small}"
        return [(" (", "dim"), *fill(self._word("triggers"), [[(power, "")]]), (")", "dim")]

    def _most(self, view: View, what: int) -> int:
        """The most cards that can be placed with this option."""
        offer = view.offers[0]
        ronin = ronin_and_clan(what)[0] if FOUND_WITH <= what < REINFORCE else 0
        return min(offer.high, len(offer.items)) + ronin

    def menu(self, view: View, offer: Offer, choices: list[Choice], canvas: Canvas) -> list[Line]:
        """Numbered choices in columns."""
        return columns(self.wording, offer, choices, canvas.width)

    def signs(self) -> list[tuple[str, str]]:
        """The signs of the drawing."""
        return [
            ("▸", self.wording.say("table.whose_turn")),
            ("▯4", self._word("held")),
            ("17", self._word("strength")),
            (f"{CRESTS['Carp'][0]} 1 3 {CRESTS['Ronin'][0]}", self._word("whole")),
            ("▣", self._word("court_card")),
        ]

    def ending(self, view: View, canvas: Canvas) -> list[Line]:
        """W21, W22, W34: how the result came about."""
        return ending(self.wording, view, canvas.width)
