"""Shinobi WAT-AAH! Clauses are those of docs/rules/wataah.md.

Here are the set-up, the turn and the round; powers are in ``powers.py`` and ``strikes.py``, placing
in ``placing.py``, Court and Temple in ``court.py`` and ``temple.py``, pawns in ``pawns.py``, scores
in ``scoring.py``.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.game import UNASKED, Ask, Game, choose, pick
from tatami.engine.world import World
from tatami.games.wataah.ahead import ahead
from tatami.games.wataah.book import (
    BE_CORRUPT,
    BEGINS,
    BOOK,
    BOSS_IS,
    BUYS,
    DISCARD,
    DISCARDS,
    DOJO,
    DOJO_KEEP,
    DRAW,
    FINAL_POINTS,
    FOUND_CARDS,
    IS_CORRUPT,
    KEEP_ALL,
    KEEPS_ALL,
    LIMIT_REACHED,
    LOOKS_AT_TOP,
    MARKET,
    NO_DRAW,
    NOTHING_TO_DRAW,
    PLACE,
    PLACE_NOTHING,
    PLACES_NOTHING,
    RECRUIT,
    RECRUITS,
    REINFORCE,
    REINFORCE_CARDS,
    REVEALS,
    ROUND_BEGINS,
    STUCK,
    SUMMON,
    SUMMON_ON,
    TIES,
    USE_AT_DISCARD,
    USE_AT_DRAW,
    USE_AT_PLACE,
)
from tatami.games.wataah.cards import (
    FACES,
    FIRST_BOSS,
    FIRST_YOKAI,
    RONIN,
    STRENGTH,
)
from tatami.games.wataah.court import BEFORE_DISCARD, BEFORE_DRAW, BEFORE_PLACING, use, uses
from tatami.games.wataah.pawns import PAWN_POINTS, place_pawns, showdown_points
from tatami.games.wataah.placing import (
    A_CLAN,
    A_REINFORCEMENT,
    EITHER,
    MOBILISED,
    cards_for,
    found_clan,
    placements,
    reinforce,
    ronin_and_clan,
    summon,
    with_room,
)
from tatami.games.wataah.powers import keep_of_looked
from tatami.games.wataah.scoring import (
    discard_cards,
    moon_banner,
    scores,
    shosho,
    take_pawns,
    temple_visits,
)
from tatami.games.wataah.table import (
    AT_COURT,
    AT_MISSIONS,
    AT_SHOWDOWN,
    BANNER,
    BOSS,
    BOX,
    COURT_DECK,
    COURTED,
    DECK,
    DECOY,
    DECOYS,
    EDICT,
    ENDING,
    FULL,
    IDLE,
    JIGOKU,
    LIMITS,
    MOST,
    POINTS,
    ROUND,
    SCORE,
    SETTINGS,
    SHOSHO,
    SHOWN,
    TEMPLE_DECK,
    TURN_LIMIT,
    TURNS,
    board,
    clan_at,
    corrupt,
    corruption,
    fall,
    grand,
    hand,
    has_court_card,
    in_force,
    layout,
    looking,
    places_of,
    take,
    tallied,
    tally,
    temple_card,
    throw_away,
)
from tatami.games.wataah.temple import LAST_ROUND
from tatami.games.wataah.temple_court import (
    BONE_MARKET,
    BRIBES,
    DOJO_LOOK,
    HIDDEN_DOJO,
    SILENT_STEP,
    VEILED_BRIBES,
)
from tatami.games.wataah.why import why_not

HAND_SIZE: Final = 8
"""W4"""

# -- set-up


@BOOK.step
def set_up(w: World) -> None:
    """W1, W23: shuffle; then find out who begins."""
    w.shuffle(DECK)
    w.set(ROUND, 1)
    if grand(w):
        lay_out_board(w)
    w.then(reveal)


def lay_out_board(w: World) -> None:
    """W23: Temple and Court decks; the Final Boss, three Decoys, one Boss aside, all hidden."""
    first = board(w)
    for deck in (TEMPLE_DECK, COURT_DECK, BOX):
        w.shuffle(first + deck)
    w.draw(first + BOX, first + BOSS)
    for number in range(DECOYS):
        w.draw(first + BOX, first + DECOY + number)


@BOOK.step
def reveal(w: World) -> None:
    """W3: everyone reveals a card; the strongest begins; on a tie for it all reveal again."""
    take(w, SHOWN, w.seats)
    shown = w.faces(SHOWN)
    for seat, face in enumerate(shown):
        w.tell(REVEALS, seat, face)
    throw_away(w, SHOWN, shown)
    strengths = [STRENGTH[face] for face in shown]
    if strengths.count(max(strengths)) > 1:
        w.tell(TIES)
        w.then(reveal)
    else:
        w.then(deal, strengths.index(max(strengths)))


@BOOK.step
def deal(w: World, first: int) -> None:
    """W4: 8 cards each, 7 for the first player; W23: who takes the Shosho."""
    for seat in range(w.seats):
        take(w, hand(w, seat), HAND_SIZE - (seat == first))
    w.tell(BEGINS, first)
    if grand(w):
        w.set(SHOSHO, first + 1)
    w.then(turn, first)


# -- a turn


@BOOK.step
def turn(w: World, me: int) -> None:
    """W5: a player's turn."""
    play_turn(w, me)


