"""``tatami verify``: the proof of a deal, and every way in which a record can lie."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tatami.bots.arena import play_out
from tatami.bots.base import RandomBot
from tatami.engine.record import UNKNOWN, Record, record
from tatami.engine.referee import Referee
from tatami.fair import Terms, deal_seed, deal_text, pledge, promise
from tatami.games.clans import GAME
from tatami.signing import public_key, sign
from tests.cli.support import complaint, inside

SECRET = "5e" * 32
SHARES = ["aa" * 16, "-", "bb" * 32]
NAMES = ["Ada", "Bo", "Çelik"]
Change = Callable[[Record], None]


PRIVATE = "77" * 32
KEY = public_key(PRIVATE)
COMMIT = promise("tbl", 1, SECRET)


def commits(shares: list[str]) -> str:
    """What each player committed to."""
    return " ".join(
        "-" if one == "-" else pledge("tbl", 1, at, COMMIT, one) for at, one in enumerate(shares)
    )


def dealt(finished: bool = True, shares: list[str] = SHARES) -> Record:
    """A game as a server deals and records it."""
    terms = Terms("tbl", 1, "clans", GAME.version, {}, NAMES)
    referee = Referee(GAME, 3, deal_seed(deal_text(terms, SECRET, shares)))
    if finished:
        play_out(referee, [RandomBot(bytes([seat] * 32)) for seat in range(3)])
    notes = {
        "table": "tbl",
        "players": json.dumps(NAMES, ensure_ascii=False),
        "seated": json.dumps(NAMES, ensure_ascii=False),
        "start": "1",
        "commit": COMMIT,
        "commits": commits(shares),
        "secret": SECRET,
        "shares": " ".join(shares),
        "void": "[]",
        "void-before": "0",
        "key": KEY,
    }
    if not finished:
        notes["ended"] = "abandoned"
    return signed(record(referee, notes))


def signed(found: Record) -> Record:
    """Signed by the server, whatever was done to it before."""
    found.signature = sign(PRIVATE, found.hash)
    return found


def written(tmp_path: Path, found: Record) -> str:
    """A record in a file, with a hash that fits whatever was done to it."""
    path = tmp_path / "game.tatami"
    path.write_text(found.text(), "utf-8")
    return str(path)


SEEN = ("--commit", COMMIT, "--commit", commits(SHARES).split(" ")[0])
"""What the last player saw before anything was opened; their own commitment they know anyway."""
SAW_ALL = ("--share", SHARES[2], *SEEN)


def test_a_fair_game_is_proven(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = dealt()
    done = inside(capsys, "verify", written(tmp_path, found), *SAW_ALL)
    assert (done.returncode, done.stderr) == (0, "")
    assert "nobody chose it: Ada, Çelik committed to their shares" in done.stdout
    assert "not proven: that the host of the server did not look" in done.stdout
    assert COMMIT in done.stdout
    assert f"signed with the key {KEY}" in done.stdout
    assert found.hash in done.stdout
    winners = [NAMES[int(seat[1:])] for seat in found.result.split(",")]
    assert f"{len(found.lines)} moves of clans 1 replay, won by {', '.join(winners)}" in done.stdout


KEPT: list[tuple[tuple[str, ...], str]] = [
    (("--commit", COMMIT.upper(), "--share", SHARES[2], "--seat", "2"), ""),
    (SAW_ALL, ""),
    (("--commit", "00" * 32), "a commitment that you were given is not in the deal"),
    ((*SAW_ALL, "--commit", "00" * 32), "a commitment that you were given is not in the deal"),
    (("--share", "cc" * 16), "your share is not in the deal"),
    (("--share", SHARES[2], "--seat", "0"), "does not stand at seat 0, but at seat 2"),
    (("--share", SHARES[2], "--seat", "3"), "there is no seat 3"),
    (("--seat", "2"), "--seat goes with --share"),
    (("--hash", "00" * 32), "not the record whose hash you were shown"),
    (("--key", KEY), ""),
    (("--key", "00" * 32), "not signed with a key of that server"),
]


@pytest.mark.parametrize(("args", "said"), KEPT)
def test_a_player_can_compare_what_they_kept(
    args: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = inside(capsys, "verify", written(tmp_path, dealt()), *args)
    assert done.returncode == bool(said)
    assert said in (complaint(done) if said else done.stdout)
    if "--share" in args and not said:
        assert "your share stands at seat 2, where Çelik sat" in done.stdout


@pytest.mark.parametrize(
    "kept",
    [
        (),
        SEEN,
        ("--share", SHARES[2]),
        ("--share", SHARES[2], *SEEN[:2]),
        ("--share", SHARES[2], *SEEN[2:]),
        ("--share", SHARES[2], "--hash", dealt().hash, "--key", KEY),
    ],
    ids=range(6),
)
def test_who_did_not_see_all_commitments_is_not_told_that_nobody_chose(
    kept: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = inside(capsys, "verify", written(tmp_path, dealt()), *kept)
    assert done.returncode == 0
    assert "none of Ada, Çelik could choose it, only all of them together" in done.stdout
    assert "as a host alone can write one" in done.stdout
    assert "nobody chose" not in done.stdout
    assert "not the host of the server" not in done.stdout


def test_a_record_that_a_host_alone_made_up_is_proven_against_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Players, shares, a secret that was tried out: it all fits, and has the server's signature."""
    found = dealt(shares=[f"{seat:064x}" for seat in range(3)])
    done = inside(capsys, "verify", written(tmp_path, found), "--key", KEY, "--hash", found.hash)
    assert done.returncode == 0
    assert "as a host alone can write one" in done.stdout
    assert "nobody chose" not in done.stdout


