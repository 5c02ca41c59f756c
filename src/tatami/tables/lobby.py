"""What people do around a game: sit down, arrange, start, leave, give up, agree to end.

Every command is a small function that changes a copy of the table's row, or refuses. Nothing
here knows of sockets, clocks or the store.
"""

from __future__ import annotations

from typing import Final

from tatami.catalogue import Listing
from tatami.engine.errors import Refusal
from tatami.fair import NO_SHARE
from tatami.tables import names
from tatami.tables.config import CLOCKS, JOININGS, TEMPOS
from tatami.tables.refusals import no
from tatami.tables.row import Dealing, Seat, TableRow
from tatami.tables.wire import Arrange

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


def own_name(row: TableRow, name: str, seat: int = -1) -> str:
    """The name, or with a number behind it where somebody here has one that looks like it."""
    taken = [s.name for at, s in enumerate(row.seats) if at != seat and s.name]
    number = 1
    found = name
    while any(names.alike(found, one) for one in taken):
        number += 1
        found = f"{name[: LONGEST_NAME - 3].rstrip()} {number}"
    return found


def bot_name(row: TableRow) -> str:
    """A name for a bot that nobody here has."""
    taken = [s.name for s in row.seats if s.name]
    free = [name for name in BOT_NAMES if not any(names.alike(name, one) for one in taken)]
    return free[0] if free else own_name(row, "Bot")


def bot_seat(row: TableRow, level: str) -> Seat:
    """A bot ready to sit down."""
    return Seat("bot", name=bot_name(row), level=level)


def is_host(row: TableRow, person: str) -> bool:
    """Whether a person hosts the table."""
    return bool(person) and row.host == person


# -- sitting down and getting up


def sit(row: TableRow, person: str, name: str, seat: int, granted: bool = False) -> Refusal | None:
    """Take a free seat before the start, or a bot's seat during the game.

    ``granted``: those agree who must, where a bot's seat is not for anybody.
    """
    if not person:
        return no("no_token")
    if row.ended_or_closed:
        return no("not_now")
    if row.seat_of(person) >= 0:
        return no("already_seated")
    if person in row.sat:
        return no("sat_before")
    if row.state == "playing" and row.joining == "off":
        return no("no_joining")
    if row.state == "playing" and row.joining == "host" and not granted:
        return no("has_started")
    if row.dealing is not None:
        return no("dealing")
    return _take(row, person, name, seat)


def _take(row: TableRow, person: str, name: str, seat: int) -> Refusal | None:
    free = free_seats(row)
    if not free:
        return no("table_full")
    if seat >= 0 and seat not in free:
        return no("seat_taken")
    at = seat if seat >= 0 else free[0]
    row.seats[at].name = ""
    if _copies(row, name):
        return no("name_alike")
    shown = own_name(row, name)
    if row.state == "open":
        row.seats[at] = Seat("person", person, shown)
    else:  # the share of a seat belongs to the deal: who comes later adds none
        row.seats[at] = Seat("person", person, shown, share=row.seats[at].share)
        row.sat.append(person)
    return None


def _copies(row: TableRow, name: str) -> bool:
    """Whether a name looks like another one here. The very same one gets a number instead."""
    others = [seat.name for seat in row.seats if seat.name]
    same = name.casefold() in [one.casefold() for one in others]
    return not same and any(names.alike(name, one) for one in others)


def free_seats(row: TableRow) -> list[int]:
    """The seats that somebody could take: empty ones, then those of bots that can still win."""
    empty = [at for at, seat in enumerate(row.seats) if seat.kind == "empty"]
    bots = [at for at, s in enumerate(row.seats) if s.kind == "bot" and not s.conceded]
    return empty + bots


