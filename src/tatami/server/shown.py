"""What is shown of a table: built field by field from its paper, never the paper itself."""

from __future__ import annotations

import json
from collections.abc import Collection

from tatami.fair import NO_SHARE, commitment, deal_seed, deal_text
from tatami.server.lobby import can
from tatami.server.papers import Paper, Seat
from tatami.server.wire import ClockState, ProofState, SeatState, TableCard, TableState


def table_state(
    paper: Paper,
    person: str,
    here: Collection[str],
    watchers: int = 0,
    time: ClockState | None = None,
) -> TableState:
    """The table as one person may see it; ``here`` are the people who are connected."""
    return TableState(
        id=paper.id,
        code=paper.code,
        game=paper.game,
        version=paper.version,
        state=paper.state,
        seats=tuple(_seat_state(paper, seat, here) for seat in paper.seats),
        options=paper.options,
        commit=commitment(paper.secret),
        clock=paper.clock,
        tempo=paper.tempo,
        private=paper.private,
        paused=paper.paused,
        watchers=watchers,
        time=time,
        ending=tuple(paper.ending),
        winners=tuple(paper.winners),
        why=paper.why,
        rematch=paper.rematch,
        proof=proof(paper) if paper.ended_or_closed and paper.started else None,
        joining=paper.joining,
        can=can(paper, person, paper.host in here),
    )


def _seat_state(paper: Paper, seat: Seat, here: Collection[str]) -> SeatState:
    return SeatState(
        kind=seat.kind,
        name=seat.name,
        level=seat.level,
        here=seat.kind == "bot" or (bool(seat.person) and seat.person in here),
        stand_in=seat.stand_in,
        conceded=seat.conceded,
        host=bool(seat.person) and seat.person == paper.host,
    )


def shares(paper: Paper) -> list[str]:
    """The share of each seat, as the deal's text has it."""
    return [seat.share or NO_SHARE for seat in paper.seats]


def seed_of(paper: Paper) -> bytes:
    """The seed of the table's deal."""
    text = deal_text(
        paper.secret, paper.id, paper.game, paper.version, paper.options, shares(paper)
    )
    return deal_seed(text)


def proof(paper: Paper) -> ProofState:
    """What proves the deal of a game that has ended."""
    return ProofState(paper.secret, tuple(shares(paper)), seed_of(paper).hex())


def notes(paper: Paper) -> dict[str, str]:
    """What a record says about the table and its deal."""
    found = {
        "table": paper.id,
        "players": json.dumps([seat.name for seat in paper.seats], ensure_ascii=False),
        "commit": commitment(paper.secret),
        "secret": paper.secret,
        "shares": " ".join(shares(paper)),
    }
    if paper.state == "closed":
        found["ended"] = paper.why
    return found


def table_card(paper: Paper, person: str, asked: bool) -> TableCard:
    """A table in a list."""
    kinds = [seat.kind for seat in paper.seats]
    return TableCard(
        id=paper.id,
        game=paper.game,
        state=paper.state,
        names=tuple(seat.name for seat in paper.seats if seat.kind == "person"),
        free=kinds.count("empty"),
        bots=kinds.count("bot"),
        size=len(kinds),
        seat=paper.seat_of(person),
        asked=asked,
        since=paper.started or paper.created,
    )
