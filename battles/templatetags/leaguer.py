"""What the templates of every floor use."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django import template
from django.template import defaultfilters
from django.utils.translation import gettext, pgettext, pgettext_lazy

from battles.forms.paths import part_of
from battles.naming import side_name
from battles.sentences import option_in_words, words
from rules.declarations import Option
from rules.stream.revision.choices import HOW

register = template.Library()
register.filter("words", words)
register.filter("side_name", side_name)


@register.filter
def moment(at: str) -> datetime | None:
    """A time as the log writes it (ISO-8601 text, UTC), for the `date` filter; None for ""."""
    return datetime.fromisoformat(at) if at else None


FORMATS = (
    pgettext_lazy("format of a date", "l, j F Y, H:i"),
    pgettext_lazy("format of a date", "l, j F, H:i"),
    pgettext_lazy("format of a date", "j F Y, H:i"),
    pgettext_lazy("format of a date", "j F Y"),
    pgettext_lazy("format of a date", "j M Y, H:i"),
    pgettext_lazy("format of a date", "j M Y"),
)


@register.filter
def date(at: datetime | None, format: str) -> str:
    """Django's `date`, with each of `FORMATS` in the reader's language: “3 January”, “3. Januar”."""
    return defaultfilters.date(at, pgettext("format of a date", format))


@register.filter
def in_words(text: str) -> str:
    """A text the rules marked for translation, translated."""
    return gettext(text) if text else ""


@register.filter
def option_words(option: Option, value: bool | int | str) -> str:
    """A value of an option, in words."""
    return option_in_words(option, value)


@register.filter
def settling(how: str) -> str:
    """How a report that could not stand is settled, in words."""
    return words(HOW[how]) if how in HOW else gettext("left to settle")


@register.filter
def called(id_: str, names: Mapping[str, str]) -> str:
    """The name of an id."""
    return names.get(id_, id_)


@register.filter
def as_part(value: str) -> str:
    """The end of a control's name, for one key of an object."""
    return part_of("", value)


@register.filter
def as_moment(at: str) -> str:
    """A time as the log writes it, as a browser's control for moments takes it."""
    return at.replace(" ", "T").removesuffix("Z")[:16]
