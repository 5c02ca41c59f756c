"""The model of the bot says what the rules say, on positions of whole games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tatami.engine.ids import Option, Seat
from tatami.engine.look import look
from tatami.engine.referee import Referee
from tatami.engine.rules import Question, World
from tatami.games.clans import asked, rules
from tatami.games.clans.model import Model, Order, players_after
from tatami.games.clans.zones import (
    CLAN_OF,
    DECK,
    HOME,
    LAST,
    PROVINCE_OF,
    SHIELDED,
    Army,
    armies_elsewhere,
)

TABLES = [(seats, seed) for seats in (3, 4, 5) for seed in (1, 2)]
every_table = pytest.mark.parametrize(("seats", "seed"), TABLES)


def moments(seats: int, seed: int) -> Iterator[tuple[World, Seat]]:
    """Every position of a game that is played at random, and who is asked."""
    dice = Random(seed)
    referee = Referee(rules.GAME, seats, seed)
    while not referee.over:
        seat = referee.waiting()[0]
        yield referee.world, Seat(seat)
        ((ask, offer),) = referee.asks(seat)
        assert referee.act(dice.choice(offer.options), seat, ask)


def asked_now(seats: int, seed: int, question: Question) -> Iterator[tuple[World, Seat]]:
    """Every position of such a game in which that is asked."""
    for w, me in moments(seats, seed):
        if w.ask is not None and w.ask.question is question:
            yield w, me


def model_of(w: World, me: Seat) -> Model:
    """The model as the bot gets it: from a view."""
    return Model(look(w, me))


def state(model: Model) -> tuple[object, ...]:
    """All that orders change."""
    return (
        model.strength,
        model.total,
        model.shielded,
        model.hand,
        model.ninjas,
        model.in_hand,
    )


def options(w: World, question: Question) -> list[Option]:
    """What can be answered, if that is asked."""
    if w.ask is None or w.ask.question is not question:
        return []
    return [Option(option) for option in w.ask.options]


def after(w: World, *answers: int) -> World:
    """The position after these answers."""
    twin = w.copy_watched()
    for answer in answers:
        twin.act(answer)
    return twin


def carry_out(w: World, me: Seat, order: Order) -> None:
    """An order as the rules carry it out."""
    if order.ninja and order.leaves is not None:
        rules.strike(w, me, order.leaves)
    elif order.leaves is not None and order.joins is not None:
        rules.move(w, me, order.leaves, PROVINCE_OF[order.joins])
    elif order.joins is not None and PROVINCE_OF[order.joins] == HOME[me]:
        rules.play_at_home(w, me, CLAN_OF[order.joins])
    elif order.joins is not None:
        rules.deploy(w, me, CLAN_OF[order.joins], PROVINCE_OF[order.joins])


def give(model: Model, w: World, order: Order) -> None:
    """An order on the model and on the table."""
    assert model.can_give(order) or order.ninja
    model.give(order)
    model.protect(order)
    carry_out(w, model.me, order)


def positions(seats: int, seed: int) -> Iterator[tuple[Model, World]]:
    """Tables after a first and a second order, each chosen at random, with the model that follows.

    The model was read before the orders were given.
    """
    dice = Random(seed)
    for w, me in asked_now(seats, seed, asked.FIRST_CARD):
        for _ in range(3):
            model, twin = model_of(w, me), w.copy_watched()
            give(model, twin, dice.choice(model.first_orders(options(w, asked.FIRST_CARD))))
            seconds = model.second_orders(model.second_cards())
            if seconds:
                give(model, twin, dice.choice(seconds))
            yield model, twin


def attacked(w: World, seat: Seat) -> list[Army]:
    """C11, C12: the armies that a player's armies can attack, by the rules."""
    found = [rules.targets(w, seat, clan) for clan in rules.attackers(w, seat)]
    return [foe for foe in armies_elsewhere(w, seat) if any(foe in one for one in found)]