def leave(row: TableRow, person: str, level: str) -> Refusal | None:
    """Get up: before the start the seat is free again, in the game a bot goes on."""
    seat = row.seat_of(person)
    if seat < 0 or row.ended_or_closed:
        return no("not_seated" if seat < 0 else "not_now")
    if row.state == "open":
        row.seats[seat] = Seat()
    else:
        had = row.seats[seat]  # the log goes on speaking of this name; the share is in the deal
        row.seats[seat] = Seat(
            "bot", name=had.name, level=level, share=had.share, conceded=had.conceded
        )
        row.ending = [at for at in row.ending if at != seat]
    _hand_on_host(row, person)
    _close_if_left(row)
    _close_if_agreed(row)
    return None


def _hand_on_host(row: TableRow, person: str) -> None:
    """Somebody else hosts the table when its host gets up: best one who still plays."""
    if row.host == person:
        people = [seat for seat in row.seats if seat.kind == "person"]
        people.sort(key=lambda seat: (seat.conceded, seat.stand_in))
        row.host = people[0].person if people else ""


def _close_if_left(row: TableRow) -> None:
    """A table without people is closed."""
    seated = any(seat.kind == "person" for seat in row.seats)
    given_up = row.state == "playing" and not row.people()
    if not row.ended_or_closed and (given_up or not seated):
        close(row, "left")


def _close_if_agreed(row: TableRow) -> None:
    """A game that everybody who still plays has offered to end is ended."""
    awaited = [at for at in row.people() if not row.seats[at].stand_in]
    if row.state == "playing" and row.ending and all(at in row.ending for at in awaited):
        close(row, "agreed")


def close(row: TableRow, why: str, winners: list[int] | None = None) -> None:
    """The game is given up; the record and the proof of its deal become public."""
    row.state = "closed"
    row.why = why
    row.paused = False
    row.dealing = None
    row.winners = winners or []


# -- the host arranges


def _not_to_arrange(row: TableRow, person: str) -> Refusal | None:
    """Why somebody may not decide about the table: it is the host's, until the deal begins."""
    if not is_host(row, person):
        return no("not_host")
    if row.state != "open":
        return no("has_started")
    return no("dealing") if row.dealing is not None else None


def arrange(row: TableRow, person: str, order: Arrange, listing: Listing) -> Refusal | None:
    """One of the host's commands before the start."""
    if (refused := _not_to_arrange(row, person)) is not None:
        return refused
    if order.what == "set":
        return _set(row, order, listing)
    if not 0 <= order.seat < len(row.seats):
        return no("bad_table")
    if order.what == "bot":
        return _seat_bot(row, order, listing)
    if order.what == "remove":
        return _remove(row, order.seat)
    return _swap(row, order.seat, order.other)


def _seat_bot(row: TableRow, order: Arrange, listing: Listing) -> Refusal | None:
    if row.seats[order.seat].kind == "person":
        return no("seat_taken")
    if order.level and order.level not in listing.levels:
        return no("bad_table")
    row.seats[order.seat] = Seat()
    if order.level:
        row.seats[order.seat] = bot_seat(row, order.level)
    return None


def _remove(row: TableRow, seat: int) -> Refusal | None:
    if row.seats[seat].person == row.host:
        return no("not_now")
    row.seats[seat] = Seat()
    return None


def _swap(row: TableRow, one: int, other: int) -> Refusal | None:
    if not 0 <= other < len(row.seats):
        return no("bad_table")
    seats = row.seats
    seats[one], seats[other] = seats[other], seats[one]
    return None


def _set(row: TableRow, order: Arrange, listing: Listing) -> Refusal | None:
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
        row.options = chosen_options(listing, row, order.options)
    row.clock = order.clock or row.clock
    row.tempo = order.tempo or row.tempo
    row.joining = order.joining or row.joining
    if order.private is not None:
        row.private = order.private
    return resize(row, order.size) if order.size else None


