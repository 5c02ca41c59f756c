"""``tatami serve``: the table in the browser."""

from __future__ import annotations

import os
import sqlite3
import sys
import webbrowser
from argparse import Namespace
from pathlib import Path

import segno

from tatami.cli import store
from tatami.cli.fail import FINE, Failure
from tatami.cli.host import told
from tatami.server.config import Config
from tatami.server.serving import PortInUse, lan_address
from tatami.server.serving import serve as run
from tatami.server.sqlite import Damaged, DataInUse, GamesGone, TooNew
from tatami.tables.chance import Chance
from tatami.tables.config import DAY
from tatami.tables.store import CannotStore, NodeInUse

EVERYWHERE = ("0.0.0.0", "::")


def serve(args: Namespace, chance: Chance | None = None) -> int:
    """Serve until Ctrl-C or a signal."""
    config = config_from(args)
    if config.store:
        with told():
            store.admin().check(config.store)
    try:
        run(config, lambda port: greet(config, port, args.open), chance)
    except PortInUse as error:
        raise Failure(f"{error}; --port chooses another (make play PORT=8001)") from None
    except (DataInUse, TooNew, GamesGone, Damaged, NodeInUse) as error:
        raise Failure(str(error)) from None
    except (sqlite3.Error, OSError, CannotStore) as error:
        where = "the database" if config.store else f"the data in {config.data}"
        raise Failure(f"{where} cannot be used: {error}") from None
    return FINE


def config_from(args: Namespace) -> Config:
    """The settings that the command line asks for."""
    everywhere = args.host in EVERYWHERE
    found = f"http://{lan_address()}:{args.port}" if everywhere and args.port else ""
    return Config(
        host=args.host,
        port=args.port,
        data=args.data,
        store=args.store,
        node=args.node,
        at=args.at,
        lease=args.lease,
        address=args.address or found,
        origins=tuple(args.origin),
        games=tuple(args.modules),
        pace=args.pace,
        time=args.time,
        reveal=args.reveal,
        away=args.away,
        budget=args.budget,
        thinkers=args.thinkers,
        messages=args.messages,
        requests=args.requests,
        connections=args.connections,
        opening=args.opening,
        tables=args.tables,
        keep=int(args.keep * DAY),
        idle_open=int(args.idle_open * DAY),
        idle_game=int(args.idle_game * DAY),
        rest=args.rest,
        size=args.size,
        proxies=args.proxies,
        rtt_header=args.rtt_header,
        secure=args.secure,
    )


def greet(config: Config, port: int, browser: bool) -> None:
    """Say where the table is; on a network also as a picture for phones."""
    home = f"http://127.0.0.1:{port}"
    where = config.address or (
        home if config.host in EVERYWHERE else f"http://{config.host}:{port}"
    )
    print(f"listening on {where}", flush=True)
    if config.address and config.address.rpartition(":")[2] != str(port):
        print(f"here that is {home}", flush=True)
    if config.store:
        print("games are kept in a database that others can share", flush=True)
    else:
        print(f"games are kept in {Path(config.data).resolve()}", flush=True)
    if config.host in EVERYWHERE:
        print("friends on this network open that address, or scan:", flush=True)
        segno.make(where, error="l").terminal(out=sys.stdout, compact=True, border=2)
    print("Ctrl-C ends the server; unfinished games go on when it is started again", flush=True)
    if browser and _has_screen():
        webbrowser.open(home if config.host in EVERYWHERE else where)


def _has_screen() -> bool:
    """Whether a browser window could appear; a text browser would take the terminal over."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
