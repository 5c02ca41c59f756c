"""Everything that crosses the wire, described once.

The structs here are what the server decodes and encodes; docs/protocol.md and the browser's types
are made from them, in the order of ``PARTS``. A struct's docstring says what it is for.
"""

from __future__ import annotations

from typing import Final

from tatami.tables.wire import (
    from_client,
    from_server,
    game,
    lessons,
    pages,
    replays,
    rules,
    table,
    view,
)
from tatami.tables.wire.base import HIGHEST as HIGHEST
from tatami.tables.wire.base import PROTOCOL as PROTOCOL
from tatami.tables.wire.base import Answer as Answer
from tatami.tables.wire.base import Number as Number
from tatami.tables.wire.base import Numbers as Numbers
from tatami.tables.wire.from_client import Admit as Admit
from tatami.tables.wire.from_client import Arrange as Arrange
from tatami.tables.wire.from_client import CommitTo as CommitTo
from tatami.tables.wire.from_client import Do as Do
from tatami.tables.wire.from_client import FromClient as FromClient
from tatami.tables.wire.from_client import GiveAnswer as GiveAnswer
from tatami.tables.wire.from_client import GoBack as GoBack
from tatami.tables.wire.from_client import Hello as Hello
from tatami.tables.wire.from_client import OpenShare as OpenShare
from tatami.tables.wire.from_client import Order as Order
from tatami.tables.wire.from_client import Ping as Ping
from tatami.tables.wire.from_client import Say as Say
from tatami.tables.wire.from_client import Sit as Sit
from tatami.tables.wire.from_client import TakeSeat as TakeSeat
from tatami.tables.wire.from_client import TryOut as TryOut
from tatami.tables.wire.from_client import UseRight as UseRight
from tatami.tables.wire.from_client import Why as Why
from tatami.tables.wire.from_server import Bye as Bye
from tatami.tables.wire.from_server import FromServer as FromServer
from tatami.tables.wire.from_server import Goodbye as Goodbye
from tatami.tables.wire.from_server import Pong as Pong
from tatami.tables.wire.from_server import Presence as Presence
from tatami.tables.wire.from_server import RefusalState as RefusalState
from tatami.tables.wire.from_server import Reply as Reply
from tatami.tables.wire.from_server import Started as Started
from tatami.tables.wire.from_server import TableChanged as TableChanged
from tatami.tables.wire.from_server import Talk as Talk
from tatami.tables.wire.from_server import Update as Update
from tatami.tables.wire.from_server import Warned as Warned
from tatami.tables.wire.from_server import Welcome as Welcome
from tatami.tables.wire.game import GameCard as GameCard
from tatami.tables.wire.game import GameInfo as GameInfo
from tatami.tables.wire.game import LevelInfo as LevelInfo
from tatami.tables.wire.game import MarksInfo as MarksInfo
from tatami.tables.wire.game import QuestionInfo as QuestionInfo
from tatami.tables.wire.game import RemarkInfo as RemarkInfo
from tatami.tables.wire.game import RightInfo as RightInfo
from tatami.tables.wire.game import SentenceInfo as SentenceInfo
from tatami.tables.wire.game import SettingInfo as SettingInfo
from tatami.tables.wire.game import SortInfo as SortInfo
from tatami.tables.wire.game import TallyInfo as TallyInfo
from tatami.tables.wire.game import VerbInfo as VerbInfo
from tatami.tables.wire.game import ZoneInfo as ZoneInfo
from tatami.tables.wire.lessons import Did as Did
from tatami.tables.wire.lessons import GoOn as GoOn
from tatami.tables.wire.lessons import LessonList as LessonList
from tatami.tables.wire.lessons import LessonState as LessonState
from tatami.tables.wire.lessons import LessonText as LessonText
from tatami.tables.wire.lessons import SaidState as SaidState
from tatami.tables.wire.lessons import Taken as Taken
from tatami.tables.wire.pages import Found as Found
from tatami.tables.wire.pages import Front as Front
from tatami.tables.wire.pages import KeyList as KeyList
from tatami.tables.wire.pages import KeyState as KeyState
from tatami.tables.wire.pages import Me as Me
from tatami.tables.wire.pages import NewTable as NewTable
from tatami.tables.wire.pages import Opened as Opened
from tatami.tables.wire.pages import Problem as Problem
from tatami.tables.wire.pages import Rename as Rename
from tatami.tables.wire.pages import TableCard as TableCard
from tatami.tables.wire.replays import Frame as Frame
from tatami.tables.wire.replays import ReplayState as ReplayState
from tatami.tables.wire.replays import SearchedState as SearchedState
from tatami.tables.wire.rules import Block as Block
from tatami.tables.wire.rules import RulesPage as RulesPage
from tatami.tables.wire.rules import Span as Span
from tatami.tables.wire.table import AskingState as AskingState
from tatami.tables.wire.table import DealingState as DealingState
from tatami.tables.wire.table import ProofState as ProofState
from tatami.tables.wire.table import SeatState as SeatState
from tatami.tables.wire.table import TableState as TableState
from tatami.tables.wire.view import ChosenState as ChosenState
from tatami.tables.wire.view import ClockState as ClockState
from tatami.tables.wire.view import EventState as EventState
from tatami.tables.wire.view import NoteState as NoteState
from tatami.tables.wire.view import OfferState as OfferState
from tatami.tables.wire.view import RemarkState as RemarkState
from tatami.tables.wire.view import RightState as RightState
from tatami.tables.wire.view import StepState as StepState
from tatami.tables.wire.view import StrikeState as StrikeState
from tatami.tables.wire.view import ViewState as ViewState

PARTS: Final = (game, view, table, from_server, from_client, pages, replays, lessons, rules)
