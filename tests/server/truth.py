"""What the engine says that each viewer saw, move by move, to compare with what was sent."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from tatami import catalogue
from tatami.engine.game import Game
from tatami.engine.record import Record, parse, spell, walk
from tatami.engine.referee import Referee
from tatami.tables.views import event_states, numbered_log, remark_states, view_state
from tests.fixtures import GAMES


class Moment(NamedTuple):
    """What one viewer knew after a move that changed something for them."""

    move: int
    happened: int
    said: int
    view: Any


def game_named(name: str) -> Game:
    """An installed game, or one of the tests'."""
    return next((game for game in GAMES if game.name == name), None) or catalogue.find(name).game


def plain(value: object) -> Any:
    """As it is after a trip over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Truth:
    """A record played again; each viewer's moments, whose numbers are those of the updates."""

    def __init__(self, text: str, game: Game | None = None) -> None:
        """``game``: where it is none that the tests know by its name."""
        self.record: Record = parse(text)
        self.game = game or game_named(self.record.game)
        self.seats = self.record.seats
        self.moments: list[list[Moment]] = [[] for _ in range(self.seats + 1)]
        for number, referee in walk(self.game, self.record):
            self._look(number, referee)
            self.end = referee

    def _look(self, number: int, referee: Referee) -> None:
        for viewer, known in enumerate(self.moments):
            happened, said = referee.happened(), len(referee.remarks)
            now = Moment(number, happened, said, plain(view_state(referee, viewer)))
            if not known or known[-1][1:] != now[1:]:
                known.append(now)

    def check(self, viewer: int, updates: list[dict[str, Any]], first: int = 0) -> None:
        """These updates are what the viewer saw: none is missing, doubled, wrong or early.

        ``first`` is the number of the last update that the viewer had before these.
        """
        last = first
        for update in updates:
            seq = update["seq"]
            assert update.get("fresh") or seq == last + 1, (last, seq)
            assert seq >= last, "the stream went back"
            self._check_one(viewer, update)
            last = seq

    def _check_one(self, viewer: int, update: dict[str, Any]) -> None:
        moment = self.moments[viewer][update["seq"] - 1]
        assert update["view"] == moment.view
        assert update["happened"] == moment.happened
        events, said = self._between(viewer, update["seq"], bool(update.get("fresh")))
        assert update["events"] == events
        assert update["said"] == said

    def _between(self, viewer: int, seq: int, fresh: bool) -> tuple[Any, Any]:
        """The events and remarks of an update; of a fresh one what a log needs, from the start."""
        moment = self.moments[viewer][seq - 1]
        if fresh:
            numbers, events = numbered_log(self.end, viewer)
            until = sum(number < moment.happened for number in numbers)
            return plain(events)[:until], plain(remark_states(self.end))[: moment.said]
        before = self.moments[viewer][seq - 2]
        events = plain(event_states(self.end, viewer, before.happened))
        said = plain(remark_states(self.end, before.said))
        new = moment.happened - before.happened
        return events[:new], said[: moment.said - before.said]

    # -- moves

    def lines_of(self, seat: int) -> list[str]:
        """The answers of a seat as the record spells them."""
        found = [line.partition(" ")[2] for line in self.record.lines]
        marks = (f"s{seat} ", f"s{seat}/")
        odd = ("back", "remark", "right")
        return [x for x in found if x.startswith(marks) and x.split(" ")[1] not in odd]

    def spelled(self, seat: int, given: tuple[str, int, Any]) -> str:
        """An answer as a record spells it."""
        key, at, answer = given
        who = f"s{seat}/{at}" if at else f"s{seat}"
        fixed = tuple(sorted(answer)) if isinstance(answer, list) else answer
        return f"{who} {key} {spell(self.game.keys[key], fixed)}"


def is_part(some: list[str], whole: list[str]) -> bool:
    """Whether all of ``some`` stand in ``whole``, in that order."""
    rest = iter(whole)
    return all(one in rest for one in some)


def updates_in(seen: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The updates among messages."""
    return [message for message in seen if message["t"] == "update"]
