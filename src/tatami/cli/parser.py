"""All that the command ``tatami`` takes."""

from __future__ import annotations

import os
from argparse import ArgumentParser, RawDescriptionHelpFormatter, _SubParsersAction
from typing import Any, NoReturn
from urllib.parse import urlsplit

from tatami import __version__
from tatami.cli.fail import USAGE, Failure, shown
from tatami.cli.numbers import FACTOR, LEASE, POSITIVE, SECONDS, WHOLE, age
from tatami.cli.tongue import language_of
from tatami.games.words import LANGUAGES

CODES = """\
exit codes: 0 all is well; 1 a file, a game or the machine is in the way;
            2 the command line is wrong; 130 Ctrl-C
"""


class Parser(ArgumentParser):
    """Complains in one line."""

    def error(self, message: str) -> NoReturn:
        """End with the usage code."""
        raise Failure(f"{shown(message)} (see {self.prog} --help)", USAGE)


def site(text: str) -> str:
    """What pages are opened under, or nothing; what has no scheme belongs to no page."""
    parts = urlsplit(text)
    whole = parts.scheme in ("http", "https") and parts.hostname and not parts.path.strip("/")
    if text and not whole:
        raise ValueError
    return text


site.__name__ = "address (https://tatami.example)"


def parser() -> Parser:
    """Everything the command takes."""
    top = Parser(
        prog="tatami",
        description="The digital home of ninja card games: play, simulate, replay.",
        epilog=CODES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"tatami {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    people = (_serve, _games, _learn, _play, _replay, _verify, _rules, _doctor, _host, _nodes)
    for add in (*people, _simulate, _arena, _dataset):
        add(commands)
    return top


def _command(commands: _SubParsersAction[Any], name: str, does: str, more: str = "") -> Parser:
    made: Parser = commands.add_parser(
        name, help=does, description=f"{does[:1].upper()}{does[1:]}. {more}".strip(), epilog=None
    )
    made.add_argument("--ascii", action="store_true", help="draw with plain ASCII only")
    return made


def _serve(commands: _SubParsersAction[Any]) -> None:
    more = "Unfinished games go on when it is started again. docs/host.md tells more."
    made = _command(commands, "serve", "start the table in the browser", more)
    made.add_argument("--host", default="127.0.0.1", help="where to listen (0.0.0.0: everywhere)")
    made.add_argument("--port", type=WHOLE, default=8000, help="default 8000; 0: any that is free")
    made.add_argument("--data", default="data", metavar="DIR", help="where games are kept")
    made.add_argument(
        "--store", default="", metavar="URL", help="a database that several nodes share, instead"
    )
    made.add_argument("--node", default="", metavar="NAME", help="the name of this node of them")
    made.add_argument("--at", default="", metavar="ADDRESS:PORT", help="where proxies find it")
    made.add_argument(
        "--lease", type=LEASE, default=5.0, metavar="S", help="seconds until it counts as dead"
    )
    made.add_argument("--open", action="store_true", help="open the page in a browser")
    made.add_argument(
        "--address", type=site, default="", help="what links begin with, behind a proxy"
    )
    made.add_argument(
        "--origin", type=site, action="append", default=[], help="a further origin to trust"
    )
    made.add_argument("--proxies", default="127.0.0.1", help="proxies whose headers are believed")
    made.add_argument(
        "--rtt-header", default="", metavar="NAME", help="where they tell a client's round trip"
    )
    made.add_argument("--secure", action="store_true", help="cookies over HTTPS only")
    _more_games(made)
    _serve_play(made)
    _serve_limits(made)


def _serve_play(made: Parser) -> None:
    made.add_argument("--pace", type=FACTOR, default=1.0, help="factor for the bots' waiting")
    made.add_argument("--time", type=FACTOR, default=1.0, help="factor for the tables' clocks")
    made.add_argument(
        "--away", type=FACTOR, default=90.0, metavar="S", help="until a bot plays for the absent"
    )
    made.add_argument(
        "--reveal",
        type=SECONDS,
        default=10.0,
        metavar="S",
        help="to promise a share, then open it",
    )
    made.add_argument(
        "--budget", type=FACTOR, default=5.0, metavar="S", help="for one move of a bot"
    )
    made.add_argument("--thinkers", type=POSITIVE, default=4, metavar="N", help="bot processes")


def _serve_limits(made: Parser) -> None:
    made.add_argument("--messages", type=FACTOR, default=20.0, help="a second and connection")
    made.add_argument("--requests", type=FACTOR, default=20.0, help="a second and address")
    made.add_argument("--connections", type=POSITIVE, default=120, help="from one address")
    made.add_argument("--opening", type=POSITIVE, default=120, help="tables an hour and address")
    made.add_argument("--tables", type=POSITIVE, default=20_000, help="most unfinished tables")
    made.add_argument("--keep", type=FACTOR, default=365.0, metavar="DAYS", help="finished games")
    made.add_argument(
        "--idle-open", type=FACTOR, default=2.0, metavar="DAYS", help="tables that never started"
    )
    made.add_argument(
        "--idle-game", type=FACTOR, default=30.0, metavar="DAYS", help="games nobody continues"
    )
    made.add_argument(
        "--rest",
        type=FACTOR,
        default=600.0,
        metavar="S",
        help="until an empty table leaves memory",
    )
    made.add_argument("--size", type=WHOLE, default=0, metavar="MB", help="most of the database")


def _games(commands: _SubParsersAction[Any]) -> None:
    made = _command(commands, "games", "list the installed games")
    _more_games(made)
    made.add_argument("--json", action="store_true", help="print one JSON object")


def _learn(commands: _SubParsersAction[Any]) -> None:
    more = "Each lesson takes a minute or two. Type ? at the table for help, quit to leave."
    made = _command(commands, "learn", "learn a game by playing it", more)
    made.add_argument("game", nargs="?", metavar="GAME", help="which game, such as clans")
    made.add_argument("lesson", nargs="?", metavar="LESSON", help="where to begin (default: first)")
    made.add_argument("--list", action="store_true", help="say which lessons there are")
    _more_games(made)
    _language(made)


def _play(commands: _SubParsersAction[Any]) -> None:
    more = "Type ? at the table for help. A game that is left is kept and can be resumed."
    made = _command(commands, "play", "play against bots", more)
    made.add_argument("game", nargs="?", metavar="GAME", help="which game, such as clans")
    _more_games(made)
    _table(made)
    made.add_argument("--seat", type=WHOLE, metavar="N", help="where you sit, from 0 (default 0)")
    made.add_argument("--name", help="your name at the table")
    made.add_argument(
        "--bots",
        metavar="LEVEL,...",
        help="one level for all, or one for each (default: the best that does not search)",
    )
    made.add_argument("--seed", type=WHOLE, metavar="S", help="a number that fixes the deal")
    made.add_argument(
        *("--speed", "--pause"),
        type=SECONDS,
        default=0.6,
        metavar="SECONDS",
        help="pause after each move of the others (default 0.6; 0: none)",
    )
    made.add_argument("--save", metavar="FILE", help="save the game there when it ends or is left")
    made.add_argument("--resume", metavar="FILE", help="go on with a saved game or a record")
    _language(made)


def _more_games(made: Parser) -> None:
    """Games that are not installed: where no GAME is named, the first of them is meant."""
    made.add_argument(
        "--game",
        dest="modules",
        action="append",
        default=[],
        metavar="MODULE",
        help="the module of a game that is not installed, such as mine.rules; repeatable",
    )


def _language(made: Parser) -> None:
    made.add_argument(
        *("--language", "--lang"),
        dest="lang",
        choices=LANGUAGES,
        default=language_of(os.environ),
        help="language of the game (default: that of your locale, here %(default)s)",
    )


def _table(made: Parser) -> None:
    made.add_argument("--seats", type=WHOLE, metavar="N", help="how many play (default 4)")
    made.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="a table option; repeatable"
    )


