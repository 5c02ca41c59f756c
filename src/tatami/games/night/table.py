"""The table of Night of the Ninja: places, counters, and all that is asked and told.

A *seat* is who sees and answers; a *member* is who stands at the table, kills and is killed. With
four to eleven players each seat has one member of the same number. With two, each has three: member
m belongs to seat m % 2 (N33).
"""

from __future__ import annotations

from typing import Final

from tatami.engine.game import (
    HAND,
    HIDDEN,
    OPEN,
    OWNER,
    PILE,
    ROW,
    Alternative,
    Ask,
    Layout,
    Question,
    Rulebook,
    Setting,
    Sort,
    Zone,
    choose_or,
)
from tatami.engine.world import World
from tatami.games.night.cards import (
    CRANE,
    HOUSE_FACES,
    HOUSES,
    KINDS,
    NINJA_FACES,
    PHASES,
    SIDES,
    SPLITS,
    TOKEN,
    TOKEN_FACES,
    honor_tokens,
    house_cards,
    ninja_cards,
    side_of,
)

MOST: Final = 11
PAIR: Final = 2
"""The number of players of the variant in which each has three members (N33)."""
PAIR_MEMBERS: Final = 6

ENOUGH: Final = 10
"""[book] The points that win."""
WORTH: Final = {TOKEN + at: at + 2 for at in range(3)}
"""What each Honor token counts."""

# -- table options

SETTINGS: Final = (
    Setting("honor", tuple("-".join(map(str, split)) for split in SPLITS), 0, "N2"),
    Setting("reactions", ("both", "one", "no-token"), 0, "N20"),
    Setting("rounds", ("any", "1", "3", "5"), 0, "N31"),
)
HONOR: Final = 0
REACT: Final = 1
BOTH: Final = 0
ONE_ONLY: Final = 1
NO_TOKEN: Final = 2
ROUNDS: Final = 2
LIMITS: Final = (0, 1, 3, 5)
"""How many rounds a game has at most; 0: as many as it takes."""

# -- places

PILES: Final = 0
"""The House cards of this game, before they are dealt."""
DECK: Final = 1
DISCARD: Final = 2
"""The draft's discards: mixed, so that nobody can follow a card in them (N37)."""
BAG: Final = 3
FIRST: Final = 4


def members(w: World) -> int:
    """How many stand at the table (N33: six where two play)."""
    return PAIR_MEMBERS if w.seats == PAIR else w.seats


def seat_of(w: World, member: int) -> int:
    """Who plays a member (N34: the two players' members stand alternately)."""
    return member % w.seats


def house(w: World, member: int) -> int:
    """The place of the House card in front of a member."""
    return FIRST + member


def draft(w: World, member: int) -> int:
    """The place of the cards that a member is choosing from in the draft."""
    return FIRST + members(w) + member


def hand(w: World, member: int) -> int:
    """The place of a member's Ninja cards."""
    return FIRST + 2 * members(w) + member


def played(w: World, member: int) -> int:
    """N9: the place of the cards that a member has played this round."""
    return FIRST + 3 * members(w) + member


def tokens(w: World, seat: int) -> int:
    """The place of a player's Honor tokens. N22: they lie mixed."""
    return FIRST + 4 * members(w) + seat


def dug(w: World, seat: int) -> int:
    """N18: the place of what the Grave Digger has found."""
    return FIRST + 4 * members(w) + w.seats + seat


def lifted(w: World, seat: int) -> int:
    """N23: the place of a token while the Spirit Merchant looks at it."""
    return FIRST + 4 * members(w) + 2 * w.seats + seat


def sorted_pile(w: World, side: int) -> int:
    """N33: with two players, the pile of one House's cards while they are dealt."""
    return FIRST + 4 * members(w) + 3 * w.seats + side


# -- counters: all of them are public

