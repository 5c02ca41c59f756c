"""What a game's declarations return: ids that are numbers when they run and types when checked.

mypy tells a zone from a counter from a face from a seat from an option; at run time all of them
are whole numbers, in both builds, and cost nothing.
"""

from __future__ import annotations

from typing import Final, NewType

Seat = NewType("Seat", int)
"""Who sees and answers."""
Face = NewType("Face", int)
"""What is printed on a card."""
NO_FACE: Final = Face(-1)
"""Where there is no card, or none that can be seen."""
UNPRINTED: Final = -1
"""In the place of a number on cards that have none."""
Zone = NewType("Zone", int)
"""A place for cards."""
Counter = NewType("Counter", int)
"""A public number."""
Holder = NewType("Holder", int)
"""A public mark that one seat has, or nobody."""
Mark = NewType("Mark", int)
"""A public yes or no."""
Option = NewType("Option", int)
"""One of the answers to a question."""
Saying = NewType("Saying", int)
"""A sentence of the log."""
