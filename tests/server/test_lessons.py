"""Lessons at a real server: no more than a table with bots, and nothing of them is kept."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.requests import Request

from tatami.server.app import Site
from tatami.server.metrics import Metrics
from tests.server.test_http import get
from tests.support.serving import Server

LESSON = "/api/learn/clans/first-order"


def take(server: Server, *did: dict[str, Any]) -> tuple[int, Any]:
    status, _, body = get(server, LESSON, json.dumps({"did": did}), Origin=server.url)
    return status, json.loads(body)


def test_a_lesson_is_taken_step_by_step(still: Server) -> None:
    status, state = take(still)
    assert (status, state["waits"], state["said"]) == (200, "next", [["says", "loyal"]])
    read = {"t": "next", "id": 1}
    _, state = take(still, read, read)
    assert (state["waits"], state["said"]) == ("do", [["says", "deploy"]])
    offer = state["update"]["view"]["offers"][0]
    wrong = {"t": "answer", "id": 2, "ask": offer["ask"], "answer": offer["options"][0]}
    _, state = take(still, read, read, wrong)
    assert (state["wrong"], state["waits"]) == ("not_mine", "do")


def test_the_lessons_of_a_game_are_told_in_a_language(still: Server) -> None:
    status, _, body = get(still, "/api/learn/clans?language=fr")
    assert status == 200
    assert json.loads(body)["lessons"][0]["texts"]["title"] == "Qui vous servez"


def test_what_cannot_be_done_in_a_lesson_is_refused(still: Server) -> None:
    bad = {"t": "answer", "id": 1, "ask": 99, "answer": 0}
    status, problem = take(still, bad, bad)
    assert (status, problem["refusal"]["code"]) == (404, "no_such_lesson")
    assert take(still, {"t": "dance"})[0] == 400
    assert take(still, *({"t": "next", "id": n} for n in range(2001)))[0] == 400
    status, _, _ = get(still, "/api/learn/clans/nonsense", '{"did":[]}', Origin=still.url)
    assert status == 404
    status, _, _ = get(still, LESSON, '{"did":[]}', Origin="http://elsewhere.example")
    assert status == 403


@pytest.mark.parametrize("number", [2**63, 2**64, 2**70, -(2**63) - 1])
def test_a_number_that_is_too_large_for_any_lesson_costs_no_process(
    still: Server, number: int
) -> None:
    read = {"t": "next", "id": 1}
    for bad in (
        {"t": "answer", "id": 1, "ask": number, "answer": 0},
        {"t": "answer", "id": 1, "ask": 1, "answer": [number]},
        {"t": "try", "id": 1, "ask": 1, "answers": [number]},
    ):
        status, _ = take(still, read, bad)
        assert status in (200, 404)
        assert take(still, read)[0] == 200
    assert '"trace"' not in still.whole_log()


def test_an_error_of_the_server_is_counted_whatever_it_was_asked_over() -> None:
    site = object.__new__(Site)
    site.metrics = Metrics()
    answer = asyncio.run(site.broken(Request({"type": "http"}), ValueError()))
    assert answer.status_code == 500
    assert b"tatami_faults_total 1.0" in site.metrics.text()
