"""WAT-AAH! on a terminal: before each player the clans, below them the board and the Jigoku."""

from __future__ import annotations

from typing import Final

from tatami.cli.boards.base import Canvas, Choice, columns
from tatami.cli.boards.wataah_end import ending
from tatami.cli.paint import Line, Span, clip, join, pack, pad
from tatami.cli.wording import Wording, fill
from tatami.engine.ids import Face, Option, Seat
from tatami.engine.offer import Offer
from tatami.engine.view import View
from tatami.games.wataah import asked
from tatami.games.wataah.cards import (
    CLAN_ON,
    CLANS,
    FACES,
    IS_YOKAI,
    NO_CARD,
    NO_CLAN,
    RONIN,
    STRENGTH,
    YOKAI_CARD,
)
from tatami.games.wataah.court import court_card
from tatami.games.wataah.phases import being_placed
from tatami.games.wataah.sorts import CLAN_OF, DECOY, MOST_CARDS, Placed
from tatami.games.wataah.zones import (
    AT_COURT,
    AT_MISSIONS,
    AT_SHOWDOWN,
    CORRUPT,
    DECK,
    DECOYS,
    ENDING,
    FINAL_BOSS,
    FRONT,
    HAND,
    JIGOKU,
    LOOKING,
    PAWNS_WON,
    ROUND,
    SHOSHO,
    TEMPLE_UP,
    corruption,
    has_court_card,
    in_front,
    is_grand_master,
    strength,
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
    return YOKAI if name in YOKAI_CARD.names else None


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
        line: Line = []
        if view.over:
            line = [(self._word("game_over"), "note"), ("   ", "")]
        elif view.is_held(ENDING):
            line = [(self._word("last_power"), "note"), ("   ", "")]
        elif is_grand_master(view):
            line = [(self._word("round").format(view.count[ROUND]), ""), ("   ", "")]
        for name, zone in (("deck", DECK), ("jigoku", JIGOKU)):
            line += [(f"{self._word(name)} ", "dim"), (f"{view.size(zone)}  ", "bold")]
        return line

    def table(self, view: View, before: View | None, canvas: Canvas) -> list[Line]:
        """The players, oneself last; the locations of Grand Master mode; the Jigoku."""
        first = view.seat + 1 if view.seat < view.seats else 0
        rows: list[Line] = []
        for turn in range(view.seats):
            rows += self._player(view, Seat((first + turn) % view.seats), canvas)
        if is_grand_master(view):
            rows += self._locations(view, canvas)
        return rows + (self._jigoku(view, canvas) if canvas.ease else [])

    def _player(self, view: View, seat: Seat, canvas: Canvas) -> list[Line]:
        """Name, hand, score; then the clans."""
        sign = "▸" if seat in view.waiting else " "
        head = pad([(sign, "key"), *clip(self.wording.seat(seat), NAMES - 2)], NAMES)
        score = strength(view, seat) - corruption(view, seat)
        line = [*head, (f"▯{view.size(HAND[seat]):<3}", "dim"), (f"{score:>4}  ", "bold")]
        clans = [self._clan(view, placed) for placed in in_front(view, seat)]
        clans = clans or [[(self._word("no_clan"), "dim")]]
        if not canvas.ease:
            return [clip([*line, *join(clans, "  ")], canvas.width)]
        rows = [clip([*line, *self._owns(view, seat)], canvas.width)]
        return rows + pack([("   ", "")], clans, "   ", canvas.width, 3)

    def _owns(self, view: View, seat: Seat) -> Line:
        """The Shosho, Temple and Court cards, the Corruption pile."""
        found: list[Line] = []
        if view.holder(SHOSHO) == seat:
            found.append([(f"★ {self._word('shosho')}", "note")])
        if view.size(TEMPLE_UP[seat]):
            found.append([("⛩ ", "note"), *self.wording.face(view.top(TEMPLE_UP[seat]))])
        if court_card(view, seat) != NO_CARD:
            found.append([("▣ ", "key"), *self.wording.face(court_card(view, seat))])
        elif has_court_card(view, seat):
            found.append([(f"▣ {self._word('court')}", "dim")])
        if view.size(CORRUPT[seat]):
            pile = " ".join(str(STRENGTH[face]) for face in view.faces(CORRUPT[seat]))
            found.append([(f"{self._word('corruption')} {pile}", "bad")])
        return join(found, "   ")

    def _clan(self, view: View, placed: Placed) -> Line:
        """A clan: crest, name, and its cards by strength."""
        clan = CLANS[CLAN_OF[placed]]
        name = self.wording.words["sort"]["clan"][clan]
        sign, style = CRESTS[clan]
        line: Line = [(f"{sign} {name}", style)]
        for face in view.faces(FRONT[placed]):
            line += [(" ", ""), *self._short(face)]
        return line

    def _short(self, face: Face) -> Line:
        """A card where its clan is plain to see."""
        if IS_YOKAI[face]:
            return self.wording.face(face)
        return [(CRESTS["Ronin"][0] if face == RONIN else str(STRENGTH[face]), "bold")]

    def _locations(self, view: View, canvas: Canvas) -> list[Line]:
        """W29: pawns by location, the Decoys as far as they are known, the Boss."""
        items: list[Line] = []
        for key, pawns in (
            ("to_place", PAWNS_WON),
            ("court", AT_COURT),
            ("missions", AT_MISSIONS),
            ("showdown", AT_SHOWDOWN),
        ):
            there = [
                [*self.wording.seat(seat), (f" {view.count[pawns[seat]]}", "")]
                for seat in view.everyone()
                if view.count[pawns[seat]]
            ]
            if there:
                items.append([(f"{self._word(key)} ", "dim"), *join(there, ", ")])
        decoys = [self.wording.face(view.top(DECOYS[decoy])) for decoy in DECOY.all]
        items.append([(f"{self._word('decoys')} ", "dim"), *join(decoys, " ")])
        boss = self.wording.face(view.top(FINAL_BOSS))
        items.append([(f"{self._word('boss')} ", "dim"), *boss])
        return pack([(" ", "")], items, "   ", canvas.width, 1)

    def _jigoku(self, view: View, canvas: Canvas) -> list[Line]:
        """The Jigoku by clan, and its top card."""
        if not view.size(JIGOKU):
            return []
        head: Line = [(f" {self._word('jigoku')} ", "dim")]
        top: Line = [("↥ ", "dim"), *self.wording.face(view.top(JIGOKU))]
        return pack(head, [top, *self._grouped(view.faces(JIGOKU))], "  ", canvas.width, 3)

    def _grouped(self, faces: tuple[Face, ...]) -> list[Line]:
        """Cards by clan: ``◆ Dragon 3 3 5``; then the Ronin and the Yokai, each kind for itself."""
        groups: dict[tuple[int, int], list[Face]] = {}
        for face in sorted(faces):
            clan = CLAN_ON[face]
            kind = (clan, face if clan == NO_CLAN else NO_CARD)
            groups.setdefault(kind, []).append(face)
        return [self._group(cards) for cards in groups.values()]

    def _group(self, cards: list[Face]) -> Line:
        if CLAN_ON[cards[0]] == NO_CLAN:
            times = f"×{len(cards)}" if len(cards) > 1 else ""
            return [*self.wording.face(cards[0]), (times, "")]
        clan = CLANS[CLAN_ON[cards[0]]]
        sign, style = CRESTS[clan]
        name = self.wording.words["sort"]["clan"][clan]
        return [(f"{sign} {name} ", style), (" ".join(str(STRENGTH[f]) for f in cards), "bold")]

    # -- one's own cards

    def hand(self, view: View, canvas: Canvas) -> list[Line]:
        """The hand by clan, and what one is looking at; all hands where all cards lie open."""
        if view.seat >= view.seats:
            return [row for seat in view.everyone() for row in self._open(view, seat, canvas)]
        me = view.seat
        rows = self._held(view.faces(HAND[me]), [(" ", "")], canvas)
        if view.size(LOOKING[me]):
            head: Line = [(f" {self._word('looking')}  ", "note")]
            faces = [self.wording.face(face) for face in view.faces(LOOKING[me])]
            rows += pack(head, faces, "  ", canvas.width, 3)
        return rows

    def _held(self, faces: tuple[Face, ...], head: Line, canvas: Canvas) -> list[Line]:
        items = self._grouped(faces) or [[(self._word("no_card"), "dim")]]
        return pack(head, items, "   ", canvas.width, 1)

    def _open(self, view: View, seat: Seat, canvas: Canvas) -> list[Line]:
        known = tuple(face for face in view.faces(HAND[seat]) if face != NO_CARD)
        if not known:
            return []
        return self._held(known, pad([(" ", ""), *self.wording.seat(seat)], NAMES), canvas)

    # -- choices

    def so_far(self, view: View) -> Line:
        """What is being placed, and what it will trigger."""
        what = being_placed(view)
        if what is None:
            return []
        return [*self.wording.option(asked.PLACE, what), *self._preview(view, what)]

    def _preview(self, view: View, what: Option) -> Line:
        """W10: the power of a Yokai; of a clan, by how many cards are placed."""
        texts = self.wording.words["power"]
        if asked.SUMMON.fits(what):
            power = texts["card"][FACES[asked.SUMMON.of(what)]]
        else:
            new = not asked.REINFORCE.fits(what)
            clan, ronin = asked.new_clan_of(what) if new else (asked.REINFORCE.of(what), 0)
            small, big = texts["small"][CLANS[clan]], texts["big"][CLANS[clan]]
            offer = view.offers[0]
            most = min(offer.high, len(offer.items)) + ronin
            power = f"2: {small}; 3–{MOST_CARDS}: {big}" if most > 2 else f"2: {small}"
        return [(" (", "dim"), *fill(self._word("triggers"), [[(power, "")]]), (")", "dim")]

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
