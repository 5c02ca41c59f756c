"""Why an option is not open: a code, a sentence and the clause, from what the seat sees alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tatami.engine.errors import Refusal
from tatami.engine.game import Question
from tatami.engine.view import View
from tatami.games.wataah import book
from tatami.games.wataah.cards import BEAR, FIRST_YOKAI, MONKEY, RONIN, SHINOBI
from tatami.games.wataah.court import BEFORE_DISCARD, BEFORE_DRAW, BEFORE_PLACING
from tatami.games.wataah.eyes import Eyes
from tatami.games.wataah.placing import A_CLAN, A_REINFORCEMENT
from tatami.games.wataah.table import FULL, ROUND, TOAD_OWN
from tatami.games.wataah.temple import LAST_ROUND
from tatami.games.wataah.temple_court import (
    BONE_MARKET,
    CLOSED_FIST,
    HIDDEN_DOJO,
    IMPERIAL_GUARD,
    MASTERS_LESSON,
    MOBILISATION,
    MOON_BANNER,
)
from tatami.games.words import read_words

WORDS: Final = read_words("tatami.games.wataah")


def no(code: str, clause: str) -> Refusal:
    """A refusal of this game."""
    return Refusal(code, WORDS["refusal"][code], f"wataah:{clause}")


def why_not(view: View, question: Question, option: int) -> Refusal | None:
    """The clause that forbids an option, from what the seat sees."""
    reason = REASONS.get(question.key)
    return reason(Eyes(view), question, option) if reason is not None else None


# -- a turn


def _draw(eyes: Eyes, question: Question, option: int) -> Refusal:
    if option >= book.USE_AT_DRAW:
        return _use(eyes, option - book.USE_AT_DRAW, BEFORE_DRAW)
    if option == book.NO_DRAW:
        return no("must_draw", "W6")
    for way, card in ((book.DOJO, HIDDEN_DOJO), (book.MARKET, BONE_MARKET)):
        if option == way and eyes.temple(eyes.me) != card:
            return no("not_your_temple_card", "W28")
    if option == book.MARKET and eyes.deck:
        return no("jigoku_is_empty", "W28")
    return no("no_card_to_draw", "W2")


def _use(eyes: Eyes, card: int, when: int) -> Refusal:
    """W38: a Court card that is not one's own, that comes at another time, or does nothing."""
    if eyes.court(eyes.me) != card:
        return no("not_your_court_card", "W30")
    if card == IMPERIAL_GUARD:
        return no("guard_only_answers", "W35")
    if card == MOON_BANNER:
        return no("banner_at_scoring", "W38")
    if card in (MOBILISATION, MASTERS_LESSON) and when != BEFORE_PLACING:
        return no("only_before_placing", "W38")
    return no("no_effect_now", "W38")


def _place(eyes: Eyes, question: Question, option: int) -> Refusal:
    if option >= book.USE_AT_PLACE:
        return _use(eyes, option - book.USE_AT_PLACE, BEFORE_PLACING)
    may = eyes.view.stack[-1][1][1]
    if option >= book.REINFORCE and not may & A_REINFORCEMENT:
        return no("reinforced_already", "W8")
    if option >= book.SUMMON:
        return _summon(eyes, FIRST_YOKAI + option - book.SUMMON)
    if option >= book.REINFORCE:
        return _reinforce(eyes, option - book.REINFORCE)
    if not may & A_CLAN:
        return no("placed_already", "W7")
    if option >= book.FOUND_WITH:
        ronin, clan = (option - book.FOUND_WITH) % 3 + 1, (option - book.FOUND_WITH) // 3
        return _found(eyes, clan, ronin)
    return _found(eyes, option - book.FOUND, 0)


def _found(eyes: Eyes, clan: int, ronin: int) -> Refusal:
    """W7: the clan lies there already, or there are not enough cards for it."""
    if eyes.clan(9 * eyes.me + clan):
        return no("clan_already_there", "W7")
    if not eyes.held(clan):
        return no("no_card_of_that_clan", "W7")
    if eyes.hand(eyes.me).count(RONIN) < ronin:
        return no("too_few_ronin", "W7")
    return no("two_cards_at_least", "W7")


