"""Names of languages, plurals and lists as CLDR has them, by Babel; the browser asks its `Intl`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from babel import Locale
from babel.lists import format_list


@cache
def locale_of(language: str) -> Locale:
    """What CLDR knows about a language."""
    return Locale.parse(language)


def own_name(language: str) -> str:
    """How a language calls itself."""
    name = locale_of(language).get_display_name(language) or language
    return name[:1].upper() + name[1:]


def form_of(forms: Mapping[str, str], number: int, language: str) -> str:
    """The form of a text that goes with a number; see ``FORMS`` of tatami.games.words."""
    wanted = locale_of(language).plural_form(number)
    return forms.get(wanted, forms["other"])


def list_of(count: int, language: str) -> str:
    """A template for so many things in a row: ``{0}, {1} and {2}`` as the language has it."""
    holes = [f"{{{at}}}" for at in range(count)]
    return format_list(holes, style="standard", locale=locale_of(language))