def play_turn(w: World, me: int) -> None:
    """W5: draw, place, discard; then the next player, clockwise."""
    w.set(TURNS, w.count[TURNS] + 1)
    w.set(EDICT, 0)
    count_idle(w, me)
    w.then(draw, me)
    w.then(place, me, EITHER)
    w.then(discard, me)
    w.then(next_turn, me)


def count_idle(w: World, me: int) -> None:
    """W39: without a card to draw (W2: the Jigoku is empty too) or in hand; see ``court.use``."""
    idle = not w.size(DECK) and not w.size(hand(w, me))
    w.set(IDLE, w.count[IDLE] + 1 if idle else 0)


@BOOK.step
def draw(w: World, me: int, how: int = UNASKED) -> Ask | None:
    """W6: Recruit or Be Corrupt, chosen before one sees anything. W2: skipped without a card."""
    if how == UNASKED:
        ways = ways_to_draw(w, me)
        if ways:
            return choose(me, DRAW, ways)
    if how >= USE_AT_DRAW:
        use(w, me, how - USE_AT_DRAW)
        w.then(draw, me)
    elif how == RECRUIT:
        take(w, hand(w, me), 1)
        w.tell(RECRUITS, me)
    elif how == BE_CORRUPT:
        be_corrupt(w, me)
    elif how == DOJO:
        w.tell(LOOKS_AT_TOP, me, take(w, looking(w, me), DOJO_LOOK))
        w.then(dojo_keep, me)
    elif how == MARKET:
        w.tell(BUYS, me, w.faces(JIGOKU)[-1])
        w.draw(JIGOKU, hand(w, me))
    else:
        w.tell(NOTHING_TO_DRAW, me)
    return None


def ways_to_draw(w: World, me: int) -> list[int]:
    """W6, W38: how one can draw, Temple cards and one's Court card included."""
    if w.size(DECK):
        ways = [RECRUIT, BE_CORRUPT]
        temple = temple_card(w, me)
        if temple == HIDDEN_DOJO:
            ways.append(DOJO)
        elif temple == BONE_MARKET and w.size(JIGOKU):
            ways.append(MARKET)
    elif has_court_card(w, me):
        ways = [NO_DRAW]
    else:
        return []
    return ways + uses(w, me, BEFORE_DRAW, USE_AT_DRAW)


def be_corrupt(w: World, me: int) -> None:
    """W6: the top card, shown to all, on one's Corruption pile; then its strength + 2 cards."""
    take(w, corrupt(w, me), 1)
    face = w.faces(corrupt(w, me))[-1]
    more = BRIBES if in_force(w, me, VEILED_BRIBES) else 0
    drawn = take(w, hand(w, me), STRENGTH[face] + 2 + more)
    w.tell(IS_CORRUPT, me, face, drawn)


