"""Letters: the last one in, or the highest rank at the end, delivers the letter (rules/en.md)."""

from tatami.engine import rules
from tatami.engine.rules import UNANSWERED, Ask, Book, Chosen, Face, Game, Seat, World
from tatami.games.words import read_words

BOOK = Book("letters", read_words(__package__))
SEAT = rules.seats_of(4)
CARD = BOOK.cards("card", ("Spy", "Lookout", "Rival", "Monk", "Envoy", "Thief", "Abbess", "Heir"))
SPY, LOOKOUT, RIVAL, MONK, ENVOY, THIEF, ABBESS, HEIR = CARD.all  # lowest first: a number is a rank
DECK = BOOK.pile("deck", rules.HIDDEN, start=[SPY] * 4 + [LOOKOUT, RIVAL, MONK, ENVOY] + CARD.all)
HAND = BOOK.hand("hand", each=SEAT)
PLAYED = BOOK.pile("played", rules.OPEN, each=SEAT)
GONE = BOOK.pile("gone", rules.OPEN)
PLAY = BOOK.question("what", "L2").verb("play", CARD)
AT = BOOK.question("whom", "L3").verb("at", SEAT)
NAME = BOOK.question("guess", "L4").verb("name", CARD)
MISSES = BOOK.sentence("misses", "L4", SEAT, SEAT, CARD)
LEAVES = BOOK.sentence("leaves", "L3", SEAT)


@BOOK.step
def set_up(w: World) -> None:
    """L1: everyone is dealt a card, and the first seat begins."""
    w.shuffle(DECK)
    w.deal(DECK, HAND)
    w.then(turn, w.right_of(SEAT.all[0]))


@BOOK.step
def turn(w: World, before: Seat) -> None:
    """L2: the next one who is in, after this one, draws a card, plays one. L10: or it is over."""
    still_in = [seat for seat in w.from_on(w.left_of(before)) if w.size(HAND[seat])]
    if len(still_in) > 1 and w.size(DECK) > 1:
        w.draw(DECK, HAND[still_in[0]])
        w.then(play, still_in[0])
        w.then(turn, still_in[0])
    else:
        for seat in still_in:
            w.reveal(HAND[seat])
        w.end()


@BOOK.step
def play(w: World, me: Seat, what: Chosen = UNANSWERED, whom: Chosen = UNANSWERED) -> Ask | None:
    """L2: one of two cards. L3, L7: at somebody in reach, if it has an aim. L9: the Heir."""
    if what is UNANSWERED:
        held = w.kinds_in(HAND[me])
        return PLAY.ask(me, [ABBESS] if ABBESS in held and {ENVOY, THIEF} & {*held} else held)
    card = PLAY.of(what)
    foes = [foe for foe in w.others(me) if w.size(HAND[foe]) and w.top(PLAYED[foe]) != MONK]
    foes += [me] if card == ENVOY else []
    if whom is UNANSWERED and foes and card not in (MONK, ABBESS, HEIR):
        return AT.ask(me, foes)
    w.play(HAND[me], card, PLAYED[me])
    if whom is not UNANSWERED:
        w.then(effect, me, card, AT.of(whom))
    elif card == HEIR:
        leave(w, me)
    return None


@BOOK.step
def effect(w: World, me: Seat, card: Face, foe: Seat, name: Chosen = UNANSWERED) -> Ask | None:
    """L4: a guess. L5: a look. L6: a duel. L8: a new hand. L9: an exchange."""
    if card == SPY and name is UNANSWERED:
        return NAME.ask(me, CARD.but(w, SPY))
    fatal = HEIR if name is UNANSWERED else NAME.of(name)  # L9: to lay down; L4: as named
    if card in (SPY, ENVOY) and w.has(HAND[foe], fatal):
        leave(w, foe)
    elif card == SPY:
        w.deny(HAND[foe], [fatal])
        w.tell(MISSES, me, foe, fatal)
    elif card == LOOKOUT:
        w.show_to(HAND[foe], me)
    elif card == RIVAL:
        duel(w, me, foe)
    elif card == ENVOY:
        w.play(HAND[foe], w.top(HAND[foe]), GONE)
        w.draw(DECK, HAND[foe])
    else:
        w.exchange(HAND[me], HAND[foe])
    return None


def duel(w: World, me: Seat, foe: Seat) -> None:
    """L6: in secret; the lower one leaves, in the open. Equal ones are shown to all."""
    w.show_to(HAND[me], foe)
    w.show_to(HAND[foe], me)
    low, high = sorted([me, foe], key=lambda seat: w.top(HAND[seat]))
    w.reveal(HAND[low])
    if w.top(HAND[low]) == w.top(HAND[high]):
        w.reveal(HAND[high])
    else:
        w.deny(HAND[high], [card for card in CARD.all if card <= w.top(HAND[low])])
        leave(w, low)


def leave(w: World, seat: Seat) -> None:
    """L3: who is out lays down the hand."""
    w.play(HAND[seat], w.top(HAND[seat]), GONE)
    w.tell(LEAVES, seat)


def winners(w: World) -> list[int]:
    """L10: the last one in, or the highest hand; equal ones share it."""
    return rules.best({seat: w.top(HAND[seat]) for seat in w.everyone()})


GAME = Game(BOOK, version=1, players=(2, 3, 4), begin=set_up, outcome=winners, longest=60)
