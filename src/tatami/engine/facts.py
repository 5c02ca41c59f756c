"""What a ledger says, as plain data: what views, saves and browsers get of it."""

from __future__ import annotations

from typing import Final, TypeAlias

from tatami.engine.tale import Deed

Bar: TypeAlias = tuple[int, tuple[int, ...], int]
"""Place, faces (each as often as it counts), and how much the hidden cards there count at most."""
GroupFacts: TypeAlias = tuple[
    tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]
]
Facts: TypeAlias = tuple[
    tuple[GroupFacts, ...], tuple[tuple[int, int], ...], tuple[Bar, ...], tuple[Deed, ...]
]
"""Groups, ghosts, bars, the tale. Where the counts of the groups do not tell how many hidden cards
a place holds, a bar without faces does."""
NO_FACTS: Final[Facts] = ((), (), (), ())
