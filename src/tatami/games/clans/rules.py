"""Shinobi: War of Clans. Clauses are those of docs/rules/clans.md.

The table, its provinces and armies (C4) and who sees what (C19) are in ``zones``, the cards (C1,
C3) in ``cards``; what is asked, told and refused stands in ``asked``, ``told`` and ``refused``.

A step asks first and acts last: it runs from the top again with each answer, until all are there;
``w.then`` queues what follows it (docs/add-a-game.md). An answer is an option, and the verb that it
fits says what it speaks of: ``asked.DEPLOY.of(order)`` is a clan.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tatami.engine import rules
from tatami.engine.rules import UNANSWERED, Ask, Chosen, Option, Refusal, Seat, Sight, View, World
from tatami.games.clans import asked, refused, told
from tatami.games.clans.cards import BLUE_CARDS, BOOK, NINJA, TROOP, Clan
from tatami.games.clans.zones import (
    ARMY,
    CLAN_OF,
    DECK,
    DISCARD,
    FEWEST_PLAYERS,
    HAND,
    HAND_SIZE,
    HOME,
    LAST,
    LOYALTIES,
    LOYALTY,
    MOST_PLAYERS,
    PROVINCE,
    PROVINCE_OF,
    SHIELDED,
    Army,
    Province,
    armies_elsewhere,
    army,
    places_at,
    provinces_elsewhere,
    serves,
    troops_in_hand,
)

# -- set-up


@BOOK.step
def set_up(w: World) -> None:
    """C1, C2, C3: a loyalty and four cards each, the rest unseen; a random first player."""
    w.shuffle(LOYALTIES)
    w.shuffle(DECK)
    for seat in w.everyone():
        w.draw(LOYALTIES, LOYALTY[seat])
        w.draw(DECK, HAND[seat], HAND_SIZE)
    first = w.random_of(w.everyone())
    w.tell(told.STARTS, first)
    w.then(turn, first)


# -- a turn


@BOOK.step
def turn(w: World, me: Seat) -> None:
    """C5: three orders in this order, then C14. C12: what was protected is so no more."""
    w.unmark_all(SHIELDED)
    w.then(first_order, me)
    w.then(second_order, me)
    w.then(third_order, me)
    w.then(refill, me)


# -- the first order


@BOOK.moment("first-order")
@BOOK.step
def first_order(
    w: World, me: Seat, order: Chosen = UNANSWERED, where: Chosen = UNANSWERED
) -> Ask | None:
    """C6: deploy a troop away from home; or C7: a ninja strikes; C8: or neither is possible.

    Where: the province that a troop goes into, or the army that the ninja strikes.
    """
    if order is UNANSWERED:
        orders = first_orders(w, me)
        if orders:
            return rules.choose(me, asked.FIRST_CARD, orders)
        skip_first(w, me)
    elif where is UNANSWERED:
        return ask_where(w, me, order)
    elif asked.DEPLOY.fits(order):
        deploy(w, me, asked.DEPLOY.of(order), asked.DEPLOY_INTO.of(where))
    else:
        strike(w, me, asked.STRIKE.of(where))
    return None


def first_orders(w: World, me: Seat) -> list[Option]:
    """C6, C7, C8: any troop in hand; a ninja where it would find an army."""
    orders = asked.DEPLOY.each(troops_in_hand(w, me))
    if why_no_ninja(w, me) is None:
        orders.append(asked.SEND_NINJA.option)
    return orders


def ask_where(w: World, me: Seat, order: Option) -> Ask:
    """C6: a troop goes into another's province; C7: a ninja strikes an army in one."""
    if asked.SEND_NINJA.fits(order):
        return asked.STRIKE.ask(me, armies_elsewhere(w, me))
    return asked.DEPLOY_INTO.ask(me, provinces_elsewhere(w, me))


def deploy(w: World, me: Seat, clan: Clan, province: Province) -> None:
    """C6: a troop card from hand, face up, into another's province."""
    play_troop(w, me, army(province, clan))
    w.tell(told.DEPLOYS, me, clan, province)


