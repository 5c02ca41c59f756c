"""From what a person types to an answer: numbers, or the beginning of a text."""

from __future__ import annotations

import re

from tatami.cli.paint import plain
from tatami.cli.screen import choices_of
from tatami.cli.term import spell_plainly
from tatami.cli.wording import Wording
from tatami.engine.asking import Answer
from tatami.engine.offer import Offer
from tatami.engine.question import Question


class Unclear(Exception):
    """What was typed is no answer: a sentence, and forbidden options that it may have meant."""

    def __init__(self, sentence: str, forbidden: list[int] | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.forbidden = forbidden or []


def fold(text: str) -> str:
    """A text as people type it: no accents, no crests, no capitals, single blanks."""
    bare = re.sub(r"[^0-9a-z:'_-]+", " ", spell_plainly(re.sub(r"[◆■●♣▲✦]", "", text)).casefold())
    return " ".join(bare.split())


def read_answer(typed: str, offer: Offer, wording: Wording) -> Answer:
    """The answer that a text means; ``Unclear`` where it means none or several."""
    if offer.is_pick:
        return _several(typed, offer, wording)
    return _one(typed, offer, wording)


def _one(typed: str, offer: Offer, wording: Wording) -> int:
    allowed = dict(choices_of(offer))
    if typed.isdecimal():
        return _numbered(typed, allowed, wording)
    return _meant(typed, list(allowed.values()), offer.question, wording)


def _numbered(typed: str, allowed: dict[int, int], wording: Wording) -> int:
    number = int(typed) if len(typed) < 6 else 0
    if number not in allowed:
        most = len(allowed)
        which = wording.say("table.to", 1, most) if most > 1 else wording.say("note.only")
        raise Unclear(wording.say("note.no_number", typed[:12], which))
    return allowed[number]


def _meant(typed: str, options: list[int], question: Question, wording: Wording) -> int:
    """The one option whose text begins like this."""
    found = matching(typed, options, question, wording)
    if len(found) == 1:
        return found[0]
    if found:
        texts = [plain(wording.option(question, option)) for option in found[:4]]
        raise Unclear(wording.say("note.could_be", "; ".join(texts)))
    forbidden = matching(typed, _others(options, question, wording), question, wording)
    short = typed if len(typed) <= 30 else typed[:29] + "…"
    raise Unclear(wording.say("note.no_choice", short), forbidden)


def _others(options: list[int], question: Question, wording: Wording) -> list[int]:
    """The options of a question that are not open now, as far as this table has such things."""
    known = set(options)
    return [
        one for one in range(question.size) if one not in known and _exists(one, question, wording)
    ]


def _exists(option: int, question: Question, wording: Wording) -> bool:
    """Whether the seats that an option speaks of sit at this table."""
    verb, args = question.decode(option)
    for sort, arg in zip(question.sorts(verb), args, strict=True):
        by_seat = sort.name == "seat" or "*" in wording.words.get("sort", {}).get(sort.name, {})
        if by_seat and arg >= len(wording.names):
            return False
    return True


def matching(typed: str, options: list[int], question: Question, wording: Wording) -> list[int]:
    """The options that a text can mean: the same text, else one that begins so, else inside it."""
    wanted = fold(typed)
    if not wanted:
        return []
    texts = {one: fold(plain(wording.option(question, one))) for one in options}
    same = [one for one in options if wanted in (texts[one], question.spelled[one].casefold())]
    starts = [one for one, text in texts.items() if text.startswith(wanted)]
    inside = [one for one, text in texts.items() if f" {wanted}" in f" {text}"]
    pieces = [one for one, text in texts.items() if _in_pieces(wanted.split(), text.split())]
    return same or starts or inside or pieces


def _in_pieces(typed: list[str], text: list[str]) -> bool:
    """Whether each typed word begins a word of the text, in their order: ``dep tak``."""
    words = iter(text)
    return all(any(word.startswith(piece) for word in words) for piece in typed)


def _several(typed: str, offer: Offer, wording: Wording) -> Answer:
    """A subset: numbers with blanks or commas between, or texts with commas."""
    items = dict(choices_of(offer))
    if typed.casefold() in wording.own["nothing"]["words"]:
        chosen: list[int] = []
    elif re.fullmatch(r"[\d\s,]+", typed):
        chosen = _numbers(re.findall(r"\d+", typed), items, wording)
    else:
        chosen = _texts(typed.split(","), list(items.values()), offer, wording)
    if not offer.low <= len(chosen) <= offer.high:
        asked = wording.how_many(offer.low, offer.high)
        raise Unclear(wording.say("note.choose_not", asked, len(chosen)))
    return tuple(sorted(chosen))


def _numbers(typed: list[str], items: dict[int, int], wording: Wording) -> list[int]:
    if len(set(typed)) < len(typed):
        raise Unclear(wording.say("note.once"))
    return [_numbered(one, items, wording) for one in typed]


def _texts(typed: list[str], left: list[int], offer: Offer, wording: Wording) -> list[int]:
    chosen: list[int] = []
    for text in typed:
        one = _meant(text.strip(), sorted(set(left)), offer.question, wording)
        chosen.append(one)
        left.remove(one)
    return chosen
