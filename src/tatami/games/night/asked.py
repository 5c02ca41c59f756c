"""Night of the Ninja: what is asked, and how members are asked.

A question with one verb is known by that verb. A seat is asked for each of its members (N34).
Everything that is asked has a default, which is taken where there is no answer. N7: that is no card
in a phase. No clause speaks of the others: what is optional is left undone, and where something
must be chosen its question says what it is.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from tatami.engine import rules
from tatami.engine.asking import NO_POSITION, NO_POSITIONS
from tatami.engine.rules import (
    Ask,
    Face,
    Option,
    Question,
    Seat,
    Sight,
    Verb,
    Verb1,
    View,
    World,
)
from tatami.games.night.cards import BOOK, CARD, PHASE, TOKEN
from tatami.games.night.members import (
    MEMBER,
    SEAT,
    Member,
    everyone_from,
    is_pair,
    members_of,
    seat_of,
)
from tatami.games.night.spots import SPOTS, Spot, member_at, spot_of
from tatami.games.night.zones import living_among

Aim: TypeAlias = Verb1[Spot]

ALL_AT_ONCE: Final = BOOK.moment("all-at-once")
"""What clients call the time while members are asked at the same moment."""

# -- the draft, the five phases

KEEP_FIRST: Final = BOOK.question("draft.first", "N4").verb("keep", CARD)
KEEP_SECOND: Final = BOOK.question("draft.second", "N4").verb("keep", CARD)
PLAY: Final = {
    phase: BOOK.question(f"play.{PHASE.names[phase]}", "N7").verb("play", CARD)
    for phase in PHASE.all
}
"""For each phase."""

# -- powers

SPY_AT: Final = BOOK.question("spy.at", "N13").verb("at", SPOTS)
MYSTIC_AT: Final = BOOK.question("mystic.at", "N13").verb("at", SPOTS)

SHIFT_ONE: Final = BOOK.question("shapeshifter.one", "N13").verb("at", SPOTS)
SHIFT_TWO: Final = BOOK.question("shapeshifter.two", "N13", SHIFT_ONE.question).verb("at", SPOTS)
SHIFT: Final = BOOK.question("shapeshifter.swap", "N17")
LEAVE_BOTH: Final = SHIFT.verb("leave")
SWAP: Final = SHIFT.verb("swap")

DIG_KEEP: Final = BOOK.question("digger.keep", "N18").verb("keep", CARD)
DIG_PLAY: Final = BOOK.question("digger.play", "N18")
WAIT: Final = DIG_PLAY.verb("wait")
PLAY_DUG: Final = DIG_PLAY.verb("play", CARD)

TROUBLE_AT: Final = BOOK.question("troublemaker.at", "N13").verb("at", SPOTS)
TROUBLE: Final = BOOK.question("troublemaker.turn", "N15")
LEAVE_DOWN: Final = TROUBLE.verb("leave")
TURN_UP: Final = TROUBLE.verb("turn")

MERCHANT_AT: Final = BOOK.question("merchant.at", "N13").verb("at", SPOTS)
MERCHANT_LOOK: Final = BOOK.question("merchant.look", "N23")
LOOK_HOUSE: Final = MERCHANT_LOOK.verb("look_house")
LOOK_TOKEN: Final = MERCHANT_LOOK.verb("look_token")
MERCHANT_TAKE: Final = BOOK.question("merchant.take", "N23")
LEAVE_TOKENS: Final = MERCHANT_TAKE.verb("leave")
TAKE_SEEN: Final = MERCHANT_TAKE.verb("take_seen")
TAKE_UNSEEN: Final = MERCHANT_TAKE.verb("take_unseen")
GIVE: Final = BOOK.question("merchant.give", "N23").verb("give", TOKEN)

THIEF_FROM: Final = BOOK.question("thief.from", "N22")
LEAVE_ALL: Final = THIEF_FROM.verb("leave")
ROB: Final = THIEF_FROM.verb("rob", SEAT)

JUDGE_AT: Final = BOOK.question("judge.at", "N14").verb("at", SPOTS)
ASSASSIN_AT: Final = BOOK.question("assassin.at", "N14").verb("at", SPOTS)
SHINOBI_AT: Final = BOOK.question("shinobi.at", "N13").verb("at", SPOTS)
SHINOBI_KILL: Final = BOOK.question("shinobi.kill", "N15")
SPARE: Final = SHINOBI_KILL.verb("spare")
KILL: Final = SHINOBI_KILL.verb("kill")

# -- reactions, the House Reveal

REACT: Final = BOOK.question("react", "N19").verb("play", CARD)
AT_REVEAL: Final = BOOK.question("mastermind", "N28")
SILENT: Final = AT_REVEAL.verb("silent")
UNMASK: Final = AT_REVEAL.verb("unmask")

# -- how members are asked

MOST_CARDS: Final = 2
"""N4: the cards that a member keeps, and may play in one phase (N7)."""


def position(w: World, me: Member) -> int:
    """N34: for which of its members a seat is asked; for none apart where it has one."""
    return me if is_pair(w) else NO_POSITION


def positions(w: World, who: list[Member]) -> tuple[int, ...]:
    """The same for several."""
    return tuple(who) if is_pair(w) else NO_POSITIONS


def aim(w: World, me: Member, at: Aim, targets: list[Member]) -> Ask:
    """Ask a member for a target. By default it is the next living one to the left.

    Where none of the others lives it is the next of all; oneself only where nobody else can be it.
    """
    standing = [whom for whom in living_among(w, targets) if whom != me]
    nearest = first_from_left(w, me, standing or targets)
    by_seat = sorted([spot_of(w, whom) for whom in targets])  # whoever asks: no order of their own
    options = at.each(by_seat)
    return decide(w, me, at.question, options, by_default=at[spot_of(w, nearest)])


def first_from_left(s: Sight, me: Member, among: list[Member]) -> Member:
    """Of some members the next one to the left; oneself last of all."""
    return next(whom for whom in everyone_from(s, me) if whom in among)


def aimed(s: Sight, at: Aim, option: Option) -> Member:
    """The target that was chosen."""
    whom = member_at(s.seats, at.of(option))
    assert whom is not None, "only members of this table are offered"
    return whom


def decide(
    w: World, me: Member, question: Question, options: list[Option], *, by_default: Option
) -> Ask:
    """Ask a member to choose."""
    return rules.choose_or(seat_of(w, me), question, options, by_default, position(w, me))


def either(w: World, me: Member, one: Verb, *, by_default: Verb) -> Ask:
    """Ask a member for one of two things."""
    options = [by_default.option, one.option]
    return decide(w, me, one.question, options, by_default=by_default.option)


def ask_for_one(w: World, me: Member, verb: Verb1[Face], cards: list[Face]) -> Ask:
    """Ask a member for one of some cards or tokens; by default the first of them."""
    options = verb.each(cards)
    first, *_ = options
    return decide(w, me, verb.question, options, by_default=first)


def ask_for_any(w: World, me: Member, play: Verb1[Face], fitting: list[Face], most: int) -> Ask:
    """Ask a member for any number of cards up to so many; by default for none."""
    cards, place = play.each(fitting), position(w, me)
    return rules.pick(seat_of(w, me), play.question, cards, low=0, high=most, position=place)


def ask_each(w: World, who: list[Member], question: Question, options: list[list[Option]]) -> Ask:
    """Ask members at the same time to choose; by default the first option of each."""
    return rules.each(players_of(w, who), question, options, positions(w, who))


def ask_for_cards(w: World, who: list[Member], play: Verb1[Face], fitting: list[list[Face]]) -> Ask:
    """N7: ask members at the same time for up to two cards; what they say can be taken back."""
    options = [play.each(its) for its in fitting]
    seats, places = players_of(w, who), positions(w, who)
    return rules.each(seats, play.question, options, places, high=MOST_CARDS, loose=True)


def players_of(w: World, who: list[Member]) -> list[Seat]:
    """Who answers for each of these members."""
    return [seat_of(w, member) for member in who]


def asked_members(view: View) -> list[Member]:
    """For whom the seat of a view is asked now."""
    if is_pair(view):
        return [MEMBER.all[offer.position] for offer in view.offers]
    return list(members_of(view, view.seat)) if view.offers else []


def asked_member(view: View) -> Member:
    """For whom the seat of a view is asked first; who aims is asked alone."""
    first, *_ = asked_members(view)
    return first
