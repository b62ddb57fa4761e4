"""The read model of a campaign: sheet, standings, vehicles and fixtures, folded from its log and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import models

from battles import log
from campaigns import standings
from campaigns.models import CampaignSheet, Fixture, Standing, Vehicle
from campaigns.season import Season
from campaigns.standings import Place, Service
from rules import codec


def save(stream: str, season: Season, rows: Sequence[log.Row]) -> None:
    """Write what has changed of a campaign's read model as it stands after `rows` (all of its rows)."""
    sheet_of(stream, season, rows).save()
    records = standings.service(season)
    _write(Standing, stream, (standing_of(stream, season, place) for place in standings.standings(season)))
    _write(Vehicle, stream, (vehicle_of(stream, season, id, record) for id, record in records.items()))
    _write(Fixture, stream, fixtures_of(stream, season))


def sheet_of(stream: str, season: Season, rows: Sequence[log.Row]) -> CampaignSheet:
    opened = season.opened
    return CampaignSheet(
        stream=stream,
        name=opened.name,
        system=opened.system,
        edition=opened.edition,
        status=CampaignSheet.Status.OPEN,
        options=codec.encode(opened.options),
        sides=codec.encode(opened.sides),
        scoring=codec.encode(opened.scoring),
        commitment=opened.commitment,
        position=rows[-1].position,
        digest=rows[-1].digest,
        opened_at=rows[0].at,
        moved_at=rows[-1].at,
    )


def standing_of(stream: str, season: Season, place: Place) -> Standing:
    platoon = season.platoons[place.platoon]
    return Standing(
        key=f"{stream}/{place.platoon}",
        campaign_id=stream,
        platoon=place.platoon,
        name=platoon.name,
        player=platoon.player,
        side=platoon.side,
        card=platoon.card,
        rank=place.rank,
        score=place.score,
        played=place.played,
        won=place.won,
        drawn=place.drawn,
        lost=place.lost,
        points_for=place.points_for,
        points_against=place.points_against,
    )


def vehicle_of(stream: str, season: Season, id: str, record: Service) -> Vehicle:
    vehicle = season.vehicles[id]
    return Vehicle(
        key=f"{stream}/{id}",
        campaign_id=stream,
        platoon=vehicle.platoon,
        player=season.platoons[vehicle.platoon].player,
        vehicle=id,
        name=vehicle.name,
        model=vehicle.model,
        status=record.status,
        battle=record.battle or None,
        condition=codec.encode(record.condition),
        battles=len(record.sorties),
        shots=record.count("shot"),
        hits=record.count("hit"),
        kills=record.count("kill"),
        damage=record.count("damage"),
        repairs=record.count("repair"),
        record=codec.encode(record.sorties),
    )


def fixtures_of(stream: str, season: Season) -> Iterable[Fixture]:
    for fixture in season.fixtures.values():
        reported = fixture.reported
        yield Fixture(
            battle=fixture.battle,
            campaign_id=stream,
            number=fixture.number,
            scenario=fixture.scenario,
            title=fixture.title,
            platoons=codec.encode({side: forces.platoon for side, forces in fixture.sides.items()}),
            status=Fixture.Status.COUNTED if reported else Fixture.Status.MUSTERED,
            position=reported.position if reported else 0,
            digest=reported.digest if reported else "",
            winner=reported.outcome.winner if reported else "",
            points=codec.encode(reported.outcome.points if reported else {}),
        )


def _write(model: type[models.Model], stream: str, rows: Iterable[models.Model]) -> None:
    """Put `rows`, which are all there are of the campaign, in place of those that stand; unchanged ones are left."""
    fields = model._meta.concrete_fields
    names = [field.attname for field in fields]
    key = model._meta.pk.attname
    standing = {row[0]: row[1:] for row in model._default_manager.filter(campaign=stream).values_list("pk", *names)}
    changed = []
    for row in rows:
        # as the database would give it back: ids as UUIDs, not as text
        values = tuple(field.to_python(getattr(row, field.attname)) for field in fields)
        if standing.pop(values[names.index(key)], None) != values:
            changed.append(row)
    if standing:
        model._default_manager.filter(pk__in=list(standing)).delete()
    rest = [name for name in names if name != key]
    model._default_manager.bulk_create(changed, update_conflicts=True, update_fields=rest, unique_fields=[key])
