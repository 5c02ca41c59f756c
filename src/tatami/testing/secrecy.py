"""Nobody may see what is hidden: games in which a seat sees the same must tell it the same.

Each check makes *twins* of a world, which a seat cannot tell from it, and gives both the same
input. Where the seat then sees other faces, or is shown what proves that the two differ, the twins
may part; any other difference that it can see is a leak. What is shown is judged as the worlds were
when it was shown: cards that move later in the same input prove and excuse nothing.
"""

from __future__ import annotations

from tatami.engine.asking import ONE, Answer, Ask
from tatami.engine.dice import Dice
from tatami.engine.errors import EngineFault, Refusal
from tatami.engine.facts import Bar
from tatami.engine.flow import advance, default, waiting
from tatami.engine.ids import Zone
from tatami.engine.imagine import imagine
from tatami.engine.ledger import Ledger
from tatami.engine.look import look
from tatami.engine.offer import Offer
from tatami.engine.ops import MOVE, POUR, SWAP, TRADE, each, once
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.engine.watch import Event, Watch, told
from tatami.engine.world import World
from tatami.testing.inputs import Input
from tatami.testing.trial import Compared, Trial

TRIES = 15
"""How many twins are made until one can be compared to the end."""


# -- twins that are dealt anew


def scramble(trial: Trial, every: int = 1) -> Compared:
    """Re-deal all that a seat cannot know: the seat must not be able to tell the difference."""
    made = tried = 0
    referee = trial.sit()
    for number, (_, given) in enumerate(trial.play(referee)):
        if number % every == 0:
            for seat in range(trial.seats + 1):
                made += _scramble_one(trial, referee, given, seat)
                tried += 1
    for seat in range(trial.seats + 1):
        _imagined(trial, referee.view(seat))
    return Compared(made, tried)


def _imagined(trial: Trial, view: View) -> World:
    """A world from a view; it must look the same."""
    try:
        other = imagine(view, trial.key(), watched=True)
    except EngineFault as error:
        raise trial.fault(f"seat {view.seat} cannot imagine a world: {error}") from None
    seen = look(other, view.seat)
    if seen != view:
        raise trial.fault(
            f"seat {view.seat}: an imagined world looks different{trial.names.differs(seen, view)}"
        )
    return other


def _scramble_one(trial: Trial, referee: Referee, given: Input, seat: int) -> bool:
    """Whether a twin was found that goes the same way to the end of this input."""
    view = referee.view(seat)
    met = False
    for attempt in range(TRIES):
        if attempt % 4:
            other = _exchanged(referee.world, view, trial.dice)
        else:
            other = _imagined(trial, view)
        if other is None or not _align(referee.world, other) or look(other, seat) != view:
            continue
        twin = Referee(trial.game, trial.seats, referee.key, trial.opts, other)
        twin.moves = referee.moves[:]  # a seat remembers what it answered last
        if not met and seat < trial.seats:
            _same_defaults(trial, referee, twin, seat)
            _same_refusals(trial, referee, twin, seat)
            met = True
        if _same_future(trial, referee.copy(), twin, given, seat):
            return True
    return False


def _exchanged(true: World, view: View, dice: Dice) -> World | None:
    """The true world but for a few cards, exchanged where the seat cannot tell.

    Only cards of one group of the seat's ledger are, and only those that no other could hold.
    """
    groups, _, bars, _ = view.facts
    w = true.copy()
    homes = [
        [number for number, group in enumerate(groups) if face in dict(group[0])]
        for face in range(len(w.game.faces))
    ]
    hidden = _hidden(w, view.seat)
    if not hidden:
        return None
    for _ in range(1 + dice.below(3)):
        zone = sorted(hidden)[dice.below(len(hidden))]
        card = hidden[zone][dice.below(len(hidden[zone]))]
        home = homes[w.face[card]]
        fitting = [
            (place, other)
            for place, cards in hidden.items()
            for other in cards
            if len(home) == 1 and homes[w.face[other]] == home and w.face[other] != w.face[card]
            if not _barred(bars, place, w.face[card]) and not _barred(bars, zone, w.face[other])
        ]
        if fitting:
            _, other = fitting[dice.below(len(fitting))]
            w.face[card], w.face[other] = w.face[other], w.face[card]
    ledger = Ledger.of(view.seat, w.layout, view.facts)
    if not ledger.fits_tale({z: [w.face[card] for card in hidden[z]] for z in hidden}):
        return None
    w.watch = Watch({view.seat: ledger}, [], list(view.remarks))
    return w


