"""What a rules file uses, in one place: ``from tatami.engine.rules import Book, World, choose``."""

from __future__ import annotations

from typing import TypeAlias

from tatami.engine.asking import UNANSWERED as UNANSWERED
from tatami.engine.asking import Answer as Answer
from tatami.engine.asking import Ask as Ask
from tatami.engine.asking import choose as choose
from tatami.engine.asking import choose_openly as choose_openly
from tatami.engine.asking import choose_or as choose_or
from tatami.engine.asking import each as each
from tatami.engine.asking import pick as pick
from tatami.engine.book import Book as Book
from tatami.engine.errors import Refusal as Refusal
from tatami.engine.game import Game as Game
from tatami.engine.game import Tempo as Tempo
from tatami.engine.ids import NO_FACE as NO_FACE
from tatami.engine.ids import UNPRINTED as UNPRINTED
from tatami.engine.ids import Counter as Counter
from tatami.engine.ids import Face as Face
from tatami.engine.ids import Holder as Holder
from tatami.engine.ids import Mark as Mark
from tatami.engine.ids import Option as Option
from tatami.engine.ids import Saying as Saying
from tatami.engine.ids import Seat as Seat
from tatami.engine.ids import Zone as Zone
from tatami.engine.kinds import Kind as Kind
from tatami.engine.kinds import Pairs as Pairs
from tatami.engine.kinds import numbers as numbers
from tatami.engine.kinds import one_each as one_each
from tatami.engine.kinds import seats_of as seats_of
from tatami.engine.layout import HIDDEN as HIDDEN
from tatami.engine.layout import OPEN as OPEN
from tatami.engine.layout import OWNER as OWNER
from tatami.engine.layout import UNBOUNDED as UNBOUNDED
from tatami.engine.question import AnyVerb as AnyVerb
from tatami.engine.question import Question as Question
from tatami.engine.question import Reason as Reason
from tatami.engine.question import Verb as Verb
from tatami.engine.question import Verb1 as Verb1
from tatami.engine.question import Verb2 as Verb2
from tatami.engine.sentence import Words as Words
from tatami.engine.standing import best as best
from tatami.engine.standing import first_with_fewest as first_with_fewest
from tatami.engine.standing import first_with_most as first_with_most
from tatami.engine.step import Right as Right
from tatami.engine.step import Step as Step
from tatami.engine.view import View as View
from tatami.engine.view import in_step as in_step
from tatami.engine.world import Transfer as Transfer
from tatami.engine.world import World as World
from tatami.engine.world import moved as moved
from tatami.engine.world import moving as moving

Sight: TypeAlias = World | View
"""The truth, or what a seat sees of it: rules that ask for it read both alike."""
Chosen: TypeAlias = Option | None
"""What a step gets for a choice: an option, or ``UNANSWERED``."""
Together: TypeAlias = tuple[Option, ...] | None
"""What a step gets for ``each``: an option of everybody who was asked, or None while it is open."""
Picked: TypeAlias = tuple[int, ...] | None
"""What a step gets for a pick: the options in ascending order, or None as long as it is open."""
PickedTogether: TypeAlias = tuple[tuple[int, ...], ...] | None
"""What a step gets for ``each`` where everybody picks: a pick of each, or None while it is open."""
