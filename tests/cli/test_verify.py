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
from tatami.fair import commitment, deal_seed, deal_text
from tatami.games.clans import GAME
from tests.cli.support import complaint, inside

SECRET = "5e" * 32
SHARES = ["aa" * 16, "-", "bb" * 32]
NAMES = ["Ada", "Bo", "Çelik"]
Change = Callable[[Record], None]


def dealt(finished: bool = True, shares: list[str] = SHARES) -> Record:
    """A game as a server deals and records it."""
    seed = deal_seed(deal_text(SECRET, "tbl", "clans", GAME.version, {}, shares))
    referee = Referee(GAME, 3, seed)
    if finished:
        play_out(referee, [RandomBot(bytes([seat] * 32)) for seat in range(3)])
    notes = {
        "table": "tbl",
        "players": json.dumps(NAMES, ensure_ascii=False),
        "commit": commitment(SECRET),
        "secret": SECRET,
        "shares": " ".join(shares),
    }
    if not finished:
        notes["ended"] = "abandoned"
    return record(referee, notes)


def written(tmp_path: Path, found: Record) -> str:
    """A record in a file, with a hash that fits whatever was done to it."""
    path = tmp_path / "game.tatami"
    path.write_text(found.text(), "utf-8")
    return str(path)


def test_a_fair_game_is_proven(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = dealt()
    done = inside(capsys, "verify", written(tmp_path, found))
    assert (done.returncode, done.stderr) == (0, "")
    assert "the deal is fair" in done.stdout
    assert "the shares of Ada, Çelik" in done.stdout
    assert commitment(SECRET) in done.stdout
    winners = [NAMES[int(seat[1:])] for seat in found.result.split(",")]
    assert f"{len(found.lines)} moves of clans 1 replay, won by {', '.join(winners)}" in done.stdout


def test_a_player_can_compare_what_they_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, dealt())
    kept = ("--commit", commitment(SECRET).upper(), "--share", SHARES[2])
    assert inside(capsys, "verify", path, *kept).returncode == 0
    other = inside(capsys, "verify", path, "--commit", commitment("00" * 32))
    assert "not the commitment that you were given" in complaint(other)
    other = inside(capsys, "verify", path, "--share", "cc" * 16)
    assert "your share is not in the deal" in complaint(other)
    assert other.returncode == 1


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
    assert "no player added to it" in done.stdout


def other_secret(found: Record) -> None:
    found.notes["secret"] = "5f" * 32


def other_promise(found: Record) -> None:
    other_secret(found)
    found.notes["commit"] = commitment(found.notes["secret"])


def other_share(found: Record) -> None:
    found.notes["shares"] = " ".join(["cc" * 16, *SHARES[1:]])


def share_dropped(found: Record) -> None:
    found.notes["shares"] = " ".join(["-", *SHARES[1:]])


def one_share_less(found: Record) -> None:
    found.notes["shares"] = " ".join(SHARES[1:])


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
    (other_promise, "seed does not come from the secret and the shares"),
    (other_share, "seed does not come from"),
    (share_dropped, "seed does not come from"),
    (one_share_less, "not one a seat"),
    (other_table, "seed does not come from"),
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
    done = inside(capsys, "verify", written(tmp_path, found))
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
    done = inside(capsys, "verify", written(tmp_path, found))
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
