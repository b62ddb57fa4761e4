"""What a form of a choice brings back: text in form fields, read into a report.

A field's control is called "kind:name" ("dice:attack"), so that a form can be read without the choice it was made
from: that choice may be gone by the time the form arrives, and what was typed must not be. What has fields of its own
has a control for each of them: "text:names.t-1" in an object, "pick:pairings#0.home" in the first of several rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

import msgspec
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict

from battles.forms import fact_lines, moments
from battles.forms.made_keys import resolved
from battles.forms.paths import Parts, as_told
from battles.reports import Report
from battles.tape import tape
from rules import lengths
from rules.contract import Measure, Refused, say
from rules.contract import gettext_noop as _
from rules.stream.codec import CommandCodec, too_deep
from rules.stream.script import write_line

LONGEST_FILE = 400_000  # bytes; longer than any text of a report
Reader = Callable[[str, list[str]], Any]
UNREAD = "\ufffd"  # what bytes that are no UTF-8 are read as


class Typed(msgspec.Struct, frozen=True):
    """A form as it was sent. `after` is the position its page showed, None when it did not say. `more`: the field that
    was asked for another row; `heeded`: faults that were shown before and are let stand."""

    id: str
    after: int | None
    type: str
    given: dict[str, Any]
    fields: dict[str, list[str]]
    more: str = ""
    heeded: tuple[str, ...] = ()

    def rows(self, name: str) -> int:
        """How many rows of a field the form had."""
        found = (re.fullmatch(rf"\w[\w-]*:{re.escape(name)}#([0-9]{{1,3}})\..*", key) for key in self.fields)
        return max((int(one[1]) + 1 for one in found if one), default=0)

    def with_new_ids(self) -> Typed:
        """The same of other things: a form that counted brings in others when it is sent again."""
        fields = self.fields
        for old in [values[-1] for key, values in fields.items() if key.startswith("id:") and values]:
            new = old[:-8] + uuid4().hex[:8]
            fields = {
                f"{key.removesuffix(old)}{new}" if key.endswith(f".{old}") else key: [
                    new if one == old else one for one in values
                ]
                for key, values in fields.items()
            }
        return msgspec.structs.replace(self, fields=fields)

    def value(self, key: str) -> str:
        return next(iter(reversed(self.fields.get(key, []))), "")


def read(post: QueryDict, files: Mapping[str, UploadedFile[Any]] | None = None) -> Typed:
    """The form as sent, with files in place of the texts they were sent for. Never refuses: what cannot be read is left
    out here, and the handler or `report` refuses it."""
    try:
        text = post.get("given", "{}")
        given = {} if too_deep(text) else msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeEncodeError):
        given = {}
    after = post.get("after", "")
    controls = (key for key in post if ":" in key and not key.startswith("file:"))  # where no file is picked, ""
    return Typed(
        id=post.get("id", ""),
        after=int(after) if re.fullmatch(r"[0-9]{1,9}", after) else None,
        type=post.get("type", ""),
        given=given,
        fields={key: [str(value) for value in post.getlist(key)] for key in controls} | _sent(files or {}),
        more=post.get("more", ""),
        heeded=tuple(post.getlist("heeded")),
    )


def _sent(files: Mapping[str, UploadedFile[Any]]) -> dict[str, list[str]]:
    """Their texts, by control. One that is too long is cut where every text has been too long before."""
    named = ((name.partition(":"), file) for name, file in files.items())
    return {
        key: [file.read(LONGEST_FILE).decode("utf-8-sig", errors="replace")]
        for (kind, _colon, key), file in named
        if kind == "file" and ":" in key
    }


def report(typed: Typed) -> Report:
    """The form's report; `Refused` naming the first field that cannot be read.

    A field left blank is left out of the report, so that the command's default (and Leaguer's dice) apply.
    """
    data = data_of(typed.fields, typed.id)
    return Report(typed.id, typed.type, msgspec.json.encode(typed.given | data).decode())


def data_of(fields: Mapping[str, list[str]], form: str) -> dict[str, Any]:
    """What the controls of a form say. What is as it `was` when the form was made says nothing."""
    parts = Parts()
    for key, values in resolved(fields, form).items():
        kind, _colon, path = key.partition(":")
        reader = _reader(kind)
        value = reader(as_told(path), values) if reader is not None and values else msgspec.UNSET
        if kind == "was":
            parts.begun(path, value)
        elif kind == "rank-or-none":
            parts.rank(path, None if value is msgspec.UNSET else value)
        elif value is not msgspec.UNSET:
            (parts.rank if kind == "rank" else parts.put)(path, value, made=kind == "id")
    return parts.told()


def _reader(kind: str) -> Reader | None:
    """What reads controls of a kind; a moment's names its zone."""
    plain, zone = moments.zoned(kind)
    return _moment(zone, plain.endswith("-or-none")) if zone else READERS.get(kind)


