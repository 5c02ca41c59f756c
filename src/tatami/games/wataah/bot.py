"""The sly bot of WAT-AAH!: it weighs every choice in points, and strikes whoever leads.

Its answer follows from its key and the view alone; it remembers nothing between two answers, so it
can take over a seat in the middle of a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tatami.engine.dice import block
from tatami.engine.game import Answer
from tatami.engine.view import Offer, View
from tatami.games.wataah import book
from tatami.games.wataah.bot_place import Placer
from tatami.games.wataah.bot_worth import Worth
from tatami.games.wataah.cards import (
    BOSSES,
    SHINOBI,
    STRENGTH,
)
from tatami.games.wataah.eyes import Eyes
from tatami.games.wataah.pawns import PAWN_POINTS, showdown_points
from tatami.games.wataah.table import AT_MISSIONS, AT_SHOWDOWN, DECOYS, PAWNS, ROUND, TURNS
from tatami.games.wataah.temple_court import (
    ANCESTORS_MEMORY,
    BONE_MARKET,
    CLEANSING_SMOKE,
    CLOSED_FIST,
    COURT_SPY,
    FULL_RANKS,
    HIDDEN_DOJO,
    IMPERIAL_LEVY,
    INFORMER,
    MASTERS_LESSON,
    MOBILISATION,
    PAPER_WARDS,
    PARDON,
    POISONED_GIFT,
    SILENT_STEP,
    TWIN_SHADOWS,
    VEILED_BRIBES,
    YOKAI_PACT,
)

LAST_ROUND: Final = 3
TEMPLE_LIKED: Final = (
    TWIN_SHADOWS,
    FULL_RANKS,
    VEILED_BRIBES,
    BONE_MARKET,
    CLEANSING_SMOKE,
    HIDDEN_DOJO,
    PAPER_WARDS,
    SILENT_STEP,
    CLOSED_FIST,
    YOKAI_PACT,
)
"""Temple cards, the best first."""


class SlyBot:
    """Draws or corrupts for a reason, builds its four clans, reckons who the Boss may be."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def decide(self, view: View) -> Answer:
        """The answer to the first thing asked."""
        offer = view.offers[0]
        if not offer.high and len(offer.options) == 1:
            return offer.options[0]
        return ANSWERS[offer.question.key](Thought(view, offer, self.key))


class Thought:
    """One question to the bot, and what it needs to answer it."""

    __slots__ = ("eyes", "key", "me", "offer", "options", "view", "worth")

    def __init__(self, view: View, offer: Offer, key: bytes) -> None:
        self.view = view
        self.offer = offer
        self.options = list(offer.options)
        self.key = key
        self.eyes = Eyes(view)
        self.me = view.seat
        self.worth = Worth(self.eyes)

    def whim(self, number: int) -> int:
        """A small number that the key and the time of the game give to one of several equals."""
        eyes = self.eyes
        return block(self.key, 1000 * eyes.count(ROUND) + eyes.count(TURNS))[number % 32]

    def most(self, value: Callable[[int], float]) -> int:
        """The option of the highest value; of equals, whichever the whim likes."""
        return max(self.options, key=lambda one: (round(value(one), 6), self.whim(one), one))


# -- a turn


def _draw(thought: Thought) -> Answer:
    """Be corrupt where it pays; else the best way to recruit."""
    options, worth = thought.options, thought.worth
    used = _use_now(thought, book.USE_AT_DRAW)
    if used >= 0:
        return used
    if book.BE_CORRUPT in options and worth.corruption_pays():
        return book.BE_CORRUPT
    if book.MARKET in options:
        top = thought.eyes.jigoku[-1]
        if worth.keeps([*worth.hand, top])[top] > worth.fresh_card():
            return book.MARKET
    return book.DOJO if book.DOJO in options else options[0]


def _place(thought: Thought) -> Answer:
    """The best of all ways to place; a Court card before it, where that makes it better."""
    used = _use_now(thought, book.USE_AT_PLACE)
    if used >= 0:
        return used
    return Placer(thought.worth, thought.options).best().what


def _place_cards(thought: Thought) -> Answer:
    """The cards that go with what was chosen."""
    what = thought.view.stack[-1][2][0]
    assert isinstance(what, int)
    return Placer(thought.worth, []).best_with(what).cards


def _summon_on(thought: Thought) -> Answer:
    cards = _place_cards(thought)
    assert isinstance(cards, tuple)
    return cards[0]


def _twin(thought: Thought) -> Answer:
    """The strongest card that fits."""
    return thought.most(lambda one: STRENGTH[(one - book.ADD) % SHINOBI] if one else 0.0)


