"""Read tables of a season that are brought up to date by what a report has touched hold what they would hold if every
row were made anew: looked at behind the suite's back, one time in so many, drawn by a seed, as a look makes all rows;
every time in `make soak`, and in the tests that are about it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from django.db import connection

from battles import log
from campaigns import models, projections, read_tables
from campaigns.season import Season, standings
from tests.length import AT_LENGTH

ONE_IN = 1 if AT_LENGTH else 20
_drawn = Random(26)


def sampled(stream: str, season: Season, rows: Sequence[log.Row]) -> None:
    """`compare`, now and then; where queries are counted it makes none."""
    if not _drawn.randrange(ONE_IN) and not connection.queries_logged:
        compare(stream, season, rows)


def compare(stream: str, season: Season, rows: Sequence[log.Row]) -> None:
    """`AssertionError` where a row of the tables is not what is made of the season as it stands."""
    tables = standings.tables_of(season)
    sectors = projections.sectors_of(stream, season)
    for model, every in (
        (models.Appointment, projections.offices_of(stream, season)),
        (models.Round, projections.rounds_of(stream, season)),
        (models.Sector, sectors),
        (models.Standing, projections.every_standing(stream, season, rows, tables)),
        (models.Vehicle, projections.vehicles_of(stream, season)),
        (models.Fixture, projections.every_fixture(stream, season, tables)),
    ):
        wrong = read_tables.compared(model, stream, every)
        assert not wrong, f"{model.__name__} stands otherwise than the season: {wrong}"
    sheet = models.CampaignSheet.objects.get(pk=stream)
    wanted = projections.sheet_of(stream, season, rows)
    for field in models.CampaignSheet._meta.concrete_fields:
        assert str(getattr(sheet, field.attname)) == str(getattr(wanted, field.attname)), field.attname
