"""The page for hosts is true: every option, metric, log field and limit stands there as it is."""

from __future__ import annotations

import ast
import json
import re
import shlex
from argparse import Action, ArgumentParser
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tatami.cli.parser import parser
from tatami.cli.serve import config_from
from tatami.server import answers, app, frames, logs, requests
from tatami.server.config import Config
from tatami.server.lines import SMALL
from tatami.server.metrics import Metrics
from tatami.tables import connection, house, lengths, lobby, rounds, seat_links
from tatami.tables.store import Hold
from tatami.tables.table_log import Held, TableLog

PAGE = Path(__file__).parents[2].joinpath("docs", "host.md").read_text("utf-8")
SOURCE = Path(logs.__file__).parents[1]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("|")
]
UNSAID = {"": "none", "False": "", "[]": "none"}
"""Defaults that the page tells in words."""
FOUND = {
    "address": "as the browser asked",
    "node": "machine:port",
    "at": "where it listens",
}
"""Options without a default of their own, and what is taken where they are not given."""


def serve() -> ArgumentParser:
    """The parser of ``tatami serve``."""
    commands = next(one for one in parser()._actions if one.dest == "command")
    assert isinstance(commands.choices, dict)
    found = commands.choices["serve"]
    assert isinstance(found, ArgumentParser)
    return found


def options() -> list[Action]:
    return [one for one in serve()._actions if one.dest not in ("help", "ascii")]


def row(first: str) -> list[str]:
    """The row of a table that begins so."""
    found = [cells for cells in ROWS if cells[0] == first]
    assert len(found) == 1, f"{first} stands in {len(found)} rows"
    return found[0]


@pytest.mark.parametrize("option", options(), ids=lambda option: option.dest)
def test_an_option_of_serve_is_explained_with_its_default(option: Action) -> None:
    plain = option.default
    default = f"{plain:g}" if isinstance(plain, float) else str(plain)
    told = row(f"`{option.option_strings[0]}`")[1]
    assert told == UNSAID.get(default, default) or told == FOUND.get(option.dest)


def test_no_option_is_explained_that_does_not_exist() -> None:
    known = {f"`{one.option_strings[0]}`" for one in options()}
    assert {cells[0] for cells in ROWS if cells[0].startswith("`--")} == known


def test_a_command_without_options_serves_with_the_settings_that_the_code_names() -> None:
    assert config_from(parser().parse_args(["serve"])) == Config()


def test_every_metric_is_explained_with_its_kind() -> None:
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", Metrics().text().decode(), re.MULTILINE))
    told = {cells[0].strip("`"): cells[1] for cells in ROWS if cells[0].startswith("`tatami_")}
    assert told == {name: kind for name, kind in kinds.items() if not name.endswith("_created")}


def said(file: Path) -> set[str]:
    """The fields that the lines have which a file writes into the log."""
    tree = ast.parse(file.read_text("utf-8"))
    named = {
        target.id: one.value
        for one in ast.walk(tree)
        if isinstance(one, ast.Assign)
        for target in one.targets
        if isinstance(target, ast.Name)
    }
    calls = [one for one in ast.walk(tree) if isinstance(one, ast.Call) and is_log(one.func)]
    given = [word.value for one in calls for word in one.keywords if word.arg == "extra"]
    found = [named[one.id] if isinstance(one, ast.Name) else one for one in given]
    assert all(isinstance(one, ast.Dict) for one in found), file
    return {
        ast.literal_eval(key)
        for one in found
        if isinstance(one, ast.Dict)
        for key in one.keys
        if key
    }


def is_log(called: ast.expr) -> bool:
    """Whether that is a method of a log: of a module's, or of a table's."""
    if not isinstance(called, ast.Attribute):
        return False
    return ast.unparse(called.value).rpartition(".")[2] == "log"


def of_every_line_of_a_table() -> set[str]:
    """The fields that the log of a table adds to each of its lines."""
    held = SimpleNamespace(row=SimpleNamespace(id="a"), hold=Hold("a", 1))
    return set(TableLog(cast(Held, held)).process("", {})[1]["extra"])


def test_every_field_of_a_log_line_is_explained() -> None:
    section = PAGE.partition("## Logs")[2].partition("\n## ")[0]
    cells = " ".join(re.findall(r"^\| (`.*?) \|", section, re.MULTILINE))
    named = set(re.findall(r"`(\w+)`", cells))
    assert named == {"at", "level", "where", "what", "node", "trace", *logs.FIELDS}
    here = of_every_line_of_a_table()
    assert set(logs.FIELDS) == here.union(*map(said, SOURCE.rglob("*.py")))


