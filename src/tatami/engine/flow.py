"""Asking steps: run the stack until somebody must answer; take answers.

The functions here are the fast, unchecked path: a search calls them with options it was offered.
The checked path, with refusals, is ``tatami.engine.referee``.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.errors import EngineFault
from tatami.engine.game import ALL, COUNT, FIRST, ONE, Answer, Ask, Game, Right, Step
from tatami.engine.watch import Watch
from tatami.engine.world import NONE_GOT, NONE_SEALED, Frame, Got, World

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
    face: list[int] = []
    zones: list[list[int]] = []
    for faces in layout.start:
        zones.append(list(range(len(face), len(face) + len(faces))))
        face.extend(faces)
    return World(
        game,
        seats,
        opts,
        layout,
        face,
        [layout.sight[zone] for zone, cards in enumerate(zones) for _ in cards],
        zones,
        (1 << len(zones)) - 1,
        [0] * len(layout.counters),
        [(game.begin, (), NONE_GOT, NONE_SEALED)],
        None,
        key,
        0,
        False,
        None,
    )


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
    stack = w.stack
    while stack and not w.over:
        step, args, got, _ = stack[-1]
        if _asks(w, step, args, got):
            return
    w.ask = None
    w.over = True


def _asks(w: World, step: Step, args: tuple[int, ...], got: Got) -> bool:
    """Run the top step once: true where it asks; where it acts, what follows takes its place."""
    w.mark = w.changes
    ask = _run(w, step, args, got)
    following = w.next
    if ask is not None:
        if w.changes != w.mark or following:
            raise EngineFault(f"{step.name} acted before it asked")
        if got and (ask.close != ONE or ask.seats[0] != got[0]):
            raise EngineFault(f"{step.name} asks several seats in turn: make it several steps")
        w.ask = ask
        return True
    stack = w.stack
    stack.pop()
    w.acted += 1
    if following:
        following.reverse()
        stack.extend(following)
        following.clear()
    return False


def _run(w: World, step: Step, args: tuple[int, ...], got: Got) -> Ask | None:
    """Call a step with its arguments and the answers so far (the usual cases spelled out)."""
    given = len(got)
    if len(args) == 1:
        if given == 0:
            return step.fn(w, args[0])
        if given == 2:
            return step.fn(w, args[0], got[1])
        if given == 4:
            return step.fn(w, args[0], got[1], got[3])
    elif len(args) == 2:
        if given == 0:
            return step.fn(w, args[0], args[1])
        if given == 2:
            return step.fn(w, args[0], args[1], got[1])
        if given == 4:
            return step.fn(w, args[0], args[1], got[1], got[3])
    elif len(args) == 3:
        if given == 0:
            return step.fn(w, args[0], args[1], args[2])
        if given == 2:
            return step.fn(w, args[0], args[1], args[2], got[1])
    return step.fn(w, *args, *got[1::2])


def answer(w: World, option: Answer) -> None:
    """Answer an ask that one seat alone was asked (``choose`` or ``pick``), unchecked."""
    step, args, got, _ = w.stack[-1]
    ask = w.ask
    assert ask is not None
    got += (ask.seats[0], option)
    if _asks(w, step, args, got):
        w.stack[-1] = (step, args, got, NONE_SEALED)
    else:
        advance(w)


def goes_on(w: World, option: Answer) -> bool:
    """Answer unchecked in a copy that is thrown away: does the step ask on instead of acting?"""
    step, args, got, _ = w.stack[-1]
    ask = w.ask
    if ask is None or ask.close != ONE:
        return False
    got += (ask.seats[0], option)
    if not _asks(w, step, args, got):
        return False
    w.stack[-1] = (step, args, got, NONE_SEALED)
    return True


def options(w: World, at: int = 0) -> list[int]:
    """The options of the ask's part ``at`` right now: for a pick, the next small pick.

    Small picks go in ascending order, so that every subset is reached in one way only; the
    question's ``stop`` ends the pick where enough was taken.
    """
    ask = w.ask
    assert ask is not None
    if ask.high == 0:
        return ask.part(at)
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
    if taken < ask.high:
        start = 0
        if taken:
            start = items.index(part[-1]) + part.count(part[-1])
        need = max(ask.low - taken, 1)
        for i in range(start, len(items) - need + 1):
            if not found or items[i] != found[-1]:
                found.append(items[i])
    if taken >= ask.low:
        found.append(ask.question.stop)
    return found


def put(w: World, at: int, given: Answer) -> None:
    """Give the answer of part ``at`` of the open ask, unchecked; small picks are gathered.

    A pick ends by itself when it is full, not where there is no more to pick: that is secret.

    ``given`` is an option, or for a pick a small option or the whole subset as a sorted tuple.
    """
    ask = w.ask
    assert ask is not None
    if ask.high and isinstance(given, int):
        part = part_of(w, at)
        if given != ask.question.stop:
            part = (*part, given)
            if len(part) < ask.high:
                seal(w, at, None, part)
                return
        given = part
    if ask.close == ONE:
        answer(w, given)
    elif ask.close == FIRST:
        _close(w, (ask.seats[at], given))
    else:
        seal(w, at, given, ())
        if ask.close != COUNT:
            _close_if_all(w)


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
    empty = slots.count(None) == number and slots.count(()) == number
    w.stack[-1] = (step, args, got, NONE_SEALED if empty else tuple(slots))


def sealed(w: World) -> tuple[Answer | None, ...]:
    """The sealed answers of the open ask, part by part; ``None`` where there is none yet."""
    pend = w.stack[-1][3] if w.stack else ()
    return pend[: parts(w)] if pend else (None,) * parts(w)


def _close_if_all(w: World) -> None:
    given = sealed(w)
    if all(one is not None for one in given):
        _close(w, tuple(one for one in given if one is not None))


def _close(w: World, result: tuple[Answer, ...]) -> None:
    """Give a step what several seats answered together."""
    step, args, got, _ = w.stack[-1]
    w.stack[-1] = (step, args, (*got, -1, result), NONE_SEALED)
    advance(w)


def default(w: World, at: int) -> Answer:
    """What part ``at`` of the open ask is taken to answer when nobody does."""
    ask = w.ask
    assert ask is not None
    if ask.defaults:
        return ask.defaults[at if len(ask.defaults) > 1 else 0]
    if ask.high:
        return tuple(ask.part(at)[: ask.low])
    return ask.part(at)[0]


def expire(w: World) -> None:
    """Time is up for the open ask: close it, with defaults for what is missing."""
    ask = w.ask
    assert ask is not None
    if ask.close == FIRST:
        late = default(w, 0)
        assert isinstance(late, int)
        _close(w, (-1, late))
    elif ask.close == ONE:
        answer(w, default(w, 0))
    else:
        given = sealed(w)
        full = [default(w, at) if one is None else one for at, one in enumerate(given)]
        _close(w, tuple(full))


def counting(w: World) -> bool:
    """Whether all have answered and only the count is still running."""
    ask = w.ask
    return ask is not None and ask.close == COUNT and all(a is not None for a in sealed(w))


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
        and one.positions == two.positions
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
    return bool(got) and got[-2] == seat


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
        w.stack[-1] = (step, args, got[:-2], NONE_SEALED)
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
    if ask.close == ALL:
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
    if ask.close == ONE:
        return [0]
    return [at for at, given in enumerate(sealed(w)) if given is None]
