"""Makes the ZIP as it is sent: a file of lines for each part, then the page that tells what is in it. In memory there
are a piece of it, and of each part what the page shows."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from django.core.exceptions import FieldDoesNotExist
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.about_person import parts
from campaigns.about_person.parts import Line, Part, Subject

TYPE = "application/zip"
PIECE = 64 * 1024  # bytes that are kept until they are sent
SHOWN, LONGEST = 100, 300  # lines of a part on the page, signs of a value
# What no table has a name for.
LABELS = {
    "role": gettext_noop("as what"),
    "log": gettext_noop("where"),
    "text": gettext_noop("what"),
    "at": gettext_noop("when"),
    "mine": gettext_noop("reported by you"),
    "campaign_name": gettext_noop("campaign"),
    "club_name": gettext_noop("club"),
    "league_name": gettext_noop("league"),
    "sheet_title": gettext_noop("title"),
    "sheet_system": gettext_noop("rule system"),
    "sheet_mustered_at": gettext_noop("mustered at"),
    "sheet_status": gettext_noop("status"),
    "noted_by_username": gettext_noop("marked by"),
    "consent_by_username": gettext_noop("consent noted by"),
    "password": gettext_noop("has a password"),
    "calendar": gettext_noop("address of the calendar"),
    "content_type_model": gettext_noop("kind"),
    "device_label": gettext_noop("device"),
    "summons_kind": gettext_noop("kind"),
    "thread_campaign_name": gettext_noop("campaign"),
    "thread_fixture": gettext_noop("fixture"),
    "post_thread_campaign_name": gettext_noop("campaign"),
    "post_thread_fixture": gettext_noop("fixture"),
    "post_made_at": gettext_noop("when"),
    "person_username": gettext_noop("person"),
    "photos": gettext_noop("photos"),
    "divisions": gettext_noop("divisions"),
}
# As what somebody has a row.
ROLES = (
    *(gettext_noop("member"), gettext_noop("organiser"), gettext_noop("umpire"), gettext_noop("joined")),
    *(gettext_noop("sent to you"), gettext_noop("made"), gettext_noop("proposed"), gettext_noop("asked")),
    *(gettext_noop("owner"), gettext_noop("holder"), gettext_noop("did"), gettext_noop("changed your account")),
    *(gettext_noop("took its case"), gettext_noop("titles"), gettext_noop("moves")),
    *(gettext_noop("reacted"), gettext_noop("mentioned"), gettext_noop("reported")),
    *(gettext_noop("reported of you"), gettext_noop("done to your post")),
    *(gettext_noop("second step"), gettext_noop("recovery code"), gettext_noop("passkey")),
)
HIDDEN = ("id", "pk", "stream", "address", "position", "report", "type", "via", "struck")  # of a row, for the page


class Shown(msgspec.Struct):
    """A part as the page has it: its first lines as pairs of label and value."""

    title: str
    file: str
    count: int
    lines: list[list[tuple[str, str]]]

    @property
    def more(self) -> int:
        return self.count - len(self.lines)


class _Sink(io.RawIOBase):
    """Takes what the ZIP writes, until it is sent."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.pieces.append(bytes(data))
        self.size += len(data)
        return len(data)

    def take(self) -> bytes:
        taken, self.pieces, self.size = b"".join(self.pieces), [], 0
        return taken


def pieces(about: Subject, language: str) -> Iterator[bytes]:
    """The ZIP, piece by piece."""
    sink, now = _Sink(), timezone.localtime()
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:
        shown = []
        for part in parts.parts_for(about):
            told = Shown(part.title, f"{part.key}.jsonl", 0, [])
            with archive.open(_entry(told.file, now), "w") as file:
                for line in _in(language, part.lines(about)):
                    file.write(msgspec.json.encode(line) + b"\n")
                    told.count += 1
                    if told.count <= SHOWN:
                        with translation.override(language):
                            told.lines.append(_pairs(part, line))
                    if sink.size >= PIECE:
                        yield sink.take()
            shown.append(told)
            yield sink.take()
            for file_name, content in part.files(about):
                archive.writestr(_entry(file_name, now), content)
                yield sink.take()
        with translation.override(language):
            archive.writestr(_entry("index.html", now), _page(about, shown, now))
    yield sink.take()


def name(now: date) -> str:
    return f"all-about-me-{now:%Y-%m-%d}.zip"


def _in(language: str, lines: Iterator[Line]) -> Iterator[Line]:
    """Each line made in this language, whatever the thread does in between."""
    end = object()
    while True:
        with translation.override(language):
            line: Any = next(lines, end)
        if line is end:
            return
        yield line


def _entry(name: str, now: datetime) -> ZipInfo:
    entry = ZipInfo(name, now.timetuple()[:6])
    entry.compress_type = ZIP_DEFLATED
    return entry


def _page(about: Subject, shown: list[Shown], now: datetime) -> str:
    left_out = [_(reason) for reason, _tables in parts.LEFT_OUT]
    if not about.own:
        left_out.append(_("What is private, and what the organiser who made it may not read."))
    titled = [msgspec.structs.replace(one, title=_(one.title)) for one in shown]
    context = {"user": about.user, "parts": titled, "left_out": left_out, "made": now, "own": about.own}
    return render_to_string("people/all_about.html", context)


def _pairs(part: Part, line: Line) -> list[tuple[str, str]]:
    found = []
    for key, value in line.items():
        field = _field(part, key)
        if key == "role":
            value = _(value)
        elif field is not None and field.choices:
            value = dict(field.flatchoices).get(value, value)
        if key not in HIDDEN and (text := _value(value)):
            found.append((_(LABELS[key]) if key in LABELS else _label(field, key), text))
    return found


def _value(value: Any) -> str:
    """A value in words; "" for none, and for what only programs read."""
    if isinstance(value, bool):
        return _("yes") if value else ""
    if isinstance(value, list | tuple):
        return ", ".join(filter(None, map(_value, value)))
    if isinstance(value, str | int | date | Promise):
        value = str(value) if isinstance(value, Promise) else value
        text = str(localize(timezone.localtime(value) if isinstance(value, datetime) else value))
        return text if len(text) <= LONGEST else text[:LONGEST] + "…"
    return ""


def _label(field: Any, key: str) -> str:
    return str(field.verbose_name) if field is not None else key.replace("_", " ")


def _field(part: Part, key: str) -> Any:
    """The column of that name in one of the part's tables; None if there is none."""
    for table in part.tables:
        try:
            found = table._meta.get_field(key)
        except FieldDoesNotExist:
            continue
        if found.concrete:
            return found
    return None
