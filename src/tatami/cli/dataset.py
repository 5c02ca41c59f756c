"""``tatami dataset``: games of bots as Parquet, with a card; the extra does the work."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from tatami.cli.extras import needed
from tatami.cli.fail import FINE, Failure, shown
from tatami.cli.files import reason
from tatami.cli.lookup import bots_for, game_meant, options_for, seats_for
from tatami.cli.simulate import Bar
from tatami.engine.encoding import Encoding


def dataset(args: Namespace) -> int:
    """Play, and write every decision down."""
    listing = game_meant(args.game, args.modules, "dataset")
    seats = seats_for(listing.game, args.seats)
    names = bots_for(listing, args.bots, seats)
    opts = options_for(listing.game, args.option)
    door = needed("dataset", "dataset")
    encoding = Encoding(listing.game, seats, opts, args.ledger, args.order)
    made = door.Made(listing.game.name, names, args.games, args.seed, encoding)
    number = _written(door, made, Path(args.to))
    print(f"{number} decisions of {args.games} games in {shown(args.to)}")
    return FINE


def _written(door: Any, made: Any, where: Path) -> int:
    """Write it with a progress bar; a failure where the directory is there or cannot be made."""
    bar = Bar(made.games)
    try:
        number: int = door.write(made, where, bar.show)
        return number
    except FileExistsError:
        raise Failure(f"{shown(str(where))} is there already: name a new directory") from None
    except OSError as error:
        raise Failure(f"cannot write {shown(str(where))}: {reason(error)}") from None
    finally:
        bar.wipe()
