"""Night of the Ninja: what all can tell of tokens when nobody has claimed victory (N30, N37).

No rules, but what follows from them: who has 10 points wins, so who has not won has fewer.
"""

from __future__ import annotations

from tatami.engine.rules import Seat, World
from tatami.games.night.cards import MARTYR, MOST_WORTH, THIEF, WORTH
from tatami.games.night.members import members_of
from tatami.games.night.zones import ENOUGH, PLAYED, TOKENS


def know_poor(w: World, seat: Seat) -> None:
    """N30, N37: who has not claimed is known to have fewer than 10 points, whatever the tokens."""
    if could_claim(w, seat):
        w.limit(TOKENS[seat], WORTH, below=ENOUGH)


def could_claim(w: World, seat: Seat) -> bool:
    """Whether one who sees only how many tokens a player has must reckon with 10 points."""
    return w.size(TOKENS[seat]) * MOST_WORTH >= ENOUGH


def know_still_poor(w: World, owner: Seat) -> None:
    """N30, N37: after the last round nobody had 10 points; nor has who has gained none since.

    A token went away and came back (N23), and with it what the end of the last round told of its
    owner's tokens must be told again. Tokens come only at payment, by Martyr and Thief, and by a
    Merchant, of which there is one; so who has played neither of the two has what they had then.
    """
    if not has_gained(w, owner):
        know_poor(w, owner)


def has_gained(w: World, seat: Seat) -> bool:
    """Whether a player may have won a token in this round, by Martyr or Thief."""
    rows = [PLAYED[member] for member in members_of(w, seat)]
    return any(w.has(played, card) for played in rows for card in (MARTYR, THIEF))
