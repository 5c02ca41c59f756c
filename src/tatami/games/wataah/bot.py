"""The sly bot of WAT-AAH!: it weighs every choice in points, and strikes whoever leads.

Its answer follows from its key and the view alone; it remembers nothing between two answers, so it
can take over a seat in the middle of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from tatami.engine.asking import Answer
from tatami.engine.dice import block
from tatami.engine.offer import Offer
from tatami.engine.rules import Face, Option, Question, Seat, Step, Verb1, View
from tatami.games.wataah import asked, court, phases, powers, strikes, temple
from tatami.games.wataah.bot_place import REGRET, Placer, Plan
from tatami.games.wataah.bot_worth import Worth
from tatami.games.wataah.cards import BOSS_CARD, NO_CARD, STRENGTH, PowerName, Size
from tatami.games.wataah.pawns import gives_court_card, gives_look, showdown_points
from tatami.games.wataah.sorts import CLAN_OF, DECOY, Decoy, Placed
from tatami.games.wataah.zones import (
    AT_MISSIONS,
    AT_SHOWDOWN,
    CLANS_THAT_END,
    CORRUPT,
    DECOYS,
    HAND,
    JIGOKU,
    PAWN_POINTS,
    PAWNS_WON,
    ROUND,
    TURNS,
    is_last_round,
    is_next_the_fourth,
)

A = TypeVar("A", bound=int)

TEMPLE_LIKED: Final = (
    temple.TWIN_SHADOWS,
    temple.FULL_RANKS,
    temple.VEILED_BRIBES,
    temple.BONE_MARKET,
    temple.CLEANSING_SMOKE,
    temple.HIDDEN_DOJO,
    temple.PAPER_WARDS,
    temple.SILENT_STEP,
    temple.CLOSED_FIST,
    temple.YOKAI_PACT,
)
"""Temple cards, the best first."""


WHIMS: Final = 32
"""How many different whims there are at a time."""
A_ROUND: Final = 1000
"""More turns than a round has, so that each turn of a game has whims of its own."""
FOR_DECOYS: Final = 7
"""The whim that chooses among Decoys."""


class SlyBot:
    """Draws or corrupts for a reason, builds its four clans, reckons who the Boss may be.

    A curious one tries things out: it places what is best now and regrets no card, takes what
    lies open, uses a Court card as soon as it can, and turns powers on whom and what it likes.
    """

    def __init__(self, key: bytes, curious: bool = False) -> None:
        self.key = key
        self.curious = curious

    def decide(self, view: View) -> Answer:
        """The answer to the first thing asked."""
        offer = view.offers[0]
        if not offer.is_pick and len(offer.options) == 1:
            return offer.options[0]
        return ANSWERS[offer.question](Thought(view, offer, self.key, self.curious))


class Thought:
    """One question to the bot, and what it needs to answer it."""

    __slots__ = ("curious", "key", "me", "offer", "options", "view", "worth")

    def __init__(self, view: View, offer: Offer, key: bytes, curious: bool) -> None:
        self.view = view
        self.offer = offer
        self.options = [Option(option) for option in offer.options]
        self.key = key
        self.curious = curious
        self.me = view.seat
        self.worth = Worth(view)

    def whim(self, number: int) -> int:
        """A small number that the key and the time of the game give to one of several equals."""
        when = A_ROUND * self.view.count[ROUND] + self.view.count[TURNS]
        return block(self.key, when)[number % WHIMS]

    def most(self, value: Callable[[Option], float]) -> Option:
        """The option of the highest value; of equals whichever the whim likes. Curious: any."""
        if self.curious:
            return max(self.options, key=lambda one: (self.whim(one), one))
        return max(self.options, key=lambda one: (round(value(one), 6), self.whim(one), one))

    def placer(self, options: list[Option]) -> Placer:
        """What weighs these ways to place."""
        return Placer(self.worth, options, 0.0 if self.curious else REGRET)


# -- a turn


def _draw(thought: Thought) -> Answer:
    """Be corrupt where it pays; else the best way to recruit."""
    options, worth = thought.options, thought.worth
    used = _use_now(thought, asked.USE_AT_DRAW)
    if used is not None:
        return used
    if asked.BE_CORRUPT.option in options and worth.corruption_pays():
        return asked.BE_CORRUPT.option
    if asked.MARKET.option in options:
        top = thought.view.top(JIGOKU)
        if thought.curious or worth.keeps([*worth.hand, top])[top] > worth.fresh_card():
            return asked.MARKET.option
    for way in (asked.DOJO, asked.RECRUIT):
        if way.option in options:
            return way.option
    return asked.NO_DRAW.option


def _place(thought: Thought) -> Answer:
    """The best of all ways to place; a Court card before it, where that makes it better."""
    used = _use_now(thought, asked.USE_AT_PLACE)
    if used is not None:
        return used
    plan = thought.placer(thought.options).best()
    return asked.PLACE_NOTHING.option if plan is None else plan.what


def _chosen(thought: Thought) -> Plan:
    """What goes best with what was chosen to be placed."""
    what = phases.being_placed(thought.view)
    assert what is not None
    return thought.placer([]).best_with(what)


def _place_cards(thought: Thought, verb: Verb1[Face]) -> Answer:
    return tuple(verb.each(_chosen(thought).cards))


def _summon_on(thought: Thought) -> Answer:
    return asked.SUMMON_ON[_chosen(thought).on]


def _twin(thought: Thought) -> Answer:
    """The strongest card that fits."""
    return thought.most(_strength_added)


def _strength_added(option: Option) -> float:
    if asked.ADD_NOTHING.fits(option):
        return 0.0
    _, face = asked.ADD.of(option)
    return STRENGTH[face]


def _discard(thought: Thought) -> Answer:
    """What one can do without."""
    used = _use_now(thought, asked.USE_AT_DISCARD)
    if used is not None:
        return used
    if asked.KEEP_ALL.option in thought.options:
        return asked.KEEP_ALL.option
    (worst,) = thought.worth.least(thought.worth.hand, 1)
    return asked.DISCARD_CARD[worst]


# -- Court cards


def _use_now(thought: Thought, verb: Verb1[Face]) -> Option | None:
    """The option that uses one's Court card, if this is the moment."""
    for option in court.uses(thought.view, thought.me, verb):
        if _is_moment(thought, verb.of(option), before_placing=verb is asked.USE_AT_PLACE):
            return option
    return None


