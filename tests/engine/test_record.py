"""Records: readable, replayable, hashed; whatever is broken is told in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tatami.bots.arena import play_out
from tatami.bots.base import RandomBot
from tatami.engine.errors import BadRecord, refuse
from tatami.engine.game import Game
from tatami.engine.record import (
    BEGINNING,
    FORMAT,
    HEADER,
    NOTES,
    SECRETS,
    UNKNOWN,
    UNSIGNED,
    make,
    parse,
    players_of,
    record,
    replay,
    spell,
    unspell,
    walk,
)
from tatami.engine.referee import Referee
from tatami.engine.state import LONGEST_SENTENCE, digest, dump, load
from tatami.games.clans import GAME as CLANS
from tatami.testing.conformance import Trial
from tests.fixtures import GAMES, gong


def played(seed: int = 1) -> Referee:
    table = Referee(CLANS, 3, seed)
    play_out(table, [RandomBot(bytes([seat] * 32)) for seat in range(3)])
    return table


def test_a_record_is_readable_text_with_version_options_seed_and_result() -> None:
    text = record(played()).text()
    assert text.startswith("tatami record 2\ngame: clans 1\nseats: 3\noptions: -\nseed: 00")
    assert "\n1 s" in text
    assert " first.card deploy:" in text
    assert SECRETS not in text


def test_an_unfinished_record_says_that_it_holds_secrets() -> None:
    text = record(Referee(CLANS, 3, 1)).text()
    assert SECRETS in text
    assert parse(text).result == "unfinished"


def test_the_hash_is_the_same_on_every_machine_and_build() -> None:
    assert record(played()).hash == KNOWN_HASH


KNOWN_HASH = "2ab93d8206be1c9d15c3b3e653c73b01ca7684d339f728a771e8240a00b522a8"


def test_a_replayed_record_is_the_same_record() -> None:
    text = record(played()).text()
    assert record(replay(CLANS, parse(text))).text() == text


def test_a_move_that_does_not_fit_is_refused_by_whether_the_game_is_over() -> None:
    over, begun = played(), Referee(CLANS, 3, 1)
    last = next(move for move in reversed(over.moves) if move.kind == "answer")
    assert (make(over, last), make(begun, last)) == (refuse("over"), refuse("not_asked"))


def test_a_record_can_be_replayed_up_to_a_move() -> None:
    whole = record(played())
    for upto in (0, 10, len(whole.lines), len(whole.lines) + 5):
        again = replay(CLANS, parse(whole.text()), upto)
        assert record(again).lines == whole.lines[:upto]
    with pytest.raises(ValueError, match="no move -1"):
        replay(CLANS, whole, -1)


def test_a_record_can_be_walked_move_by_move() -> None:
    whole = record(played())
    seen = []
    for number, referee in walk(CLANS, whole):
        assert len(referee.moves) == number
        assert digest(referee.world) == digest(replay(CLANS, whole, number).world)
        seen.append(referee)
    assert len(seen) == len(whole.lines) + 1
    assert len(set(map(id, seen))) == 1


def test_a_walk_finds_a_false_end_instead_of_the_last_move() -> None:
    for lying in (record(played()), record(Referee(CLANS, 3, 1))):
        lying.world = "0" * 64
        steps = walk(CLANS, lying)
        for number in range(len(lying.lines)):
            assert next(steps)[0] == number
        with pytest.raises(BadRecord, match="another position"):
            next(steps)


def test_a_move_of_one_table_can_be_made_at_another() -> None:
    one, two = played(), Referee(CLANS, 3, 1)
    for move in one.moves:
        assert make(two, move)
    assert record(two).text() == record(one).text()


def rehash(text: str) -> str:
    """A forger's record: changed, and given a hash that fits."""
    every = text.removesuffix("\n").split("\n")
    lines = [line for line in every if not line.startswith(("hash: ", "signature: "))]
    signed = [line for line in every if line.startswith("signature: ")]
    fresh = sha256(("\n".join(lines) + "\n").encode(errors="replace")).hexdigest()
    if "moves:" in lines:
        at = lines.index("moves:")
        lines[at:at] = [f"hash: {fresh}", *signed]
    return "\n".join(lines) + "\n"


