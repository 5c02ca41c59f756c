"""Bots that do what a bot should not, for a game that is not installed."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import Any

from tatami.bots.base import Factory, RandomBot
from tatami.engine.view import View
from tests.fixtures import gong

GAME = gong.GAME
__all__ = ["BOTS", "GAME", "GATE"]
GATE = "TATAMI_TEST_GATE"
"""The variable that names what a waiting bot waits for."""


class Rascal:
    """Does something, and then answers with its first option."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def decide(self, view: View) -> Any:
        self.act(view)
        return view.offers[0].options[0]

    def act(self, view: View) -> None:
        """What it does first."""


class Hangs(Rascal):
    def act(self, view: View) -> None:
        while True:
            pass


class Waits(Rascal):
    """Until the file is there that the environment names."""

    def act(self, view: View) -> None:
        while not os.path.exists(os.environ[GATE]):
            time.sleep(0.005)


class Raises(Rascal):
    def act(self, view: View) -> None:
        raise RuntimeError(f"my hand is {view.zones[1 + view.seat]}")


class Exits(Rascal):
    def act(self, view: View) -> None:
        os._exit(7)


class Quits(Rascal):
    def act(self, view: View) -> None:
        sys.exit(0)


class Eats(Rascal):
    def act(self, view: View) -> None:
        eaten = []
        while True:
            eaten.append(bytearray(64 << 20))


class Prints(Rascal):
    def act(self, view: View) -> None:
        print("hello" * 100_000)
        sys.stdout.flush()
        sys.stderr.write("my hand is a secret\n")
        os.write(1, b"\xff" * 1000)
        os.write(2, b"oh")
        assert sys.stdin.read() == ""


class Garbles(Rascal):
    """Writes nonsense into everything that is open."""

    nonsense = b"\x00\x00\x00\x05\x00\x00\x00\x01hello"

    def act(self, view: View) -> None:
        for number in range(3, 20):
            try:
                os.write(number, self.nonsense)
            except OSError:
                continue


class Boasts(Garbles):
    """A reply that is said to be four gigabytes long."""

    nonsense = b"\xff\xff\xff\xff\x00\x00\x00\x01"


class Forges(Garbles):
    """A reply to a job that was never given."""

    nonsense = b"\x00\x00\x00\x01\x00\x00\x00\x63\x80"


class Spawns(Rascal):
    """Leaves a child behind that holds on to everything."""

    def act(self, view: View) -> None:
        if os.fork() == 0:
            signal.pause()
        signal.pause()


class Writes(Rascal):
    """Answers with what is no answer."""

    def decide(self, view: View) -> Any:
        return {"option": 0}


class Counts(Rascal):
    """Remembers, if it can, that it has been asked before."""

    asked = 0

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.mine = 0

    def decide(self, view: View) -> Any:
        self.mine += 1
        assert self.mine == 1
        return view.offers[0].options[0]


BOTS: dict[str, Factory] = {
    "plain": RandomBot,
    "hangs": Hangs,
    "waits": Waits,
    "raises": Raises,
    "exits": Exits,
    "quits": Quits,
    "eats": Eats,
    "prints": Prints,
    "garbles": Garbles,
    "boasts": Boasts,
    "forges": Forges,
    "spawns": Spawns,
    "writes": Writes,
    "counts": Counts,
}
