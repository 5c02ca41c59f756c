"""The numbered updates of one viewer of a game: a seat, or those who watch.

An update goes out only when something changed for that viewer: something happened, was said, or
the view differs. So neither the number nor the time of updates tells what others did in secret.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec

from tatami.engine.referee import Referee
from tatami.engine.view import LAST_REMARKS
from tatami.tables.views import (
    event_states,
    last_remarks,
    numbered_log,
    remark_states,
    view_state,
)
from tatami.tables.wire import ClockState, EventState, RemarkState, StrikeState

KEPT: Final = 4
"""Updates kept for those who come back; a longer gap gets a fresh view."""


class _Update(msgspec.Struct, tag="update", tag_field="t"):
    """``wire.Update`` with a view that is encoded already."""

    seq: int
    happened: int
    events: tuple[EventState, ...]
    said: tuple[RemarkState, ...]
    view: msgspec.Raw
    clock: ClockState | None = None
    fresh: bool = False
    numbers: tuple[int, ...] = ()
    race: tuple[StrikeState, ...] = ()


_encode = msgspec.json.Encoder().encode


class Stream:
    """What one viewer has been told so far."""

    __slots__ = ("_happened", "_log", "_read", "_recent", "_said", "_shown", "seq", "viewer")

    def __init__(self, viewer: int, referee: Referee, seq: int) -> None:
        self.viewer = viewer
        self.seq = seq
        self._happened = referee.happened()
        self._said = len(referee.remarks)
        self._shown = _encode(view_state(referee, viewer))
        self._recent: deque[str] = deque(maxlen=KEPT)
        self._log: tuple[tuple[int, ...], tuple[EventState, ...]] = ((), ())
        self._read = 0
        """How much of what happened has been looked through for the log."""

    def advance(
        self, referee: Referee, clock: ClockState | None, race: tuple[StrikeState, ...] = ()
    ) -> str:
        """The next update, encoded; empty where nothing changed for this viewer."""
        happened, said = referee.happened(), len(referee.remarks)
        talk = bool(referee.moves) and referee.moves[-1].kind == "remark"
        shown = self._shown if talk else _encode(view_state(referee, self.viewer))
        if (happened, said) == (self._happened, self._said) and shown == self._shown:
            return ""
        self.seq += 1
        update = _Update(
            self.seq,
            happened,
            event_states(referee, self.viewer, self._happened),
            remark_states(referee, self._said),
            msgspec.Raw(shown),
            clock,
            race=race,
        )
        self._happened, self._said, self._shown = happened, said, shown
        text = _encode(update).decode()
        self._recent.append(text)
        return text

    def fresh(self, referee: Referee, clock: ClockState | None) -> str:
        """Everything up to now, for one who has nothing (or too little) of it."""
        numbers, events = self._whole_log(referee)
        update = _Update(
            self.seq,
            self._happened,
            events,
            last_remarks(referee),
            msgspec.Raw(self._shown),
            clock,
            True,
            numbers,
        )
        return _encode(update).decode()

    def _whole_log(self, referee: Referee) -> tuple[tuple[int, ...], tuple[EventState, ...]]:
        """What the log tells, looked through once: what was told never becomes anything else.

        A long game has tens of thousands of events, few of which are told. It is kept when nobody
        is here too, or whoever comes and goes would have it all looked through each time.
        """
        numbers, events = numbered_log(referee, self.viewer, self._read)
        self._log = self._log[0] + numbers, self._log[1] + events
        self._read = referee.happened()
        return self._log

    def glance(self, referee: Referee) -> bytes:
        """What a bot needs of a fresh update: the view, and the last remarks; no log."""
        said, view = last_remarks(referee, LAST_REMARKS), msgspec.Raw(self._shown)
        return _encode(_Update(self.seq, self._happened, (), said, view, None, True))

    def since(self, seq: int) -> list[str] | None:
        """The updates after number ``seq``; None where they are no longer here."""
        missing = self.seq - seq
        if missing < 0 or missing > len(self._recent):
            return None
        return list(self._recent)[len(self._recent) - missing :]

    def rest(self) -> None:
        """Keep nothing for those who come back: nobody is here."""
        self._recent.clear()