def plain_options(listing: Listing, options: dict[str, str]) -> dict[str, str]:
    """The options that differ from how the table always is, as a record writes them.

    An option that depends on who plays is never always so: what was chosen for it stays.
    """
    always = {s.name: s.values[s.default] for s in listing.game.settings}
    for setting in listing.game.settings:
        if setting.among_people != setting.default:
            del always[setting.name]
    return {name: value for name, value in sorted(options.items()) if always.get(name) != value}


def usual_options(listing: Listing, row: TableRow) -> dict[str, str]:
    """How the table is where nobody chose: some options depend on whether bots play."""
    bots = any(seat.kind == "bot" for seat in row.seats)
    settings = listing.game.settings
    return {s.name: s.values[s.default if bots else s.among_people] for s in settings}


def chosen_options(listing: Listing, row: TableRow, wanted: dict[str, str]) -> dict[str, str]:
    """What the host chose; a value that was so anyway, and that nobody chose, is no choice."""
    usual = usual_options(listing, row)
    meant = {n: value for n, value in wanted.items() if n in row.options or usual[n] != value}
    return plain_options(listing, meant)


def shown_options(listing: Listing, row: TableRow) -> dict[str, str]:
    """The options of an open table as they would be played: chosen, or else unusual."""
    default = {s.name: s.values[s.default] for s in listing.game.settings}
    every = usual_options(listing, row) | row.options
    return {n: v for n, v in sorted(every.items()) if n in row.options or default.get(n) != v}


def settled_options(listing: Listing, row: TableRow) -> dict[str, str]:
    """The options of a game that is dealt now, as its record writes them."""
    default = {s.name: s.values[s.default] for s in listing.game.settings}
    shown = shown_options(listing, row)
    return {name: value for name, value in shown.items() if default.get(name) != value}


def resize(row: TableRow, size: int) -> Refusal | None:
    """More seats, or fewer: empty ones go first, then bots; people stay."""
    while len(row.seats) < size:
        row.seats.append(Seat())
    for kind in ("empty", "bot"):
        for at in reversed(range(len(row.seats))):
            if len(row.seats) > size and row.seats[at].kind == kind:
                del row.seats[at]
    return None if len(row.seats) == size else no("seats_taken_by_people")


def start(row: TableRow, person: str) -> Refusal | None:
    """Whether the host may start: every seat has somebody."""
    if (refused := _not_to_arrange(row, person)) is not None:
        return refused
    if any(seat.kind == "empty" for seat in row.seats):
        return no("seats_empty")
    return None


def deal(row: TableRow, start: Dealing) -> None:
    """The game begins, dealt from what all have opened."""
    for seat, share in zip(row.seats, start.shares, strict=True):
        seat.share = "" if share == NO_SHARE else share
    row.commits = start.commits
    row.seated = [seat.name for seat in row.seats]
    row.version, row.options = start.version, start.options
    row.dealing = None
    row.state = "playing"
    row.sat = [seat.person for seat in row.seats if seat.person]


# -- during the game


def concede(row: TableRow, person: str) -> Refusal | None:
    """Give the game up: a bot plays the seat on, and it cannot win."""
    seat = row.seat_of(person)
    if seat < 0 or row.seats[seat].conceded:
        return no("not_seated" if seat < 0 else "not_now")
    if row.state != "playing":
        return no("not_started" if row.state == "open" else "not_now")
    row.seats[seat].conceded = True
    row.seats[seat].stand_in = True
    row.ending = [at for at in row.ending if at != seat]
    standing = [at for at, s in enumerate(row.seats) if not s.conceded]
    if len(standing) == 1:
        close(row, "conceded", standing)
    _close_if_left(row)
    _close_if_agreed(row)
    return None


def offer_end(row: TableRow, person: str) -> Refusal | None:
    """Offer, or agree, to end the game without a winner."""
    seat = row.seat_of(person)
    if seat not in row.people():
        return no("not_seated")
    if row.state != "playing" or seat in row.ending:
        return no("not_now")
    row.ending.append(seat)
    _close_if_agreed(row)
    return None


