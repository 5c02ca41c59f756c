"""OpenSpiel: every game is a ``pyspiel`` game (``tatami[openspiel]``).

    >>> import pyspiel
    >>> import tatami.research.openspiel
    >>> game = pyspiel.load_game("tatami_clans(players=4)")

A game begins with one chance node that has one outcome, ``deal``. What is dealt the game draws
itself, from 2^256 keys, so that no history tells it; and what was drawn is forgotten once the cards
lie: what the game draws from is a ratchet that turns one way only, and chance after the deal comes
from a key of its own. Nothing that a state holds leads back to a deal, its game included.

A state is the truth, as ever in OpenSpiel. What a player may hold is a state resampled from its
information state: ``imagine`` draws it from the player's view, its history begins there, and its
game is another one, that has dealt nothing and will deal nothing that the first one deals.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b
from struct import pack
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyspiel

import tatami
from tatami.engine.batch import PATIENCE
from tatami.engine.encoding import Encoding
from tatami.engine.flow import new
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.turns import Turns, spell
from tatami.engine.watch import told
from tatami.research.tables import row_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from tatami.engine.game import Game as Rules
    from tatami.engine.world import World

DEAL: Final = 0
"""The one outcome of the chance node."""
DRAWS: Final = 5
"""So many numbers of a sampler, of 53 bits each, make a key."""
TOLD: Final = ("players", "rng_seed", "ledger", "order")
"""Parameters of a game that are no table options."""


def digest(*parts: object) -> bytes:
    """A short name for whatever is given, that tells nothing about it."""
    return blake2b(repr(parts).encode(), digest_size=32).digest()


class Seats:
    """A table in the middle of a game, with what each seat has been told, as digests.

    It is plain data to OpenSpiel, which copies and pickles it.
    """

    __slots__ = ("recall", "turns", "upto", "w")

    def __init__(self, w: World, turns: Turns, recall: list[bytes], upto: list[int]) -> None:
        self.w = w
        self.turns = turns
        self.recall = recall
        self.upto = upto
        """How much of what happened is in each digest."""

    def __deepcopy__(self, memo: dict[int, object]) -> Seats:
        w = self.w.copy_watched()
        return Seats(w, self.turns.copy(w), self.recall[:], self.upto[:])

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (self.turns, self.recall, self.upto))

    def remember(self, seat: int) -> bytes:
        """All that a seat has been told so far, in its order, and what it has done."""
        watch = self.w.watch
        assert watch is not None
        for op in watch.ops[self.upto[seat] :]:
            event = told(op, seat, self.w.layout)
            self.recall[seat] = digest(self.recall[seat], event.verb, event.args)
        self.upto[seat] = len(watch.ops)
        return self.recall[seat]

    def row(self, encoding: Encoding, seat: int) -> list[int]:
        """What a seat sees; in an imagined world the ledger tells of one seat alone."""
        watch = self.w.watch
        if watch is None or seat not in watch.ledgers:
            return encoding.row(self.w, seat)
        return row_for(encoding, self.w, seat)

    def act(self, action: int) -> None:
        """Whoever comes next does something, and remembers it."""
        seat = self.turns.seat
        self.recall[seat] = digest(self.remember(seat), action)
        self.turns.act(action)


def _again(turns: Turns, recall: list[bytes], upto: list[int]) -> Seats:
    return Seats(turns.w, turns, recall, upto)


class State(pyspiel.State):
    """A position, the deal before the cards lie included."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.seats: Seats | None = None

    def table(self) -> Seats:
        """The table; ``SpielError`` before the deal."""
        if self.seats is None:
            raise pyspiel.SpielError("the cards have not been dealt")
        return self.seats

    def current_player(self) -> int:
        """Whose decision comes next."""
        if self.seats is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.seats.turns.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat < 0 else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deal is one outcome: which one it was, no history tells."""
        return [(DEAL, 1.0)]

    def _legal_actions(self, player: int) -> list[int]:
        turns = self.table().turns
        return sorted(turns.actions()) if player == turns.seat else []

    def _apply_action(self, action: int) -> None:
        if self.seats is None:
            if action != DEAL:
                raise pyspiel.SpielError(f"chance has one outcome: {DEAL}, the deal; not {action}")
            self.seats = self.get_game().deal()
            return
        turns = self.seats.turns
        if action not in turns.actions():
            raise pyspiel.SpielError(turns.why_not(action, turns.seat))
        self.seats.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.seats is None:
            return "deal"
        return spell(self.seats.w, action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.seats is not None and self.seats.turns.seat < 0

    def returns(self) -> list[float]:
        """What the end is worth to each player; 0 before it."""
        if self.seats is None:
            return [0.0] * self.num_players()
        return self.seats.w.returns()

    def __str__(self) -> str:
        if self.seats is None:
            return "deal"
        return f"{self.seats.w}\nnext: {self.seats.turns.seat}"

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> State:
        """A state that the player cannot tell from this one, drawn from its view alone."""
        seats = self.table()
        check_player(player_id, seats.w.seats)
        watch = seats.w.watch
        if watch is None or player_id not in watch.ledgers:
            raise pyspiel.SpielError(
                f"this state was imagined by another player: seat {player_id} has no view of it"
            )
        key = b"".join([pack("d", probability_sampler()) for _ in range(DRAWS)])
        game = self.get_game().for_players()
        twin: State = game.new_initial_state()
        with game.dealing(self._imagined(seats, player_id, key)):
            twin.apply_action(DEAL)
        return twin

    def _imagined(self, seats: Seats, player: int, key: bytes) -> Seats:
        """A table from one player's view: its own past is kept, those of others are not known."""
        w = imagine(look(seats.w, player), key, watched=True)
        turns = seats.turns.imagined(w, player)
        encoding = self.get_game().encoding
        recall = [digest("imagined", encoding.row(w, seat)) for seat in range(w.seats)]
        recall[player] = seats.remember(player)
        watch = w.watch
        assert watch is not None
        return Seats(w, turns, recall, [len(watch.ops)] * w.seats)


