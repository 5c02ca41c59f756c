"""Nobody may see what is hidden by a shuffle before anybody is asked: the set-up, and new deals."""

from __future__ import annotations

from tatami.engine.dice import Dice
from tatami.engine.errors import NeedsChance
from tatami.engine.flow import advance, blank, key_of
from tatami.engine.ops import SHUFFLE
from tatami.engine.referee import Referee
from tatami.engine.watch import Watch
from tatami.engine.world import World
from tatami.testing.secrecy import same_story
from tatami.testing.table import Compared, Table


def redeal(table: Table, tries: int = 6) -> Compared:
    """Exchange two cards in a shuffle: who sees neither of them must not see a difference.

    This is about what happens between a shuffle and the next ask, the set-up above all.
    """
    made = tried = 0
    numbers, shuffles = _chances(table)
    plain = _started(table, numbers)
    for number in range(6 * tries if shuffles else 0):
        twin = _started(table, _twisted(numbers, *shuffles[number % len(shuffles)], table.dice))
        if twin.face != plain.face:
            tried += table.seats + 1
            made += _same_for_all(table, plain, twin, 0, "the set-up")
    shuffling = _shuffling(table.again())
    for number, (referee, given) in enumerate(table.again().play()):
        if number in shuffling:
            for seat in range(table.seats + 1):
                referee.view(seat)  # so that the ledgers of the copies need not read it all again
            since, one = referee.happened(), referee.copy()
            given.give(one)
            for _ in range(tries):
                two = referee.copy()
                two.world.twist = _pair(table.dice)
                given.give(two)
                if two.world.face != one.world.face:
                    tried += table.seats + 1
                    said = table.names.input(given)
                    made += _same_for_all(table, one.world, two.world, since, said)
    return Compared(made, tried)


def _pair(dice: Dice) -> tuple[int, int]:
    return dice.below(1 << 16), dice.below(1 << 16)


def _started(table: Table, numbers: list[int]) -> World:
    """The set-up with these numbers for chance."""
    w = _unstarted(table)
    w.loaded = numbers[:]
    advance(w)
    return w


def _unstarted(table: Table) -> World:
    w = blank(table.game, table.seats, key_of(table.seed), table.opts)
    w.watch = Watch.fresh(w.layout, table.seats)
    return w


def _chances(table: Table) -> tuple[list[int], list[tuple[int, int]]]:
    """The numbers that chance gives in the set-up; where each shuffle's begin, and its cards."""
    source = _unstarted(table)
    numbers: list[int] = []
    shuffles: list[tuple[int, int]] = []
    while True:
        w = _unstarted(table)
        w.loaded = numbers[:]
        try:
            advance(w)
        except NeedsChance as chance:
            assert w.watch is not None
            sizes = [len(op) // 2 - 1 for op in w.watch.ops if op[0] == SHUFFLE and len(op) > 4]
            if len(sizes) > len(shuffles):
                shuffles.append((len(numbers), sizes[-1]))
            numbers.append(source.rand(chance.n))
        else:
            return numbers, shuffles


def _twisted(numbers: list[int], start: int, size: int, dice: Dice) -> list[int]:
    """The same chance, but one shuffle lays two of its cards the other way round."""
    laid = list(range(size))
    for at, i in enumerate(range(size - 1, 0, -1)):
        j = numbers[start + at]
        laid[i], laid[j] = laid[j], laid[i]
    a, b = dice.below(size), dice.below(size)
    laid[a], laid[b] = laid[b], laid[a]
    now = list(range(size))
    found: list[int] = []
    for i in range(size - 1, 0, -1):
        j = now.index(laid[i])
        now[i], now[j] = now[j], now[i]
        found.append(j)
    return [*numbers[:start], *found, *numbers[start + size - 1 :]]


def _same_for_all(table: Table, one: World, two: World, since: int, cause: str) -> int:
    return sum(
        same_story(table, one, two, (since, since), seat, cause) for seat in range(table.seats + 1)
    )


def _shuffling(table: Table) -> set[int]:
    """The numbers of the inputs that lead to a shuffle."""
    found: set[int] = set()
    referee = table.sit()
    since = referee.happened()
    for number, _ in enumerate(table.play(referee)):
        if _shuffled(referee, since):
            found.add(number - 1)
        since = referee.happened()
    return found


def _shuffled(referee: Referee, since: int) -> bool:
    watch = referee.world.watch
    assert watch is not None
    return any(op[0] == SHUFFLE for op in watch.ops[since:])
