"""Gymnasium: one seat against bots, and many games that step together (``tatami[gymnasium]``).

    >>> from tatami.research import gymnasium as doors
    >>> table = doors.SeatEnv("clans", seats=4, bots="steady")
    >>> tables = doors.VectorEnv("clans", seats=4, num_envs=256)

Both are registered too: ``gymnasium.make("tatami/clans-v2")``, and the same with ``make_vec``.
"""

from __future__ import annotations

from array import array
from operator import index
from typing import TYPE_CHECKING, Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded
from gymnasium.utils import EzPickle
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

import tatami
from tatami.engine.batch import PATIENCE, Batch
from tatami.engine.encoding import VERSION, Encoding
from tatami.engine.flow import new
from tatami.engine.look import look
from tatami.engine.turns import Turns
from tatami.research.players import Players, factories
from tatami.research.tables import encoding_for, row_for, whole

if TYPE_CHECKING:
    from tatami.bots.base import Factory

LOST: Final = -1.0
"""What an illegal action costs: as much as losing can."""
NO_GAME: Final = "no game is under way: reset() deals one"
FOR_ONE_SEAT: Final = ("bots", "seat", "render_mode")
"""What only ``SeatEnv`` takes."""


class NoGameError(ResetNeeded, ValueError):
    """What Gymnasium raises where nothing was dealt, or a game is over."""


class NotAllowedError(InvalidAction, ValueError):
    """What Gymnasium raises for what is no action, or not allowed now."""


def space_of(encoding: Encoding) -> spaces.Dict:
    """What is observed: ``observation``, a row, and ``action_mask``."""
    low, high = (np.array(bound, np.int32) for bound in encoding.bounds())
    mask = spaces.Box(0, 1, (encoding.action_count,), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.int32), "action_mask": mask})


def others_for(game: str, bots: str | list[str], seats: int, seat: int) -> list[Factory]:
    """The bots of a table, one name for all other seats or one for each; the seat's own idles."""
    try:
        named = [bots] * (seats - 1) if isinstance(bots, str) else list(bots)
    except TypeError:
        raise ValueError(f"bots are a name, or one for each other seat, not {bots!r}") from None
    if len(named) != seats - 1:
        raise ValueError(f"{seats - 1} other seats need {seats - 1} bots, not {len(named)}")
    return factories(game, [*named[:seat], "random", *named[seat:]])


