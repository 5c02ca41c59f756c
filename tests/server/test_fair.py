"""Fair deals: the proof that a server gives fits, and no line of a record can be forged."""

from __future__ import annotations

import asyncio
import copy
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256

import pytest

from tatami.engine.errors import BadRecord
from tatami.engine.record import UNFINISHED, Record, parse, replay
from tatami.fair import Terms, deal_seed, deal_text, new_secret, promise, why_unfair
from tatami.signing import is_signed, public_key, sign
from tests.server.people import Witness, run, seated
from tests.server.truth import game_named
from tests.support.serving import PATIENCE, Server

Serve = Callable[..., Server]


def trouble(text: str) -> str:
    """What does not fit in a record: its moves, its proof, or its signature."""
    try:
        found = parse(text)
        replay(game_named(found.game), found)
    except BadRecord as error:
        return str(error)
    forged = not is_signed(found.notes.get("key", ""), found.hash, found.signature)
    return why_unfair(found) or ("the signature is not the server's" if forged else "")


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
        assert promise(one.table, 1, proof["secret"]) == committed
        assert len(bytes.fromhex(proof["secret"])) * 8 >= 128
        terms = Terms(one.table, 1, "clans", record.version, record.options, proof["seated"])
        words = deal_text(terms, proof["secret"], proof["shares"])
        assert deal_seed(words).hex() == proof["seed"] == record.seed.hex()


def test_everybody_is_told_the_hash_of_the_record_and_the_server_signs_it(
    house: Server, played: tuple[list[Witness], str]
) -> None:
    people, text = played
    record = parse(text)
    keys = [one["key"] for one in people[0].http("/api/keys")["keys"]]
    for one in people:
        proof = one.state["proof"]
        assert proof["hash"] == record.hash
        assert proof["key"] == record.notes["key"] == keys[0]
        assert proof["signature"] == record.signature
    assert is_signed(keys[0], record.hash, record.signature)


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
    record.notes["commit"] = promise(record.notes["table"], 1, record.notes["secret"])


def other_commits(record: Record) -> None:
    commits = record.notes["commits"].split(" ")
    record.notes["commits"] = " ".join(["ab" * 32, *commits[1:]])


def seats_swapped(record: Record) -> None:
    for name in ("commits", "shares"):
        first, second, *rest = record.notes[name].split(" ")
        record.notes[name] = " ".join([second, first, *rest])


def other_names(record: Record) -> None:
    record.notes["seated"] = record.notes["seated"].replace("Anneke", "Hal")


def other_start(record: Record) -> None:
    record.notes["start"] = "2"
    record.notes["void"] = '[["Benoit"]]'


def no_void(record: Record) -> None:
    record.notes["start"] = "2"


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
    *(other_commits, seats_swapped, other_names, other_start, no_void),
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


def test_who_comes_late_adds_nothing(house: Server) -> None:
    async def evening() -> None:
        ann, ben = Witness(house.url, "Ann"), Witness(house.url, "Ben")
        ann.share = ""
        ann.open("trio", seats=2, bots="random", clock="none", joining="anybody")
        await ann.come()
        await ann.must("do", what="start")
        await ben.come(ann.table)
        await ben.must("sit", name="Ben")
        await asyncio.gather(ann.must("do", what="end"), ben.must("do", what="end"))
        text = ann.http(f"/api/tables/{ann.table}/record")
        assert parse(text).notes["shares"] == "- -"
        assert '"Ben"' in parse(text).notes["players"]
        assert '"Ben"' not in parse(text).notes["seated"]
        assert trouble(text) == ""

    run(evening())


SIGNED_OVER = {
    "a name": lambda text: text.replace('players: ["Anneke"', 'players: ["Hal"'),
    "a remark": lambda text: text.replace("good luck", "i cheated"),
    "who was missing": lambda text: text.replace("void-before: 0", "void-before: 3"),
}


