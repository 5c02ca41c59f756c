"""A table of Ninjaaa'Tack in a drawn position, and what is done and seen at it."""

from __future__ import annotations

from tatami.engine.errors import Refusal
from tatami.engine.notation import draw
from tatami.engine.offer import Offer
from tatami.engine.record import spell
from tatami.engine.referee import Referee, Reply
from tatami.games.tack.calls import is_penalised
from tatami.games.tack.cards import CLAN, CLANS, COPIES, TOKEN, WORDS, Counted, counted
from tatami.games.tack.rules import GAME
from tatami.games.tack.zones import CAME, HAND, PURSE, collector_of
from tests.support.seen import everything

LETTERS = dict(zip("ROYGBPKX", CLANS, strict=True))
"""Clans by a letter: pink is K, black is X."""
NINJA, ATTACK = 0, 1


def table(
    hands: str,
    position: str = "",
    options: str = "",
    wolf: int = -1,
    seed: int = 0,
    passes: int = 0,
) -> Referee:
    """A referee while cards are being passed; ``hands`` are letters, seat by seat.

    ``position`` adds lines: tokens, counters. ``options``: table options such as ``rounds=1``.
    """
    dealt = hands.split()
    seats = len(dealt)
    used = [LETTERS[letter] for letter in "".join(dealt)]
    kinds = sorted(set(used), key=CLANS.index)
    assert len(used) == 4 * seats
    assert all(used.count(kind) == COPIES for kind in kinds)
    chosen = {"codes": "off", **dict(one.split("=") for one in options.split())}
    lines = [
        f"tack, {seats} seats",
        *(f"option {name} = {value}" for name, value in chosen.items()),
    ]
    lines += [
        f"hand-{seat}: {' '.join(LETTERS[c] for c in held)}" for seat, held in enumerate(dealt)
    ]
    lines.append(f"box: {' '.join(f'{clan}*4' for clan in CLANS if clan not in kinds)}")
    lines += ["rest: supply", position]
    if "round =" not in position:
        lines.append("round = 1")
    lines += [f"wolf = {'nobody' if wolf < 0 else f's{wolf}'}", f"pass = {passes}"]
    lines += ["step: tack.new_round", "step: tack.passing"]
    text = "\n".join(line for line in lines if not line.endswith(": "))
    world = draw(GAME, text, seed)
    return Referee(GAME, seats, seed, world.opts, world)


def counts(letters: str) -> Counted:
    """How many of each clan some cards are, by their letters."""
    return counted([CLAN.named(LETTERS[letter]) for letter in letters])


def strike(game: Referee, seat: int, call: int) -> Reply:
    """Strike the gong for the cards that are in the hands now."""
    return game.interrupt(seat, "gong", game.world.count[CAME], call)


def call(game: Referee, seat: int, what: int) -> None:
    """Strike, and it counts."""
    reply = strike(game, seat, what)
    assert reply, repr(reply)


def held(game: Referee, seat: int) -> str:
    """A hand in letters."""
    return "".join("ROYGBPKX"[face] for face in game.world.faces(HAND[seat]))


def tokens(game: Referee, seat: int) -> str:
    """The tokens that a player plays for, in letters."""
    faces = game.world.faces(PURSE[collector_of(game.world, seat)])
    return "".join("ROYGBPKX"[TOKEN.all.index(face)] for face in faces)


def penal(game: Referee, seat: int) -> bool:
    """Whether a penalty binds a player, or the player's team, in this round."""
    return is_penalised(game.world, seat)


def offer(game: Referee, seat: int) -> tuple[int, Offer]:
    """What a seat is asked first."""
    return game.asks(seat)[0]


def asked(game: Referee, seat: int) -> str:
    """The key of what a seat is asked; nothing where nothing is."""
    asks = game.asks(seat)
    return asks[0][1].question.key if asks else ""


def options(game: Referee, seat: int) -> list[str]:
    """What a seat can answer, in notation."""
    found = offer(game, seat)[1]
    return [spell(found.question, option) for option in found.options]


def answer(game: Referee, seat: int, text: str) -> None:
    """Answer what a seat is asked."""
    ask, found = offer(game, seat)
    reply = game.act(found.question.read(text), seat, ask)
    assert reply, f"{found.question.key} {text}: {reply!r}"


def chosen(game: Referee, cards: str) -> None:
    """Everybody chooses a card to pass, in letters seat by seat; the count has not run out."""
    for seat, letter in enumerate(cards):
        answer(game, seat, f"pass:{LETTERS[letter]}")


def passed(game: Referee, cards: str) -> None:
    """The same, and the cards go to the left."""
    chosen(game, cards)
    assert game.expire(game.turn, game.revision)


def refused(game: Referee, seat: int, text: str) -> tuple[str, str]:
    """The code and clause of a refusal, which changes nothing and says why."""
    ask, found = offer(game, seat)
    before = everything(game)
    reply = game.act(found.question.read(text), seat, ask)
    assert isinstance(reply, Refusal), f"{text} was taken"
    assert everything(game) == before
    assert reply.sentence == WORDS["refusal"][reply.code]
    return reply.code, reply.clause.removeprefix("tack:")


def told(game: Referee, since: int = 0) -> list[str]:
    """The sentences of the log, by their keys."""
    keys = [sentence.key for sentence in GAME.book.sentences]
    return [keys[event.args[0]] for event in game.events(0, since) if event.verb == "tell"]


def throw_with(game: Referee, seat: int, lands: bool) -> None:
    """Choose the aim and power with which it lands, or does not; the dice are what they are."""
    for aim in range(1, 10):
        for power in range(1, 10):
            twin = game.copy()
            answer(twin, seat, f"aim:{aim}")
            answer(twin, seat, f"power:{power}")
            if (asked(twin, seat) == "swap") == lands:
                answer(game, seat, f"aim:{aim}")
                answer(game, seat, f"power:{power}")
                return
    raise AssertionError("no such throw")


def throw_in(game: Referee, seat: int) -> None:
    """Aim and throw so that it lands in the box."""
    throw_with(game, seat, True)


def throw_out(game: Referee, seat: int) -> None:
    """Aim and throw so that it misses."""
    throw_with(game, seat, False)
