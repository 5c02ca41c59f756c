"""What a browser does by itself for a fair deal: it commits to a share, and opens it when asked."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from tatami.fair import NO_SHARE, pledge


class Sharer:
    """The part of one connection in the starts of its table."""

    def __init__(self, share: str) -> None:
        self.share = share
        """For the first start; those after it get others. Empty: it adds nothing."""
        self.withholds = False
        """Whether it keeps its share to itself when it should open it."""
        self._sent = (0, -1)
        self._opened = 0

    def again(self) -> None:
        """The connection is a new one."""
        self._sent, self._opened = (0, -1), 0

    def share_of(self, start: int) -> str:
        """The share for one start."""
        if start == 1 or not self.share:
            return self.share
        return sha256(f"{self.share} {start}".encode()).hexdigest()

    def commitment(self, table: dict[str, Any], seat: int) -> str:
        """What this one commits to."""
        start = table.get("start", 1)
        share = self.share_of(start)
        return pledge(table["id"], start, seat, table["commit"], share) if share else NO_SHARE

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """What is to be said to a message about the table, if anything."""
        table, seat = message.get("table"), message.get("seat", -1)
        if not isinstance(table, dict) or seat < 0 or table["state"] != "open":
            self._sent = (0, -1) if isinstance(table, dict) else self._sent
            return None
        start, mine = table.get("start", 1), self.commitment(table, seat)
        stands = table["commits"][seat]
        if table.get("dealing", {}).get("phase") == "open":
            return self._opening(table, seat, start, stands == mine)
        if stands == mine or self._sent == (start, seat):
            return None
        self._sent = (start, seat)
        return {"t": "commit", "start": start, "commit": mine}

    def _opening(
        self, table: dict[str, Any], seat: int, start: int, mine: bool
    ) -> dict[str, Any] | None:
        asked = mine and seat in table["dealing"]["awaited"] and self._opened != start
        if not asked or self.withholds:
            return None
        self._opened = start
        return {"t": "open", "start": start, "share": self.share_of(start)}