def play_troop(w: World, me: Seat, joined: Army) -> None:
    """A troop card from hand joins an army. C12: it cannot be attacked this turn."""
    w.play(HAND[me], TROOP[CLAN_OF[joined]], ARMY[joined])
    w.mark(SHIELDED[joined])


def strike(w: World, me: Seat, target: Army) -> None:
    """C7: one card of the army is discarded, and so is the ninja. C12: no attack on it now."""
    w.play(HAND[me], NINJA, DISCARD)
    w.draw(ARMY[target], DISCARD)
    w.mark(SHIELDED[target])
    w.tell(told.STRIKES, me, CLAN_OF[target], PROVINCE_OF[target])


def skip_first(w: World, me: Seat) -> None:
    """C8: only ninjas in hand, and no army for them, which tells everyone what that hand is.

    To reveal it tells no more: how many cards it has is public (C19), and all are ninjas.
    """
    w.reveal(HAND[me])
    w.tell(told.NO_FIRST, me)


def why_no_troop(s: Sight, me: Seat, clan: Clan) -> Refusal | None:
    """C6, C9: a troop card of that clan must be in hand."""
    return None if clan in troops_in_hand(s, me) else refused.NOT_IN_HAND


def why_no_ninja(s: Sight, me: Seat) -> Refusal | None:
    """C7, C8: a ninja must be in hand, and find an army."""
    if not s.has(HAND[me], NINJA):
        return refused.NINJA_NOT_IN_HAND
    return None if armies_elsewhere(s, me) else refused.NO_ARMY_TO_STRIKE


def why_not_deployed(s: Sight, me: Seat, province: Province) -> Refusal | None:
    """C6: into any province except one's own."""
    if province in provinces_elsewhere(s, me):
        return None
    return refused.OWN_PROVINCE if province == HOME[me] else refused.NO_SUCH_PROVINCE


def why_not_struck(s: Sight, me: Seat, target: Army) -> Refusal | None:
    """C7: an army in an opponent's province, be it of one's own clan."""
    return why_not_elsewhere(s, me, target, refused.NOT_ON_HOME)


def why_not_elsewhere(s: Sight, me: Seat, one: Army, at_home: Refusal) -> Refusal | None:
    """C7, C9, C11: an army in another province; for one at home there is a reason of its own."""
    if one in armies_elsewhere(s, me):
        return None
    return at_home if PROVINCE_OF[one] == HOME[me] else refused.NO_SUCH_ARMY


# -- the second order


@BOOK.moment("second-order")
@BOOK.step
def second_order(
    w: World, me: Seat, what: Chosen = UNANSWERED, into: Chosen = UNANSWERED
) -> Ask | None:
    """C9, C10: play a troop at home, or move a card from one province to another."""
    if what is UNANSWERED:
        choices = second_choices(troops_in_hand(w, me), armies_elsewhere(w, me))
        if choices:
            return rules.choose(me, asked.SECOND, choices)
        skip_second(w, me)
    elif asked.PLAY.fits(what):
        play_at_home(w, me, asked.PLAY.of(what))
    elif into is UNANSWERED:
        return asked.MOVE_INTO.ask(me, destinations(w, asked.MOVE.of(what)))
    else:
        move(w, me, asked.MOVE.of(what), asked.MOVE_INTO.of(into))
    return None


def second_choices(troops: list[Clan], armies: list[Army]) -> list[Option]:
    """C9: each troop in hand can be played, and a card of each army elsewhere moved."""
    return asked.PLAY.each(troops) + asked.MOVE.each(armies)


def play_at_home(w: World, me: Seat, clan: Clan) -> None:
    """C9: a troop card from hand into one's own province."""
    play_troop(w, me, army(HOME[me], clan))
    w.tell(told.PLAYS, me, clan)


def move(w: World, me: Seat, source: Army, into: Province) -> None:
    """C9: one card of an army goes to another province. C12: the army it joins is protected."""
    clan, out_of = CLAN_OF[source], PROVINCE_OF[source]
    joined = army(into, clan)
    w.draw(ARMY[source], ARMY[joined])
    w.mark(SHIELDED[joined])
    w.tell(told.MOVES, me, clan, out_of, into)


