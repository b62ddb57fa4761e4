"""A vehicle in words, for pages: its condition, its crew, its jobs in the workshop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from battles.presenters.medals import Medal, of_career
from battles.sentences import words
from campaigns.models import Vehicle
from campaigns.season import GONE, Season
from rules.conditions import told
from rules.contract import Feat


class Task(msgspec.Struct, frozen=True):
    """A job for the workshop: rounds left; points it will cost, 0 once they are paid; what a die needs."""

    label: str
    left: int
    points: int
    begun: bool
    needs: int
    faces: int


def hurts(season: Season, vehicle: Vehicle) -> tuple[str, ...]:
    """The damage of a vehicle in words; nothing if it has none."""
    return tuple(capfirst(words(one)) for one in told(season.rules, msgspec.json.decode(vehicle.condition)))


def crew_in_words(vehicle: Vehicle) -> str:
    """The state of its crew, or its grade if it is fit."""
    if vehicle.crew == Vehicle.Crew.WOUNDED:
        wounded = ngettext("wounded, out for %(n)s round", "wounded, out for %(n)s rounds", vehicle.crew_out)
        return wounded % {"n": vehicle.crew_out}
    if vehicle.crew == Vehicle.Crew.LOST:
        return pgettext("a crew", "lost")
    return str(vehicle.get_grade_display())


def medals_of(season: Season, vehicle: Vehicle) -> list[Medal]:
    """What it has earned in its campaign; its crew's among them where crews learn."""
    grade = vehicle.grade if season.terms["crews"] else ""
    return of_career(vehicle.kills, vehicle.battles, grade, str(vehicle.get_grade_display()) if grade else "")


def tasks(season: Season, id: str) -> Iterator[Task]:
    """The jobs until the vehicle is as new, in the workshop's order."""
    vehicle = season.vehicles[id]
    if vehicle.status in GONE or not season.terms["workshop"]:
        return
    bays = {bay.job: bay for bay in vehicle.bays}
    for job in season.rules.upkeep.jobs(season.house, season.owned(vehicle)):
        bay = bays.get(job.key)
        begun = bay is not None and bay.paid is not None
        left = bay.left if bay is not None else job.rounds
        yield Task(words(job.label), left, 0 if begun else job.points, begun, job.needs, job.faces)


def feats_in_words(feats: Sequence[Feat], names: dict[str, str]) -> Iterable[tuple[str, int, int, str]]:
    """Each feat: its name, how often, the row of the battle's log that tells of it, and to whom."""
    kinds = {
        "shot": _("shot"),
        "hit": _("hit"),
        "kill": _("kill"),
        "damage": _("damage"),
        "repair": _("repair"),
    }
    for feat in feats:
        yield kinds.get(feat.kind, feat.kind), feat.n, feat.report, names.get(feat.of, feat.of)
