"""What goes over the wire is what the engine says a seat may know; read back, it is the same."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tatami import catalogue
from tatami.engine.book import Book
from tatami.engine.dice import Dice
from tatami.engine.errors import BadRecord
from tatami.engine.game import Game
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.record import parse, record
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.engine.walk import ALL, Walk
from tatami.games.clans import BOTS
from tatami.games.clans import GAME as CLANS
from tatami.games.wataah import GAME as WATAAH
from tatami.tables import views, wire
from tatami.tables.views import (
    event_states,
    eyes_of,
    fresh_update,
    game_card,
    game_info,
    log_events,
    read_view,
    remark_states,
    replay_frames,
    replay_page,
    view_state,
)
from tatami.testing.inputs import any_input
from tatami.testing.trial import Trial, settings_of
from tests.fixtures import GAMES, bare, gong
from tests.games.wataah.positions import grand

EVERY = [CLANS, *GAMES]
names = [game.name for game in EVERY]


def over_the_wire(referee: Referee, seat: int) -> View:
    """A seat's view after a fresh update has been encoded, sent and read."""
    sent = msgspec.json.encode(fresh_update(referee, seat))
    got = msgspec.json.decode(sent, type=wire.Update)
    return read_view(referee.game, referee.seats, referee.opts, got.view, got.said)


def chat(referee: Referee, dice: Dice) -> None:
    """Now and then somebody says something."""
    if dice.below(9) == 0:
        referee.remark(dice.below(referee.seats), "say", (), f"hm… {dice.below(100)}")
    if referee.game.remark and dice.below(9) == 0:
        referee.remark(dice.below(referee.seats), "wink")


# -- there and back


@pytest.mark.parametrize("game", EVERY, ids=names)
def test_every_view_of_a_game_comes_back_as_it_was(game: Game) -> None:
    for opts in settings_of(game):
        for seats in game.counts:
            table = Trial(game, seats, opts, 11)
            referee = table.sit()
            for _ in table.play(referee):
                chat(referee, table.dice)
                for seat in range(seats + 1):
                    assert over_the_wire(referee, seat) == referee.view(seat)
            assert referee.over
            for seat in range(seats + 1):
                assert over_the_wire(referee, seat) == referee.view(seat)


@settings(max_examples=300)
@given(
    st.sampled_from(EVERY),
    st.integers(0, 2**64),
    st.integers(0, 80),
    st.integers(0, 5),
)
def test_any_position_comes_back_and_can_be_imagined(
    game: Game, seed: int, moves: int, which: int
) -> None:
    table = Trial(game, game.counts[which % len(game.counts)], game.defaults(), seed)
    referee = table.sit()
    for _ in range(moves):
        if not referee.over:
            any_input(referee, table.dice).give(referee)
            chat(referee, table.dice)
    for seat in range(table.seats + 1):
        view = over_the_wire(referee, seat)
        assert view == referee.view(seat)
        assert look(imagine(view, seed, watched=True), seat) == view


def test_a_bot_decides_the_same_from_what_a_browser_gets() -> None:
    decided = 0
    for seats in (3, 5):
        referee = Referee(CLANS, seats, seats)
        while not referee.over:
            for seat in referee.waiting():
                key = bytes([seat, decided % 256]) * 16
                here, there = (factory(key) for factory in (BOTS["steady"], BOTS["steady"]))
                answer = here.decide(referee.view(seat))
                assert there.decide(over_the_wire(referee, seat)) == answer
                referee.act(answer, seat, referee.asks(seat)[0][0])
                decided += 1
    assert decided > 100


@pytest.mark.parametrize("game", EVERY, ids=names)
def test_the_numbers_to_answer_with_are_the_referees(game: Game) -> None:
    for referee, _ in Trial(game, game.most, game.defaults(), 4).play():
        for seat in range(game.most + 1):
            state = view_state(referee, seat)
            asks = {number: offer.at for number, offer in referee.asks(seat)}
            assert {offer.ask: offer.at for offer in state.offers} == asks
            assert [offer.ask for offer in state.offers] == list(asks)
        for seat in referee.waiting():
            offer = view_state(referee, seat).offers[0]
            assert referee.copy().act(offer.options[0], seat, offer.ask)


