"""Write the golden files anew. Read the diff before you commit it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.golden.playthrough import file_name, node_counts, playthrough, tables

HERE = Path(__file__).parent


def main() -> None:
    counts: dict[str, list[int]] = {}
    for game, seats, opts in tables():
        name = file_name(game, seats, opts)
        HERE.joinpath("games", name).write_text(playthrough(game, seats, opts), "utf-8")
        counts[name.removesuffix(".txt")] = node_counts(game, seats, opts)
        print(f"wrote {name}")
    HERE.joinpath("nodes.json").write_text(json.dumps(counts, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
