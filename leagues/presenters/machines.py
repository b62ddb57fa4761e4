"""Vehicles of a league over the seasons: each line of them as one career, as far as a reader may know it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _

from battles import naming
from battles.sentences import fate_in_words
from leagues.league import League
from leagues.league.deeds import machine_key
from leagues.presenters.as_it_stood import AsItStands
from leagues.presenters.names import Called, Names
from leagues.presenters.ratings import Mark, mark

BEST = 10  # of the league's vehicles


class Row(NamedTuple):
    """A vehicle in one season (`LeagueMachine`): a league has thousands, which are not made models for a page."""

    machine: str
    player: str
    name: str
    model: str
    season: int
    was: str
    battles: int
    shots: int
    hits: int
    kills: int
    damage: int
    wrecked: int
    fate: str


class Figures(NamedTuple):
    battles: int = 0
    shots: int = 0
    hits: int = 0
    kills: int = 0
    damage: int = 0
    wrecked: int = 0

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Figures:
        return cls(*map(sum, zip(*(row[FIRST:LAST] for row in rows), strict=True)))


FIRST, LAST = Row._fields.index("battles"), Row._fields.index("fate")  # the figures of a row


class Career(msgspec.Struct, frozen=True):
    """A vehicle with what it was in earlier seasons. `rows`: a season each, the newest first."""

    who: Called
    rows: tuple[Row, ...]
    figures: Figures

    @property
    def row(self) -> Row:
        return self.rows[0]

    @property
    def campaign(self) -> str:
        return self.row.machine.partition("/")[0]

    @property
    def vehicle(self) -> str:
        return self.row.machine.partition("/")[2]

    @property
    def called(self) -> str:
        return self.row.name or self.row.model

    @property
    def fate(self) -> str:
        return fate_in_words(self.row.fate) if self.row.fate else ""

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(row.machine for row in self.rows)


class Fought(msgspec.Struct, frozen=True):
    """A battle of a vehicle. `battle`: None where none is here to read. `mark`: how it ended for its side."""

    season: int
    campaign: UUID
    round: int
    battle: UUID | None
    name: str
    mark: Mark | None
    figures: Figures
    fate: str


def careers_of(stood: AsItStands, seen: Collection[UUID], names: Names) -> list[Career]:
    """Every vehicle that has fought, the one with the most kills first: of campaigns that the reader may read, and of
    players whom they may know. One query."""
    open_to = {str(campaign) for campaign in seen}
    rows = {
        row.machine: row
        for row in map(Row._make, stood.machines(*Row._fields))
        if row.machine.partition("/")[0] in open_to and not names.is_hidden(row.player)
    }
    followed = {row.was for row in rows.values() if row.was}
    found = [_career(rows, row, names) for key, row in rows.items() if key not in followed]
    fought = [one for one in found if one.figures.battles]
    return sorted(
        fought, key=lambda one: (-one.figures.kills, -one.figures.hits, -one.figures.battles, one.row.machine)
    )


def _career(rows: dict[str, Row], row: Row, names: Names) -> Career:
    line = {row.machine: row}
    while row.was in rows and row.was not in line:
        row = rows[row.was]
        line[row.machine] = row
    found = tuple(line.values())
    return Career(names.of(found[0].player), found, Figures.of(found))


def career_of(careers: Iterable[Career], machine: str) -> Career | None:
    """That of a vehicle, by the key it has in any season."""
    return next((one for one in careers if machine in one.keys), None)


def favourites_of(careers: Iterable[Career], player: str) -> list[Career]:
    """A player's vehicles, those first that have fought most often."""
    mine = (one for one in careers if one.row.player == player)
    return sorted(mine, key=lambda one: (-one.figures.battles, -one.figures.kills, one.row.machine))


def battles_of(league: League, career: Career) -> list[Fought]:
    """All its battles, the newest first, without their names. No query."""
    found = []
    seasons = {row.machine: row.season for row in career.rows}
    for key, game in league.games.items():
        told = league.deeds.get(key)
        for deed in told.deeds if told is not None and game.how else ():
            machine = machine_key(key, deed.vehicle)
            if machine in seasons:
                side = next((one for one in game.sides if one.platoon == deed.platoon), None)
                found.append(
                    Fought(
                        season=seasons[machine],
                        campaign=UUID(key.partition("/")[0]),
                        round=game.round,
                        battle=UUID(game.battle) if game.battle else None,
                        name="",
                        mark=mark(side.result) if side is not None else None,
                        figures=Figures(1, deed.shots, deed.hits, deed.kills, deed.damage),
                        fate=deed.fate,
                    )
                )
    return found[::-1]


def named(battles: Sequence[Fought]) -> list[Fought]:
    """With the battles' names and fates in words. A few queries for any number."""
    called = naming.names_of({one.battle for one in battles if one.battle is not None})
    return [
        msgspec.structs.replace(
            one,
            name=called.get(one.battle, _("Battle")) if one.battle is not None else "",
            fate=fate_in_words(one.fate),
        )
        for one in battles
    ]