def check_player(player: int, seats: int) -> None:
    """``SpielError`` where a table has no such player."""
    if not 0 <= player < seats:
        raise pyspiel.SpielError(f"players are 0 to {seats - 1}, not {player}")


def check_kind(kind: Any) -> None:
    """``SpielError`` for kinds of observation that there are not."""
    private = kind.private_info
    if kind.perfect_recall and not kind.public_info:
        raise pyspiel.SpielError(
            "with perfect recall what is public cannot be left out: it has all"
        )
    if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
        raise pyspiel.SpielError("no observation shows what all players see: ask for each player's")
    if private == pyspiel.PrivateInfoType.NONE and kind.perfect_recall:
        raise pyspiel.SpielError("with perfect recall an observation is one player's: it has all")


class Observer:
    """What a player sees, as OpenSpiel asks for it: a tensor and a string.

    With perfect recall there is a string only, which ends with a digest of all the player was told.
    Without private information it is what a spectator sees, whoever the player is; without what is
    public, what a spectator does not see, and all that the player can deduce.
    """

    def __init__(self, game: Game, kind: Any) -> None:
        check_kind(kind)
        self.encoding, self.recall = game.encoding, bool(kind.perfect_recall)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.public = bool(kind.public_info)
        self.tensor = None if self.recall else np.zeros(self.encoding.size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def _viewer(self, player: int) -> int:
        """Whose row it is."""
        seats = self.encoding.seats
        check_player(player, seats)
        return player if self.private else seats

    def _row(self, seats: Seats, viewer: int) -> list[int]:
        """What a viewer sees, with or without what everybody sees."""
        row = seats.row(self.encoding, viewer)
        if self.public:
            return row
        common = seats.row(self.encoding, self.encoding.seats)
        if self.private and self.encoding.ledger:
            common[self.encoding.known_at :] = [0] * (len(row) - self.encoding.known_at)
        return [own if own != all_see else 0 for own, all_see in zip(row, common, strict=True)]

    def set_from(self, state: State, player: int) -> None:
        """Write what a player sees into the tensor."""
        viewer = self._viewer(player)
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.seats is not None:
            self.tensor[:] = self._row(state.seats, viewer)

    def string_from(self, state: State, player: int) -> str:
        """What a player sees in words: ``deck.?=42 hand-0.Oda=2 ...``."""
        viewer = self._viewer(player)
        if state.seats is None:
            return "deal"
        read = self.encoding.decode(self._row(state.seats, viewer))
        words = [f"{name}={value}" for part in read.values() for name, value in part.items()]
        if self.recall:
            words.append(f"recall={state.seats.remember(player)[:16].hex()}")
        return " ".join(words)


class Game(pyspiel.Game):
    """A game of Tatami at a table with so many players and these options.

    ``rng_seed``, any text, makes the deals the same in every run. The game forgets it at once: it
    is not among its parameters. With ``ledger=True`` observations hold what a player knows without
    seeing it, with ``order=True`` how cards lie.
    """

    rules: Rules
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        wanted = {name: value for name, value in (params or {}).items() if name != "rng_seed"}
        text = str((params or {}).get("rng_seed", ""))
        self._ratchet = digest(text) if text else secrets.token_bytes(32)
        self._given: Seats | None = None
        self._for_players: Game | None = None
        self.encoding = self._encoding(wanted)
        super().__init__(self.kind, self._info(self.encoding), wanted)

    def _encoding(self, params: dict[str, Any]) -> Encoding:
        named = {name: str(value) for name, value in params.items() if name not in TOLD}
        chosen = {name.replace("_", "-"): value.lstrip("_") for name, value in named.items()}
        try:
            opts = self.rules.choose_settings(chosen)
            more = bool(params.get("ledger")), bool(params.get("order"))
            return Encoding(self.rules, int(params.get("players", 4)), opts, *more)
        except ValueError as error:
            raise pyspiel.SpielError(str(error)) from None

    def _info(self, encoding: Encoding) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=encoding.action_count,
            max_chance_outcomes=1,
            num_players=encoding.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=PATIENCE * self.rules.longest,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled or copied it is another game of the same kind, with luck of its own."""
        return (_loaded, (str(self),))

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return _loaded(str(self))

    def new_initial_state(self) -> State:
        """Before the deal."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What looks at states for players."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def for_players(self) -> Game:
        """The game of resampled states, whose luck has nothing to do with what this one deals."""
        if self._for_players is None:
            self._for_players = _loaded(str(self))
        return self._for_players

    def dealing(self, given: Seats) -> Dealing:
        """What the next deal gives instead of a drawn one."""
        return Dealing(self, given)

    def draw(self) -> bytes:
        """What a deal is made from. What is kept tells the draws to come, and none that were."""
        drawn = digest("deal", self._ratchet)
        self._ratchet = digest("next", self._ratchet)
        return drawn

    def deal(self) -> Seats:
        """Draw a deal, and forget how it was drawn."""
        if self._given is not None:
            return self._given
        drawn = self.draw()
        encoding = self.encoding
        w = new(self.rules, encoding.seats, drawn, encoding.opts, True)
        w.rekey(digest("after the deal", drawn))
        return Seats(w, Turns(w), [b""] * w.seats, [0] * w.seats)


def _loaded(name: str) -> Game:
    """A game by its name and parameters. It stands here so that unpickling registers the games."""
    found: Game = pyspiel.load_game(name)
    return found


class Dealing:
    """For as long as it is open, a game deals what it was given."""

    def __init__(self, game: Game, given: Seats) -> None:
        self.game = game
        self.given = given

    def __enter__(self) -> None:
        self.game._given = self.given

    def __exit__(self, *_: object) -> None:
        self.game._given = None


def word(value: str) -> str:
    """A value that OpenSpiel takes for no number: ``_12-12-11``."""
    return f"_{value}" if value[:1].isdigit() else value


def kind_of(rules: Rules) -> Any:
    """How OpenSpiel describes a game."""
    options = {one.name.replace("-", "_"): word(one.values[one.default]) for one in rules.settings}
    plain = {"players": 4, "rng_seed": "", "ledger": False, "order": False}
    return pyspiel.GameType(
        short_name=f"tatami_{rules.name}",
        long_name=f"Tatami: {rules.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.most,
        min_num_players=rules.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={**plain, **options},
    )


def add(rules: Rules) -> None:
    """Make a game known to ``pyspiel.load_game`` as ``tatami_<name>``."""
    if f"tatami_{rules.name}" not in pyspiel.registered_names():
        kind = kind_of(rules)
        made: Callable[..., Game] = type(rules.name, (Game,), {"rules": rules, "kind": kind})
        pyspiel.register_game(kind, made)


def register() -> None:
    """Make every installed game known."""
    for name in tatami.names():
        add(tatami.load(name))


register()
