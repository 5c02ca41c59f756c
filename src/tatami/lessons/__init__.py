"""Lessons: a game teaches itself at its own table. They are data in the game's package."""

from tatami.lessons.run import Run, Said, Wrong
from tatami.lessons.script import (
    BadLesson,
    Lesson,
    Part,
    lesson_named,
    read_lessons,
    read_texts,
    texts_in,
)

__all__ = [
    "BadLesson",
    "Lesson",
    "Part",
    "Run",
    "Said",
    "Wrong",
    "lesson_named",
    "read_lessons",
    "read_texts",
    "texts_in",
]
