"""What may stand in the log: plain JSON objects and short words, bounded, checked before any database sees them."""

import re
from math import isfinite
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from .rows import VIAS, Unwritable

LONGEST_TEXT = 1_048_576  # bytes of one JSON text: a muster of a whole club's vehicles is a tenth of it
DEEPEST = 32
LARGEST = 2**63 - 1
_long_number = re.compile("[1-9][0-9]{18}")
LARGEST_NUMBER = 2**31 - 1  # positions, versions, ordinals: the databases' plain integer


def plain(value: dict[str, Any] | str, field: str) -> str:
    """The compact JSON text of an object, keys in the order given; Unwritable if out of bounds."""
    tree = _decoded(value, field) if isinstance(value, str) else value
    if not isinstance(tree, dict):
        raise Unwritable(field, _("has to be a JSON object."))
    if not isinstance(value, str) or _may_be_unbounded(value):
        _bounded(tree, field, DEEPEST)
    text = msgspec.json.encode(tree).decode()
    if len(text) > LONGEST_TEXT or len(text.encode()) > LONGEST_TEXT:
        raise Unwritable(field, _("longer than %(limit)d bytes; report it in parts.") % {"limit": LONGEST_TEXT})
    return text


def sound_json(text: str, field: str) -> None:
    """Any JSON value, as text."""
    _bounded(_decoded(text, field), field, DEEPEST)


def _decoded(text: str, field: str) -> Any:
    if len(text) > LONGEST_TEXT:
        raise Unwritable(field, _("longer than %(limit)d bytes; report it in parts.") % {"limit": LONGEST_TEXT})
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Unwritable(field, _("not JSON: %(error)s.") % {"error": error}) from None
    except RecursionError:
        raise Unwritable(field, _("nested deeper than %(limit)d levels.") % {"limit": DEEPEST}) from None


def _may_be_unbounded(text: str) -> bool:
    """Whether a JSON text, once decoded, has to be searched: hardly any holds something that could be out of bounds."""
    deep = text.count("{") + text.count("[") > DEEPEST - 1
    return deep or "\\u0000" in text or _long_number.search(text) is not None


def _bounded(value: Any, field: str, depth: int) -> None:
    if depth == 0:
        raise Unwritable(field, _("nested deeper than %(limit)d levels.") % {"limit": DEEPEST})
    match value:
        case None | bool():
            pass
        case str():
            sound_text(value, field)
        case int():
            if not -LARGEST <= value <= LARGEST:
                raise Unwritable(field, _("a number is too large."))
        case float():
            if not isfinite(value):
                raise Unwritable(field, _("a number is not finite."))
        case list() | tuple():
            for item in value:
                _bounded(item, field, depth - 1)
        case dict():
            for key, item in value.items():
                if not isinstance(key, str):
                    raise Unwritable(field, _("the keys of an object have to be texts."))
                sound_text(key, field)
                _bounded(item, field, depth - 1)
        case _:
            raise Unwritable(field, _("holds a %(type)s, which is not plain JSON.") % {"type": type(value).__name__})


def sound_text(value: str, field: str) -> None:
    """Refuse a NUL, which PostgreSQL cannot store, and half a surrogate pair, which UTF-8 cannot."""
    if "\0" in value:
        raise Unwritable(field, _("holds a NUL character; leave it out."))
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Unwritable(field, _("is not whole Unicode text.")) from None


def word(value: object, field: str, longest: int = 100, empty: bool = False) -> None:
    """A short text such as the name of a type or of a stream's kind."""
    if not isinstance(value, str) or len(value) > longest or not (value or empty) or not value.isprintable():
        raise Unwritable(field, _("has to be a text of 1 to %(longest)d printable characters.") % {"longest": longest})


def number(value: object, field: str, least: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= LARGEST_NUMBER:
        raise Unwritable(field, _("has to be a whole number from %(least)d up.") % {"least": least})


def way_in(via: str) -> None:
    if via not in VIAS:
        raise Unwritable("via", _("has to be one of %(vias)s.") % {"vias": ", ".join(sorted(VIAS))})