def _reinforce(eyes: Eyes, clan: int) -> Refusal:
    """W8, W9: there is no such clan, or no room in it, or nothing to add."""
    there = eyes.clan(9 * eyes.me + clan)
    if not there:
        return no("no_such_clan_of_yours", "W8")
    return no("clan_is_full", "W9") if len(there) == FULL else no("nothing_to_add", "W8")


def _summon(eyes: Eyes, face: int) -> Refusal:
    """W8, W9: the Yokai is not in hand, or no clan has room for it."""
    if face not in eyes.hand(eyes.me):
        return no("not_in_hand", "W8")
    return no("no_room_anywhere", "W9") if eyes.places(eyes.me) else no("needs_a_clan", "W8")


def _summon_on(eyes: Eyes, question: Question, option: int) -> Refusal:
    return _reinforce(eyes, option)


def _cards(eyes: Eyes, question: Question, face: int) -> Refusal | None:
    """W7, W8: a card that cannot stand in the clan that was chosen."""
    if face not in eyes.hand(eyes.me):
        return no("not_in_hand", question.clause)
    if face >= FIRST_YOKAI:
        return no("yokai_comes_alone", "W8")
    if face == RONIN and question is book.FOUND_CARDS:
        return no("ronin_chosen_before", "W7")
    if face not in eyes.view.offers[0].items:
        return no("another_clan", question.clause)
    return None


def _twin(eyes: Eyes, question: Question, option: int) -> Refusal:
    clan, face = (option - book.ADD) // SHINOBI, (option - book.ADD) % SHINOBI
    if clan == eyes.view.stack[-1][1][1]:
        return no("not_the_new_clan", "W28")
    if clan not in eyes.room(eyes.me):
        return _reinforce(eyes, clan)
    if face not in eyes.hand(eyes.me):
        return no("not_in_hand", "W28")
    return no("yokai_comes_alone" if face >= FIRST_YOKAI else "another_clan", "W28")


def _discard(eyes: Eyes, question: Question, option: int) -> Refusal:
    if option >= book.USE_AT_DISCARD:
        return _use(eyes, option - book.USE_AT_DISCARD, BEFORE_DISCARD)
    return no("must_discard", "W14") if option == book.KEEP_ALL else no("not_in_hand", "W14")


# -- powers


def _not_held(eyes: Eyes, question: Question, face: int) -> Refusal | None:
    """A card that one does not have."""
    return no("not_in_hand", question.clause) if face not in eyes.hand(eyes.me) else None


def _not_looked_at(eyes: Eyes, question: Question, option: int) -> Refusal | None:
    """A card that is not among those one looks at."""
    offer = eyes.view.offers[0]
    return None if option in offer.items else no("not_looked_at", question.clause)


def _not_in_jigoku(eyes: Eyes, question: Question, face: int) -> Refusal | None:
    return no("not_in_jigoku", question.clause) if face not in eyes.jigoku else None


def _toad(eyes: Eyes, question: Question, option: int) -> Refusal:
    if option == book.DECLINE:
        return no("must_be_applied", "W11")
    place, face = _target(question is book.TOAD_CARD, option - 1)
    if place // 9 == eyes.me and eyes.view.opts[TOAD_OWN]:
        return no("not_your_own", "W16")
    return _untouchable(eyes, place, face)


def _spider(eyes: Eyes, question: Question, option: int) -> Refusal:
    place, face = _target(question is book.SPIDER_CARD, option)
    if place // 9 == eyes.me:
        return no("opponents_only", "W16")
    return _untouchable(eyes, place, face)


