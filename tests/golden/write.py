"""Write the golden files anew. Read the diff before you commit it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.golden.playthrough import node_counts, playthrough, tables

HERE = Path(__file__).parent


def main() -> None:
    counts: dict[str, list[int]] = {}
    for setup in tables():
        HERE.joinpath("games", f"{setup.key()}.txt").write_text(playthrough(setup), "utf-8")
        counts[setup.key()] = node_counts(setup)
        print(f"wrote {setup.key()}")
    HERE.joinpath("nodes.json").write_text(json.dumps(counts, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
