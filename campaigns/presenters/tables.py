"""A campaign's tables for other programs: standings, fixtures, results, as CSV and JSON."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django.db.models import Q

from battles.presenters.people import names_of
from campaigns.models import Fixture, Standing
from campaigns.presenters.as_it_stood import AsItStands

Row = dict[str, Any]
# What a spreadsheet would take for a formula: where a name or title begins so, or goes on so behind a semicolon, a tab
# or the end of a line, at which some split it whatever quotation marks stand around all of it.
BEGINNINGS = ("=", "+", "-", "@", "\t", "\r", "\n")
WITHIN = re.compile(r"""([;\t\r\n][\s"]*)(?=[=+\-@])""")
TABLES = ("standings", "fixtures", "results")
TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


def rows_of(table: str, stood: AsItStands, reader: str, person: str) -> list[Row]:
    """One of `TABLES`, as a reader ("" for who is not logged in) may know it; a row for each platoon or fixture.
    `person`: their account, to whom people are named, whether they read as a spectator or not."""
    standings = stood.standings()
    names = {one.platoon: one.name for one in standings}
    if table == "standings":
        return list(_standings(standings, person))
    fixtures = stood.fixtures_after(0, Q(), lambda _one: True)
    if table == "fixtures":
        return [_fixture(one, names) | {"place": one.place if reader else ""} for one in fixtures]
    return [_fixture(one, names) | _result(one, names) for one in fixtures if one.results != "{}"]


def _standings(standings: Sequence[Standing], person: str) -> Iterable[Row]:
    players = {one.platoon: msgspec.json.decode(one.players, type=list[str]) for one in standings}
    people = names_of([player for each in players.values() for player in each], person)
    same = ("score", "played", "won", "drawn", "lost", "points_for", "points_against", "penalty", "byes", "form")
    for one in standings:
        yield {
            "rank": one.rank,
            "was": one.was or None,
            "platoon": one.name,
            "players": ", ".join(people[player] for player in players[one.platoon]),
            "side": one.side,
            **{name: getattr(one, name) for name in same},
        }


def _fixture(one: Fixture, names: dict[str, str]) -> Row:
    first, second = [*(names.get(key, key) for key in msgspec.json.decode(one.platoons)), "", ""][:2]
    return {
        "round": one.round,
        "fixture": one.fixture,
        "first": first,
        "second": second,
        "scenario": one.scenario,
        "title": one.title,
        "status": one.status,
        "date": one.date,
    }


def _result(one: Fixture, names: dict[str, str]) -> Row:
    points, platoons = msgspec.json.decode(one.points), msgspec.json.decode(one.platoons)
    first, second = [*(points.get(key) for key in platoons), None, None][:2]
    winner = names.get(one.winner, one.winner)
    return {"first_points": first, "second_points": second, "winner": winner, "how": one.how}


def written(rows: Sequence[Row], kind: str) -> str:
    """As one of `TYPES`."""
    return as_csv(rows) if kind == "csv" else msgspec.json.encode(rows).decode()


def as_csv(rows: Sequence[Row]) -> str:
    """RFC 4180, with the names of the columns in the first line. A text that a spreadsheet would run as a formula has
    an apostrophe before it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    if rows:
        writer.writerow(rows[0])
    writer.writerows([_cell(value) for value in row.values()] for row in rows)
    return text.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        value = WITHIN.sub(r"\1'", value)
        return f"'{value}" if value.startswith(BEGINNINGS) else value
    return "" if value is None else value
