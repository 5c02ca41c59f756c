"""A network of its own, in which packets take their time: a namespace, a TUN device, and a mirror.

Whatever is sent to 10.99.0.N for N from 2 on comes back to 10.99.0.1 after a while, as if from
there: the mirror changes places of sender and receiver, which leaves every checksum as it was. So
who listens on 10.99.0.1 and who connects to 10.99.0.N, both of them here, talk over a line that is
really as long as the mirror makes it, for their kernel as well. No packet is ever early.

    enter()                              # before anything else is started: a network of its own
    with Mirror({2: 0.0, 3: 0.06}):      # seconds each way, by N
        ...
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import heapq
import os
import select
import socket
import struct
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

NEW_USER, NEW_NET = 0x1000_0000, 0x4000_0000
SET_INTERFACE = 0x4004_54CA
TUN, PLAIN = 0x0001, 0x1000
SET_FLAGS, SET_ADDRESS, SET_MASK = 0x8914, 0x8916, 0x891C
UP_AND_RUNNING = 0x41
NAME = b"mirror"
DEVICE = "/dev/net/tun"
HERE = "10.99.0.1"
NEEDS = f"a network namespace of its own and {DEVICE}: run as root, after `modprobe tun`"


class NoNetwork(Exception):
    """This machine lets nobody make a network of their own."""


def far(number: int) -> str:
    """The address whose packets take as long as the mirror is told for this number."""
    return f"10.99.0.{number}"


def enter() -> None:
    """Put this process, and all that it starts, into a network of its own."""
    flags = NEW_NET if os.geteuid() == 0 else NEW_NET | NEW_USER
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()
    if libc.unshare(flags) != 0:
        raise NoNetwork(f"{os.strerror(ctypes.get_errno())}; this needs {NEEDS}")
    if flags & NEW_USER:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {user} 1")
        Path("/proc/self/gid_map").write_text(f"0 {group} 1")


class Mirror:
    """The device, and the thread that gives packets back."""

    def __init__(self, ways: Mapping[int, float]) -> None:
        self._ways = {socket.inet_aton(far(number)): way for number, way in ways.items()}
        self._waiting: list[tuple[float, int, bytes]] = []
        self._count = 0

    def __enter__(self) -> Self:
        try:
            self._device = os.open(DEVICE, os.O_RDWR | os.O_NONBLOCK)
            fcntl.ioctl(self._device, SET_INTERFACE, struct.pack("16sH22x", NAME, TUN | PLAIN))
        except OSError as error:
            raise NoNetwork(f"{error}; this needs {NEEDS}") from error
        _set_up(b"lo", "127.0.0.1", "255.0.0.0")
        _set_up(NAME, HERE, "255.255.255.0")
        self._wake, self._stop = os.pipe()
        self._thread = threading.Thread(target=self._reflect)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        os.close(self._stop)
        self._thread.join()
        os.close(self._wake)
        os.close(self._device)

    def _reflect(self) -> None:
        while True:
            wait = None
            if self._waiting:
                wait = max(0.0, self._waiting[0][0] - time.monotonic())
            ready, _, _ = select.select([self._device, self._wake], [], [], wait)
            if self._wake in ready:
                return
            if self._device in ready:
                self._take()
            self._give()

    def _take(self) -> None:
        """Every packet that is there, with the moment at which it may go on."""
        with contextlib.suppress(BlockingIOError):
            while True:
                packet = os.read(self._device, 65_536)
                way = self._ways.get(packet[16:20])
                if packet[0] >> 4 == 4 and way is not None:
                    self._count += 1
                    back = packet[:12] + packet[16:20] + packet[12:16] + packet[20:]
                    heapq.heappush(self._waiting, (time.monotonic() + way, self._count, back))

    def _give(self) -> None:
        while self._waiting and self._waiting[0][0] <= time.monotonic():
            os.write(self._device, heapq.heappop(self._waiting)[2])


def _set_up(name: bytes, address: str, mask: str) -> None:
    """Give an interface its address, and switch it on."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        for what, value in ((SET_ADDRESS, address), (SET_MASK, mask)):
            wanted = struct.pack("16sHH4s8x", name, socket.AF_INET, 0, socket.inet_aton(value))
            fcntl.ioctl(control, what, wanted)
        fcntl.ioctl(control, SET_FLAGS, struct.pack("16sH14x", name, UP_AND_RUNNING))
