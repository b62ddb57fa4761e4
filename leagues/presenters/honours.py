"""Honours as a reader may know them: by season, by player, by vehicle; and who has the most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from leagues.league.honours import HOUSE
from leagues.league.metrics import METRICS
from leagues.presenters import badges
from leagues.presenters.as_it_stood import AsItStands
from leagues.presenters.machines import Career
from leagues.presenters.names import Called, Names

FAME = 10  # players
HOLDERS = 8  # of one honour in one season, on the league's page


class Award(msgspec.Struct, frozen=True):
    """`title`: what the honour is called; `own`: the league has composed it. `what`: what the figure counts, "" of one
    that was composed. `key`: the vehicle it is for, "" of a player's; `machine`: its career, None where the reader may
    not know it. `of`: what to ask for, to be told why."""

    of: str
    honour: str
    title: str
    own: bool
    season: int
    player: str
    who: Called
    key: str
    machine: Career | None
    what: str
    figure: int

    @property
    def picture(self) -> SafeString:
        """Beside its title."""
        return badges.drawing(self.honour)

    @property
    def alone(self) -> SafeString:
        """With nothing beside it."""
        return badges.drawing(self.honour, self.title)


class Famous(NamedTuple):
    """A player, and how often they have which honour."""

    who: Called
    total: int
    awards: tuple[tuple[Award, int], ...]


class SeasonsHonours(NamedTuple):
    """The honours of a season, those of one name together: the first of those who have it, and how many besides."""

    number: int
    title: str
    groups: tuple[tuple[Award, tuple[Award, ...], int], ...]


def awards_of(stood: AsItStands, careers: Iterable[Career], names: Names) -> list[Award]:
    """All honours but those of players who are nobody to the reader, the newest season first. One query."""
    by_machine = {key: one for one in careers for key in one.keys}
    return [
        Award(
            of=f"honours.{row.season}.{row.key.rpartition('/')[2]}",
            honour=row.honour,
            title=gettext(HOUSE[row.honour].name) if row.honour in HOUSE else row.name or row.honour,
            own=row.honour not in HOUSE,
            season=row.season,
            player=row.player,
            who=names.of(row.player),
            key=row.machine,
            machine=by_machine.get(row.machine),
            what=gettext(METRICS[HOUSE[row.honour].metric].label) if row.honour in HOUSE else "",
            figure=row.figure,
        )
        for row in stood.honours()
        if not names.is_hidden(row.player)
    ]


def by_season(awards: Sequence[Award], titles: Mapping[int, str]) -> list[SeasonsHonours]:
    """The newest first; `titles` of seasons by number."""
    found: dict[int, dict[str, list[Award]]] = {}
    for one in awards:
        found.setdefault(one.season, {}).setdefault(one.honour, []).append(one)
    return [
        SeasonsHonours(number, titles.get(number, ""), tuple(_shown(mine) for mine in groups.values()))
        for number, groups in found.items()
    ]


def _shown(awards: Sequence[Award]) -> tuple[Award, tuple[Award, ...], int]:
    return awards[0], tuple(awards[:HOLDERS]), max(len(awards) - HOLDERS, 0)


def famous(awards: Iterable[Award]) -> list[Famous]:
    """Who has the most honours."""
    found: dict[str, list[Award]] = {}
    for one in awards:
        if one.who.key:
            found.setdefault(one.who.key, []).append(one)
    order = sorted(found.values(), key=lambda mine: (-len(mine), mine[0].who.name.casefold(), mine[0].who.key))
    return [Famous(mine[0].who, len(mine), counted(mine)) for mine in order[:FAME]]


def counted(awards: Iterable[Award]) -> tuple[tuple[Award, int], ...]:
    """Each honour once, with how often it is there, the most frequent first."""
    mine = list(awards)
    first = {one.honour: one for one in reversed(mine)}
    return tuple((first[key], n) for key, n in Counter(one.honour for one in mine).most_common())
