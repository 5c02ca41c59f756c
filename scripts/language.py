"""What a language lacks: files, texts, forms, holes, and words that were left in English.

``make language LANGUAGE=it`` prints it, with the English of every text that is missing; without a
language, how many faults each has. docs/translate.md is the page for translators.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tatami import catalogue
from tatami.engine.errors import SENTENCES
from tatami.games.words import LANGUAGES
from tatami.rulebook import clauses, page_of
from tatami.testing.words import holes, leaves, misformed, same_words, words_of

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDERS: Final = ROOT / "src" / "tatami" / "languages"
GAMES: Final = ("clans", "night", "tack", "wataah")
HOLE: Final = re.compile(r"\{\w+\}")


def english() -> dict[str, dict[str, Any]]:
    """Every file of a language, with what English says in it."""
    games = ROOT / "src" / "tatami" / "games"
    found: dict[str, dict[str, Any]] = {}
    for kind in ("text", "lessons"):
        found |= {f"{kind}/{name}.toml": read(games / name / kind / "en.toml") for name in GAMES}
    terminal = read(ROOT / "src" / "tatami" / "cli" / "text" / "en.toml")
    found["text/cli.toml"] = {**terminal, "refusal": dict(SENTENCES)}
    found["browser.json"] = read(ROOT / "web" / "src" / "i18n" / "en.json")
    found["table.json"] = read(ROOT / "web" / "src" / "i18n" / "table.en.json")
    return found


def read(file: Path) -> dict[str, Any]:
    """One file of texts as a tree; an empty one where there is none."""
    if not file.is_file():
        return {}
    text = file.read_text(encoding="utf-8")
    tree: dict[str, Any] = json.loads(text) if file.suffix == ".json" else tomllib.loads(text)
    return tree


def faults(language: str) -> Iterator[str]:
    """All that a language lacks or has wrong, a line each."""
    folder = FOLDERS / language
    for name, wanted in english().items():
        if not (folder / name).is_file():
            yield f"{name}: there is no such file"
        for fault in differences(wanted, read(folder / name), language):
            yield f"{name}: {fault}"
    yield from pages_lacking(language)


def differences(wanted: dict[str, Any], there: dict[str, Any], language: str) -> Iterator[str]:
    """How the texts of one file differ from English where they should not, and the reverse."""
    ours, theirs = dict(leaves(free(wanted))), dict(leaves(free(there)))
    for key in ours:
        if key not in theirs:
            yield f"{'.'.join(key)} is missing; in English: {quoted(ours[key])}"
        elif holes(ours[key]) != holes(theirs[key]) or lines(ours[key]) != lines(theirs[key]):
            yield f"{'.'.join(key)} has other holes or lines than in English"
    yield from (f"{'.'.join(key)} is never said" for key in theirs if key not in ours)
    yield from (f"{key} lacks a plural form" for key in misformed(there, language))
    for key in ours:
        if key in theirs and left_in_english(ours[key], theirs[key], language):
            yield f"{'.'.join(key)} is as in English: {quoted(theirs[key])}"


def quoted(text: object) -> str:
    """A text as it stands in a file."""
    return json.dumps(text, ensure_ascii=False)


def free(tree: dict[str, Any]) -> dict[str, Any]:
    """A tree without what every language has in its own way: the words that one types."""
    return {name: part for name, part in tree.items() if name not in ("command", "nothing")}


def lines(text: object) -> int:
    """How many lines a text has that is a list."""
    return len(text) if isinstance(text, list) else 0


def pages_lacking(language: str) -> Iterator[str]:
    """Pages of rules that are not there, or have other clauses."""
    for name in GAMES:
        listing = catalogue.find(name)
        if not (FOLDERS / language / "rules" / f"{name}.md").is_file():
            yield f"rules/{name}.md: there is no such file"
        elif clauses(page_of(listing, language)) != clauses(page_of(listing)):
            yield f"rules/{name}.md has other clauses than in English"


# -- words left in English


def left_in_english(ours: object, theirs: object, language: str) -> bool:
    """Whether a text says the same as English, and it is not only names."""
    if isinstance(ours, list) and isinstance(theirs, list):
        pairs = zip(ours, theirs, strict=False)
        return any(left_in_english(one, other, language) for one, other in pairs)
    said = [HOLE.sub("", one) for one in spoken(theirs)]
    return ours == theirs and not words_of(said) <= same_words(language)


def spoken(text: object) -> list[str]:
    """The text, or its forms."""
    return [*map(str, text.values())] if isinstance(text, dict) else [str(text)]


def main(args: list[str]) -> int:
    """Print the faults of a language, or how many every language has."""
    if not args:
        for language in LANGUAGES[1:]:
            print(f"{language}: {len(list(faults(language))) or 'nothing'} to do")
        return 0
    found = list(faults(args[0]))
    print(*found, f"{args[0]}: {len(found) or 'nothing'} to do", sep="\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
