"""The wary bot: it plays by the rules, weighs what it sees and hears, and talks sense."""

from __future__ import annotations

import pytest

from benchmarks.night import share
from tatami.bots.arena import key_for, play_one, play_out
from tatami.bots.base import Factory, RandomBot
from tatami.engine.asking import Answer
from tatami.engine.referee import Referee
from tatami.engine.view import LAST_REMARKS, View
from tatami.games.night import BOTS, GAME
from tatami.games.night.bot import Mind, WaryBot
from tatami.games.night.bot_beliefs import Beliefs
from tatami.games.night.bot_talk import heard
from tatami.games.night.cards import HOUSE_CARD, HOUSES, SIDE_OF
from tatami.games.night.zones import ROUND
from tests.games.night.positions import (
    ASSASSIN,
    REVEAL,
    SHINOBI,
    SPY,
    TRICKSTER,
    asked,
    phase,
    play,
    reveal,
    table,
)

FACTORIES: dict[str, Factory] = {"random": RandomBot, **BOTS}
KEY = bytes(32)
ONE_ROUND = (0, 0, 1)


def claim(game: Referee, seat: int, kind: str, *args: int) -> None:
    assert game.remark(seat, kind, args)


def card(name: str) -> int:
    """A House card as an argument of a claim."""
    return HOUSE_CARD.names.index(name)


@pytest.mark.parametrize("seats", GAME.counts)
def test_never_illegal(seats: int) -> None:
    for number in range(2):
        names = ["wary"] * (seats - 1) + ["random"]
        result = play_one(GAME, ONE_ROUND, FACTORIES, names, 93, number)
        assert result.winners
        assert not result.cut


@pytest.mark.one_build
def test_wins_among_random_bots() -> None:
    assert share("wary", "random", 6, 40, 17) >= 0.6


class Noted:
    """A wary bot whose views and answers are written down."""

    def __init__(self, key: bytes, met: list[tuple[View, Answer]]) -> None:
        self.bot = WaryBot(key)
        self.met = met

    def decide(self, view: View) -> Answer:
        answer = self.bot.decide(view)
        self.met.append((view, answer))
        return answer

    def speak(self, view: View) -> tuple[str, tuple[int, ...]] | None:
        return self.bot.speak(view)


def views_of_a_game(seed: int) -> list[tuple[View, Answer]]:
    met: list[tuple[View, Answer]] = []
    bots = [Noted(key_for(seed, 0, f"bot {seat}"), met) for seat in range(5)]
    play_out(Referee(GAME, 5, key_for(seed, 0, "deal"), ONE_ROUND), list(bots))
    return met


def test_remembers_nothing_and_answers_alike() -> None:
    """A bot that takes over in the middle of a game answers as the one before it."""
    for view, answer in views_of_a_game(3):
        fresh = WaryBot(key_for(3, 0, f"bot {view.seat}"))
        assert fresh.decide(view) == answer


# -- beliefs


def test_what_was_seen_is_certain_and_the_rest_adds_up() -> None:
    game = table("hand-0: Spy-1", 6, SPY)
    phase(game, "0 Spy-1")
    play(game, "0 at:s3:only")
    beliefs = Beliefs(game.view(0))
    assert beliefs.sides(3) == [0.0, 1.0, 0.0]
    assert beliefs.enemy(3) == 1.0
    assert beliefs.friend(0) == 1.0
    for member in range(6):
        assert sum(beliefs.sides(member)) == pytest.approx(1, abs=0.02)
    assert 0.4 < beliefs.friend(1) < 0.6


def test_after_the_shapeshifter_it_is_in_doubt_about_itself() -> None:
    game = table("hand-3: Shapeshifter", 6, TRICKSTER)
    phase(game, "3 Shapeshifter")
    play(game, "3 at:s0:only", "3 at:s1:only", "3 leave")
    beliefs = Beliefs(game.view(0))
    assert 0.2 < beliefs.sides(0)[0] < 0.95
    assert beliefs.my_sides == beliefs.sides(0)


def test_a_claim_is_believed_in_part_and_doubted_when_known_to_be_false() -> None:
    game = table("hand-0: Spy-1", 6, SPY)
    claim(game, 0, "am", 0, card("Crane-3"))
    claim(game, 3, "am", 0, card("Crane-3"))
    before = Beliefs(game.view(0)).friend(3)
    assert before > 0.8
    assert Beliefs(game.view(0), listens=False).friend(3) < 0.5
    phase(game, "0 Spy-1")
    play(game, "0 at:s3:only")
    beliefs = Beliefs(game.view(0))
    assert beliefs.liars == {3}
    assert beliefs.enemy(3) == 1.0
    assert WaryBot(KEY).speak(game.view(0)) == ("saw", (3, 0, card("Lotus-2")))


