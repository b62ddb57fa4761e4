"""How a season goes: scores over its rounds as a chart, and the latest deeds of vehicles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _

from battles.presenters.charts import TONES, Chart, Over, chart
from campaigns.presenters.story import names_in
from campaigns.season import Season
from campaigns.season import names as season_names
from campaigns.season.standings import scores_by_round
from campaigns.season.state import Fixture

DEEDS = 5  # shown


class Deed(msgspec.Struct, frozen=True):
    """What a vehicle destroyed in one battle: how much (`kills`), and the row of its log that tells of the last one."""

    vehicle: str
    name: str
    platoon: str
    kills: int
    battle: str
    battle_name: str
    report: int


def score_chart(season: Season, stream: str, ranked: Sequence[str], reader: str, query: str = "") -> Chart | None:
    """The score after each round of the first platoons of `ranked`, the reader's own among them; None before a second
    round. Penalties belong to no round and are left out."""
    rounds = [one.number for one in season.rounds]
    if len(rounds) < 2 or not ranked:
        return None
    own = next((key for key in ranked if reader and reader in season.platoons[key].players), None)
    shown = [*ranked[:TONES]]
    if own is not None and own not in shown:
        shown[-1] = own
    scores = scores_by_round(season)
    if not any(any(scores[key]) for key in shown):
        return None
    lines = [(season.platoons[key].name, scores[key]) for key in shown]
    over = Over(_("Round"), _("round %(n)s") % {"n": rounds[0]}, f"{reverse('campaign', args=[stream])}?{query}round=")
    return chart("scores", _("Score over the rounds"), lines, rounds, range(len(shown)), over)


def latest_deeds(season: Season) -> list[Deed]:
    """The vehicles that destroyed most in the latest battles, the latest battle first."""
    names = names_in(season)
    found: list[Deed] = []
    for fixture in reversed([*season.in_order()]):
        if fixture.reported:
            found += sorted(_deeds(season, fixture, names), key=lambda deed: (-deed.kills, deed.report))
        if len(found) >= DEEDS:
            break
    return found[:DEEDS]


def _deeds(season: Season, fixture: Fixture, names: Mapping[str, str]) -> Iterator[Deed]:
    for unit in fixture.reported.outcome.units if fixture.reported else ():
        kills = [feat for feat in unit.feats if feat.kind == "kill"]
        vehicle = season.vehicles.get(unit.id)  # none, where its purchase was taken back
        if kills and vehicle is not None:
            yield Deed(
                vehicle=unit.id,
                name=season_names.vehicle(season, unit.id),
                platoon=season.platoons[vehicle.platoon].name,
                kills=sum(feat.n for feat in kills),
                battle=fixture.battle,
                battle_name=names.get(fixture.battle, fixture.battle),
                report=max(feat.report for feat in kills),
            )
