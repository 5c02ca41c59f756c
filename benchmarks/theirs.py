"""The peers of ``benchmarks/peers.py``, timed by the clock that times ours.

``benchmarks/run.py`` runs it as ``python -m benchmarks.theirs`` and reads the JSON that it prints.
"""

from __future__ import annotations

import argparse
import json

from benchmarks import clock, peers


def measure(peer: peers.Peer, seconds: float) -> peers.Row:
    """Whole games, then copies of one that is stopped halfway."""
    peers.warm_up(peer)
    decisions, games = clock.rate(peer.play, seconds)
    peers.reach_middle(peer, max(1, round(decisions / games / peer.batch / 2)))
    duplicate = peer.copier()
    copies = 1e6 / clock.microseconds(duplicate, seconds) if duplicate else None
    return peers.Row(peer.name, decisions, games * peer.batch, copies, peer.note)


def main() -> None:
    """Measure every peer, print JSON."""
    parser = argparse.ArgumentParser(description="Measure the peers.")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a run")
    parser.add_argument("--seed", type=int, default=1, help="seed of deals and play")
    given = parser.parse_args()
    try:
        with peers.quiet():
            rows = [measure(make(), given.seconds) for make in peers.makers(given.seed)]
    except ModuleNotFoundError as missing:
        parser.exit(1, f"the peers are not all installed: {missing}\n")
    print(json.dumps([row._asdict() for row in rows]))


if __name__ == "__main__":
    main()