def test_friends_are_believed_about_others_and_enemies_are_not() -> None:
    game = table("", 6)
    claim(game, 0, "am", 0, card("Crane-3"))
    claim(game, 2, "am", 0, card("Crane-3"))
    claim(game, 3, "am", 0, card("Lotus-3"))
    claim(game, 2, "saw", 5, 0, card("Lotus-1"))
    claim(game, 3, "saw", 4, 0, card("Lotus-1"))
    beliefs = Beliefs(game.view(0))
    assert beliefs.enemy(5) > beliefs.enemy(4)
    assert beliefs.enemy(5) > 0.7


def test_what_was_said_in_an_earlier_round_is_not_counted() -> None:
    game = table("", 6, phase=5)
    claim(game, 0, "am", 0, card("Crane-3"))
    claim(game, 1, "am", 0, card("Lotus-3"))
    assert len(heard(game.view(0))) == 2
    reveal(game)
    claim(game, 0, "am", 0, card("Crane-2"))
    claim(game, 5, "am", 0, card("Crane-3"))
    assert [remark.seat for remark in heard(game.view(0))] == [0, 5]


# -- deeds


def test_it_kills_a_known_enemy_and_spares_a_known_friend() -> None:
    game = table("hand-0: Shinobi-1", 6, SHINOBI)
    phase(game, "0 Shinobi-1")
    for whom, answer in ((1, 1), (2, 0)):
        twin = game.copy()
        play(twin, f"0 at:s{whom}:only")
        assert WaryBot(KEY).decide(twin.view(0)) == answer


def test_it_strikes_blindly_only_with_something_to_gain() -> None:
    """Knowing nobody it keeps the card: as many friends as enemies may be hit."""
    game = table("hand-0: Blind-Assassin-1 Spy-1", 6, SPY)
    phase(game, "0 Spy-1")
    play(game, "0 at:s1:only")
    for _ in range(2):
        phase(game)
    assert WaryBot(KEY).decide(game.view(0)) == (18,)
    phase(game, "0 Blind-Assassin-1")
    assert WaryBot(KEY).decide(game.view(0)) == 4 * 1
    assert ASSASSIN == 3


def test_a_rash_one_strikes_whom_it_does_not_know_but_no_sure_friend() -> None:
    """A wary one strikes where it gains most, whatever its key."""
    game = table("hand-0: Blind-Assassin-1", 6, ASSASSIN)
    phase(game, "0 Blind-Assassin-1")
    for rash in (False, True):
        keys = [bytes([number] * 32) for number in range(40)]
        struck = {WaryBot(key, rash=rash).decide(game.view(0)) for key in keys}
        assert len(struck) == (5 if rash else 1)
    friend = table("hand-0: Spy-1 Shinobi-1", 6, SPY)
    phase(friend, "0 Spy-1")
    play(friend, "0 at:s2:only")
    mind = Mind(friend.view(0), KEY, listens=True, rash=True)
    known = {member: mind.beliefs.friend(member) for member in mind.beliefs.members}
    assert [member for member in known if not mind._wish(member)] == [0, 2]


def test_a_rash_one_asks_for_a_kill_at_once() -> None:
    game = table("", 6)
    for rash in (False, True):
        mind = Mind(game.view(0), KEY, listens=True, rash=rash)
        assert bool(mind._requests([])) == rash


def test_a_rash_one_plays_whole_games_and_is_never_refused() -> None:
    for seed in range(4):
        bots = [WaryBot(key_for(seed, 0, f"bot {seat}"), rash=True) for seat in range(6)]
        assert play_out(Referee(GAME, 6, key_for(seed, 0, "deal"), ONE_ROUND), list(bots)).winners


def test_it_reacts_with_all_it_has() -> None:
    game = table("hand-0: Blind-Assassin-1\nhand-1: Mirror-Monk Martyr", 6, ASSASSIN)
    phase(game, "0 Blind-Assassin-1")
    play(game, "0 at:s1:only")
    assert WaryBot(KEY).decide(game.view(1)) == (30, 31)


def test_as_the_ronin_it_unmasks() -> None:
    game = table("hand-4: Mastermind", 5, 5)
    assert WaryBot(KEY).decide(game.view(4)) == 1


# -- words


def test_it_opens_each_round_with_its_house() -> None:
    game = table("", 6)
    bot = WaryBot(KEY)
    for seat, side in ((0, 0), (3, 1)):
        said = bot.speak(game.view(seat))
        assert said is not None
        assert said[0] == "am"
        assert SIDE_OF[HOUSE_CARD.all[said[1][1]]] == side
    claim(game, 0, "am", 0, card("Crane-3"))
    assert bot.speak(game.view(0)) is None


def test_who_has_the_best_rank_seldom_says_so() -> None:
    view = table("", 6).view(0)
    said = [WaryBot(key_for(1, number, "bot")).speak(view) for number in range(200)]
    best = said.count(("am", (0, card("Crane-1"))))
    assert 0 < best < 40
    assert {("am", (0, card("Crane-2"))), ("am", (0, card("Crane-3")))} < set(said)


def first_words(number: int, seats: int) -> list[tuple[str, tuple[int, ...]]]:
    """What bots say first in a game, one after the other, in the first draft."""
    game = Referee(GAME, seats, number)
    found = []
    for seat in range(1, seats):
        said = WaryBot(key_for(number, 0, f"bot {seat}")).speak(game.view(seat))
        assert said is not None
        claim(game, seat, *said[:1], *said[1])
        found.append(said)
    return found


