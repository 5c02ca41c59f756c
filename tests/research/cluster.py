"""Plays a series on a real cluster of two nodes, and kills one of them in the middle of a part.

Whoever gets a part on that node says so, through a pipe that has a name, and never ends it; so the
part comes back only if it is played again elsewhere.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
from functools import partial
from pathlib import Path
from typing import Any

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import ray
from ray.cluster_utils import Cluster as Nodes

from tatami.cli.series import Here, Series, play_part, play_series
from tatami.research.ray import Cluster

GAMES = 60


def play_or_stay(pipe: Path, doomed: str, series: Series, first: int, end: int) -> Any:
    """A part; on the node that is to die say which it is, and stay."""
    if ray.get_runtime_context().get_node_id() == doomed:
        with pipe.open("w") as told:
            told.write(f"{first}\n")
        threading.Event().wait()
    return play_part(series, first, end)


def main() -> None:
    """What the cluster played, what this process plays, and how often each part came back."""
    with tempfile.TemporaryDirectory() as scrap:
        os.mkfifo(pipe := Path(scrap, "begun"))
        play(pipe)


def play(pipe: Path) -> None:
    """Begin, wait until the second node has begun a part, and kill it."""
    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1})
    second = nodes.add_node(num_cpus=1)
    series = Series("clans", (), ["steady", "random", "random", "random"], 3, GAMES)
    cut = [(first, first + 5) for first in range(0, GAMES, 5)]
    came: list[tuple[int, object]] = []
    work, begun = partial(play_or_stay, pipe, second.node_id, series), -1
    for at, part in Cluster(nodes.address).play(work, cut):
        came.append((at, part))
        if begun < 0:
            begun = int(pipe.open().readline()) // 5
            before = [one for one, _ in came]
            nodes.remove_node(second, allow_graceful=False)
    nodes.shutdown()
    alone = [game for part in play_series(series, Here()) for game in part]
    games = [game for _, part in sorted(came) for game in part]  # type: ignore[attr-defined]
    found = {"parts": sorted(at for at, _ in came), "same": games == alone}
    json.dump(found | {"begun": begun in range(12), "ended": begun in before}, sys.stdout)


if __name__ == "__main__":
    main()