def _discard(thought: Thought) -> Answer:
    """What one can do without."""
    used = _use_now(thought, book.USE_AT_DISCARD)
    if used >= 0:
        return used
    if book.KEEP_ALL in thought.options:
        return book.KEEP_ALL
    return thought.worth.least(thought.worth.hand, 1)[0]


# -- Court cards


def _use_now(thought: Thought, first: int) -> int:
    """The option that uses one's Court card, if this is the moment; else -1."""
    card = thought.eyes.court(thought.me)
    option = first + card
    if card < 0 or option not in thought.options or not _is_moment(thought, card, first):
        return -1
    return option


def _is_moment(thought: Thought, card: int, first: int) -> bool:
    worth, eyes = thought.worth, thought.eyes
    if card in (IMPERIAL_LEVY, INFORMER, COURT_SPY):
        return True
    if card == POISONED_GIFT:
        return max(worth.clans) >= 2
    if card == PARDON:
        worst = max([STRENGTH[face] for face in eyes.corrupt(thought.me)])
        return worst > 4 or max(worth.clans) > 2
    if card == ANCESTORS_MEMORY:
        return first == book.USE_AT_PLACE and (_memory_worth(thought) > 4 or max(worth.clans) > 2)
    plan = Placer(worth, thought.options).best()
    if card == MOBILISATION:
        return plan.worth > 0 and len(worth.hand) > 5 and worth.clans[thought.me] < 3
    return card == MASTERS_LESSON and _is_pair(plan.what, len(plan.cards))


def _memory_worth(thought: Thought) -> float:
    """What the best card of the Jigoku would be worth in hand."""
    worth = thought.worth
    (face,) = worth.best(list(thought.eyes.jigoku), 1, worth.hand)
    return worth.keeps([*worth.hand, face])[face]


def _is_pair(what: int, cards: int) -> bool:
    """Whether a plan places exactly two cards of a clan."""
    if what == book.PLACE_NOTHING or what >= book.SUMMON:
        return False
    if book.FOUND_WITH <= what < book.REINFORCE:
        cards += (what - book.FOUND_WITH) % 3 + 1
    return cards == 2


def _pardon(thought: Thought) -> Answer:
    return thought.most(lambda face: STRENGTH[face])


def _memory(thought: Thought) -> Answer:
    return thought.worth.best(thought.options, 1, thought.worth.hand)[0]


def _spy_card(thought: Thought) -> Answer:
    """The card that hurts most."""
    return thought.most(lambda face: thought.worth.keeps([face, face])[face])


def _guard(thought: Thought) -> Answer:
    """Cancel what would hurt: the step that waits says how much."""
    return book.CANCEL if book.CANCEL in thought.options and _harm(thought) > 3.5 else book.LET_IT


def _harm(thought: Thought) -> float:
    """What the power that waits below the guard would cost."""
    step, args, _ = thought.view.stack[-2]
    worth = thought.worth
    name = step.name.partition(".")[2]
    if name in ("destroy_clan", "send_clan_back"):
        return worth.clan_loss(args[0])
    if name in ("destroy_card", "send_card_back"):
        return worth.card_loss(args[0], args[1]) - (name == "send_card_back")
    if name == "give_hand":
        return worth.hand_worth(worth.hand) - worth.fresh_card() * len(thought.eyes.hand(args[0]))
    return 4.0 if name in ("gift", "lose_cards") else 2.0


# -- powers


def _leader(thought: Thought) -> Answer:
    """The opponent who is most of a threat, and has most to lose."""
    worth = thought.worth
    return thought.most(
        lambda seat: 100.0 * worth.threat[seat] + worth.scores[seat] + len(thought.eyes.hand(seat))
    )


def _hands(thought: Thought) -> Answer:
    return thought.most(lambda seat: thought.worth.swap(seat, thought.worth.hand))


def _give(thought: Thought) -> Answer:
    """What one can do without."""
    return thought.worth.least(list(thought.offer.items), thought.offer.low)


def _take(thought: Thought) -> Answer:
    """What helps most."""
    offer = thought.offer
    return thought.worth.best(list(offer.items), offer.low, thought.worth.hand)


def _keep_one(thought: Thought) -> Answer:
    return thought.worth.best(thought.options, 1, thought.worth.hand)[0]


