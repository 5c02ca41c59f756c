"""What goes over the wire is what the engine says a seat may know then, and not a byte more."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tatami import catalogue
from tatami.engine.game import Game
from tatami.engine.look import look
from tatami.engine.referee import Referee
from tatami.engine.watch import Watch
from tatami.engine.world import World
from tatami.fair import promise
from tatami.server.visitors import person_of
from tatami.tables.streams import Stream
from tatami.tables.wire import FromServer
from tatami.testing import secrecy, shuffles
from tatami.testing.inputs import Input
from tatami.testing.trial import Trial
from tests.fixtures import GAMES, draft, heap, trio
from tests.server.people import Witness, play_all, run, seated
from tests.server.truth import Truth, updates_in
from tests.support.player import http
from tests.support.serving import Server
from tests.support.tables import ending

EVERY = [*(catalogue.find(name).game for name in catalogue.names()), *GAMES]
SHORT = {
    "night": {"rounds": "1"},
    "tack": {"rounds": "3", "passes": "4"},
    "wataah": {"mode": "grasshopper", "turns": "40"},
}
"""Table options of games that would be long."""
names = [game.name for game in EVERY]
read = msgspec.json.Decoder(FromServer, strict=True).decode


# -- whole games, every word of them


@pytest.mark.parametrize("game", EVERY, ids=names)
def test_every_word_of_a_game_is_what_that_viewer_may_know(still: Server, game: Game) -> None:
    async def evening() -> tuple[list[Witness], str]:
        size = max(number for number in game.counts if number <= max(game.fewest, 4))
        options = SHORT.get(game.name, {})
        people = await seated(still.url, game.name, size, options=options)
        wim = Witness(still.url, "Wim")
        await wim.come(people[0].table)
        await play_all([*people, wim], still)
        for one in (*people, wim):
            await one.until_state(lambda state: state["state"] == "over")
        return [*people, wim], people[0].http(f"/api/tables/{wim.table}/record")

    everybody, text = run(evening())
    truth = Truth(text)
    for viewer, one in enumerate(everybody):
        updates = updates_in(one.seen)
        truth.check(viewer, updates)
        assert [update["seq"] for update in updates[1:]] == list(
            range(updates[0]["seq"] + 1, len(truth.moments[viewer]) + 1)
        )
        for raw in one.raw:
            read(raw)  # every message is one that the protocol describes
    no_secret_before_the_end(everybody)


def test_the_numbers_of_another_stream_count_for_nothing(still: Server) -> None:
    async def evening() -> list[list[bool]]:
        ann, bob, _ = await seated(still.url, "clans", 3)
        await ann.catch_up()
        heard = []
        for seat in (ann.seat, bob.seat, -1):
            await ann.go()
            ann.seat = seat
            await ann.come()
            came = await ann.catch_up()
            heard.append([m.get("fresh", False) for m in came if m["t"] == "update"])
        return heard

    assert run(evening()) == [[], [True], [True]]


def no_secret_before_the_end(everybody: list[Witness]) -> None:
    """Neither the secret nor the seed, nor anybody's share, token or inner name."""
    proof = everybody[0].state["proof"]
    secrets = [proof["secret"], proof["seed"], *proof["shares"]]
    assert [one.share for one in everybody[:-1]] == proof["shares"]
    for one in everybody:
        hidden = [other.token for other in everybody] + [person_of(o.token) for o in everybody]
        end = next(at for at, m in enumerate(one.seen) if m.get("table", {}).get("state") == "over")
        early = "".join(one.raw[:end])
        assert not any(word in early for word in secrets + hidden)
        assert not any(word in "".join(one.raw) for word in hidden)
        assert proof["secret"] in one.raw[end]
        assert promise(one.table, 1, proof["secret"]) in one.raw[0]


def test_nothing_of_an_unfinished_game_can_be_fetched(still: Server) -> None:
    async def evening() -> None:
        ann, ben, cleo = await seated(still.url, "clans", 3)
        stranger = Witness(still.url)
        for command in ("pause", "resume"):
            for path in ("record", "replay", "replay?eyes=all", "replay?eyes=0"):
                for one in (ann, stranger):
                    status, problem = http(still.url, f"/api/tables/{ann.table}/{path}", one.token)
                    assert (status, problem["refusal"]["code"]) == (404, "no_such_record")
            await ann.must("do", what=command)
        shown = http(still.url, f"/api/tables/{ann.table}", stranger.token)[1]
        assert "proof" not in shown
        assert "seed" not in str(shown)
        assert ann.share not in str(shown)
        for one in (ben, cleo):
            await one.must("do", what="concede")

    run(evening())


# -- what others do in secret


