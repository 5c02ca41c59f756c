"""Why an answer is not open: for each verb the rule that says so, asked with a seat's view.

Rules that need to know what the open step is about, or what was answered in it before, get it by
name (``in_step``): their parameters between the view and what the verb speaks of are called as the
step calls its own. ``me`` is the step's ``me`` there, and ``origin`` of ``decline`` that of the two
steps of the Toad; who renames one renames the other. A verb that is not listed is always open where
it is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from tatami.engine.rules import (
    AnyVerb,
    Face,
    Option,
    Reason,
    Refusal,
    Seat,
    Verb1,
    View,
    Zone,
    in_step,
)
from tatami.games.wataah import (
    asked,
    court,
    pawns,
    phases,
    placing,
    powers,
    refused,
    scoring,
    strikes,
    temple,
)
from tatami.games.wataah.cards import Clan, PowerName
from tatami.games.wataah.placing import Means, SoFar
from tatami.games.wataah.sorts import Placed
from tatami.games.wataah.zones import CORRUPT, HAND, JIGOKU, LOOKING

V = TypeVar("V", bound=AnyVerb)

# -- cards that must lie somewhere


def one_in(zone: Zone, refusal: Refusal) -> Reason:
    """A card of a zone that all share."""
    return lambda view, me, face: refused.why_not_in(view, zone, face, refusal)


def one_of_own(zones: list[Zone], refusal: Refusal) -> Reason:
    """A card of one's own zone."""
    return lambda view, me, face: refused.why_not_in(view, zones[me], face, refusal)


def in_any_name(verbs: Mapping[PowerName, V], rule: Reason) -> dict[AnyVerb, Reason]:
    """The same rule in the name of a clan and of its Yokai."""
    return dict.fromkeys(verbs.values(), rule)


# -- placing: of ``phases.place`` these know what ``so_far`` and ``what`` are


def new_clan(view: View, me: Seat, so_far: SoFar, clan: Clan) -> Refusal | None:
    """W7: a new clan without Ronin."""
    return placing.why_not_new(Means(view, me, so_far), clan, ronin=0)


def new_clan_with(view: View, me: Seat, so_far: SoFar, clan: Clan, ronin: int) -> Refusal | None:
    """W7: a new clan in which Ronin stand."""
    return placing.why_not_new(Means(view, me, so_far), clan, ronin)


def reinforce(view: View, me: Seat, so_far: SoFar, clan: Clan) -> Refusal | None:
    """W8: a clan that is reinforced."""
    return placing.why_not_reinforced(Means(view, me, so_far), clan)


def summon(view: View, me: Seat, so_far: SoFar, face: Face) -> Refusal | None:
    """W8: a Yokai."""
    return placing.why_not_summoned(Means(view, me, so_far), face)


def summon_on(view: View, me: Seat, clan: Clan) -> Refusal | None:
    """W8: a clan for that Yokai."""
    return placing.why_no_room(Means(view, me), clan)


def card_of_new(view: View, me: Seat, what: Option, face: Face) -> Refusal | None:
    """W7: a card of the new clan."""
    clan, _ = asked.new_clan_of(what)
    return placing.why_not_among_new(view, me, clan, face)


def card_joining(view: View, me: Seat, what: Option, face: Face) -> Refusal | None:
    """W8: a card for the clan that is reinforced."""
    return placing.why_not_joining(view, me, asked.REINFORCE.of(what), face)


# -- powers: of those of Toad and Kappa


def decline(view: View, me: Seat, origin: Placed) -> Refusal | None:
    """W16: after the clan that was just placed or reinforced."""
    return strikes.why_not_declined(origin, strikes.to_send_back(view, me))


# -- the Court


def using(verb: Verb1[Face]) -> Reason:
    """W38: a Court card before the draw, before placing or before the discard, as the verb says."""
    return lambda view, me, card: court.why_not_used(view, me, card, verb)


REASONS: Final[dict[AnyVerb, Reason]] = {
    asked.RECRUIT: phases.why_not_drawn,
    asked.BE_CORRUPT: phases.why_not_drawn,
    asked.DOJO: temple.why_no_dojo,
    asked.MARKET: temple.why_no_market,
    asked.NO_DRAW: phases.why_not_no_draw,
    asked.USE_AT_DRAW: using(asked.USE_AT_DRAW),
    asked.DOJO_KEEP: one_of_own(LOOKING, refused.NOT_LOOKED_AT),
    asked.NEW_WITHOUT_RONIN: in_step(new_clan),
    asked.NEW_WITH_RONIN: in_step(new_clan_with),
    asked.REINFORCE: in_step(reinforce),
    asked.SUMMON: in_step(summon),
    asked.USE_AT_PLACE: using(asked.USE_AT_PLACE),
    asked.NEW_CLAN_CARD: in_step(card_of_new),
    asked.REINFORCE_CARD: in_step(card_joining),
    asked.SUMMON_ON: in_step(summon_on),
    asked.ADD: in_step(temple.why_not_added),
    asked.DISCARD_CARD: one_of_own(HAND, refused.NOT_IN_HAND),
    asked.KEEP_ALL: phases.why_not_keep_all,
    asked.USE_AT_DISCARD: using(asked.USE_AT_DISCARD),
    asked.CROW_TAKE: one_in(JIGOKU, refused.NOT_IN_JIGOKU),
    asked.SEND_NO_CARD: in_step(decline),
    asked.SEND_CARD_OF: strikes.why_not_card_sent_back,
    **in_any_name(asked.SEND_NO_CLAN, in_step(decline)),
    **in_any_name(asked.SEND_CLAN_OF, strikes.why_not_sent_back),
    asked.DESTROY_CARD_OF: strikes.why_not_card_destroyed,
    **in_any_name(asked.DESTROY_CLAN_OF, strikes.why_not_destroyed),
    asked.SWAP_CARDS_WITH: powers.why_no_swap_of_cards,
    asked.SWAP_GIVE: one_of_own(HAND, refused.NOT_IN_HAND),
    **in_any_name(asked.SWAP_HANDS_WITH, powers.why_no_swap_of_hands),
    **in_any_name(asked.LOOK_KEEP, one_of_own(LOOKING, refused.NOT_LOOKED_AT)),
    **in_any_name(asked.GNAW_AT, powers.why_without_cards),
    **in_any_name(asked.GNAW_DISCARD, one_of_own(HAND, refused.NOT_IN_HAND)),
    **in_any_name(asked.COPY_CLAN_OF, powers.why_not_copied),
    asked.CANCEL: court.why_not_cancelled,
    asked.ABSOLVE: one_of_own(CORRUPT, court.NOT_IN_YOUR_PILE),
    asked.REMEMBER: one_in(JIGOKU, refused.NOT_IN_JIGOKU),
    asked.SPY_AT: court.why_not_spied,
    asked.THROW_OUT: in_step(court.why_not_thrown_out),
    asked.GIFT_AT: court.why_not_poisoned,
    asked.SHOW_BANNER: court.why_not_shown,
    asked.SHOSHO_TO: scoring.why_not_shosho,
    asked.TEMPLE_CARDS: temple.why_no_temple_cards,
    asked.KEEP_FACE_UP: one_of_own(LOOKING, refused.NOT_LOOKED_AT),
    asked.TO_COURT: pawns.why_not_to_court,
    asked.TO_MISSIONS: pawns.why_not_sent,
    asked.TO_SHOWDOWN: pawns.why_not_sent,
}
"""What explains each verb where it is not open."""
