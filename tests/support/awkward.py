"""Ids, names and texts that break things elsewhere, at a real server: what is taken is shown as it
was meant, what is refused says why, and the server goes on.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from tatami import catalogue
from tatami.engine.record import parse
from tatami.server.sqlite import SqliteStore
from tatami.tables.lobby import tidy_name
from tatami.tables.new_rows import new_row
from tatami.tables.row import TableRow
from tatami.tables.store import PutTable
from tatami.tables.wire import NewTable
from tests.server.people import Witness
from tests.support import seeds
from tests.support.player import http
from tests.support.seeded import SeededChance
from tests.support.serving import Server

PIECES = (
    *("-", "--help", "-1", "_", ".", "..", "/", "\\", "%2e", "%s", "{0}", "$HOME", "`id`", ";"),
    *("'", '"', "''", "\u2019", "<b>", "&amp;", "</script>", "<!--", "=1+1", "@", "#", "?"),
    *("שלום", "مرحبا", "\u202e", "\u200f", "\u200b", "\ufeff", "e\u0301", "İ", "ß", "ﬁ", "名前"),
    *(
        "🥷",
        "👩‍👩‍👧",
        "\u0000",
        "\n",
        "\t",
        "\r\n",
        "\x1b[2J",
        "\ud7ff",
        "null",
        "NaN",
        "True",
        " ",
    ),
    *("a", "Ann", "x" * 23, "0", "١٢٣"),
)
"""What names and texts are put together from."""
STARTS = ("-", "_", "--", "-u3", "a-", "0")
"""How an id can begin; new ones begin with none of the first four, old ones do."""


def text(dice: Random) -> str:
    """A few pieces in a row."""
    return "".join(dice.choice(PIECES) for _ in range(dice.randint(1, 4)))


class Old(SeededChance):
    """Ids as they once were drawn: with anything in front."""

    def __init__(self, file: Path, start: str) -> None:
        super().__init__(file)
        self._start = start

    def table(self) -> str:
        """An id that begins so."""
        return (self._start + super().table())[:16]


def old_table(data: Path, dice: Random) -> str:
    """A table that was stored before the server was started, with an awkward id."""
    file = data.parent / "old-seed"
    data.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(seeds.running(), encoding="utf-8")
    chance = Old(file, dice.choice(STARTS))
    wish = NewTable("clans", "Aki", private=False)
    row = new_row(wish, catalogue.find("clans"), "0" * 32, "Aki", chance, 1)
    assert isinstance(row, TableRow)
    asyncio.run(_store(data, row))
    return row.id


async def _store(data: Path, row: TableRow) -> None:
    store = SqliteStore(data)
    await store.commit([PutTable(row, 1)])
    await store.close()


def evening(data: Path, seed: int) -> None:
    """Somebody with many names comes to an old table, talks, opens another and plays."""
    dice = Random(seed)
    seeds.begin(f"awkward {seed}")
    table = old_table(data, dice)
    settings = {"pace": 0, "time": 0.03, "messages": 500, "opening": 1000, "connections": 500}
    with Server(data, thinkers=1, **settings) as server:
        asyncio.run(_evening(server, table, dice))


async def _evening(server: Server, table: str, dice: Random) -> None:
    guest = Witness(server.url, "Guest")
    for _ in range(12):
        _rename(server, guest, text(dice))
    await guest.come(table)
    await guest.must("sit", name=guest.name)
    assert guest.state["seats"][guest.seat]["name"] == guest.name
    for _ in range(12):
        _taken_or_taught(await guest.ask("say", text=text(dice)))
    await guest.go()
    await _play(guest)
    assert http(server.url, "/healthz", guest.token)[0] == 200


def _rename(server: Server, guest: Witness, name: str) -> None:
    """A name that can be shown is taken, any other refused in so many words."""
    status, said = http(server.url, "/api/me", guest.token, {"name": name})
    if tidy := tidy_name(name):
        assert status == 200, (name, said)
        guest.name = tidy
    else:
        assert status == 400, (name, said)
        assert said["refusal"]["code"], said
        assert said["refusal"]["sentence"], said


def _taken_or_taught(reply: dict[str, object]) -> None:
    refusal = reply.get("refusal")
    assert reply["ok"] or (isinstance(refusal, dict) and refusal["code"] and refusal["sentence"])


async def _play(guest: Witness) -> None:
    """A game among bots, whose record can be read again."""
    host = Witness(guest.base, guest.name)
    host.open("clans", seats=3, bots="steady")
    await host.come()
    await host.must("do", what="start")
    await host.play()
    await host.go()
    written = host.http(f"/api/tables/{host.table}/record")
    assert parse(written).text() == written
