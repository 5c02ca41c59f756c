"""Records: readable, replayable, hashed; whatever is broken is told in one sentence."""

from __future__ import annotations

import pytest

from tatami.bots.arena import play_out
from tatami.bots.base import RandomBot
from tatami.engine.errors import BadRecord
from tatami.engine.record import SECRETS, parse, record, replay, spell, unspell
from tatami.engine.referee import Referee
from tatami.engine.state import dump, load
from tatami.games.clans import GAME as CLANS
from tatami.testing.conformance import Table
from tests.fixtures import GAMES, gong


def played(seed: int = 1) -> Referee:
    table = Referee(CLANS, 3, seed)
    play_out(table, [RandomBot(bytes([seat] * 32)) for seat in range(3)])
    return table


def test_a_record_is_readable_text_with_version_options_seed_and_result() -> None:
    text = record(played()).text()
    assert text.startswith("tatami record 1\ngame: clans 1\nseats: 3\noptions: -\nseed: 00")
    assert "\n1 s" in text
    assert " first.card deploy:" in text
    assert SECRETS not in text


def test_an_unfinished_record_says_that_it_holds_secrets() -> None:
    text = record(Referee(CLANS, 3, 1)).text()
    assert SECRETS in text
    assert parse(text).result == "unfinished"


def test_the_hash_is_the_same_on_every_machine_and_build() -> None:
    assert record(played()).hash == KNOWN_HASH


KNOWN_HASH = "de4f5e8605be42790939ccca6c1cc9646233dc65beb5c9bbe3bb1819135cb23e"


def test_a_replayed_record_is_the_same_record() -> None:
    text = record(played()).text()
    assert record(replay(CLANS, parse(text))).text() == text


def test_a_record_can_be_replayed_up_to_a_move() -> None:
    whole = record(played())
    assert len(replay(CLANS, parse(whole.text()), 10).moves) == 10


def rehash(text: str) -> str:
    """A forger's record: changed, and given a hash that fits."""
    from hashlib import sha256

    lines = [line for line in text.splitlines() if not line.startswith("hash: ")]
    fresh = sha256(("\n".join(lines) + "\n").encode()).hexdigest()
    lines.insert(lines.index("moves:"), f"hash: {fresh}")
    return "\n".join(lines) + "\n"


CHANGES = [
    (lambda t: t.replace("seats: 3", "seats: 4"), "its hash does not fit"),
    (lambda t: t.replace("result: s", "result: s9,s"), "its hash does not fit"),
    (lambda t: t[: len(t) // 2], "hash|breaks off"),
    (lambda t: "", "not a Tatami record"),
    (lambda t: "tatami record 2\n", "not a Tatami record"),
    (lambda t: t.replace("moves:\n", ""), "cannot be read|breaks off"),
    (lambda t: t.replace("seed: 00", "seed: zz"), "header cannot be read"),
    (lambda t: t.replace("hash: ", "hush: "), "no line 'hash:'"),
    (lambda t: "x" * 5_000_000, "too long"),
    (lambda t: rehash(t.replace("result: s", "result: s9,s")), "another result"),
    (lambda t: rehash(t.replace("game: clans 1", "game: clans 2")), "clans 2"),
    (lambda t: rehash(t.replace("game: clans 1", "game: night 1")), "night 1"),
    (lambda t: rehash(t.replace("seats: 3", "seats: 9")), "3 to 5 players"),
    (lambda t: rehash(t.replace("options: -", "options: fog=on")), "no table option"),
    (lambda t: rehash(t.replace("1 s", "1 s9", 1)), "cannot be read|not possible"),
    (lambda t: rehash(t.replace("\n2 ", "\n3 ", 1)), "move 2 cannot be read"),
    (lambda t: rehash(t.replace("deploy:", "destroy:", 1)), "cannot be read"),
    (lambda t: rehash(t + "9999 s0 back\n"), "cannot be read"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES)
def test_a_broken_or_tampered_record_is_refused_in_one_sentence(change, message) -> None:  # type: ignore[no-untyped-def]  # lambdas
    with pytest.raises(BadRecord, match=message) as caught:
        replay(CLANS, parse(change(record(played()).text())))
    assert "\n" not in str(caught.value)


def test_a_record_with_a_different_final_position_is_refused() -> None:
    text = record(played()).text()
    line = next(one for one in text.splitlines() if one.startswith("world: "))
    with pytest.raises(BadRecord, match="another position"):
        replay(CLANS, parse(rehash(text.replace(line, "world: " + "0" * 64))))


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_every_answer_can_be_spelled_and_read_back(game) -> None:  # type: ignore[no-untyped-def]  # fixture games
    for question in game.book.questions:
        for option in range(question.size):
            assert unspell(question, spell(question, option)) == option
        assert unspell(question, spell(question, question.stop)) == question.stop
        assert unspell(question, spell(question, (0, 0))) == (0, 0)
        assert unspell(question, spell(question, ())) == ()


def test_strikes_waves_remarks_and_expiry_are_in_the_record() -> None:
    table = Referee(gong.GAME, 3, 1, (1,))
    table.remark(0, "say", (), 'quotes "and" Ünïcode')
    table.interrupt(1, "wave", 0, 0)
    table.interrupt(2, "gong", 1, 0)
    table.expire(table.turn)
    text = record(table).text()
    assert "options: tempo=fast" in text
    for line in ("s0 remark say - ", "s1 right wave 0 wave", "s2 right gong 1 strike", "- expire"):
        assert line in text
    again = replay(gong.GAME, parse(text))
    assert again.remarks[0].text == 'quotes "and" Ünïcode'
    assert record(again).text() == text


def test_a_save_of_another_rules_version_is_refused() -> None:
    data = dump(Referee(CLANS, 3, 1).world)
    data["version"] = 99
    with pytest.raises(BadRecord, match="clans 99"):
        load(CLANS, data)


def test_the_stable_numbers_of_options_do_not_overlap() -> None:
    for game in [CLANS, *GAMES]:
        numbers = [
            question.first + option
            for question in game.book.questions
            for option in range(question.size + 1)
        ]
        assert numbers == list(range(game.actions))


def test_a_random_game_of_every_fixture_replays() -> None:
    for game in GAMES:
        for referee, _ in Table(game, game.low, game.defaults(), 3).play():
            last = referee
        text = record(last).text()
        assert record(replay(game, parse(text))).text() == text