ROUND: Final = 0
PHASE: Final = 1
"""0 in the draft, 1 to 5 in the night, 6 at the House Reveal."""
TOUCHED: Final = 2
"""The members whom the Shapeshifter touched, one bit for each (N17)."""
TURNED: Final = 3
"""The members whose House card is turned up, one bit for each (N3)."""
DIGGER: Final = 4
"""The member who has an unplayed card of the Grave Digger's in the Trickster phase, plus one."""
FIRST_HOUSE: Final = 5
"""N33: with two players, the House of seat 0."""
FIRST_DEAD: Final = 6
"""One counter for each member: 1 if dead."""
REVEAL: Final = 6

LETTERS: Final = "abc"


def layout(seats: int, opts: tuple[int, ...]) -> Layout:
    """N1, N2: House cards, the Ninja deck, the bag; before each a House card, hands, tokens."""
    count = PAIR_MEMBERS if seats == PAIR else seats
    zones = [
        Zone("houses", PILE, HIDDEN),
        Zone("deck", PILE, HIDDEN),
        Zone("discard", HAND, HIDDEN),
        Zone("bag", PILE, HIDDEN),
    ]
    start = [house_cards(count), ninja_cards(), [], honor_tokens(opts[HONOR])]
    for name, kind, sight in (
        ("house", ROW, OWNER),
        ("draft", HAND, OWNER),
        ("hand", HAND, OWNER),
        ("played", ROW, OPEN),
    ):
        zones += [Zone(_named(name, seats, m), kind, sight, m % seats) for m in range(count)]
    for name, kind in (("tokens", HAND), ("dug", HAND), ("lifted", ROW)):
        zones += [Zone(f"{name}-{seat}", kind, OWNER, seat) for seat in range(seats)]
    if seats == PAIR:
        zones += [Zone("cranes", PILE, HIDDEN), Zone("lotuses", PILE, HIDDEN)]
    start += [[] for _ in range(len(zones) - len(start))]
    return Layout(seats, zones, _counters(seats, count), start)


def _named(name: str, seats: int, member: int) -> str:
    """What a member's place is called: by the seat, with a letter where a seat has three."""
    if seats != PAIR:
        return f"{name}-{member}"
    return f"{name}-{member % PAIR}-{LETTERS[member // PAIR]}"


def _counters(seats: int, count: int) -> list[str]:
    names = ["round", "phase", "touched", "turned", "digger", "first"]
    if seats != PAIR:
        return names + [f"dead-{member}" for member in range(count)]
    return names + [f"dead-{LETTERS[m // PAIR]}-{m % PAIR}" for m in range(count)]


# -- what is asked and told

BOOK: Final = Rulebook("night")

SEAT: Final = Sort("seat", tuple(f"s{seat}" for seat in range(MOST)))
MEMBER: Final = Sort("member", ("only", "first", "second", "third"))
"""Which member of a seat; *only* where each seat has one."""
WHO: Final = (SEAT, MEMBER)
WHOM: Final = Sort("whom", SEAT.names)
WHOSE: Final = Sort("whose", SEAT.names)
"""To whom something is done, and whose something is: languages bend them, and say *you*."""
CARD: Final = Sort("card", NINJA_FACES)
HOUSE: Final = Sort("house", HOUSE_FACES)
SIDE: Final = Sort("side", SIDES)
KIND: Final = Sort("kind", KINDS)
HONORS: Final = Sort("token", TOKEN_FACES)
PHASE_NAME: Final = Sort("phase", PHASES)
WINNER: Final = Sort("winner", HOUSES)

AT: Final = Alternative("at", *WHO)

