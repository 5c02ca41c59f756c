"""What the other tests here rely on: nothing that goes wrong in a page is overlooked."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.browser.tables import settle
from tests.support.chromium import PATIENCE, People
from tests.support.serving import Server

FAULTS = {
    "console.error('a broken promise')": "a broken promise",
    "setTimeout(() => { throw new Error('nobody caught me') })": "nobody caught me",
    "document.body.appendChild(document.createElement('script')).text = '1'": "Content Security",
    "new Image().src = 'http://192.0.2.1/x.png'": "asked another server",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests here."""
    with Server(tmp_path_factory.mktemp("complaints") / "data") as running:
        yield running


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_page_is_a_complaint(server: Server, people: People, fault: str) -> None:
    ann = people.open(server.url, "Ann")
    settle(ann.go())
    assert not ann.complaints
    ann.page.evaluate(fault)
    deadline = time.monotonic() + PATIENCE / 1000
    while not ann.complaints and time.monotonic() < deadline:
        ann.page.evaluate("new Promise(requestAnimationFrame)")
    assert any(FAULTS[fault] in complaint for complaint in ann.complaints), ann.complaints
    ann.complaints.clear()
