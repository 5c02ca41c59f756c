"""What is shown of a table: built field by field from its paper, never the paper itself."""

from __future__ import annotations

import json
from collections.abc import Collection

from tatami.fair import (
    NO_SHARE,
    Terms,
    commitment_1,
    deal_seed,
    deal_text,
    deal_text_1,
    promise,
)
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
        commit=commit_of(paper),
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
        start=paper.start,
        commits=tuple(paper.commits),
        voids=tuple(tuple(names) for names in paper.voids),
        voids_before=paper.before,
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


def commit_of(paper: Paper) -> str:
    """The server's commitment to the secret of the start."""
    if paper.proof == 1:
        return commitment_1(paper.secret)
    return promise(paper.id, paper.start, paper.secret)


def seed_of(paper: Paper) -> bytes:
    """The seed of the table's deal."""
    given = shares(paper)
    dealt = (paper.game, paper.version, paper.options)
    if paper.proof == 1:
        return deal_seed(deal_text_1(paper.secret, paper.id, *dealt, given))
    return deal_seed(
        deal_text(Terms(paper.id, paper.start, *dealt, paper.seated), paper.secret, given)
    )


def proof(paper: Paper) -> ProofState:
    """What proves the deal of a game that has ended."""
    found = ProofState(paper.proof, paper.secret, tuple(shares(paper)), seed_of(paper).hex())
    found.seated = tuple(paper.seated)
    if paper.final is not None:
        found.hash, found.key = paper.final.hash, paper.final.key
        found.signature = paper.final.signature
    return found


def notes(paper: Paper) -> dict[str, str]:
    """What a record says about the table and its deal."""
    found = {
        "table": paper.id,
        "players": json.dumps([seat.name for seat in paper.seats], ensure_ascii=False),
        "commit": commit_of(paper),
        "secret": paper.secret,
        "shares": " ".join(shares(paper)),
    }
    if paper.proof > 1:
        found["seated"] = json.dumps(paper.seated, ensure_ascii=False)
        found["start"] = str(paper.start)
        found["commits"] = " ".join(paper.commits)
        found["void"] = json.dumps(paper.voids, ensure_ascii=False)
        found["void-before"] = str(paper.before)
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
