"""The wary bot of Night of the Ninja: it weighs who is who, kills believed enemies, and talks.

Its answer follows from its key and the view alone; it remembers nothing between two answers, so it
can take over a seat in the middle of a game.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, TypeVar

from tatami.engine.asking import Answer
from tatami.engine.dice import block
from tatami.engine.ids import Face, Option, Seat
from tatami.engine.offer import Offer
from tatami.engine.question import Question
from tatami.engine.standing import first_with_most
from tatami.engine.view import View
from tatami.games.night import asked, cards
from tatami.games.night.asked import asked_member
from tatami.games.night.bot_beliefs import Beliefs
from tatami.games.night.bot_talk import has_begun, has_opened, heard, just_said
from tatami.games.night.claims import (
    AM,
    BELIEVE,
    DOUBT,
    KILL_THEM,
    SAW,
    SIDED,
    SPARE_THEM,
    Claim,
    claim,
    meaning_of,
)
from tatami.games.night.draft import keep_first, keep_second
from tatami.games.night.fight import victims, why_not_killed
from tatami.games.night.members import ONLY, SEAT, Member, is_pair, seat_of
from tatami.games.night.phases import play_cards
from tatami.games.night.trades import can_pay, has_tokens_to_see, why_not_robbed
from tatami.games.night.zones import LIFTED, NIGHT, ROUND, TOKENS, is_before

T = TypeVar("T")

OF_A_PHASE: Final = {cards.SPY: 4.0, cards.MYSTIC: 4.2, cards.ASSASSIN: 5.0, cards.SHINOBI: 9.0}
"""How gladly a card of a phase is drafted that has no name of its own..."""
EARLIER: Final = 0.2
"""... less this for each number: the lower is carried out the earlier (N7)."""
VALUES: Final[dict[int, float]] = {
    **{
        card: value - EARLIER * cards.NUMBER_OF[card]
        for phase, value in OF_A_PHASE.items()
        for card in cards.CARDS_OF[phase]
    },
    cards.SHAPESHIFTER: 4.0,
    cards.GRAVE_DIGGER: 5.5,
    cards.TROUBLEMAKER: 4.5,
    cards.MERCHANT: 3.5,
    cards.THIEF: 4.0,
    cards.JUDGE: 7.0,
    cards.MONK: 6.5,
    cards.MARTYR: 6.0,
    cards.MASTERMIND: 8.0,
}
"""How gladly each card is drafted."""
WHIM: Final = 1.0 / 400.0
"""What each of the 256 degrees of a whim adds to that."""
TALKS_AT: Final = (keep_first, keep_second, play_cards)
"""When it talks: in the draft and the five phases, which ask all. At the Reveal it is too late."""
KEEPS: Final = {
    verb.question: verb for verb in (asked.KEEP_FIRST, asked.KEEP_SECOND, asked.DIG_KEEP)
}
"""The questions which of some cards to keep."""
AIMS: Final = {
    at.question: at
    for at in (
        asked.SPY_AT,
        asked.MYSTIC_AT,
        asked.SHIFT_ONE,
        asked.SHIFT_TWO,
        asked.TROUBLE_AT,
        asked.MERCHANT_AT,
        asked.JUDGE_AT,
        asked.ASSASSIN_AT,
        asked.SHINOBI_AT,
    )
}
"""The questions for a target."""
BLIND: Final = 0.06
"""The least gain for which one kills without a look."""
WARM: Final = 100
"""How many of 256 begin with a word for a friend who has spoken before them."""
BOLD: Final = 64
"""How many of 256 who have the best rank may say so."""
REQUEST: Final = 0.25
"""The least gain for which one asks others to kill."""
LIKELY: Final = 0.5
"""The chance of an enemy above which one turns up a card for all..."""
SURE: Final = 0.9
"""... and that of a friend or enemy above which one tells what one saw."""
FALSE_HOUSE, WARMTH, WHICH_FRIEND, WARM_WORD, BOLDNESS, WHICH_RANK = range(6)
"""What the first whims of a round decide."""


class WaryBot:
    """Drafts, weighs, kills and talks. ``listens`` and ``talks`` switch talk off, to measure it.

    A rash one kills whenever it can, and whoever is not surely a friend; it tells any rank, and
    asks for a kill as soon as others listen.
    """

    def __init__(
        self, key: bytes, listens: bool = True, talks: bool = True, rash: bool = False
    ) -> None:
        self.key = key
        self.listens = listens
        self.talks = talks
        self.rash = rash

    def decide(self, view: View) -> Answer:
        """The best answer to the first thing asked."""
        offer = view.offers[0]
        if len(offer.options) == 1 and not offer.is_pick:
            return offer.options[0]
        return Mind(view, self.key, self.listens, self.rash).answer(offer)

    def speak(self, view: View) -> Claim | None:
        """Something to say to all now, or nothing: it talks while everybody is asked."""
        if not self.talks or is_pair(view) or view.seat >= view.seats or view.over:
            return None
        if not any(view.is_at(step) for step in TALKS_AT):
            return None
        return Mind(view, self.key, self.listens, self.rash).remark()


class Mind:
    """One seat's thoughts about one view."""

    def __init__(self, view: View, key: bytes, listens: bool, rash: bool = False) -> None:
        self.view = view
        self.key = key
        self.rash = rash
        self.seat = view.seat
        self.listens = listens
        self.whims = block(key, view.count[ROUND])
        self._beliefs: Beliefs | None = None

    @property
    def beliefs(self) -> Beliefs:
        """Who is who; half of what is asked can be answered without it."""
        if self._beliefs is None:
            self._beliefs = Beliefs(self.view, self.listens)
        return self._beliefs

    # -- answers

    def answer(self, offer: Offer) -> Answer:
        """By what is asked."""
        question = offer.question
        if offer.is_pick:
            return self._played(offer)
        options = [Option(option) for option in offer.options]
        if question in KEEPS:
            keep = KEEPS[question]
            return max(options, key=lambda option: self._value(keep.of(option)))
        if question in AIMS:
            return self._aimed(AIMS[question], options)
        return ANSWERS[question](self, options)

    def _value(self, card: Face) -> float:
        """How gladly one has a card."""
        return VALUES[card] + self._whim(card)

    def _whim(self, one: int) -> float:
        """What a passing whim adds to a card, or to a member; each has its own."""
        return self.whims[one] * WHIM

    def _any(self, whim: int, things: list[T]) -> T:
        """One of some things, as a named whim has it."""
        return things[self.whims[whim] % len(things)]

    def _played(self, offer: Offer) -> Answer:
        """The cards of a phase that are worth playing; every reaction is, the Monk first."""
        if offer.question is asked.REACT.question:
            reactions = [one for one in asked.REACT.each(cards.REACTIONS) if one in offer.items]
            return tuple(reactions[: offer.high])
        (play,) = [verb for verb in asked.PLAY.values() if verb.question is offer.question]
        return tuple([one for one in offer.items if self._worth_playing(play.of(one))])

    def _dug(self, options: list[Option]) -> Option:
        """What the Grave Digger has kept is played as soon as it is worth it."""
        for option in options:
            if asked.PLAY_DUG.fits(option) and self._worth_playing(asked.PLAY_DUG.of(option)):
                return option
        return asked.WAIT.option

    def _worth_playing(self, card: Face) -> bool:
        """Looks always are; kills without a look, and showing oneself, only for something."""
        if card == cards.THIEF:
            return bool(self._richer())
        if card == cards.JUDGE or card in cards.ASSASSINS:
            prey = victims(self.view, self._asked())
            return max([self._wish(whom) for whom in prey], default=0.0) > BLIND
        return True

    def _wish(self, member: Member) -> float:
        """How gladly one kills somebody: for what is gained; a rash one by whim, but no friend."""
        if not self.rash:
            return self.beliefs.gain(member)
        return 0.0 if self.beliefs.friend(member) > SURE else 1.0 + self._whim(member)

    def _asked(self) -> Member:
        """The member for whom one is asked."""
        return asked_member(self.view)

    def _aimed(self, at: asked.Aim, options: list[Option]) -> Option:
        """Kills at the greatest gain; a Shinobi where a kill may follow; looks where in doubt."""
        worth = self.beliefs.doubt
        if at in (asked.ASSASSIN_AT, asked.JUDGE_AT):
            worth = self._wish
        elif at is asked.SHINOBI_AT:
            worth = self._prey
        elif at is asked.MERCHANT_AT:
            worth = self._purse
        return max(options, key=lambda option: worth(asked.aimed(self.view, at, option)))

    def _prey(self, member: Member) -> float:
        """What a Shinobi may gain: it kills only if the card turns out to be an enemy's."""
        if why_not_killed(self.view, self._asked(), member) is not None:
            return -math.inf
        return self.beliefs.enemy(member) + self.beliefs.gain(member)

    def _looked_at(self) -> Member:
        """Of whom one has seen the card, and may do something."""
        whom: Member = self.view.called("whom")
        return whom

    def _exposed(self, _options: list[Option]) -> Option:
        """A card is turned up where it is an enemy's."""
        foe = self.beliefs.enemy(self._looked_at()) > LIKELY
        return asked.TURN_UP.option if foe else asked.LEAVE_DOWN.option

    def _killed(self, _options: list[Option]) -> Option:
        """A Shinobi kills where something is gained by it."""
        gains = self._wish(self._looked_at()) > 0
        return asked.KILL.option if gains else asked.SPARE.option

    def _shifted(self, _options: list[Option]) -> Option:
        """Nobody is swapped."""
        return asked.LEAVE_BOTH.option

    def _unmasked(self, options: list[Option]) -> Option:
        """Who can be the Mastermind is."""
        return asked.UNMASK.option if asked.UNMASK.option in options else asked.SILENT.option

    # -- tokens

    def _robbed(self, _options: list[Option]) -> Option:
        """Whoever has most; one is asked where somebody is richer."""
        return asked.ROB[first_with_most(self._richer(), self._tokens)]

    def _given(self, options: list[Option]) -> Option:
        """The token that counts least."""
        return min(options, key=lambda option: cards.WORTH[asked.GIVE.of(option)])

    def _lifted(self, _options: list[Option]) -> Option:
        """A look at a token, where a better one may be gained by it."""
        worse = self._worst() < cards.MOST_WORTH
        return asked.LOOK_TOKEN.option if worse else asked.LOOK_HOUSE.option

    def _richer(self) -> list[Seat]:
        """Whom a Thief may rob."""
        view = self.view
        return [seat for seat in view.everyone() if why_not_robbed(view, self.seat, seat) is None]

    def _tokens(self, seat: Seat) -> int:
        return self.view.size(TOKENS[seat])

    def _purse(self, member: Member) -> float:
        """Whom a Merchant visits: tokens first, then doubt."""
        trades = can_pay(self.view, self.seat)
        if trades and has_tokens_to_see(self.view, self._asked(), member):
            return self._tokens(seat_of(self.view, member)) + self.beliefs.doubt(member)
        return self.beliefs.doubt(member)

    def _worst(self) -> int:
        """What one's worst token counts; without any, nothing is to be gained by a trade."""
        mine = self.view.kinds_in(TOKENS[self.seat])
        return min([cards.WORTH[token] for token in mine], default=cards.MOST_WORTH)

    def _taken(self, options: list[Option]) -> Option:
        """A token that is better than one's worst, or any for one of the worst there are."""
        lifted = self.view.kinds_in(LIFTED[self.seat])
        if any(cards.WORTH[token] > self._worst() for token in lifted):
            return asked.TAKE_SEEN.option
        if asked.TAKE_UNSEEN.option in options and self._worst() == cards.LEAST_WORTH:
            return asked.TAKE_UNSEEN.option
        return asked.LEAVE_TOKENS.option

    # -- talk

    def remark(self) -> Claim | None:
        """N32: who one is, whom one saw, whom to kill, whom one has caught: each once a round."""
        if not has_opened(self.view):
            return None if has_begun(self.view) else self._opening()
        said = [Claim(one.kind, one.args) for one in heard(self.view) if one.seat == self.seat]
        for found in (*self._saw(), *self._requests(said), *self._doubts()):
            if found not in said:
                return found
        return None

    def _opening(self) -> Claim:
        """As people begin: who one is; or, where a friend has said that, first a word for them."""
        house = self._house()
        claims = [one for one in just_said(self.view) if one.kind == AM]
        said = {SEAT.all[one.seat]: self._card_in(Claim(one.kind, one.args)) for one in claims}
        friends = [seat for seat, card in said.items() if cards.SIDE_OF[card] == house]
        if friends and self.view.is_at(keep_first) and self.whims[WARMTH] < WARM:
            return self._word_for(self._any(WHICH_FRIEND, friends))
        return claim(self.view, AM, ONLY, self._claimed(house, list(said.values())))

    def _house(self) -> cards.Side:
        """The House that one claims: one's own; any, where one has none or does not know it."""
        card = self.beliefs.seen(self._myself())
        if card is None or card == cards.RONIN:
            return self._any(FALSE_HOUSE, cards.HOUSES)
        return cards.SIDE_OF[card]

    def _card_in(self, said: Claim) -> Face:
        """The House card of which somebody claims to be."""
        card = meaning_of(self.view.seats, self.seat, said).card
        assert card is not None, "who says who one is names a card"
        return card

    def _word_for(self, friend: Seat) -> Claim:
        """That one believes a friend, or that nobody should kill them."""
        if self._any(WARM_WORD, [False, True]):
            return claim(self.view, SPARE_THEM, self.beliefs.member_of(friend))
        return claim(self.view, BELIEVE, friend)

    def _myself(self) -> Member:
        return self.beliefs.member_of(self.seat)

    def _claimed(self, house: cards.Side, taken: list[Face]) -> Face:
        """The rank that one claims may be any that nobody else has claimed.

        The best rank is worth killing: who has it seldom says so.
        """
        every = [one for one in self.beliefs.cards if cards.SIDE_OF[one] == house]
        ranks = [one for one in every if one not in taken]
        best = min(every, key=lambda one: cards.RANK_OF[one])
        has_best = self.beliefs.seen(self._myself()) == best
        is_shy = has_best and not self.rash and self.whims[BOLDNESS] >= BOLD
        if is_shy and len(ranks) > 1:
            ranks = [one for one in ranks if one != best]
        ranks = ranks or every
        return self._any(WHICH_RANK, ranks)

    def _saw(self) -> list[Claim]:
        """Whom one has seen: enemies with their rank, friends without it."""
        beliefs = self.beliefs
        found: list[Claim] = []
        for member in beliefs.members:
            card = beliefs.seen(member)
            if member != self._myself() and card is not None and beliefs.secret(member):
                if beliefs.enemy(member) > SURE:
                    found.append(claim(self.view, SAW, member, card))
                elif beliefs.friend(member) > SURE:
                    found.append(claim(self.view, SIDED, member, cards.SIDE_OF[card]))
        return found

    def _requests(self, said: list[Claim]) -> list[Claim]:
        """From the Tricksters on, once a round: the one whose death would gain the most.

        A rash one does so from the beginning.
        """
        prey = sorted(victims(self.view, self._myself()))
        is_early = not self.rash and is_before(self.view, NIGHT[cards.TRICKSTER])
        if not prey or is_early or any(one.remark == KILL_THEM for one in said):
            return []
        best = max(prey, key=self._wish)
        enough = self._wish(best) > REQUEST
        return [claim(self.view, KILL_THEM, best)] if enough else []

    def _doubts(self) -> list[Claim]:
        """Whom one has caught lying."""
        liars = sorted(self.beliefs.liars - {self.seat})
        return [claim(self.view, DOUBT, seat) for seat in liars]


ANSWERS: Final[dict[Question, Callable[[Mind, list[Option]], Option]]] = {
    asked.DIG_PLAY: Mind._dug,
    asked.SHIFT: Mind._shifted,
    asked.TROUBLE: Mind._exposed,
    asked.MERCHANT_LOOK: Mind._lifted,
    asked.MERCHANT_TAKE: Mind._taken,
    asked.GIVE.question: Mind._given,
    asked.THIEF_FROM: Mind._robbed,
    asked.SHINOBI_KILL: Mind._killed,
    asked.AT_REVEAL: Mind._unmasked,
}
"""What answers the other questions."""
