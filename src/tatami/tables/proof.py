"""What proves a table's deal: its commitment, its seed, and what its record says of both."""

from __future__ import annotations

import json

from tatami.fair import (
    NO_SHARE,
    Terms,
    commitment_1,
    deal_seed,
    deal_text,
    deal_text_1,
    promise,
)
from tatami.tables.row import TableRow
from tatami.tables.wire import ProofState


def shares(row: TableRow) -> list[str]:
    """The share of each seat, as the deal's text has it."""
    return [seat.share or NO_SHARE for seat in row.seats]


def commit_of(row: TableRow) -> str:
    """The server's commitment to the secret of the start."""
    if row.proof == 1:
        return commitment_1(row.secret)
    return promise(row.id, row.start, row.secret)


def seed_of(row: TableRow) -> bytes:
    """The seed of the table's deal."""
    given = shares(row)
    dealt = (row.game, row.version, row.options)
    if row.proof == 1:
        return deal_seed(deal_text_1(row.secret, row.id, *dealt, given))
    return deal_seed(deal_text(Terms(row.id, row.start, *dealt, row.seated), row.secret, given))


def proof_state(row: TableRow) -> ProofState:
    """What proves the deal of a game that has ended."""
    found = ProofState(row.proof, row.secret, tuple(shares(row)), seed_of(row).hex())
    found.seated = tuple(row.seated)
    if row.final is not None:
        found.hash, found.key = row.final.hash, row.final.key
        found.signature = row.final.signature
    return found


def notes(row: TableRow) -> dict[str, str]:
    """What a record says about the table and its deal."""
    found = {
        "table": row.id,
        "players": json.dumps([seat.name for seat in row.seats], ensure_ascii=False),
        "commit": commit_of(row),
        "secret": row.secret,
        "shares": " ".join(shares(row)),
    }
    if row.proof > 1:
        found["seated"] = json.dumps(row.seated, ensure_ascii=False)
        found["start"] = str(row.start)
        found["commits"] = " ".join(row.commits)
        found["void"] = json.dumps(row.voids, ensure_ascii=False)
        found["void-before"] = str(row.before)
    if row.state == "closed":
        found["ended"] = row.why
    return found