def test_every_field_of_a_view_is_used_by_some_game() -> None:
    """So that the tests above have compared more than defaults."""
    used: Counter[str] = Counter()
    for game in EVERY:
        for referee, _ in Trial(game, game.most, game.defaults(), 2).play():
            for seat in range(game.most + 1):
                state = view_state(referee, seat)
                for kind, one in [("view", state), *(("offer", o) for o in state.offers)]:
                    plain = msgspec.to_builtins(one)
                    used.update(f"{kind}.{name}" for name in plain)
        end = msgspec.to_builtins(view_state(referee, 0))
        used.update(f"view.{name}" for name in end)
    fields = {f"view.{name}" for name in wire.ViewState.__struct_fields__}
    fields |= {f"offer.{name}" for name in wire.OfferState.__struct_fields__}
    assert fields - set(used) <= {"view.over", "view.winners"}
    assert msgspec.to_builtins(view_state(ended(), 0)).keys() >= {"over", "winners"}


def ended(seed: int = 1, seats: int = 3) -> Referee:
    table = Trial(CLANS, seats, CLANS.defaults(), seed)
    referee = table.sit()
    for _ in table.play(referee):
        chat(referee, table.dice)
    return referee


def test_nothing_here_touches_the_world() -> None:
    """All that leaves comes through the engine's gate: views, events, what the referee tells."""
    tree = ast.parse(Path(views.__file__).read_text("utf-8"))
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not read & {"world", "face", "watch", "tick"}


# -- what a game is


@pytest.mark.parametrize("game", EVERY, ids=names)
def test_what_a_game_is_tells_what_every_number_means(game: Game) -> None:
    info = game_info(game, game.most, game.defaults())
    sorts = {sort.name: sort.names for sort in info.sorts}
    for question, told in zip(game.book.questions, info.questions, strict=True):
        spelled = [
            ":".join([verb.verb, *args])
            for verb in told.verbs
            for args in product([sorts[name] for name in verb.sorts])
        ]
        assert spelled == question.spelled
        assert told.stop == question.size
    assert [zone.name for zone in info.zones] == [
        zone.name for zone in game.layout(game.most, game.defaults()).zones
    ]
    assert [one.key for one in info.sentences] == [one.key for one in game.book.sentences]
    assert {right.question for right in info.rights} <= {one.key for one in info.questions}
    assert msgspec.json.decode(msgspec.json.encode(info), type=wire.GameInfo) == info
    assert game_info(game, game.most, game.defaults()) is info


def product(lists: list[tuple[str, ...]]) -> list[list[str]]:
    """Every choice of one from each, the last one fastest: what docs/protocol.md describes."""
    found: list[list[str]] = [[]]
    for names in lists:
        found = [[*before, name] for before in found for name in names]
    return found


def test_two_sorts_of_one_name_are_a_fault() -> None:
    book = Book("muddle")
    book.question("a", "M1").verb("take", book.cards("face", ("x",)))
    book.question("b", "M2").verb("take", book.cards("face", ("y", "z")))
    begin = book.step(lambda w: None)
    muddle = Game(book, version=1, players=(2,), begin=begin, outcome=lambda w: [])
    with pytest.raises(Exception, match="two sorts that are called face"):
        game_info(muddle, 2, ())