def _is_moment(thought: Thought, card: Face, before_placing: bool) -> bool:
    worth = thought.worth
    if thought.curious:
        return True
    late = max(worth.clans) >= CLANS_THAT_END - 1
    if card in (court.IMPERIAL_LEVY, court.INFORMER, court.COURT_SPY):
        return True
    if card == court.POISONED_GIFT:
        return max(worth.clans) >= 2
    if card == court.PARDON:
        worst = max([STRENGTH[face] for face in thought.view.faces(CORRUPT[thought.me])])
        return worst > 4 or late
    if card == court.ANCESTORS_MEMORY:
        return before_placing and (_memory_worth(thought) > 4 or late)
    plan = thought.placer(thought.options).best()
    if plan is None:
        return False
    if card == court.MOBILISATION:
        return len(worth.hand) > 5 and not is_next_the_fourth(thought.view, thought.me)
    return card == court.MASTERS_LESSON and plan.laid == court.LESSON_CARDS


def _memory_worth(thought: Thought) -> float:
    """What the best card of the Jigoku would be worth in hand."""
    worth = thought.worth
    (face,) = worth.best([*thought.view.faces(JIGOKU)], 1, worth.hand)
    return worth.keeps([*worth.hand, face])[face]


def _pardon(thought: Thought) -> Answer:
    return thought.most(lambda one: STRENGTH[asked.ABSOLVE.of(one)])


def _spy_card(thought: Thought) -> Answer:
    """The card that hurts most."""
    return thought.most(lambda one: _pair_worth(thought, asked.THROW_OUT.of(one)))


def _pair_worth(thought: Thought, face: Face) -> float:
    return thought.worth.keeps([face, face])[face]


def _guard(thought: Thought) -> Answer:
    """Cancel what would hurt: what is guarded says how much."""
    can = asked.CANCEL.option in thought.options
    wants = can and (thought.curious or _harm(thought) > 3.5)
    return asked.CANCEL.option if wants else asked.LET_IT.option


def _harm(thought: Thought) -> float:
    """What the power that the guard could cancel would cost."""
    effect, about = thought.view.guarded()
    return HARM[effect](thought, *about)


def _harm_of_clan(thought: Thought, placed: Placed) -> float:
    return thought.worth.clan_loss(placed)


def _harm_of_card(thought: Thought, placed: Placed, face: Face) -> float:
    return thought.worth.card_loss(placed, face)


def _harm_of_return(thought: Thought, placed: Placed, face: Face) -> float:
    return thought.worth.card_loss(placed, face) - 1.0


def _harm_of_swap(thought: Thought, me: Seat, foe: Seat) -> float:
    """``me`` is who swaps, and one is the foe."""
    worth = thought.worth
    theirs = worth.fresh_card() * thought.view.size(HAND[me])
    return worth.hand_worth(worth.hand) - theirs