class SeatEnv(gymnasium.Env[dict[str, Any], int], EzPickle):
    """One seat of a game; bots have the others. A step is one decision of that seat.

    An action that the mask forbids ends the episode with -1, and ``info["illegal"]`` says why, with
    the clause; what is no action at all is a ``ValueError`` and changes nothing. ``ledger=True``
    adds to the rows what the seat knows without seeing it, ``order=True`` how cards lie.

    Pickled or copied it is another table of the same kind, at which no game is under way.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str = "clans",
        seats: int = 4,
        seat: int = 0,
        bots: str | list[str] = "random",
        render_mode: str | None = None,
        order: bool = False,
        ledger: bool = False,
        **options: str,
    ) -> None:
        EzPickle.__init__(self, game, seats, seat, bots, render_mode, order, ledger, **options)
        if render_mode not in (None, "ansi", "rgb_array"):
            raise ValueError(f"render_mode can be ansi, rgb_array, not {render_mode!r}")
        self.encoding = encoding_for(game, seats, order, options, ledger)
        if not 0 <= whole("seat", seat, -seats) < seats:
            raise ValueError(f"a table of {seats} has no seat {seat}")
        self.seat, self.render_mode = seat, render_mode
        self.factories = others_for(game, bots, seats, seat)
        self.observation_space = space_of(self.encoding)
        self.action_space = spaces.Discrete(self.encoding.action_count)
        self.turns: Turns | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal anew, and let the bots play until the seat has to decide."""
        super().reset(seed=seed)
        encoding = self.encoding
        key = self.np_random.bytes(32)
        self.turns = Turns(new(encoding.game, encoding.seats, key, encoding.opts, True))
        self.players = Players(self.factories, self.np_random.bytes(32))
        self.steps, self.ended = 0, False
        self._others(self.turns)
        return self._observed(self.turns), {}

    def _others(self, turns: Turns) -> None:
        """Let the bots decide until it is the seat's turn, or the game is over."""
        while turns.seat not in (-1, self.seat) and self.steps < self._longest():
            turns.act(self.players.choose(turns))
            self.steps += 1

    def _longest(self) -> int:
        return PATIENCE * self.encoding.game.longest

    def _observed(self, turns: Turns) -> dict[str, Any]:
        mask = np.zeros(self.encoding.action_count, np.int8)
        mask[turns.actions() if turns.seat == self.seat else []] = 1
        row = np.array(row_for(self.encoding, turns.w, self.seat), np.int32)
        return {"observation": row, "action_mask": mask}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Decide, and let the bots play until the seat has to decide again."""
        if self.turns is None or self.ended:
            raise NoGameError(NO_GAME)
        turns, chosen = self.turns, self._number(action)
        if chosen not in turns.actions():
            self.ended = True
            why = turns.why_not(chosen, self.seat)
            return self._observed(turns), LOST, True, False, {"illegal": why}
        turns.act(chosen)
        self.steps += 1
        self._others(turns)
        cut = turns.seat >= 0 and self.steps >= self._longest()
        self.ended = turns.seat < 0 or cut
        return self._observed(turns), turns.w.returns()[self.seat], turns.seat < 0, cut, {}

    def _number(self, action: Any) -> int:
        """An action as a number; ``ValueError`` where it is none."""
        try:
            chosen = index(action)
        except TypeError:
            chosen = -1
        if not 0 <= chosen < self.encoding.action_count:
            most = self.encoding.action_count
            raise NotAllowedError(f"an action is a whole number below {most}, not {action!r}")
        return chosen

    def render(self) -> Any:
        """The table as the seat sees it: as text, or drawn."""
        if self.turns is None:
            raise NoGameError(NO_GAME)
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing: no render_mode was chosen")
            return None
        view = look(self.turns.w, self.seat)
        if self.render_mode == "rgb_array":
            from tatami.research.drawing import draw  # Pillow: only who wants pictures needs it

            return np.array(draw(view))
        return str(view)


class VectorEnv(gymnasium.vector.VectorEnv[dict[str, Any], Any, Any], EzPickle):
    """So many games step together; in each, a step is the decision of whoever comes next.

    For self-play: ``observations`` are the rows of those who decide next, ``infos["seat"]`` says
    which seats they are. A reward is the return of who acted, 0 before the end. Where a game ends,
    the next one is dealt in the same step: ``infos["returns"]`` tells what it was worth to all
    seats, ``infos["final_obs"]`` what who acted last saw at the end.

    ``copy=False`` hands out the same arrays again and again, which is quicker; they can only be
    read, as rows are written where they change. ``ledger=True`` adds to the rows what a seat knows
    without seeing it, as ``row_of`` a view has it.

    ``autoreset_mode`` can be ``NextStep``: a game that has ended stands until the next step, whose
    action for it is ignored, and there is no ``final_obs``. Many wrappers want that.

    Pickled or copied they are other tables of the same kind, at which no game is under way.
    """

    def __init__(
        self,
        game: str = "clans",
        seats: int = 4,
        num_envs: int = 256,
        copy: bool = True,
        order: bool = False,
        longest: int = 0,
        ledger: bool = False,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        **options: str,
    ) -> None:
        more = {"render_mode": render_mode, "autoreset_mode": autoreset_mode, **options}
        EzPickle.__init__(self, game, seats, num_envs, copy, order, longest, ledger, **more)
        check_self_play(options | ({} if render_mode is None else {"render_mode": render_mode}))
        num_envs, longest = whole("num_envs", num_envs, 1), whole("longest", longest)
        self.encoding = encoding_for(game, seats, order, options, ledger)
        self.num_envs, self.copy, self.longest = num_envs, copy, longest
        self.mode = autoreset(autoreset_mode)
        self.metadata = {"autoreset_mode": self.mode, "render_modes": []}
        self.single_observation_space = space_of(self.encoding)
        self.single_action_space = spaces.Discrete(self.encoding.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._keep(
            np.zeros((num_envs, self.encoding.size), np.int32),
            np.zeros((num_envs, self.encoding.action_count), np.int8),
        )
        self._legal = self.masks.copy()
        """What masks are made from and actions are held to; nobody else gets hold of it."""
        self._allowed = np.zeros(0, np.int64)
        self._each = np.arange(num_envs)
        self.batch: Batch | None = None
        self.first = 0
        """The number of the first game, where this is a part of more."""
        self._seats: Any = None
        self._standing = np.zeros(num_envs, np.bool_)
        """The games that have ended, and are dealt anew by the next step."""

    def _keep(self, rows: Any, masks: Any) -> None:
        """Write into these arrays from now on; what is handed out of them can only be read."""
        self.rows, self.masks = rows, masks
        self._shown = {"observation": read_only(rows), "action_mask": read_only(masks)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal all games anew."""
        self._need_open()
        super().reset(seed=seed)
        return self._start(self.np_random.bytes(32))

    def _start(self, key: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
        self._seats = None  # until all is written: an interrupted reset leaves no game
        self.rows[:] = 0
        self._standing[:] = False
        later = self.mode is AutoresetMode.NEXT_STEP
        given = self.encoding, self.num_envs, key, self.longest, self.first, later
        self.batch = Batch(*given)
        seen = self._observed(self.batch)
        self._seats = np.array(self.batch.seats)
        return seen, {"seat": self._seats.copy()}

    def _need_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("these tables are closed")

    def _observed(self, batch: Batch) -> dict[str, Any]:
        """Spread over the arrays what changes in them."""
        rows, legal = self.rows.reshape(-1), self._legal.reshape(-1)
        rows[self._spread(batch.cleared, batch.clears, self.encoding.size)] = 0
        rows[self._spread(batch.places, batch.sizes, self.encoding.size)] = numbers(batch.values)
        legal[self._allowed] = 0
        self._allowed = self._spread(batch.allowed, batch.choices, self.encoding.action_count)
        legal[self._allowed] = 1
        self.masks[:] = self._legal
        return self._handed_out()

    def _handed_out(self) -> dict[str, Any]:
        if self.copy:
            return {"observation": self.rows.copy(), "action_mask": self.masks.copy()}
        return dict(self._shown)

    def _spread(self, places: list[int], sizes: list[int], width: int) -> Any:
        """Places in rows as places in all rows one after the other."""
        return numbers(places) + np.repeat(self._each * width, sizes)

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """One decision in every game; where one may not be taken, ``ValueError``, and none is."""
        self._need_open()
        chosen = self._checked(actions)
        assert self.batch is not None
        batch, movers = self.batch, self._seats
        self._seats = None  # where a step is interrupted, some games have stepped and some have not
        batch.step(chosen)
        seen, seats = self._observed(batch), np.array(batch.seats)
        ended, cut = self._flags(batch.ended), self._flags(batch.cut)
        rewards, infos = self._told(batch, movers, ended)
        self._seats, self._standing = seats, ended & (self.mode is AutoresetMode.NEXT_STEP)
        return seen, rewards, ended & ~cut, cut, {"seat": seats.copy()} | infos

    def _flags(self, those: list[int]) -> Any:
        flags = np.zeros(self.num_envs, np.bool_)
        flags[those] = True
        return flags

    def _told(self, batch: Batch, movers: Any, ended: Any) -> tuple[Any, dict[str, Any]]:
        """Rewards of those who acted, and infos, with what ended in them."""
        rewards = np.zeros(self.num_envs, np.float64)
        infos: dict[str, Any] = {}
        if batch.ended:
            worth = np.zeros((self.num_envs, self.encoding.seats))
            worth[batch.ended] = batch.worth
            rewards = worth[self._each, movers]
            infos |= {"returns": worth, "_returns": ended}
        if batch.final:
            infos |= {"final_obs": self._final(batch), "_final_obs": ended.copy()}
        return rewards, infos

    def _final(self, batch: Batch) -> Any:
        """What who acted last saw at the end of each game that has ended."""
        found = np.full(self.num_envs, None, dtype=object)
        for at, row in zip(batch.ended, batch.final, strict=True):
            mask = np.zeros(self.encoding.action_count, np.int8)
            found[at] = {"observation": np.array(row, np.int32), "action_mask": mask}
        return found

    def _checked(self, actions: Any) -> list[int]:
        """An action for every game, each allowed; ``ValueError`` with a sentence otherwise."""
        if self._seats is None:
            raise NoGameError(NO_GAME)
        try:
            chosen = np.asarray(actions)
        except ValueError:  # rows of different lengths
            chosen = np.array(None)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            found = f"{chosen.dtype} {chosen.shape}"
            raise NotAllowedError(f"actions are {self.num_envs} whole numbers, not {found}")
        inside = (chosen >= 0) & (chosen < self.encoding.action_count)
        allowed = inside & (self._legal[self._each, np.where(inside, chosen, 0)] == 1)
        allowed |= self._standing
        if not allowed.all():
            at = int(np.flatnonzero(~allowed)[0])
            raise NotAllowedError(f"game {at}: {self._why_not(at, int(chosen[at]))}")
        as_numbers: list[int] = chosen.tolist()
        return as_numbers

    def _why_not(self, at: int, action: int) -> str:
        """Why an action cannot be taken in a game, with the clause."""
        assert self.batch is not None
        turns = self.batch.games[at]
        return turns.why_not(action, turns.seat)


def check_self_play(options: dict[str, Any]) -> None:
    """``ValueError`` for what has no meaning where the caller decides for every seat."""
    for name in FOR_ONE_SEAT:
        if name in options:
            raise ValueError(
                f"{name} is for one seat against bots; here all is self-play, every seat yours: "
                'make_vec(..., vectorization_mode="sync") has tables of one seat side by side'
            )


def autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """When a game that has ended is dealt anew; ``ValueError`` for what is no such time."""
    try:
        found = AutoresetMode(mode)
    except ValueError:
        found = AutoresetMode.DISABLED
    if found is AutoresetMode.DISABLED:
        raise ValueError(f"autoreset_mode can be SameStep, NextStep, not {mode!r}")
    return found


def read_only(array: Any) -> Any:
    """The same numbers, for reading."""
    view = array.view()
    view.flags.writeable = False
    return view


def numbers(values: list[int]) -> Any:
    """A list of whole numbers as an array: twice as quick as NumPy's own way."""
    return np.frombuffer(array("q", values), np.int64)


def register() -> None:
    """Make every installed game known to ``gymnasium.make`` and ``make_vec``."""
    here = "tatami.research.gymnasium"
    for game in tatami.names():
        gymnasium.register(
            f"tatami/{game}-v{VERSION}",
            entry_point=f"{here}:SeatEnv",
            vector_entry_point=f"{here}:VectorEnv",
            kwargs={"game": game},
            disable_env_checker=True,
            order_enforce=False,
        )


register()
