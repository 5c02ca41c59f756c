"""What people do around a game: sit down, arrange, start, leave, give up, agree to end.

Every command is a small function that changes a copy of the table's paper, or refuses. Nothing
here knows of sockets, clocks or the store.
"""

from __future__ import annotations

from typing import Final

from tatami.catalogue import Listing
from tatami.engine.errors import Refusal
from tatami.fair import NO_SHARE
from tatami.server import names
from tatami.server.config import CLOCKS, JOININGS, TEMPOS
from tatami.server.papers import Dealing, Paper, Seat
from tatami.server.refusals import no
from tatami.server.wire import Arrange

LONGEST_NAME: Final = names.LONGEST_NAME
MOST_DEVICES: Final = 8
"""How many of those that had a seat before may have it back."""
BOT_NAMES: Final = (
    *("Aki", "Botan", "Chiyo", "Daichi", "Emi", "Fumi", "Goro", "Hana", "Isamu", "Jun"),
    *("Kiku", "Masa", "Nori", "Osamu", "Ren", "Sora"),
)


def tidy_name(name: str) -> str:
    """A name as it will be shown; empty where it cannot be one: ``names.refusal`` says why."""
    return names.tidy(name) if names.refusal(name) is None else ""


def own_name(paper: Paper, name: str, seat: int = -1) -> str:
    """The name, or with a number behind it where somebody here has it already."""
    taken = {s.name.casefold() for at, s in enumerate(paper.seats) if at != seat and s.name}
    number = 1
    found = name
    while found.casefold() in taken:
        number += 1
        found = f"{name[: LONGEST_NAME - 3]} {number}"
    return found


def bot_name(paper: Paper) -> str:
    """A name for a bot that nobody here has."""
    taken = [s.name for s in paper.seats if s.name]
    free = [name for name in BOT_NAMES if not any(names.alike(name, one) for one in taken)]
    return free[0] if free else own_name(paper, "Bot")


def bot_seat(paper: Paper, level: str) -> Seat:
    """A bot ready to sit down."""
    return Seat("bot", name=bot_name(paper), level=level)


def is_host(paper: Paper, person: str) -> bool:
    """Whether a person hosts the table."""
    return bool(person) and paper.host == person


# -- sitting down and getting up


def sit(paper: Paper, person: str, name: str, seat: int) -> Refusal | None:
    """Take a free seat before the start, or a bot's seat during the game."""
    if not person:
        return no("no_token")
    if paper.ended_or_closed:
        return no("not_now")
    if paper.seat_of(person) >= 0:
        return no("already_seated")
    if person in paper.sat:
        return no("sat_before")
    if paper.state == "playing" and paper.joining == "off":
        return no("no_joining")
    if paper.dealing is not None:
        return no("dealing")
    return _take(paper, person, name, seat)


def _take(paper: Paper, person: str, name: str, seat: int) -> Refusal | None:
    free = free_seats(paper)
    if not free:
        return no("table_full")
    if seat >= 0 and seat not in free:
        return no("seat_taken")
    at = seat if seat >= 0 else free[0]
    paper.seats[at].name = ""
    if _copies(paper, name):
        return no("name_alike")
    shown = own_name(paper, name)
    if paper.state == "open":
        paper.seats[at] = Seat("person", person, shown)
    else:  # the share of a seat belongs to the deal: who comes later adds none
        paper.seats[at] = Seat("person", person, shown, share=paper.seats[at].share)
        paper.sat.append(person)
    return None


def _copies(paper: Paper, name: str) -> bool:
    """Whether a name looks like another one here. The very same one gets a number instead."""
    others = [seat.name for seat in paper.seats if seat.name]
    same = name.casefold() in [one.casefold() for one in others]
    return not same and any(names.alike(name, one) for one in others)


def free_seats(paper: Paper) -> list[int]:
    """The seats that somebody could take: empty ones, then those of bots that can still win."""
    empty = [at for at, seat in enumerate(paper.seats) if seat.kind == "empty"]
    bots = [at for at, s in enumerate(paper.seats) if s.kind == "bot" and not s.conceded]
    return empty + bots


