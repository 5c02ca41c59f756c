"""The remote bot of examples/: it joins, plays, and comes back after everything that can break."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.support import seeds
from tests.support.player import Player
from tests.support.serving import ROOT, Server

PATIENCE = 300.0


@contextmanager
def remote(*args: str) -> Iterator[subprocess.Popen[str]]:
    """A bot in a process of its own, with luck that comes from the test's name and its own."""
    name = f"{seeds.running()} {args[-1]}"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.seeded_bot", name, *args, "--pause", "0.02"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def said(process: subprocess.Popen[str]) -> str:
    """All that a bot has said, when it has ended by itself."""
    out, _ = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in out, out
    return out


async def seated(host: Player, number: int) -> None:
    """Wait until so many sit at the table."""
    while sum(seat["kind"] != "empty" for seat in host.state["seats"]) < number:
        await host.hear()


async def play_until(host: Player, moves: int) -> None:
    """Answer with the first option until the stream has reached a number, or the game's end."""
    while not host.over and host.seq < moves:
        if host.offers:
            offer = host.offers[0]
            await host.must("answer", ask=offer["ask"], answer=offer["options"][0])
        else:
            await host.hear()


def open_table(base: str) -> tuple[Player, str]:
    host = Player(base, "Host")
    host.open("clans", seats=3)
    return host, str(host.http(f"/api/tables/{host.table}")["code"])


def test_remote_bots_join_by_link_and_by_code_and_play_to_the_end(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pace=0) as served:
        host, code = open_table(served.url)
        by_link = f"{served.url}/t/{host.table}"
        with ExitStack() as stack:
            bots = [stack.enter_context(remote(by_link, "--name", "Ada"))]

            async def game() -> None:
                await host.come()
                await seated(host, 2)
                more = remote(f"{served.url}/c/{code}", "--random", "--name", "Bo")
                bots.append(stack.enter_context(more))
                await seated(host, 3)
                assert {seat["name"] for seat in host.state["seats"]} == {"Host", "Ada", "Bo"}
                await host.must("do", what="start")
                await play_until(host, 10_000)
                await host.go()

            asyncio.run(game())
            for bot in bots:
                told = said(bot)
                assert bot.returncode == 0, told
                assert told.startswith("the game is over; it is won by ")
                assert "refused" not in told


def test_a_remote_bot_survives_a_killed_server_and_its_own_end(tmp_path: Path) -> None:
    token = str(tmp_path / "token")
    with Server(tmp_path / "data", pace=0) as served:
        host, code = open_table(served.url)
        link = f"{served.url}/t/{host.table}"
        bots: list[subprocess.Popen[str]] = []
        bo_args = ("--server", served.url, code, "--random", "--name", "Bo", "--token", token)
        with remote(link, "--name", "Ada") as ada, ExitStack() as stack:

            async def first() -> None:
                await host.come()
                await seated(host, 2)
                bots.append(stack.enter_context(remote(*bo_args)))
                await seated(host, 3)
                await host.must("do", what="start")
                await play_until(host, 12)
                await host.go()

            asyncio.run(first())
            bots[0].kill()
            served.kill()
            served.start()
            with remote(*bo_args) as again:

                async def second() -> None:
                    await host.come()
                    await play_until(host, 30)
                    await host.go()
                    served.restart()
                    await host.come()
                    await play_until(host, 10_000)
                    await host.go()

                asyncio.run(second())
                for bot in (ada, again):
                    told = said(bot)
                    assert bot.returncode == 0, told
                    assert "the game is over; it is won by " in told
                assert oct(os.stat(token).st_mode)[-3:] == "600"


def test_a_remote_bot_says_in_one_line_what_is_in_the_way(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pace=0) as served:
        with remote("--server", served.url, "ZZZZZZ", "--random") as lost:
            assert said(lost) == "No table has this code now.\n"
        with remote(f"{served.url}/t/nowhere", "--random") as lost:
            assert said(lost) == "the server says goodbye: no_such_table\n"
        host = Player(served.url)
        host.open("clans", seats=3)

        async def full() -> None:
            for name in ("Bo", "Cy"):
                friend = Player(served.url, name)
                await friend.come(host.table)
                await friend.must("sit", name=name)
                await friend.go()

        asyncio.run(full())
        with remote(f"{served.url}/t/{host.table}", "--random") as late:
            assert said(late) == "All seats are taken; you can watch.\n"
            assert late.returncode == 1
    with remote("--server", "http://127.0.0.1:9", "ABCDEF", "--random") as lost:
        assert said(lost).startswith("the server cannot be reached")
