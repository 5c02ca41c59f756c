"""What the other tests here rely on: nothing that goes wrong in a page is overlooked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.chromium import People
from tests.support.serving import Server

Serve = Callable[..., Server]

FAULTS = {
    "console.error('a broken promise')": "a broken promise",
    "setTimeout(() => { throw new Error('nobody caught me') })": "nobody caught me",
    "document.body.appendChild(document.createElement('script')).text = '1'": "Content Security",
    "new Image().src = 'http://192.0.2.1/x.png'": "asked another server",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_page_is_a_complaint(serve: Serve, people: People, fault: str) -> None:
    ann = people.open(serve().url, "Ann")
    ann.go()
    assert not ann.complaints
    ann.page.evaluate(fault)
    ann.page.wait_for_timeout(300)
    assert any(FAULTS[fault] in complaint for complaint in ann.complaints), ann.complaints
    ann.complaints.clear()
