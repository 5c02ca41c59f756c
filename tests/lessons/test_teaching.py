"""Lessons over the wire: nothing is kept, nothing is shown that the learner may not know."""

from __future__ import annotations

import msgspec
import pytest

from tatami import catalogue
from tatami.catalogue import Listing
from tatami.engine.errors import Ack
from tatami.lessons import Lesson, Run, lesson_named, read_lessons
from tatami.lessons.script import Part
from tatami.tables import teaching, wire
from tatami.tables.teaching import Lessons, NotThere, lesson_list
from tatami.testing.lessons import right_move

CLANS = catalogue.find("clans")
NAME = "first-order"


def taken(listing: Listing, name: str) -> list[wire.Did]:
    """All that is done by whoever takes a lesson by its script, up to where it is played on."""
    found = lesson_named(listing, name)
    assert found is not None
    return done(Run(found, listing))


def done(run: Run) -> list[wire.Did]:
    did: list[wire.Did] = []
    while run.waits in ("next", "do"):
        part = run.part
        assert part is not None
        did.append(wire.GoOn(0) if run.waits == "next" else wired(run, part))
        assert isinstance(teaching.do(run, did[-1]), Ack)
    return did


def wired(run: Run, part: Part) -> wire.Did:
    """The right answer as a browser sends it."""
    move = right_move(run, part)
    if move.kind == "right":
        return wire.UseRight(0, move.key, move.args[0], _one(move.answer))
    if move.kind == "remark":
        return wire.Say(0, move.text, move.key, move.args)
    asks = run.referee.asks(run.lesson.seat)
    ask = next(n for n, o in asks if o.at == move.args[0] and o.question.key == move.key)
    answer = list(move.answer) if isinstance(move.answer, tuple) else move.answer
    return wire.GiveAnswer(0, ask, answer)


def _one(answer: object) -> int:
    assert isinstance(answer, int)
    return answer


EVERY = [(g, one.name) for g in catalogue.names() for one in read_lessons(catalogue.find(g))]


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_a_lesson_stands_at_the_same_place_from_memory_and_from_its_beginning(
    game: str, name: str
) -> None:
    listing, did = catalogue.find(game), taken(catalogue.find(game), name)
    kept = Lessons()
    for upto in range(len(did) + 1):
        one = kept.state(listing, name, tuple(did[:upto]))
        again = Lessons().state(listing, name, tuple(did[:upto]))
        assert msgspec.json.encode(one) == msgspec.json.encode(again)
    assert one.waits in ("play", "done")


def test_a_wrong_answer_names_its_text_and_does_not_count() -> None:
    lessons = Lessons()
    lessons.state(CLANS, NAME, ())
    offer = lessons.state(CLANS, NAME, ()).update.view.offers[0]
    question = CLANS.game.keys[offer.key]
    mori = wire.GiveAnswer(1, offer.ask, question.option("deploy:Mori"))
    oda = wire.GiveAnswer(2, offer.ask, question.option("deploy:Oda"))
    assert lessons.state(CLANS, NAME, (mori,)).wrong == "not_mori"
    assert lessons.state(CLANS, NAME, (oda,)).wrong is None
    with pytest.raises(NotThere):
        lessons.state(CLANS, NAME, (mori, oda))


def test_after_a_wrong_answer_the_learner_reads_on() -> None:
    lessons = Lessons()
    offer = lessons.state(CLANS, NAME, ()).update.view.offers[0]
    mori = wire.GiveAnswer(1, offer.ask, CLANS.game.keys[offer.key].option("deploy:Mori"))
    assert lessons.state(CLANS, NAME, (mori,)).waits == "next"
    after = lessons.state(CLANS, NAME, (wire.GoOn(2),))
    assert [one.key for one in after.said] == ["points"]
    assert msgspec.json.encode(after) == msgspec.json.encode(
        Lessons().state(CLANS, NAME, (wire.GoOn(2),))
    )


def test_why_and_try_do_nothing() -> None:
    lessons = Lessons()
    offer = lessons.state(CLANS, NAME, ()).update.view.offers[0]
    ninja = CLANS.game.keys[offer.key].option("ninja")
    asked = lessons.state(CLANS, NAME, (wire.Why(1, offer.ask, ninja),))
    assert asked.refusal is not None
    assert asked.refusal.clause == "clans:C7"
    assert lessons.state(CLANS, NAME, ()).update.happened == asked.update.happened


def test_there_is_no_lesson_of_another_name() -> None:
    with pytest.raises(NotThere):
        Lessons().state(CLANS, "nonsense", ())


def test_old_lessons_are_forgotten_and_nothing_changes() -> None:
    lessons = Lessons()
    before = msgspec.json.encode(lessons.state(CLANS, NAME, (wire.GoOn(1),)))
    for number in range(teaching.REMEMBERED + 1):
        lessons.state(CLANS, "ninja", (wire.GoOn(number),))
    assert msgspec.json.encode(lessons.state(CLANS, NAME, (wire.GoOn(7),))) == before


def test_what_a_lesson_shows_does_not_depend_on_what_the_learner_cannot_see() -> None:
    found = lesson_named(CLANS, "attack")
    assert found is not None
    swapped = found.position.replace("hand-1: Takeda*2 Hojo*2", "hand-1: Mori*2 Hojo*2")
    swapped = swapped.replace("hand-2: Mori*2 Hojo*2", "hand-2: Takeda*2 Hojo*2")
    swapped = swapped.replace("Mori-loyalty", "Other").replace("Takeda-loyalty", "Mori-loyalty")
    swapped = swapped.replace("Other", "Takeda-loyalty")
    assert swapped != found.position
    twin = Lesson("attack", found.parts, swapped)
    for did in ([], taken(CLANS, "attack")):
        assert _shown(Run(found, CLANS), did) == _shown(Run(twin, CLANS), did)


def _shown(run: Run, did: list[wire.Did]) -> bytes:
    for one in did:
        teaching.do(run, one)
    return msgspec.json.encode(teaching._state(run, None, Ack()))


def test_the_list_of_lessons_tells_all_that_is_said() -> None:
    listed = lesson_list(CLANS, "fr")
    assert [one.name for one in listed.lessons] == [one.name for one in read_lessons(CLANS)]
    assert listed.lessons[0].texts["title"] == "Qui vous servez"
