"""What cards would trigger is told before they are placed, and nothing is done."""

from __future__ import annotations

from tatami.engine.asking import Answer
from tatami.engine.errors import Foretold, Refusal
from tatami.engine.referee import Referee
from tatami.engine.state import digest
from tatami.games.wataah.asked import NEW_CLAN_CARD, PLACE, REINFORCE_CARD, SUMMON_ON
from tatami.games.wataah.rules import GAME
from tests.games.wataah.positions import grand, grasshopper

HELD = "hand-0: Carp-1 Carp-2 Carp-3 Dragon-4 Dragon-5 Bear-6 Bear-6 Ronin Yurei Oni"
FOX = "clan-0-Fox: Fox-2 Fox-3"


def at_placing(position: str, referee: Referee | None = None) -> Referee:
    """The first player has drawn and may place."""
    found = referee or grasshopper(position)
    found.act(0, 0, found.asks(0)[0][0])
    assert found.asks(0)[0][1].question is PLACE
    return found


def tried(referee: Referee, *answers: str | list[str]) -> list[str] | Refusal:
    """What the referee foretells of these answers: its sentences, spelled."""
    first, *rest = answers
    assert isinstance(first, str)
    given: list[Answer] = [PLACE.read(first)]
    for answer in rest:
        if isinstance(answer, list):
            verb = NEW_CLAN_CARD if first.startswith("found") else REINFORCE_CARD
            given.append(tuple(verb.question.read(f"card:{face}") for face in answer))
        else:
            given.append(SUMMON_ON.question.read(answer))
    before = digest(referee.world)
    reply = referee.ahead(0, referee.asks(0)[0][0], tuple(given))
    assert digest(referee.world) == before
    if isinstance(reply, Refusal):
        return reply
    assert isinstance(reply, Foretold)
    return [spelled(*sentence) for sentence in reply.sentences]


def spelled(number: int, *args: int) -> str:
    """A sentence by its key and the names of its arguments."""
    sentence = GAME.book.sentences[number]
    names = [sort.names[arg] for sort, arg in zip(sentence.sorts, args, strict=True)]
    return " ".join([sentence.key, *names])


def code(reply: list[str] | Refusal) -> str:
    """Why it was refused."""
    assert isinstance(reply, Refusal)
    return f"{reply.code} {reply.clause}"


def test_two_cards_will_trigger_the_small_power_and_three_the_big_one() -> None:
    table = at_placing(HELD)
    assert tried(table, "found:Carp", ["Carp-1", "Carp-3"]) == ["will_be_small Carp"]
    assert tried(table, "found:Carp", ["Carp-1", "Carp-2", "Carp-3"]) == ["will_be_big Carp"]


def test_ronin_count_as_cards_placed() -> None:
    table = at_placing(HELD)
    assert tried(table, "found_with:Carp:1", ["Carp-1"]) == ["will_be_small Carp"]
    assert tried(table, "found_with:Dragon:1", ["Dragon-4", "Dragon-5"]) == ["will_be_big Dragon"]


def test_bears_one_card_and_the_oni_trigger_nothing() -> None:
    table = at_placing(f"{HELD} Fox-4\n{FOX}")
    assert tried(table, "found:Bear", ["Bear-6", "Bear-6"]) == ["will_be_nothing"]
    assert tried(table, "reinforce:Fox", ["Fox-4"]) == ["will_be_nothing"]
    assert tried(table, "reinforce:Fox", ["Fox-4", "Ronin"]) == ["will_be_small Fox"]
    assert tried(table, "summon:Oni", "on:Fox") == ["will_be_nothing"]
    assert tried(table, "summon:Yurei", "on:Fox") == ["will_be_yokai Yurei"]


def test_the_fourth_clan_is_announced_too() -> None:
    lying = f"{FOX}\nclan-0-Rat: Rat-3 Rat-4\nclan-0-Toad: Toad-3"
    found = tried(at_placing(f"{HELD}\n{lying}"), "found:Carp", ["Carp-1", "Carp-3"])
    assert found == ["will_be_small Carp", "will_end"]


def test_the_masters_lesson_makes_two_cards_trigger_the_big_power() -> None:
    table = grand(f"{HELD}\ncourt-0: Masters-Lesson")
    table.act(0, 0, table.asks(0)[0][0])
    table.act(PLACE.read("use:Masters-Lesson"), 0, table.asks(0)[0][0])
    assert tried(table, "found:Carp", ["Carp-1", "Carp-3"]) == ["will_be_big Carp"]


def test_what_cannot_be_placed_is_refused_with_its_clause() -> None:
    table = at_placing(f"{HELD}\n{FOX}")
    assert code(tried(table, "found:Fox", ["Carp-1"])) == "clan_already_there wataah:W7"
    assert code(tried(table, "found:Carp", ["Carp-1"])) == "pick_size wataah:W7"
    assert code(tried(table, "found:Carp", ["Carp-1", "Dragon-4"])) == "another_clan wataah:W7"
    assert code(tried(table, "found:Carp", ["Carp-1", "Yurei"])) == "yokai_comes_alone wataah:W7"
    assert code(tried(table, "summon:Yurei", "on:Rat")) == "no_such_clan_of_yours wataah:W8"


def test_answers_behind_one_that_acts_cannot_be_tried() -> None:
    table = at_placing(HELD)
    ask = table.asks(0)[0][0]
    assert table.ahead(0, ask, (0, 0)) == Refusal("not_asked", "Nothing is asked of you now.", "")
    assert isinstance(table.ahead(0, ask, (0,)), Foretold)
    for bad in ((), (0,) * 5, ("x",), ((1, 2),), (PLACE.read("found:Carp"), 0), (True,)):
        assert isinstance(table.ahead(0, ask, bad), Refusal)
    assert isinstance(table.ahead(1, ask, (0,)), Refusal)
    assert isinstance(table.ahead(7, ask, (0,)), Refusal)
    assert isinstance(table.ahead(0, ask + 1, (0,)), Refusal)