def test_a_share_that_was_made_up_when_the_rest_lay_open_is_noticed_by_who_saw_its_commitment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The host plays Ada, knows all of it, and tries shares until the cards are to their liking."""
    path = written(tmp_path, dealt(shares=["cc" * 16, *SHARES[1:]]))
    done = inside(capsys, "verify", path, "--share", SHARES[2], "--commit", COMMIT)
    assert "nobody chose" not in done.stdout
    done = inside(capsys, "verify", path, *SAW_ALL)
    assert "a commitment that you were given is not in the deal" in complaint(done)


def test_the_keys_of_a_server_can_be_given_as_it_lists_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, keys = written(tmp_path, dealt()), tmp_path / "keys"
    for listed, code in (([KEY], 0), (["00" * 32, KEY], 0), (["00" * 32], 1), ([], 1)):
        keys.write_text(json.dumps({"keys": [{"key": one} for one in listed]}), "utf-8")
        assert inside(capsys, "verify", path, "--key", str(keys)).returncode == code
    for junk in ("{", "[]", '{"keys": 3}', '{"keys": [1]}'):
        keys.write_text(junk, "utf-8")
        done = inside(capsys, "verify", path, "--key", str(keys))
        assert "is no answer of /api/keys" in complaint(done)


def test_one_person_among_bots_has_a_deal_that_is_proven_against_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = inside(capsys, "verify", written(tmp_path, dealt(shares=["aa" * 16, "-", "-"])))
    assert done.returncode == 0
    assert "only Ada added to it: it is proven against nobody" in done.stdout
    assert "nobody chose" not in done.stdout


def test_void_starts_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = dealt()
    found.notes["void-before"] = "5"
    done = inside(capsys, "verify", written(tmp_path, signed(found)))
    assert "void starts at earlier tables of the same host: 5" in done.stdout


def test_a_game_of_other_rules_is_proven_and_not_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, dealt())
    monkeypatch.setattr(GAME, "version", GAME.version + 1)
    done = inside(capsys, "verify", path, *SAW_ALL)
    assert done.returncode == 0
    assert "nobody chose it" in done.stdout
    assert "not checked: whether it was so played" in done.stdout


def test_a_game_that_was_given_up_is_proven_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = inside(capsys, "verify", written(tmp_path, dealt(finished=False)))
    assert done.returncode == 0
    assert "not finished (abandoned)" in done.stdout


def test_a_deal_to_which_nobody_added_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = inside(capsys, "verify", written(tmp_path, dealt(shares=["-", "-", "-"])))
    assert "nobody but the server added to it: it is proven against nobody" in done.stdout


def other_secret(found: Record) -> None:
    found.notes["secret"] = "5f" * 32


def other_promise(found: Record) -> None:
    other_secret(found)
    found.notes["commit"] = promise("tbl", 1, found.notes["secret"])


def other_share(found: Record) -> None:
    found.notes["shares"] = " ".join(["cc" * 16, *SHARES[1:]])


def share_dropped(found: Record) -> None:
    found.notes["shares"] = " ".join(["-", *SHARES[1:]])


def one_share_less(found: Record) -> None:
    found.notes["shares"] = " ".join(SHARES[1:])


def swapped(found: Record) -> None:
    found.notes["shares"] = " ".join(reversed(SHARES))
    found.notes["commits"] = " ".join(reversed(commits(SHARES).split(" ")))


def pledged_anew(found: Record) -> None:
    shares = ["cc" * 16, *SHARES[1:]]
    found.notes["shares"], found.notes["commits"] = " ".join(shares), commits(shares)


def other_people(found: Record) -> None:
    found.notes["seated"] = json.dumps(["Eve", *NAMES[1:]])


def void_unsaid(found: Record) -> None:
    found.notes["start"] = "2"


def void_unclear(found: Record) -> None:
    found.notes["void"] = "[3]"


def other_key(found: Record) -> None:
    found.notes["key"] = "00" * 32


def other_table(found: Record) -> None:
    found.notes["table"] = "other"


def other_seed(found: Record) -> None:
    found.seed = bytes(32)


def without(name: str) -> Change:
    def drop(found: Record) -> None:
        del found.notes[name]

    return drop


def move_changed(found: Record) -> None:
    at = next(at for at, line in enumerate(found.lines) if "into:province-1" in line)
    found.lines[at] = found.lines[at].replace("province-1", "province-2")


def moves_cut(found: Record) -> None:
    found.lines = found.lines[:20]


def other_winner(found: Record) -> None:
    found.result = "s0" if found.result != "s0" else "s1"


def other_end(found: Record) -> None:
    found.world = "0" * 64


def other_version(found: Record) -> None:
    found.version += 1


LIES: list[tuple[Change, str]] = [
    (other_secret, "not the one that was committed to"),
    (other_promise, "committed to before the deal"),
    (other_share, "not the one that its player committed to"),
    (share_dropped, "not the one that its player committed to"),
    (swapped, "not the one that its player committed to"),
    (pledged_anew, "seed does not come from"),
    (other_people, "seed does not come from"),
    (void_unsaid, "starts that were void"),
    (void_unclear, "starts that were void"),
    (without("seated"), "no proof of its deal"),
    (without("start"), "no proof of its deal"),
    (without("commits"), "no proof of its deal"),
    (one_share_less, "not one a seat"),
    (other_table, "not the one that was committed to"),
    (other_seed, "seed does not come from"),
    (other_version, "seed does not come from"),
    (without("secret"), "no proof of its deal"),
    (without("commit"), "no proof of its deal"),
    (without("shares"), "no proof of its deal"),
    (without("table"), "no proof of its deal"),
    (moves_cut, "another result"),
    (other_winner, "another result"),
    (other_end, "another position"),
    (move_changed, "move|another"),
]


@pytest.mark.parametrize(("lie", "sentence"), LIES)
def test_a_forged_record_fails_though_its_hash_fits(
    lie: Change, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = dealt()
    lie(found)
    done = inside(capsys, "verify", written(tmp_path, signed(found)))
    assert done.returncode == 1
    assert done.stdout == ""
    assert any(part in complaint(done) for part in sentence.split("|"))


def test_a_record_that_was_changed_by_hand_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(written(tmp_path, dealt()))
    path.write_text(path.read_text("utf-8").replace("Ada", "Eve"), "utf-8")
    done = inside(capsys, "verify", str(path))
    assert "changed after it was written" in complaint(done)
    assert done.returncode == 1


OUTSIDE: list[tuple[Change, str]] = [
    (lambda found: found.notes.update(players=json.dumps(["Eve", *NAMES[1:]])), "does not fit"),
    (lambda found: found.notes.update({"void-before": "1"}), "does not fit"),
    (other_key, "does not fit"),
    (lambda found: setattr(found, "signature", "ab" * 64), "does not fit"),
    (lambda found: setattr(found, "signature", "unsigned"), "its signature is gone"),
]


@pytest.mark.parametrize(("lie", "sentence"), OUTSIDE)
def test_what_the_server_did_not_sign_fails_though_its_hash_fits(
    lie: Change, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = dealt()
    lie(found)
    done = inside(capsys, "verify", written(tmp_path, found))
    assert (done.returncode, done.stdout) == (1, "")
    assert sentence in complaint(done)


def test_a_record_that_nobody_signed_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = dealt()
    del found.notes["key"]
    found.signature = "unsigned"
    done = inside(capsys, "verify", written(tmp_path, found))
    assert done.returncode == 0
    assert "it is unsigned: no server vouches" in done.stdout


def test_a_record_without_a_server_carries_no_proof(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.tatami"
    path.write_text(record(Referee(GAME, 3, 1)).text(), "utf-8")
    assert "no proof of its deal" in complaint(inside(capsys, "verify", str(path)))


def test_an_unknown_last_position_is_mentioned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = dealt(finished=False)
    found.world = UNKNOWN
    done = inside(capsys, "verify", written(tmp_path, signed(found)))
    assert done.returncode == 0
    assert "its last position is not known" in done.stdout


@pytest.mark.parametrize("content", [b"", b"tatami record 1\n", b"\xff\xfe", b"{}"])
def test_what_is_no_record_is_told_in_one_line(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    assert inside(capsys, "verify", str(path)).returncode == 1
    assert "there is no file" in complaint(inside(capsys, "verify", str(tmp_path / "y")))
