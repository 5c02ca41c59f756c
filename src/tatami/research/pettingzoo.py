"""PettingZoo: every game as an AEC and as a parallel environment (``tatami[pettingzoo]``).

    >>> from tatami.research import pettingzoo
    >>> table = pettingzoo.env("tack", seats=5)

An agent observes its row of ``tatami.engine.encoding`` and its mask, never the world; with
``ledger=True`` what it knows without seeing it, too. Actions are the game's stable numbers and,
last, *wait*. Rewards are the game's ``returns``, at its end.

``env`` treats mistakes as PettingZoo's own games do: what is no action at all is an
``AssertionError``, an action that the mask forbids loses the game for who took it, and its info
says why. ``raw_env`` and ``parallel_env`` refuse both with a ``ValueError``, and nothing changes.
"""

from __future__ import annotations

import sys
from operator import index
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from tatami.engine.encoding import VERSION
from tatami.engine.flow import new
from tatami.engine.look import look
from tatami.engine.turns import Turns
from tatami.research.tables import encoding_for, whole

if TYPE_CHECKING:
    from tatami.engine.view import View

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
PATIENCE: Final = 3
"""A game is cut off after so many times ``game.longest`` steps: to wait is a step too."""
NO_GAME: Final = "no game is under way: reset() deals one"
LOST: Final = -1.0
"""What an illegal action costs: as much as losing can."""


