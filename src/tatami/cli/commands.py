"""What can be typed at the table besides an answer."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Final

from tatami.cli.answers import Unclear, fold, matching, read_answer
from tatami.cli.fail import Failure
from tatami.cli.grammar import own_name
from tatami.cli.paint import Line, plain
from tatami.cli.rulebook import clause_of, page_of, painted
from tatami.cli.saves import keep
from tatami.engine.errors import Refusal
from tatami.engine.offer import Offer
from tatami.games.words import LANGUAGES

if TYPE_CHECKING:
    from tatami.cli.session import Session


class Leave(Exception):
    """The person leaves the table."""


def obey(session: Session, typed: str) -> list[Line]:
    """Do what was typed: a command, a right, or an answer. A note for the person comes back."""
    word, _, rest = typed.partition(" ")
    word, rest = word.casefold(), rest.strip()
    word = session.table.wording.own["command"].get(word, word)
    if word in COMMANDS:
        return COMMANDS[word](session, rest)
    if any(word == name.casefold() for name, _, _ in session.table.view().rights):
        return use(session, typed)
    return answer(session, typed)


def answer(session: Session, typed: str) -> list[Line]:
    """Answer what is asked; an empty line takes the only choice there is."""
    view = session.table.view()
    if not view.offers:
        return _noted(session, "note.nothing_asked")
    offer = view.offers[0]
    if not typed:
        return answer(session, "1") if _only_one(offer) else _noted(session, "note.type_number")
    try:
        reply = session.table.answer(read_answer(typed, offer, session.table.wording))
    except Unclear as unclear:
        return explain(session, unclear.forbidden) or note(unclear.sentence)
    return refused(session, reply) if isinstance(reply, Refusal) else []


def _only_one(offer: Offer) -> bool:
    return not offer.is_pick and len(offer.options) == 1


def note(text: str, style: str = "note") -> list[Line]:
    """A note of one line."""
    return [[(text, style)]]


def _noted(session: Session, key: str) -> list[Line]:
    """A note in the terminal's own words."""
    return note(session.table.wording.say(key))


def refused(session: Session, refusal: Refusal) -> list[Line]:
    """A refusal in words, with its clause."""
    clause = refusal.clause.rpartition(":")[2]
    wording = session.table.wording
    otherwise = wording.own.get("refusal", {}).get(refusal.code, refusal.sentence)
    sentence = wording.find("refusal", refusal.code, otherwise)
    more: Line = [(f"  {clause}", "dim")] if clause else []
    return [[(sentence, "bad"), *more]]


def explain(session: Session, options: list[int]) -> list[Line]:
    """Why some options are not open: each reason once, with the first option it concerns."""
    found: dict[str, list[Line]] = {}
    wording = session.table.wording
    question = session.table.view().offers[0].question
    for option in options:
        refusal = session.table.refusal(option)
        if refusal is not None and refusal.sentence not in found:
            reason = refused(session, refusal)[0]
            text = plain(wording.option(question, option))
            found[refusal.sentence] = [[(wording.say("note.not", text), ""), *reason]]
    return [line for lines in list(found.values())[:3] for line in lines]


# -- commands


def show_help(session: Session, rest: str) -> list[Line]:
    """What can be typed."""
    wording = session.table.wording
    lines: list[Line] = [[(wording.say("help.title"), "title")], []]
    lines += [[(f"  {what:<18}", "key"), (does, "")] for what, does in wording.own["help"]["lines"]]
    signs = session.table.board.signs()
    lines += [[], [(wording.say("help.signs"), "title")], []] if signs else []
    lines += [[(f"  {sign:<18}", "key"), (means, "")] for sign, means in signs]
    session.page([*lines, []])
    return []


def show_log(session: Session, rest: str) -> list[Line]:
    """The whole log."""
    session.table.story.read(session.table.referee)
    width = session.terminal.width
    session.page([row for entry in session.table.story.entries for row in entry.rows(width)], True)
    return []


