"""Nobody may see what is hidden by a shuffle before anybody is asked: the set-up, and new deals."""

from __future__ import annotations

from tatami.engine.dice import Dice
from tatami.engine.errors import NeedsChance
from tatami.engine.flow import advance, blank, key_of
from tatami.engine.ops import SHUFFLE, each
from tatami.engine.referee import Referee
from tatami.engine.watch import Watch
from tatami.engine.world import World
from tatami.testing.secrecy import same_story
from tatami.testing.trial import Compared, Trial


def redeal(trial: Trial, tries: int = 6) -> Compared:
    """Exchange two cards in a shuffle: who sees neither of them must not see a difference.

    This is about what happens between a shuffle and the next ask, the set-up above all.
    """
    made = tried = 0
    numbers, shuffles = _chances(trial)
    plain = _started(trial, numbers)
    for number in range(6 * tries if shuffles else 0):
        twin = _started(trial, _twisted(numbers, *shuffles[number % len(shuffles)], trial.dice))
        if twin.face != plain.face:
            tried += trial.seats + 1
            made += _same_for_all(trial, plain, twin, 0, "the set-up")
    shuffling = _shuffling(trial.again())
    for number, (referee, given) in enumerate(trial.again().play()):
        if number in shuffling:
            for seat in range(trial.seats + 1):
                referee.view(seat)  # so that the ledgers of the copies need not read it all again
            since, one = referee.happened(), referee.copy()
            given.give(one)
            for _ in range(tries):
                two = referee.copy()
                two.world.twist = _pair(trial.dice)
                given.give(two)
                if two.world.face != one.world.face:
                    tried += trial.seats + 1
                    said = trial.names.input(given)
                    made += _same_for_all(trial, one.world, two.world, since, said)
    return Compared(made, tried)


def _pair(dice: Dice) -> tuple[int, int]:
    return dice.below(1 << 16), dice.below(1 << 16)


def _started(trial: Trial, numbers: list[int]) -> World:
    """The set-up with these numbers for chance."""
    w = _unstarted(trial)
    w.loaded = numbers[:]
    advance(w)
    return w


def _unstarted(trial: Trial) -> World:
    w = blank(trial.game, trial.seats, key_of(trial.seed), trial.opts)
    w.watch = Watch.fresh(w.layout, trial.seats)
    return w


def _chances(trial: Trial) -> tuple[list[int], list[tuple[int, int]]]:
    """The numbers that chance gives in the set-up; where each shuffle's begin, and its cards."""
    source = _unstarted(trial)
    numbers: list[int] = []
    shuffles: list[tuple[int, int]] = []
    while True:
        w = _unstarted(trial)
        w.loaded = numbers[:]
        try:
            advance(w)
        except NeedsChance as chance:
            assert w.watch is not None
            shuffled = [len(each(op)) for op in w.watch.ops if op[0] == SHUFFLE]
            sizes = [size for size in shuffled if size > 1]
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


def _same_for_all(trial: Trial, one: World, two: World, since: int, cause: str) -> int:
    return sum(
        same_story(trial, one, two, (since, since), seat, cause) for seat in range(trial.seats + 1)
    )


def _shuffling(trial: Trial) -> set[int]:
    """The numbers of the inputs that lead to a shuffle."""
    found: set[int] = set()
    referee = trial.sit()
    since = referee.happened()
    for number, _ in enumerate(trial.play(referee)):
        if _shuffled(referee, since):
            found.add(number - 1)
        since = referee.happened()
    return found


def _shuffled(referee: Referee, since: int) -> bool:
    watch = referee.world.watch
    assert watch is not None
    return any(op[0] == SHUFFLE for op in watch.ops[since:])