def leave(paper: Paper, person: str, level: str) -> Refusal | None:
    """Get up: before the start the seat is free again, in the game a bot goes on."""
    seat = paper.seat_of(person)
    if seat < 0 or paper.ended_or_closed:
        return no("not_seated" if seat < 0 else "not_now")
    if paper.state == "open":
        paper.seats[seat] = Seat()
    else:
        had = paper.seats[seat]  # the log goes on speaking of this name; the share is in the deal
        paper.seats[seat] = Seat(
            "bot", name=had.name, level=level, share=had.share, conceded=had.conceded
        )
        paper.ending = [at for at in paper.ending if at != seat]
    _hand_on_host(paper, person)
    _close_if_left(paper)
    _close_if_agreed(paper)
    return None


def _hand_on_host(paper: Paper, person: str) -> None:
    """Somebody else hosts the table when its host gets up: best one who still plays."""
    if paper.host == person:
        people = [seat for seat in paper.seats if seat.kind == "person"]
        people.sort(key=lambda seat: (seat.conceded, seat.stand_in))
        paper.host = people[0].person if people else ""


def _close_if_left(paper: Paper) -> None:
    """A table without people is closed."""
    seated = any(seat.kind == "person" for seat in paper.seats)
    given_up = paper.state == "playing" and not paper.people()
    if not paper.ended_or_closed and (given_up or not seated):
        close(paper, "left")


def _close_if_agreed(paper: Paper) -> None:
    """A game that everybody who still plays has offered to end is ended."""
    awaited = [at for at in paper.people() if not paper.seats[at].stand_in]
    if paper.state == "playing" and paper.ending and all(at in paper.ending for at in awaited):
        close(paper, "agreed")


def close(paper: Paper, why: str, winners: list[int] | None = None) -> None:
    """The game is given up; the record and the proof of its deal become public."""
    paper.state = "closed"
    paper.why = why
    paper.paused = False
    paper.dealing = None
    paper.winners = winners or []


# -- the host arranges


def arrange(paper: Paper, person: str, order: Arrange, listing: Listing) -> Refusal | None:
    """One of the host's commands before the start."""
    if not is_host(paper, person):
        return no("not_host")
    if paper.state != "open":
        return no("has_started")
    if paper.dealing is not None:
        return no("dealing")
    if order.what == "set":
        return _set(paper, order, listing)
    if not 0 <= order.seat < len(paper.seats):
        return no("bad_table")
    if order.what == "bot":
        return _seat_bot(paper, order, listing)
    if order.what == "remove":
        return _remove(paper, order.seat)
    return _swap(paper, order.seat, order.other)


def _seat_bot(paper: Paper, order: Arrange, listing: Listing) -> Refusal | None:
    if paper.seats[order.seat].kind == "person":
        return no("seat_taken")
    if order.level and order.level not in listing.levels:
        return no("bad_table")
    paper.seats[order.seat] = Seat()
    if order.level:
        paper.seats[order.seat] = bot_seat(paper, order.level)
    return None


def _remove(paper: Paper, seat: int) -> Refusal | None:
    if paper.seats[seat].person == paper.host:
        return no("not_now")
    paper.seats[seat] = Seat()
    return None


def _swap(paper: Paper, one: int, other: int) -> Refusal | None:
    if not 0 <= other < len(paper.seats):
        return no("bad_table")
    seats = paper.seats
    seats[one], seats[other] = seats[other], seats[one]
    return None


def _set(paper: Paper, order: Arrange, listing: Listing) -> Refusal | None:
    game = listing.game
    if order.clock not in ("", *CLOCKS) or order.tempo not in ("", *TEMPOS):
        return no("bad_table")
    if order.joining not in ("", *JOININGS):
        return no("bad_table")
    if order.size and order.size not in game.counts:
        return no("bad_table")
    if order.options is not None:
        try:
            game.choose_settings(order.options)
        except ValueError:
            return no("bad_table")
        paper.options = chosen_options(listing, paper, order.options)
    paper.clock = order.clock or paper.clock
    paper.tempo = order.tempo or paper.tempo
    paper.joining = order.joining or paper.joining
    if order.private is not None:
        paper.private = order.private
    return resize(paper, order.size) if order.size else None