HARM: Final[dict[Step, Callable[..., float]]] = {
    strikes.destroy_clan: _harm_of_clan,
    strikes.send_clan_back: _harm_of_clan,
    strikes.destroy_card: _harm_of_card,
    strikes.send_card_back: _harm_of_return,
    powers.give_hand: _harm_of_swap,
    powers.give_cards: lambda thought, me, foe: 2.0,
    powers.lose_cards: lambda thought, foe, number, name: 4.0,
    court.spy_look: lambda thought, me, foe: 2.0,
    court.gift: lambda thought, foe: 4.0,
}
"""What each effect that can be cancelled costs: each takes what its step takes, in that order.

They are all the steps that are given to ``court.then_unless_cancelled``.
"""


# -- powers


def _leader(thought: Thought, verb: Verb1[Seat]) -> Option:
    """The opponent who is most of a threat, and has most to lose."""
    return thought.most(lambda one: _menace(thought, verb.of(one)))


def _menace(thought: Thought, seat: Seat) -> float:
    worth = thought.worth
    return 100.0 * worth.threat[seat] + worth.scores[seat] + thought.view.size(HAND[seat])


def _hands(thought: Thought, verb: Verb1[Seat]) -> Answer:
    worth = thought.worth
    return thought.most(lambda one: worth.swap(verb.of(one), worth.hand))


def _give(thought: Thought, verb: Verb1[Face]) -> Answer:
    """What one can do without."""
    offer = thought.offer
    return tuple(verb.each(thought.worth.least(verb.of_all(offer.items), offer.low)))


def _take(thought: Thought, verb: Verb1[Face]) -> Answer:
    """What helps most."""
    offer, worth = thought.offer, thought.worth
    return tuple(verb.each(worth.best(verb.of_all(offer.items), offer.low, worth.hand)))


def _best_of(thought: Thought, verb: Verb1[Face]) -> Option:
    """The one card that helps most."""
    cards = verb.of_all(thought.offer.options)
    (face,) = thought.worth.best(cards, 1, thought.worth.hand)
    return verb[face]


def _toad_card(thought: Thought) -> Answer:
    return thought.most(lambda one: _card_returned(thought.worth, one))


def _card_returned(worth: Worth, option: Option) -> float:
    if asked.SEND_NO_CARD.fits(option):
        return 0.0
    return worth.card_returned(*asked.SEND_CARD_OF.of(option))


def _toad_clan(thought: Thought, verb: Verb1[Placed]) -> Answer:
    worth = thought.worth
    return thought.most(lambda one: worth.clan_returned(verb.of(one)) if verb.fits(one) else 0.0)


def _spider_card(thought: Thought) -> Answer:
    return thought.most(lambda one: thought.worth.card_struck(*asked.DESTROY_CARD_OF.of(one)))


def _spider_clan(thought: Thought, verb: Verb1[Placed]) -> Answer:
    return thought.most(lambda one: thought.worth.clan_struck(verb.of(one)))


def _monkey(thought: Thought, verb: Verb1[Placed]) -> Answer:
    """The clan whose power is worth most."""
    return thought.most(lambda one: _copied(thought, verb.of(one)))


def _copied(thought: Thought, placed: Placed) -> float:
    """W18: what the power of a clan is worth."""
    worth = thought.worth
    if powers.is_useless(placed):
        return 0.0
    return worth.power(CLAN_OF[placed], _size_copied(thought.view), worth.hand)


def _size_copied(view: View) -> Size:
    """W18: whether a small or a big power is copied: what ``powers.monkey`` calls its size."""
    size: Size = view.called("size")
    return size


# -- the end of a round


def _banner(thought: Thought) -> Answer:
    can = asked.SHOW_BANNER.option in thought.options
    return asked.SHOW_BANNER.option if can else asked.SHOW_NOTHING.option


def _shosho(thought: Thought) -> Answer:
    mine = asked.SHOSHO_TO[thought.me]
    return mine if mine in thought.options else thought.options[0]


def _temple(thought: Thought) -> Answer:
    """A card while it can serve; else a look."""
    if asked.TEMPLE_CARDS.option in thought.options:
        return asked.TEMPLE_CARDS.option
    return _peek(thought, asked.TEMPLE_PEEK)


def _peek(thought: Thought, verb: Verb1[Decoy]) -> Option:
    """A Decoy that one has not seen yet; where there is none, no look if one may do without."""
    unseen = _unseen(thought.view)
    if unseen:
        return verb[unseen[thought.whim(FOR_DECOYS) % len(unseen)]]
    return asked.NO_PEEK.option if verb is asked.MISSION_PEEK else verb[DECOY.all[-1]]


def _unseen(view: View) -> list[Decoy]:
    """The Decoys that one has not looked at."""
    return [decoy for decoy in DECOY.all if view.top(DECOYS[decoy]) == NO_CARD]


