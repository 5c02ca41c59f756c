"""What is the same for everybody is made once: no address holds the server up by asking for it."""

from __future__ import annotations

import asyncio
import gzip
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
import segno

from tatami import catalogue
from tatami.games.words import LANGUAGES
from tatami.server import kept
from tatami.tables.row import Seat, TableRow
from tests.server.apart import Answer, Apart

TEXTS = ("/api/words/wataah", "/api/rules/wataah", "/api/learn/wataah")
ROW = TableRow(*("t1", "CODE11", "wataah", 1, "ann", "ab" * 32), [Seat("person", "ann", "Ann")], 1)


class Books:
    """A store that has one table, and nobody's name."""

    async def name_of(self, person: str) -> str:
        """Nobody has told theirs."""
        return ""

    async def table(self, name: str) -> TableRow | None:
        """The one table."""
        return ROW if name == "t1" else None


async def no_tables(person: str) -> tuple[()]:
    """Nothing is played."""
    return ()


def site(folder: Path) -> Apart:
    found = SimpleNamespace(store=Books(), mine=no_tables, listed=no_tables, build="b")
    return Apart(folder, listing=catalogue.find, **vars(found))


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often something dear was done."""
    kept.kept_code.cache_clear()
    done: Counter[str] = Counter()
    for place, name in (
        (tomllib, "loads"),
        (segno, "make"),
        (kept, "blocks"),
        (gzip, "compress"),
        (catalogue, "entry_points"),
    ):
        monkeypatch.setattr(place, name, counted(getattr(place, name), name, done))
    return done


def counted(does: Any, name: str, done: Counter[str]) -> Any:
    def does_it(*args: Any, **more: Any) -> Any:
        done[name] += 1
        return does(*args, **more)

    return does_it


def asked(here: Apart, *paths: str, **headers: Any) -> list[Answer]:
    async def evening() -> list[Answer]:
        return [await here.ask(path, **headers) for path in paths]

    return asyncio.run(evening())


PATHS = [
    *(f"{path}?language={one}" for path in TEXTS for one in LANGUAGES),
    *("/api/front", "/", "/t/t1", "/t/unknown", "/api/words/unknown"),
    *("/api/qr.svg?path=/t/t1", "/api/qr.svg?path=/c/CODE11"),
]


def test_nothing_is_parsed_drawn_or_compressed_a_second_time(
    tmp_path: Path, work: Counter[str]
) -> None:
    here = site(tmp_path)
    first = asked(here, *PATHS)
    assert {one.status for one in first} == {200, 404}
    assert {"loads", "make", "blocks", "compress"} <= set(work), "nothing was counted"
    work.clear()
    assert asked(here, *PATHS * 3) == first * 3
    assert not work


def test_languages_that_nobody_speaks_are_english_and_are_not_kept(
    tmp_path: Path, work: Counter[str]
) -> None:
    here = site(tmp_path)
    english = asked(here, *(f"{path}?language=en" for path in TEXTS))
    work.clear()
    for made_up in ("xx", "qqq", "../en", "", "f", "english"):
        assert asked(here, *(f"{path}?language={made_up}" for path in TEXTS)) == english
    assert not work


@pytest.mark.parametrize("path", TEXTS)
@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_a_browser_that_has_a_text_is_told_so_in_a_few_bytes(
    tmp_path: Path, path: str, coding: str
) -> None:
    here = site(tmp_path)
    (whole,) = asked(here, path, **{"accept-encoding": coding})
    assert here.headers.get("content-encoding", "identity") == coding
    assert here.headers["cache-control"] == "private, no-cache"
    plain = gzip.decompress(whole.body) if coding == "gzip" else whole.body
    assert isinstance(msgspec.json.decode(plain), dict)
    tag = here.headers["etag"]
    known = {"accept-encoding": coding, "if-none-match": tag}
    assert asked(here, path, **known) == [Answer(304, b"")]
    assert asked(here, f"{path}?language=fr", **known)[0].status == 200
    assert here.headers["etag"] != tag


def test_what_a_text_is_said_to_be_is_what_it_is(tmp_path: Path) -> None:
    here = site(tmp_path)
    words, rules, lessons = asked(here, *(f"{path}?language=fr" for path in TEXTS))
    assert msgspec.json.decode(words.body) == catalogue.find("wataah").words("fr")
    assert msgspec.json.decode(rules.body)["language"] == "fr"
    assert msgspec.json.decode(lessons.body)["lessons"]


def test_a_code_for_a_seat_is_drawn_anew_and_kept_nowhere(
    tmp_path: Path, work: Counter[str]
) -> None:
    here = site(tmp_path)
    seat = "/api/qr.svg?path=/m/" + "s" * 40
    one, other = asked(here, seat, seat)
    assert one == other
    assert work["make"] == 2
    assert kept.kept_code.cache_info().currsize == 0


def test_codes_for_one_address_are_drawn_one_after_the_other_and_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside: in a thread, as each takes a few milliseconds for which nobody else should wait."""
    at_work = most = beside_all = 0

    async def beside(draw: Callable[[str], bytes], link: str) -> bytes:
        nonlocal at_work, most, beside_all
        at_work += 1
        beside_all += 1
        most = max(most, at_work)
        for _ in range(3):  # time for others to begin
            await asyncio.sleep(0)
        at_work -= 1
        return draw(link)

    monkeypatch.setattr(asyncio, "to_thread", beside)
    here = site(tmp_path)

    async def evening() -> None:
        paths = [f"/api/qr.svg?path=/t/{at}" for at in range(9)]
        await asyncio.gather(*(here.ask(path) for path in paths))

    asyncio.run(evening())
    assert (most, beside_all) == (1, 9)
