"""``tatami rules``: the rules page of a game, or one clause of it."""

from __future__ import annotations

from argparse import Namespace

from tatami.cli import term
from tatami.cli.fail import FINE
from tatami.cli.lookup import game_meant
from tatami.cli.rulebook import clause_of, page_of, painted


def rules(args: Namespace) -> int:
    """Print the page; styled on a terminal, elsewhere as it was written."""
    page = page_of(game_meant(args.game, args.modules, "rules"), args.lang)
    text = page.text if args.clause is None else clause_of(page, args.clause)
    terminal = term.stdout(args.ascii)
    if terminal.tty:
        terminal.show(painted(text))
    else:
        terminal.show([(line, "")] for line in text.splitlines())
    return FINE
