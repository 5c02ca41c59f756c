"""Tests of the terminal read English, whatever the locale of whoever runs them."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def in_no_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
