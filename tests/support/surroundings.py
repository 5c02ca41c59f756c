"""What tests see of whoever runs them: neither language nor terminal, neither proxy nor database.

Also what a test starts sees nothing of it.
"""

from __future__ import annotations

import os

NAMES = {
    *("LANGUAGE", "COLUMNS", "LINES", "COLORTERM"),
    *("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS"),
    *("PYTHONIOENCODING", "PYTHONUTF8", "PYTEST_ADDOPTS", "TATAMI_TRACEBACK"),
}
PREFIXES = ("LC_", "PG")
PLAIN = {"LANG": "C.UTF-8", "no_proxy": "*", "NO_PROXY": "*"}
"""All that is asked for is on this machine."""


def leave() -> None:
    """Forget them, in this process and in all that it starts from now on."""
    for name in [*os.environ]:
        if name in NAMES or name.startswith(PREFIXES):
            del os.environ[name]
    os.environ.update(PLAIN)