@pytest.mark.parametrize("clock", ["none", "slow"])
@pytest.mark.parametrize("game", [draft.GAME, trio.GAME, heap.GAME], ids=lambda game: game.name)
def test_a_sealed_answer_is_seen_by_nobody_else(still: Server, game: Game, clock: str) -> None:
    async def evening() -> None:
        people = await seated(still.url, game.name, 2, clock=clock)
        wim = Witness(still.url, "Wim")
        await wim.come(people[0].table)
        while people[0].offers[0]["key"] == "lay":  # first somebody lays cards in the open
            await people[0].answer_some()
        for one in (*people, wim):
            await one.catch_up()
        ann, ben = people
        sealed = 0
        while len(ann.offers) and ben.offers:
            before = shown_to(ben), shown_to(wim)
            await ann.answer_some()
            sealed += 1
            for other in (ben, wim):
                assert await other.catch_up() == []
            assert before == (shown_to(ben), shown_to(wim))
            if ann.view and ann.view.get("back"):
                await ann.must("back")
                assert await ben.catch_up() == []
                await ann.answer_some()
                assert await ben.catch_up() == []
        assert sealed

    def shown_to(one: Witness) -> Any:
        """All that another person can ask the server for, but for the time that passes."""
        table = one.http(f"/api/tables/{one.table}")
        table.pop("time", None)
        cards = [card for card in one.http("/api/front")["mine"] if card["id"] == one.table]
        return table, cards

    run(evening())


# -- worlds that a seat cannot tell apart


@pytest.mark.parametrize("game", EVERY, ids=names)
def test_worlds_that_a_seat_cannot_tell_apart_send_it_the_same_bytes(game: Game) -> None:
    compared = 0
    for seats in sorted({game.fewest, game.most}):
        table = Trial(game, seats, ending(game), 7)
        referee = table.sit()
        for number, (_, given) in enumerate(table.play(referee)):
            if number % 3 == 0 and number < 90:
                for viewer in range(seats + 1):
                    compared += same_bytes(table, referee, given, viewer)
    assert compared > 20


def same_bytes(table: Trial, referee: Referee, given: Input, viewer: int) -> int:
    """Give two worlds the same input; where the viewer sees the same of it, so is the update."""
    view = referee.view(viewer)
    found = 0
    for attempt in range(3):
        other = (
            secrecy._exchanged(referee.world, view, table.dice)
            if attempt
            else secrecy._imagined(table, view)
        )
        if other is None or not secrecy._align(referee.world, other):
            continue
        if look(other, viewer) != view:
            continue
        one, two = referee.copy(), twin(referee, other, viewer)
        streams = Stream(viewer, one, 5), Stream(viewer, two, 5)
        assert streams[0]._shown == streams[1]._shown
        if secrecy._same_future(table, one, two, given, viewer):
            assert streams[0].advance(one, None) == streams[1].advance(two, None)
            found += 1
    return found


def twin(referee: Referee, world: World, viewer: int) -> Referee:
    """A referee of another world, of which the viewer has heard as much."""
    seen = referee.world.watch
    assert seen is not None
    assert world.watch is not None
    for ledger in world.watch.ledgers.values():
        ledger.upto = len(seen.ops)
    world.watch = Watch(world.watch.ledgers, list(seen.ops), list(seen.remarks))
    found = Referee(referee.game, referee.seats, referee.key, referee.opts, world)
    found.turn, found.revision = referee.turn, referee.revision
    found._ids = referee._ids[:]
    if viewer < referee.seats:
        numbers = {offer.at: number for number, offer in referee._open[viewer].items()}
        renamed = {numbers[offer.at]: offer for offer in found._open[viewer].values()}
        found._open[viewer] = renamed
    return found


@pytest.mark.parametrize("game", EVERY, ids=names)
def test_a_deal_of_which_a_seat_sees_the_same_begins_with_the_same_bytes(game: Game) -> None:
    compared = 0
    for seed in range(4):
        table = Trial(game, game.most, game.defaults(), seed)
        numbers, shuffled = shuffles._chances(table)
        plain = shuffles._started(table, numbers)
        for number in range(24 if shuffled else 0):
            which = shuffled[number % len(shuffled)]
            other = shuffles._started(table, shuffles._twisted(numbers, *which, table.dice))
            for viewer in range(table.seats + 1):
                if secrecy.same_story(table, plain, other, (0, 0), viewer, "the deal"):
                    assert first(table, plain, viewer) == first(table, other, viewer)
                    compared += other.face != plain.face
    assert compared > 10


def first(table: Trial, world: World, viewer: int) -> str:
    """The first update of a game."""
    referee = Referee(table.game, table.seats, 1, table.opts, world.copy_watched())
    return Stream(viewer, referee, 1).fresh(referee, None)
