"""Hides points in a campaign's log rows from who may not know them: they would tell what hidden cards cost."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from battles.models import LogLine
from campaigns.models import Standing, Vehicle
from campaigns.season.crews import CrewReplaced
from campaigns.season.kept_events import BattleReported
from campaigns.season.purchases import Bought
from campaigns.season.reinforcements import PointsGranted
from campaigns.season.sales import Sold
from campaigns.season.veterans import VeteranKept
from campaigns.season.workshop import WorkshopEntered, WorkshopWorked

# The fields of each kind of event that `campaigns.season.visibility.see_event` hides from who may not know a
# platoon's cards.
FIGURES = {
    BattleReported.__name__: ("owed",),
    Bought.__name__: ("cost", "owed"),
    CrewReplaced.__name__: ("owed",),
    VeteranKept.__name__: ("owed",),
    Sold.__name__: ("points",),
    WorkshopEntered.__name__: ("paid", "owed"),
    WorkshopWorked.__name__: ("paid",),
    PointsGranted.__name__: ("points",),
}


def data_of(row: LogLine, reader: str) -> str:
    """The row's data as stored, without the points that `reader` may not know."""
    hidden = FIGURES.get(row.type, ()) if row.kind == "campaign" else ()
    if not hidden:
        return row.data
    data = msgspec.json.decode(row.data)
    if isinstance(data.get("owed"), list):
        data["owed"] = [one for one in data["owed"] if _known(row, one.get("platoon", ""), reader)]
    if row.type == PointsGranted.__name__:
        data["grants"] = [_grant(row, grant, reader) for grant in data.get("grants", ())]
    elif row.type != BattleReported.__name__ and not _known(row, _platoon(row, data), reader):
        data = _without(data, hidden)
    return msgspec.json.encode(data).decode()


def _platoon(row: LogLine, data: Any) -> str:
    """Whose points they are: named, or that which has the vehicle."""
    if "platoon" in data:
        return str(data["platoon"])
    vehicle = Vehicle.objects.filter(key=f"{row.stream}/{data['vehicle']}").first()
    return vehicle.platoon if vehicle is not None else ""


def _grant(row: LogLine, grant: Any, reader: str) -> Any:
    secret = grant.get("why") == "guarantee" and not _known(row, grant.get("platoon", ""), reader)
    return _without(grant, ("points",)) if secret else grant


def _known(row: LogLine, platoon: str, reader: str) -> bool:
    standing = Standing.objects.filter(key=f"{row.stream}/{platoon}").first()
    return standing is not None and standing.known_to(reader, organises=True)


def _without(value: Any, names: tuple[str, ...]) -> Any:
    if isinstance(value, dict):
        return {key: _("(hidden)") if key in names else _without(one, names) for key, one in value.items()}
    return [_without(one, names) for one in value] if isinstance(value, list) else value
