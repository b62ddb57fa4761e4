"""Digests: how each row holds the one before it.

    digest     = SHA-256( previous digest + canonical form ), in lower-case hexadecimal
    previous   = the digest of the row before; 64 zeros for the first row of a stream
    canonical  = the JSON array of the row's fields in the order
                 stream, position, type, version, data, command, ordinal, command_type, command_data, by, via, at
                 without any space, every character outside ASCII as itself, encoded as UTF-8

Texts stand in the array as JSON strings (`data` and `command_data` too: they are texts *holding* JSON), `position`,
`version` and `ordinal` as numbers. In a string only what JSON demands is escaped: \\" \\\\ \\n \\r \\t \\f \\b, and
other characters below U+0020 as \\u00xx. The stream's id is part of it, so a row cannot be moved to another stream.

    commitment = SHA-256( salt + ":" + value ), in lower-case hexadecimal
    value      = the compact JSON text of the sealed value, as stored; salt = 32 hexadecimal digits

`deploy/verify_export.py` says the same in a hundred lines that need nothing but Python.
"""

from collections.abc import Sequence
from hashlib import sha256

import msgspec
from django.utils.translation import gettext as _
from msgspec.structs import astuple

from .rows import Head, Row

START = "0" * 64
EMPTY = Head(0, START, "")

_array = msgspec.json.Encoder().encode


def canonical(fields: Sequence[str | int]) -> bytes:
    """The canonical form of a row's fields, all of them but the digest."""
    return _array(fields)


def digest(previous: str, fields: Sequence[str | int]) -> str:
    return sha256(previous.encode() + canonical(fields)).hexdigest()


def commitment(salt: str, value: str) -> str:
    """The log's commitment to a sealed value (its JSON text)."""
    return sha256(f"{salt}:{value}".encode()).hexdigest()


def broken_link(previous: Head, row: Row) -> str:
    """Why a stored row does not follow the head before it; "" if it does."""
    if row.position != previous.position + 1:
        return _("position %(expected)d is missing.") % {"expected": previous.position + 1}
    if row.at < previous.at:
        return _("its time is before that of the row before it.")
    if row.digest != digest(previous.digest, astuple(row)[:-1]):
        return _("its digest is not that of its content and the row before it.")
    return ""