def _barred(bars: tuple[Bar, ...], zone: int, face: int) -> bool:
    """Whether the seat knows of a most for that face there; then none is added."""
    return any(place == zone and face in faces for place, faces, _ in bars)


def _hidden(w: World, seat: int) -> dict[int, list[int]]:
    """The cards a seat does not see, by zone."""
    found: dict[int, list[int]] = {}
    for zone, cards in enumerate(w.zones):
        if w.layout.hand[zone]:
            unseen = [] if (w.layout.sight[zone] >> seat) & 1 else cards[:]
        else:
            unseen = [card for card in cards if not (w.seen[card] >> seat) & 1]
        if unseen:
            found[zone] = unseen
    return found


def _align(true: World, other: World) -> bool:
    """Give the twin the same chance and hidden answers, where all of them are legal there."""
    other.rekey(true.key)
    other.tick = true.tick
    if true.over:
        return True
    step, args, got, pend = true.stack[-1]
    depth = len(true.stack)
    other.stack[-1] = (step, args, (), ())
    advance(other)
    for at in range(0, len(got), 2):
        ask = other.ask
        if ask is None or len(other.stack) != depth or not _legal_together(ask, got[at + 1]):
            return False
        other.stack[-1] = (step, args, got[: at + 2], ())
        advance(other)
    ask = other.ask
    if ask is None or len(other.stack) != depth or (pend and len(pend) != 2 * len(ask.seats)):
        return False
    for number in range(len(pend)):
        at = number % len(ask.seats)
        if pend[number] not in (None, ()) and not _legal(ask, at, pend[number]):
            return False
    other.stack[-1] = (step, args, got, pend)
    return True


def _legal_together(ask: Ask, given: object) -> bool:
    if ask.terms.close == ONE:
        return _legal(ask, 0, given)
    if not isinstance(given, tuple):
        return False
    return all(_legal(ask, at, one) for at, one in enumerate(given))


def _legal(ask: Ask, at: int, given: object) -> bool:
    items = list(ask.part(at))
    if not isinstance(given, tuple):
        return given in items
    return _among(given, items)


def _among(given: tuple[int, ...], items: list[int]) -> bool:
    left = items[:]
    for one in given:
        if one not in left:
            return False
        left.remove(one)
    return True


# -- what a seat is answered


def _same_defaults(trial: Trial, one: Referee, two: Referee, seat: int) -> None:
    """What a seat is taken to answer when it does not can only follow from what it sees."""
    for (number, offer), (other, _) in zip(one.asks(seat), two.asks(seat), strict=True):
        here, there = one.default(seat, number), two.default(seat, other)
        if here != there:
            both = " or ".join(
                trial.names.answer(offer.question, answer) for answer in (here, there)
            )
            raise trial.fault(f"the default of seat {seat} for {offer.question.key} is {both}")