def as_line(typed: Typed, codec: CommandCodec) -> str:
    """The content as a line of battle script, if its card is no longer dealt: nothing is lost."""
    try:
        told = report(typed)
        return write_line("", codec.decode(told.type, told.data))
    except Refused:
        given = [f"{name}={value}" for name, value in typed.given.items()]
        said = ", ".join([*given, *(f"{key.partition(':')[2]}={' '.join(one)}" for key, one in typed.fields.items())])
        return f"# {typed.type} {' '.join(said.split())}"


def _ticked(values: list[str]) -> list[str]:
    """The form sends a blank with the ones ticked."""
    return [value for value in values if value]


def _number(name: str, values: list[str]) -> Any:
    text = values[-1].strip()
    if not text:
        return msgspec.UNSET
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise _unreadable(name, _("“%(typed)s” is not a whole number."), _("Write digits only, for example 3."), text)
    return int(text)


def _length(measure: Measure, parts: int = lengths.TENTHS) -> Callable[[str, list[str]], Any]:
    """A length as it is measured, in so many parts of the unit: "15,5 cm", "9 1/2 in"."""

    def read(name: str, values: list[str]) -> Any:
        text = values[-1].strip()
        if not text:
            return msgspec.UNSET
        try:
            return lengths.read(text, measure, parts, tape())
        except lengths.NoLength as no:
            raise Refused("form", no.wrong, no.right, field=name, code="malformed") from None

    return read


def _moment(zone: str = "", or_none: bool = False) -> Reader:
    """As a browser or a person writes it, by the clocks of the zone: "2027-03-14T20:00", "2027-03-14 20:00". `or_none`:
    blank is no moment at all."""

    def read(name: str, values: list[str]) -> Any:
        text = values[-1].strip()
        if not text:
            return "" if or_none else msgspec.UNSET
        try:
            return moments.read(text, zone)
        except moments.NoMoment as no:
            raise _unreadable(name, no.wrong, no.right, text) from None

    return read


def _some_flag(_name: str, values: list[str]) -> Any:
    """Yes, no, or blank for "not said"."""
    return {"yes": True, "no": False, "": msgspec.UNSET}.get(values[-1], values[-1])


def _lines(_name: str, values: list[str]) -> Any:
    """A text of several lines, which end in \\n."""
    text = values[-1].replace("\r\n", "\n").strip("\n")
    return text if text.strip() else msgspec.UNSET


def _lines_or_none(name: str, values: list[str]) -> Any:
    """The same; blank for no text at all."""
    if UNREAD in values[-1]:
        wrong = say(_("The file is no text in UTF-8: save it as “CSV UTF-8”."))
        raise Refused("form", wrong, field=name, code="malformed")
    told = _lines(name, values)
    return "" if told is msgspec.UNSET else told


def _dice(name: str, values: list[str]) -> Any:
    """ "2 5 6 6", "2,5,6,6" or "2566"."""
    return [int(digit) for part in _faces(name, values[-1]) for digit in part] or msgspec.UNSET