def destinations(s: Sight, source: Army) -> list[Province]:
    """C10: a move's source and destination differ; both may be others', and the card that was just
    deployed may be the one to move. C9: it may go into one's own province."""
    return PROVINCE.but(s, PROVINCE_OF[source])


def skip_second(w: World, me: Seat) -> None:
    """C10: no troop in hand and no card to move, which tells everyone what that hand is.

    To reveal it tells no more, as in the first order.
    """
    w.reveal(HAND[me])
    w.tell(told.NO_SECOND, me)


def why_not_moved(s: Sight, me: Seat, source: Army) -> Refusal | None:
    """C9: a card of an army, never out of one's own province."""
    return why_not_elsewhere(s, me, source, refused.NOT_OUT_OF_HOME)


def why_not_moved_into(view: View, me: Seat, province: Province) -> Refusal | None:
    """C10: a move's source and destination differ."""
    source = asked.MOVE.given(view)
    if province in destinations(view, source):
        return None
    return refused.SAME_PROVINCE if province == PROVINCE_OF[source] else refused.NO_SUCH_PROVINCE


# -- the third order


@BOOK.moment("third-order")
@BOOK.step
def third_order(
    w: World, me: Seat, with_which: Chosen = UNANSWERED, at_which: Chosen = UNANSWERED
) -> Ask | None:
    """C11, C13: an army of one's province attacks once if any can, even one that was reinforced in
    this turn; a single choice is not asked for."""
    if with_which is UNANSWERED:
        able = attackers(w, me)
        if able:
            return rules.choose_openly(me, asked.ATTACKER, asked.WITH.each(able))
        w.tell(told.NO_ATTACK, me)
    elif at_which is UNANSWERED:
        reached = targets(w, me, asked.WITH.of(with_which))
        return rules.choose_openly(me, asked.TARGET, asked.AT.each(reached))
    else:
        attack(w, me, asked.WITH.of(with_which), asked.AT.of(at_which))
    return None


def attackers(s: Sight, me: Seat) -> list[Clan]:
    """C11: the clans whose army in one's own province can attack another."""
    several = s.with_several(places_at(HOME[me]), ARMY)  # a lone card finds none that is weaker
    foes = armies_elsewhere(s, me) if several else []
    return [CLAN_OF[mine] for mine in several if can_attack(s, mine, foes)]


def can_attack(s: Sight, attacker: Army, foes: list[Army]) -> bool:
    """C11, C12: whether an army can attack any of these, which stand elsewhere."""
    for foe in foes:
        if why_withstands(s, attacker, foe) is None:
            return True
    return False


def targets(s: Sight, me: Seat, attacking: Clan) -> list[Army]:
    """C11, C12: the armies elsewhere that one's army of this clan can attack."""
    attacker = army(HOME[me], attacking)
    return [foe for foe in armies_elsewhere(s, me) if why_withstands(s, attacker, foe) is None]


def attack(w: World, me: Seat, attacking: Clan, target: Army) -> None:
    """C11: the target loses one card. C13: even one's own clan, if it is the only target."""
    attacked, where = CLAN_OF[target], PROVINCE_OF[target]
    w.draw(ARMY[target], DISCARD)
    w.tell(told.ATTACKS, me, attacking, attacked, where)


def why_withstands(s: Sight, attacker: Army, foe: Army) -> Refusal | None:
    """C11: of the armies elsewhere, one of another clan and strictly weaker; C12: not protected."""
    if CLAN_OF[foe] == CLAN_OF[attacker]:
        return refused.SAME_CLAN
    if s.size(ARMY[foe]) >= s.size(ARMY[attacker]):
        return refused.NOT_WEAKER
    return refused.IS_SHIELDED if s.marked(SHIELDED[foe]) else None


