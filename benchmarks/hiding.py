"""How well a bot of War of Clans hides whom it serves, and how often the steady one wins.

*Recognised*: among bots of one kind, an observer counts for each player the cards of each clan
that the player put into a province from hand, less those that the player's ninjas and attacks took
off the table; moves count nothing. When the deck first holds no more than half of the 58 cards,
the observer names the clan with the highest count; of several, one at random, of which the
expected value is taken. One in five is blind chance.

*Wins*: one steady bot among random ones. Seats rotate, a victory shared by k counts 1/k.

Run it as ``python -m benchmarks.hiding --games 1000``. With ``--bot shrewd`` another level is
watched, and nothing else is measured; ``--simulations`` says how many each of its decisions gets.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from benchmarks.sequences import Sequence
from tatami.bots.arena import key_for, play_one
from tatami.bots.base import Bot, Factory, RandomBot
from tatami.catalogue import find
from tatami.engine.ids import Seat
from tatami.engine.referee import Referee
from tatami.games.clans import BOTS, GAME
from tatami.games.clans.bot import SteadyBot
from tatami.games.clans.cards import BLUE_CARDS, CLANS
from tatami.games.clans.told import ATTACKS, DEPLOYS, PLAYS, STRIKES
from tatami.games.clans.zones import DECK, serves
from tatami.search.bot import AtLevel

HALF = BLUE_CARDS // 2
FACTORIES: dict[str, Factory] = {"random": RandomBot, **BOTS}


def play_down_to(referee: Referee, bots: list[Bot], deck: int) -> None:
    """Play until the deck holds no more than so many cards."""
    while not referee.over and len(referee.world.zones[DECK]) > deck:
        for seat in referee.waiting():
            number, _ = referee.asks(seat)[0]
            reply = referee.act(bots[seat].decide(referee.view(seat)), seat, number)
            assert reply, repr(reply)


def tallies(referee: Referee) -> list[list[int]]:
    """What a spectator counts: for each player, cards added less cards removed, by clan."""
    counted = [[0] * len(CLANS) for _ in range(referee.seats)]
    for event in referee.events(referee.seats):
        if event.verb == "tell" and event.args[0] in (DEPLOYS, PLAYS):
            counted[event.args[1]][event.args[2]] += 1
        elif event.verb == "tell" and event.args[0] == STRIKES:
            counted[event.args[1]][event.args[2]] -= 1
        elif event.verb == "tell" and event.args[0] == ATTACKS:
            counted[event.args[1]][event.args[3]] -= 1
    return counted


def chance_to_name(tally: list[int], clan: int) -> float:
    """The observer's chance to name this clan."""
    top = max(tally)
    return 1 / tally.count(top) if tally[clan] == top else 0.0


def recognised(games: int, seats: int, seed: int, deck: int = HALF) -> float:
    """How often the observer names a player's clan, at a size of the deck."""
    return sum(named(games, seats, seed, deck, SteadyBot)) / games


def named(games: int, seats: int, seed: int, deck: int, make: Factory) -> Iterator[float]:
    """The same, game by game."""
    for number in range(games):
        bots = [make(key_for(seed, number, f"bot {seat}")) for seat in range(seats)]
        referee = Referee(GAME, seats, key_for(seed, number, "deal"))
        play_down_to(referee, bots, deck)
        clans = [serves(referee.world, Seat(seat)) for seat in range(seats)]
        chances = [
            chance_to_name(tally, clan) for tally, clan in zip(tallies(referee), clans, strict=True)
        ]
        yield sum(chances) / seats


def wins(games: int, seats: int, seed: int) -> float:
    """The share of games that one steady bot among random ones wins."""
    names = ["steady"] + ["random"] * (seats - 1)
    total = 0.0
    for number in range(games):
        result = play_one(GAME, (), FACTORIES, names, seed, number)
        if number % seats in result.winners:
            total += 1 / len(result.winners)
    return total / games


def by_seat(games: int, seats: int, seed: int) -> list[float]:
    """The share of games that each seat wins among steady bots."""
    total = [0.0] * seats
    for number in range(games):
        result = play_one(GAME, (), FACTORIES, ["steady"] * seats, seed, number)
        for seat in result.winners:
            total[seat] += 1 / len(result.winners)
    return [won / games for won in total]


def pace(games: int, seats: int, seed: int) -> float:
    """Milliseconds that the bot takes for a decision, among its like."""
    spent, decisions = 0.0, 0
    for number in range(games):
        bots = [SteadyBot(key_for(seed, number, f"bot {seat}")) for seat in range(seats)]
        referee = Referee(GAME, seats, key_for(seed, number, "deal"))
        while not referee.over:
            seat = referee.waiting()[0]
            view = referee.view(seat)
            start = time.process_time()
            chosen = bots[seat].decide(view)
            spent += time.process_time() - start
            decisions += 1
            referee.act(chosen, seat, referee.asks(seat)[0][0])
    return 1000 * spent / decisions


def watch(name: str, simulations: int, games: int, seed: int) -> None:
    """How often a level is recognised at half the deck, with an interval valid at any time."""
    listing = find("clans")
    level = next(level for level in listing.ladder if level.name == name)
    if simulations:
        level = level._replace(simulations=simulations)
    for seats in range(GAME.fewest, GAME.most + 1):
        shares, interval = 0.0, Sequence()
        for share in named(games, seats, seed, HALF, AtLevel(level, listing.guide)):
            shares += share
            interval.add(share)
        print(
            f"{seats} players: {name} recognised {shares / games:6.1%} at half the deck "
            f"({interval.low:.1%} to {interval.high:.1%}), {level.simulations} simulations",
            flush=True,
        )


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description="Bots of War of Clans.")
    parser.add_argument("--games", type=int, default=1000, help="games for each number")
    parser.add_argument("--seed", type=int, default=2024)
    parser.add_argument("--bot", default="", help="a level to watch, instead of the steady bot")
    parser.add_argument("--simulations", type=int, default=0, help="for each of its decisions")
    wanted = parser.parse_args()
    games, seed = wanted.games, wanted.seed
    if wanted.bot:
        watch(wanted.bot, wanted.simulations, games, seed)
        return
    print(f"{games} games for each number, seed {seed}")
    for seats in range(GAME.fewest, GAME.most + 1):
        won = wins(games, seats, seed)
        print(f"{seats} players: wins {won:6.1%} alone among random bots", flush=True)
    for seats in range(GAME.fewest, GAME.most + 1):
        half = recognised(games, seats, seed)
        end = recognised(games, seats, seed, 0)
        print(f"{seats} players: recognised {half:6.1%} at half the deck, {end:6.1%} at its end")
    shares = " ".join(f"{share:.1%}" for share in by_seat(games, 4, seed))
    print(f"4 steady bots: wins by seat {shares}")
    print(f"4 steady bots: {pace(20, 4, seed):.2f} ms a decision")


if __name__ == "__main__":
    main()
