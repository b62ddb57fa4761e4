"""Verifies a stream: the chain of digests, and each sealed value against its commitment."""

from uuid import UUID

import msgspec
from django.utils.translation import gettext as _

from .chain import EMPTY, broken_link, commitment
from .reader import pages, sealed
from .rows import Fault, Head, Row, uuid_text
from .seals import Seal, commitments


def verify_stream(stream: UUID | str) -> Fault | None:
    """The first row of a stream that does not verify, or None. Memory stays bounded however long the stream is.

    A stream whose tail was cut off, or whose chain was recomputed, still verifies: compare receipts (`holds`).
    """
    last = EMPTY
    for rows, seals in pages(stream):
        for row in rows:
            if reason := broken_link(last, row) or broken_seal(row, seals.pop(row.position, [])):
                return Fault(row.stream, row.position, reason)
            last = Head(row.position, row.digest, row.at)
        if seals:
            return _without_a_row(row.stream, min(seals))
    if stray := sealed(stream, last.position):
        return _without_a_row(uuid_text(stream), min(stray))
    return None


def broken_seal(row: Row, seals: list[Seal]) -> str:
    """Why a stored row's sealed values are not the ones it commits to; "" if they are, or were erased."""
    if not seals:
        return ""
    try:
        committed = dict(commitments("data", row.data)) | dict(commitments("command", row.command_data))
    except msgspec.MsgspecError:
        return _("its data cannot be read.")
    for seal in seals:
        if committed.get(seal.place) != commitment(seal.salt, seal.value):
            return _("the sealed value of %(place)s is not the one it commits to.") % {"place": seal.place}
    return ""


def _without_a_row(stream: str, position: int) -> Fault:
    return Fault(stream, position, _("a sealed value belongs to no row."))