@BOOK.step
def dojo_keep(w: World, me: int, face: int = UNASKED) -> Ask | None:
    """Hidden Dojo: keep 1 of the top 2, the other goes to the Jigoku."""
    if face == UNASKED:
        return choose(me, DOJO_KEEP, w.kinds_in(looking(w, me)))
    keep_of_looked(w, me, (face,))
    return None


@BOOK.step
def place(
    w: World,
    me: int,
    may: int,
    what: int = UNASKED,
    cards: tuple[int, ...] | int = UNASKED,
) -> Ask | None:
    """W5, W7, W8: a new clan, or a reinforcement, or nothing; W38: Court cards come before."""
    if what == UNASKED:
        options = to_place(w, me, may)
        return choose(me, PLACE, options) if options else None
    if what == PLACE_NOTHING:
        w.tell(PLACES_NOTHING, me)
    elif what >= USE_AT_PLACE:
        use(w, me, what - USE_AT_PLACE)
        w.then(place, me, may)
    elif cards == UNASKED:
        return ask_for_cards(w, me, what)
    else:
        place_cards(w, me, what, cards)
        place_again(w, me, may, what)
    return None


def to_place(w: World, me: int, may: int) -> list[int]:
    """W20: nothing after the fourth clan; else asked of all who hold a card or a Court card."""
    if w.count[ENDING] or not (w.size(hand(w, me)) or has_court_card(w, me)):
        return []
    return [PLACE_NOTHING, *placements(w, me, may), *uses(w, me, BEFORE_PLACING, USE_AT_PLACE)]


def ask_for_cards(w: World, me: int, what: int) -> Ask:
    """W7, W8, W9: which cards, beside the Ronin already chosen; or on which clan."""
    if what >= SUMMON:
        return choose(me, SUMMON_ON, with_room(w, me))
    if what >= REINFORCE:
        clan = what - REINFORCE
        room = FULL - w.size(clan_at(w, 9 * me + clan))
        return pick(me, REINFORCE_CARDS, cards_for(w, me, clan, True), 1, room)
    ronin, clan = ronin_and_clan(what)
    return pick(me, FOUND_CARDS, cards_for(w, me, clan, False), max(1, 2 - ronin), FULL - ronin)


def place_cards(w: World, me: int, what: int, cards: tuple[int, ...] | int) -> None:
    """W7, W8: put them down, and trigger what they trigger."""
    if isinstance(cards, int):
        summon(w, me, FIRST_YOKAI + what - SUMMON, cards)
    elif what >= REINFORCE:
        reinforce(w, me, what - REINFORCE, list(cards))
    else:
        ronin, clan = ronin_and_clan(what)
        found_clan(w, me, clan, list(cards) + [RONIN] * ronin)


def place_again(w: World, me: int, may: int, what: int) -> None:
    """Mobilisation: after a new clan a reinforcement, or the other way round."""
    if w.count[EDICT] == MOBILISED and may == EITHER:
        w.then(place, me, A_CLAN if what >= REINFORCE else A_REINFORCEMENT)


@BOOK.step
def discard(w: World, me: int, what: int = UNASKED) -> Ask | None:
    """W14: one card, face up, to the Jigoku; W20: not after the fourth clan."""
    if what == UNASKED:
        options = to_discard(w, me)
        return choose(me, DISCARD, options) if options else None
    if what >= USE_AT_DISCARD:
        use(w, me, what - USE_AT_DISCARD)
        w.then(discard, me)
    elif what != KEEP_ALL:
        w.tell(DISCARDS, me, what)
        throw_away(w, hand(w, me), [what])
    elif w.size(hand(w, me)):
        w.tell(KEEPS_ALL, me)
    return None


def to_discard(w: World, me: int) -> list[int]:
    """W5, W14, W38: any card in hand; nothing with Silent Step, or without a card."""
    if w.count[ENDING]:
        return []
    options = w.kinds_in(hand(w, me))
    if in_force(w, me, SILENT_STEP) and options:
        options.append(KEEP_ALL)
    if has_court_card(w, me):
        return (options or [KEEP_ALL]) + uses(w, me, BEFORE_DISCARD, USE_AT_DISCARD)
    return options