def _large_dice(name: str, values: list[str]) -> Any:
    """Dice of ten faces and more: "12 3"."""
    return [int(part) for part in _faces(name, values[-1])] or msgspec.UNSET


def _faces(name: str, text: str) -> list[str]:
    parts = re.split(r"[\s,;.+]+", text.strip()) if text.strip() else []
    if any(not re.fullmatch(r"[0-9]{1,60}", part) for part in parts):
        wrong, right = _("“%(typed)s” cannot be read as dice."), _("Write the faces rolled, for example 2 5 6 6.")
        raise _unreadable(name, wrong, right, text)
    return parts


def _shown_dice(name: str, values: list[str]) -> Any:
    """What each die shows, all of them or none."""
    told = [value for value in values if value]
    if told and len(told) < len(values):
        raise Refused(
            "form",
            say(_("Of %(count)s dice only %(found)s are given."), count=len(values), found=len(told)),
            _("Give the result of every die, or leave all of them to Leaguer."),
            field=name,
            code="malformed",
        )
    return _some_shown_dice(name, told)


def _some_shown_dice(_name: str, values: list[str]) -> Any:
    """What each die shows, as many as were rolled."""
    return [int(one) if re.fullmatch(r"-?[0-9]{1,9}", one) else one for one in values if one] or msgspec.UNSET


def _coded(name: str, values: list[str]) -> Any:
    """What is picked, as the JSON that a report says for it; none is an answer too."""
    try:
        return [msgspec.json.decode(value) for value in values if value and not too_deep(value)]
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise _unreadable(name, _("“%(typed)s” cannot be read."), _("Pick it from the list."), values[-1]) from None


def _path(_name: str, values: list[str]) -> Any:
    """The first step picked and those typed behind it, or all of them typed: "F R+ F", "F, R+, F"."""
    return [step for step in re.split(r"[\s,;]+", " ".join(values)) if step] or msgspec.UNSET


def _text(_name: str, values: list[str]) -> Any:
    return values[-1].strip() or msgspec.UNSET


def _data(name: str, values: list[str]) -> Any:
    text = values[-1].strip()
    if not text:
        return msgspec.UNSET
    if too_deep(text):
        right = _("Nothing here needs so many brackets: remove some.")
        raise _unreadable(name, _("“%(typed)s” is nested too deeply."), right, text)
    try:
        return fact_lines.read(text)
    except fact_lines.Unreadable as unreadable:
        wrong, right = (
            _("“%(typed)s” cannot be read."),
            _("Write one fact per line, like damage = 2, or leave it blank."),
        )
        raise _unreadable(name, wrong, right, str(unreadable)) from None


def _unreadable(field: str, wrong: str, right: str, typed: str) -> Refused:
    return Refused("form", say(wrong, typed=typed[:60]), right, field=field, code="malformed")


READERS: dict[str, Reader] = {
    "pick": lambda _name, values: values[-1] or msgspec.UNSET,  # one of a few; blank means "not said"
    "pick-or-blank": lambda _name, values: values[-1],  # one of a few where "" is one of them
    "picks": lambda _name, values: _ticked(values) or msgspec.UNSET,  # none means "not said"
    "picks-or-none": lambda _name, values: _ticked(values),  # none is an answer too
    "coded": _coded,
    "was": lambda name, values: next(iter(_coded(name, values[-1:])), None),
    "number": _number,
    "length-cm": _length("cm"),
    "length-in": _length("in"),
    "length20-cm": _length("cm", 20),
    "length20-in": _length("in", 20),
    "rank": _number,
    "rank-or-none": _number,
    "moment": _moment(),
    "moment-or-none": _moment(or_none=True),
    "id": _text,
    "flag": lambda _name, values: values[-1] == "yes",
    "some-flag": _some_flag,
    "lines": _lines,
    "lines-or-none": _lines_or_none,
    "dice": _dice,
    "large-dice": _large_dice,
    "shown-dice": _shown_dice,
    "some-shown-dice": _some_shown_dice,
    "path": _path,
    "text": _text,
    "data": _data,
}
