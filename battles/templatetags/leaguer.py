"""What the templates of every floor use."""

from __future__ import annotations

from datetime import datetime

from django import template

from battles.words import words

register = template.Library()
register.filter("words", words)


@register.filter
def moment(at: str) -> datetime | None:
    """A time as the log writes it (ISO-8601 text, UTC), for the `date` filter; None for ""."""
    return datetime.fromisoformat(at) if at else None


@register.filter
def look_up(mapping: dict[str, object], key: str) -> object:
    """`mapping[key]`, or the key itself where there is no entry."""
    return mapping.get(key, key)