def why_not_at(view: View, me: Seat, target: Army) -> Refusal | None:
    """C11, C12: an army in another province that does not withstand the one that was chosen."""
    not_there = why_not_elsewhere(view, me, target, refused.NOT_AT_HOME)
    if not_there is not None:
        return not_there
    return why_withstands(view, army(HOME[me], asked.WITH.given(view)), target)


def why_not_with(s: Sight, me: Seat, attacking: Clan) -> Refusal | None:
    """C11, C12: an army at home that finds a target."""
    attacker = army(HOME[me], attacking)
    if s.is_empty(ARMY[attacker]):
        return refused.NO_SUCH_ARMY
    foes = armies_elsewhere(s, me)
    if can_attack(s, attacker, foes):
        return None
    reasons = [why_withstands(s, attacker, foe) for foe in foes]
    return refused.ONLY_SHIELDED if refused.IS_SHIELDED in reasons else refused.NO_WEAKER_ARMY


# -- the end of a turn, and of the game


@BOOK.step
def refill(w: World, me: Seat) -> None:
    """C14: draw up to four; play passes to the left. C15: the one who drew the last card ends."""
    if w.who_has(LAST) == me:
        w.then(reckoning)
    else:
        draw_up_to_four(w, me)
        w.then(turn, w.left_of(me))


def draw_up_to_four(w: World, me: Seat) -> None:
    """C14: as far as there are cards. C15: who draws the last one will be the last to play.

    The deck stays empty in the turns after that, in which nobody draws.
    """
    drawn = w.draw_up_to(HAND_SIZE, DECK, HAND[me])
    if drawn > 0 and w.is_empty(DECK):
        w.hold(LAST, me)
        w.tell(told.LAST_CARD, me)


@BOOK.step
def reckoning(w: World) -> None:
    """C16: loyalties are revealed, and the game is over."""
    for seat in w.everyone():
        w.reveal(LOYALTY[seat])
        w.tell(told.REVEALS, seat, serves(w, seat))
    w.end()


class Standing(NamedTuple):
    """C16, C18: what is compared, in this order."""

    in_all: int
    at_home: int


def winners(w: World) -> list[int]:
    """C16, C18: most cards of one's clan, then most of them at home; else shared.

    C17, C18: only clans that players serve are compared, and a tie at 0 goes like any other.
    """
    return rules.best({seat: standing(w, seat) for seat in w.everyone()})


def scores(w: World) -> list[int]:
    """C16: everybody's cards of the clan served; hands count for nothing."""
    return [standing(w, seat).in_all for seat in w.everyone()]


def standing(s: Sight, seat: Seat) -> Standing:
    """C16, C18: a player's cards of the clan served, in all provinces and at home."""
    clan = serves(s, seat)
    return Standing(
        in_all=cards_in_all(s, clan),
        at_home=s.size(ARMY[army(HOME[seat], clan)]),
    )


def cards_in_all(s: Sight, clan: Clan) -> int:
    """C16: a clan's cards in all provinces together."""
    return sum([s.size(ARMY[army(province, clan)]) for province in PROVINCE.here(s)])


ORDERS: Final = 3
"""C5: in a turn."""
QUESTIONS_AN_ORDER: Final = 2
"""At most: with which card or army, and where."""
MOST_TURNS: Final = BLUE_CARDS + MOST_PLAYERS
"""C14, C15: at most: every turn draws a card of the deck, but for the last one of each player. The
cards that were dealt are counted too."""

GAME: Final = rules.Game(
    BOOK,
    version=1,  # rises when an old record would replay differently
    players=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
    begin=set_up,
    outcome=winners,
    scores=scores,
    why_not=BOOK.reasons(
        {
            asked.DEPLOY: why_no_troop,
            asked.SEND_NINJA: why_no_ninja,
            asked.DEPLOY_INTO: why_not_deployed,
            asked.STRIKE: why_not_struck,
            asked.PLAY: why_no_troop,
            asked.MOVE: why_not_moved,
            asked.MOVE_INTO: why_not_moved_into,
            asked.WITH: why_not_with,
            asked.AT: why_not_at,
        }
    ),
    longest=MOST_TURNS * ORDERS * QUESTIONS_AN_ORDER,
)
