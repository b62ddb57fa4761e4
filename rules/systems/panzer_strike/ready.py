"""Forces for friendly battles: a few lists of the catalogue's units, and any that one nation fields for the points
(R3, R67)."""

from __future__ import annotations

from rules import ready_forces
from rules.contract import gettext_noop as _
from rules.contract import say
from rules.ready_forces import Choose, Force, Friendly, ReadyMade, force

from . import tables
from .catalogue import ANTI_AIRCRAFT, UNIT, articles, figures_of

ALLIES, AXIS = tables.SCENARIOS[0].sides
NATIONS = {ALLIES: ("USA", "UK", "USSR"), AXIS: ("GER", "ITA")}
GUNS = {ALLIES: "M16 MGMC (SPAA)", AXIS: "Wirbelwind (SPAA)"}  # R67


READY = (
    ReadyMade(
        key="crossroads",
        label=say(_("Crossroads: two Shermans and a Wolverine against two Pz IV and a StuG")),
        scenario=tables.OPEN_BATTLE,
        forces={
            ALLIES: force("Sherman", "Sherman", "Wolverine M10"),
            AXIS: force("Pz IV H", "Pz IV H", "StuG III G"),
        },
    ),
    ReadyMade(
        key="duel",
        label=say(_("Duel: a Sherman Firefly against a Panther")),
        scenario=tables.OPEN_BATTLE,
        forces={ALLIES: force("Sherman Firefly"), AXIS: force("Panther")},
    ),
    ReadyMade(
        key="raid",
        label=say(_("Basic scenario: four tanks and three anti-aircraft guns a side")),
        scenario=tables.BASIC,
        forces={
            ALLIES: force("Cromwell", "Cromwell", "Cromwell", "Sherman Firefly", *[GUNS[ALLIES]] * tables.BASIC_SPAA),
            AXIS: force("Pz IV H", "Pz IV H", "Pz IV H", "Panther", *[GUNS[AXIS]] * tables.BASIC_SPAA),
        },
    ),
)


def draft_force(scenario: str, side: str, points: int, choose: Choose) -> Force:
    """Vehicles of one nation that drive and have a gun; in the basic scenario with its anti-aircraft guns, which cost
    nothing (R67)."""
    edition = tables.EDITIONS[-1]
    known = [one for one in articles(edition) if one.kind == UNIT]
    able = [one for one in known if (figures := figures_of(edition, one.name)).is_vehicle and figures.accuracy]
    tanks = [one for one in able if figures_of(edition, one.name).role != ANTI_AIRCRAFT]
    basic = scenario == tables.BASIC
    nation = ready_forces.one_nation(tanks, NATIONS[side], choose)
    picked = ready_forces.within(min(points, tables.BASIC_POINTS) if basic else points, nation, choose)
    return force(*(one.name for one in picked), *([GUNS[side]] * tables.BASIC_SPAA if basic else ()))


FRIENDLY = Friendly(
    ready=READY,
    scenarios=(tables.OPEN_BATTLE, tables.BASIC),
    points=(20, 35, 60),
    draft=draft_force,
    limited_by="points",
)
