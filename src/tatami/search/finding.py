"""What a search has found, and why: for players, coaches and tests."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from tatami.engine.asking import Answer
from tatami.engine.question import Question
from tatami.engine.view import View
from tatami.engine.world import World

Played: TypeAlias = tuple[int, str, Answer]
"""Who answers, the question's key, the answer."""
Course: TypeAlias = tuple[Played, ...]
"""What was played one after another in an imagined world, from the first on."""
SMALL_ZONE = 12
"""Beliefs are told of places with at most so many cards: hands, not decks."""


class Weighed(NamedTuple):
    """One answer and what came of it."""

    answer: Answer
    visits: int
    mean: float
    """The mean reward, from 0 to 1."""
    difference: float
    """The mean by which it was better than the bot's own answer, in the same worlds ..."""
    error: float
    """... and the standard error of that."""
    line: Course
    """What usually followed."""


class Finding:
    """The answer, what every answer was worth, and what the search believed."""

    def __init__(
        self,
        view: View,
        base: Answer | None,
        answer: Answer,
        options: list[Weighed],
        worlds: list[World],
        planned: int,
        done: int,
    ) -> None:
        self.view = view
        self.base = base
        """What the game's own bot would answer; None where the game has none."""
        self.answer = answer
        self.options = options
        """Every answer that was weighed, the best first."""
        self.planned = planned
        self.done = done
        """How many simulations were done; fewer than planned where time was up."""
        self._worlds = worlds

    @property
    def worlds(self) -> int:
        """How many worlds were imagined and used."""
        return len(self._worlds)

    @property
    def beliefs(self) -> dict[str, dict[str, float]]:
        """For each small place with hidden cards: how many of each face lie there, on average."""
        view = self.view
        layout = view.game.layout(view.seats, view.opts)
        found: dict[str, dict[str, float]] = {}
        for zone, faces in enumerate(view.zones):
            if 0 < len(faces) <= SMALL_ZONE and -1 in faces and self._worlds:
                found[layout.zones[zone].name] = self._shares(zone)
        return found

    def _shares(self, zone: int) -> dict[str, float]:
        """The mean number of each face in a place, over the sampled worlds."""
        names = self.view.game.faces
        counts: dict[int, int] = {}
        for world in self._worlds:
            for card in world.zones[zone]:
                face = world.face[card]
                counts[face] = counts.get(face, 0) + 1
        number = len(self._worlds)
        return {names[face]: counts[face] / number for face in sorted(counts)}

    def data(self) -> dict[str, Any]:
        """All of it as JSON-ready data with names."""
        question = self.view.offers[0].question
        return {
            "question": question.key,
            "bot": None if self.base is None else spelled_answer(question, self.base),
            "answer": spelled_answer(question, self.answer),
            "planned": self.planned,
            "done": self.done,
            "worlds": self.worlds,
            "options": [self._weighed(question, one) for one in self.options],
            "beliefs": self.beliefs,
        }

    def _weighed(self, question: Question, one: Weighed) -> dict[str, Any]:
        keys = self.view.game.keys
        return {
            "answer": spelled_answer(question, one.answer),
            "visits": one.visits,
            "mean": one.mean,
            "difference": one.difference,
            "error": one.error,
            "line": [[seat, key, spelled_answer(keys[key], got)] for seat, key, got in one.line],
        }


def spelled_answer(question: Question, answer: Answer) -> str:
    """An answer in words."""
    if isinstance(answer, int):
        return question.spell(answer)
    return " ".join([question.spell(option) for option in answer]) or "-"
