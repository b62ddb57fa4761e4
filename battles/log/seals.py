"""Sealed values: a commitment stands in the row, the value lies beside the log and can be erased.

A field {"reason": "misread"} is sealed as {"reason": {"sealed": "<commitment>"}}. A field that holds an object is
sealed entry by entry: {"secrets": {"a": {"sealed": ...}, "b": {"sealed": ...}}}, so that one side's secret can be shown
alone. The *place* of a value is `data.reason`, `data.secrets.a`, or `command.reason` for what was reported.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from secrets import token_hex

import msgspec
from django.utils.translation import gettext as _
from msgspec import Raw, Struct

from .chain import commitment
from .rows import Unwritable

LONGEST_PLACE = 200
MARK = '{"sealed":"'
ERASED = '""'
FIELDS = {"data": "data", "command": "command_data"}
# In compact JSON no text a person wrote can contain this: its quotation marks would be escaped.
_sealed = re.compile(r'\{"sealed":"([0-9a-f]{64})"\}')
_fields = msgspec.json.Decoder(dict[str, Raw])


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    """A sealed value: its place within the row, its salt (32 hexadecimal digits) and its JSON text."""

    place: str
    salt: str
    value: str


NOTHING = (b"null", b'""', b"[]", b"{}")  # is told as it is


def seal(root: str, text: str, names: tuple[str, ...]) -> tuple[str, list[Seal]]:
    """The text of an object with the named fields sealed, and the seals. `root` is "data" or "command"."""
    if MARK in text and _sealed.search(text):
        raise Unwritable(
            FIELDS[root], _('holds {"sealed": ...} as only the log may write it; name the field otherwise.')
        )
    if not names:
        return text, []
    hidden: list[Seal] = []

    def take(place: str, value: Raw) -> Raw:
        if bytes(value) in NOTHING:
            return value
        if len(place) > LONGEST_PLACE:
            raise Unwritable(
                FIELDS[root], _("the name of what is to be sealed is too long: %(name)s...") % {"name": place[:60]}
            )
        kept = Seal(place, token_hex(16), bytes(value).decode())
        hidden.append(kept)
        return Raw(f'{MARK}{commitment(kept.salt, kept.value)}"}}'.encode())

    fields = _fields.decode(text)
    for name in names:
        if "." in name:
            raise Unwritable(
                FIELDS[root], _("the name of a sealed field cannot hold a dot: %(name)s.") % {"name": name}
            )
        if name in fields:
            fields[name] = _each(f"{root}.{name}", fields[name], take)
    return (msgspec.json.encode(fields).decode(), hidden) if hidden else (text, hidden)


def sealed_in(text: str, names: tuple[str, ...]) -> int:
    """How many values of the text of an object are sealed where these fields are."""
    found = 0

    def count(_place: str, value: Raw) -> Raw:
        nonlocal found
        found += bytes(value) not in NOTHING
        return value

    fields = _fields.decode(text)
    for name in names:
        if name in fields:
            _each(name, fields[name], count)
    return found


def unseal(text: str, seals: Iterable[Seal]) -> str:
    """A text with the sealed values of its row put back. An erased one reads as ""."""
    if MARK not in text:
        return text
    # in one pass: a map's first row holds hundreds of names
    values = {commitment(seal.salt, seal.value): seal.value for seal in seals}
    return _sealed.sub(lambda found: values.get(found[1], ERASED), text)


def commitments(root: str, text: str) -> Iterator[tuple[str, str]]:
    """Each sealed place within a text with its commitment. Raises msgspec.MsgspecError if the text is no object."""
    if MARK in text:
        for name, value in _fields.decode(text).items():
            for place, part in _parts(f"{root}.{name}", bytes(value)):
                if found := _sealed.fullmatch(part.decode()):
                    yield place, found[1]


def _each(place: str, value: Raw, change: Callable[[str, Raw], Raw]) -> Raw:
    if not bytes(value).startswith(b"{"):
        return change(place, value)
    entries = _fields.decode(value)
    return Raw(msgspec.json.encode({key: change(f"{place}.{key}", part) for key, part in entries.items()}))


def _parts(place: str, value: bytes) -> Iterator[tuple[str, bytes]]:
    yield place, value
    if value.startswith(b"{"):
        for key, part in _fields.decode(value).items():
            yield f"{place}.{key}", bytes(part)