def _temple_keep(thought: Thought) -> Answer:
    return min(thought.options, key=lambda one: TEMPLE_LIKED.index(asked.KEEP_FACE_UP.of(one)))


def _pawns(thought: Thought) -> Answer:
    """To the Court for its card; then by what is known of the Boss, late rather than early."""
    left = thought.view.count[PAWNS_WON[thought.me]]
    if asked.TO_COURT.option in thought.options and gives_court_card(thought.view):
        return asked.TO_COURT.option
    if not is_last_round(thought.view) and _unseen(thought.view):
        there = thought.view.count[AT_MISSIONS[thought.me]]
        for sent in range(1, left + 1):
            if gives_look(there + sent):
                return asked.TO_MISSIONS[sent]
    fight = _best_fight(thought, left)
    return asked.TO_SHOWDOWN[fight] if fight else asked.TO_MISSIONS[left]


def _best_fight(thought: Thought, left: int) -> int:
    """How many of these pawns are worth more at the Showdown than on Missions."""
    there = thought.view.count[AT_SHOWDOWN[thought.me]]
    values = [
        expected_points(thought.view, there + sent) + PAWN_POINTS * (left - sent)
        for sent in range(left + 1)
    ]
    return values.index(max(values))


def expected_points(view: View, pawns: int) -> float:
    """W32: the mean of the points over the Bosses that it may yet be."""
    seen = [view.top(DECOYS[decoy]) for decoy in DECOY.all]
    bosses = [boss for boss in BOSS_CARD.all if boss not in seen]
    return sum([showdown_points(boss, pawns) for boss in bosses]) / len(bosses)


def _in_any_name(
    verbs: Mapping[PowerName, Verb1[A]], answer: Callable[[Thought, Verb1[A]], Answer]
) -> dict[Question, Callable[[Thought], Answer]]:
    """The same answer in the name of a clan and of its Yokai."""
    return {verb.question: _bound(answer, verb) for verb in verbs.values()}


def _bound(
    answer: Callable[[Thought, Verb1[A]], Answer], verb: Verb1[A]
) -> Callable[[Thought], Answer]:
    return lambda thought: answer(thought, verb)


ANSWERS: Final[dict[Question, Callable[[Thought], Answer]]] = {
    asked.DRAW: _draw,
    asked.DOJO_KEEP.question: lambda thought: _best_of(thought, asked.DOJO_KEEP),
    asked.PLACE: _place,
    asked.NEW_CLAN_CARD.question: lambda thought: _place_cards(thought, asked.NEW_CLAN_CARD),
    asked.REINFORCE_CARD.question: lambda thought: _place_cards(thought, asked.REINFORCE_CARD),
    asked.SUMMON_ON.question: _summon_on,
    asked.TWIN: _twin,
    asked.DISCARD: _discard,
    asked.CROW_TAKE.question: lambda thought: _take(thought, asked.CROW_TAKE),
    asked.SEND_CARD: _toad_card,
    **_in_any_name(asked.SEND_CLAN_OF, _toad_clan),
    asked.DESTROY_CARD_OF.question: _spider_card,
    **_in_any_name(asked.DESTROY_CLAN_OF, _spider_clan),
    asked.SWAP_CARDS_WITH.question: lambda thought: _leader(thought, asked.SWAP_CARDS_WITH),
    asked.SWAP_GIVE.question: lambda thought: _give(thought, asked.SWAP_GIVE),
    **_in_any_name(asked.SWAP_HANDS_WITH, _hands),
    **_in_any_name(asked.LOOK_KEEP, _take),
    **_in_any_name(asked.GNAW_AT, _leader),
    **_in_any_name(asked.GNAW_DISCARD, _give),
    **_in_any_name(asked.COPY_CLAN_OF, _monkey),
    asked.GUARD: _guard,
    asked.ABSOLVE.question: _pardon,
    asked.REMEMBER.question: lambda thought: _best_of(thought, asked.REMEMBER),
    asked.INFORMER_PEEK.question: lambda thought: _peek(thought, asked.INFORMER_PEEK),
    asked.SPY_AT.question: lambda thought: _leader(thought, asked.SPY_AT),
    asked.THROW_OUT.question: _spy_card,
    asked.GIFT_AT.question: lambda thought: _leader(thought, asked.GIFT_AT),
    asked.BANNER: _banner,
    asked.SHOSHO_TO.question: _shosho,
    asked.TEMPLE_VISIT: _temple,
    asked.KEEP_FACE_UP.question: _temple_keep,
    asked.PAWNS: _pawns,
    asked.MISSION: lambda thought: _peek(thought, asked.MISSION_PEEK),
}
"""How each question is answered."""
