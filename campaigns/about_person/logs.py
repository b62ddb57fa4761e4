"""Rows of logs that a person has reported or that name them, as they may read them: others' hidden cards, orders and
purses stay out. One log at a time is read; that is all it costs.

Of a log that they may not read any more, only what they have reported themselves is told; of one that an officer may
not read, nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from battles import handler as battle_door
from battles import log, naming, viewer
from battles.log import Row
from battles.models import LogLine
from battles.reports import Ruled
from battles.sentences import words
from campaigns import handler, roles
from campaigns.about_person.parts import Line, Part, Subject
from campaigns.erasure import TEXTS
from campaigns.handler import CAMPAIGN
from campaigns.presenters import story
from campaigns.role_queries import campaign_found
from campaigns.season import narrate, see_event
from campaigns.season.visibility import as_read_by
from rules.contract import Event

logger = logging.getLogger(__name__)
Fact = tuple[Ruled, Row]
Told = Iterator[tuple[Row, Event | None, str, int]]  # the row, its event and sentence as told, the row that struck it


class Story(msgspec.Struct, frozen=True):
    """A log for one reader: its name, its address, and its rows about the person. `readable`: whether they may read
    the whole of it."""

    name: str
    address: str
    readable: bool
    rows: Told


def rows_about(about: Subject) -> Iterator[Line]:
    """The rows, log by log. One that cannot be read is named, and holds nothing up."""
    for stream, kind in _streams(about):
        try:
            yield from _of_stream(about, stream, kind)
        except Exception:  # a rulebook that is gone, a log that was damaged
            logger.exception("the log %s cannot be read for a person", stream)
            yield {"stream": stream, "kind": kind, "text": _("This log cannot be read here now.")}


def _streams(about: Subject) -> Iterator[tuple[str, str]]:
    told: set[str] = set()
    for id in about.ids:
        for stream, kind in log.streams_about(id):
            if stream not in told:
                told.add(stream)
                yield stream, kind


def _of_stream(about: Subject, stream: str, kind: str) -> Iterator[Line]:
    found = KINDS[kind](about, stream)
    if not (found.readable or about.own):
        return
    typed = _typed(about, stream) if about.own else {}
    for row, event, text, struck in found.rows:
        mine = row.by in about.ids
        data = msgspec.to_builtins(event) if event is not None else None
        if not mine and not (found.readable and _names(about, msgspec.json.encode(data).decode())):
            continue
        line: Line = {
            "log": found.name,
            "address": found.address,
            "stream": stream,
            "position": row.position,
            "at": row.at,
            "mine": mine,
            "via": row.via,
            "report": row.command,
            "type": type(event).__name__ if event is not None else "",
            "text": text,
            "data": data,
        }
        if struck:
            line["struck"] = struck
        if mine and row.position in typed:
            line["typed"] = typed[row.position]
        yield line


def _typed(about: Subject, stream: str) -> dict[int, dict[str, str]]:
    """What people typed in this log, as it was reported, by row. The same texts that can be forgotten."""
    found: dict[int, dict[str, str]] = {}
    for one in log.sealed_in(stream):
        root, _dot, place = one.place.partition(".")
        if root == "command" and place.split(".")[0] in TEXTS:
            found.setdefault(one.position, {})[place] = msgspec.json.decode(one.value)
    return found


def _names(about: Subject, text: str) -> bool:
    return any(f'"{id}"' in text for id in about.ids)


def concerning(about: Subject, told: Iterable[Ruled], rows: Iterable[Row]) -> list[Fact]:
    """The rows that they have reported, and those in which their id stands, told or not."""
    return [(fact, row) for fact, row in zip(told, rows, strict=True) if row.by in about.ids or _names(about, row.data)]


def of_battle(about: Subject, stream: str) -> Story:
    admitted = roles.admitted(about.reader, stream)
    who = admitted[0] if admitted is not None and about.own else None
    battle, told, rows = battle_door.replay(stream)
    names = naming.called(stream, battle)

    def each() -> Told:
        facts = concerning(about, told, rows)
        for line, (_fact, row) in zip(viewer.tell(battle, facts, who), facts, strict=True):
            yield row, line.event, words(line.message, names) if line.message else "", line.struck

    muster = battle.muster
    name = naming.name_of(stream, muster.title, muster.system, muster.scenario)
    return Story(name, _address("battle", stream), admitted is not None, each())


def of_campaign(about: Subject, stream: str) -> Story:
    found = campaign_found(about.reader, stream)
    role = roles.role_of(about.reader, found.ties) if found is not None else roles.Role.VISITOR
    readable = found is not None and role >= roles.readers(found.visibility)
    reader = about.eyes_id if readable else ""
    season, told, rows = handler.replay(stream)
    as_read_by(season, reader, roles.reporter(about.reader, role) if about.own else None)
    names = story.names_in(season)

    def each() -> Told:
        for fact, row in concerning(about, told, rows):
            shown = see_event(season, fact.event, reader)
            yield row, shown, words(narrate(season, shown), names), fact.struck

    return Story(season.opened.name, _address("campaign", stream), readable, each())


def _address(name: str, stream: str) -> str:
    return settings.SITE_URL + reverse(name, args=[stream])


# How each kind of log is told; floors above add theirs.
KINDS: dict[str, Callable[[Subject, str], Story]] = {battle_door.BATTLE.name: of_battle, CAMPAIGN.name: of_campaign}
PARTS = (Part("log", gettext_noop("What you have reported, and what names you"), (LogLine,), rows_about),)
LEFT_OUT = (
    (
        gettext_noop("Others’ hidden cards, orders and purses: rows are told as you may read them."),
        ("battles.LogRow", "battles.Sealed"),
    ),
    (
        gettext_noop(
            "What others have reported of you in a campaign, battle or league that you may not read any more."
        ),
        (),
    ),
    (
        gettext_noop("What was forgotten here on whose word: it holds numbers only, and stays as the proof of that."),
        ("battles.Forgotten",),
    ),
)