def _games_of_bots(made: Parser) -> None:
    """A series of games at one table, with the same seed the same."""
    made.add_argument("game", nargs="?", metavar="GAME", help="which game, such as clans")
    _more_games(made)
    _table(made)
    made.add_argument("--games", type=POSITIVE, default=100, metavar="K", help="default 100")
    made.add_argument("--seed", type=WHOLE, default=0, metavar="S", help="default 0")
    made.add_argument(
        "--bots", default="random", metavar="NAME,...", help="one for all seats, or one for each"
    )


def _simulate(commands: _SubParsersAction[Any]) -> None:
    more = "Seats rotate from game to game. The number of jobs changes nothing but the time."
    made = _command(commands, "simulate", "let bots play against bots", more)
    _games_of_bots(made)
    _where_played(made)
    made.add_argument("--json", action="store_true", help="print one JSON object")


def _where_played(made: Parser) -> None:
    made.add_argument("--jobs", type=POSITIVE, metavar="J", help="processes (default 1)")
    made.add_argument(
        "--on", metavar="CLUSTER", help="ray://HOST:PORT, HOST:PORT or local (the extra ray)"
    )


def _arena(commands: _SubParsersAction[Any]) -> None:
    more = "Each deal is played in every seating. Needs the extra: pip install 'tatami[arena]'."
    made = _command(commands, "arena", "find out which bots are stronger", more)
    made.add_argument("game", nargs="?", metavar="GAME", help="which game, such as clans")
    _more_games(made)
    _table(made)
    made.add_argument("--bots", metavar="NAME,...", help="who takes part (default: all levels)")
    made.add_argument(
        "--remote",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a program that takes part, by docs/protocol.md; it gets a link; repeatable",
    )
    made.add_argument(
        "--games", type=POSITIVE, default=100, metavar="K", help="for each pair (default 100)"
    )
    made.add_argument(
        "--swiss", type=POSITIVE, metavar="R", help="so many rounds of neighbours instead of all"
    )
    made.add_argument("--seed", type=WHOLE, default=0, metavar="S", help="default 0")
    _where_played(made)
    made.add_argument("--keep", metavar="FILE", help="keep the games there, and go on with them")
    made.add_argument("--plot", metavar="FILE", help="draw the ladder there, as SVG")
    told = made.add_mutually_exclusive_group()
    told.add_argument("--json", action="store_true", help="print one JSON object")
    told.add_argument("--markdown", action="store_true", help="print a table for a page")