def test_the_limits_are_those_of_the_server() -> None:
    config = Config()
    assert row("`--tables`")[1] == str(config.tables)
    assert row("unfinished tables of one person")[1] == str(config.mine)
    assert answers.LARGEST_BODY == connection.LARGEST == 8 * 1024
    assert row("a message or request body")[1] == "8 KB"
    assert row("all that was done in a lesson")[1] == f"{app.LARGEST_LESSON >> 10} KB"
    assert row("a name")[1] == f"{lobby.LONGEST_NAME} letters"
    assert row("answers that a player may take back in one game")[1] == f"{lengths.MOST_BACKS:,}"
    assert f"{connection.PATIENCE} refusals" in PAGE
    assert row("remarks of one person")[1] == f"{house.TALK} a second, {house.TALK * 5} at once"
    from_here = house.TALK * house.PARTY
    talk = row("talk outside a game, at one table from one address")
    assert talk[1] == f"{from_here} a second, {from_here * 5} at once"
    asked = row("new commitments of one person, requests for a seat from one address")
    assert asked[1] == f"{house.ASKED} a second, {house.ASKED * 20} at once"
    assert row("links to a seat that one person makes")[1] == f"{seat_links.LINKS} a minute"
    assert f"each for {requests.WHOLE:.0f} seconds" in PAGE
    assert f"empty frames {frames.LIGHT} a second" in PAGE
    assert seat_links.LINK_MS == 15 * 60 * 1000
    assert rounds.SWEEP == 600


def test_the_unit_starts_a_server_that_the_command_understands() -> None:
    found = re.search(r"^ExecStart=\S+/tatami (.*)$", PAGE, re.MULTILINE)
    assert found
    config = config_from(parser().parse_args(shlex.split(found[1])))
    assert config.address == "https://tatami.example"
    assert config.secure


DEPLOY = Path(__file__).parents[2] / "deploy"


def test_the_container_starts_a_node_that_the_command_understands() -> None:
    words = json.loads((DEPLOY / "Containerfile").read_text().partition("ENTRYPOINT ")[2])
    assert words[:2] == ["sh", "-c"]
    assert words[2].startswith("exec tatami ")
    for more in re.findall(r"command: (\[.*\])", (DEPLOY / "compose.yaml").read_text()):
        line = words[2].replace("exec tatami ", "").replace("$TATAMI_STORE", "postgresql://x@y/z")
        given = shlex.split(line.replace('"$@"', shlex.join(json.loads(more))))
        config = config_from(parser().parse_args(given))
        assert config.store == "postgresql://x@y/z"
        assert config.at.endswith(":8000")


def test_a_node_by_hand_is_one_that_the_command_understands() -> None:
    found = re.search(r"^tatami (serve --host .*) \\\n +(.*)$", PAGE, re.MULTILINE)
    assert found
    config = config_from(parser().parse_args(shlex.split(f"{found[1]} {found[2]}")))
    assert (config.node, config.at) == ("one", "10.0.0.11:8000")


def test_no_file_for_hosts_holds_a_password() -> None:
    for file in DEPLOY.iterdir():
        assert not re.search(r"postgresql://[^@\s]*:[^@\s]*@", file.read_text()), file.name


@pytest.mark.parametrize("header", ["Host", "Upgrade", "Connection", "X-Forwarded-For"])
def test_nginx_passes_on_what_the_server_reads(header: str) -> None:
    assert f"proxy_set_header {header} " in PAGE


def test_both_proxies_tell_the_round_trip_in_the_header_that_the_page_names() -> None:
    found = re.search(r"`--rtt-header (\S+)`", PAGE)
    assert found
    assert f"proxy_set_header {found[1]} $tcpinfo_rtt;" in PAGE
    assert f"http-request set-header {found[1]} %[fc_rtt(us)]" in PAGE
    assert f"a credit of\n{SMALL * 500:g} milliseconds at most" in PAGE


TELLS = re.compile(
    r"^\s*(proxy_set_header X-Rtt \$tcpinfo_rtt;"
    r"|http-request set-header X-Rtt %\[fc_rtt\(us\)\]"
    r"|request_header -X-Rtt)$",
    re.MULTILINE,
)
"""What a proxy does with the header: it tells the round trip itself, or deletes what it got."""
SAMPLES = re.findall(r"^```\w*\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
PROXIES = [
    text
    for text in (*(path.read_text() for path in sorted(DEPLOY.iterdir())), *SAMPLES)
    if re.search(r"^\s*(proxy_pass|reverse_proxy|default_backend) ", text, re.MULTILINE)
]


def test_no_proxy_lets_a_players_own_round_trip_through() -> None:
    """Nodes believe the header, since it comes from a proxy."""
    assert len(PROXIES) == 5, "nginx and Caddy in deploy/, and with HAProxy on the page"
    for text in PROXIES:
        assert len(TELLS.findall(text)) == 1, text
        for block in re.findall(r"location [^{]*\{([^}]*)\}", text):
            own = "proxy_set_header" in block and "internal;" not in block
            assert TELLS.search(block) or not own, "a block with headers of its own inherits none"