def plain_options(listing: Listing, options: dict[str, str]) -> dict[str, str]:
    """The options that differ from how the table always is, as a record writes them.

    An option that depends on who plays is never always so: what was chosen for it stays.
    """
    always = {s.name: s.values[s.default] for s in listing.game.settings}
    for setting in listing.game.settings:
        if setting.among_people != setting.default:
            del always[setting.name]
    return {name: value for name, value in sorted(options.items()) if always.get(name) != value}


def usual_options(listing: Listing, paper: Paper) -> dict[str, str]:
    """How the table is where nobody chose: some options depend on whether bots play."""
    bots = any(seat.kind == "bot" for seat in paper.seats)
    settings = listing.game.settings
    return {s.name: s.values[s.default if bots else s.among_people] for s in settings}


def chosen_options(listing: Listing, paper: Paper, wanted: dict[str, str]) -> dict[str, str]:
    """What the host chose; a value that was so anyway, and that nobody chose, is no choice."""
    usual = usual_options(listing, paper)
    meant = {n: value for n, value in wanted.items() if n in paper.options or usual[n] != value}
    return plain_options(listing, meant)


def shown_options(listing: Listing, paper: Paper) -> dict[str, str]:
    """The options of an open table as they would be played: chosen, or else unusual."""
    default = {s.name: s.values[s.default] for s in listing.game.settings}
    every = usual_options(listing, paper) | paper.options
    return {n: v for n, v in sorted(every.items()) if n in paper.options or default.get(n) != v}


def settled_options(listing: Listing, paper: Paper) -> dict[str, str]:
    """The options of a game that is dealt now, as its record writes them."""
    default = {s.name: s.values[s.default] for s in listing.game.settings}
    shown = shown_options(listing, paper)
    return {name: value for name, value in shown.items() if default.get(name) != value}


def resize(paper: Paper, size: int) -> Refusal | None:
    """More seats, or fewer: empty ones go first, then bots; people stay."""
    while len(paper.seats) < size:
        paper.seats.append(Seat())
    for kind in ("empty", "bot"):
        for at in reversed(range(len(paper.seats))):
            if len(paper.seats) > size and paper.seats[at].kind == kind:
                del paper.seats[at]
    return None if len(paper.seats) == size else no("seats_taken_by_people")


def start(paper: Paper, person: str) -> Refusal | None:
    """Whether the host may start: every seat has somebody."""
    if not is_host(paper, person):
        return no("not_host")
    if paper.state != "open":
        return no("has_started")
    if paper.dealing is not None:
        return no("dealing")
    if any(seat.kind == "empty" for seat in paper.seats):
        return no("seats_empty")
    return None


def deal(paper: Paper, start: Dealing) -> None:
    """The game begins, dealt from what all have opened."""
    for seat, share in zip(paper.seats, start.shares, strict=True):
        seat.share = "" if share == NO_SHARE else share
    paper.commits = start.commits
    paper.seated = [seat.name for seat in paper.seats]
    paper.version, paper.options = start.version, start.options
    paper.dealing = None
    paper.state = "playing"
    paper.sat = [seat.person for seat in paper.seats if seat.person]


# -- during the game


def concede(paper: Paper, person: str) -> Refusal | None:
    """Give the game up: a bot plays the seat on, and it cannot win."""
    seat = paper.seat_of(person)
    if seat < 0 or paper.seats[seat].conceded:
        return no("not_seated" if seat < 0 else "not_now")
    if paper.state != "playing":
        return no("not_started" if paper.state == "open" else "not_now")
    paper.seats[seat].conceded = True
    paper.seats[seat].stand_in = True
    paper.ending = [at for at in paper.ending if at != seat]
    standing = [at for at, s in enumerate(paper.seats) if not s.conceded]
    if len(standing) == 1:
        close(paper, "conceded", standing)
    _close_if_left(paper)
    _close_if_agreed(paper)
    return None


def offer_end(paper: Paper, person: str) -> Refusal | None:
    """Offer, or agree, to end the game without a winner."""
    seat = paper.seat_of(person)
    if seat not in paper.people():
        return no("not_seated")
    if paper.state != "playing" or seat in paper.ending:
        return no("not_now")
    paper.ending.append(seat)
    _close_if_agreed(paper)
    return None