def _dataset(commands: _SubParsersAction[Any]) -> None:
    more = "It needs the extra: pip install 'tatami[dataset]'. Seats rotate from game to game."
    made = _command(commands, "dataset", "write what bots saw and did as Parquet", more)
    _games_of_bots(made)
    made.add_argument("--order", action="store_true", help="how cards lie in rows and piles, too")
    made.add_argument("--ledger", action="store_true", help="what can be deduced, too")
    made.add_argument("--to", required=True, metavar="DIR", help="a directory that is made")


def _replay(commands: _SubParsersAction[Any]) -> None:
    more = "A finished game is shown with all cards open unless you say otherwise."
    made = _command(commands, "replay", "show a record or a saved game, move by move", more)
    made.add_argument("file", metavar="FILE")
    eyes = made.add_mutually_exclusive_group()
    eyes.add_argument("--seat", type=WHOLE, metavar="N", help="through the eyes of one seat")
    eyes.add_argument("--all", action="store_true", help="all cards open (the default)")
    eyes.add_argument("--spectator", action="store_true", help="as somebody who only watches")
    made.add_argument("--from", dest="first", type=WHOLE, metavar="K", help="first move shown")
    made.add_argument("--to", dest="last", type=WHOLE, metavar="K", help="last move shown")
    made.add_argument("--step", action="store_true", help="the table after every move")
    made.add_argument("--json", action="store_true", help="print moves and events as JSON")
    _more_games(made)
    _language(made)


