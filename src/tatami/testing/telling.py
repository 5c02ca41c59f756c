"""What happened, in the names of a game: for the sentences of faults, and for golden games.

A face that a seat did not see is ``?``; a card's place in a pile or row stands after a dot.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any, TypeAlias

from tatami.engine.asking import Answer
from tatami.engine.facts import Facts
from tatami.engine.game import Game
from tatami.engine.kinds import Kind
from tatami.engine.offer import Offer
from tatami.engine.question import Question
from tatami.engine.record import spell
from tatami.engine.tale import BARRED, CAME, MOVED, Deed
from tatami.engine.view import View
from tatami.engine.watch import Event
from tatami.testing.inputs import Input

Counts: TypeAlias = tuple[tuple[int, int], ...]

UNSEEN = "?"


class Names:
    """The names of one game at one table."""

    def __init__(self, game: Game, seats: int, opts: tuple[int, ...]) -> None:
        self.game = game
        self.seats = seats
        self.layout = game.layout(seats, opts)

    def seat(self, seat: int) -> str:
        """A seat as records spell it."""
        return f"s{seat}" if seat < self.seats else "spectator"

    def zone(self, zone: int) -> str:
        """A zone; where it is no place on the table, that the card is out of all of them."""
        return self.layout.zones[zone].name if 0 <= zone < len(self.layout.zones) else "elsewhere"

    def face(self, face: int) -> str:
        """A face."""
        return UNSEEN if face < 0 else self.game.faces[face]

    def faces(self, faces: tuple[int, ...] | list[int]) -> str:
        """Faces one after the other, repeated ones counted; a dash for none."""
        names = [self.face(face) for face in faces]
        runs = [(name, len(list(same))) for name, same in groupby(names)]
        return " ".join(name + (f"*{number}" if number > 1 else "") for name, number in runs) or "-"

    def state(self, zones: tuple[tuple[int, ...], ...]) -> str:
        """The faces in every zone that has cards."""
        laid = enumerate(zones)
        return ", ".join(f"{self.zone(zone)}: {self.faces(faces)}" for zone, faces in laid if faces)

    # -- events

    def event(self, event: Event) -> str:
        """What a seat was told."""
        args = event.args
        if event.verb == "move":
            source, target = self._at(args[0], args[1]), self._at(args[2], args[3])
            return f"{source} > {target}: {self.face(args[4])}"
        if event.verb == "show":
            return f"show {self._shown(args[0], args[2:])} to {self._bits(args[1])}"
        if event.verb == "trade":
            return f"trade {self._traded(args)}"
        if event.verb == "pour":
            return f"pour {self.zone(args[0])} > {self.zone(args[1])}: {self.faces(args[2:])}"
        if event.verb == "swap":
            done = {0: "not done", 1: "done"}.get(args[2], UNSEEN)
            return f"swap {self.zone(args[0])} {self.zone(args[1])}: {done}"
        return self._public(event)

    def _public(self, event: Event) -> str:
        """What everybody is told alike."""
        args = event.args
        if event.verb == "tell":
            sentence = self.game.book.sentences[args[0]]
            return " ".join([f'"{sentence.key}"', *_things(sentence.sorts, args[1:])])
        if event.verb == "set":
            return f"{self.layout.counters[args[0]]} = {args[1]}"
        if event.verb == "deny":
            return f"no {self.faces(args[1:])} in {self.zone(args[0])}"
        if event.verb == "limit":
            return f"at most {args[1]} of {self.faces(args[2:])} in {self.zone(args[0])}"
        return " ".join([event.verb, *map(self.zone, args)])

    def _at(self, zone: int, index: int) -> str:
        return self.zone(zone) + (f".{index}" if index >= 0 else "")

    def _shown(self, zone: int, pairs: tuple[int, ...]) -> str:
        """The cards of a zone that were shown, those of a pile or row with their places."""
        if self.layout.hand[zone]:
            return f"{self.zone(zone)}: {self.faces(pairs[1::2])}"
        cards = zip(pairs[::2], pairs[1::2], strict=True)
        return " ".join(f"{self._at(zone, index)}: {self.face(face)}" for index, face in cards)

    def _traded(self, args: tuple[int, ...]) -> str:
        """The cards that changed places at one moment, by where from and where to."""
        ways: dict[tuple[int, int], list[int]] = {}
        for at in range(0, len(args), 3):
            ways.setdefault((args[at], args[at + 1]), []).append(args[at + 2])
        return ", ".join(
            f"{self.zone(source)} > {self.zone(target)}: {self.faces(faces)}"
            for (source, target), faces in ways.items()
        )

    def _bits(self, seats: int) -> str:
        """A bit set of seats."""
        if seats == self.layout.everyone:
            return "all"
        found = [self.seat(seat) for seat in range(self.seats + 1) if seats >> seat & 1]
        return " ".join(found) or "nobody"

    # -- inputs

    def input(self, given: Input) -> str:
        """An input as records spell it, without its number."""
        if given.kind == "expire":
            return "expire"
        if given.kind == "back":
            return f"{self.seat(given.seat)} back"
        if given.kind == "right":
            asks = {right.name: right.question for right in self.game.rights}
            said = self.answer(asks[given.name], given.answer)
            return f"{self.seat(given.seat)} right {given.name} {said}"
        at = f"/{given.at}" if given.at else ""
        said = self.answer(self.game.keys[given.name], given.answer)
        return f"{self.seat(given.seat)}{at} {given.name} {said}"

    def answer(self, question: Question, answer: Answer) -> str:
        """An answer to a question; what cannot be one as it came."""
        one = answer if isinstance(answer, int) else min((*answer, 0))
        try:
            return spell(question, answer) if one >= 0 else f"{answer!r}"
        except IndexError:
            return f"{answer!r}"

    # -- views

    def differs(self, here: View, there: View) -> str:
        """What differs between two views, a line for each."""
        one, two = self.sight(here), self.sight(there)
        lines = [
            f"\n  {what}: {one.get(what, '-')} / {two.get(what, '-')}"
            for what in dict.fromkeys([*one, *two])
            if one.get(what, "-") != two.get(what, "-")
        ]
        return "".join(lines)

    def sight(self, view: View) -> dict[str, str]:
        """Everything in a view, by what it is."""
        layout = self.layout
        found = {layout.zones[at].name: self.faces(view.zones[at]) for at in layout.listed}
        found |= {layout.counters[at]: str(view.count[at]) for at in layout.listed_counters}
        for number, (step, args, got) in enumerate(view.stack):
            found[f"step {number}"] = " ".join([step.name, *map(str, args), *map(str, got)])
        for offer in view.offers:
            found[f"asked {offer.question.key}"] = self._offered(offer)
        found["answered"] = " ".join(map(self.seat, view.answered)) or "-"
        found["waiting"] = " ".join(map(self.seat, view.waiting)) or "-"
        found["given"] = str(view.given)
        found["rights"] = str(view.rights)
        found["known"] = self.facts(view.facts)
        found["winners"] = " ".join(map(self.seat, view.winners)) or "-"
        found["remarks"] = str(view.remarks)
        flags = {"over": view.over, "counting": view.counting, "back": view.back}
        return found | {what: "yes" if so else "no" for what, so in flags.items()}

    def _offered(self, offer: Offer) -> str:
        listed = " ".join(self.answer(offer.question, option) for option in offer.options)
        if not offer.is_pick:
            return listed
        picked = self.answer(offer.question, offer.picked)
        items = self.answer(offer.question, offer.items)
        return f"{listed} (picked {picked} of {items}, {offer.low} to {offer.high})"

    def facts(self, facts: Facts) -> str:
        """What a ledger says: groups of faces and where they lie, and what bounds them."""
        groups, ghosts, bars, tale = facts
        found = [self._group(*group) for group in groups]
        found += [f"one {self.face(face)} from any of these" for _, face in ghosts]
        for place, faces, most in bars:
            barred = self.faces(faces) if faces else "hidden cards"
            found.append(f"at most {most} of {barred} in {self.zone(place)}")
        return "; ".join(found + [self._deed(deed) for deed in tale]) or "-"

    def _group(self, faces: Counts, low: Counts, high: Counts) -> str:
        least = dict(low)
        places = [
            f"{self.zone(place)} {least.get(place, 0)}-{most}"
            if least.get(place, 0) != most
            else f"{self.zone(place)} {most}"
            for place, most in high
        ]
        listed = [face for face, number in faces for _ in range(number)]
        return f"{self.faces(listed)} in {', '.join(places)}"

    def _deed(self, deed: Deed) -> str:
        if deed[0] == BARRED:
            return f"then at most {deed[2]} of {self.faces(deed[3:])} in {self.zone(deed[1])}"
        if deed[0] == MOVED:
            return f"then {deed[3]} unseen {self.zone(deed[1])} > {self.zone(deed[2])}"
        verb = "into" if deed[0] == CAME else "out of"
        return f"then {self.face(deed[2])} {verb} {self.zone(deed[1])}"


class Blind(Names):
    """The same for somebody who sees no face."""

    def face(self, face: int) -> str:
        """A face that is not seen."""
        return UNSEEN


def _things(sorts: tuple[Kind[Any], ...], args: tuple[int, ...]) -> list[str]:
    """The arguments of a sentence by their names; a number where the game has given it none."""
    named = [
        sort.names[arg] if 0 <= arg < len(sort.names) else str(arg)
        for sort, arg in zip(sorts, args, strict=False)
    ]
    return named + [str(arg) for arg in args[len(sorts) :]]
