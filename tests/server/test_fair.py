"""Fair deals: the proof that a server gives fits, and no line of a record can be forged."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable
from hashlib import sha256

import pytest

from tatami.engine.errors import BadRecord
from tatami.engine.record import UNFINISHED, Record, parse, replay
from tatami.fair import commitment, deal_seed, deal_text, new_secret, why_unfair
from tests.server.people import Witness, run, seated
from tests.server.truth import game_named
from tests.support.serving import Server


def trouble(text: str) -> str:
    """What does not fit in a record: its proof, or its moves."""
    try:
        found = parse(text)
        replay(game_named(found.game), found)
    except BadRecord as error:
        return str(error)
    return why_unfair(found)


@pytest.fixture(scope="module")
def played(house: Server) -> tuple[list[Witness], str]:
    """A game of three with a bot, and its record."""

    async def evening() -> tuple[list[Witness], str]:
        people = await seated(house.url, "clans", 3, start=False, seats=4)
        await people[0].must("arrange", what="bot", seat=3, level="steady")
        await people[0].must("do", what="start")
        await asyncio.gather(*[one.play() for one in people])
        for one in people:
            await one.until_state(lambda state: state["state"] == "over")
        return people, people[0].http(f"/api/tables/{people[0].table}/record")

    return run(evening())


def test_a_deal_is_proven_from_what_each_player_saw(played: tuple[list[Witness], str]) -> None:
    people, text = played
    assert trouble(text) == ""
    record = parse(text)
    shares = record.notes["shares"].split(" ")
    assert shares == [*(one.share for one in people), "-"]
    for one in people:
        committed = one.seen[0]["table"]["commit"]
        proof = one.state["proof"]
        assert sha256(bytes.fromhex(proof["secret"])).hexdigest() == committed
        assert len(bytes.fromhex(proof["secret"])) * 8 >= 128
        words = deal_text(
            proof["secret"], one.table, "clans", record.version, record.options, proof["shares"]
        )
        assert deal_seed(words).hex() == proof["seed"] == record.seed.hex()


def test_no_line_of_a_record_can_be_changed(played: tuple[list[Witness], str]) -> None:
    _, text = played
    lines = text.splitlines()
    for at, line in enumerate(lines):
        for changed in ([], [line + " "], [line[:-1] + chr(ord(line[-1]) ^ 1)], [line, line]):
            forged = "\n".join([*lines[:at], *changed, *lines[at + 1 :]]) + "\n"
            assert trouble(forged), line


def other_secret(record: Record) -> None:
    record.notes["secret"] = new_secret()


def other_commit(record: Record) -> None:
    record.notes["secret"] = new_secret()
    record.notes["commit"] = commitment(record.notes["secret"])


def other_share(record: Record) -> None:
    shares = record.notes["shares"].split(" ")
    record.notes["shares"] = " ".join(["ab" * 16, *shares[1:]])


def fewer_shares(record: Record) -> None:
    record.notes["shares"] = record.notes["shares"].rpartition(" ")[0]


def no_share(record: Record) -> None:
    record.notes["shares"] = " ".join("-" for _ in range(record.seats))


def other_table(record: Record) -> None:
    record.notes["table"] = "anotherTable"


def other_seed(record: Record) -> None:
    record.seed = bytes(32)


def other_version(record: Record) -> None:
    record.version += 1


def other_seats(record: Record) -> None:
    record.seats = 3


def other_result(record: Record) -> None:
    record.result = "s3" if record.result != "s3" else "s0"


def other_world(record: Record) -> None:
    record.world = "0" * 64


def shorter(record: Record) -> None:
    record.lines.pop()


def unfinished(record: Record) -> None:
    record.lines.pop()
    record.result = UNFINISHED


def no_proof(record: Record) -> None:
    del record.notes["secret"]


def no_secret(record: Record) -> None:
    record.notes["secret"] = "not hexadecimal"


FORGERIES = [
    *(other_secret, other_commit, other_share, fewer_shares, no_share, other_table, other_seed),
    *(other_version, other_seats, other_result, other_world, shorter, unfinished),
    *(no_proof, no_secret),
]


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: str(forge.__name__))
def test_a_forger_who_writes_a_new_hash_is_found_out(
    played: tuple[list[Witness], str], forge: Callable[[Record], None]
) -> None:
    record = copy.deepcopy(parse(played[1]))
    forge(record)
    assert trouble(record.text())


def test_a_forged_move_leads_elsewhere(played: tuple[list[Witness], str]) -> None:
    record = parse(played[1])
    for at in range(len(record.lines)):
        forged = copy.deepcopy(record)
        if at + 1 < len(record.lines):  # two moves change places
            forged.lines[at : at + 2] = [
                f"{at + 1} {record.lines[at + 1].partition(' ')[2]}",
                f"{at + 2} {record.lines[at].partition(' ')[2]}",
            ]
        else:
            forged.lines.pop()
        if forged.lines != record.lines:
            assert trouble(forged.text())


def test_a_game_that_was_given_up_reveals_its_deal_too(house: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(house.url, "trio", 2)
        await ann.answer_some()
        await ben.must("do", what="concede")
        assert (ben.state["state"], ben.state["why"]) == ("closed", "conceded")
        assert ben.state["winners"] == [0]
        text = ann.http(f"/api/tables/{ann.table}/record")
        assert trouble(text) == ""
        record = parse(text)
        assert (record.result, record.notes["ended"]) == (UNFINISHED, "conceded")
        assert record.notes["secret"] == ben.state["proof"]["secret"]
        assert len(record.lines) == 1
        page = ann.http(f"/api/tables/{ann.table}/replay?eyes=all")
        assert len(page["frames"]) == 2

    run(evening())


def test_who_adds_nothing_and_who_comes_late_adds_nothing(house: Server) -> None:
    async def evening() -> None:
        ann, ben = Witness(house.url, "Ann"), Witness(house.url, "Ben")
        ann.share = ""
        ann.open("trio", seats=2, bots="random", clock="none", joining="anybody")
        await ann.come()
        await ann.must("do", what="start")
        await ben.come(ann.table)
        await ben.must("sit", name="Ben", share="cd" * 16)
        await asyncio.gather(ann.must("do", what="end"), ben.must("do", what="end"))
        text = ann.http(f"/api/tables/{ann.table}/record")
        assert parse(text).notes["shares"] == "- -"
        assert trouble(text) == ""

    run(evening())


def test_a_share_is_given_once_and_before_the_deal(house: Server) -> None:
    async def evening() -> None:
        ann = Witness(house.url, "Ann")
        ann.open("trio", seats=2, bots="random", clock="none")
        for share in ("zz" * 16, "ab", "AB" * 16, "ab" * 65):  # none of these is one
            ann.share = share
            await ann.come()
            await ann.go()
        ann.share = first = "12" * 16
        await ann.come()
        await ann.go()
        ann.share = "34" * 16
        await ann.come()
        await ann.must("do", what="start")
        await ann.must("do", what="end")
        assert ann.state["proof"]["shares"] == [first, "-"]

    run(evening())


def test_no_two_tables_have_the_same_secret_or_commitment(house: Server) -> None:
    ann = Witness(house.url, "Ann")
    Witness.here.clear()
    commits = {ann.http("/api/tables", {"game": "trio", "name": "Ann"})["commit"] for _ in range(9)}
    assert len(commits) == 9
