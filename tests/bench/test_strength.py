"""How strength is measured: the interval on fixed draws, games that go on, and tiny matchups."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from benchmarks import ismcts, strength
from benchmarks.sequences import Sequence


def draws(mean: float, seed: int, number: int) -> list[float]:
    """Deals of two games each."""
    luck = random.Random(seed)
    return [sum(luck.random() < mean for _ in range(2)) / 2 for _ in range(number)]


def interval(shares: list[float]) -> tuple[float, float]:
    found = strength.watched(shares)
    return found.low, found.high


# -- the interval


def test_nothing_is_known_before_the_first_deal() -> None:
    assert interval([]) == (0.0, 1.0)


@pytest.mark.parametrize("mean", [0.25, 0.6, 0.9])
def test_the_mean_is_hardly_ever_outside_at_any_time(mean: float) -> None:
    """Fixed draws: the share of series whose interval ever lost the mean."""
    wrong = 0
    for seed in range(200):
        watched = Sequence(steps=100)
        for share in draws(mean, seed, 60):
            watched.add(share)
        wrong += not watched.low <= mean <= watched.high  # what is out stays out
    assert wrong / 200 <= 0.05


def test_the_interval_only_shrinks_and_closes_in() -> None:
    watched = Sequence()
    wide = [1.0]
    for share in draws(0.7, 3, 300):
        watched.add(share)
        wide.append(watched.high - watched.low)
    assert wide == sorted(wide, reverse=True)
    assert wide[-1] < 0.16
    assert watched.low <= 0.7 <= watched.high


def test_shares_that_differ_little_are_told_apart_sooner() -> None:
    low, high = interval([0.5, 0.5, 0.75, 0.25] * 10)
    wide_low, wide_high = interval([0.0, 1.0, 1.0, 0.0] * 10)
    assert high - low < wide_high - wide_low


def test_one_mean_is_left_where_none_fits() -> None:
    watched = Sequence(steps=10)
    for share in [0.0] * 60 + [1.0] * 600:
        watched.add(share)
    assert len(watched.means) >= 1


# -- games


def played(deal: int, turn: int, share: float) -> strength.Played:
    return strength.Played(deal, turn, share, {"keen": 2}, {"keen": 10}, {"keen": 0.1})


def test_only_deals_that_were_played_in_every_seating_count() -> None:
    games = [played(0, 0, 1.0), played(1, 0, 1.0), played(0, 1, 0.0)]
    assert strength.deals(games, 2) == [0.5]
    told = strength.report("tack", strength.MATCHUPS["tack"], games)
    assert (told["won"], told["games"], told["deals"]) == (1.0, 2, 1)
    assert strength.report("tack", strength.MATCHUPS["tack"], games[:2])["games"] == 0


def test_every_matchup_gives_each_bot_every_seat() -> None:
    for matchup in [*strength.MATCHUPS.values(), *strength.PEERS.values()]:
        each = matchup.seatings
        for seat in range(matchup.seats):
            mine = sum(sitting[seat] == matchup.bot for sitting in each)
            assert mine / len(each) == matchup.chance


def test_a_matchup_stops_when_its_target_lies_outside() -> None:
    matchup = strength.MATCHUPS["tack"]
    close = [played(deal, turn, float(turn)) for deal in range(4) for turn in range(2)]
    clear = [played(deal, turn, 1.0) for deal in range(30) for turn in range(2)]
    assert not strength.is_settled(close, matchup)
    assert strength.is_settled(clear, matchup)
    assert strength.verdict(strength.report("tack", matchup, clear)) == "reached"


def test_a_pace_learns_how_many_fit_into_its_time() -> None:
    pace = strength.Pace(milliseconds=100)
    assert pace.planned("a") == strength.FIRST
    pace.note("a", 20, 0.1)
    assert pace.planned("a") == 20
    assert pace.planned("b") == strength.FIRST
    pace.note("b", 20, 0.15)
    assert pace.planned("a") == 10, "what one answer took too much the next has less"
    pace.note("b", 20, 9.0)
    assert pace.planned("a") == 5, "but never nothing"
    pace.note("b", 20, 0.0)
    pace.saved = 9.0
    assert pace.planned("a") == 40, "nor all that was saved"
    assert strength.Pace(simulations=7).planned("a") == 7


# -- the program


def run(tmp_path: Path, *more: str) -> list[dict[str, object]]:
    tmp_path.mkdir(exist_ok=True)
    file = tmp_path / "figures.json"
    budget = ["--simulations", "3", "--games", "2", "--json", str(file)]
    strength.main(["tack", *budget, "--keep", str(tmp_path), *more])
    found: list[dict[str, object]] = json.loads(file.read_text())
    return found


def test_games_are_kept_and_the_same_for_the_same_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = run(tmp_path / "one")
    kept = tmp_path / "one" / "tack.jsonl"
    lines = kept.read_text().splitlines()
    assert len(lines) == 1 + 2
    kept.write_text("\n".join(lines[:2]) + "\n" + lines[2][:9])
    again = run(tmp_path / "one")
    assert [again[0][name] for name in ("won", "games")] == [one[0]["won"], 2]
    assert capsys.readouterr().out.count("| tack | keen and as many swift, 4 seats |") == 2
    told = run(tmp_path / "one", "--games", "0")
    assert told[0]["games"] == 2
    with pytest.raises(SystemExit, match="another matchup"):
        run(tmp_path / "one", "--seed", "5")


def test_an_unknown_matchup_is_refused() -> None:
    with pytest.raises(SystemExit):
        strength.main(["chess"])


def test_our_searches_are_counted_on_positions_of_every_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ismcts, "POSITIONS", 1)
    assert all(ismcts.ours(table, 4) > 0 for table in ismcts.TABLES)


def test_a_rate_is_compared_with_gin_rummy(capsys: pytest.CaptureFixture[str]) -> None:
    rate = {"OpenSpiel gin_rummy": 1000.0, "clans": 4000.0, "night": 2500.0}
    rows = ismcts.told(rate)
    assert [row["times"] for row in rows] == [1.0, 4.0, 2.5]
    text = capsys.readouterr().out
    assert "| clans | 4,000 | 4.0 | 5: missed |" in text
    assert "| night | 2,500 | 2.5 | 2: reached |" in text
