"""Records of games that have ended: written once, signed, and the same ever after."""

from __future__ import annotations

from tatami.engine.record import UNFINISHED, UNKNOWN, Record, record
from tatami.engine.referee import Referee
from tatami.server.papers import Final, Paper
from tatami.server.shown import notes, seed_of
from tatami.server.store import PutKey
from tatami.signing import sign

OLD: int = 1
"""The proof of deals whose records have format 1 and no signature."""


def seal(paper: Paper, referee: Referee | None, lines: list[str], key: PutKey) -> None:
    """Write on the paper of a game that has ended how it ended, and sign its record."""
    found = record(referee) if referee is not None else None
    result, world = (found.result, found.world) if found is not None else (UNFINISHED, UNKNOWN)
    paper.final = Final(result, world, "", key.public, "")
    paper.final.hash = sealed(paper, lines).hash
    paper.final.signature = sign(key.private, paper.final.hash)


def sealed(paper: Paper, lines: list[str]) -> Record:
    """The record that was sealed, from the paper and the moves alone."""
    final = paper.final
    assert final is not None
    found = _bare(paper, lines, final.result, final.world)
    found.notes = {**notes(paper), "key": final.key}
    found.signature = final.signature
    return found


def unsealed(paper: Paper, referee: Referee | None, lines: list[str]) -> Record:
    """The record of a game that was dealt when records had format 1."""
    found = record(referee) if referee is not None else _bare(paper, lines, UNFINISHED, UNKNOWN)
    found.notes = notes(paper)
    found.format = OLD
    return found


def _bare(paper: Paper, lines: list[str], result: str, world: str) -> Record:
    seats = len(paper.seats)
    seed = seed_of(paper)
    return Record(paper.game, paper.version, seats, paper.options, seed, result, world, lines)
