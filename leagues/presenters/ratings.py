"""The ratings of a league as a table, with everybody's form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec
from django.utils.translation import gettext, pgettext

from leagues.models import LeaguePlayer
from leagues.presenters.as_it_stood import AsItStands
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
    stood: AsItStands,
    rows: Iterable[tuple[int | None, LeaguePlayer]],
    divisions: dict[str, str],
    names: Names,
    reader: str,
) -> list[Rated]:
    """Some lines of the table. One query."""
    rows = list(rows)
    forms = forms_of(stood, [row.player for _place, row in rows])
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


def forms_of(stood: AsItStands, players: Sequence[str]) -> dict[str, tuple[Mark, ...]]:
    """Everybody's last results, the newest last. One query."""
    found = stood.last_results(players, FORM)
    return defaultdict(tuple, {player: tuple(map(mark, results)) for player, results in found.items()})


def mark(result: str) -> Mark:
    letters = {
        "won": pgettext("one letter for a result", "W"),
        "drawn": pgettext("one letter for a result", "D"),
        "lost": pgettext("one letter for a result", "L"),
    }
    return Mark(result, letters.get(result, "–"), gettext(result))
