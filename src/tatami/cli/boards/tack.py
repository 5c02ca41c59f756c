"""Ninjaaa'Tack on the terminal: who plays with whom, tokens, the code sheet, the box."""

from __future__ import annotations

from tatami.cli.boards.base import Canvas
from tatami.cli.boards.generic import GenericBoard
from tatami.cli.paint import Line, join, wrap
from tatami.engine.view import View
from tatami.games.tack.cards import GESTURES
from tatami.games.tack.passes import passing
from tatami.games.tack.reading import own_sheet, partner
from tatami.games.tack.table import (
    BINDING,
    BOX_FAR,
    BOX_SIDE,
    CODES,
    GESTURE,
    ON,
    WOLF,
    code,
    hand,
    owner_of,
    pair_of,
    penalty,
    purse,
)


class TackBoard(GenericBoard):
    """Draws the table seat by seat, one's own seat last."""

    def table(self, view: View, before: View | None, canvas: Canvas) -> list[Line]:
        """Everybody, then one's own code sheet, then the box if there is a throw."""
        rows: list[Line] = []
        for turn in range(1, view.seats + 1):
            seat = (view.seat + turn) % view.seats if view.seat < view.seats else turn - 1
            rows += wrap(self._player(view, seat), canvas.width, 4)
        return [*rows, *self._sheet(view, canvas), *self._box(view, canvas)]

    def _player(self, view: View, seat: int) -> Line:
        """A player: whose move it is, the role, the tokens, a penalty."""
        chose = seat in view.answered and view.stack[-1][0] is passing
        sign = "✓ " if chose else ("▸ " if seat in view.waiting else "  ")
        line: Line = [(sign, "key"), *self.wording.seat(seat)]
        line += [(f" ({role})", "dim") for role in self._roles(view, seat)]
        owner = owner_of(view.seats, seat)
        if tokens := view.zones[purse(view.seats, owner)]:
            line += [("  ", ""), *self._cards(tokens)]
        if number := view.count[penalty(owner)]:
            key = "penalty" if number & BINDING else "penalty_next"
            line.append((f"  {self._word(key)}", "bad"))
        return line

    def _roles(self, view: View, seat: int) -> list[str]:
        if seat == view.count[WOLF] - 1:
            return [self._word("wolf")]
        mine = view.seat < view.seats and seat == partner(view, view.seat)
        return [self._word("partner")] if mine else []

    def _word(self, key: str) -> str:
        return self.wording.find("board", key, key)

    def _sheet(self, view: View, canvas: Canvas) -> list[Line]:
        """T6: what the gestures mean between one and one's partner."""
        other = partner(view, view.seat) if view.seat < view.seats else -1
        if other < 0 or view.opts[CODES] != ON:
            return []
        pair = pair_of(view.seats, view.seat, other)
        meanings = own_sheet(view, pair)
        faces = view.zones[code(view.seats, pair)]
        head: Line = [(f"  {self._word('sheet')}: ", "dim")]
        signs: list[Line] = [
            [(GESTURES[at], "key"), (" ", ""), *self.wording.face(faces[at])]
            for at in sorted(range(len(GESTURES)), key=lambda at: meanings[at])
        ]
        return wrap([*head, *join(signs, ", ")], canvas.width, 4)

    def _box(self, view: View, canvas: Canvas) -> list[Line]:
        """T15: where the box stands, while one chooses aim and power."""
        if not any(offer.question.key.startswith("throw") for offer in view.offers):
            return []
        side, far = view.count[BOX_SIDE], view.count[BOX_FAR]
        text = self._word("box_left" if side < 0 else "box_right").format(abs(side), far)
        return wrap([(f"  {text}", "note")], canvas.width, 2)

    def hand(self, view: View, canvas: Canvas) -> list[Line]:
        """One's own four cards."""
        if view.seat >= view.seats:
            return []
        label = f"  {self._holds()}  "
        cards = self._cards(view.zones[hand(view.seat)])
        return wrap([(label, "dim"), *cards], canvas.width, len(label))

    def signs(self) -> list[tuple[str, str]]:
        """The signs of the drawing, and the gestures that can be made."""
        made = [(f"say {name}", self._gesture(at)) for at, name in enumerate(GESTURES)]
        return [*super().signs(), ("✓", self._word("chosen")), *made]

    def _gesture(self, at: int) -> str:
        return "".join(text for text, _ in self.wording.thing(GESTURE, at))