def _rules(commands: _SubParsersAction[Any]) -> None:
    made = _command(commands, "rules", "print the rules of a game, or one clause of them")
    made.add_argument("game", nargs="?", metavar="GAME", help="which game, such as clans")
    made.add_argument("clause", nargs="?", metavar="CLAUSE", help="such as C7")
    _more_games(made)
    _language(made)


def _verify(commands: _SubParsersAction[Any]) -> None:
    more = "The record of a game that has ended can be downloaded at its table."
    made = _command(commands, "verify", "prove the deal of a record and replay it", more)
    made.add_argument("file", metavar="RECORD")
    seen = "a commitment you saw before the deal: the server's, and each player's"
    made.add_argument("--commit", metavar="HEX", action="append", default=[], help=seen)
    made.add_argument("--share", metavar="HEX", help="the randomness that you added to it")
    made.add_argument("--seat", type=WHOLE, metavar="N", help="the seat where that should stand")
    made.add_argument("--hash", metavar="HEX", help="the hash you were shown at the end")
    made.add_argument("--key", metavar="KEY", help="the server's key, or its /api/keys in a file")
    _more_games(made)


def _doctor(commands: _SubParsersAction[Any]) -> None:
    made = _command(commands, "doctor", "examine this installation")
    _more_games(made)
    made.add_argument("--json", action="store_true", help="print one JSON object")


def _host(commands: _SubParsersAction[Any]) -> None:
    """The commands for whoever runs a server; each names its data directory."""
    any_time = "The server may run or not."
    listed = _command(commands, "tables", "list the tables of a server", any_time)
    listed.add_argument("data", metavar="DATA", help="the directory in which games are kept")
    listed.add_argument("--all", action="store_true", help="those that have ended too")
    listed.add_argument("--json", action="store_true", help="print one JSON list")
    more = f"Its players are told, and its record becomes public. {any_time}"
    closed = _command(commands, "close", "close a table of a server", more)
    closed.add_argument("data", metavar="DATA")
    closed.add_argument("table", metavar="TABLE", help="its id or its code")
    more = f"The file holds every hidden card. {any_time}"
    kept = _command(commands, "backup", "copy all games of a server into one file", more)
    kept.add_argument("data", metavar="DATA")
    kept.add_argument("file", metavar="FILE")
    more = "No server may use the directory meanwhile."
    back = _command(commands, "restore", "put the games of a backup back", more)
    back.add_argument("file", metavar="FILE")
    back.add_argument("data", metavar="DATA")
    back.add_argument("--force", action="store_true", help="in the place of games that are there")
    more = f"Unfinished games stay. A server does the same by itself: see --keep. {any_time}"
    gone = _command(commands, "purge", "clear away the old games of a server", more)
    gone.add_argument("data", metavar="DATA")
    gone.add_argument("--older-than", type=age, required=True, metavar="AGE", help="such as 90d")
    more = f"It signs the records of games that end; old keys stay published. {any_time}"
    sign = _command(commands, "key", "show the keys of a server, or make a new one", more)
    sign.add_argument("data", metavar="DATA")
    sign.add_argument("--new", action="store_true", help="sign with a new key from now on")


def _nodes(commands: _SubParsersAction[Any]) -> None:
    """The commands for a house of several nodes; each names its database."""
    extra = "It needs the extra: pip install 'tatami[postgresql]'."
    where = "postgresql://…, without a password: PGPASSFILE or a service has it"
    made = _command(commands, "store", "make, check, migrate or copy a shared database", extra)
    made.add_argument("what", choices=("init", "check", "migrate", "copy"), help="what to do")
    made.add_argument("where", metavar="STORE", help=where)
    made.add_argument("target", nargs="?", metavar="TO", help="of copy: a directory or a database")
    listed = _command(commands, "nodes", "list the nodes of a house", extra)
    listed.add_argument("where", metavar="STORE", help=where)
    listed.add_argument("--json", action="store_true", help="print one JSON list")
