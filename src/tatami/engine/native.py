"""Which build this is, as a constant that the compiler knows.

Where the same thing is quick in one way interpreted and in another compiled, code asks here. The
build writes ``True`` into the copy that it compiles.
"""

from __future__ import annotations

from typing import Final

COMPILED: Final = False