@pytest.mark.parametrize("what", SIGNED_OVER)
def test_what_a_forger_changes_outside_the_deal_is_not_what_the_server_signed(
    what: str, house: Server
) -> None:
    async def evening() -> str:
        ann, ben = await seated(house.url, "trio", 2)
        await ann.must("say", text="good luck")
        await asyncio.gather(ann.must("do", what="end"), ben.must("do", what="end"))
        return str(ann.http(f"/api/tables/{ann.table}/record"))

    text = run(evening())
    honest = parse(text)
    changed = SIGNED_OVER[what](text)
    assert changed != text
    with pytest.raises(BadRecord, match="its hash does not fit"):
        parse(changed)
    forged = parse(changed.replace(honest.hash, rehash(changed)))
    assert why_unfair(forged) == ""  # the deal is not touched
    assert not is_signed(forged.notes["key"], forged.hash, forged.signature)
    own = "ab" * 32  # with a key of the forger's own it is signed, but by no server's key
    forged.notes["key"] = public_key(own)
    assert is_signed(forged.notes["key"], forged.hash, sign(own, forged.hash))
    keys = [one["key"] for one in Witness(house.url, "Ann").http("/api/keys")["keys"]]
    Witness.here.clear()
    assert forged.notes["key"] not in keys


def rehash(text: str) -> str:
    """The hash that a changed record should have."""
    lines = text.splitlines()
    kept = [line for line in lines if not line.startswith(("hash: ", "signature: "))]
    return sha256("".join(f"{line}\n" for line in kept).encode()).hexdigest()


def test_a_record_stays_the_same_when_the_key_and_the_server_change(serve: Serve) -> None:
    server = serve(pace=0)

    async def evening() -> Witness:
        ann, ben, cleo = await seated(server.url, "clans", 3)
        for one in (ann, ben, cleo):
            await one.must("do", what="end")
        return ann

    ann = run(evening())
    path = f"/api/tables/{ann.table}/record"
    text = ann.http(path)
    first = ann.http("/api/keys")["keys"]
    command = [sys.executable, "-m", "tatami", "key", str(server.data), "--new"]
    listed = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=PATIENCE
    ).stdout
    second = ann.http("/api/keys")["keys"]
    assert [one["key"] for one in second] == [line.split()[0] for line in listed.splitlines()]
    assert [one["key"] for one in second][1:] == [one["key"] for one in first]
    assert (second[0]["retired"], second[1]["retired"] > 0) == (0, True)
    server.restart()
    assert ann.http(path) == text
    assert is_signed(second[1]["key"], parse(text).hash, parse(text).signature)
    assert ann.http("/api/keys")["keys"] == second
    with closing(sqlite3.connect(server.data / "tatami.db")) as db:
        kept = dict(db.execute("SELECT public, private FROM key").fetchall())
    assert kept[second[1]["key"]] == "", "nothing is left that could sign"
    assert public_key(kept[second[0]["key"]]) == second[0]["key"]


def test_a_table_that_the_command_line_closes_gets_a_signed_record(serve: Serve) -> None:
    server = serve(pace=0)
    ann = run(begun(server))
    server.stop()
    command = [sys.executable, "-m", "tatami", "close", str(server.data), ann.table]
    subprocess.run(command, capture_output=True, check=True, timeout=PATIENCE)
    server.start()
    record = parse(ann.http(f"/api/tables/{ann.table}/record"))
    assert record.notes["ended"] == "host"
    assert is_signed(record.notes["key"], record.hash, record.signature)
    assert why_unfair(record) == ""


async def begun(server: Server) -> Witness:
    """Somebody in the middle of a game."""
    found = await seated(server.url, "clans", 3)
    await found[0].catch_up()
    ann: Witness = found[0]
    return ann


def test_no_two_tables_have_the_same_secret_or_commitment(house: Server) -> None:
    ann = Witness(house.url, "Ann")
    Witness.here.clear()
    commits = {ann.http("/api/tables", {"game": "trio", "name": "Ann"})["commit"] for _ in range(9)}
    assert len(commits) == 9