KEEP_FIRST: Final = BOOK.ask("draft.first", "N4", Alternative("keep", CARD))
KEEP_SECOND: Final = BOOK.ask("draft.second", "N4", Alternative("keep", CARD))
PLAY: Final = tuple(
    [BOOK.ask(f"play.{phase}", "N7", Alternative("play", CARD)) for phase in PHASES]
)
SPY_AT: Final = BOOK.ask("spy.at", "N13", AT)
MYSTIC_AT: Final = BOOK.ask("mystic.at", "N13", AT)
SHIFT_ONE: Final = BOOK.ask("shapeshifter.one", "N13", AT)
SHIFT_TWO: Final = BOOK.ask("shapeshifter.two", "N13", AT)
SHIFT: Final = BOOK.ask("shapeshifter.swap", "N17", Alternative("leave"), Alternative("swap"))
DIG_KEEP: Final = BOOK.ask("digger.keep", "N18", Alternative("keep", CARD))
DIG_PLAY: Final = BOOK.ask("digger.play", "N18", Alternative("wait"), Alternative("play", CARD))
TROUBLE_AT: Final = BOOK.ask("troublemaker.at", "N13", AT)
TROUBLE: Final = BOOK.ask("troublemaker.turn", "N15", Alternative("leave"), Alternative("turn"))
MERCHANT_AT: Final = BOOK.ask("merchant.at", "N13", AT)
MERCHANT_LOOK: Final = BOOK.ask(
    "merchant.look", "N23", Alternative("look_house"), Alternative("look_token")
)
MERCHANT_TAKE: Final = BOOK.ask(
    "merchant.take",
    "N23",
    Alternative("leave"),
    Alternative("take_seen"),
    Alternative("take_unseen"),
)
MERCHANT_GIVE: Final = BOOK.ask("merchant.give", "N23", Alternative("give", HONORS))
THIEF_FROM: Final = BOOK.ask("thief.from", "N22", Alternative("leave"), Alternative("rob", SEAT))
JUDGE_AT: Final = BOOK.ask("judge.at", "N14", AT)
ASSASSIN_AT: Final = BOOK.ask("assassin.at", "N14", AT)
SHINOBI_AT: Final = BOOK.ask("shinobi.at", "N13", AT)
SHINOBI_KILL: Final = BOOK.ask("shinobi.kill", "N15", Alternative("spare"), Alternative("kill"))
REACTION: Final = BOOK.ask("react", "N19", Alternative("play", CARD))
MASTER: Final = BOOK.ask("mastermind", "N28", Alternative("silent"), Alternative("unmask"))
YES: Final = 1
"""The second option of every question about a *may*."""

NIGHTFALL: Final = BOOK.say("nightfall", "N3")
PASSES: Final = BOOK.say("passes", "N4")
DISCARDS: Final = BOOK.say("discards", "N4")
PHASE_BEGINS: Final = BOOK.say("phase_begins", "N6", PHASE_NAME)
NO_CARDS: Final = BOOK.say("no_cards", "N7")
PLAYS: Final = BOOK.say("plays", "N7", *WHO, CARD)
VOID: Final = BOOK.say("void", "N10", *WHO, CARD)
LOOKS: Final = BOOK.say("looks", "N13", *WHO, WHOSE, MEMBER)
LOOKS_TWICE: Final = BOOK.say("looks_twice", "N16", *WHO, WHOSE, MEMBER)
SHIFTS: Final = BOOK.say("shifts", "N17", *WHO, WHOM, MEMBER, WHOM, MEMBER)
DIGS: Final = BOOK.say("digs", "N18", *WHO)
TURNS_UP: Final = BOOK.say("turns_up", "N3", *WHO, HOUSE)
LOOKS_TOKEN: Final = BOOK.say("looks_token", "N23", *WHO, WHOSE)
TRADES: Final = BOOK.say("trades", "N23", *WHO, WHOM)
NO_TRADE: Final = BOOK.say("no_trade", "N23", *WHO)
ROBS: Final = BOOK.say("robs", "N22", *WHO, WHOM)
NO_ROB: Final = BOOK.say("no_rob", "N22", *WHO)
ATTACKS: Final = BOOK.say("attacks", "N19", *WHO, WHOM, MEMBER)
SPARES: Final = BOOK.say("spares", "N15", *WHO, WHOM, MEMBER)
NO_TARGET: Final = BOOK.say("no_target", "N14", *WHO)
REFLECTS: Final = BOOK.say("reflects", "N19", *WHO)
DIES: Final = BOOK.say("dies", "N10", *WHO)
UNMASKS: Final = BOOK.say("unmasks", "N28", *WHO)
HOUSE_WINS: Final = BOOK.say("house_wins", "N25", WINNER)
NO_HOUSE_WINS: Final = BOOK.say("no_house_wins", "N28")
ALL_TIED: Final = BOOK.say("all_tied", "N25")
DRAWS: Final = BOOK.say("draws", "N26", SEAT)
BAG_EMPTY: Final = BOOK.say("bag_empty", "N29", SEAT)
CLAIMS: Final = BOOK.say("claims", "N30", SEAT)
COUNTED: Final = BOOK.say("counted", "N29")