def _toad_card(thought: Thought) -> Answer:
    return thought.most(
        lambda one: (
            thought.worth.returned((one - 1) // SHINOBI, (one - 1) % SHINOBI) if one else 0.0
        )
    )


def _toad_clan(thought: Thought) -> Answer:
    return thought.most(lambda one: thought.worth.returned(one - 1, -1) if one else 0.0)


def _spider_card(thought: Thought) -> Answer:
    return thought.most(lambda one: thought.worth.struck(one // SHINOBI, one % SHINOBI))


def _spider_clan(thought: Thought) -> Answer:
    return thought.most(lambda one: thought.worth.struck(one, -1))


def _monkey(thought: Thought) -> Answer:
    """The clan whose power is worth most, small or big as it was triggered."""
    big = thought.view.stack[-1][1][1] == 1
    worth = thought.worth
    return thought.most(lambda place: worth.power(place % 9, big, worth.hand) if place % 9 else 0.0)


# -- the end of a round


def _banner(thought: Thought) -> Answer:
    return thought.options[-1]


def _shosho(thought: Thought) -> Answer:
    return thought.most(lambda seat: 1.0 if seat == thought.me else 0.0)


def _temple(thought: Thought) -> Answer:
    """A card while it can serve; else a look."""
    if book.TEMPLE_CARDS in thought.options:
        return book.TEMPLE_CARDS
    return _peek(thought)


def _peek(thought: Thought) -> Answer:
    """A Decoy that one has not seen yet."""
    unseen = [n for n in range(DECOYS) if thought.eyes.decoy(n) < 0]
    if unseen:
        return unseen[thought.whim(7) % len(unseen)]
    return thought.options[-1]


def _temple_keep(thought: Thought) -> Answer:
    return min(thought.options, key=TEMPLE_LIKED.index)


def _pawns(thought: Thought) -> Answer:
    """To the Court for its card; then by what is known of the Boss, late rather than early."""
    eyes, me = thought.eyes, thought.me
    left = eyes.tallied(PAWNS, me)
    last = eyes.count(ROUND) >= LAST_ROUND
    if book.TO_COURT in thought.options and not last:
        return book.TO_COURT
    fight = _best_fight(thought, left)
    if last:
        if fight:
            return book.TO_SHOWDOWN + fight - 1
        return book.TO_MISSIONS + left - 1
    return _early_pawns(thought, left, fight)


def _early_pawns(thought: Thought, left: int, fight: int) -> int:
    """Before the last round: a look at a Decoy first, while there is one to look at."""
    eyes, me = thought.eyes, thought.me
    curious = any(eyes.decoy(number) < 0 for number in range(DECOYS))
    odd = eyes.tallied(AT_MISSIONS, me) % 2
    if curious and (odd or left >= 2):
        return book.TO_MISSIONS + (0 if odd else 1)
    if fight:
        return book.TO_SHOWDOWN + fight - 1
    return book.TO_MISSIONS + left - 1


def _best_fight(thought: Thought, left: int) -> int:
    """How many of these pawns are worth more at the Showdown than on Missions."""
    there = thought.eyes.tallied(AT_SHOWDOWN, thought.me)
    values = [
        expected_points(thought.eyes, there + sent) + PAWN_POINTS * (left - sent)
        for sent in range(left + 1)
    ]
    return values.index(max(values))


def expected_points(eyes: Eyes, pawns: int) -> float:
    """W32: the mean of the points over the Bosses that it may yet be."""
    seen = [eyes.decoy(number) for number in range(DECOYS)]
    bosses = [boss for boss in range(len(BOSSES)) if boss not in seen]
    return sum([showdown_points(boss, pawns) for boss in bosses]) / len(bosses)


ANSWERS: Final[dict[str, Callable[[Thought], Answer]]] = {
    "draw": _draw,
    "dojo.keep": _keep_one,
    "place": _place,
    "place.cards": _place_cards,
    "reinforce.cards": _place_cards,
    "summon.on": _summon_on,
    "twin": _twin,
    "discard": _discard,
    "crow.cards": _take,
    "toad.card": _toad_card,
    "toad.clan": _toad_clan,
    "kappa.clan": _toad_clan,
    "spider.card": _spider_card,
    "spider.clan": _spider_clan,
    "yurei.clan": _spider_clan,
    "fox.whom": _leader,
    "fox.cards": _give,
    "hands.whom": _hands,
    "kitsune.whom": _hands,
    "dragon.keep": _take,
    "spirit.keep": _take,
    "rat.whom": _leader,
    "nezumi.whom": _leader,
    "rat.cards": _give,
    "nezumi.cards": _give,
    "monkey.clan": _monkey,
    "king.clan": _monkey,
    "guard": _guard,
    "pardon": _pardon,
    "memory": _memory,
    "informer": _peek,
    "spy.whom": _leader,
    "spy.card": _spy_card,
    "gift.whom": _leader,
    "banner": _banner,
    "shosho": _shosho,
    "temple": _temple,
    "temple.keep": _temple_keep,
    "pawns": _pawns,
    "missions.look": _peek,
}
"""How each question is answered."""