def go_on(row: TableRow, person: str) -> Refusal | None:
    """No: the game goes on, and all offers to end it are off."""
    if row.seat_of(person) not in row.people():
        return no("not_seated")
    if not row.ending or row.state != "playing":
        return no("not_now")
    row.ending = []
    return None


def pause(row: TableRow, person: str, left: int) -> Refusal | None:
    """The host stops all clocks and bots."""
    if not is_host(row, person):
        return no("not_host")
    if row.state != "playing" or row.paused:
        return no("not_now")
    row.paused = True
    row.left = left
    return None


def resume(row: TableRow, person: str, host_here: bool) -> Refusal | None:
    """The host lets the game go on; anybody who sits there, if the host is away."""
    if not may_resume(row, person, host_here):
        return no("not_host")
    if row.state != "playing" or not row.paused:
        return no("not_now")
    row.paused = False
    return None


def may_resume(row: TableRow, person: str, host_here: bool) -> bool:
    """Whether a person may end a pause."""
    return is_host(row, person) or (row.seat_of(person) >= 0 and not host_here)


def come_back(row: TableRow, person: str) -> Refusal | None:
    """Take one's own seat back from the bot that played it meanwhile."""
    seat = row.seat_of(person)
    if seat < 0:
        return no("not_seated")
    if row.ended_or_closed or not row.seats[seat].stand_in or row.seats[seat].conceded:
        return no("not_now")
    row.seats[seat].stand_in = False
    row.seats[seat].misses = 0
    return None


def move_seat(row: TableRow, seat: int, person: str) -> Refusal | None:
    """A seat goes to another device, or back to one that had it; who had it keeps none."""
    mine = row.seats[seat]
    if not person:
        return no("no_token")
    if row.ended_or_closed or mine.conceded:
        return no("not_now")
    if row.dealing is not None:
        return no("dealing")
    if mine.person == person:
        return no("already_seated")
    if row.seat_of(person) >= 0 or (person in row.sat and person not in mine.devices):
        return no("sat_before")
    if row.host == mine.person:
        row.host = person
    mine.devices = [*mine.devices, mine.person][-MOST_DEVICES:]
    mine.person = person
    if row.state == "playing" and person not in row.sat:
        row.sat.append(person)
    return None


# -- what one may do


def can(row: TableRow, person: str, host_here: bool) -> tuple[str, ...]:
    """The commands that a person may give now."""
    seat = row.seat_of(person)
    if row.ended_or_closed:
        return ("say", "rematch") if seat >= 0 else ("say",)
    if seat < 0:
        return _can_watching(row, person)
    if row.state == "open":
        return _can_waiting(row, person)
    return _can_playing(row, person, seat, host_here)


def _can_watching(row: TableRow, person: str) -> tuple[str, ...]:
    found = ["say"]
    closed = row.dealing is not None or (row.state == "playing" and row.joining == "off")
    if person and free_seats(row) and person not in row.sat and not closed:
        found.append("sit")
    return tuple(found)


def _can_waiting(row: TableRow, person: str) -> tuple[str, ...]:
    if row.dealing is not None:
        return ("say", "leave")
    found = ["say", "leave", "move_seat"]
    if is_host(row, person):
        found.append("arrange")
        if all(seat.kind != "empty" for seat in row.seats):
            found.append("start")
    return tuple(found)


def _can_playing(row: TableRow, person: str, seat: int, host_here: bool) -> tuple[str, ...]:
    mine = row.seats[seat]
    found = ["say", "leave"]
    if not mine.conceded:
        found += ["concede", "move_seat"]
        found.append("go_on" if seat in row.ending else "end")
        if row.ending and seat not in row.ending:
            found.append("go_on")
        if mine.stand_in:
            found.append("come_back")
    if row.paused and may_resume(row, person, host_here):
        found.append("resume")
    elif not row.paused and is_host(row, person):
        found.append("pause")
    return tuple(found)
