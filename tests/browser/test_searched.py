"""How much a bot searched is told to those who look back, and to nobody before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.crowd import Stranger, crowd, play
from tests.browser.tables import newcomer
from tests.support.chromium import People
from tests.support.player import http
from tests.support.serving import Server

SENTENCE = (
    "Before this answer the bot imagined {done} ways the game could go, of {planned} planned."
)


def frames(ann: Stranger) -> tuple[int, list[dict[str, Any]]]:
    """What looking back at the game shows."""
    status, found = http(ann.home, f"/api/tables/{ann.table}/replay?eyes=watch", ann.token)
    return status, found.get("frames", [])


def test_looking_back_tells_how_much_a_bot_searched(
    serve: Callable[..., Server], people: People
) -> None:
    server = serve(pace=0)
    with crowd(server.url, 1, bots=2, level="shrewd") as (ann,):
        play([ann], 6)  # so that both bots have had a turn
        assert frames(ann)[0] == 404, "not while it goes on"
        ann.must("do", what="end")
        _, shown = frames(ann)
        assert not [message for message in ann.heard if "searched" in str(message)]
    at = next(number for number, frame in enumerate(shown) if frame["searched"])
    page = newcomer(people, server.url, "Eve").go(f"/r/{ann.table}#m={at}&eyes=watch")
    expect(page.get_by_text(SENTENCE.format(**shown[at]["searched"]))).to_be_visible()
    page.get_by_role("button", name="To the beginning").click()
    expect(page.get_by_text(f"Moment 0 of {len(shown) - 1}")).to_be_visible()
    expect(page.get_by_text("the bot imagined")).to_have_count(0)
