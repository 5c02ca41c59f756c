"""A bot's seat in a game that runs: taking it shows its hand, so the table is asked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.people import Witness, run, seated
from tests.support.serving import Server


def code_of(reply: dict[str, Any]) -> str:
    assert not reply["ok"], reply
    return str(reply["refusal"]["code"])


async def running(house: Server, people: int = 2, **wishes: object) -> list[Witness]:
    """A game of some people and one bot, and one more who watches."""
    found: list[Witness] = await seated(
        house.url, "clans", people, start=False, seats=people + 1, **wishes
    )
    await found[0].must("arrange", what="bot", seat=people, level="steady")
    await found[0].must("do", what="start")
    for one in found:
        await one.until_view(lambda view: True)
    eve = Witness(house.url, "Eve")
    await eve.come(found[0].table)
    await eve.until_view(lambda view: True)
    return [*found, eve]


def asking(one: Witness) -> list[int]:
    return [request["number"] for request in one.state.get("asking", [])]


def test_a_bots_seat_is_had_only_if_the_host_agrees_and_its_hand_is_not_seen_before(
    house: Server,
) -> None:
    async def evening() -> None:
        ann, ben, eve = await running(house)
        await eve.must("sit", seat=2, name="Eve")
        assert eve.seat == -1
        assert eve.view is not None
        assert eve.view["seat"] == 3, "she sees what every watcher sees"
        assert eve.state["knock"] == asking(eve)[0]
        await ann.until_state(lambda state: state.get("asking"))
        await ben.until_state(lambda state: state.get("asking"))
        assert "admit" in ann.state["can"]
        assert "admit" not in ben.state["can"]
        number = asking(ann)[0]
        assert code_of(await ben.ask("admit", number=number, yes=True)) == "not_host"
        assert code_of(await eve.ask("admit", number=number, yes=True)) == "not_seated"
        assert code_of(await ann.ask("admit", number=number + 1, yes=True)) == "nobody_asks"
        await ann.must("admit", number=number, yes=True)
        await eve.until_state(lambda state: state["seats"][2]["kind"] == "person")
        assert eve.seat == 2
        await eve.until_view(lambda view: view["seat"] == 2)
        assert not asking(ann)

    run(evening())


def test_nobody_asks_under_the_name_of_one_who_sits_here(house: Server) -> None:
    async def evening() -> None:
        ann, ben, eve = await running(house)
        await ben.drop()
        eve.name = ben.name
        await eve.must("sit", seat=2, name=ben.name)
        state = await ann.until_state(lambda state: state.get("asking"))
        assert state["asking"][0]["name"] == f"{ben.name} 2", "Ben himself need not ask"
        await ann.must("admit", number=asking(ann)[0], yes=True)
        await eve.until_state(lambda state: state["seats"][2]["kind"] == "person")
        assert eve.state["seats"][2]["name"] == f"{ben.name} 2"

    run(evening())


def test_who_was_turned_away_does_not_ask_again(house: Server) -> None:
    async def evening() -> None:
        ann, _, eve = await running(house)
        await eve.must("sit", seat=2, name="Eve")
        await ann.until_state(lambda state: state.get("asking"))
        await ann.must("admit", number=asking(ann)[0], yes=False)
        await eve.until_state(lambda state: not state.get("asking"))
        assert not eve.state.get("knock")
        assert code_of(await eve.ask("sit", seat=2, name="Eve")) == "turned_away"
        assert eve.seat == -1

    run(evening())


def test_while_the_host_is_away_everybody_who_plays_must_agree(house: Server) -> None:
    async def evening() -> None:
        ann, ben, cleo, eve = await running(house, people=3)
        await ann.drop()
        await ben.until_state(lambda state: not state["seats"][0].get("here"))
        await eve.must("sit", seat=3, name="Eve")
        for one in (ben, cleo):
            await one.until_state(lambda state: state.get("asking"))
            assert "admit" in one.state["can"]
        await ben.must("admit", number=asking(ben)[0], yes=True)
        await eve.catch_up()
        assert eve.seat == -1, "one of two is not enough"
        await cleo.must("admit", number=asking(cleo)[0], yes=True)
        await eve.until_state(lambda state: state["seats"][3]["kind"] == "person")
        assert eve.seat == 3

    run(evening())


def test_a_request_ends_with_who_made_it(house: Server) -> None:
    async def evening() -> None:
        ann, _, eve = await running(house)
        await eve.must("sit", seat=2, name="Eve")
        await ann.until_state(lambda state: state.get("asking"))
        number = asking(ann)[0]
        await eve.drop()
        await ann.until_state(lambda state: not state.get("asking"))
        assert code_of(await ann.ask("admit", number=number, yes=True)) == "nobody_asks"

    run(evening())


def test_what_could_not_be_granted_is_refused_at_once(house: Server) -> None:
    async def evening() -> None:
        _, _, eve = await running(house)
        assert code_of(await eve.ask("sit", seat=0, name="Eve")) == "seat_taken"
        assert code_of(await eve.ask("sit", seat=9, name="Eve")) == "seat_taken"
        assert not eve.state.get("asking")

    run(evening())


def test_only_so_many_ask_at_once(house: Server) -> None:
    async def evening() -> None:
        ann, _, *_ = await running(house)
        codes = []
        for number in range(10):
            one = Witness(house.url, "Guest")
            await one.come(ann.table)
            reply = await one.ask("sit", seat=2, name=f"Guest {number}")
            codes.append("" if reply["ok"] else code_of(reply))
        assert codes == [""] * 8 + ["too_many_ask"] * 2

    run(evening())


def test_a_table_can_be_closed_to_all_who_come_later(house: Server) -> None:
    async def evening() -> None:
        _, _, eve = await running(house, joining="off")
        assert "sit" not in eve.state["can"]
        assert code_of(await eve.ask("sit", seat=2, name="Eve")) == "no_joining"

    run(evening())


def test_a_table_can_be_open_to_anybody(house: Server) -> None:
    async def evening() -> None:
        ann, _, eve = await running(house, joining="anybody")
        await eve.must("sit", seat=2, name="Eve")
        assert eve.seat == 2
        assert not asking(ann)

    run(evening())


def test_links_and_ones_own_seat_need_no_consent(house: Server) -> None:
    async def evening() -> None:
        _, ben, eve = await running(house, joining="off")
        link = (await ben.must("do", what="move_seat"))["link"].removeprefix("/m/")
        await eve.must("take_seat", token=link)
        assert eve.seat == 1
        await eve.drop()
        await eve.come()
        assert eve.seat == 1

    run(evening())


@pytest.mark.parametrize("joining", ["off", "host", "anybody"])
def test_the_host_chooses_before_the_start(house: Server, joining: str) -> None:
    async def evening() -> None:
        ann, ben = await seated(house.url, "clans", 2, start=False, seats=3)
        await ann.must("arrange", what="set", joining=joining)
        await ben.until_state(lambda state: state.get("joining", "host") == joining)
        assert code_of(await ann.ask("arrange", what="set", joining="nonsense")) == "bad_table"

    run(evening())
