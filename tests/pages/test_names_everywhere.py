"""A battle of each rulebook is read from end to end: nobody meets a key where a name belongs, on a page or by API."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client

import rules
from battles import handler
from battles.reports import Report
from battles.sentences import words
from rules.adjudicate import Who
from rules.contract import Command, Event, Muster, Side
from rules.player import advance
from rules.record import RecordedReport, Table
from rules.stream import codec
from rules.systems.modern_age import SYSTEM as MODERN_AGE
from rules.systems.modern_age.depths import Resumed
from rules.systems.modern_age.missions.victory import ObjectivesChecked
from tests.cast import Cast
from tests.length import AT_LENGTH
from tests.pages.conftest import as_

SEEDS = (3, pytest.param(8, marks=pytest.mark.soak))
STRIDE, MOST = 12, 96 if AT_LENGTH else 60  # reports between two looks, and in all
READ = ("label", "help", "text", "phase", "pending", "status", "detail", "remedy", "how", "before", "after", "value")
KEYED = ("data", "given", "options", "declared", "condition")  # for programs
UNREAD = ("script", "style", "textarea", "code")  # battle script is typed with keys


TAGS = re.compile(r"<(/?)([a-z][\w-]*)([^>]*)>", re.I)
SPOKEN = re.compile(r'(?<![\w-])(?:aria-label|title|placeholder)="([^"]+)"')


def read_on(html: str) -> Iterator[str]:
    """What a person reads of a page, or is read to them: text, labels, titles."""
    unread, end = 0, 0
    for tag in TAGS.finditer(html):
        if not unread:
            yield unescape(html[end : tag.start()]).strip()
        end, (closes, name, rest) = tag.end(), tag.groups()
        if name in UNREAD:
            unread += -1 if closes else 1
        yield from map(unescape, SPOKEN.findall(rest))


def said(answer: Any, key: str = "") -> Iterator[str]:
    """What an answer of the API says in words."""
    if isinstance(answer, Mapping):
        for name, value in answer.items():
            if name not in KEYED and not (key == "picks" and name == "value"):
                yield from said(value, name)
    elif isinstance(answer, list):
        for value in answer:
            yield from said(value, key)
    elif isinstance(answer, str) and key in READ:
        yield answer


def renamed(muster: Muster, cast: Cast) -> Muster:
    """The forces under keys that are like no word of any sentence, and played by Bob and Carol."""
    keys = {unit.id: f"xq{number}z" for number, unit in enumerate(muster.units, 1)}
    units = tuple(msgspec.structs.replace(unit, id=keys[unit.id]) for unit in muster.units)
    players = (str(cast.bob.pk), str(cast.carol.pk))
    sides = {
        key: msgspec.structs.replace(side, players=(player,))
        for player, (key, side) in zip(players, muster.sides.items(), strict=True)
    }
    assert all(isinstance(side, Side) for side in sides.values())
    fittings = {keys[id]: cards for id, cards in muster.fittings.items()}
    names = {keys[id]: name for id, name in muster.names.items()}
    board = {
        name: re.sub(r"[\w-]+", lambda word: keys.get(word[0], word[0]), value) if name == "platoons" else value
        for name, value in muster.board.items()
    }
    return msgspec.structs.replace(muster, units=units, sides=sides, fittings=fittings, names=names, board=board)


def report(command: Command) -> Report:
    return Report(str(uuid4()), type(command).__name__, codec.encode(command))


def keys_in(texts: Iterator[str] | list[str], battle: Any) -> set[tuple[str, str]]:
    """The keys of sides, units and platoons that stand in texts, each with the text."""
    titles = [key for key, title in battle.rules.titles(battle.play).items() if key != title]
    keys = [*battle.muster.sides, *(unit.id for unit in battle.muster.units), *titles]
    raw = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, keys))})(?![\w-])")
    return {(found[1], text) for text in texts if (found := raw.search(text))}


@pytest.mark.django_db
@pytest.mark.at_length
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", ["modern_age", "panzer_strike", "tanks", "fluid_time"])
def test_nobody_reads_a_key_where_a_name_belongs(key: str, seed: int, cast: Cast) -> None:
    choose = Random(seed).randrange
    stream, organiser = str(uuid4()), Who(str(cast.alice.pk), referee=True)
    muster = renamed(rules.system(key).draft(choose), cast)
    opened = handler.open_battle(stream, report(muster), organiser, "api").answers[0].events[0].event
    table = Table([RecordedReport("", muster, (opened,))])
    readers = [as_(cast.bob), as_(cast.carol), Client()]
    found: set[tuple[str, str]] = set()
    while len(table.entries) < MOST and not table.battle.outcome().over:
        told = len(table.entries)
        while len(table.entries) < told + STRIDE and not table.battle.outcome().over:
            advance(table, choose)
        handler.execute(stream, [report(entry.command) for entry in table.entries[told:]], organiser, "api")
        for reader in readers if AT_LENGTH else [readers[told // STRIDE % len(readers)]]:  # each in turn
            found |= read(reader, stream)
    assert not sorted(found)


def read(reader: Client, stream: str) -> set[tuple[str, str]]:
    battle = handler.state(stream)
    page = reader.get(f"/battles/{stream}/")
    api = [reader.get(f"/api/v1/battles/{stream}/{what}") for what in ("", "events/?limit=200", "explain/")]
    assert [one.status_code for one in (page, *api)] == [200] * 4
    return keys_in(read_on(page.content.decode()), battle) | {
        one for answer in api for one in keys_in(said(json.loads(answer.content)), battle)
    }


POINTS = {"north": 1, "south": 2}


@pytest.mark.parametrize(
    "event",
    [
        ObjectivesChecked(held=(), points=POINTS),
        Resumed(advantage="north", attacker="north", turns=0, victory_points=POINTS),
    ],
)
def test_victory_points_are_told_of_sides_by_their_names(event: Event) -> None:
    told = words(MODERN_AGE.narrate(event), {"north": "Red Banner", "south": "Team Yankee"})
    assert "Victory points: Red Banner 1, Team Yankee 2." in told


def test_no_style_writes_a_name_otherwise() -> None:
    """Of “Hell on Wheels” a style made “Hell On Wheels”."""
    sheets = [
        sheet for floor in ("battles", "campaigns", "leagues", "deploy") for sheet in Path(floor).glob("static/*.css")
    ]
    assert sheets
    assert not [str(sheet) for sheet in sheets if "text-transform: capitalize" in sheet.read_text()]
