"""Why two platoons were paired: what it was made from when it was announced, and what that is as it is known now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext

from battles.log import Row
from battles.sentences import words
from campaigns.presenters.as_it_stood import When, told_at
from campaigns.presenters.life import Life
from campaigns.season import Season
from campaigns.season.pairing_methods import METHODS
from campaigns.season.pairing_reasons import of_pairs
from campaigns.season.pairings import Paired
from campaigns.season.rounds import RoundOpened
from rules.contract import Refused

ANNOUNCES = (RoundOpened.__name__, Paired.__name__)


class Known(msgspec.Struct, frozen=True):
    """The same as it is known now: the reasons, and whom the first platoon would meet by the method ("" for nobody or
    by none)."""

    reasons: tuple[str, ...]
    meets: str


class WhyPaired(msgspec.Struct, frozen=True):
    """`at`: the last row before it was announced; `when` that was; `method`: by which it was paired, "" by hand;
    `reasons`: as they were then; `known`: as it is known now, None where no correction reaches back before it."""

    at: int
    when: str
    method: str
    reasons: tuple[str, ...]
    since: tuple[str, ...] = ()
    known: Known | None = None


def why_paired(stream: str, every: Sequence[Row], fixture: str, *, now: bool) -> WhyPaired | None:
    """None for what was not announced as a pairing. `every`: all rows of the log; `now`: with what is known now. It
    folds the season up to there, and once more where a correction reaches back."""
    found = _announced(every, fixture)
    if found is None:
        return None
    row, home, away = found
    begins = row.position - row.ordinal
    method = _method(every[begins - 1], home, away)
    at = begins - 1
    then = told_at(stream, When(at), every).season
    since = Life(every).since(at) if now else ()
    known = _known(told_at(stream, When(at, corrected=True), every).season, home, away, method) if since else None
    return WhyPaired(
        at, row.at, gettext(METHODS[method].label) if method else "", _told(then, home, away, method), since, known
    )


def _announced(every: Sequence[Row], fixture: str) -> tuple[Row, str, str] | None:
    """The row that announced it first, and who meets."""
    for row in every:
        if row.type in ANNOUNCES and f'"{fixture}"' in row.data:
            for one in msgspec.json.decode(row.data).get("fixtures", ()):
                if one.get("key") == fixture and one.get("home") and one.get("away"):
                    return row, one["home"], one["away"]
    return None


def _method(told: Row, home: str, away: str) -> str:
    """By which the report paired them; "" by hand."""
    said: dict[str, Any] = msgspec.json.decode(told.command_data) if told.command_data else {}
    by_hand = any((one.get("home"), one.get("away")) == (home, away) for one in said.get("pairings", ()))
    method = str(said.get("method", ""))
    return method if method in METHODS and not by_hand else ""


def _told(season: Season, home: str, away: str, method: str) -> tuple[str, ...]:
    if not {home, away} <= season.platoons.keys():
        return ()
    return tuple(words(one) for one in of_pairs(season, [(home, away)], method))


def _known(season: Season, home: str, away: str, method: str) -> Known:
    return Known(_told(season, home, away, method), _meets(season, home, method))


def _meets(season: Season, home: str, method: str) -> str:
    free = [key for key, one in season.platoons.items() if not one.dropped]
    if not method or home not in free or season.under_way is not None:
        return ""
    try:
        pairs = METHODS[method].of(season, free)
    except Refused:
        return ""
    other = next((key for pair in pairs for key in pair if home in pair and key != home), "")
    return season.platoons[other].name if other else ""
