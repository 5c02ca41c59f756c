"""Shinobi: War of Clans. Clauses are those of docs/rules/clans.md."""

from __future__ import annotations

from typing import Final

from tatami.engine.errors import Refusal
from tatami.engine.game import (
    HAND,
    HIDDEN,
    OPEN,
    OWNER,
    PILE,
    ROW,
    UNASKED,
    Alternative,
    Ask,
    Game,
    Layout,
    Question,
    Rulebook,
    Sort,
    Zone,
    choose,
)
from tatami.engine.view import View
from tatami.engine.world import World
from tatami.games.clans.cards import CLANS, FACES, LOYALTY, NINJA, blue_cards, red_cards
from tatami.games.words import read_words

MOST: Final = 5
"""Most players, and the number of clans."""
HAND_SIZE: Final = 4

# -- the table

DECK: Final = 0
DISCARD: Final = 1
LOYALTIES: Final = 2
FIRST_HAND: Final = 3

SHIELDED: Final = 0
"""Counter: the armies that cannot be attacked this turn, one bit for each (C12)."""
LAST: Final = 1
"""Counter: who drew the last card, as a seat plus one; 0 before that (C15)."""


def hand(w: World, seat: int) -> int:
    """The zone of a player's hand."""
    return FIRST_HAND + seat


def loyalty(w: World, seat: int) -> int:
    """The zone of a player's loyalty card."""
    return FIRST_HAND + w.seats + seat


def army(w: World, place: int) -> int:
    """The zone of an army; ``place`` is five times the province plus the clan."""
    return FIRST_HAND + 2 * w.seats + place


def layout(seats: int, opts: tuple[int, ...]) -> Layout:
    """C3, C4: a deck, a discard pile, and before each player a hand, a loyalty and a province."""
    zones = [
        Zone("deck", PILE, HIDDEN),
        Zone("discard", PILE, OPEN),
        Zone("loyalties", PILE, HIDDEN),
    ]
    start = [blue_cards(), [], red_cards()]
    zones += [Zone(f"hand-{seat}", HAND, OWNER, seat) for seat in range(seats)]
    zones += [Zone(f"loyalty-{seat}", ROW, OWNER, seat) for seat in range(seats)]
    zones += [
        Zone(f"army-{seat}-{clan}", ROW, OPEN, seat) for seat in range(seats) for clan in CLANS
    ]
    start += [[] for _ in range(len(zones) - len(start))]
    return Layout(seats, zones, ["shielded", "last"], start)


# -- what is asked and told

BOOK: Final = Rulebook("clans")

CLAN: Final = Sort("clan", CLANS)
PROVINCE: Final = Sort("province", tuple(f"province-{seat}" for seat in range(MOST)))
SEAT: Final = Sort("seat", tuple(f"s{seat}" for seat in range(MOST)))

FIRST_CARD: Final = BOOK.ask("first.card", "C6", Alternative("deploy", CLAN), Alternative("ninja"))
DEPLOY_TO: Final = BOOK.ask("first.to", "C6", Alternative("into", PROVINCE))
NINJA_AT: Final = BOOK.ask("first.ninja", "C7", Alternative("strike", PROVINCE, CLAN))
SECOND: Final = BOOK.ask(
    "second.what", "C9", Alternative("play", CLAN), Alternative("move", PROVINCE, CLAN)
)
MOVE_TO: Final = BOOK.ask("second.to", "C9", Alternative("into", PROVINCE))
ATTACKER: Final = BOOK.ask("attack.with", "C11", Alternative("with", CLAN))
TARGET: Final = BOOK.ask("attack.at", "C11", Alternative("at", PROVINCE, CLAN))

STARTS: Final = BOOK.say("starts", "C3", SEAT)
DEPLOYS: Final = BOOK.say("deploys", "C6", SEAT, CLAN, PROVINCE)
STRIKES: Final = BOOK.say("strikes", "C7", SEAT, CLAN, PROVINCE)
NO_FIRST: Final = BOOK.say("no_first", "C8", SEAT)
PLAYS: Final = BOOK.say("plays", "C9", SEAT, CLAN)
MOVES: Final = BOOK.say("moves", "C9", SEAT, CLAN, PROVINCE, PROVINCE)
NO_SECOND: Final = BOOK.say("no_second", "C10", SEAT)
ATTACKS: Final = BOOK.say("attacks", "C11", SEAT, CLAN, CLAN, PROVINCE)
NO_ATTACK: Final = BOOK.say("no_attack", "C11", SEAT)
LAST_CARD: Final = BOOK.say("last_card", "C15", SEAT)
REVEALS: Final = BOOK.say("reveals", "C16", SEAT, CLAN)


