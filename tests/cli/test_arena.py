"""``tatami arena``: fair pairings, the same for any number of processes, broken off and resumed."""

from __future__ import annotations

import json
import math
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar
from xml.etree import ElementTree

import pytest

from tatami.cli import main, simulate
from tatami.cli.ladder import (
    Outcome,
    Round,
    as_svg,
    ratings,
    report,
    round_robin,
    score,
    seatings,
    swiss_pairs,
)
from tests.cli.support import tatami

SMALL = ("arena", "clans", "--seats", "3", "--bots", "random,dreamy", "--games", "6", "--seed", "1")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_each_bot_sits_on_every_seat_equally_often_in_a_deal(seats: int) -> None:
    rows = seatings("a", "b", seats)
    assert len({tuple(row) for row in rows}) == len(rows)
    for seat in range(seats):
        assert [row[seat] for row in rows].count("a") * 2 == len(rows)


def test_where_two_teams_play_each_bot_has_one() -> None:
    assert seatings("a", "b", 4) == [["a", "b", "a", "b"], ["b", "a", "b", "a"]]


def test_everybody_meets_everybody_in_the_same_deals() -> None:
    rounds = round_robin(["a", "b", "c"], 2, 4)
    assert len(rounds) == 3 * 4
    pairs = {(one.one, one.other) for one in rounds}
    assert pairs == {("a", "b"), ("a", "c"), ("b", "c")}
    for pair in pairs:
        assert [(r.deal, r.turn) for r in rounds if r[:2] == pair] == [
            (0, 0),
            (0, 1),
            (1, 0),
            (1, 1),
        ]


def test_a_swiss_round_pairs_neighbours_that_have_not_met() -> None:
    strength = {"a": 4.0, "b": 3.0, "c": 2.0, "d": 1.0}
    bots = ["a", "b", "c", "d"]
    assert swiss_pairs(bots, strength, []) == [("a", "b"), ("c", "d")]
    met = [frozenset("ab"), frozenset("cd")]
    assert swiss_pairs(bots, strength, met) == [("a", "c"), ("b", "d")]
    odd = swiss_pairs(["a", "b", "c"], strength, [frozenset("ab")])
    assert len(odd) == 1
    assert "c" in odd[0], "who sat out plays now"


def results(better: int, worse: int) -> list[Outcome]:
    """So many deals of two in which ``good`` wins both seatings, and so many in which it loses."""
    found: list[Outcome] = []
    for deal in range(better + worse):
        for turn, seat in enumerate((0, 1) if deal < better else (1, 0)):
            found.append(Outcome(Round("good", "bad", deal, turn), (seat,), 10, False))
    return found


def test_a_score_takes_the_games_of_a_deal_for_one_observation() -> None:
    found = score(results(6, 2), "good", 2)
    spread = (7 * 0.3**2 + 3 * 0.7**2) / 9  # with one deal more won, and one lost
    assert found.share == 0.75
    assert found.games == 16
    assert found.error == pytest.approx(1.96 * math.sqrt(spread / 10))


def test_a_deal_against_two_opponents_is_still_one_observation() -> None:
    against_one = results(6, 2)
    rounds = [one._replace(round=one.round._replace(other="poor")) for one in against_one]
    both = score([*against_one, *rounds], "good", 2)
    assert both == score(against_one, "good", 2)._replace(games=32)


def test_a_few_deals_that_all_went_one_way_are_not_certain() -> None:
    assert score(results(2, 0), "good", 2).error > 0.3
    assert score(results(60, 0), "good", 2).error < 0.06
    assert score([], "good", 2) == (0.5, 0.5, 0)


def test_who_wins_more_is_rated_higher_in_whatever_order_games_ended() -> None:
    games = results(6, 2)
    rated = ratings(["bad", "good"], games, 2)
    assert rated["good"][0] - rated["bad"][0] > 1
    assert rated == ratings(["bad", "good"], games[::-1], 2)
    assert rated["good"][1] < ratings(["bad", "good"], games[:4], 2)["good"][1], "less is unsure"


def test_the_ladder_is_drawn() -> None:
    lines = report(["bad", "good"], results(3, 1), 2)
    assert [line["bot"] for line in lines] == ["good", "bad"]
    drawn = ElementTree.fromstring(as_svg("a <ladder>", lines))
    spots = [one for one in drawn if one.tag.endswith("circle")]
    assert float(spots[0].attrib["cx"]) > float(spots[1].attrib["cx"])


# -- the command


