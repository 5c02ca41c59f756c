"""Games of bots as a data set: what each seat saw, could do, did, and what came of it.

``tatami[dataset]``; ``tatami dataset`` is the command. A directory gets ``decisions.parquet``, one
row for each decision, and ``README.md``, the card that says how it was made. The same command makes
the same decisions on every machine.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

import tatami
from tatami.bots.arena import key_for, seated
from tatami.engine.batch import PATIENCE
from tatami.engine.encoding import Encoding
from tatami.engine.flow import new
from tatami.engine.turns import Turns
from tatami.research.players import Players, factories
from tatami.research.tables import row_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FILE: Final = "decisions.parquet"
CARD: Final = "README.md"
GROUP: Final = 2_000
"""So many decisions are kept in memory before they are written."""


class Made(NamedTuple):
    """All that decides what is in a data set."""

    game: str
    bots: list[str]
    games: int
    seed: int
    encoding: Encoding

    def data(self) -> dict[str, Any]:
        """The same, ready for JSON, with all there is to say about a row."""
        return {
            "made by": f"tatami {tatami.__version__}",
            "bots": self.bots,
            "games": self.games,
            "seed": self.seed,
            "space": self.encoding.data(),
        }


def schema(made: Made) -> Any:
    """What a row holds."""
    encoding = made.encoding
    fields = [
        pa.field("game", pa.int32()),
        pa.field("step", pa.int32()),
        pa.field("seat", pa.int8()),
        pa.field("bot", pa.string()),
        pa.field("observation", pa.list_(pa.int32(), encoding.size)),
        pa.field("action_mask", pa.list_(pa.int8(), encoding.action_count)),
        pa.field("action", pa.int32()),
        pa.field("return", pa.float64()),
        pa.field("won", pa.bool_()),
        pa.field("cut", pa.bool_()),
    ]
    return pa.schema(fields, {"tatami": json.dumps(made.data(), sort_keys=True)})


def played(made: Made, number: int) -> list[dict[str, Any]]:
    """The decisions of one game; deal, seats and bots follow from seed and number alone."""
    encoding, names = made.encoding, seated(made.bots, number)
    key = key_for(made.seed, number, "deal")
    turns = Turns(new(encoding.game, encoding.seats, key, encoding.opts, True))
    players = Players(factories(made.game, names), key_for(made.seed, number, "bots"))
    rows: list[dict[str, Any]] = []
    while turns.seat >= 0 and len(rows) < PATIENCE * encoding.game.longest:
        rows.append(_decision(encoding, turns, players))
        rows[-1] |= {"game": number, "step": len(rows) - 1, "bot": names[rows[-1]["seat"]]}
        turns.act(rows[-1]["action"])
    return _with_the_end(rows, turns)


def _decision(encoding: Encoding, turns: Turns, players: Players) -> dict[str, Any]:
    mask = [0] * encoding.action_count
    for action in turns.actions():
        mask[action] = 1
    return {
        "seat": turns.seat,
        "observation": row_for(encoding, turns.w, turns.seat),
        "action_mask": mask,
        "action": players.choose(turns),
    }


def _with_the_end(rows: list[dict[str, Any]], turns: Turns) -> list[dict[str, Any]]:
    """Every decision with what the game was worth to who took it."""
    worth, won = turns.w.returns(), turns.w.winners()
    for row in rows:
        seat = row["seat"]
        row |= {"return": worth[seat], "won": seat in won, "cut": turns.seat >= 0}
    return rows


def tables(made: Made, done: Callable[[int], None]) -> Iterator[Any]:
    """The rows of all games, some at a time; ``done`` hears how many games have been played."""
    rows: list[dict[str, Any]] = []
    for number in range(made.games):
        rows += played(made, number)
        done(number + 1)
        if len(rows) >= GROUP or number == made.games - 1:
            yield pa.Table.from_pylist(rows, schema(made))
            rows = []


def write(made: Made, where: Path, done: Callable[[int], None] = lambda _: None) -> int:
    """Write a data set into a directory, and its card; how many decisions there are."""
    where.mkdir(parents=True)  # never over another one
    number = 0
    with pq.ParquetWriter(where / FILE, schema(made), compression="zstd") as writer:
        for table in tables(made, done):
            writer.write_table(table)
            number += table.num_rows
    (where / CARD).write_text(card(made, number), "utf-8")
    return number


def card(made: Made, number: int) -> str:
    """How a data set was made, for whoever finds it."""
    encoding = made.encoding
    options = ", ".join(f"{k}={v}" for k, v in encoding.data()["options"].items()) or "none"
    given = "".join(f" --option {k}={v}" for k, v in encoding.data()["options"].items())
    given += " --order" * encoding.order + " --ledger" * encoding.ledger
    versions = f"rules version {encoding.game.version}, encoding {encoding.version}"
    command = (
        f"tatami dataset {made.game} --seats {encoding.seats} --games {made.games} "
        f"--seed {made.seed} --bots {','.join(made.bots)}{given} --to DIRECTORY"
    )
    return f"""# {made.game}: {number} decisions of {made.games} games

Made by tatami {tatami.__version__}, {versions}:

```sh
{command}
```

- Seats: {encoding.seats}; table options: {options}; seed: {made.seed}.
- Bots: {", ".join(made.bots)}; they move on one seat from game to game.
- `{FILE}` has one row for each decision, in the order in which they were taken.

| column | |
|---|---|
| `game`, `step` | which game, and which decision in it |
| `seat`, `bot` | whose decision it was |
| `observation` | what the seat saw: {encoding.size} numbers, named in the metadata (`tatami`) |
| `action_mask` | what it could do: 1 for each of {encoding.action_count} actions |
| `action` | what it did |
| `return`, `won` | what the game was worth to the seat in the end, and whether it won |
| `cut` | whether the game was cut off before its end |

An observation holds only what its seat could see. The games are played by programs; there are no
people in it.
"""
