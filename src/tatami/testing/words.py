"""Whether a game's texts are whole: for our games and for a designer's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

from babel import Locale

from tatami.engine.game import Game
from tatami.engine.kinds import Kind
from tatami.games.words import FOLDERS, counter_key, has_forms, starred

Key: TypeAlias = tuple[str, ...]

HOLE: Final = re.compile(r"\{(\d+)\}")
WORD: Final = re.compile(r"[^\W\d_]+")
OWNED: Final = ("question", "short", "verb", "sentence", "you", "remark", "to_you", "face", "right")
"""Sections whose keys are all names from the game's rules."""


def missing(game: Game, words: dict[str, Any]) -> list[str]:
    """The texts that a game needs and that are not there, by their keys."""
    wanted = dict.fromkeys(needed(game, words))
    return [".".join(key) for key in wanted if not _is_text(_found(words, key))]


def idle(game: Game, words: dict[str, Any]) -> list[str]:
    """Texts under names that the game does not know."""
    wanted = set(needed(game, words)) | {("short", key) for key in game.keys}
    wanted |= {("to_you", one.key) for one in game.book.remarks if _of_player(one.sorts)}
    keys = [(section, key) for section in OWNED for key in words.get(section, {})]
    return [".".join(key) for key in keys if key not in wanted]


def gaping(game: Game, words: dict[str, Any]) -> list[str]:
    """Texts with a hole for something that the game never says there."""
    return [
        ".".join(key)
        for key, parts in _templates(game)
        if any(int(hole) >= parts for hole in holes(_found(words, key)))
    ]


def unlike(words: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Keys that only one of two languages has, and texts whose holes or lines differ."""
    here, there = dict(leaves(words)), dict(leaves(other))
    alone = here.keys() ^ there.keys()
    differ = {key for key in here.keys() & there.keys() if _shape(here[key]) != _shape(there[key])}
    return sorted(".".join(key) for key in alone | differ)


def misformed(words: dict[str, Any], language: str) -> list[str]:
    """Texts without a form that their language has for some number below a million."""
    rule = Locale.parse(language).plural_form
    wanted = {rule(number) for number in range(1000)} | {"other"}
    forms = [(key, text) for key, text in leaves(words) if isinstance(text, dict)]
    return [".".join(key) for key, text in forms if not wanted <= set(text)]


# -- what a game needs


def needed(game: Game, words: dict[str, Any]) -> Iterator[Key]:
    """The keys of all texts that a game needs."""
    yield from (("game", key) for key in ("title", "summary"))
    yield from (("face", face) for face in game.faces)
    for question in game.book.questions:
        yield "question", question.key
        for verb in question.verbs:
            yield "verb", verb.name
            yield from _things(verb.sorts, words)
    for sentence in game.book.sentences:
        yield from _said(sentence.key, sentence.sorts)
        yield from _things(sentence.sorts, words)
    for remark in game.book.remarks:
        yield "remark", remark.key
        yield from _things(remark.sorts, words)
    yield from _table(game)


def _said(key: str, sorts: tuple[Kind[Any], ...]) -> Iterator[Key]:
    """A sentence, and where it begins with a player, what is said to that player."""
    yield "sentence", key
    if _of_player(sorts):
        yield "you", key


def _of_player(sorts: tuple[Kind[Any], ...]) -> bool:
    """Whether what is said begins with a player."""
    return bool(sorts) and sorts[0].name == "seat"


def _things(sorts: tuple[Kind[Any], ...], words: dict[str, Any]) -> Iterator[Key]:
    """What the things of a sort are called: a player's have two texts, others one each."""
    for sort in sorts:
        texts = words.get("sort", {}).get(sort.name, {})
        if has_forms(texts):
            yield "sort", sort.name
        elif "*" in texts:
            yield from (("sort", sort.name, form) for form in ("*", "me"))
        elif sort.name != "seat" and not set(sort.names) <= words.get("face", {}).keys():
            yield from (("sort", sort.name, name) for name in sort.names)


def _table(game: Game) -> Iterator[Key]:
    """Zones, counters, options and rights."""
    for seats in game.counts:
        layout = game.layout(seats, game.defaults())
        zones = [layout.zones[at] for at in layout.listed]
        yield from (("zone", starred(zone.name, zone.owner)) for zone in zones)
        counters = [layout.counters[at] for at in layout.listed_counters]
        yield from (("counter", counter_key(name, seats)) for name in counters)
    for setting in game.settings:
        yield "setting", setting.name, "title"
        yield from (("setting", setting.name, "values", value) for value in setting.values)
    yield from (("right", right.name) for right in game.rights)


def _templates(game: Game) -> Iterator[tuple[Key, int]]:
    """Texts with holes, and how many things the game says in each."""
    for question in game.book.questions:
        for verb in question.verbs:
            yield ("verb", verb.name), len(verb.sorts)
    for remark in game.book.remarks:
        yield ("remark", remark.key), len(remark.sorts)
        yield ("to_you", remark.key), len(remark.sorts)
    for sentence in game.book.sentences:
        yield ("sentence", sentence.key), len(sentence.sorts)
        yield ("you", sentence.key), len(sentence.sorts)


# -- words


def words_of(texts: Iterable[str]) -> set[str]:
    """The words in some texts, as they are written."""
    return {word for text in texts for word in WORD.findall(text) if word.isalpha()}


def same_words(language: str) -> set[str]:
    """The words that may be as in English: names, and what the language's ``same.txt`` lists."""
    files = (FOLDERS.joinpath("names.txt"), FOLDERS.joinpath(language, "same.txt"))
    return words_of(file.read_text("utf-8") for file in files if file.is_file())


# -- texts as a tree


def holes(text: object) -> set[str]:
    """The numbers of the holes in a text, in whichever form."""
    if isinstance(text, dict) and has_forms(text):
        return set().union(*(holes(one) for one in text.values()))
    return set(HOLE.findall(text)) if isinstance(text, str) else set()


def _found(words: dict[str, Any], key: Key) -> object:
    found: object = words
    for part in key:
        found = found.get(part) if isinstance(found, dict) else None
    return found


def _is_text(found: object) -> bool:
    """A text, or its forms; of what belongs to a player, a table of texts that has a label."""
    if isinstance(found, dict):
        return "label" in found or has_forms(found)
    return isinstance(found, str)


def leaves(words: dict[str, Any], under: Key = ()) -> Iterator[tuple[Key, object]]:
    """All texts of a tree with their keys; forms of one text are one."""
    for key, value in words.items():
        if isinstance(value, dict) and not has_forms(value):
            yield from leaves(value, (*under, key))
        else:
            yield (*under, key), value


def _shape(text: object) -> object:
    """What two languages must have in common: the holes, or the number of lines."""
    return len(text) if isinstance(text, list) else holes(text)