def _same_refusals(trial: Trial, one: Referee, two: Referee, seat: int) -> None:
    """Whatever a seat may not do, it is told so in the same words."""
    for (ask, offer), (other, _) in zip(one.asks(seat), two.asks(seat), strict=True):
        wrongs: list[Answer] = [*_wrong_options(offer), *_wrong_picks(offer, trial.dice)]
        for wrong in wrongs:
            if _words(one.act(wrong, seat, ask)) != _words(two.act(wrong, seat, other)):
                spelled = f"{offer.question.key} {trial.names.answer(offer.question, wrong)}"
                raise trial.fault(f"seat {seat} is refused {spelled} in different words")
    for right in trial.game.rights:
        held = right.holds(one.world, seat)
        stamp = one.world.count[right.stamp] if right.stamp >= 0 else 0
        for option in range(-1, min(right.question.size + 1, 20)):
            if option not in held:
                here = one.interrupt(seat, right.name, stamp, option)
                if _words(here) != _words(two.interrupt(seat, right.name, stamp, option)):
                    raise trial.fault(f"seat {seat} is refused {right.name} in different words")
    if one.world.ask is not None and _words(one.copy().back(seat)) != _words(two.copy().back(seat)):
        raise trial.fault(f"seat {seat} can or cannot take back, in worlds it cannot tell apart")


def _wrong_options(offer: Offer) -> list[int]:
    return [n for n in range(-1, min(offer.question.size + 2, 60)) if n not in offer.options]


def _wrong_picks(offer: Offer, dice: Dice) -> list[tuple[int, ...]]:
    """A few subsets that may not be picked: too many, too few, or not there."""
    found: list[tuple[int, ...]] = []
    for size in range(min(offer.high + 2, 6)) if offer.is_pick else range(1, 3):
        pick = tuple(sorted(dice.below(offer.question.size) for _ in range(size)))
        sized = offer.low <= size <= offer.high
        if not (offer.is_pick and sized and _among(pick, list(offer.items))):
            found.append(pick)
    return found


def _words(reply: object) -> object:
    return reply.key() if isinstance(reply, Refusal) else "taken"


# -- what happens next


def _same_future(trial: Trial, one: Referee, two: Referee, given: Input, seat: int) -> bool:
    """Give both the same input: whether the seat sees the same of it, to the end."""
    since = one.happened(), two.happened()
    numbers = _numbers(one, seat), _numbers(two, seat)
    if not given.possible(two):
        return False
    if given.kind == "expire" and _others_defaults(one, seat) != _others_defaults(two, seat):
        return False
    here, said = given.give(one), trial.names.input(given)
    try:
        there = given.give(two)
    except EngineFault as error:
        raise trial.fault(f"{said} fails in a world that seat {seat} imagines: {error}") from None
    if bool(here) != bool(there) or (given.seat == seat and _words(here) != _words(there)):
        raise trial.fault(f"{said} is refused in one of two worlds seat {seat} cannot tell apart")
    if not same_story(trial, one.world, two.world, since, seat, said):
        return False
    if _kept(one, numbers[0], seat) != _kept(two, numbers[1], seat):
        raise trial.fault(f"seat {seat} can tell by the number of an ask after {said}")
    return True


def _numbers(referee: Referee, seat: int) -> list[int]:
    return [number for number, _ in referee.asks(seat)] if seat < referee.seats else []


def _kept(referee: Referee, before: list[int], seat: int) -> list[int]:
    """Which of a seat's asks still have the number they had; -1 for a new one."""
    return [before.index(n) if n in before else -1 for n in _numbers(referee, seat)]


def _others_defaults(referee: Referee, seat: int) -> list[object]:
    """What time running out would answer for others: a choice of theirs like any other."""
    w = referee.world
    ask = w.ask
    assert ask is not None
    return [default(w, at) for at in waiting(w) if ask.seats[at] != seat]


def same_story(
    trial: Trial, one: World, two: World, since: tuple[int, int], seat: int, cause: str
) -> bool:
    """Whether a seat sees the same of two worlds; a fault where it may not see a difference.

    The first difference must be a face that the seat sees. What follows from it is no secret.
    """
    here, there = _events(one, seat, since[0]), _events(two, seat, since[1])
    for at in range(max(len(here), len(there))):
        a = here[at] if at < len(here) else None
        b = there[at] if at < len(there) else None
        if a != b:
            if a is not None and b is not None and _faceless(a) == _faceless(b):
                return False
            if _proves(a, two, since[1] + at) or _proves(b, one, since[0] + at):
                return False
            both = " or ".join(f"'{trial.names.event(x)}'" if x else "nothing" for x in (a, b))
            raise trial.fault(f"seat {seat} sees {both} after {cause}")
    seen, other = look(one, seat), look(two, seat)
    if seen != other:
        differs = trial.names.differs(seen, other)
        raise trial.fault(f"seat {seat} can tell two worlds apart after {cause}{differs}")
    return True


