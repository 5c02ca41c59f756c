"""The wire structs as TypeScript and as tables of docs/protocol.md: made here, checked in tests.

``python -m tatami.server.schema --write`` makes both anew; ``--check`` says whether they are fresh.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import sys
import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct

from tatami.engine import errors
from tatami.tables import refusals, wire

Kind: TypeAlias = type[Struct]

ROOT: Final = Path(__file__).resolve().parents[3]
TYPES: Final = ROOT / "web" / "src" / "protocol.ts"
PAGE: Final = ROOT / "docs" / "protocol.md"
BEGIN: Final = "<!-- generated: python -m tatami.server.schema --write -->"
END: Final = "<!-- end of the generated part -->"
SAID: Final = (*get_args(wire.FromClient), wire.NewTable, wire.Rename)
"""What a client writes: there a default means that the field may be left out."""
WORDS: Final = {int: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown"}
PLAIN: Final = {int: "integer", str: "string", bool: "boolean", type(None): "null", Any: "any"}
HEAD: Final = """\
/**
 * What crosses the wire, made from src/tatami/tables/wire/. Do not edit; run
 * `python -m tatami.server.schema --write`.
 */
"""


# -- what the wire holds


def structs() -> list[Kind]:
    """Every struct of the wire, part by part, in the order of the source."""
    return [kind for part in wire.PARTS for kind in _structs_of(part)]


def _structs_of(part: types.ModuleType) -> list[Kind]:
    here = (thing for thing in vars(part).values() if inspect.isclass(thing))
    own = (kind for kind in here if kind.__module__ == part.__name__)
    return [kind for kind in own if issubclass(kind, Struct)]


@cache
def hints(kind: Kind) -> dict[str, Any]:
    """The types of a struct's fields."""
    return get_type_hints(kind)


def fields(kind: Kind) -> Iterator[tuple[str, Any, Any]]:
    """Each field of a struct: its name, its type, its default (NODEFAULT: there is none)."""
    found = hints(kind)
    for field in msgspec.structs.fields(kind):
        default = field.default
        if field.default_factory is not NODEFAULT:
            default = field.default_factory()
        yield field.name, found[field.name], default


def tag(kind: Kind) -> str:
    """What the field ``t`` of a message says, or nothing."""
    return str(kind.__struct_config__.tag or "")


def elided(kind: Kind) -> bool:
    """Whether the server leaves out fields that have their default."""
    return kind.__struct_config__.omit_defaults and kind not in SAID


# -- types


def spelled(hint: Any, names: dict[Any, str]) -> str:
    """A type in words: those of TypeScript, or those of the page."""
    if hint in names:
        return names[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in args)
    if origin in (Union, types.UnionType):
        return " | ".join(spelled(arg, names) for arg in args)
    if origin is dict:
        return f"Record<string, {spelled(args[1], names)}>"
    if origin is list or (origin is tuple and args[-1] is Ellipsis):
        return f"readonly {bracketed(spelled(args[0], names))}[]"
    if origin is tuple:
        return f"readonly [{', '.join(spelled(arg, names) for arg in args)}]"
    return str(hint.__name__)


def bracketed(text: str) -> str:
    """A type that can stand before ``[]``."""
    return f"({text})" if " " in text else text


def plain(hint: Any) -> str:
    """A type for the page, where nothing is said about who may write to it."""
    text = spelled(hint, PLAIN).replace("readonly ", "").replace("Record<string, ", "map<string, ")
    return text.replace("|", r"\|")


# -- the browser's types


def typescript() -> str:
    """The whole of protocol.ts."""
    parts = [HEAD, f"export const PROTOCOL = {wire.PROTOCOL};", ""]
    parts += ["export type Answer = number | readonly number[];", ""]
    for kind in structs():
        parts += [declared(kind), ""]
    for name in ("FromClient", "FromServer"):
        parts += [union(name), ""]
    return "\n".join([*parts, shapes()])


def declared(kind: Kind) -> str:
    """One struct as an interface, or, where it crosses the wire as an array, as a tuple."""
    about = comment(kind)
    if kind.__struct_config__.array_like:
        parts = ", ".join(f"{name}: {spelled(hint, WORDS)}" for name, hint, _ in fields(kind))
        return f"{about}export type {kind.__name__} = readonly [{parts}];"
    lines = [f"  readonly t: {json.dumps(tag(kind))};"] if tag(kind) else []
    for name, hint, default in fields(kind):
        mark = "?" if kind in SAID and default is not NODEFAULT else ""
        lines.append(f"  readonly {name}{mark}: {spelled(hint, WORDS)};")
    return "\n".join([f"{about}export interface {kind.__name__} {{", *lines, "}"])


def comment(kind: Kind) -> str:
    """A docstring as a comment of TypeScript."""
    text = (inspect.getdoc(kind) or "").replace("``", "`").splitlines()
    if len(text) == 1:
        return f"/** {text[0]} */\n"
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in text), " */", ""])


