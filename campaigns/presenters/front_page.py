"""What the front page tells of battles and campaigns at a glance. A few queries for any number of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeVar
from uuid import UUID

import msgspec
from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from battles.models import Seat, Sheet, name_battles, name_sides
from battles.presenters.people import names_of
from campaigns.models import Campaign, CampaignSheet, Fixture, Standing
from campaigns.models import fixtures as fixtures_table

Row = TypeVar("Row", Standing, Fixture)
LEADERS, NEXT = 3, 3  # platoons and fixtures of a campaign


class SideOfBattle(msgspec.Struct, frozen=True):
    """`points`: None while it is fought, and where nobody has scored any."""

    name: str
    players: tuple[str, ...]
    points: int | None
    won: bool


class Fought(msgspec.Struct, frozen=True):
    """A battle of a list, its sides in alphabetical order."""

    sheet: Sheet
    sides: tuple[SideOfBattle, ...]

    @property
    def drawn(self) -> bool:
        return self.sheet.status != Sheet.Status.OPEN and not self.sheet.winner


class Glance(msgspec.Struct, frozen=True):
    """A campaign with its first platoons, once somebody has played, and its next fixtures. `sheet`: None until it is
    open."""

    campaign: Campaign
    sheet: CampaignSheet | None
    leaders: tuple[Standing, ...]
    fixtures: tuple[Fixture, ...]


class _Result(msgspec.Struct):
    points: dict[str, int] = {}
    winner: str = ""


def fought(sheets: Iterable[Sheet], reader: str) -> list[Fought]:
    """The battles with who plays them and how they ended, as far as they have, for a reader. At most seven queries."""
    sheets = name_sides(name_battles(sheets))
    seats: dict[UUID, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for seat in Seat.objects.filter(sheet__in=[one.pk for one in sheets]) if sheets else ():
        seats[seat.sheet_id][seat.side].append(seat.player)
    players = [player for sides in seats.values() for each in sides.values() for player in each]
    people = names_of(players, reader)
    return [_fought(one, seats[one.pk], people) for one in sheets]


def _fought(sheet: Sheet, seats: dict[str, list[str]], people: dict[str, str]) -> Fought:
    result = msgspec.json.decode(sheet.outcome, type=_Result) if sheet.outcome else _Result()
    scored = any(result.points.values())
    sides = sorted({*seats, *result.points, *sheet.platoons})
    return Fought(
        sheet,
        tuple(
            SideOfBattle(
                name=sheet.side_called(side),
                players=tuple(people[player] for player in seats.get(side, ())),
                points=result.points.get(side, 0) if scored else None,
                won=side == sheet.winner,
            )
            for side in sides
        ),
    )


def glances(campaigns: Sequence[Campaign]) -> list[Glance]:
    """The campaigns in their order. At most five queries."""
    streams = [one.stream for one in campaigns if one.stream]
    sheets = CampaignSheet.objects.in_bulk(streams) if streams else {}
    leaders: dict[UUID, list[Standing]] = defaultdict(list)
    for one in _first(Standing.objects.filter(campaign__in=sheets, dropped=False), "rank", LEADERS) if sheets else ():
        leaders[one.campaign_id].append(one)
    fixtures: dict[UUID, list[Fixture]] = defaultdict(list)
    waiting = Fixture.objects.filter(
        campaign__in=sheets, status__in=[Fixture.Status.ANNOUNCED, Fixture.Status.MUSTERED]
    )
    for fixture in fixtures_table.name(_first(waiting, "number", NEXT)) if sheets else ():
        fixtures[fixture.campaign_id].append(fixture)
    return [
        Glance(
            campaign=one,
            sheet=sheets.get(one.stream) if one.stream else None,
            leaders=tuple(leaders[one.stream]) if one.stream and any(it.played for it in leaders[one.stream]) else (),
            fixtures=tuple(fixtures[one.stream]) if one.stream else (),
        )
        for one in campaigns
    ]


def _first(rows: QuerySet[Row], by: str, most: int) -> QuerySet[Row]:
    """The first rows of each campaign."""
    nth = Window(RowNumber(), partition_by=F("campaign"), order_by=[F(by), F("key")])
    return rows.annotate(nth=nth).filter(nth__lte=most).order_by("campaign", "nth")