def played(path: Path, *more: str) -> Any:
    done = tatami(path, *SMALL, "--json", *more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_number_of_jobs_changes_nothing(tmp_path: Path) -> None:
    alone = played(tmp_path)
    assert alone["played"] == 6
    assert alone["ladder"][0]["bot"] == "dreamy"
    assert played(tmp_path, "--jobs", "2") == alone


def test_a_contest_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    whole = played(tmp_path, "--keep", str(tmp_path / "kept.jsonl"))
    kept = tmp_path / "kept.jsonl"
    lines = kept.read_text("utf-8").splitlines()
    assert len(lines) == 7
    kept.write_text("\n".join([*lines[:4], lines[4][:9]]), "utf-8")
    assert played(tmp_path, "--keep", str(tmp_path / "kept.jsonl")) == whole
    assert sorted(kept.read_text("utf-8").splitlines()) == sorted(lines)
    other = tatami(tmp_path, *SMALL[:-1], "2", "--keep", str(tmp_path / "kept.jsonl"))
    assert other.returncode == 1
    assert "another contest" in other.stderr


def test_ctrl_c_ends_a_contest_after_a_game_and_shows_the_ladder(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    command = [*SMALL[:-3], "600", "--keep", str(kept)]
    with subprocess.Popen(
        [sys.executable, "-m", "tatami", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as contest:
        while not kept.exists() or len(kept.read_text("utf-8").splitlines()) < 4:
            assert contest.poll() is None
        contest.send_signal(signal.SIGINT)
        out, told = contest.communicate()
    assert contest.returncode == 130
    games = kept.read_text("utf-8").splitlines()[1:]
    assert out.startswith("bot ")
    assert f"{len(games)} games were played" in told
    assert all(len(json.loads(game)) == 7 for game in games)
    assert len(games) < 600


def test_what_is_kept_is_not_played_again(tmp_path: Path) -> None:
    played(tmp_path, "--keep", str(tmp_path / "kept.jsonl"))
    kept = tmp_path / "kept.jsonl"
    head, *games = kept.read_text("utf-8").splitlines()
    lied = [json.dumps([*json.loads(game)[:4], [], 1, False]) for game in games]
    kept.write_text("\n".join([head, *lied]) + "\n", "utf-8")
    assert played(tmp_path, "--keep", str(tmp_path / "kept.jsonl"))["ladder"][0]["share"] == 0.0


def test_a_table_a_plot_and_a_swiss_contest(tmp_path: Path) -> None:
    plot = ("--plot", str(tmp_path / "l.svg"))
    bots = ("--bots", "random,dreamy,fiery", "--games", "1", "--swiss", "2")
    done = tatami(tmp_path, "arena", "clans", "--seats", "3", *bots, "--markdown", *plot)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("| bot | rating | victories | games |")
    assert len(done.stdout.splitlines()) == 5
    assert ElementTree.parse(tmp_path / "l.svg").getroot().tag.endswith("svg")


def test_an_arena_needs_two_bots(tmp_path: Path) -> None:
    for names in ("random", "random,random"):
        done = tatami(tmp_path, "arena", "clans", "--bots", names)
        assert done.returncode == 2
        assert "two different bots" in done.stderr


# -- programs

GRASSHOPPER = ("arena", "wataah", "--seats", "2", "--option", "mode=grasshopper", "--games", "2")
STUBBORN = """
import json, sys
from urllib.parse import urlsplit
from websockets.sync.client import connect

where, number = urlsplit(sys.argv[1]), 0
address = f"ws://{where.netloc}/ws/{where.path.split('/')[-1]}"
with open(sys.argv[2], "a") as told:
    for visit in range(2):
        with connect(address) as socket:
            socket.send('{"t": "hello", "protocol": 3}')
            for text in socket:
                told.write(text + "\\n")
                message = json.loads(text)
                if message["t"] == "table":
                    sys.exit()
                if message["t"] == "update":
                    offer = message["view"]["offers"][0]
                    number += 1
                    if visit == 0 and number == 3:
                        break
                    for answer in (77_777, offer["options"][-1]):
                        give = {"t": "answer", "id": number, "ask": offer["ask"], "answer": answer}
                        socket.send(json.dumps(give))
"""


def test_a_program_takes_part_by_its_link(tmp_path: Path) -> None:
    ada = f"ada={sys.executable} -m tests.server.seeded_bot x {{link}} --bot sly --pause 0"
    done = tatami(tmp_path, *GRASSHOPPER, "--bots", "ada,random", "--remote", ada, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["played"] == 2
    assert [(line["bot"], line["share"]) for line in told["ladder"]] == [("ada", 1), ("random", 0)]


def test_a_program_is_told_what_its_seat_sees_and_why_it_is_refused(tmp_path: Path) -> None:
    """It may answer again, and come again; at the end it is told who has won."""
    program, told = tmp_path / "stubborn.py", tmp_path / "told"
    program.write_text(STUBBORN, "utf-8")
    ada = f"ada={sys.executable} {program} {{link}} {told}"
    kept = ("--keep", str(tmp_path / "kept.jsonl"))
    done = tatami(tmp_path, *GRASSHOPPER, "--bots", "sly,ada", "--remote", ada, *kept)
    assert done.returncode == 0, done.stderr
    heard = [json.loads(line) for line in told.read_text("utf-8").splitlines()]
    games = [at for at, one in enumerate(heard) if one["t"] == "table"]
    assert len(games) == 2
    for seat, game in zip((1, 0), (heard[: games[0] + 1], heard[games[0] + 1 :]), strict=True):
        kinds = [one["t"] for one in game]
        assert kinds.count("welcome") == 2
        assert all(one["view"]["seat"] == seat for one in game if one["t"] == "update")
        replies = [one for one in game if one["t"] == "reply"]
        refused = [one for one in replies if not one["ok"]]
        assert len(refused) * 2 == len(replies) == 2 * (kinds.count("update") - 1)
        assert all(one["refusal"]["sentence"] for one in refused)
        assert game[-1]["table"]["state"] == "over"
        assert game[-1]["table"]["winners"] in ([0], [1], [0, 1])
    head = (tmp_path / "kept.jsonl").read_text("utf-8").splitlines()[0]
    assert json.loads(head)["remote"] == [["ada", ada[4:]]]


@pytest.mark.parametrize(
    ("game", "program", "code", "why"),
    [
        ("wataah", "ada=false", 1, "ada ended in the middle of a game"),
        ("wataah", "ada=/no/such/program", 1, "ada cannot be started"),
        ("wataah", "ada", 2, "NAME=COMMAND"),
        ("wataah", "sly=false", 2, "a bot called sly already"),
        ("wataah", "bob=false", 2, "no bot 'ada'"),
        ("tack", "ada=false", 2, "in real time"),
    ],
)
def test_a_program_that_cannot_play_is_named_in_one_line(
    tmp_path: Path, game: str, program: str, code: int, why: str
) -> None:
    done = tatami(tmp_path, "arena", game, "--bots", "ada,random", "--remote", program)
    assert done.returncode == code
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_program_that_is_not_among_the_bots_is_an_oversight(tmp_path: Path) -> None:
    done = tatami(tmp_path, "arena", "wataah", "--bots", "sly,random", "--remote", "ada=true")
    assert done.returncode == 2
    assert "ada is started, but not among --bots" in done.stderr


# -- on a cluster


class Elsewhere:
    """Another machine, to which all that is played there must be sent; the last part is first."""

    workers = 2
    played: ClassVar[list[int]] = []

    def __init__(self, address: str) -> None:
        if address != "local":
            raise ConnectionError("nobody is there")

    def play(
        self, work: Callable[..., Any], cut: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Any]]:
        """Each part for itself."""
        self.played.append(len(cut))
        for at, given in reversed(list(enumerate(cut))):
            there, sent = pickle.loads(pickle.dumps((work, given)))
            yield at, pickle.loads(pickle.dumps(there(*sent)))


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many games each call to the cluster had."""
    monkeypatch.setattr(simulate, "needed", lambda *_: SimpleNamespace(Cluster=Elsewhere))
    monkeypatch.setattr(Elsewhere, "played", [])
    return Elsewhere.played


@pytest.mark.parametrize("more", [(), ("--swiss", "2")], ids=["round robin", "swiss"])
def test_on_a_cluster_the_same_ladder_comes_of_it(
    elsewhere: list[int], capsys: pytest.CaptureFixture[str], more: tuple[str, ...]
) -> None:
    assert main([*SMALL, "--json", *more]) == 0
    here = capsys.readouterr().out
    assert not elsewhere
    assert main([*SMALL, "--json", *more, "--on", "local"]) == 0
    assert capsys.readouterr().out == here
    assert elsewhere == [6] * (2 if more else 1)


def test_where_no_cluster_answers_or_jobs_are_wanted_too_nothing_is_played(
    elsewhere: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SMALL, "--on", "nowhere:1"]) == 1
    assert "no cluster answers at nowhere:1" in capsys.readouterr().err
    assert main([*SMALL, "--on", "local", "--jobs", "2"]) == 2
    assert "give one of them" in capsys.readouterr().err
    assert not elsewhere