def test_what_a_table_lacks_has_no_name_on_the_wire_and_no_cards() -> None:
    """Numbers stay what they are; the client leaves out what has no name."""
    referee = Referee(bare.GAME, 3, 1)
    info = game_info(bare.GAME, 3, bare.GAME.defaults())
    nowhere = {bare.SHED, bare.SHARED[1]}
    assert {at for at, zone in enumerate(info.zones) if not zone.name} == nowhere
    assert {at for at, name in enumerate(info.counters) if not name} == {bare.GIFTS[1]}
    for seat in range(4):
        view = fresh_update(referee, seat).view
        assert len(view.zones) == len(info.zones)
        assert len(view.count) == len(info.counters)
        assert not [at for at in nowhere if view.zones[at]]
        assert {info.zones[at].owner for at in nowhere} == {-1}


def test_people_never_meet_the_random_bot_where_there_is_another() -> None:
    card = game_card(catalogue.find("clans"), art=True)
    assert [level.name for level in card.levels] == ["dreamy", "fiery", "steady", "shrewd"]
    assert (card.name, card.fewest, card.most, card.art) == ("clans", 3, 5, True)
    alone = game_card(catalogue.Listing(gong.GAME, "", {}))
    assert [level.name for level in alone.levels] == ["random", "seeker"]


def test_a_card_lists_the_table_options() -> None:
    (tempo,) = game_card(catalogue.Listing(gong.GAME, "", {})).settings
    assert (tempo.name, tempo.values, tempo.default) == ("tempo", ("slow", "fast"), "slow")


# -- what happened


@pytest.mark.parametrize("game", EVERY, ids=names)
def test_events_are_the_engines_own(game: Game) -> None:
    referee = Trial(game, game.most, game.defaults(), 6).sit()
    for _ in Trial(game, game.most, game.defaults(), 6).play(referee):
        pass
    for seat in range(game.most + 1):
        events = [(event.verb, event.args) for event in referee.events(seat)]
        assert [(one.verb, one.args) for one in event_states(referee, seat)] == events
        half = len(events) // 2
        assert [(one.verb, one.args) for one in event_states(referee, seat, half)] == events[half:]


def test_a_log_has_every_sentence_and_the_cards_that_came_to_hand() -> None:
    referee = ended()
    for seat in range(4):
        log = log_events(referee, seat)
        told = [event for event in referee.events(seat) if event.verb == "tell"]
        assert [one.args for one in log if one.verb == "tell"] == [event.args for event in told]
        mine = [one for one in log if one.verb == "move"]
        assert bool(mine) == (seat < 3)
        hand = next(
            at
            for at, zone in enumerate(game_info(CLANS, 3, ()).zones)
            if zone.kind == "hand" and (zone.owner == seat or seat == 3)
        )
        assert all(one.args[2] == hand and one.args[4] >= 0 for one in mine)
        assert {one.verb for one in log} <= {"tell", "move"}


def test_a_log_keeps_what_a_seat_alone_was_shown() -> None:
    referee = grand("hand-0: Fox-2\nhand-1: Rat-3 Rat-4\ncourt-0: Court-Spy", seats=3)
    spy = next(option for option in referee.asks(0)[0][1].options if option > 4)
    assert referee.act(spy, 0, referee.asks(0)[0][0])
    assert referee.act(1, 0, referee.asks(0)[0][0])
    theirs = [WATAAH.faces.index("Rat-3"), WATAAH.faces.index("Rat-4")]
    shown = [event.args[3::2] for event in log_events(referee, 0) if event.verb == "show"]
    assert shown == [tuple(theirs)]
    for seat in (1, 2, 3):
        assert not [event for event in log_events(referee, seat) if event.verb == "show"]


def test_what_was_said_can_be_asked_for_from_a_number_on() -> None:
    referee = Referee(gong.GAME, 2, 1)
    for text in ("one", "two", "three"):
        referee.remark(1, "say", (), text)
    referee.remark(0, "wink")
    assert [one.text for one in remark_states(referee, 1)] == ["two", "three", ""]
    assert remark_states(referee, 3)[0].kind == "wink"
    assert remark_states(referee, 4) == ()