def _target(one_card: bool, option: int) -> tuple[int, int]:
    """The place that an option means, and the card there, or -1 for the whole clan."""
    return (option // SHINOBI, option % SHINOBI) if one_card else (option, -1)


def _untouchable(eyes: Eyes, place: int, face: int) -> Refusal:
    """W16: nothing lies there; or Paper Wards protect it."""
    if place // 9 >= eyes.seats or not eyes.clan(place):
        return no("no_such_clan", "W16")
    if face >= 0 and face not in eyes.clan(place):
        return no("no_such_card", "W16")
    return no("behind_paper_wards", "W28")


HANDS: Final = (
    book.RAT_WHOM,
    book.NEZUMI_WHOM,
    book.FOX_WHOM,
    book.HANDS_WHOM,
    book.KITSUNE_WHOM,
)
"""What a Closed Fist protects from."""


def _whom(eyes: Eyes, question: Question, seat: int) -> Refusal:
    """W15: oneself, nobody, somebody behind a Closed Fist, or without cards."""
    if seat == eyes.me:
        return no("not_yourself", question.clause)
    if seat >= eyes.seats:
        return no("nobody_there", question.clause)
    protected = question in HANDS
    if protected and eyes.temple(seat) == CLOSED_FIST:
        return no("behind_closed_fist", "W28")
    return no("no_cards_there", question.clause)


def _monkey(eyes: Eyes, question: Question, place: int) -> Refusal:
    if place // 9 == eyes.me:
        return no("opponents_only", "W18")
    if place // 9 < eyes.seats and eyes.clan(place) and place % 9 in (MONKEY, BEAR):
        return no("nothing_to_copy", "W18")
    return no("no_such_clan", "W18")


def _guard(eyes: Eyes, question: Question, option: int) -> Refusal:
    return no("not_the_guard", "W35")


# -- Court, Temple, pawns


def _pardon(eyes: Eyes, question: Question, face: int) -> Refusal:
    return no("not_in_your_pile", "W38")


def _spy_card(eyes: Eyes, question: Question, face: int) -> Refusal:
    return no("not_in_that_hand", "W38")


def _banner(eyes: Eyes, question: Question, option: int) -> Refusal:
    return no("not_the_banner", "W38")


def _shosho(eyes: Eyes, question: Question, option: int) -> Refusal:
    return no("not_tied_for_it", "W26")


def _temple(eyes: Eyes, question: Question, option: int) -> Refusal:
    if eyes.count(ROUND) >= LAST_ROUND:
        return no("only_the_look", "W27")
    return no("no_temple_cards", "W28")


def _temple_keep(eyes: Eyes, question: Question, option: int) -> Refusal:
    return no("not_looked_at", "W28")


def _pawns(eyes: Eyes, question: Question, option: int) -> Refusal:
    if option == book.TO_COURT:
        return no("court_once_a_round", "W30")
    return no("too_few_pawns", "W29")


REASONS: Final[dict[str, Callable[[Eyes, Question, int], Refusal | None]]] = {
    "draw": _draw,
    "dojo.keep": _temple_keep,
    "place": _place,
    "place.cards": _cards,
    "reinforce.cards": _cards,
    "summon.on": _summon_on,
    "twin": _twin,
    "discard": _discard,
    "crow.cards": _not_in_jigoku,
    "toad.card": _toad,
    "toad.clan": _toad,
    "kappa.clan": _toad,
    "spider.card": _spider,
    "spider.clan": _spider,
    "yurei.clan": _spider,
    "fox.whom": _whom,
    "fox.cards": _not_held,
    "hands.whom": _whom,
    "kitsune.whom": _whom,
    "dragon.keep": _not_looked_at,
    "spirit.keep": _not_looked_at,
    "rat.whom": _whom,
    "nezumi.whom": _whom,
    "rat.cards": _not_held,
    "nezumi.cards": _not_held,
    "monkey.clan": _monkey,
    "king.clan": _monkey,
    "guard": _guard,
    "pardon": _pardon,
    "memory": _not_in_jigoku,
    "spy.whom": _whom,
    "spy.card": _spy_card,
    "gift.whom": _whom,
    "banner": _banner,
    "shosho": _shosho,
    "temple": _temple,
    "temple.keep": _temple_keep,
    "pawns": _pawns,
}
"""What explains the options of each question that are not open."""
