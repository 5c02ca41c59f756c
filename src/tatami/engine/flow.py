"""Asking steps: run the stack until somebody must answer; take answers.

The functions here are the fast, unchecked path: a search calls them with options it was offered.
The checked path, with refusals, is ``tatami.engine.referee``.
"""

from __future__ import annotations

from typing import Any, Final

from tatami.engine.asking import ALL, COUNT, ONE, Answer, Ask
from tatami.engine.errors import EngineFault
from tatami.engine.game import Game
from tatami.engine.native import COMPILED
from tatami.engine.step import Right, Step
from tatami.engine.watch import Watch
from tatami.engine.world import FORCED, NONE_GOT, NONE_SEALED, TOGETHER, Closed, Frame, Got, World

KEY_BYTES: Final = 32


def key_of(seed: int | bytes) -> bytes:
    """The random key that a seed stands for."""
    if isinstance(seed, int):
        if seed < 0:
            raise ValueError("a seed is not negative")
        return seed.to_bytes(max(KEY_BYTES, (seed.bit_length() + 7) // 8), "big")[-64:]
    if not 16 <= len(seed) <= 64:
        raise ValueError("a seed has 16 to 64 bytes")
    return seed


def blank(game: Game, seats: int, key: bytes, opts: tuple[int, ...]) -> World:
    """A world before its first step: every card in its starting zone."""
    if seats not in game.counts:
        raise ValueError(f"{game.name} is for {game.numbers()} players, not {seats}")
    layout = game.layout(seats, opts)
    w = World(game, seats, opts, layout, key)
    w.zones = [cards[:] for cards in layout.handles]
    w.face = layout.laid[:]
    w.seen = layout.seen[:]
    w.stack.append((game.begin, (), NONE_GOT, NONE_SEALED))
    return w


def new(
    game: Game,
    seats: int,
    seed: int | bytes,
    opts: tuple[int, ...] | None = None,
    watched: bool = False,
) -> World:
    """Start a game. ``watched`` worlds keep events and ledgers and can be looked at."""
    world = blank(game, seats, key_of(seed), game.defaults() if opts is None else opts)
    if watched:
        world.watch = Watch.fresh(world.layout, seats)
    advance(world)
    return world


def advance(w: World) -> None:
    """Run steps until one asks, or the game is over."""
    if w.over or not w.stack:
        w.ask = None
        w.over = True
        return
    step, args, got, _ = w.stack[-1]
    _run_on(w, step, args, got)


def _run_on(w: World, step: Step, args: tuple[int, ...], got: Got) -> None:
    """Run the top step with these answers, and what follows, until one asks or it is over."""
    stack: list[Any] = w.stack  # frames go from list to list as they are
    following: list[Any] = w.next
    while True:
        before = w.changes
        if COMPILED or len(args) != 1:
            ask = step.runner.run(w, args, got)
        elif not got:  # what a runner does: where it is interpreted, its call costs as much
            ask = step.fn(w, args[0])
        elif len(got) == 2:
            ask = step.fn(w, args[0], got[1])
        elif len(got) == 4:
            ask = step.fn(w, args[0], got[1], got[3])
        else:
            ask = step.runner.run(w, args, got)
        if ask is None:
            w.acted += 1
            if following:  # it takes the place of the step, the first of it on top
                stack[-1] = following.pop()
                while following:
                    stack.append(following.pop())
            else:
                stack.pop()
            if w.over or not stack:
                w.ask = None
                w.over = True
                return
            step, args, got, _ = w.stack[-1]
            continue
        if w.changes != before or following:
            raise EngineFault(f"{step.name} acted before it asked")
        if got:
            _keep(w, step, args, got, ask)
        if not ask.terms.forced:
            w.ask = ask
            return
        got = _with(got, FORCED, ask.options[0])


def _keep(w: World, step: Step, args: tuple[int, ...], got: Got, ask: Ask) -> None:
    """Keep the answers of a step that asks on."""
    if ask.terms.close != ONE or (ask.seats[0] != got[0] and got[0] != FORCED):
        raise EngineFault(f"{step.name} asks several seats in turn: make it several steps")
    kept = w.stack[-1]
    w.stack[-1] = (step, args, got, kept[3] if kept[2] is got else NONE_SEALED)


def _with(got: Got, seat: int, given: Closed) -> Got:
    """One answer more (the usual cases spelled out: they need no list on the way)."""
    if not got:
        return (seat, given)
    if len(got) == 2:
        return (got[0], got[1], seat, given)
    return (*got, seat, given)


def act(w: World, given: Answer, at: int = 0) -> None:
    """Answer part ``at`` of the open ask, unchecked: give only what ``options`` offered.

    ``given`` is an option; for a pick the next small one, gathered until the pick is full or
    stopped, or the whole subset as a sorted tuple. (That nothing is left to pick ends no pick: it
    is secret.)
    """
    ask = w.ask
    assert ask is not None
    terms = ask.terms
    if terms.high and isinstance(given, int):
        picked = _gather(w, ask, at, given)
        if picked is None:
            return
        given = picked
    if terms.close == ONE:
        answer(w, ask.seats[0], given)
    else:
        seal(w, at, given, ())
        if terms.close != COUNT:
            _close_if_all(w)


def answer(w: World, seat: int, given: Answer) -> None:
    """Go on with a whole answer of the one seat that is asked, unchecked."""
    step, args, got, _ = w.stack[-1]
    _run_on(w, step, args, _with(got, seat, given) if got else (seat, given))


def _gather(w: World, ask: Ask, at: int, option: int) -> tuple[int, ...] | None:
    """One small pick more: the whole pick where that ends it, else None."""
    part = part_of(w, at)
    if option == ask.question.stop:
        return part
    part = (*part, option)
    if len(part) == ask.terms.high:
        return part
    seal(w, at, None, part)
    return None


def goes_on(w: World, option: Answer) -> bool:
    """Answer unchecked in a copy that is thrown away: does the step ask on instead of acting?

    Where it asks on, the copy stands at that ask; where it acts, the copy is no position any more.
    """
    step, args, got, _ = w.stack[-1]
    ask = w.ask
    if ask is None or ask.terms.close != ONE:
        return False
    got = _with(got, ask.seats[0], option)
    while (asked := step.runner.run(w, args, got)) is not None:
        _keep(w, step, args, got, asked)
        if not asked.terms.forced:
            w.ask = asked
            return True
        got = _with(got, FORCED, asked.options[0])
    return False


def options(w: World, at: int = 0) -> list[int]:
    """The options of the ask's part ``at`` right now: for a pick, the next small pick.

    Small picks go in ascending order, so that every subset is reached in one way only; the
    question's ``stop`` ends the pick where enough was taken.
    """
    ask = w.ask
    assert ask is not None
    if ask.terms.high == 0:
        return ask.options if at == 0 else ask.more[at - 1]
    return small_options(ask, at, part_of(w, at))


def part_of(w: World, at: int) -> tuple[int, ...]:
    """What has been picked so far, in small picks, for part ``at`` of the open ask."""
    pend = w.stack[-1][3]
    if not pend:
        return ()
    part = pend[at + parts(w)]
    assert isinstance(part, tuple)
    return part


def parts(w: World) -> int:
    """How many parts the open ask has."""
    ask = w.ask
    assert ask is not None
    return len(ask.seats)


def small_options(ask: Ask, at: int, part: tuple[int, ...]) -> list[int]:
    """Next small picks after ``part``: faces not below the last, *stop* where it is enough."""
    items = ask.part(at)
    taken = len(part)
    found: list[int] = []
    if taken < ask.terms.high:
        start = 0
        if taken:
            last = part[-1]
            start = items.index(last)
            for one in part:
                start += one == last
        need = ask.terms.low - taken
        end = len(items) - need + 1 if need > 1 else len(items)
        last = -1
        for item in items[start:end]:
            if item != last:
                found.append(item)
                last = item
    if taken >= ask.terms.low:
        found.append(ask.question.stop)
    return found


def seal(w: World, at: int, given: Answer | None, part: tuple[int, ...]) -> None:
    """Keep a sealed answer (or a half-made pick) in the frame of the open ask."""
    step, args, got, pend = w.stack[-1]
    number = parts(w)
    if number == 1:
        empty = given is None and not part
        w.stack[-1] = (step, args, got, NONE_SEALED if empty else (given, part))
        return
    slots: list[Answer | None] = list(pend)
    if not slots:
        slots = [None if part < number else () for part in range(2 * number)]
    slots[at] = given
    slots[at + number] = part
    empty = given is None and not part
    if empty:  # then this one was taken back: was it the last?
        empty = slots.count(None) == number and slots.count(()) == number
    w.stack[-1] = (step, args, got, NONE_SEALED if empty else tuple(slots))


def sealed(w: World) -> tuple[Answer | None, ...]:
    """The sealed answers of the open ask, part by part; ``None`` where there is none yet."""
    pend = w.stack[-1][3] if w.stack else ()
    return pend[: parts(w)] if pend else (None,) * parts(w)


def _close_if_all(w: World) -> None:
    given: list[Answer] = []
    for one in sealed(w):
        if one is None:
            return
        given.append(one)
    _close(w, tuple(given))


def close_together(w: World, given: list[Answer]) -> None:
    """Answer all parts of the open ask at once, unchecked, as if all of them had been sealed."""
    _close(w, tuple(given))


def _close(w: World, result: tuple[Answer, ...]) -> None:
    """Give a step what several seats answered together."""
    step, args, got, _ = w.stack[-1]
    _run_on(w, step, args, _with(got, TOGETHER, result))


def default(w: World, at: int) -> Answer:
    """What part ``at`` of the open ask is taken to answer when nobody does."""
    ask = w.ask
    assert ask is not None
    if ask.terms.defaults:
        return ask.terms.defaults[at if len(ask.terms.defaults) > 1 else 0]
    if ask.terms.high:
        return tuple(ask.part(at)[: ask.terms.low])
    return ask.part(at)[0]


def expire(w: World) -> None:
    """Time is up for the open ask: close it, with defaults for what is missing."""
    ask = w.ask
    assert ask is not None
    if ask.terms.close == ONE:
        act(w, default(w, 0))
    else:
        given = sealed(w)
        full = [default(w, at) if one is None else one for at, one in enumerate(given)]
        _close(w, tuple(full))


def counting(w: World) -> bool:
    """Whether all have answered and only the count is still running."""
    ask = w.ask
    return ask is not None and ask.terms.close == COUNT and all(a is not None for a in sealed(w))


def interrupt(w: World, right: Right, seat: int, option: int) -> None:
    """Use a right now: cut back to its frame, or go on afterwards with sealed answers kept."""
    before, ask, depth = w.stack[-1], w.ask, len(w.stack)
    if right.cut is not None:
        if right.cut not in [frame[0] for frame in w.stack]:
            raise EngineFault(f"{right.name} cuts back to {right.cut.name}, which is not waiting")
        while w.stack[-1][0] is not right.cut:
            w.stack.pop()
    w.stack.append((right.step, (seat, option), NONE_GOT, NONE_SEALED))
    advance(w)
    if right.cut is None and ask is not None:
        _check_resumed(w, right, before, ask, depth)


def _check_resumed(w: World, right: Right, before: Frame, ask: Ask, depth: int) -> None:
    """A right that resumes must leave what is asked as it was: answers may lie sealed there."""
    now = w.ask
    same = now is not None and len(w.stack) == depth and w.stack[-1] == before
    if not same or now is None or not _equal_asks(now, ask):
        raise EngineFault(f"{right.name} resumes, but changed what is asked")


def _equal_asks(one: Ask, two: Ask) -> bool:
    return (
        one.question is two.question
        and one.seats == two.seats
        and one.terms.positions == two.terms.positions
        and one.options == two.options
        and one.more == two.more
    )


def can_back(w: World, seat: int) -> bool:
    """Whether the seat has an answer to take back; its own answers alone decide that."""
    if w.ask is None or not w.stack:
        return False
    _, _, got, pend = w.stack[-1]
    if pend:
        return _last_sealed(w, seat) >= 0
    return _last_asked(got) == seat


def _last_asked(got: Got) -> int:
    """Who gave the last answer that was asked for; below 0 where no single seat did."""
    at = len(got) - 2
    while at >= 0 and got[at] == FORCED:
        at -= 2
    found = got[at] if at >= 0 else TOGETHER
    assert isinstance(found, int)
    return found


def _without_last(got: Got) -> Got:
    """The answers before the last one that was asked for."""
    while got[-2] == FORCED:
        got = got[:-2]
    return got[:-2]


def back(w: World, seat: int, last: int = -1) -> bool:
    """Take back the seat's last answer inside the open step, if nothing was done since.

    ``last``: for which part of the ask it was, where the seat has sealed several.
    """
    if not can_back(w, seat):
        return False
    step, args, got, pend = w.stack[-1]
    if pend:
        at = _last_sealed(w, seat, last)
        seal(w, at, None, part_of(w, at)[:-1])
    else:
        w.stack[-1] = (step, args, _without_last(got), NONE_SEALED)
        advance(w)
    return True


def _last_sealed(w: World, seat: int, last: int = -1) -> int:
    """The seat's part with small picks to undo, else with an answer that may change; or -1."""
    ask = w.ask
    assert ask is not None
    number = parts(w)
    pend = w.stack[-1][3]
    for at in range(number - 1, -1, -1):
        if ask.seats[at] == seat and pend[at] is None and pend[at + number]:
            return at
    if ask.terms.close == ALL:
        return -1
    given = [at for at in range(number) if ask.seats[at] == seat and pend[at] is not None]
    if not given:
        return -1
    return last if last in given else given[-1]


def reopen(w: World) -> None:
    """Forget all sealed answers of the open ask, so that a search can choose them itself."""
    step, args, got, _ = w.stack[-1]
    w.stack[-1] = (step, args, got, NONE_SEALED)


def waiting(w: World) -> list[int]:
    """The parts of the open ask that have not been answered."""
    ask = w.ask
    if ask is None:
        return []
    if ask.terms.close == ONE:
        return [0]
    return [at for at, given in enumerate(sealed(w)) if given is None]
