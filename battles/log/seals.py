"""Sealed values: a commitment stands in the row, the value lies beside the log and can be erased.

A field {"reason": "misread"} is sealed as {"reason": {"sealed": "<commitment>"}}. A field that holds an object is
sealed entry by entry: {"secrets": {"a": {"sealed": ...}, "b": {"sealed": ...}}}, so that one side's secret can be shown
alone. The *place* of a value is `data.reason`, `data.secrets.a`, or `command.reason` for what was reported.
"""

import re
from collections.abc import Callable, Iterator
from secrets import token_hex
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from msgspec import Raw, Struct

from .chain import commitment
from .rows import Unwritable

LONGEST_PLACE = 200
MARK = '{"sealed":"'
ERASED = '""'
_commitment = re.compile(r"[0-9a-f]{64}\Z")
_fields = msgspec.json.Decoder(dict[str, Raw])


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    """A sealed value: its place within the row, its salt (32 hexadecimal digits) and its JSON text."""

    place: str
    salt: str
    value: str


def seal(root: str, text: str, tree: dict[str, Any], names: tuple[str, ...]) -> tuple[str, list[Seal]]:
    """The text of an object with the named fields sealed, and what was taken out. `root` is "data" or "command"."""
    _refuse_look_alikes(root, tree)
    hidden: list[Seal] = []

    def take(place: str, value: Raw) -> Raw:
        if value in (b"null", b'""', b"[]", b"{}"):
            return value
        if len(place) > LONGEST_PLACE or not place.isprintable():
            raise Unwritable(
                root, _("a sealed field's name has to be short and printable: %(name)r.") % {"name": place}
            )
        kept = Seal(place, token_hex(16), bytes(value).decode())
        hidden.append(kept)
        return Raw(f'{MARK}{commitment(kept.salt, kept.value)}"}}'.encode())

    fields = _fields.decode(text)
    for name in names:
        if name in fields:
            fields[name] = _each(f"{root}.{name}", fields[name], take)
    return (msgspec.json.encode(fields).decode(), hidden) if hidden else (text, hidden)


def unseal(root: str, text: str, values: dict[str, str]) -> str:
    """The text of an object with its sealed values put back, by place. One that was erased reads as ""."""
    if MARK not in text:
        return text

    def put(place: str, value: Raw) -> Raw:
        return Raw(values.get(place, ERASED).encode()) if is_commitment(value) else value

    return msgspec.json.encode(
        {
            name: put(f"{root}.{name}", value) if is_commitment(value) else _each(f"{root}.{name}", value, put)
            for name, value in _fields.decode(text).items()
        }
    ).decode()


def commitments(root: str, text: str) -> Iterator[tuple[str, str]]:
    """Each place within a text that is sealed, with its commitment. Raises msgspec.DecodeError when it is no object."""
    if MARK not in text:
        return
    for name, value in _fields.decode(text).items():
        for place, part in _parts(f"{root}.{name}", value):
            if is_commitment(part):
                yield place, msgspec.json.decode(part)["sealed"]


def is_commitment(value: Raw) -> bool:
    """Whether a JSON text reads {"sealed":"<64 hexadecimal digits>"}."""
    text = bytes(value)
    return (
        len(text) == len(MARK) + 66
        and text.startswith(MARK.encode())
        and text.endswith(b'"}')
        and _commitment.match(text[len(MARK) : -2].decode("ascii", "replace")) is not None
    )


def _each(place: str, value: Raw, change: Callable[[str, Raw], Raw]) -> Raw:
    if not bytes(value).startswith(b"{"):
        return change(place, value)
    entries = _fields.decode(value)
    return Raw(msgspec.json.encode({key: change(f"{place}.{key}", part) for key, part in entries.items()}))


def _parts(place: str, value: Raw) -> Iterator[tuple[str, Raw]]:
    yield place, value
    if bytes(value).startswith(b"{") and not is_commitment(value):
        for key, part in _fields.decode(value).items():
            yield f"{place}.{key}", part


def _refuse_look_alikes(root: str, tree: dict[str, Any]) -> None:
    """A value that reads like a commitment would later be taken for one, and read as erased."""
    for name, value in tree.items():
        if isinstance(value, dict):
            for part in (value, *value.values()):
                if isinstance(part, dict) and isinstance(part.get("sealed"), str) and len(part) == 1:
                    raise Unwritable(
                        root, _('%(name)r holds {"sealed": ...}, which the log keeps for itself.') % {"name": name}
                    )
