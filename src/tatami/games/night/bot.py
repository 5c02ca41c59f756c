"""The wary bot of Night of the Ninja: it weighs who is who, kills believed enemies, and talks.

Its answer follows from its key and the view alone; it remembers nothing between two answers, so it
can take over a seat in the middle of a game.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.dice import block
from tatami.engine.game import Answer, Question
from tatami.engine.view import LAST_REMARKS, Offer, View
from tatami.games.night.beliefs import Beliefs, heard, ranks_of
from tatami.games.night.cards import (
    ASSASSIN,
    CRANE,
    GRAVE_DIGGER,
    JUDGE,
    MARTYR,
    MASTERMIND,
    MERCHANT,
    MONK,
    MYSTIC,
    NO_HOUSE,
    NUMBERS,
    SHAPESHIFTER,
    SHINOBI,
    SPY,
    THIEF,
    TOKEN,
    TROUBLEMAKER,
    number_of,
    phase_of,
    rank_of,
    side_of,
)
from tatami.games.night.claims import AM, BELIEVE, DOUBT, KILL, SAW, SIDED, SPARE
from tatami.games.night.draft import keep_first, keep_second
from tatami.games.night.phases import cards
from tatami.games.night.table import (
    ASSASSIN_AT,
    DIG_KEEP,
    DIG_PLAY,
    FIRST,
    JUDGE_AT,
    KEEP_FIRST,
    KEEP_SECOND,
    MASTER,
    MERCHANT_AT,
    MERCHANT_GIVE,
    MERCHANT_LOOK,
    MERCHANT_TAKE,
    PAIR,
    PHASE,
    REACTION,
    ROUND,
    SHIFT,
    SHINOBI_AT,
    SHINOBI_KILL,
    THIEF_FROM,
    TROUBLE,
    YES,
    member_at,
)

VALUES: Final = {
    SPY: 4.0,
    MYSTIC: 4.2,
    SHAPESHIFTER: 4.0,
    GRAVE_DIGGER: 5.5,
    TROUBLEMAKER: 4.5,
    MERCHANT: 3.5,
    THIEF: 4.0,
    JUDGE: 7.0,
    ASSASSIN: 5.0,
    SHINOBI: 9.0,
    MONK: 6.5,
    MARTYR: 6.0,
    MASTERMIND: 8.0,
}
"""How gladly a card is drafted; of the numbered ones the earlier a little more."""
WINDOWS: Final = (keep_first, keep_second, cards)
"""The steps that ask everybody at once: the draft and the five phases."""
BLIND: Final = 0.06
"""The least gain for which one kills without a look."""
WARM: Final = 100
"""How many of 256 begin with a word for a friend who has spoken before them."""
BOLD: Final = 64
"""How many of 256 who have the best rank may say so."""
REQUEST: Final = 0.25
"""The least gain for which one asks others to kill."""


class WaryBot:
    """Drafts, weighs, kills and talks. ``listens`` and ``talks`` switch talk off, to measure it."""

    def __init__(self, key: bytes, listens: bool = True, talks: bool = True) -> None:
        self.key = key
        self.listens = listens
        self.talks = talks

    def decide(self, view: View) -> Answer:
        """The best answer to the first thing asked."""
        offer = view.offers[0]
        if len(offer.options) == 1 and not offer.high:
            return offer.options[0]
        return Mind(view, self.key, self.listens).answer(offer)

    def speak(self, view: View) -> tuple[str, tuple[int, ...]] | None:
        """Something to say to all now, or nothing: it talks while everybody is asked."""
        if not self.talks or view.seats == PAIR or view.seat >= view.seats or view.over:
            return None
        if view.stack[-1][0] not in WINDOWS:
            return None
        return Mind(view, self.key, self.listens).remark()


class Mind:
    """One seat's thoughts about one view."""

    def __init__(self, view: View, key: bytes, listens: bool) -> None:
        self.view = view
        self.key = key
        self.beliefs = Beliefs(view, listens)
        self.whims = block(key, view.count[ROUND])

    # -- answers

    def answer(self, offer: Offer) -> Answer:
        """By what is asked."""
        question = offer.question
        if offer.high:
            return self._played(offer)
        options = list(offer.options)
        if question in (KEEP_FIRST, KEEP_SECOND, DIG_KEEP):
            return max(options, key=self._value)
        if question is DIG_PLAY:
            return options[-1] if self._worth_playing(options[-1] - 1) else options[0]
        if question in (MERCHANT_LOOK, MERCHANT_TAKE, MERCHANT_GIVE, THIEF_FROM):
            return self._about_tokens(question, options)
        if question in (SHIFT, TROUBLE, SHINOBI_KILL, MASTER):
            return self._may(question, options)
        return self._aimed(question, options)

    def _value(self, face: int) -> float:
        """How gladly one has a card."""
        if face >= MONK or phase_of(face) == 2:
            return VALUES[face] + self._whim(face)
        return VALUES[face - face % NUMBERS] - 0.2 * number_of(face) + self._whim(face)

    def _whim(self, at: int) -> float:
        return self.whims[at % len(self.whims)] / 400.0

    def _played(self, offer: Offer) -> Answer:
        """The cards of a phase that are worth playing; every reaction is."""
        if offer.question is REACTION:
            return tuple(offer.items[: offer.high])
        return tuple(face for face in offer.items if self._worth_playing(face))

    def _worth_playing(self, face: int) -> bool:
        """Looks always are; kills without a look, and showing oneself, only for something."""
        if face == THIEF:
            return self._richest() != self.view.seat
        if face == JUDGE or phase_of(face) == 3:
            return max(self._gains(self._me()), default=0.0) > BLIND
        return True

    def _me(self) -> int:
        """The member for whom one is asked."""
        offer = self.view.offers[0]
        return offer.position if offer.position >= 0 else self.view.seat

    def _gains(self, me: int) -> list[float]:
        beliefs = self.beliefs
        every = range(beliefs.members)
        return [beliefs.gain(m) for m in every if m != me and beliefs.alive(m)]

    def _aimed(self, question: Question, options: list[int]) -> int:
        """Kills at the greatest gain; a Shinobi where a kill may follow; looks where in doubt."""
        targets = {option: member_at(self.view.seats, option) for option in options}
        beliefs = self.beliefs
        if question in (ASSASSIN_AT, JUDGE_AT):
            return max(options, key=lambda option: beliefs.gain(targets[option]))
        if question is SHINOBI_AT:
            return max(options, key=lambda option: self._prey(targets[option]))
        if question is MERCHANT_AT:
            return max(options, key=lambda option: self._purse(targets[option]))
        return max(options, key=lambda option: beliefs.doubt(targets[option]))

    def _prey(self, member: int) -> float:
        """What a Shinobi may gain: it kills only if the card turns out to be an enemy's."""
        beliefs = self.beliefs
        if not beliefs.alive(member) or member == self._me():
            return -1.0
        return beliefs.enemy(member) + beliefs.gain(member)

    def _may(self, question: Question, options: list[int]) -> int:
        """What is optional: expose and kill enemies, swap nobody, be the Mastermind."""
        if question is SHIFT:
            return 0
        if question is MASTER:
            return options[-1]
        whom = self.view.stack[-1][1][1]
        if question is TROUBLE:
            return YES if self.beliefs.enemy(whom) > 0.5 else 0
        return YES if self.beliefs.gain(whom) > 0 else 0

    # -- tokens

    def _tokens(self, seat: int) -> tuple[int, ...]:
        return self.view.zones[FIRST + 4 * self.beliefs.members + seat]

    def _richest(self) -> int:
        """Who has the most tokens; oneself unless somebody has more."""
        best = self.view.seat
        for seat in range(self.view.seats):
            if len(self._tokens(seat)) > len(self._tokens(best)):
                best = seat
        return best

    def _purse(self, member: int) -> float:
        """Whom a Merchant visits: tokens first, then doubt."""
        seat = member % self.view.seats
        mine = len(self._tokens(self.view.seat)) > 0 and seat != self.view.seat
        return (len(self._tokens(seat)) if mine else 0) + self.beliefs.doubt(member)

    def _about_tokens(self, question: Question, options: list[int]) -> int:
        """Look at a token where one has a bad one to give; take what is better."""
        if question is THIEF_FROM:
            richest = 1 + self._richest()
            return richest if richest in options else options[-1]
        mine = self._tokens(self.view.seat)
        if question is MERCHANT_GIVE:
            return min(options)
        worst = min(mine) if mine else TOKEN + 2
        if question is MERCHANT_LOOK:
            return YES if worst < TOKEN + 2 else 0
        lifted = self.view.zones[
            FIRST + 4 * self.beliefs.members + 2 * self.view.seats + self.view.seat
        ]
        if lifted and lifted[0] > worst:
            return 1
        return 2 if 2 in options and worst == TOKEN else 0

    # -- talk

    def remark(self) -> tuple[str, tuple[int, ...]] | None:
        """N32: who one is, whom one saw, whom to kill, whom one has caught: each once a round."""
        if not self._has_opened():
            return None if self._spoke_just_now() else self._opening()
        said = [(r.kind, r.args) for r in heard(self.view) if r.seat == self.view.seat]
        for found in (*self._saw(), *self._requests(), *self._doubts()):
            if found not in said and not self._asked_already(found, said):
                return found
        return None

    def _has_opened(self) -> bool:
        """Whether one has said who one is in this round: once a round, as far as one recalls.

        After much talk the first claims are forgotten. Then a round is opened in its first draft,
        in which all that is said is said at the same moment.
        """
        said = self.view.remarks
        mine = [r for r in said if r.seat == self.view.seat and r.kind == AM]
        if len(said) < LAST_REMARKS:
            return len(mine) >= self.view.count[ROUND]
        if self.view.stack[-1][0] is keep_first:
            return bool(mine) and mine[-1].when == said[-1].when
        return bool(mine)

    def _spoke_just_now(self) -> bool:
        """Whether one has begun this round with a word for somebody, and it is no later yet."""
        now = self.view.happened
        mine = [r.kind for r in self.view.remarks if r.seat == self.view.seat and r.when == now]
        return BELIEVE in mine or SPARE in mine

    def _opening(self) -> tuple[str, tuple[int, ...]]:
        """As people begin: who one is; or, where a friend has said that, first a word for them."""
        card = self.beliefs.seen(self.view.seat)
        side = side_of(card) if card >= 0 else NO_HOUSE
        if side == NO_HOUSE:
            side = self.whims[0] % 2
        now = self.view.happened
        claims = [r for r in self.view.remarks if r.kind == AM and r.when == now]
        friends = [r.seat for r in claims if side_of(CRANE + r.args[1]) == side]
        if friends and self.view.stack[-1][0] is keep_first and self.whims[1] < WARM:
            friend = friends[self.whims[2] % len(friends)]
            return (SPARE, (friend, 0)) if self.whims[3] % 2 else (BELIEVE, (friend,))
        return AM, (0, self._claimed(card, side, [r.args[1] for r in claims]))

    def _claimed(self, card: int, side: int, taken: list[int]) -> int:
        """The House is true, the Ronin's apart; the rank may be any that nobody else has claimed.

        The best rank is worth killing: who has it seldom says so.
        """
        ranks = [one for one in ranks_of(self.beliefs.members, side) if one not in taken]
        best = card - CRANE
        if card >= 0 and rank_of(card) == 1 and len(ranks) > 1 and self.whims[4] >= BOLD:
            ranks = [one for one in ranks if one != best]
        ranks = ranks or ranks_of(self.beliefs.members, side)
        return ranks[self.whims[5] % len(ranks)]

    def _saw(self) -> list[tuple[str, tuple[int, ...]]]:
        """Whom one has seen: enemies with their rank, friends without it."""
        beliefs = self.beliefs
        found: list[tuple[str, tuple[int, ...]]] = []
        for member in range(beliefs.members):
            if member != self.view.seat and beliefs.secret(member):
                card = beliefs.seen(member)
                if beliefs.enemy(member) > 0.9:
                    found.append((SAW, (member, 0, card - CRANE)))
                elif beliefs.friend(member) > 0.9:
                    found.append((SIDED, (member, 0, side_of(card))))
        return found

    def _requests(self) -> list[tuple[str, tuple[int, ...]]]:
        """In the later phases: the one whose death would gain the most."""
        beliefs = self.beliefs
        prey = [m for m in range(beliefs.members) if beliefs.alive(m) and m != self.view.seat]
        if not prey or self.view.count[PHASE] < 3:
            return []
        best = max(prey, key=beliefs.gain)
        return [(KILL, (best, 0))] if beliefs.gain(best) > REQUEST else []

    def _doubts(self) -> list[tuple[str, tuple[int, ...]]]:
        liars = sorted(self.beliefs.liars - {self.view.seat})
        return [(DOUBT, (seat,)) for seat in liars]

    def _asked_already(
        self, found: tuple[str, tuple[int, ...]], said: list[tuple[str, tuple[int, ...]]]
    ) -> bool:
        """One request a round is enough."""
        return found[0] == KILL and any(kind == KILL for kind, _ in said)
