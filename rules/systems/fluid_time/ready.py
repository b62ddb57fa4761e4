"""Forces for friendly battles: a few lists of the catalogue's vehicles, and any that one nation fields for the points
(A21)."""

from __future__ import annotations

from rules import ready_forces
from rules.contract import gettext_noop as _
from rules.contract import say
from rules.ready_forces import Choose, Force, Friendly, ReadyMade, force

from . import tables
from .catalogue import VEHICLE, articles, figures_of

SUMMER_1942, ENCOUNTER = tables.SCENARIOS
ANY = ("GER", "USSR", "USA", "UK", "ITA")


READY = (
    ReadyMade(
        key="skirmish",
        label=say(_("Skirmish: three Shermans against three Pz IV")),
        scenario=ENCOUNTER.key,
        forces=dict(
            zip(
                ENCOUNTER.sides,
                (force(*["Sherman M4A3 (76)W"] * 3), force(*["Pz IV H"] * 3)),
                strict=True,
            )
        ),
    ),
    ReadyMade(
        key="summer-1942",
        label=say(_("Summer 1942: six Panzers against five T-34 and a KV-1")),
        scenario=SUMMER_1942.key,
        forces=dict(
            zip(
                SUMMER_1942.sides,
                (
                    force(*["Pz III L (5 cm L/60)"] * 4, *["Pz IV F1"] * 2),
                    force(*["T-34/76"] * 5, "KV-1"),
                ),
                strict=True,
            )
        ),
    ),
)


def draft_force(scenario: str, side: str, points: int, choose: Choose) -> Force:
    """Vehicles of one nation that drive and fire; the one the side is named after, where it is."""
    known = [one for one in articles(tables.EDITIONS[-1]) if one.kind == VEHICLE and _fights(one.name)]
    nations = (tables.NATIONS[side],) if side in tables.NATIONS else ANY
    nation = ready_forces.one_nation(known, nations, choose)
    return force(*(one.name for one in ready_forces.within(points, nation, choose)))


def _fights(model: str) -> bool:
    figures = figures_of(tables.EDITIONS[-1], model)
    return bool(figures.move and figures.armed) and figures.role not in ("SPAA", "SP howitzer")


FRIENDLY = Friendly(
    ready=READY,
    scenarios=(ENCOUNTER.key, SUMMER_1942.key),
    points=(60, 100, 160),
    draft=draft_force,
    limited_by="points",
)