# -- set-up


@BOOK.step
def set_up(w: World) -> None:
    """C1, C2, C3: a loyalty and four cards each, the rest unseen; a random first player."""
    w.shuffle(LOYALTIES)
    w.shuffle(DECK)
    for seat in range(w.seats):
        w.draw(LOYALTIES, loyalty(w, seat))
        w.draw(DECK, hand(w, seat), HAND_SIZE)
    first = w.rand(w.seats)
    w.tell(STARTS, first)
    w.then(turn, first)


# -- a turn


@BOOK.step
def turn(w: World, me: int) -> None:
    """C5: three orders in this order, then C14."""
    w.set(SHIELDED, 0)
    w.then(first_order, me)
    w.then(second_order, me)
    w.then(third_order, me)
    w.then(refill, me)


@BOOK.step
def first_order(w: World, me: int, card: int = UNASKED, where: int = UNASKED) -> Ask | None:
    """C6: deploy a troop away from home; or C7: a ninja strikes; C8: or neither is possible."""
    if card == UNASKED:
        cards = first_cards(w, me)
        if cards:
            return choose(me, FIRST_CARD, cards)
        skip_first(w, me)
    elif where == UNASKED and card == NINJA:
        return choose(me, NINJA_AT, armies_elsewhere(w, me))
    elif where == UNASKED:
        return choose(me, DEPLOY_TO, elsewhere(w, me))
    elif card == NINJA:
        strike(w, me, where)
    else:
        deploy(w, me, card, where)
    return None


def first_cards(w: World, me: int) -> list[int]:
    """C6, C7, C8: any troop in hand; a ninja where it would find an army."""
    cards = w.kinds_in(hand(w, me))
    if cards and cards[-1] == NINJA and not armies_elsewhere(w, me):
        cards.pop()
    return cards


def deploy(w: World, me: int, clan: int, province: int) -> None:
    """C6: a troop card from hand, face up, into another's province."""
    w.play(hand(w, me), clan, army(w, province * 5 + clan))
    shield(w, province * 5 + clan)
    w.tell(DEPLOYS, me, clan, province)


