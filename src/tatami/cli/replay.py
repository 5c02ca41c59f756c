"""``tatami replay``: a record, move by move, through anybody's eyes."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import Any

from tatami.catalogue import Listing
from tatami.cli import term
from tatami.cli.boards import Board, Canvas, board_for, mark_for
from tatami.cli.boards.base import rule
from tatami.cli.fail import FINE, misused
from tatami.cli.keyboard import Keyboard
from tatami.cli.log import Entry, Story
from tatami.cli.lookup import seat_of, words_of
from tatami.cli.paint import Line, plain
from tatami.cli.saves import bring_back, read_save
from tatami.cli.screen import Screen
from tatami.cli.wording import Wording, name_table
from tatami.engine.record import players_of, record
from tatami.engine.referee import Referee
from tatami.engine.walk import ALL, Walk
from tatami.search.noted import searched


def replay(args: Namespace) -> int:
    """Show a record."""
    save = read_save(args.file)
    listing, played = bring_back(save.record, args.file)
    eyes = _eyes(args, played)
    first, last = _span(args, len(played.moves))
    show = Show(listing, played, eyes, args, players_of(save.record))
    show.ended = played.over or "ended" in save.record.notes
    if not played.over:
        sys.stderr.write(f"tatami: {show.wording.say('replay.unfinished')}\n")
    if args.json:
        print(json.dumps(show.data(first, last), ensure_ascii=False))
    elif args.step:
        show.step(first, last)
    else:
        show.run(first, last)
    return FINE


def _eyes(args: Namespace, played: Referee) -> int:
    """Whose eyes: a seat's, a watcher's, or all cards open."""
    if args.seat is not None:
        return seat_of(played.seats, args.seat)
    return played.seats if args.spectator else ALL


def _span(args: Namespace, moves: int) -> tuple[int, int]:
    """From which move to which."""
    first = 0 if args.first is None else args.first
    last = moves if args.last is None else args.last
    for number in (first, last):
        if not 0 <= number <= moves:
            raise misused(f"there is no move {number}: the record has {moves}")
    if first > last:
        raise misused(f"--from {first} comes after --to {last}")
    return first, last


class Show:
    """A record on a terminal."""

    def __init__(
        self, listing: Listing, played: Referee, eyes: int, args: Namespace, players: list[str]
    ) -> None:
        self.walk = Walk(played)
        self.eyes = eyes
        self.terminal = term.stdout(args.ascii)
        self.lines = record(played).lines
        names = players or name_table(played.seats, -1, "")
        me = eyes if 0 <= eyes < played.seats else -1
        mark = mark_for(listing.game.name)
        words = words_of(listing, args.lang)
        self.wording = Wording(listing.game, words, names, me, mark, args.lang)
        self.board: Board = board_for(self.wording)
        self.game = listing.game
        self.ended = played.over
        """Whether it was played to its end, or given up."""
        self._said = 0
        """How much had been said before the move that is shown."""

    def data(self, first: int, last: int) -> dict[str, Any]:
        """The moves and what was seen of each, as plain data."""
        played = self.walk.played
        moves = [self._move_data(number) for number in range(first, last + 1)]
        return {
            "game": self.game.name,
            "version": self.game.version,
            "seats": played.seats,
            "result": record(played).result,
            "eyes": "all"
            if self.eyes == ALL
            else ("spectator" if self.eyes == played.seats else f"s{self.eyes}"),
            "moves": moves,
        }

    def _move_data(self, number: int) -> dict[str, Any]:
        since = self._go(number)
        events = self.walk.events(self.eyes, since)
        return {
            "number": number,
            "move": self.walk.told(number, self.eyes) if number else "",
            "searched": self._searched(number),
            "events": [{"verb": event.verb, "args": list(event.args)} for event in events],
            "log": [{"clause": e.clause, "text": plain(e.line)} for e in self._entries(since)],
        }

    def _go(self, number: int) -> int:
        """Make the moves up to a number; how much had happened before the last of them."""
        self._said = 0
        if number == 0:
            self.walk.go(0)
            return 0
        self.walk.go(number - 1)
        before = self.walk.referee.happened()
        self._said = len(self.walk.referee.remarks)
        self.walk.go(number)
        return before

    def _entries(self, since: int) -> list[Entry]:
        """What the log says of everything since."""
        referee = self.walk.referee
        layout = self.game.layout(referee.seats, referee.opts)
        story = Story(self.wording, layout, self.eyes)
        story.take(self.walk.events(self.eyes, since), referee.remarks[self._said :])
        return story.entries

    def _searched(self, number: int) -> dict[str, int] | None:
        """How much a bot searched for a move; told of games that have ended alone."""
        found = searched(self.walk.note(number)) if number and self.ended else None
        return None if found is None else {"planned": found.planned, "done": found.done}

    def _thought(self, number: int) -> list[Entry]:
        """The same in words, after what happened."""
        found = self._searched(number)
        if found is None:
            return []
        said = self.wording.say("replay.searched", found["done"], found["planned"])
        return [Entry("", [(said, "dim")])]

    def run(self, first: int, last: int) -> None:
        """All moves in words, then the table as it stands."""
        width = self.terminal.width
        self.terminal.show(self._head())
        for number in range(first, last + 1):
            since = self._go(number)
            entries = [*self._entries(since), *self._thought(number)]
            rows = [row for entry in entries for row in entry.rows(width - 5)]
            self.terminal.show(
                [(f"{number if at == 0 else '':>4} ", "dim"), *row] for at, row in enumerate(rows)
            )
        self.terminal.show(self._table(last))

    def _head(self) -> list[Line]:
        """The title, and who sits where."""
        title = self.wording.find("game", "title", self.game.name)
        seats: Line = []
        for seat in range(self.walk.played.seats):
            seats += [(f" s{seat} ", "dim"), *self.wording.seat(seat)]
        return [[(f" {title}", "title"), ("  ", ""), *seats]]

    def _table(self, number: int) -> list[Line]:
        """The table after a move, and the end if it is there."""
        view = self.walk.view(self.eyes)
        canvas = Canvas(self.terminal.width)
        screen = Screen(self.wording, self.board, self._story())
        rows = [rule(self.wording.say("replay.after", number, len(self.lines)), canvas.width)]
        rows += screen.top(view, None, canvas)
        if view.over:
            end = rule(self.wording.say("table.end"), canvas.width)
            rows += [end, *self.board.ending(view, canvas)]
        return rows

    def _story(self) -> Story:
        referee = self.walk.referee
        return Story(self.wording, self.game.layout(referee.seats, referee.opts), self.eyes)

    def step(self, first: int, last: int) -> None:
        """One move at a time; without a terminal simply one after the other."""
        keyboard = Keyboard(self.terminal)
        number = first
        while first <= number <= last:
            self._show_one(number)
            if not keyboard.tty:
                number += 1
                continue
            typed = keyboard.ask(self.wording.say("replay.keys"))
            if typed.casefold() in ("q", "quit"):
                return
            number = _next(typed, number, first, last)

    def _show_one(self, number: int) -> None:
        since = self._go(number)
        width = self.terminal.width
        rows = [*self._table(number), rule(self.wording.say("table.happened"), width)]
        entries = [*self._entries(since), *self._thought(number)]
        rows += [row for entry in entries for row in entry.rows(width)]
        self.terminal.clear()
        self.terminal.show(rows)


def _next(typed: str, number: int, first: int, last: int) -> int:
    """Where to go from here."""
    if typed.casefold() in ("b", "back"):
        return max(first, number - 1)
    if typed.isdecimal() and len(typed) < 8:
        return max(first, min(last, int(typed)))
    return number + 1
