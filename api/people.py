"""Names for the account ids in an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from api.shapes import battles as shapes
from battles.presenters.people import names_of

ID = re.compile(rb'"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"')


def called(ids: Iterable[str], reader: str) -> dict[str, str]:
    """Names by id, as the reader may know them; an account that has left is named so in their language. One query, none
    without ids; one more where somebody is shown otherwise to them."""
    return dict(sorted(names_of((one for one in ids if one), reader).items()))


def of_events(events: Iterable[shapes.Event], reader: str) -> dict[str, str]:
    """The accounts that reported or struck a row, and those a row itself names (whom a platoon was handed to).

    A row's data also holds ids of battles and reports: only those of accounts are named.
    """
    events = list(events)
    actors = {name for one in events for name in (one.by, one.struck_by) if name}
    spoken = {id for one in events for id in ids_in(one)}
    return dict(sorted(names_of(actors, reader, spoken).items()))


def ids_in(event: shapes.Event) -> set[str]:
    """The ids of whatever stands in a row's data."""
    return {found.decode() for found in ID.findall(msgspec.json.encode(event.data))} if event.data else set()
