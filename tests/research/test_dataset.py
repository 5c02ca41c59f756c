"""A data set: written by the command, read back with what researchers read it with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import tatami
from tatami.cli import main
from tatami.engine.encoding import Encoding
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.research import dataset
from tatami.research.dataset import Made, played
from tatami.research.tables import row_for

GAMES = ["clans", "wataah", "night", "tack"]


def written(where: Path, *more: str, game: str = "clans") -> Any:
    done = main(["dataset", game, "--games", "3", "--seed", "5", "--to", str(where), *more])
    assert done == 0
    return read(where)


def read(where: Path) -> Any:
    """From memory: pyarrow lets go of a file when it likes."""
    return pq.read_table(pa.BufferReader((where / "decisions.parquet").read_bytes()))


def test_what_was_written_reads_back_the_same_with_pyarrow_and_pandas(tmp_path: Path) -> None:
    table = written(tmp_path / "set", "--bots", "steady,random,random,random")
    frame = pd.read_parquet(tmp_path / "set" / "decisions.parquet")
    assert len(frame) == table.num_rows > 100
    assert sorted(frame["game"].unique()) == [0, 1, 2]
    seen = np.stack(frame["observation"])
    assert seen.tolist() == table["observation"].to_pylist()
    masks = np.stack(frame["action_mask"])
    assert (masks[np.arange(len(frame)), frame["action"]] == 1).all()
    assert set(frame["bot"]) == {"steady", "random"}


def test_the_metadata_reads_every_observation_back_into_names(tmp_path: Path) -> None:
    table = written(tmp_path / "set")
    told = json.loads(table.schema.metadata[b"tatami"])
    space = told["space"]
    assert (told["seed"], told["games"], space["game"], space["seats"]) == (5, 3, "clans", 4)
    names = [f"{part['name']}.{name}" for part in space["parts"] for name in part["names"]]
    assert names == Encoding(tatami.load("clans"), 4).names()
    assert len(table["observation"][0]) == len(names)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_ends_with_returns_that_add_up_to_nothing(game: str, tmp_path: Path) -> None:
    frame = written(tmp_path / "set", game=game).to_pandas()
    for _, one in frame.groupby("game"):
        worth = one.groupby("seat")["return"].first()
        assert len(worth) == 4
        assert abs(worth.sum()) < 1e-9
        assert list(one["step"]) == list(range(len(one)))


def test_the_same_command_writes_the_same_and_another_seed_something_else(tmp_path: Path) -> None:
    one, two = written(tmp_path / "one"), written(tmp_path / "two")
    assert one.equals(two)
    assert (tmp_path / "one/README.md").read_text() == (tmp_path / "two/README.md").read_text()
    assert not one.equals(written(tmp_path / "three", "--seed", "6"))


def test_the_card_says_how_it_was_made_and_its_command_works(tmp_path: Path) -> None:
    table = written(tmp_path / "one", "--seats", "3", "--bots", "steady,random,random")
    card = (tmp_path / "one" / "README.md").read_text("utf-8")
    command = next(line for line in card.splitlines() if line.startswith("tatami dataset"))
    words = command.replace("DIRECTORY", str(tmp_path / "two")).split()[1:]
    assert main(words) == 0
    assert read(tmp_path / "two").equals(table)
    for said in ("tatami 0.1.0", f"{table.num_rows} decisions of 3 games", "seed: 5"):
        assert said in card


def test_with_the_ledger_a_row_tells_what_can_be_deduced_and_the_card_says_so(
    tmp_path: Path,
) -> None:
    table = written(tmp_path / "one", "--ledger", "--order")
    space = Encoding(tatami.load("clans"), 4, ledger=True, order=True)
    assert json.loads(table.schema.metadata[b"tatami"])["space"] == space.data()
    assert space.decode(table["observation"][0].as_py())["may"]["deck.Oda"] == 1
    card = (tmp_path / "one" / "README.md").read_text("utf-8")
    assert " --order --ledger --to DIRECTORY" in card


@pytest.mark.parametrize("ledger", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_does_not_depend_on_what_the_seat_cannot_see(
    game: str, ledger: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scramble test: an imagined world in the place of the true one gives the same row."""
    compared = 0
    write = dataset._decision

    def twice(encoding: Any, turns: Any, players: Any) -> dict[str, Any]:
        nonlocal compared
        truth = turns.w
        turns.w = imagine(look(truth, turns.seat), compared, watched=True)
        differs = turns.w.face != truth.face
        again = row_for(encoding, turns.w, turns.seat), sorted(turns.actions())
        turns.w = truth
        row = write(encoding, turns, players)
        assert again == (row["observation"], np.flatnonzero(row["action_mask"]).tolist())
        compared += differs
        return row

    monkeypatch.setattr(dataset, "_decision", twice)
    monkeypatch.setattr(dataset, "PATIENCE", 40 / tatami.load(game).longest)
    played(Made(game, ["random"] * 4, 1, 3, Encoding(tatami.load(game), 4, ledger=ledger)), 0)
    assert compared > 20


def test_a_directory_that_is_there_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dataset", "clans", "--games", "1", "--to", str(tmp_path)]) == 1
    assert "is there already: name a new directory" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_the_command_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "tatami.research.dataset", None)
    assert main(["dataset", "clans", "--games", "1", "--to", str(tmp_path / "x")]) == 1
    assert "pip install 'tatami[dataset]'" in capsys.readouterr().err