def _events(w: World, seat: int, since: int) -> list[Event]:
    assert w.watch is not None
    return [told(op, seat, w.layout) for op in w.watch.ops[since:]]


def _proves(event: Event | None, other: World, when: int) -> bool:
    """Whether what was shown or denied in one world was not so in the other: an open difference."""
    if event is None or event.verb not in ("show", "deny", "limit"):
        return False
    lying = _lay(other, event.args[0], when)
    if event.verb == "limit":
        return sum(event.args[2:].count(face) for face in lying) > event.args[1]
    if event.verb == "deny":
        return any(face in lying for face in event.args[1:])
    return not _among(tuple(face for face in event.args[3::2] if face >= 0), lying)


def _lay(w: World, zone: int, when: int) -> list[int]:
    """The faces that lay in a zone before number ``when`` happened: what has since is undone."""
    assert w.watch is not None
    lying: list[int] = [*w.faces(Zone(zone))]
    for op in reversed(w.watch.ops[when:]):
        for source, target, face in _carried(op):
            if target == zone:
                lying.remove(face)
            if source == zone:
                lying.append(face)
    return lying


def _carried(op: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """The cards that went from zone to zone: source, target and face of each."""
    verb, *rest = op
    if verb == MOVE:
        source, _, target, _, face, _, _ = rest
        return [(source, target, face)]
    if verb == TRADE:
        return [(source, target, face) for source, target, face, _, _ in each(op)]
    if verb == POUR:
        source, target = once(op)
        return [(source, target, face) for face, _, _ in each(op)]
    if verb == SWAP:
        one, other, _, done, face, _, back, _ = rest
        return [(one, other, face), (other, one, back)] if done else []
    return []


def _faceless(event: Event) -> tuple[object, ...]:
    """An event without the faces in it: what may differ where the seat sees other cards."""
    args = event.args
    if event.verb == "move":
        return (event.verb, *args[:4], args[4] >= 0)
    if event.verb == "show":
        shown = sorted((args[at], args[at + 1] >= 0) for at in range(2, len(args), 2))
        return (event.verb, *args[:2], *shown)
    if event.verb == "pour":
        return (event.verb, *args[:2], *(face >= 0 for face in args[2:]))
    if event.verb == "trade":
        return (event.verb, *(a >= 0 if at % 3 == 2 else a for at, a in enumerate(args)))
    return (event.verb, *args)


# -- twins with their cards held otherwise


def relabel(trial: Trial) -> int:
    """Permute the handles inside each hand and play the same: nobody may see a difference."""
    checked = 0
    for referee, given in trial.play():
        for seat in range(trial.seats + 1):
            referee.view(seat)  # so that the ledgers of the copies need not read it all again
        twin = referee.copy()
        _mix_hands(twin.world, trial.dice)
        one, since = referee.copy(), referee.happened()
        if given.give(one) and given.give(twin):
            checked += 1
            for seat in range(trial.seats + 1):
                if one.events(seat, since) != twin.events(seat, since):
                    raise trial.fault(f"seat {seat} can trace a card by what it was told")
                if one.view(seat) != twin.view(seat):
                    raise trial.fault(f"seat {seat} can trace a card by what it sees")
    return checked


def _mix_hands(w: World, dice: Dice) -> None:
    for zone, is_hand in enumerate(w.layout.hand):
        cards = w.own(zone)
        if is_hand:
            for i in range(len(cards) - 1, 0, -1):
                a, b = cards[i], cards[dice.below(i + 1)]
                w.face[a], w.face[b] = w.face[b], w.face[a]
                w.seen[a], w.seen[b] = w.seen[b], w.seen[a]