def strike(w: World, me: int, place: int) -> None:
    """C7: one card of the army is discarded, and so is the ninja. C12: no attack on it now."""
    w.play(hand(w, me), NINJA, DISCARD)
    lose_one(w, place)
    shield(w, place)
    w.tell(STRIKES, me, place % 5, place // 5)


def skip_first(w: World, me: int) -> None:
    """C8: only ninjas in hand, and no army for them. C19: so everyone now knows that hand."""
    w.show_all(hand(w, me), w.layout.everyone)
    w.tell(NO_FIRST, me)


@BOOK.step
def second_order(w: World, me: int, what: int = UNASKED, where: int = UNASKED) -> Ask | None:
    """C9, C10: play a troop at home, or move a card from one province to another."""
    if what == UNASKED:
        choices = troops_in_hand(w, me)
        for place in armies_elsewhere(w, me):
            choices.append(5 + place)
        if choices:
            return choose(me, SECOND, choices)
        skip_second(w, me)
    elif what < 5:
        play_at_home(w, me, what)
    elif where == UNASKED:
        return choose(me, MOVE_TO, elsewhere(w, (what - 5) // 5))
    else:
        march(w, me, what - 5, where)
    return None


def play_at_home(w: World, me: int, clan: int) -> None:
    """C9: a troop card from hand into one's own province."""
    w.play(hand(w, me), clan, army(w, me * 5 + clan))
    shield(w, me * 5 + clan)
    w.tell(PLAYS, me, clan)


def march(w: World, me: int, place: int, province: int) -> None:
    """C9: one card of an army goes to another province. C12: the army it joins is protected."""
    clan = place % 5
    w.draw(army(w, place), army(w, province * 5 + clan))
    shield(w, province * 5 + clan)
    w.tell(MOVES, me, clan, place // 5, province)


def skip_second(w: World, me: int) -> None:
    """C10: no troop in hand and no card to move. C19: so everyone now knows that hand."""
    w.show_all(hand(w, me), w.layout.everyone)
    w.tell(NO_SECOND, me)


@BOOK.step
def third_order(w: World, me: int, attacker: int = UNASKED, place: int = UNASKED) -> Ask | None:
    """C11, C13: an army of one's province attacks if any can. All is public: one alone is sent."""
    if attacker != UNASKED:
        return attack_with(w, me, attacker, place)
    attackers = [clan for clan in range(5) if targets(w, me, clan)]
    if len(attackers) > 1:
        return choose(me, ATTACKER, attackers)
    if attackers:
        w.then(lone_attack, me, attackers[0])
    else:
        w.tell(NO_ATTACK, me)
    return None


@BOOK.step
def lone_attack(w: World, me: int, attacker: int, place: int = UNASKED) -> Ask | None:
    """C11: only one army can attack, so only its target is asked for."""
    return attack_with(w, me, attacker, place)


def attack_with(w: World, me: int, attacker: int, place: int) -> Ask | None:
    """C11: the target loses one card. C13: even one's own clan, if it is the only target."""
    if place == UNASKED:
        places = targets(w, me, attacker)
        if len(places) > 1:
            return choose(me, TARGET, places)
        place = places[0]
    lose_one(w, place)
    w.tell(ATTACKS, me, attacker, place % 5, place // 5)
    return None


def targets(w: World, me: int, attacker: int) -> list[int]:
    """C11: strictly weaker armies of another clan elsewhere; C12: none that is protected."""
    strength = w.size(army(w, 5 * me + attacker))
    if strength < 2:
        return []
    zones = w.zones
    first = army(w, 0)
    safe = w.count[SHIELDED]
    return [
        place
        for place in PLACES[w.seats][me]
        if 0 < len(zones[first + place]) < strength
        and place % 5 != attacker
        and not safe >> place & 1
    ]


@BOOK.step
def refill(w: World, me: int) -> None:
    """C14: draw up to four. C15: after the last card, everyone has one more turn."""
    drawn = w.draw(DECK, hand(w, me), HAND_SIZE - w.size(hand(w, me)))
    if drawn and not w.size(DECK):
        w.set(LAST, me + 1)
        w.tell(LAST_CARD, me)
    elif w.count[LAST] == me + 1:
        w.then(reckoning)
        return
    w.then(turn, (me + 1) % w.seats)


# -- the end


@BOOK.step
def reckoning(w: World) -> None:
    """C16: loyalties are revealed, and the game is over."""
    for seat in range(w.seats):
        w.show_all(loyalty(w, seat), w.layout.everyone)
        w.tell(REVEALS, seat, serves(w, seat))
    w.end()


def winners(w: World) -> list[int]:
    """C16, C17, C18: most cards of one's clan, then most of them at home; else shared."""
    ranked = [(in_all(w, serves(w, s)), at_home(w, s), s) for s in range(w.seats)]
    best = max((total, home) for total, home, _ in ranked)
    return [seat for total, home, seat in ranked if (total, home) == best]


def serves(w: World, seat: int) -> int:
    """The clan on a player's loyalty card."""
    return w.face[w.zones[loyalty(w, seat)][0]] - LOYALTY


def in_all(w: World, clan: int) -> int:
    """C16: a clan's cards in all provinces together."""
    return sum(w.size(army(w, province * 5 + clan)) for province in range(w.seats))


def at_home(w: World, seat: int) -> int:
    """C18: cards of a player's clan in that player's own province."""
    return w.size(army(w, seat * 5 + serves(w, seat)))


# -- words of the rules


OTHERS: Final = [
    [[other for other in range(seats) if other != seat] for seat in range(seats)]
    for seats in range(MOST + 1)
]
"""For each number of seats and each seat, the others."""
PLACES: Final = [
    [[5 * other + clan for other in others for clan in range(5)] for others in by_seat]
    for by_seat in OTHERS
]
"""For each number of seats and each seat, the places of armies outside its province."""


def elsewhere(w: World, province: int) -> list[int]:
    """Every province but this one."""
    return OTHERS[w.seats][province][:]


def armies_elsewhere(w: World, me: int) -> list[int]:
    """C4: every army outside one's own province."""
    zones = w.zones
    first = army(w, 0)
    return [place for place in PLACES[w.seats][me] if zones[first + place]]


def troops_in_hand(w: World, me: int) -> list[int]:
    """The clans of which a player holds a troop card."""
    kinds = w.kinds_in(hand(w, me))
    if kinds and kinds[-1] == NINJA:
        kinds.pop()
    return kinds


def lose_one(w: World, place: int) -> None:
    """One card of an army goes to the discard pile."""
    w.draw(army(w, place), DISCARD)


def shield(w: World, place: int) -> None:
    """C12: this army cannot be attacked this turn, whatever becomes of it."""
    w.set(SHIELDED, w.count[SHIELDED] | 1 << place)


# -- why not


def why_not(view: View, question: Question, option: int) -> Refusal | None:
    """The clause that forbids an option, from what the seat sees."""
    me = view.seat
    if question is FIRST_CARD and option == NINJA:
        held = NINJA in view.zones[FIRST_HAND + me]
        return no("no_army_to_strike", "C8") if held else no("not_in_hand", "C7")
    if question is FIRST_CARD or (question is SECOND and option < 5):
        return no("not_in_hand", question.clause)
    if question in (DEPLOY_TO, MOVE_TO) and option >= view.seats:
        return no("no_such_province", "C4")
    if question is DEPLOY_TO:
        return no("own_province", "C6")
    if question is MOVE_TO:
        return no("same_province", "C10")
    if question is SECOND:
        return no("not_out_of_home" if (option - 5) // 5 == me else "no_such_army", "C9")
    if question is NINJA_AT:
        return no("not_on_home" if option // 5 == me else "no_such_army", "C7")
    if question is TARGET:
        return _why_not_attacked(view, attacker_of(view), option)
    return _why_not_attacking(view, option)


def attacker_of(view: View) -> int:
    """The clan whose army is about to attack, while its target is asked for."""
    _, args, got = view.stack[-1]
    chosen = got[0] if got else args[1]
    return chosen if isinstance(chosen, int) else UNASKED


def _strength(view: View, place: int) -> int:
    """How many cards an army has, as the seat sees it."""
    return len(view.zones[FIRST_HAND + 2 * view.seats + place])


def _why_not_attacked(view: View, attacker: int, place: int) -> Refusal | None:
    """C11, C12: why an army cannot be the target of an attacker; None where it can."""
    if place // 5 == view.seat:
        return no("not_at_home", "C11")
    if place // 5 >= view.seats or not _strength(view, place):
        return no("no_such_army", "C11")
    if place % 5 == attacker:
        return no("same_clan", "C11")
    if _strength(view, place) >= _strength(view, 5 * view.seat + attacker):
        return no("not_weaker", "C11")
    return no("shielded", "C12") if view.count[SHIELDED] >> place & 1 else None


def _why_not_attacking(view: View, attacker: int) -> Refusal:
    """C11, C12: why an army at home cannot attack: it is not there, or finds no target."""
    if not _strength(view, 5 * view.seat + attacker):
        return no("no_such_army", "C11")
    reasons = [_why_not_attacked(view, attacker, place) for place in range(5 * view.seats)]
    if any(reason is not None and reason.clause == "clans:C12" for reason in reasons):
        return no("only_shielded", "C12")
    return no("no_weaker_army", "C11")


def no(code: str, clause: str) -> Refusal:
    """A refusal of this game."""
    return Refusal(code, WORDS["refusal"][code], f"clans:{clause}")


WORDS: Final = read_words("tatami.games.clans")

GAME: Final = Game(
    BOOK,
    version=1,
    low=3,
    high=MOST,
    faces=FACES,
    layout=layout,
    begin=set_up,
    outcome=winners,
    why_not=why_not,
    longest=700,
)
