"""Night of the Ninja: House cards that are looked at, and turned up (N3, N13 to N15)."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Ask, Refusal, Sight, World
from tatami.games.night import asked, told
from tatami.games.night.cards import BOOK
from tatami.games.night.members import Member, everyone_from, seat_of
from tatami.games.night.zones import HOUSE, TURNED, house_card, touched

NOT_YOURSELF: Final = BOOK.no("not_yourself", "N13")


def why_not_looked_at(s: Sight, me: Member, whom: Member) -> Refusal | None:
    """N13, N14: anyone else, the dead too; oneself where the Shapeshifter touched one's card."""
    return NOT_YOURSELF if whom == me and not touched(s, me) else None


def aim_look(w: World, me: Member, at: asked.Aim) -> Ask:
    """Ask whose House card to look at. N15: the look is obligatory."""
    every = everyone_from(w, me)
    return asked.aim(w, me, at, [m for m in every if why_not_looked_at(w, me, m) is None])


def look(w: World, me: Member, whom: Member) -> None:
    """Look at a House card; that a look was made, and at whom, is public."""
    w.show_to(HOUSE[whom], seat_of(w, me))
    w.tell(told.LOOKS, me, whom)


def turn_up(w: World, member: Member) -> None:
    """N3: a House card is turned up for all, and stays up for the round."""
    if not w.marked(TURNED[member]):
        w.reveal(HOUSE[member])
        w.mark(TURNED[member])
        w.tell(told.TURNS_UP, member, house_card(w, member))