class Seated:
    """What both kinds of environment share: a game, its seats, and what each of them observes."""

    agents: list[str]

    def __init__(
        self,
        game: str = "clans",
        seats: int = 4,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        ledger: bool = False,
        order: bool = False,
        **options: str,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode can be {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.encoding = encoding_for(game, seats, order, options, ledger)
        self.game = self.encoding.game
        self.render_mode = render_mode
        self.max_cycles = PATIENCE * self.game.longest
        if max_cycles is not None:
            self.max_cycles = whole("max_cycles", max_cycles, 1)
        self.metadata: dict[str, Any] = {
            "name": f"{game}_v{VERSION}",
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents = []
        self.turns: Turns | None = None
        self._observed = {agent: self._space() for agent in self.possible_agents}
        self._acting = {
            a: spaces.Discrete(self.encoding.action_count) for a in self.possible_agents
        }
        self._luck = np.random.default_rng()

    def _space(self) -> Any:
        low, high = (np.array(bound, np.int32) for bound in self.encoding.bounds())
        mask = spaces.Box(0, 1, (self.encoding.action_count,), np.int8)
        row = spaces.Box(low, high, dtype=np.int32)
        return spaces.Dict({"observation": row, "action_mask": mask})

    def observation_space(self, agent: str) -> Any:
        """What an agent observes: ``observation``, a row, and ``action_mask``."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent can do: the game's stable numbers, and *wait*."""
        return self._acting[agent]

    def _deal(self, seed: int | None) -> Turns:
        """A new game; the same seed deals the same, and without one the luck goes on."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        encoding = self.encoding
        key = self._luck.bytes(32)
        watched = encoding.ledger or self.render_mode is not None  # only a view needs the ledgers
        self.turns = Turns(new(self.game, encoding.seats, key, encoding.opts, watched))
        self.steps = 0
        self.agents = self.possible_agents[:]
        return self.turns

    def under_way(self) -> Turns:
        """The game that is played; ``ValueError`` where there is none."""
        if self.turns is None or not self.agents:
            raise ValueError(NO_GAME)
        return self.turns

    def _mask(self, actions: list[int]) -> Any:
        mask = np.zeros(self.encoding.action_count, np.int8)
        mask[actions] = 1
        return mask

    def _row(self, turns: Turns, seat: int) -> Any:
        places: list[int] = []
        values: list[int] = []
        if self.encoding.ledger:
            self.encoding.sparse_of(look(turns.w, seat), places, values)
        else:
            self.encoding.sparse(turns.w, seat, places, values)
        row = np.zeros(self.encoding.size, np.int32)
        row[places] = values
        return row

    def _ended(self, turns: Turns) -> tuple[bool, bool]:
        """Whether the game is over, or was cut off."""
        over = turns.seat < 0
        return over, not over and self.steps >= self.max_cycles

    def render(self) -> Any:
        """The table as a spectator sees it: printed, as text, or drawn."""
        if self.turns is None:
            raise ValueError(NO_GAME)
        if self.render_mode is None:
            logger.warn("render() shows nothing: no render_mode was chosen")
            return None
        view = look(self.turns.w, self.encoding.seats)
        if self.render_mode == "rgb_array":
            return self._drawn(view)
        if self.render_mode == "ansi":
            return str(view)
        sys.stdout.write(f"{view}\n")
        return None

    def _drawn(self, view: View) -> Any:
        from tatami.research.drawing import draw  # Pillow: only who wants pictures needs it

        return np.array(draw(view))

    def _show(self) -> None:
        """Who watches as a human sees every step without asking."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is held open."""


class raw_env(Seated, AECEnv):  # noqa: N801  # the name that PettingZoo gives it
    """One decision at a time. What is asked of several at once they answer in turn, sealed."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {}
        self._select(self.under_way())
        self._show()

    def _select(self, turns: Turns) -> None:
        """Whose decision comes next, or how it ended."""
        over, cut = self._ended(turns)
        if over or cut:
            worth = turns.w.returns()
            self.rewards = dict(zip(self.agents, worth, strict=True))
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, cut)
        self.agent_selection = self.possible_agents[0 if over or cut else turns.seat]
        self.infos = {agent: {} for agent in self.agents}

    def _mask_of(self, agent: str) -> Any:
        """What an agent can do now: nothing unless the decision is its own."""
        assert self.turns is not None
        mine = agent == self.agent_selection and not any(self._ended(self.turns))
        return self._mask(self.turns.actions() if mine else [])

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it can do."""
        if self.turns is None:
            raise ValueError(NO_GAME)
        if agent not in self.possible_agents:
            raise ValueError(f"no agent {agent!r}: there are {', '.join(self.possible_agents)}")
        row = self._row(self.turns, self.possible_agents.index(agent))
        return {"observation": row, "action_mask": self._mask_of(agent)}

    def step(self, action: Any) -> None:
        """Take the selected agent's decision; ``ValueError`` with the clause where it may not."""
        turns, agent = self.under_way(), self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("the game is over: the only valid action is None")
            self._was_dead_step(None)
            return
        chosen = checked(turns, action, turns.seat, turns.actions())
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        turns.act(chosen)
        self.steps += 1
        self._select(turns)
        self._accumulate_rewards()
        self._show()


class parallel_env(Seated, ParallelEnv):  # noqa: N801  # the name that PettingZoo gives it
    """All seats at once: who is asked answers, who is not asked says *wait*.

    Answers to one ask are sealed until the last is in. Where only one can be first, rights come
    before answers, and which seat comes first moves on from step to step; what was meant for a
    moment that is gone by then is dropped.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal anew: observations and infos."""
        turns = self._deal(seed)
        self._show()
        return self._tell(turns)

    def _tell(self, turns: Turns) -> tuple[dict[str, Any], dict[str, Any]]:
        """What each agent observes, and its info."""
        agents = self.possible_agents
        seen = {agent: self._seen(turns, seat) for seat, agent in enumerate(agents)}
        return seen, {agent: {} for agent in agents}

    def _seen(self, turns: Turns, seat: int) -> dict[str, Any]:
        """What an agent observes."""
        mask = self._mask(choices(turns, seat))
        return {"observation": self._row(turns, seat), "action_mask": mask}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Do what all want; where one may not, ``ValueError`` with the clause, and nobody does.

        Where the game is over nobody is left: no actions, and nothing comes back.
        """
        if self.turns is not None and not self.agents and actions == {}:
            return ({}, {}, {}, {}, {})
        turns = self.under_way()
        together(turns, self._checked(turns, actions))
        self.steps += 1
        seen, infos = self._tell(turns)
        over, cut = self._ended(turns)
        rewards = dict(zip(self.agents, turns.w.returns(), strict=True))
        ends = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        self._show()
        return (seen, rewards, *ends, infos)

    def _checked(self, turns: Turns, actions: Any) -> list[int]:
        """An action for every seat, each allowed."""
        if not isinstance(actions, dict) or set(actions) != set(self.agents):
            who = ", ".join(self.agents)
            wait = self.encoding.wait
            raise ValueError(f"all act at once: {who}; who is not asked says wait ({wait})")
        return [
            checked(turns, actions[agent], seat, choices(turns, seat))
            for seat, agent in enumerate(self.possible_agents)
        ]


class Told(TerminateIllegalWrapper):
    """PettingZoo's treatment of illegal actions, with our sentence: ``infos[agent]["illegal"]``."""

    def step(self, action: Any) -> None:
        """Let the agent act; what it may not do loses the game for it."""
        table, agent = self.unwrapped, self.agent_selection
        ended = table.terminations[agent] or table.truncations[agent]
        why = "" if ended else self._why_not(table, action)
        super().step(action)
        if why and agent in table.infos:
            table.infos[agent]["illegal"] = why

    def _why_not(self, table: raw_env, action: Any) -> str:
        """Why the selected agent cannot do that; ``AssertionError`` where it is no action."""
        space = table.action_space(table.agent_selection)
        if isinstance(action, bool) or not space.contains(action):
            raise AssertionError(f"an action is a whole number below {space.n}, not {action!r}")
        turns = table.under_way()
        return "" if action in turns.actions() else turns.why_not(int(action), turns.seat)


def env(game: str = "clans", seats: int = 4, **options: Any) -> Any:
    """A game as PettingZoo knows it: ``env("tack", seats=5)``, table options by their names."""
    return OrderEnforcingWrapper(Told(raw_env(game, seats, **options), illegal_reward=LOST))


def checked(turns: Turns, action: Any, seat: int, allowed: list[int]) -> int:
    """An action that a seat may take; ``ValueError`` with a sentence for anything else."""
    try:
        chosen = index(action)
    except TypeError:
        raise ValueError(f"an action is a whole number, not {action!r}") from None
    if chosen not in allowed:
        raise ValueError(turns.why_not(chosen, seat))
    return chosen


def choices(turns: Turns, seat: int) -> list[int]:
    """What a seat can do where all act at once; only to wait where it is asked nothing."""
    ask = turns.w.ask
    if ask is None or turns.w.over:
        return [turns.wait]
    part = turns.part_for(seat)
    answered = part < 0 and seat in ask.seats
    hushed = (turns.hushed >> seat) & 1 and part < 0
    return [turns.wait] if answered or hushed else turns.actions_for(seat, part)


def together(turns: Turns, actions: list[int]) -> None:
    """Let all seats act at once, rights first, as long as it is the same ask that they meant."""
    ask, seats = turns.w.ask, turns.w.seats
    order = [(turns.w.acted + step) % seats for step in range(seats)]
    busy = [seat for seat in order if len(choices(turns, seat)) > 1 or actions[seat] != turns.wait]
    for seat in sorted(busy, key=lambda seat: not turns.is_right(actions[seat])):
        if turns.w.over or turns.w.ask is not ask:
            break
        turns.act_for(actions[seat], seat, turns.part_for(seat))
    turns.settle()
