"""What is made from the wire's structs is fresh, and says what they say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tatami import tables
from tatami.server import schema
from tatami.server.sockets import CODES
from tatami.tables import wire


def test_the_types_and_the_tables_are_fresh() -> None:
    old = [str(path.relative_to(schema.ROOT)) for path in schema.stale()]
    assert not old, "run: python -m tatami.server.schema --write"


def test_every_struct_is_declared_once_with_all_its_fields() -> None:
    whole = schema.typescript()
    for kind in schema.structs():
        text = schema.declared(kind)
        assert whole.count(text) == 1, kind
        assert all(f"{name}:" in text or f"{name}?:" in text for name, _, _ in schema.fields(kind))


def test_every_message_is_on_the_page_with_its_tag() -> None:
    page = schema.tables()
    for kind in schema.structs():
        assert f"#### {kind.__name__}\n" in page
        assert not schema.tag(kind) or f'"t": "{schema.tag(kind)}"' in page


def test_the_page_names_the_protocol_that_the_server_speaks() -> None:
    """A client that was written from the page alone is turned away otherwise."""
    page = (schema.ROOT / "docs" / "protocol.md").read_text()
    assert re.findall(r"`protocol` is ([0-9]+)", page) == [str(wire.PROTOCOL)]


def test_every_goodbye_is_said_and_has_its_code_and_its_line_on_the_page() -> None:
    source = "".join(path.read_text() for path in Path(tables.__file__).parent.glob("*.py"))
    said = set(re.findall(r'(?:hang_up|self\._refuse)\([^)]*?"(\w+)"', source))
    said |= set(re.findall(r'self\._refuse\("\w+" if .* else "(\w+)"\)', source))
    page = (schema.ROOT / "docs" / "protocol.md").read_text().partition("## Goodbyes")[2]
    told = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", page, re.MULTILINE))
    assert said == set(get_args(wire.Goodbye)) == set(CODES)
    assert told == {why: str(code) for why, code in CODES.items()}


def test_a_field_that_a_client_may_leave_out_is_optional() -> None:
    assert "readonly since?: number;" in schema.declared(wire.Hello)
    assert "readonly protocol: number;" in schema.declared(wire.Hello)


def test_a_struct_sent_as_an_array_is_a_tuple() -> None:
    assert "= readonly [verb: string, args: readonly number[]];" in schema.declared(wire.EventState)


def test_what_the_server_leaves_out_can_be_put_back() -> None:
    seat = wire.SeatState("person", name="Aki")
    sent = msgspec.json.decode(msgspec.json.encode(seat))
    assert "level" not in sent
    assert msgspec.convert({**schema.defaults(wire.SeatState), **sent}, wire.SeatState) == seat


def test_structs_inside_structs_are_found() -> None:
    assert schema.shape(wire.ReplayState)["parts"] == {"table": "TableState", "frames": "Frame"}


def test_a_stale_file_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(schema, "made", lambda: {schema.TYPES: "something else"})
    monkeypatch.setattr("sys.argv", ["schema", "--check"])
    assert schema.main() == 1
    assert "stale: web/src/protocol.ts" in capsys.readouterr().err
