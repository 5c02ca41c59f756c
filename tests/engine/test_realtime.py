"""Games in real time: intents on virtual time, notes on races, remarks that can be dated."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tatami.bots.agenda import Agenda
from tatami.bots.arena import play_out
from tatami.bots.base import Bot, RandomBot
from tatami.bots.realtime import PacedBot, VirtualTime
from tatami.engine.asking import Answer
from tatami.engine.errors import BadRecord, EngineFault, Refusal, refuse
from tatami.engine.game import Game, Tempo
from tatami.engine.imagine import imagine
from tatami.engine.intent import DECIDE, QUICKEST, SIGN, USE, Intent
from tatami.engine.record import parse, record, replay
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.engine.walk import ALL, told_through
from tests.fixtures import gong

TEMPO = Tempo(5000, 2000, 500)


def tempo(opts: tuple[int, ...]) -> Tempo:
    return TEMPO


TIMED = Game(
    gong.BOOK,
    version=1,
    players=(2, 3, 4),
    begin=gong.set_up,
    outcome=gong.winners,
    rights=gong.GAME.rights,
    remark=gong.remark,
    longest=400,
    tempo=tempo,
)


class Scripted:
    """Plans what it is told, once; takes the first option; notes what it hears."""

    def __init__(
        self, *intents: Intent, answers: Callable[[View], list[Intent]] | None = None
    ) -> None:
        self.intents = list(intents)
        self.answers = answers
        self.heard: list[int] = []
        self.planned = 0

    def plan(self, view: View) -> list[Intent]:
        self.planned += 1
        intents, self.intents = self.intents, []
        return intents

    def hear(self, view: View) -> list[Intent]:
        self.heard.append(view.remarks[-1].seat)
        return self.answers(view) if self.answers else []

    def decide(self, view: View) -> Answer:
        return view.options[0]


def sit(*bots: Bot, game: Game = TIMED) -> VirtualTime:
    referee = Referee(game, len(bots), 1)
    return VirtualTime(referee, list(bots), TEMPO)


def until(time: VirtualTime, moves: int) -> None:
    """Run until the referee has taken so many inputs."""
    while len(time.referee.moves) < moves:
        time.step()


def strike(delay: int) -> Intent:
    return Intent(delay, USE, "gong", 0, 1)


def test_what_is_due_first_happens_first() -> None:
    time = sit(Scripted(strike(700)), Scripted(strike(699)), Scripted(strike(701)))
    until(time, 1)
    assert [(m.kind, m.seat) for m in time.referee.moves] == [("right", 1)]
    assert time.now == 699


def test_of_two_things_at_one_moment_the_one_planned_first_happens_first() -> None:
    time = sit(Scripted(strike(700)), Scripted(strike(700)))
    until(time, 1)
    assert time.referee.moves[0].seat == 0


def test_nobody_is_quicker_than_a_person() -> None:
    time = sit(Scripted(strike(0)), Scripted(strike(-5000)))
    until(time, 1)
    assert time.now == QUICKEST == 250


def test_nobody_reacts_more_quickly_to_what_they_hear() -> None:
    listener = Scripted(answers=lambda view: [strike(1)])
    time = sit(Scripted(Intent(600, SIGN, "wink")), listener)
    until(time, 2)
    assert [(m.kind, m.seat) for m in time.referee.moves] == [("remark", 0), ("right", 1)]
    assert time.now == 600 + QUICKEST


def test_everybody_else_hears_a_remark() -> None:
    bots = [Scripted(), Scripted(Intent(600, SIGN, "wink")), Scripted()]
    time = sit(*bots)
    until(time, 1)
    assert [bot.heard for bot in bots] == [[1], [], [1]]


def test_a_step_expires_when_nobody_answers() -> None:
    time = sit(Scripted(), Scripted())
    until(time, 1)
    assert time.referee.moves[0].kind == "expire"
    assert time.now == TEMPO.choose


@pytest.mark.parametrize(("last", "at"), [(300, 2000), (1800, 2300), (4800, 5000)])
def test_a_pass_waits_for_its_count_and_for_the_least_time_but_never_too_long(
    last: int, at: int
) -> None:
    time = sit(Scripted(Intent(260, DECIDE)), Scripted(Intent(last, DECIDE)))
    until(time, 3)
    assert time.referee.moves[2].kind == "expire"
    assert time.now == at


def test_what_was_planned_for_a_step_is_forgotten_with_it() -> None:
    bots = [Scripted(Intent(300, DECIDE), strike(4000)), Scripted(Intent(300, DECIDE))]
    time = sit(*bots)
    until(time, 4)
    assert "right" not in [move.kind for move in time.referee.moves]
    assert [bot.planned for bot in bots] == [2, 2]


def test_a_strike_that_comes_too_late_is_void() -> None:
    time = sit(Scripted(strike(300)), Scripted(strike(301)))
    until(time, 2)
    assert [m.seat for m in time.referee.moves if m.kind == "right"] == [0]


def test_a_plan_of_no_known_kind_is_a_mistake() -> None:
    with pytest.raises(EngineFault, match="plans 'fly'"):
        until(sit(Scripted(Intent(300, "fly")), Scripted()), 1)


def test_a_remark_that_cannot_be_made_is_a_mistake() -> None:
    with pytest.raises(EngineFault, match="cannot say"):
        until(sit(Scripted(Intent(300, SIGN, "sing")), Scripted()), 1)


def test_bots_without_a_sense_of_time_get_human_delays() -> None:
    view = Referee(TIMED, 3, 1).view(0)
    paced = PacedBot(RandomBot(bytes(32)), bytes(32))
    delays = [intent.delay for _ in range(400) for intent in paced.plan(view)]
    assert 400 <= min(delays) < 450
    assert 1500 < max(delays) < 1600
    assert paced.hear(view) == []


def test_the_same_keys_give_the_same_game() -> None:
    texts: list[set[str]] = [set() for _ in range(8)]
    for seed in range(8):
        for _ in range(2):
            referee = Referee(TIMED, 3, seed)
            result = play_out(referee, [RandomBot(bytes([seat] * 32)) for seat in range(3)])
            assert not result.cut
            texts[seed].add(record(referee).text())
    assert [len(found) for found in texts] == [1] * 8
    assert any(" right gong " in text for found in texts for text in found)


def test_a_game_in_turns_has_no_virtual_time() -> None:
    assert gong.GAME.tempo is None
    referee = Referee(gong.GAME, 2, 9)
    play_out(referee, [Scripted(strike(300)), Scripted()])
    assert "right" not in [move.kind for move in referee.moves]


# -- notes on races


def test_a_note_says_in_the_record_how_a_race_was_decided() -> None:
    plain, noted = Referee(TIMED, 2, 1), Referee(TIMED, 2, 1)
    assert plain.interrupt(0, "gong", 1, 0)
    assert noted.interrupt(0, "gong", 1, 0, 's0 0 ms, s1 +12 ms "late"')
    assert plain.view(1) == noted.view(1)
    assert record(plain).lines == ["1 s0 right gong 1 strike"]
    assert record(noted).lines == ['1 s0 right gong 1 strike "s0 0 ms, s1 +12 ms \\"late\\""']
    text = record(noted).text()
    again = replay(TIMED, parse(text))
    assert record(again).text() == text
    assert again.moves[0].text == 's0 0 ms, s1 +12 ms "late"'


def test_all_eyes_may_read_how_a_race_was_decided() -> None:
    line = 's0 right gong 1 strike "s0 0 ms, s1 +12 ms"'
    assert [told_through(line, eyes) for eyes in (0, 1, 2, ALL)] == [line] * 4
    assert told_through("s0 pass Red", 1) == "s0"


def test_a_note_of_an_answer_is_kept_and_is_no_part_of_the_move_that_is_told() -> None:
    plain, noted = Referee(TIMED, 2, 1), Referee(TIMED, 2, 1)
    seat = plain.waiting()[0]
    (ask, offer), *_ = plain.asks(seat)
    assert plain.act(offer.options[0], seat, ask)
    assert noted.act(offer.options[0], seat, ask, 'so "sure"')
    assert [plain.view(one) for one in range(3)] == [noted.view(one) for one in range(3)]
    bare = record(plain).lines[0]
    assert record(noted).lines == [bare + ' "so \\"sure\\""']
    again = replay(TIMED, parse(record(noted).text()))
    assert record(again).text() == record(noted).text()
    assert again.moves[0].text == 'so "sure"'
    line = record(noted).lines[0].partition(" ")[2]
    assert [told_through(line, eyes) for eyes in (seat, ALL)] == [bare.partition(" ")[2]] * 2
    assert told_through(line, 1 - seat) == f"s{seat}"
    assert noted.act(offer.options[0], seat, ask, "x" * 400) == refuse("wrong_type")


@pytest.mark.parametrize("note", ["a\nb", "x" * 301, "\x07"])
def test_a_note_that_cannot_be_written_down_is_refused(note: str) -> None:
    referee = Referee(TIMED, 2, 1)
    assert isinstance(referee.interrupt(0, "gong", 1, 0, note), Refusal)
    assert referee.moves == []


@pytest.mark.parametrize("tail", ["", " ", ' ""', " note", ' "a" "b"', ' "a"x', " [1]"])
def test_a_note_that_is_spelled_wrongly_is_no_record(tail: str) -> None:
    referee = Referee(TIMED, 2, 1)
    referee.interrupt(0, "gong", 1, 0)
    found = record(referee)
    found.lines[0] += tail
    if tail:
        with pytest.raises(BadRecord):
            replay(TIMED, found)
    else:
        assert replay(TIMED, found)


# -- remarks that can be dated


def test_a_view_tells_what_was_said_since_something_last_happened() -> None:
    referee = Referee(TIMED, 2, 1)
    assert referee.remark(0, "wink")
    view = referee.view(1)
    assert view.happened == referee.happened() == view.remarks[-1].when
    assert referee.expire(referee.turn)
    assert referee.view(1).happened > referee.view(1).remarks[-1].when


def test_how_much_has_happened_is_no_part_of_what_two_views_have_in_common() -> None:
    view = Referee(TIMED, 2, 1).view(1)
    world = imagine(view, 3, watched=True)
    seen = Referee(TIMED, 2, 1, world=world).view(1)
    assert seen.happened != view.happened
    assert seen == view


# -- the agenda


def test_the_agenda_gives_the_first_of_a_kind_and_keeps_the_order_of_the_rest() -> None:
    agenda = Agenda()
    for seat, (delay, kind) in enumerate([(900, USE), (300, DECIDE), (500, USE), (500, DECIDE)]):
        agenda.add(seat, Intent(delay, kind), 1000)
    assert agenda.take_first(USE) == (1500, 2, Intent(500, USE))
    assert agenda.take_first(SIGN) is None
    assert [agenda.take()[0] for _ in range(3)] == [1, 3, 0]
    assert agenda.due() is None


def test_a_slow_table_stretches_plans_but_makes_nobody_quicker_than_a_person() -> None:
    agenda = Agenda()
    agenda.add(0, Intent(400, DECIDE), 0, 2.0)
    assert agenda.due() == 800
    agenda.add(1, Intent(400, DECIDE), 0, 0.0)
    assert agenda.due() == QUICKEST
