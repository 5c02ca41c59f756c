"""The keys with which a server signs its records: one signs, those before it stay published."""

from __future__ import annotations

from tatami.signing import public_key
from tatami.tables.chance import Chance
from tatami.tables.store import Change, PutKey


def current(keys: list[PutKey]) -> PutKey | None:
    """The key that signs now; None where there is none yet."""
    return next((key for key in keys if not key.retired), None)


def renewed(keys: list[PutKey], chance: Chance, at: int) -> list[Change]:
    """A new key signs from now on; of the old ones only the public half is kept."""
    private = chance.key()
    retired = [PutKey(key.public, "", key.made, at) for key in keys if not key.retired]
    return [*retired, PutKey(public_key(private), private, at)]
