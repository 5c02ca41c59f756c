"""WAT-AAH! at a server: every mode and option, every number of seats, every level of bots."""

from __future__ import annotations

from typing import Any

import pytest

from tatami import catalogue
from tatami.games.wataah import GAME
from tests.server.people import Witness, run
from tests.support.player import http
from tests.support.serving import Server


async def see(player: Witness) -> None:
    """Wait for the first view."""
    while player.view is None:
        await player.hear()


def test_the_start_page_offers_modes_options_seats_and_levels(still: Server) -> None:
    _, front = http(still.url, "/api/front", "x" * 43)
    card: dict[str, Any] = next(game for game in front["games"] if game["name"] == "wataah")
    assert (card["fewest"], card["most"]) == (2, 4)
    offered = {setting["name"]: setting["values"] for setting in card["settings"]}
    assert offered == {setting.name: list(setting.values) for setting in GAME.settings}
    assert {"grasshopper", "grand-master"} == set(offered["mode"])
    assert [level["name"] for level in card["levels"]] == catalogue.find("wataah").levels


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", ["grasshopper", "grand-master"])
def test_a_table_of_any_size_begins_in_either_mode(still: Server, seats: int, mode: str) -> None:
    options = {"mode": mode, "temple-court": "off", "toad-own": "off", "tengu-self": "off"}

    async def evening() -> None:
        ann = Witness(still.url, "Ann")
        ann.open("wataah", seats=seats, options={**options, "turns": "80"}, bots="sly")
        await ann.come()
        await ann.must("do", what="start")
        await see(ann)
        assert ann.game is not None
        assert ann.game["seats"] == seats
        names = [zone["name"] for zone in ann.game["zones"]]
        assert ("boss" in names) == (mode == "grand-master")
        await ann.must("do", what="end")  # so that no bot thinks on

    run(evening())


def test_what_cards_will_trigger_crosses_the_wire(still: Server) -> None:

    async def evening() -> None:
        ann, bob = Witness(still.url, "Ann"), Witness(still.url, "Bob")
        ann.open("wataah", seats=2, options={"mode": "grasshopper"})
        await ann.come()
        await bob.come(ann.table)
        await bob.must("sit", name="Bob")
        await ann.must("do", what="start")
        for one in (ann, bob):
            await see(one)
        first = next(one for one in (ann, bob) if one.offers)
        other = bob if first is ann else ann
        (offer,) = first.offers
        assert (await first.ask("try", ask=offer["ask"], answers=[0])).get("ahead", []) == []
        refused = await other.ask("try", ask=offer["ask"], answers=[0])
        assert refused["refusal"]["code"] == "not_asked"
        seq = first.seq
        long = await first.ask("try", ask=offer["ask"], answers=[0] * 9)
        assert long["refusal"]["code"] == "wrong_type"
        behind = await first.ask("try", ask=offer["ask"], answers=[0, 0])
        assert behind["refusal"]["code"] == "not_asked"
        assert first.seq == seq

    run(evening())