CHANGES = [
    (lambda t: t.replace("seats: 3", "seats: 4"), "its hash does not fit"),
    (lambda t: t.replace("result: s", "result: s9,s"), "its hash does not fit"),
    (lambda t: t[: len(t) // 2], "hash|breaks off"),
    (lambda t: "", "not a Tatami record"),
    (lambda t: "tatami record 02\n", "has the format 02"),
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
    (lambda t: t.replace("seats: 3", "seats: 3\nnote: s0 cheated"), "header has other words"),
    (lambda t: t.replace("seats: 3", "seats: 0_3"), "header has other words"),
    (lambda t: t.replace("seats: 3", "seats: ٣"), "header has other words"),
    (lambda t: t.replace("seed: 00", "seed:  00"), "header has other words"),
    (lambda t: t.replace("game: clans 1", f"game: clans 1\n{SECRETS}"), "header has other words"),
    (lambda t: t.replace("seats: 3", "seats: \ud800"), "no character"),
    (lambda t: t + "\n", "hash does not fit"),
    (lambda t: t + " ", "hash does not fit"),
    (lambda t: t.replace("\n", "\r"), "not a Tatami record"),
    (lambda t: rehash(t.replace("game: clans 1", "game: a\x0b\u2028\x1b 1")), r"a\?\?\? 1"),
    (lambda t: rehash(t.replace("game: clans 1", f"game: {'x' * 9999} 1")), "game of xxx"),
    (lambda t: rehash(t.replace("seats: 3", "seats: " + "9" * 4000)), "3 to 5 players"),
    (lambda t: rehash(t.replace("seats: 3", "seats: " + "9" * 9999)), "header cannot be read"),
    (lambda t: rehash(t.replace("seats: 3", "seats: -3")), "3 to 5 players"),
    (lambda t: rehash(t.replace("\n1 s", "\n1 ", 1)), "move 1 cannot be read"),
    (lambda t: rehash(t.replace("\n1 s", "\n01 s", 1)), "move 1 cannot be read"),
    (lambda t: rehash(t.replace("\n1 s", "\n1  s", 1)), "move 1 cannot be read"),
    (lambda t: rehash(t.replace("\n2 ", "\n2 s0/7 ", 1)), "move 2 cannot be read"),
    (lambda t: rehash(t.replace("\n2 ", "\n2 s0 right gong 0 strike\n3 ", 1)), "move 2 cannot be"),
    (lambda t: rehash(t[: t.index("\n2 ")]), "another result"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES)
def test_a_broken_or_tampered_record_is_refused_in_one_sentence(
    change: Callable[[str], str], message: str
) -> None:
    with pytest.raises(BadRecord, match=message) as caught:
        replay(CLANS, parse(change(record(played()).text())))
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) <= LONGEST_SENTENCE


def test_an_unfinished_record_without_its_warning_was_changed() -> None:
    text = record(Referee(CLANS, 3, 1)).text()
    with pytest.raises(BadRecord, match="other words"):
        parse(text.replace(SECRETS + "\n", ""))


def test_other_line_ends_and_a_missing_last_one_are_no_change() -> None:
    text = record(played()).text()
    for other in (text.replace("\n", "\r\n"), text[:-1], text.replace("\n", "\r\n")[:-2]):
        assert parse(other).text() == text


def test_a_record_with_a_different_final_position_is_refused() -> None:
    text = record(played()).text()
    line = next(one for one in text.splitlines() if one.startswith("world: "))
    with pytest.raises(BadRecord, match="another position"):
        replay(CLANS, parse(rehash(text.replace(line, "world: " + "0" * 64))))


FIRST_LINE = f"{BEGINNING}{FORMAT}"
NOTED = {
    "table": "q8w3",
    "players": '["Ada", "Bo \\"B\\"", "Çelik"]',
    "seated": '["Ada", "Bo \\"B\\"", "Aki"]',
    "start": "12",
    "commit": "ab" * 32,
    "commits": f"{'12' * 32} - -",
    "secret": "cd" * 32,
    "shares": f"{'ef' * 16} - -",
    "void": '[["Ada"]]',
    "void-before": "30",
    "ended": "abandoned",
    "key": "34" * 32,
}


def test_notes_stand_in_the_header_in_their_order_and_come_back() -> None:
    backwards = dict(reversed(NOTED.items()))
    text = record(played(), backwards).text()
    names = [line.partition(": ")[0] for line in text.split("\nmoves:")[0].split("\n")]
    assert names == [FIRST_LINE, *HEADER, *NOTES[FORMAT], "hash", "signature"]
    found = parse(text)
    assert found.notes == NOTED
    assert found.text() == text
    assert players_of(found) == ["Ada", 'Bo "B"', "Çelik"]
    assert replay(CLANS, found).over


def test_a_record_of_the_first_format_is_read_and_written_as_it_was() -> None:
    notes = {name: NOTED[name] for name in NOTES[1]}
    found = record(played(), notes)
    found.format = 1
    text = found.text()
    assert text.startswith("tatami record 1\n")
    assert "signature" not in text
    again = parse(text)
    assert (again.format, again.signature, again.notes) == (1, UNSIGNED, notes)
    assert again.text() == text
    assert replay(CLANS, again).over


def test_the_first_format_knew_steps_under_way_by_other_names() -> None:
    """Where its game is over, the last position has none, and its hash is checked."""
    begun, over = record(Referee(CLANS, 3, 1)), record(played())
    for found in (begun, over):
        found.format, found.world = 1, "0" * 64
    assert not replay(CLANS, begun).over
    with pytest.raises(BadRecord, match="another position"):
        replay(CLANS, over)


@pytest.mark.parametrize("name", ["seated", "start", "commits", "void", "void-before", "key"])
def test_the_first_format_has_no_line_of_the_second(name: str) -> None:
    found = record(played(), {name: NOTED[name]})
    text = found.text().replace("record 2", "record 1").replace("signature: unsigned\n", "")
    with pytest.raises(BadRecord, match="changed after it was written"):
        parse(rehash(text))


def test_a_format_that_is_not_known_is_named() -> None:
    with pytest.raises(BadRecord, match="has the format 3"):
        parse(record(played()).text().replace("record 2", "record 3"))


def test_no_server_vouches_for_a_record_that_it_did_not_sign() -> None:
    text = record(played()).text()
    assert "\nsignature: unsigned\nmoves:\n" in text
    assert parse(text.replace(": unsigned", f": {'ab' * 64}")).signature == "ab" * 64
    with pytest.raises(BadRecord, match="has no line 'signature:'"):
        parse(text.replace("signature: unsigned\n", ""))


def test_a_record_without_notes_has_none() -> None:
    found = parse(record(played()).text())
    assert found.notes == {}
    assert players_of(found) == []


@pytest.mark.parametrize("name", NOTES[FORMAT])
def test_a_note_is_covered_by_the_hash(name: str) -> None:
    text = record(played(), NOTED).text()
    gone = text.replace(f"{name}: {NOTED[name]}\n", "")
    other = text.replace(f"{name}: {NOTED[name]}", f"{name}: {NOTED[name][::-1]}")
    for changed in (gone, other):
        assert changed != text
        assert "hash does not fit" in outcome(CLANS, changed)


BAD_NOTES = [
    ("players", '["Ada"]', "one player a seat"),
    ("players", '["Ada", "Bo", "Cy", "Di"]', "one player a seat"),
    ("players", '["Ada", "Bo", 3]', "no list of names"),
    ("players", '{"Ada": 1}', "no list of names"),
    ("players", "Ada, Bo, Cy", "no list of names"),
    ("players", '["Ada", "Bo", "\\u001b[31m"]', "no list of names"),
    ("players", '["Ada", "Bo", "\\ud800"]', "no list of names"),
    ("players", "[" * 100_000, "no list of names"),
    ("table", "", "'table:' cannot be read"),
    ("ended", "so\x1b[31m", "'ended:' cannot be read"),
    ("secret", "a\u2028b", "'secret:' cannot be read"),
]


@pytest.mark.parametrize(("name", "value", "message"), BAD_NOTES)
def test_a_note_that_cannot_be_is_refused(name: str, value: str, message: str) -> None:
    assert message in outcome(CLANS, record(played(), {name: value}).text())


def test_the_order_of_the_notes_is_fixed() -> None:
    lines = record(played(), NOTED).text().split("\n")
    first, second = (
        next(at for at, line in enumerate(lines) if line.startswith(f"{name}: "))
        for name in ("table", "players")
    )
    lines[first], lines[second] = lines[second], lines[first]
    assert "other words" in outcome(CLANS, "\n".join(lines))


def test_an_unknown_position_is_not_compared() -> None:
    found = record(played(), NOTED)
    found.world = UNKNOWN
    text = found.text()
    assert "\nworld: -\n" in text
    assert outcome(CLANS, text) == "replays"
    assert "another result" in outcome(CLANS, rehash(text.replace("result: s", "result: s9,s")))


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_every_answer_can_be_spelled_and_read_back(game: Game) -> None:
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
        assert numbers == list(range(game.action_count))


def test_a_random_game_of_every_fixture_replays() -> None:
    for game in GAMES:
        for referee, _ in Trial(game, game.fewest, game.defaults(), 3).play():
            last = referee
        text = record(last).text()
        assert record(replay(game, parse(text))).text() == text


def gonged() -> Referee:
    """A table with one of every kind of move on it."""
    table = Referee(gong.GAME, 3, 1, (1,))
    table.remark(0, "say", (), 'quotes "and" Ünïcode')
    table.remark(1, "wink")
    table.interrupt(1, "wave", 0, 0)
    ask, offer = table.asks(2)[0]
    table.act(offer.options[0], 2, ask)
    table.back(2)
    table.expire(table.turn)
    table.interrupt(2, "gong", 1, 0)
    table.expire(table.turn)
    return table


FORGED = [
    ("s1 right wave 0 wave", "s1 right nope 0 wave"),
    ("s1 right wave 0 wave", "s1 right wave x wave"),
    ("s1 right wave 0 wave", "s1 right wave 0 [wave]"),
    ("s1 right wave 0 wave", "s1 right wave 0 stop"),
    ("s1 right wave 0 wave", "s1 right wave 0"),
    ("s1 right wave 0 wave", "s-1 right wave 0 wave"),
    ("s1 right wave 0 wave", "s1/0 right wave 0 wave"),
    ("s1 right wave 0 wave", "s1 right wave " + "9" * 9999 + " wave"),
    ("s1 remark wink - ", "s1 remark nod - "),
    ("s1 remark wink - ", "s1 remark wink 1,x "),
    ('wink - ""', 'wink - "' + "x" * 200_000),
    ('wink - ""', "wink - " + "[" * 200_000),
    ('wink - ""', 'wink - "" '),
    ('wink - ""', "wink - 5"),
    ('wink - ""', "wink - null"),
    ('remark say - "quotes', 'remark say - "q\\u0075otes'),
    ('remark say - "quotes', 'remark say - "\\ud800'),
    ('remark say - "quotes', 'remark say - "\\n'),
    ("options: tempo=fast", "options: tempo=slow"),
    ("options: tempo=fast", "options: tempo"),
    ("options: tempo=fast", "options: tempo=fast tempo=fast"),
    ("options: tempo=fast", "options: "),
    ("- expire", "- expire "),
    ("- expire", "s0 expire"),
    ("s2 back", "s2 back again"),
    ("s2 back", "s2"),
    ("s2 back", ""),
]


@pytest.mark.parametrize(("old", "new"), FORGED, ids=lambda text: text[:30])
def test_a_forged_move_is_refused(old: str, new: str) -> None:
    text = record(gonged()).text()
    assert old in text
    assert outcome(gong.GAME, rehash(text.replace(old, new, 1))) != "replays"


def outcome(game: Game, text: str) -> str:
    """Whether a text replays, as itself, or what is said of it: ``BadRecord`` and no other."""
    try:
        again = replay(game, parse(text))
    except BadRecord as error:
        said = str(error)
        assert said.isprintable()
        assert 0 < len(said) <= LONGEST_SENTENCE
        return said
    own = text.replace("\r\n", "\n")
    found = parse(text)
    anew = record(again, found.notes)
    anew.format, anew.signature = found.format, found.signature
    if found.world == UNKNOWN:
        anew.world = UNKNOWN
    assert anew.text() == (own if own.endswith("\n") else own + "\n")
    return "replays"


Change = Callable[[list[str], Random], None]
WORDS = ["-", "s0", "s9", "/1", "stop", "[]", "[", "]", '"', "{}", "0", "-1", "1_0", "9" * 50]
WORDS += [
    "\x00",
    "\r",
    "\t",
    "\u2028",
    "\ud800",
    "٣",
    "=",
    ": ",
    "back",
    "remark",
    "right",
    "expire",
]


def flip(lines: list[str], luck: Random) -> None:
    """Another character, or a bit of one."""
    at = luck.randrange(len(lines))
    if lines[at]:
        place = luck.randrange(len(lines[at]))
        new = luck.choice((chr(ord(lines[at][place]) ^ 1 << luck.randrange(8)), luck.choice(WORDS)))
        lines[at] = lines[at][:place] + new + lines[at][place + 1 :]


def delete(lines: list[str], luck: Random) -> None:
    del lines[luck.randrange(len(lines))]


def double(lines: list[str], luck: Random) -> None:
    at = luck.randrange(len(lines))
    lines.insert(at, lines[at])


def swap(lines: list[str], luck: Random) -> None:
    one, two = luck.randrange(len(lines)), luck.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]


def edit(lines: list[str], luck: Random) -> None:
    """A word of a line made another, dropped or doubled."""
    at = luck.randrange(len(lines))
    words = lines[at].split(" ")
    place = luck.randrange(len(words))
    others = luck.choice(lines).split(" ")
    words[place : place + 1] = luck.choice(
        ([], [luck.choice(WORDS)], [luck.choice(others)], [words[place]] * 2)
    )
    lines[at] = " ".join(words)


def renumber(lines: list[str], luck: Random) -> None:
    """A forger with care: after another change the moves are counted anew."""
    luck.choice((delete, double, swap, edit))(lines, luck)
    if "moves:" in lines:
        first = lines.index("moves:") + 1
        for at in range(first, len(lines)):
            lines[at] = f"{at - first + 1} {lines[at].partition(' ')[2]}"


CHANGED: list[Change] = [flip, delete, double, swap, edit, renumber]


def tables() -> list[tuple[Game, str]]:
    """Records to change: short ones of every game, and one with every kind of move."""
    found = [(gong.GAME, record(gonged(), NOTED).text())]
    for game in [CLANS, *GAMES]:
        moves = record(replay(game, record(some(game)), 12))
        found.append((game, moves.text()))
    return found


def some(game: Game) -> Referee:
    *_, (referee, _) = Trial(game, game.fewest, game.defaults(), 3).play()
    return referee


def test_every_mutation_of_a_record_replays_or_is_refused_in_one_sentence() -> None:
    told: Counter[bool] = Counter()
    for number, (game, text) in enumerate(tables()):
        luck = Random(number)
        for _ in range(1000):
            lines = text.split("\n")[:-1]
            for _ in range(luck.choice((1, 1, 2))):
                luck.choice(CHANGED)(lines, luck)
            changed = "\n".join(lines) + "\n"
            if changed != text:
                assert outcome(game, changed) != "replays"
                told[outcome(game, rehash(changed)) == "replays"] += 1
    assert told[False] > 6000


HEAD = [FIRST_LINE, SECRETS, "moves:", ""]
HEAD += [f"{name}: " for name in (*HEADER, *NOTES[FORMAT], "hash", "signature")]


@settings(max_examples=300)
@given(st.lists(st.tuples(st.sampled_from(HEAD), st.text(st.characters(), max_size=20))))
def test_any_text_at_all_is_refused_in_one_sentence(lines: list[tuple[str, str]]) -> None:
    body = "".join(f"{head}{rest}\n" for head, rest in lines)
    for text in (body, f"{FIRST_LINE}\n{body}", rehash(body)):
        assert outcome(gong.GAME, text) != "replays"