def show_rules(session: Session, rest: str) -> list[Line]:
    """The rules, or one clause as a note."""
    try:
        page = page_of(session.table.listing, session.table.language)
        if rest:
            return painted(clause_of(page, rest))
    except Failure as failure:
        return note(failure.sentence[:1].upper() + failure.sentence[1:] + ".")
    session.page(painted(page.text))
    return []


def take_back(session: Session, rest: str) -> list[Line]:
    """Take back the last answer."""
    reply = session.table.back()
    if not isinstance(reply, Refusal):
        return _noted(session, "note.taken_back")
    reason = session.table.wording.say("note.not_back")
    return [[*refused(session, reply)[0], (f" {reason}", "")]]


def why(session: Session, rest: str) -> list[Line]:
    """Why something is not among the choices."""
    view = session.table.view()
    if not view.offers:
        return _noted(session, "note.nothing_asked")
    question = view.offers[0].question
    if not rest:
        return show_rules(session, question.clause)
    allowed = view.offers[0].options
    wording = session.table.wording
    if rest.isdecimal() or matching(rest, list(allowed), question, wording):
        return note(wording.say("note.allowed", question.clause))
    try:
        read_answer(rest, view.offers[0], wording)
    except Unclear as unclear:
        return explain(session, unclear.forbidden) or note(unclear.sentence)
    return []


def say(session: Session, rest: str) -> list[Line]:
    """Say something to everybody."""
    reply = session.table.say(rest)
    return refused(session, reply) if isinstance(reply, Refusal) else []


def save(session: Session, rest: str) -> list[Line]:
    """Save the game and play on."""
    if not rest:
        return _noted(session, "note.save_where")
    table = session.table
    try:
        with table.signals.shield():
            keep(table.referee, table.person, table.name, table.bots, rest)
    except Failure as failure:
        return note(failure.sentence[:1].upper() + failure.sentence[1:] + ".", "bad")
    return note(table.wording.say("note.saved", shlex.quote(rest)), "good")


def speak(session: Session, rest: str) -> list[Line]:
    """Change the language; no move is lost. It is named by its code or as it calls itself."""
    wanted = next((one for one in LANGUAGES if fold(rest) in (one, fold(own_name(one)))), "")
    if wanted:
        session.speak(wanted)
        return note(session.table.wording.say("note.language", own_name(wanted)), "good")
    known = ", ".join(f"{one} ({own_name(one)})" for one in LANGUAGES)
    return note(session.table.wording.say("note.languages", known))


def leave(session: Session, rest: str) -> list[Line]:
    """Leave the table."""
    raise Leave


def use(session: Session, rest: str) -> list[Line]:
    """Use a right: its name, and where it has several options, a number."""
    name, _, number = rest.partition(" ")
    for right, stamp, options in session.table.view().rights:
        if right.casefold() == name.casefold():
            at = int(number) if number.isdecimal() and len(number) < 6 else 1
            if not 1 <= at <= len(options) or (len(options) > 1 and not number):
                return _which(session, right, options)
            reply = session.table.use(right, stamp, options[at - 1])
            return refused(session, reply) if isinstance(reply, Refusal) else []
    return _noted(session, "note.no_right")


def _which(session: Session, name: str, options: tuple[int, ...]) -> list[Line]:
    """The options of a right."""
    wording = session.table.wording
    question = next(right.question for right in wording.game.rights if right.name == name)
    lines: list[Line] = [[(wording.say("note.which", name), "note")]]
    for number, option in enumerate(options, 1):
        lines.append([(f"{number:>2} ", "key"), *wording.option(question, option)])
    return lines


COMMANDS: Final = {
    "help": show_help,
    "?": show_help,
    "log": show_log,
    "rules": show_rules,
    "back": take_back,
    "why": why,
    "say": say,
    "save": save,
    "language": speak,
    "use": use,
    "quit": leave,
}