def test_a_view_keeps_the_last_of_much_talk_as_the_engine_does() -> None:
    referee = Referee(CLANS, 3, 1)
    for number in range(250):
        referee.remark(number % 3, "say", (), str(number))
    assert len(fresh_update(referee, 0).said) == 250
    assert over_the_wire(referee, 0) == referee.view(0)


# -- games that have ended


@pytest.mark.parametrize("eyes", ["0", "2", "watch", "all"])
def test_a_replay_shows_every_moment_as_these_eyes_saw_it(eyes: str) -> None:
    played = ended()
    frames = replay_frames(CLANS, parse(record(played).text()), eyes)
    assert len(frames) == len(played.moves) + 1
    stroll, whose, since = Walk(played), eyes_of(eyes, 3), 0
    for number, frame in enumerate(frames):
        stroll.go(number)
        view = stroll.view(whose)
        assert frame.view.zones == view.zones
        assert frame.view.count == view.count
        assert [(one.verb, one.args) for one in frame.events] == [
            (event.verb, event.args) for event in stroll.events(whose, since)
        ]
        assert frame.seat == (played.moves[number - 1].seat if number else -1)
        assert frame.view.facts == ()
        since = stroll.referee.happened()
    said = [one.text for frame in frames for one in frame.said]
    assert said == [one.text for one in played.remarks]
    hidden = any(face < 0 for frame in frames[:-1] for zone in frame.view.zones for face in zone)
    assert hidden == (whose != ALL)


def test_a_replay_through_one_seat_does_not_spell_what_others_answered() -> None:
    text = record(ended()).text()
    lines = [line.partition(" ")[2] for line in parse(text).lines]
    mine = [frame.move for frame in replay_frames(CLANS, parse(text), "1")[1:]]
    assert [one for one in mine if one.startswith("s1 ")] == [
        line for line in lines if line.startswith("s1 ")
    ]
    assert {one for one in mine if not one.startswith("s1 ")} <= {"s0", "s2", "-"}
    assert [frame.move for frame in replay_frames(CLANS, parse(text), "all")[1:]] == lines


@pytest.mark.parametrize("game", GAMES, ids=names[1:])
def test_every_game_can_be_replayed_through_all_eyes(game: Game) -> None:
    table = Trial(game, game.fewest, game.defaults(), 3)
    referee = table.sit()
    for _ in table.play(referee):
        pass
    found = parse(record(referee).text())
    for eyes in (*map(str, range(game.fewest)), "watch", "all"):
        frames = replay_frames(game, found, eyes)
        assert frames[-1].view.over
        assert msgspec.json.decode(msgspec.json.encode(frames), type=tuple[wire.Frame, ...])


def test_an_unfinished_record_can_be_replayed_and_a_false_one_not() -> None:
    referee = Referee(CLANS, 3, 1)
    referee.expire(referee.turn)
    found = record(referee)
    assert len(replay_frames(CLANS, found, "watch")) == 2
    found.world = "0" * 64
    with pytest.raises(BadRecord, match="another position"):
        replay_frames(CLANS, found, "watch")


@pytest.mark.parametrize("eyes", ["3", "-1", "", "everyone", "00", "0 ", "٠"])
def test_there_are_no_other_eyes(eyes: str) -> None:
    with pytest.raises(ValueError, match="no such eyes"):
        eyes_of(eyes, 3)


def test_a_replay_page_takes_frames_that_are_encoded_already() -> None:
    frames = replay_frames(CLANS, record(ended()), "all")
    table = wire.TableState("t", "c", "clans", 1, "over", (), {}, "", "none", "fast")
    info = game_info(CLANS, 3, ())
    page = replay_page(table, info, "all", msgspec.json.encode(frames))
    got = msgspec.json.decode(page, type=wire.ReplayState)
    assert msgspec.json.encode(got) == msgspec.json.encode(
        wire.ReplayState(table, info, "all", frames)
    )
    assert len(got.frames) == len(frames)
