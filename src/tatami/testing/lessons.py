"""The lessons of a game under test: each is taken by its own script and by every wrong answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tatami.catalogue import Listing
from tatami.engine.errors import Ack
from tatami.engine.notation import show
from tatami.engine.record import read_move
from tatami.engine.referee import Move
from tatami.lessons import Lesson, Part, Run, Wrong, texts_in

LONGEST: Final = 5_000
"""Things that a learner does in a lesson, at most."""


def lesson_faults(listing: Listing, lesson: Lesson) -> list[str]:
    """What is wrong with a lesson, in sentences; ``BadLesson`` where it cannot be taken."""
    return [f"{listing.game.name}, {lesson.name}: {fault}" for fault in _taken(listing, lesson)]


def text_faults(listing: Listing, lesson: Lesson, language: str) -> list[str]:
    """Texts that a lesson lacks in a language, and texts that nothing says."""
    texts = texts_in(listing, language).get(lesson.name, {})
    wanted = set(lesson.keys())
    lacking = [f"{lesson.name}.{key} is missing" for key in sorted(wanted - set(texts))]
    return lacking + [f"{lesson.name}.{key} is never said" for key in sorted(set(texts) - wanted)]


def moves_of(run: Run, part: Part) -> Iterator[Move]:
    """The answers that are open to the learner: options, of picks the first; and rights."""
    seat = run.lesson.seat
    for _, offer in run.referee.asks(seat):
        answers = [offer.items[: max(offer.low, 1)]] if offer.is_pick else offer.options
        for answer in answers:
            yield Move("answer", seat, offer.question.key, answer, (offer.at,))
    for name, stamp, options in run.view().rights:
        for option in options:
            yield Move("right", seat, name, option, (stamp,))


def right_move(run: Run, part: Part) -> Move:
    """The first right answer of a part; one that is open, where the script leaves it open."""
    wanted = part.do[0]
    if not wanted.endswith("*"):
        return read_move(run.listing.game, f"s{run.lesson.seat} {wanted}")
    return next(move for move in moves_of(run, part) if part.is_right(run.spelled(move)))


def _taken(listing: Listing, lesson: Lesson) -> Iterator[str]:
    told = {sentence.key for sentence in listing.game.book.sentences}
    for key in sorted(set(lesson.heard) - told):
        yield f"the game never tells {key!r}"
    run = Run(lesson, listing)
    for _ in range(LONGEST):
        part = run.part
        if part is None:
            return
        if run.waits == "next":
            run.go_on()
        elif run.waits == "do":
            yield from _wrong_answers(run, part)
            if not isinstance(reply := run.take(right_move(run, part)), Ack):
                yield f"{part.do[0]!r} should be right: {reply!r}"
                return
        else:
            _play(run)
    yield "it does not end"


def _play(run: Run) -> None:
    """The learner plays like the others do."""
    seat = run.lesson.seat
    offer = run.view().offers[0]
    level = run.listing.levels[0]
    answer = run.listing.bots[level](b"a learner").decide(run.view())
    run.take(Move("answer", seat, offer.question.key, answer, (offer.at,)))


def _wrong_answers(run: Run, part: Part) -> Iterator[str]:
    """Each answer that the rules allow and the lesson does not is explained and changes nothing."""
    before = show(run.referee.world)
    named = [read_move(run.listing.game, f"s{run.lesson.seat} {line}") for line in _plain(part)]
    for move in [*named, *moves_of(run, part)]:
        line = run.spelled(move)
        if part.is_right(line):
            continue
        reply = run.take(move)
        if not isinstance(reply, Wrong):
            yield f"{line!r} is named as wrong, and the rules say {reply!r}"
        elif not reply.key:
            yield f"nothing is said about {line!r}"
    if show(run.referee.world) != before:
        yield f"a wrong answer in place of {part.do[0]!r} changed the table"


def _plain(part: Part) -> list[str]:
    return [line for line in part.wrong if not line.endswith("*")]
