"""Who is at the club this evening, on the page of a round: organisers note it with one tap, and pair who is there."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest

from battles.presenters.people import own_names_of
from campaigns import attendance
from campaigns.admin.ruling import views
from campaigns.models import User
from campaigns.season.pairings import usual_method

THERE = views.THERE


class Call(msgspec.Struct, frozen=True):
    """A platoon with its players, and what was said of it: that it comes, that it does not, or nothing."""

    key: str
    name: str
    players: str
    here: bool
    away: bool


class RollCall(msgspec.Struct, frozen=True):
    """Everybody by name. `pair`: the form that pairs those who are there, "" where that cannot be."""

    rows: tuple[Call, ...]
    here: int
    away: int
    pair: str

    @property
    def silent(self) -> int:
        return len(self.rows) - self.here - self.away


def roll_call(at: views.Here, opens: str) -> RollCall | None:
    """`opens`: the address of the form that opens the next round, "" where none is opened now. None where it matters
    to nobody: the season is over, or platoons meet on a map. Two queries."""
    season = at.over.season
    if season.closed is not None or season.opened.theatre is not None:
        return None
    told = attendance.said(at.over.stream, attendance.evening_of(season.zone))
    there = [(key, one) for key, one in season.platoons.items() if not one.dropped]
    people = own_names_of({player for _key, one in there for player in one.players})
    rows = [
        Call(key, one.name, ", ".join(people[each] for each in one.players), told.get(key) is True, key in told)
        for key, one in there
    ]
    rows = [msgspec.structs.replace(one, away=one.away and not one.here) for one in rows]
    here, away = sum(one.here for one in rows), sum(one.away for one in rows)
    paired = opens if here > 1 and usual_method(season).still_in is None else ""
    return RollCall(tuple(sorted(rows, key=lambda one: one.name.casefold())), here, away, _asked(paired))


def _asked(address: str) -> str:
    """The same address, asked to leave out who is not there."""
    if not address:
        return ""
    path, hash, anchor = address.partition("#")
    return f"{path}{'&' if '?' in path else '?'}{THERE}=1{hash}{anchor}"


def mark(request: HttpRequest, at: views.Here) -> bool:
    """What a button of it says, as “here bears”; whether it could be read."""
    how, _space, key = request.POST.get(THERE, "").partition(" ")
    found: Any = at.over.season.platoons.get(key)
    if how not in attendance.WORDS or found is None or found.dropped or not isinstance(request.user, User):
        return False
    day = attendance.evening_of(at.over.season.zone)
    attendance.say(at.over.stream, [key], day, attendance.WORDS[how], request.user)
    return True