@BOOK.step
def next_turn(w: World, me: int) -> None:
    """W5: the player to the left; W20, W39: or the round is over."""
    limit = LIMITS[w.opts[TURN_LIMIT]]
    if w.count[ENDING]:
        w.then(round_end)
    elif limit and w.count[TURNS] >= limit:
        w.tell(LIMIT_REACHED)
        w.then(round_end)
    elif is_stuck(w):
        w.tell(STUCK)
        w.then(round_end)
    else:
        play_turn(w, (me + 1) % w.seats)


def is_stuck(w: World) -> bool:
    """W39: a whole lap went by idle; or there is no card anywhere and no Court card: at once."""
    if w.size(DECK):
        return False
    if w.count[IDLE] >= w.seats:
        return True
    for seat in range(w.seats):
        if w.size(hand(w, seat)) or has_court_card(w, seat):
            return False
    return True


# -- the end of a round


@BOOK.step
def round_end(w: World) -> None:
    """W37: in this order. W22: Grasshopper mode ends with the scores."""
    if not grand(w):
        w.then(scores)
        w.then(game_end)
        return
    w.then(moon_banner)
    w.then(scores)
    w.then(discard_cards)
    w.then(shosho)
    w.then(take_pawns)
    w.then(temple_visits)
    w.then(pawns_from_the_shosho)
    w.then(next_round if w.count[ROUND] < LAST_ROUND else showdown)


@BOOK.step
def pawns_from_the_shosho(w: World) -> None:
    """W29: its holder places first."""
    w.then(place_pawns, w.count[SHOSHO] - 1)


@BOOK.step
def next_round(w: World) -> None:
    """W24: what was placed, and the Corruption piles, go to the Jigoku; W33: who begins."""
    first = w.count[SHOSHO] - 1
    clear_table(w)
    for counter in (TURNS, ENDING, COURTED, BANNER, IDLE):
        w.set(counter, 0)
    w.set(ROUND, w.count[ROUND] + 1)
    w.tell(ROUND_BEGINS, first, w.count[ROUND])
    w.then(turn, first)


def clear_table(w: World) -> None:
    """W2, W24: all of it is one move. Hands are kept."""
    zones = [corrupt(w, seat) for seat in range(w.seats)]
    zones += [clan_at(w, place) for seat in range(w.seats) for place in places_of(w, seat)]
    fall(w, [(zone, face, JIGOKU) for zone in zones for face in w.faces(zone)])


# -- the end


@BOOK.step
def showdown(w: World) -> None:
    """W32: the Boss is revealed; W34: all points are added up."""
    boss = board(w) + BOSS
    w.show_all(boss, w.layout.everyone)
    number = w.faces(boss)[0] - FIRST_BOSS
    w.tell(BOSS_IS, number)
    for seat in range(w.seats):
        court = PAWN_POINTS * tallied(w, AT_COURT, seat)
        missions = PAWN_POINTS * tallied(w, AT_MISSIONS, seat)
        fight = showdown_points(number, tallied(w, AT_SHOWDOWN, seat))
        w.set(tally(w, POINTS, seat), court + missions + fight)
        w.tell(FINAL_POINTS, seat, court, missions, fight, court + missions + fight)
    w.end()


@BOOK.step
def game_end(w: World) -> None:
    """W22: Grasshopper mode is over."""
    w.end()


def winners(w: World) -> list[int]:
    """W22, W34: the most points; of several the least corrupt; still tied, all of them."""
    points = [tallied(w, POINTS if grand(w) else SCORE, seat) for seat in range(w.seats)]
    ranked = [(points[seat], -corruption(w, seat)) for seat in range(w.seats)]
    return [seat for seat in range(w.seats) if ranked[seat] == max(ranked)]


GAME: Final = Game(
    BOOK,
    version=2,
    low=2,
    high=MOST,
    faces=FACES,
    layout=layout,
    begin=set_up,
    outcome=winners,
    settings=SETTINGS,
    why_not=why_not,
    longest=4000,
    ahead=ahead,
    printed=(*STRENGTH, *[-1] * (len(FACES) - len(STRENGTH))),
)