def go_on(paper: Paper, person: str) -> Refusal | None:
    """No: the game goes on, and all offers to end it are off."""
    if paper.seat_of(person) not in paper.people():
        return no("not_seated")
    if not paper.ending or paper.state != "playing":
        return no("not_now")
    paper.ending = []
    return None


def pause(paper: Paper, person: str, left: int) -> Refusal | None:
    """The host stops all clocks and bots."""
    if not is_host(paper, person):
        return no("not_host")
    if paper.state != "playing" or paper.paused:
        return no("not_now")
    paper.paused = True
    paper.left = left
    return None


def resume(paper: Paper, person: str, host_here: bool) -> Refusal | None:
    """The host lets the game go on; anybody who sits there, if the host is away."""
    if not may_resume(paper, person, host_here):
        return no("not_host")
    if paper.state != "playing" or not paper.paused:
        return no("not_now")
    paper.paused = False
    return None


def may_resume(paper: Paper, person: str, host_here: bool) -> bool:
    """Whether a person may end a pause."""
    return is_host(paper, person) or (paper.seat_of(person) >= 0 and not host_here)


def come_back(paper: Paper, person: str) -> Refusal | None:
    """Take one's own seat back from the bot that played it meanwhile."""
    seat = paper.seat_of(person)
    if seat < 0:
        return no("not_seated")
    if not paper.seats[seat].stand_in or paper.seats[seat].conceded:
        return no("not_now")
    paper.seats[seat].stand_in = False
    paper.seats[seat].misses = 0
    return None


def move_seat(paper: Paper, seat: int, person: str) -> Refusal | None:
    """A seat goes to another device, or back to one that had it; who had it keeps none."""
    mine = paper.seats[seat]
    if not person:
        return no("no_token")
    if paper.ended_or_closed or mine.conceded:
        return no("not_now")
    if paper.dealing is not None:
        return no("dealing")
    if mine.person == person:
        return no("already_seated")
    if paper.seat_of(person) >= 0 or (person in paper.sat and person not in mine.devices):
        return no("sat_before")
    if paper.host == mine.person:
        paper.host = person
    mine.devices = [*mine.devices, mine.person][-MOST_DEVICES:]
    mine.person = person
    if paper.state == "playing" and person not in paper.sat:
        paper.sat.append(person)
    return None


# -- what one may do


def can(paper: Paper, person: str, host_here: bool) -> tuple[str, ...]:
    """The commands that a person may give now."""
    seat = paper.seat_of(person)
    if paper.ended_or_closed:
        return ("say", "rematch") if seat >= 0 else ("say",)
    if seat < 0:
        return _can_watching(paper, person)
    if paper.state == "open":
        return _can_waiting(paper, person)
    return _can_playing(paper, person, seat, host_here)


def _can_watching(paper: Paper, person: str) -> tuple[str, ...]:
    found = ["say"]
    closed = paper.dealing is not None or (paper.state == "playing" and paper.joining == "off")
    if person and free_seats(paper) and person not in paper.sat and not closed:
        found.append("sit")
    return tuple(found)


def _can_waiting(paper: Paper, person: str) -> tuple[str, ...]:
    if paper.dealing is not None:
        return ("say", "leave")
    found = ["say", "leave", "move_seat"]
    if is_host(paper, person):
        found.append("arrange")
        if all(seat.kind != "empty" for seat in paper.seats):
            found.append("start")
    return tuple(found)


def _can_playing(paper: Paper, person: str, seat: int, host_here: bool) -> tuple[str, ...]:
    mine = paper.seats[seat]
    found = ["say", "leave"]
    if not mine.conceded:
        found += ["concede", "move_seat"]
        found.append("go_on" if seat in paper.ending else "end")
        if paper.ending and seat not in paper.ending:
            found.append("go_on")
        if mine.stand_in:
            found.append("come_back")
    if paper.paused and may_resume(paper, person, host_here):
        found.append("resume")
    elif not paper.paused and is_host(paper, person):
        found.append("pause")
    return tuple(found)
