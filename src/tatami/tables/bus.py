"""How a table reaches those who listen: a small interface, inside the process by default."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

Listener: TypeAlias = Callable[[str], None]


class Bus(Protocol):
    """Carries encoded messages from the one writer of a table to its listeners, in order."""

    def publish(self, topic: str, message: str) -> None:
        """Give a message to everybody who listens to the topic now."""
        ...

    def listen(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Listen to a topic from now on; what is returned ends it."""
        ...


class LocalBus:
    """Listeners in this process."""

    def __init__(self) -> None:
        self._listeners: dict[str, dict[int, Listener]] = {}
        self._number = 0

    def publish(self, topic: str, message: str) -> None:
        """Give a message to everybody who listens to the topic now."""
        for listener in list(self._listeners.get(topic, {}).values()):
            listener(message)

    def listen(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Listen to a topic from now on; what is returned ends it."""
        self._number += 1
        number = self._number
        self._listeners.setdefault(topic, {})[number] = listener

        def stop() -> None:
            heard = self._listeners.get(topic, {})
            heard.pop(number, None)
            if not heard:
                self._listeners.pop(topic, None)

        return stop
