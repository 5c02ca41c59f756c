"""Night of the Ninja: why an answer is refused, from what the seat itself sees (N10, N28, N36).

The rules say why not, each where it stands. Here they are asked for the member who is to answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tatami.engine.rules import Face, Reason, Refusal, Seat, View, in_step
from tatami.games.night import asked, powers, trades
from tatami.games.night.asked import asked_member, asked_members
from tatami.games.night.cards import BOOK
from tatami.games.night.digger import why_not_dug, why_not_dug_up
from tatami.games.night.draft import why_not_kept
from tatami.games.night.fight import why_not_killed, why_not_reacted, why_not_so_many
from tatami.games.night.looks import why_not_looked_at
from tatami.games.night.members import Member, members_of
from tatami.games.night.phases import NOT_IN_HAND, OUT_OF_PHASE, why_not_played
from tatami.games.night.reveal import why_not_unmasked
from tatami.games.night.spots import Spot, member_at
from tatami.games.night.zones import REVEAL, STAGE, alive

NO_SUCH_TARGET: Final = BOOK.no("no_such_player", "N13")
YOU_ARE_DEAD: Final = BOOK.no("you_are_dead", "N10")
DEAD_AT_REVEAL: Final = BOOK.no("dead_at_reveal", "N28")


def unasked(view: View) -> Refusal | None:
    """N10, N28: the dead play nothing more, and reveal nothing; everybody sees who is dead."""
    if any(alive(view, member) for member in members_of(view, view.seat)):
        return None
    return DEAD_AT_REVEAL if STAGE.of(view) == REVEAL else YOU_ARE_DEAD


def aiming(rule: Callable[[View, Member, Member], Refusal | None]) -> Reason:
    """Why somebody cannot be the target of the member who is asked."""

    def reason(view: View, _seat: Seat, spot: Spot) -> Refusal | None:
        whom = member_at(view.seats, spot)
        return NO_SUCH_TARGET if whom is None else rule(view, asked_member(view), whom)

    return reason


def anyone(_view: View, _me: Member, _whom: Member) -> Refusal | None:
    """N13: the first whom the Shapeshifter chooses; nothing speaks against any member."""
    return None


def another(view: View, _me: Member, whom: Member) -> Refusal | None:
    """N13: the second whom the Shapeshifter chooses, after a first."""
    first = member_at(view.seats, asked.SHIFT_ONE.given(view))
    return None if first is None else powers.why_not_both(first, whom)


def among_mine(rule: Callable[..., Refusal | None]) -> Reason:
    """Why a member who is asked cannot do it. N34: of several, one who cannot."""

    def reason(view: View, _seat: Seat, *args: int) -> Refusal | None:
        reasons = [rule(view, member, *args) for member in asked_members(view)]
        return next((why for why in reasons if why is not None), None)

    return reason


def why_not_in_phase(view: View, _seat: Seat, card: Face) -> Refusal | None:
    """N7, N36: where several of a seat's members are asked, one who holds the card says more."""
    reasons = [why_not_played(view, member, card) for member in asked_members(view)]
    return OUT_OF_PHASE if OUT_OF_PHASE in reasons else NOT_IN_HAND


why_not: Final = BOOK.reasons(
    {
        asked.KEEP_FIRST: among_mine(why_not_kept),
        asked.KEEP_SECOND: among_mine(why_not_kept),
        **dict.fromkeys(asked.PLAY.values(), why_not_in_phase),
        asked.SPY_AT: aiming(why_not_looked_at),
        asked.MYSTIC_AT: aiming(why_not_looked_at),
        asked.SHIFT_ONE: aiming(anyone),
        asked.SHIFT_TWO: aiming(another),
        asked.DIG_KEEP: among_mine(why_not_dug),
        asked.PLAY_DUG: among_mine(why_not_dug_up),
        asked.TROUBLE_AT: aiming(why_not_looked_at),
        asked.MERCHANT_AT: aiming(trades.why_not_traded_with),
        asked.TAKE_SEEN: trades.why_not_taken_seen,
        asked.TAKE_UNSEEN: in_step(trades.why_not_taken_unseen),
        asked.GIVE: trades.why_not_given,
        asked.ROB: trades.why_not_robbed,
        asked.JUDGE_AT: aiming(why_not_killed),
        asked.ASSASSIN_AT: aiming(why_not_killed),
        asked.SHINOBI_AT: aiming(why_not_looked_at),
        asked.REACT: among_mine(why_not_reacted),
        asked.UNMASK: among_mine(why_not_unmasked),
    },
    sizes={asked.REACT.question: why_not_so_many},
)
