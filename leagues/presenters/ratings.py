"""The ratings of a league as a table, with everybody's form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec
from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext, pgettext

from leagues.models import LeagueGame, LeaguePlayer, LeagueSheet
from leagues.presenters.names import Called, Names

FORM = 5  # games


class Mark(msgspec.Struct, frozen=True):
    """A result as one letter, and in words."""

    result: str
    letter: str
    word: str


class Rated(msgspec.Struct, frozen=True):
    """A line of the table. `place`: None while the rating is provisional. `division`: its name."""

    place: int | None
    who: Called
    row: LeaguePlayer
    division: str
    form: tuple[Mark, ...]
    mine: bool


def ordered(roll: Iterable[LeaguePlayer]) -> list[tuple[int | None, LeaguePlayer]]:
    """Who has a rating, settled ones first and with their places; equal ratings share one."""
    rated = sorted(
        (one for one in roll if one.rated), key=lambda one: (not one.settled, -one.rating, one.doubt, one.player)
    )
    found: list[tuple[int | None, LeaguePlayer]] = []
    for n, one in enumerate(rated, 1):
        before = found[-1] if found else None
        shared = before[0] if before and before[1].settled and before[1].rating == one.rating else n
        found.append((shared if one.settled else None, one))
    return found


def table(
    sheet: LeagueSheet,
    rows: Iterable[tuple[int | None, LeaguePlayer]],
    divisions: dict[str, str],
    names: Names,
    reader: str,
) -> list[Rated]:
    """Some lines of the table. One query."""
    rows = list(rows)
    forms = forms_of(sheet, [row.player for _place, row in rows])
    return [
        Rated(
            place=place,
            who=names.of(row.player),
            row=row,
            division=divisions.get(row.division, row.division),
            form=forms[row.player],
            mine=bool(reader) and row.player == reader,
        )
        for place, row in rows
    ]


def forms_of(sheet: LeagueSheet, players: Sequence[str]) -> dict[str, tuple[Mark, ...]]:
    """Everybody's last results, the newest last. One query."""
    found: dict[str, list[Mark]] = defaultdict(list)
    nth = Window(RowNumber(), partition_by=F("player"), order_by=F("number").desc())
    rows = LeagueGame.objects.filter(league_id=sheet.pk, player__in=players).annotate(nth=nth).filter(nth__lte=FORM)
    for player, result in rows.order_by("number").values_list("player", "result") if players else ():
        found[player].append(mark(result))
    return defaultdict(tuple, {player: tuple(marks) for player, marks in found.items()})


def mark(result: str) -> Mark:
    letters = {
        "won": pgettext("one letter for a result", "W"),
        "drawn": pgettext("one letter for a result", "D"),
        "lost": pgettext("one letter for a result", "L"),
    }
    return Mark(result, letters.get(result, "–"), gettext(result))
