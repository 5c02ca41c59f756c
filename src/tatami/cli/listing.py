"""``tatami games``: what is installed."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import Any

from tatami import catalogue
from tatami.catalogue import Listing
from tatami.cli import term
from tatami.cli.fail import FINE, Failure
from tatami.cli.lookup import game_named, words_of
from tatami.cli.paint import Line, wrap


def games(args: Namespace) -> int:
    """List the installed games."""
    found = [described(listing) for listing in loadable()]
    if args.json:
        print(json.dumps({"games": found}, ensure_ascii=False))
        return FINE
    terminal = term.stdout(args.ascii)
    for game in found:
        terminal.show(_in_words(game, terminal.width))
    return FINE


def loadable() -> list[Listing]:
    """All games that can be loaded; of the others a line on stderr."""
    found: list[Listing] = []
    for name in catalogue.names():
        try:
            found.append(game_named(name))
        except Failure as failure:
            sys.stderr.write(f"tatami: {failure.sentence}\n")
    return found


def described(listing: Listing) -> dict[str, Any]:
    """A game as plain data."""
    game = listing.game
    about = words_of(listing).get("game", {})
    return {
        "key": game.name,
        "title": about.get("title", game.name),
        "players": [game.fewest, game.most],
        "numbers": game.numbers(),
        "minutes": about.get("minutes", ""),
        "summary": about.get("summary", ""),
        "rules_version": game.version,
        "bots": list(listing.bots),
        "options": [
            {"name": s.name, "values": list(s.values), "default": s.values[s.default]}
            for s in game.settings
        ],
    }


def _in_words(game: dict[str, Any], width: int) -> list[Line]:
    facts = f"{game['numbers']} players"
    if game["minutes"]:
        facts += f", {game['minutes']}"
    rows: list[Line] = [
        [(f"{game['key']:<10}", "key"), (game["title"], "bold"), (f"  {facts}", "dim")]
    ]
    rows += wrap([(f"{'':10}{game['summary']}", "")], width, 10)
    rows += wrap([(f"{'':10}bots: {', '.join(game['bots'])}", "dim")], width, 10)
    for option in game["options"]:
        values = ", ".join(option["values"])
        text = f"{'':10}--option {option['name']}=...  {values} (default {option['default']})"
        rows += wrap([(text, "dim")], width, 12)
    if not game["options"]:
        rows.append([(f"{'':10}no table options", "dim")])
    return rows
