"""The command ``tatami``: play, simulate, replay, read the rules, examine an installation."""

from tatami.cli.app import main

__all__ = ["main"]
