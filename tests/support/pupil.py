"""What somebody does in the last lesson, where no script says what is right."""

from __future__ import annotations

from tatami.engine.referee import Move
from tatami.lessons import Run


def played(run: Run) -> Move:
    """What a bot would do in the pupil's place; but first of all what may be done at any time."""
    heard = any(one.kind == "heard" for one in run.said)
    for name, stamp, options in () if heard else run.view().rights:
        return Move("right", run.lesson.seat, name, options[-1], (stamp,))
    offer = run.view().offers[0]
    bot = run.listing.bots[run.listing.levels[0]](b"a pupil")
    return Move("answer", run.lesson.seat, offer.question.key, bot.decide(run.view()), (offer.at,))