def union(name: str) -> str:
    """One of the two unions of messages."""
    kinds = get_args(getattr(wire, name))
    return "\n".join([f"export type {name} =", *(f"  | {kind.__name__}" for kind in kinds)]) + ";"


def shapes() -> str:
    """What the server leaves out and where it can be missing, for lib/complete.ts."""
    rows = {kind.__name__: shape(kind) for kind in structs() if kind not in SAID}
    rows = {name: row for name, row in rows.items() if row["defaults"] or row["parts"]}
    about = (
        "/** Fields the server leaves out where they have their default, and nested structs. */\n"
    )
    return f"{about}export const SHAPES = {json.dumps(rows, indent=2)} as const;\n"


def shape(kind: Kind) -> dict[str, Any]:
    """The defaults of a struct, and which of its fields hold structs that have some."""
    parts = {name: inner(hint) for name, hint, _ in fields(kind) if inner(hint)}
    return {"defaults": defaults(kind), "parts": parts}


def defaults(kind: Kind) -> dict[str, Any]:
    """The values of fields that may be missing."""
    if not elided(kind):
        return {}
    return {name: value for name, _, value in fields(kind) if value is not NODEFAULT}


def inner(hint: Any) -> str:
    """The struct with fields of its own that a type speaks of, or nothing."""
    if inspect.isclass(hint) and issubclass(hint, Struct):
        whole = shape(hint)
        return hint.__name__ if whole["defaults"] or whole["parts"] else ""
    return next((found for found in map(inner, get_args(hint)) if found), "")


# -- the page


def tables() -> str:
    """The generated part of docs/protocol.md."""
    parts: list[str] = []
    for title, kinds in chapters():
        parts += [f"### {title}", ""]
        for kind in kinds:
            parts += [section(kind), ""]
    return "\n".join([*parts, codes()]).rstrip()


def codes() -> str:
    """The refusals that the engine and the server know; a game adds its own, with a clause."""
    known = {**errors.SENTENCES, **refusals.SENTENCES}
    rows = [f"| `{code}` | {sentence} |" for code, sentence in known.items()]
    return "\n".join(["### Refusals", "", "| code | sentence |", "|---|---|", *rows])


def chapters() -> list[tuple[str, list[Kind]]]:
    """The structs in the order in which a reader needs them."""
    client, server = list(get_args(wire.FromClient)), list(get_args(wire.FromServer))
    rest = [kind for kind in structs() if kind not in client and kind not in server]
    start = rest.index(wire.NewTable)
    return [
        ("From a client, over the socket", client),
        ("From the server, over the socket", server),
        ("What they are made of", rest[:start]),
        ("Over HTTP", rest[start:]),
    ]


def section(kind: Kind) -> str:
    """One struct: what it is for, then its fields."""
    named = (
        f'#### {kind.__name__}\n\n`"t": "{tag(kind)}"`' if tag(kind) else f"#### {kind.__name__}"
    )
    shaped = "\n\nAn array of its fields, in this order." * kind.__struct_config__.array_like
    rows = [row(kind, *field) for field in fields(kind)]
    table = ["| field | type | default |", "|---|---|---|", *rows] if rows else []
    return "\n".join([named, "", prose(kind) + shaped, "", *table]).rstrip()


def row(kind: Kind, name: str, hint: Any, default: Any) -> str:
    """One field in the table."""
    told = "" if default is NODEFAULT else f"`{json.dumps(default)}`"
    return f"| `{name}` | {plain(hint)} | {told} |"


RULE: Final = re.compile(r"^=+(?: +=+)+$")


def prose(kind: Kind) -> str:
    """A docstring as Markdown; its tables become tables."""
    lines: list[str] = []
    rules = 0
    for line in (inspect.getdoc(kind) or "").replace("``", "`").splitlines():
        if RULE.match(line):
            rules += 1
            lines += ["|---|---|"] * (rules % 3 == 2)
        else:
            lines.append(cells(line) if rules % 3 else line)
    return "\n".join(lines)


def cells(line: str) -> str:
    """A line of a table of two columns."""
    return "| " + " | ".join(re.split(r" {2,}", line.strip(), maxsplit=1)) + " |"


def page(text: str) -> str:
    """The page with its generated part made anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{tables()}\n\n{END}{after}"


# -- the command


def made() -> dict[Path, str]:
    """What each file should hold."""
    return {TYPES: typescript(), PAGE: page(PAGE.read_text(encoding="utf-8"))}


def stale() -> list[Path]:
    """The files that do not hold what they should."""
    wanted = made()
    return [
        path
        for path, text in wanted.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]


def main() -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(prog="tatami.server.schema", description=__doc__)
    parser.add_argument("--write", action="store_true", help="make the files anew")
    parser.add_argument("--check", action="store_true", help="fail where a file is not fresh")
    args = parser.parse_args()
    old = stale()
    for path in old:
        sys.stderr.write(f"{'written' if args.write else 'stale'}: {path.relative_to(ROOT)}\n")
        if args.write:
            path.write_text(made()[path], encoding="utf-8")
    return int(bool(old) and not args.write)


if __name__ == "__main__":
    raise SystemExit(main())