def test_bots_do_not_all_begin_alike() -> None:
    """Three among four players: the same claim twice is rare, the same rank three times too."""
    games = [first_words(number, 4) for number in range(60)]
    kinds = [said[0] for words in games for said in words]
    assert 90 < kinds.count("am") < 160
    assert min(kinds.count("believe"), kinds.count("spare")) > 5
    seconds = [all(kind == "am" and args[1] % 5 == 1 for kind, args in words) for words in games]
    assert sum(seconds) < 6
    for words in games:
        claims = [said for said in words if said[0] == "am"]
        assert len(set(claims)) >= len(claims) - 1, "two of a House are two ranks"


def test_a_word_for_a_friend_comes_before_who_one_is() -> None:
    """Both are said in the round, each once; and all that was said from then on is heard."""
    number = next(n for n in range(60) if first_words(n, 4)[2][0] != "am")
    game = Referee(GAME, 4, number)
    bots = [WaryBot(key_for(number, 0, f"bot {seat}")) for seat in range(4)]
    for seat in (1, 2, 3):
        said = bots[seat].speak(game.view(seat))
        assert said is not None
        claim(game, seat, *said[:1], *said[1])
    assert bots[3].speak(game.view(3)) is None, "one thing at a time"
    game.expire(game.turn)
    said = bots[3].speak(game.view(3))
    assert said is not None
    assert said[0] == "am"
    claim(game, 3, *said[:1], *said[1])
    assert bots[3].speak(game.view(3)) is None
    assert {remark.seat for remark in heard(game.view(3))} == {1, 2, 3}


def chatter(game: Referee, number: int) -> None:
    """Others talk so much that a view no longer holds what was said before."""
    for _ in range(number):
        assert game.remark(1, "say", (), "Who is it?")


def test_it_opens_a_round_once_however_much_is_said() -> None:
    """N32: in the third round the claims of the first two are long forgotten."""
    game = table("round = 3", 6)
    bot = WaryBot(KEY)
    chatter(game, LAST_REMARKS)
    said = bot.speak(game.view(0))
    assert said is not None
    assert said[0] == "am"
    claim(game, 0, "am", 0, card("Crane-3"))
    chatter(game, LAST_REMARKS // 2)
    assert bot.speak(game.view(0)) is None
    phase(game)
    assert bot.speak(game.view(0)) is None


def test_it_opens_the_next_round_after_much_talk_too() -> None:
    """N32: and again only once."""
    game = table("", 6, REVEAL)
    bot = WaryBot(KEY)
    chatter(game, LAST_REMARKS)
    claim(game, 0, "am", 0, card("Crane-3"))
    reveal(game)
    assert asked(game, 0) == "draft.first"
    assert game.world.count[ROUND] == 2
    chatter(game, 3)
    said = bot.speak(game.view(0))
    assert said is not None
    assert said[0] == "am"
    claim(game, 0, *said[:1], *said[1])
    chatter(game, 3)
    assert bot.speak(game.view(0)) is None
    game.expire(game.turn)
    assert bot.speak(game.view(0)) is None


def test_the_ronin_claims_a_house() -> None:
    game = table("", 5)
    said = WaryBot(KEY).speak(game.view(4))
    assert said is not None
    kind, (_, shown) = said
    assert kind == "am"
    assert SIDE_OF[HOUSE_CARD.all[shown]] in HOUSES


def test_it_tells_whom_it_saw_and_whom_to_kill() -> None:
    game = table("hand-0: Spy-1", 6, SPY)
    claim(game, 0, "am", 0, card("Crane-3"))
    phase(game, "0 Spy-1")
    play(game, "0 at:s1:only")
    bot = WaryBot(KEY)
    assert bot.speak(game.view(0)) == ("saw", (1, 0, card("Lotus-1")))
    claim(game, 0, "saw", 1, 0, card("Lotus-1"))
    assert bot.speak(game.view(0)) is None
    phase(game)
    assert bot.speak(game.view(0)) == ("kill", (1, 0))
    claim(game, 0, "kill", 1, 0)
    assert bot.speak(game.view(0)) is None


def test_a_friends_request_is_heeded() -> None:
    game = table("", 6, ASSASSIN)
    claim(game, 0, "am", 0, card("Crane-3"))
    claim(game, 2, "am", 0, card("Crane-3"))
    before = Beliefs(game.view(0)).gain(5)
    claim(game, 2, "kill", 5, 0)
    assert Beliefs(game.view(0)).gain(5) > before
    claim(game, 2, "spare", 5, 0)
    assert Beliefs(game.view(0)).gain(5) == pytest.approx(before)


def test_it_says_nothing_where_there_is_nobody_to_tell() -> None:
    assert WaryBot(KEY).speak(table("", 2).view(0)) is None
    assert WaryBot(KEY, talks=False).speak(table("", 6).view(0)) is None
    assert WaryBot(KEY).speak(table("", 6).view(6)) is None
