"""Night of the Ninja: the House Reveal, who wins a round, and payment (N24 to N29, N35)."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import UNANSWERED, Ask, Option, Refusal, Seat, Sight, Together, World
from tatami.games.night import asked, told
from tatami.games.night.asked import ALL_AT_ONCE
from tatami.games.night.cards import (
    BOOK,
    CRANE,
    LOTUS,
    MASTERMIND,
    NO_HOUSE,
    RANK,
    RANK_OF,
    Side,
)
from tatami.games.night.fight import draw_token
from tatami.games.night.looks import turn_up
from tatami.games.night.members import Member, is_pair, members, seat_of
from tatami.games.night.zones import (
    BAG,
    HAND,
    PLAYED,
    REVEAL,
    STAGE,
    alive,
    house_card,
    house_of,
    living,
    side,
)

# -- the House Reveal


@BOOK.step
def house_reveal(w: World) -> None:
    """N25: survivors turn up their House cards."""
    STAGE.put(w, REVEAL)
    for member in living(w):
        turn_up(w, member)


@ALL_AT_ONCE
@BOOK.step
def mastermind(w: World, given: Together = UNANSWERED) -> Ask | None:
    """N24, N28: every survivor is asked alike whether to reveal the Mastermind."""
    standing = living(w)
    if given is UNANSWERED:
        options = [answers(w, one) for one in standing]
        return asked.ask_each(w, standing, asked.AT_REVEAL, options)
    replies = zip(standing, given, strict=True)
    masters = [one for one, answer in replies if asked.UNMASK.fits(answer)]
    if masters:
        (master,) = masters  # there is one Mastermind among the cards
        unmask(w, master)
        mastermind_wins(w, side(w, master))
    else:
        ranks_win(w)
    return None


def answers(w: World, me: Member) -> list[Option]:
    """N28: to be silent, or to reveal the Mastermind."""
    unmask = [asked.UNMASK.option] if why_not_unmasked(w, me) is None else []
    return [asked.SILENT.option, *unmask]


NO_MASTERMIND: Final = BOOK.no("not_in_hand", "N28")


def why_not_unmasked(s: Sight, me: Member) -> Refusal | None:
    """N28: the Mastermind must be in hand."""
    return None if s.has(HAND[me], MASTERMIND) else NO_MASTERMIND


def unmask(w: World, member: Member) -> None:
    """N28: the Mastermind is revealed. It overrides ranks and ties."""
    w.play(HAND[member], MASTERMIND, PLAYED[member])
    w.tell(told.UNMASKS, member)


# -- who wins the round


def mastermind_wins(w: World, winner: Side) -> None:
    """N28: the House of the Mastermind; with the Ronin none."""
    if winner == NO_HOUSE:
        no_house_wins(w)
    else:
        house_wins(w, winner)


def ranks_win(w: World) -> None:
    """N25: the House with the better surviving ranks; none where they are identical."""
    better = best_house(w)
    if better is None:
        all_tied(w)
    else:
        house_wins(w, better)


def best_house(w: World) -> Side | None:
    """N25: from the best rank down, the first that lives in one House only decides."""
    cranes, lotuses = surviving(w, CRANE), surviving(w, LOTUS)
    for rank in RANK.all:
        if (rank in cranes) != (rank in lotuses):
            return CRANE if rank in cranes else LOTUS
    return None


def surviving(w: World, house: Side) -> list[int]:
    """N25: the ranks of a House that live; the Ronin is not compared."""
    of_house = [member for member in living(w) if side(w, member) == house]
    return [RANK_OF[house_card(w, member)] for member in of_house]


# -- who is paid


def house_wins(w: World, winner: Side) -> None:
    """N26: all of the winning House are paid, the dead too; N27: and a surviving Ronin."""
    w.tell(told.HOUSE_WINS, winner)
    if is_pair(w):
        pay(w, [seat for seat in w.everyone() if house_of(w, seat) == winner])
        return
    show_winners(w, winner)
    pay_members(w, [one for one in members(w) if side(w, one) == winner or is_ronin_alive(w, one)])


def show_winners(w: World, winner: Side) -> None:
    """N29: dead winners turn up their House card, paid or not; not where two play."""
    for member in members(w):
        if side(w, member) == winner:
            turn_up(w, member)


def no_house_wins(w: World) -> None:
    """N28: where the Ronin is the Mastermind, only the Ronin is paid."""
    w.tell(told.NO_HOUSE_WINS)
    pay_members(w, [member for member in members(w) if is_ronin_alive(w, member)])


def is_ronin_alive(w: World, member: Member) -> bool:
    """N27: whether this is the Ronin, who draws a token for surviving."""
    return side(w, member) == NO_HOUSE and alive(w, member)


def all_tied(w: World) -> None:
    """N25: each survivor is paid, the Ronin not twice (N27); N35: of two, each who has one."""
    w.tell(told.ALL_TIED)
    if is_pair(w):
        pay(w, sorted({seat_of(w, member) for member in living(w)}))
    else:
        pay_members(w, living(w))


def pay_members(w: World, earning: list[Member]) -> None:
    """N26: a token each."""
    pay(w, [seat_of(w, member) for member in earning])


def pay(w: World, seats: list[Seat]) -> None:
    """N26: a token at random each. N29: if the bag is short, the order of payment is random."""
    is_short = len(seats) > w.size(BAG)
    for seat in w.in_random_order(seats) if is_short else seats:
        draw_token(w, seat)