@every_table
def test_first_orders_are_those_that_the_rules_ask_for(seats: int, seed: int) -> None:
    for w, me in asked_now(seats, seed, asked.FIRST_CARD):
        cards = options(w, asked.FIRST_CARD)
        wanted: list[tuple[int, int]] = []
        for card in cards:
            where = asked.NINJA_AT if asked.SEND_NINJA.fits(card) else asked.DEPLOY_TO
            wanted += [(card, place) for place in options(after(w, card), where)]
        assert [(one.card, one.place) for one in model_of(w, me).first_orders(cards)] == wanted


@every_table
def test_second_orders_are_those_that_the_rules_ask_for(seats: int, seed: int) -> None:
    for w, me in asked_now(seats, seed, asked.SECOND):
        cards = options(w, asked.SECOND)
        wanted: list[tuple[int, int | None]] = []
        for card in cards:
            if asked.PLAY.fits(card):
                wanted.append((card, None))
            else:
                wanted += [(card, place) for place in options(after(w, card), asked.MOVE_TO)]
        assert [(one.card, one.place) for one in model_of(w, me).second_orders(cards)] == wanted


@every_table
def test_after_a_first_order_the_rules_ask_for_the_second_that_the_model_has(
    seats: int, seed: int
) -> None:
    for w, me in asked_now(seats, seed, asked.FIRST_CARD):
        model = model_of(w, me)
        for first in model.first_orders(options(w, asked.FIRST_CARD)):
            model.give(first)
            assert first.place is not None
            then = after(w, first.card, first.place)
            assert model.second_cards() == options(then, asked.SECOND)
            model.take_back(first)


@every_table
def test_orders_leave_the_table_that_they_leave_by_the_rules(seats: int, seed: int) -> None:
    for model, twin in positions(seats, seed):
        assert state(model) == state(model_of(twin, model.me))


@every_table
def test_an_order_that_is_taken_back_leaves_no_trace(seats: int, seed: int) -> None:
    for w, me in asked_now(seats, seed, asked.FIRST_CARD):
        model = model_of(w, me)
        for order in model.first_orders(options(w, asked.FIRST_CARD)):
            model.give(order)
            model.take_back(order)
        assert state(model) == state(model_of(w, me))


@every_table
def test_exposed_armies_are_those_that_can_be_attacked(seats: int, seed: int) -> None:
    shielded = 0
    for model, twin in positions(seats, seed):
        assert model.exposed() == attacked(twin, model.me)
        shielded += model.exposed() != model.in_reach(model.home)
    assert shielded


@every_table
def test_in_reach_are_the_armies_that_can_be_attacked_once_none_is_protected(
    seats: int, seed: int
) -> None:
    for model, twin in positions(seats, seed):
        twin.unmark_all(SHIELDED)
        for seat in twin.everyone():
            assert model.in_reach(HOME[seat]) == attacked(twin, seat)


@every_table
def test_as_many_cards_are_drawn_as_the_hand_lacks(seats: int, seed: int) -> None:
    ran_out = 0
    for model, twin in positions(seats, seed):
        before = twin.size(DECK)
        rules.draw_up_to_four(twin, model.me)
        assert before - twin.size(DECK) == min(before, model.to_draw())
        ran_out += before < model.to_draw()
    assert ran_out


@every_table
def test_those_who_play_after_a_turn_are_those_whose_turns_come(seats: int, seed: int) -> None:
    movers: list[Seat] = []
    thought: list[tuple[Seat, Seat | None, list[Seat]]] = []
    for w, me in moments(seats, seed):
        last = w.who_has(LAST)
        if not thought or thought[-1][:2] != (me, last):
            movers.append(me)
            thought.append((me, last, players_after(look(w, me), me, last)))
    for at, (_, last, later) in enumerate(thought):
        following = movers[at + 1 :]
        assert later == (following[: len(later)] if last is None else following)
    assert thought[-1][1] == thought[-1][0]