def who(w: World, member: int) -> tuple[int, int]:
    """A member as sentences and options name it: the seat, and which of its members."""
    if w.seats == PAIR:
        return member % PAIR, 1 + member // PAIR
    return member, 0


def spot(w: World, member: int) -> int:
    """The option that names a member."""
    seat, which = who(w, member)
    return 4 * seat + which


def member_at(seats: int, option: int) -> int:
    """The member that an option names; -1 where there is none at this table."""
    seat, which = option // 4, option % 4
    if seat >= seats or (which == 0) == (seats == PAIR):
        return -1
    return seat if which == 0 else seat + PAIR * (which - 1)


# -- words of the rules


def alive(w: World, member: int) -> bool:
    """Whether a member still stands."""
    return not w.count[FIRST_DEAD + member]


def living(w: World) -> list[int]:
    """Everyone who still stands, clockwise."""
    return [member for member in range(members(w)) if alive(w, member)]


def others(w: World, me: int) -> list[int]:
    """All other members, from the left neighbour on."""
    count = members(w)
    return [(me + step) % count for step in range(1, count)]


def touched(w: World, member: int) -> bool:
    """N17: whether the Shapeshifter touched a member's House card."""
    return bool(w.count[TOUCHED] >> member & 1)


def sees(w: World, member: int) -> int:
    """The seat of a member as a set of seats."""
    return 1 << seat_of(w, member)


def place_of(w: World, member: int) -> int:
    """The position for which a seat is asked; none where each seat has one member."""
    return member if w.seats == PAIR else -1


def house_face(w: World, member: int) -> int:
    """The House card that lies in front of a member."""
    return w.face[w.zones[house(w, member)][0]]


def side(w: World, member: int) -> int:
    """N17: the House of a member is that of the card in front of them now."""
    return side_of(house_face(w, member))


def points(w: World, seat: int) -> int:
    """What a player's tokens count together."""
    return sum(WORTH[face] for face in w.faces(tokens(w, seat)))


def know_poor(w: World, seat: int) -> None:
    """N30, N37: who has not claimed is known to have fewer than 10 points, whatever the tokens."""
    if w.size(tokens(w, seat)) * max(WORTH.values()) >= ENOUGH:
        w.limit(tokens(w, seat), WORTH, ENOUGH - 1)


def aim(w: World, me: int, question: Question, targets: list[int]) -> Ask:
    """Ask a member for a target. By default it is the next living one to the left."""
    standing = [member for member in targets if alive(w, member) and member != me]
    default = (standing or targets)[0]
    options = sorted([spot(w, member) for member in targets])
    return choose_or(seat_of(w, me), question, options, spot(w, default), place_of(w, me))


def decide(w: World, me: int, question: Question, options: list[int]) -> Ask:
    """Ask a member to choose; by default the first option."""
    return choose_or(seat_of(w, me), question, options, options[0], place_of(w, me))


def turn_up(w: World, member: int) -> None:
    """N3: a House card is turned up for all, and stays up for the round."""
    if not w.count[TURNED] >> member & 1:
        w.show_all(house(w, member), w.layout.everyone)
        w.set(TURNED, w.count[TURNED] | 1 << member)
        w.tell(TURNS_UP, *who(w, member), house_face(w, member) - CRANE)
