"""What the templates of every floor use."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils.translation import gettext

from battles.words import words

register = template.Library()
register.filter("words", words)


@register.filter
def moment(at: str) -> datetime | None:
    """A time as the log writes it (ISO-8601 text, UTC), for the `date` filter; None for ""."""
    return datetime.fromisoformat(at) if at else None


@register.filter
def in_words(text: str) -> str:
    """A text the rules marked for translation, translated."""
    return gettext(text) if text else ""
