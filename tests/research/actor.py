"""What an actor does in a process of its own: it is given a game, pickled, and deals."""

from __future__ import annotations

import json
import pickle
import sys


def main() -> None:
    """Print a deal and what its first player can do."""
    state = pickle.load(sys.stdin.buffer).new_initial_state()
    state.apply_action(0)
    json.dump([str(state), state.legal_actions()], sys.stdout)


if __name__ == "__main__":
    main()
