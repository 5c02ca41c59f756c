"""A table of Night of the Ninja in a drawn position, and what is done and seen at it."""

from __future__ import annotations

from tatami.engine.errors import Refusal
from tatami.engine.notation import draw
from tatami.engine.offer import Offer
from tatami.engine.referee import Referee
from tatami.games.night.cards import CARD, PHASE, SPLITS, TOKEN, WORDS
from tatami.games.night.members import members
from tatami.games.night.rules import GAME
from tatami.games.night.zones import alive
from tests.support.seen import everything
from tests.support.seen import zone as zone

SPY, MYSTIC, TRICKSTER, ASSASSIN, SHINOBI, REVEAL = range(6)

HOUSES = {
    2: "Crane-1 Lotus-1 Crane-2 Lotus-2 Crane-3 Lotus-3",
    4: "Crane-1 Lotus-1 Crane-2 Lotus-2",
    5: "Crane-1 Lotus-1 Crane-2 Lotus-2 Ronin",
    6: "Crane-1 Lotus-1 Crane-2 Lotus-2 Crane-3 Lotus-3",
    7: "Crane-1 Lotus-1 Crane-2 Lotus-2 Crane-3 Lotus-3 Ronin",
}
MEMBERS = ["0-a", "1-a", "0-b", "1-b", "0-c", "1-c"]


def steps(phase: int) -> list[str]:
    """What is still to come in a round, from the bottom of the stack to its top."""
    rest = ["end_of_round", "mastermind", "house_reveal"]
    rest += [f"phase {number}" for number in range(len(PHASE.names) - 1, phase - 1, -1)]
    return [f"step: night.{one}" for one in rest]


def table(
    position: str = "",
    seats: int = 4,
    phase: int = SPY,
    houses: str = "",
    honor: int = 0,
    seed: int = 0,
) -> Referee:
    """A referee at a drawn position, at the start of a phase unless it draws its own steps.

    House cards lie as ``houses`` says, seat by seat; Ninja cards that are not drawn lie in the
    deck, tokens in the bag.
    """
    names = MEMBERS if seats == 2 else [str(seat) for seat in range(seats)]
    dealt = zip(names, (houses or HOUSES[seats]).split(), strict=True)
    lines = [f"night, {seats} seats", position]
    lines += [f"house-{name}: {card}" for name, card in dealt]
    drawn = position.split()
    tokens = [
        t for t, number in zip(TOKEN.names, SPLITS[honor], strict=True) for _ in range(number)
    ]
    for word in drawn:
        face, _, number = word.partition("*")
        for _ in range(int(number or 1) if face in TOKEN.names else 0):
            tokens.remove(face)
    if "bag:" not in position:
        lines.append(f"bag: {' '.join(tokens)}")
    lines.append(f"deck: {' '.join(face for face in CARD.names if face not in drawn)}")
    if "round =" not in position:
        lines.append("round = 1")
    if "step:" not in position:
        lines += steps(phase)
    text = "\n".join(line for line in lines if not line.endswith(": "))
    world = draw(GAME, text, seed)
    return Referee(GAME, seats, seed, world.opts, world)


def offer(game: Referee, seat: int, position: int = -1) -> tuple[int, Offer]:
    """The first thing asked of a seat, or what it is asked for one of its members."""
    asks = game.asks(seat)
    return next(one for one in asks if position < 0 or one[1].position == position)


def asked(game: Referee, seat: int, position: int = -1) -> str:
    """The key of what a seat is asked."""
    return offer(game, seat, position)[1].question.key


def options(game: Referee, seat: int, position: int = -1) -> set[str]:
    """What a seat can answer, in notation; of a pick, what can be picked."""
    found = offer(game, seat, position)[1]
    return {found.question.spelled[one] for one in (found.items if found.high else found.options)}


def answer(game: Referee, seat: int, text: str, position: int = -1) -> None:
    """Answer what a seat is asked; a pick takes any number of words."""
    ask, found = offer(game, seat, position)
    read = [found.question.read(word) for word in text.split()]
    reply = game.act(read if found.high else read[0], seat, ask)
    assert reply, f"{found.question.key} {text}: {reply!r}"


def play(game: Referee, *answers: str) -> None:
    """Answers one after the other: ``play(t, "0 at:s2:only", "3 kill")``."""
    for one in answers:
        seat, _, text = one.partition(" ")
        answer(game, int(seat), text)


def phase(game: Referee, cards: str = "") -> None:
    """Everybody answers the open phase: ``"0 Spy-1, 2 Spy-3 Spy-4"``; the others play nothing."""
    chosen: dict[int, str] = {}
    for one in cards.split(",") if cards else []:
        who, *faces = one.split()
        chosen[int(who)] = " ".join(f"play:{face}" for face in faces)
    key = game.view(0).stack[-1][0].name
    assert key == "night.play_cards", key
    for seat in game.waiting():
        for _, found in game.asks(seat):
            member = found.position if found.position >= 0 else seat
            answer(game, seat, chosen.pop(member, ""), found.position)
    assert not chosen


def quiet(game: Referee, until: str) -> None:
    """Nobody does anything optional until a question is asked, or the game is over."""
    while not game.over and all(asked(game, seat) != until for seat in game.waiting()):
        turn = game.turn
        assert game.expire(turn)


def reveal(game: Referee, unmask: int = -1) -> None:
    """Everybody answers at the House Reveal; one may be the Mastermind."""
    quiet(game, "mastermind")
    for seat in game.waiting():
        for _, found in game.asks(seat):
            member = found.position if found.position >= 0 else seat
            answer(game, seat, "unmask" if member == unmask else "silent", found.position)


def refused(game: Referee, seat: int, text: str, position: int = -1) -> tuple[str, str]:
    """The code and clause of a refusal, which changes nothing and says why."""
    ask, found = offer(game, seat, position)
    before = everything(game)
    read = [found.question.read(word) for word in text.split()]
    reply = game.act(read if found.high else read[0], seat, ask)
    assert isinstance(reply, Refusal), f"{text} was taken"
    assert everything(game) == before
    if reply.code in WORDS["refusal"]:
        assert reply.sentence == WORDS["refusal"][reply.code]
    return reply.code, reply.clause.removeprefix("night:")


def dead(game: Referee) -> set[int]:
    """Who is dead."""
    return {member for member in members(game.world) if not alive(game.world, member)}


def said(game: Referee, *keys: str) -> list[str]:
    """The log, as a spectator reads it; with keys, only those sentences: ``"dies 0 0"``."""
    found: list[str] = []
    for event in game.events(game.seats):
        if event.verb == "tell":
            number, *args = event.args
            key = GAME.book.sentences[number].key
            if not keys or key in keys:
                found.append(" ".join([key, *map(str, args)]))
    return found


def counts(game: Referee) -> list[int]:
    """How many tokens each player has, as a spectator sees it."""
    return [len(zone(game, f"tokens-{seat}", game.seats)) for seat in range(game.seats)]


def knows(game: Referee, seat: int, member: str) -> str:
    """What a seat sees of a House card; ``?`` where it does not."""
    return zone(game, f"house-{member}", seat)[0]
