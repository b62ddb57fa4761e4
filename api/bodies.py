"""Reads a request's body: checks its size first, then its content as UTF-8 JSON of one shape."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from django.http import HttpRequest
from django.utils.translation import gettext as _

from api.problems import Trouble
from battles.sentences import words
from rules.stream.malformed import complaint

LARGEST = 256 * 1024  # bytes: a season's worth of reports from a phone's queue
DRAINED = 32 * 1024 * 1024  # how much of a body that is too large is read and dropped before the answer
T = TypeVar("T")


def bound(request: HttpRequest, most: int = LARGEST) -> None:
    """Refuse a body of more than `most` bytes before anyone parses it.

    The body is read and dropped in pieces: closing the connection while the client is still sending loses the answer.
    """
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        length = 0
    if length <= most:
        return
    left = min(length, DRAINED)
    while left > 0 and (piece := request.read(min(left, 65536))):
        left -= len(piece)
    raise Trouble(
        "too-large",
        _("The body has %(length)s bytes; %(limit)s are read.") % {"length": length, "limit": most},
        remedy=_("Send less at once."),
    )


def media_type(request: HttpRequest, *known: str) -> str:
    """The media type of the body, one of `known`; the first if the client names none."""
    said = (request.content_type or known[0]).lower()
    if said in known:
        return said
    raise Trouble(
        "unsupported-media-type",
        _("A body of type %(type)s is not read here.") % {"type": said[:80]},
        remedy=_("Send %(types)s.") % {"types": _(" or ").join(known)},
    )


def text(request: HttpRequest) -> str:
    """The body as text: UTF-8, without NUL."""
    try:
        body = request.body.decode()
    except UnicodeDecodeError as error:
        raise Trouble(
            "malformed",
            _("The body is not UTF-8: byte %(byte)s.") % {"byte": error.start},
            field="body",
            remedy=_("Send text in UTF-8."),
        ) from None
    if "\0" in body:
        raise Trouble("malformed", _("The body contains a NUL character."), field="body", remedy=_("Leave it out."))
    return body


def said(request: HttpRequest, shape: type[T]) -> T:
    """The body as JSON of this shape."""
    media_type(request, "application/json")
    return decoded(text(request), msgspec.json.Decoder(shape))


def decoded(body: str, decoder: msgspec.json.Decoder[T]) -> T:
    """`body` decoded; a refusal names the field that does not fit."""
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        field, what = complaint(str(error), decoder.type)
        raise Trouble(
            "malformed",
            words(what),
            field=field,
            remedy=_("See the schema of this address at /api/v1/docs/."),
        ) from None
    except msgspec.DecodeError as error:
        raise Trouble("malformed", _("The body is not JSON: %(error)s.") % {"error": error}, field="body") from None
    except RecursionError:
        raise Trouble("malformed", _("The body nests too deeply."), field="body") from None
