"""Ninjaaa'Tack on the terminal: who plays with whom, tokens, the code sheet, the box."""

from __future__ import annotations

from tatami.cli.boards.base import Canvas
from tatami.cli.boards.generic import GenericBoard
from tatami.cli.paint import Line, join, wrap
from tatami.engine.rules import Seat, View
from tatami.games.tack.cards import GESTURE, GESTURES
from tatami.games.tack.passes import passing
from tatami.games.tack.penalties import is_penalised, will_be_penalised
from tatami.games.tack.reading import own_sheet
from tatami.games.tack.zones import (
    BOX_FAR,
    BOX_SIDE,
    HAND,
    PURSE,
    WITH_CODES,
    WOLF,
    collector_of,
    pair_of,
    partner_of,
)


class TackBoard(GenericBoard):
    """Draws the table seat by seat, one's own seat last."""

    def table(self, view: View, before: View | None, canvas: Canvas) -> list[Line]:
        """Everybody, then one's own code sheet, then the box if there is a throw."""
        rows: list[Line] = []
        me = _me(view)
        for seat in view.everyone() if me is None else [*view.others(me), me]:
            rows += wrap(self._player(view, seat), canvas.width, 4)
        return [*rows, *self._sheet(view, canvas), *self._box(view, canvas)]

    def _player(self, view: View, seat: Seat) -> Line:
        """A player: whose move it is, the role, the tokens, a penalty."""
        chose = seat in view.answered and view.is_at(passing)
        sign = "✓ " if chose else ("▸ " if seat in view.waiting else "  ")
        line: Line = [(sign, "key"), *self.wording.seat(seat)]
        line += [(f" ({role})", "dim") for role in self._roles(view, seat)]
        if tokens := view.faces(PURSE[collector_of(view, seat)]):
            line += [("  ", ""), *self._cards(tokens)]
        line += [(f"  {penalty}", "bad") for penalty in self._penalties(view, seat)]
        return line

    def _penalties(self, view: View, seat: Seat) -> list[str]:
        """T11: now, or in the next round."""
        if is_penalised(view, seat):
            return [self._word("penalty")]
        return [self._word("penalty_next")] if will_be_penalised(view, seat) else []

    def _roles(self, view: View, seat: Seat) -> list[str]:
        if seat == view.holder(WOLF):
            return [self._word("wolf")]
        me = _me(view)
        mine = me is not None and seat == partner_of(view, me)
        return [self._word("partner")] if mine else []

    def _word(self, key: str) -> str:
        return self.wording.find("board", key, key)

    def _sheet(self, view: View, canvas: Canvas) -> list[Line]:
        """T6: what the gestures mean between one and one's partner."""
        me = _me(view)
        other = None if me is None else partner_of(view, me)
        if me is None or other is None or not WITH_CODES.of(view):
            return []
        sheet = own_sheet(view, pair_of(view, me, other))
        head: Line = [(f"  {self._word('sheet')}: ", "dim")]
        signs: list[Line] = [
            [(GESTURES[at], "key"), (" ", ""), *self.wording.face(sheet[at])]
            for at in sorted(sheet, key=lambda at: sheet[at])
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
        me = _me(view)
        if me is None:
            return []
        label = f"  {self._holds()}  "
        cards = self._cards(view.faces(HAND[me]))
        return wrap([(label, "dim"), *cards], canvas.width, len(label))

    def signs(self) -> list[tuple[str, str]]:
        """The signs of the drawing, and the gestures that can be made."""
        made = [(f"say {name}", self._gesture(at)) for at, name in enumerate(GESTURES)]
        return [*super().signs(), ("✓", self._word("chosen")), *made]

    def _gesture(self, at: int) -> str:
        return "".join(text for text, _ in self.wording.thing(GESTURE, at))


def _me(view: View) -> Seat | None:
    """The seat that looks; None for whoever only watches."""
    return view.seat if view.seat < view.seats else None
