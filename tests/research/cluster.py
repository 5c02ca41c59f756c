"""Plays a series on a real cluster of two nodes, and kills one of them in the middle."""

from __future__ import annotations

import json
import os
import sys
from functools import partial

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

from ray.cluster_utils import Cluster as Nodes

from tatami.cli.series import Here, Series, play_part, play_series
from tatami.research.ray import Cluster

GAMES = 60


def main() -> None:
    """What the cluster played, what this process plays, and how often each part came back."""
    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1})
    second = nodes.add_node(num_cpus=1)
    series = Series("clans", (), ["steady", "random", "random", "random"], 3, GAMES)
    cut = [(first, first + 5) for first in range(0, GAMES, 5)]
    came: list[tuple[int, object]] = []
    for at, part in Cluster(nodes.address).play(partial(play_part, series), cut):
        came.append((at, part))
        if len(came) == 1:
            nodes.remove_node(second, allow_graceful=False)
    nodes.shutdown()
    alone = [game for part in play_series(series, Here()) for game in part]
    games = [game for _, part in sorted(came) for game in part]  # type: ignore[attr-defined]
    json.dump({"parts": sorted(at for at, _ in came), "same": games == alone}, sys.stdout)


if __name__ == "__main__":
    main()
