"""Forces for friendly battles: a few lists of the catalogue's vehicles, and any that one nation fields for the points
(B16)."""

from __future__ import annotations

from rules import ready_forces
from rules.contract import gettext_noop as _
from rules.contract import say
from rules.declarations import Article
from rules.ready_forces import Choose, Force, Friendly, ReadyMade, force

from . import tables
from .catalogue import articles, figures_of

ALLIES, AXIS = tables.SCENARIOS[0].sides
NATIONS = {ALLIES: ("USA", "UK", "USSR"), AXIS: ("GER", "ITA")}


READY = (
    ReadyMade(
        key="normandy",
        label=say(_("Normandy: two Shermans and a Firefly against two Pz IV and a StuG")),
        scenario=tables.SCENARIOS[0].key,
        forces={
            ALLIES: force("Sherman M4A1 (75)", "Sherman M4A1 (75)", "Sherman Firefly"),
            AXIS: force("Pz IV H", "Pz IV H", "StuG III G"),
        },
    ),
    ReadyMade(
        key="duel",
        label=say(_("Duel: a T-34/85 against a Panther")),
        scenario=tables.SCENARIOS[0].key,
        forces={ALLIES: force("T-34/85"), AXIS: force("Panther G")},
    ),
    ReadyMade(
        key="east",
        label=say(_("East: three T-34/85 against a Tiger I and two Pz IV")),
        scenario=tables.SCENARIOS[0].key,
        forces={
            ALLIES: force("T-34/85", "T-34/85", "T-34/85"),
            AXIS: force("Tiger I", "Pz IV H", "Pz IV H"),
        },
    ),
)


def draft_force(scenario: str, side: str, points: int, choose: Choose) -> Force:
    """Vehicles of one nation that drive and see their target themselves: guns in place and howitzers need others."""
    known = [one for one in articles(tables.EDITIONS[-1]) if _goes_alone(one)]
    nation = ready_forces.one_nation(known, NATIONS[side], choose)
    return force(*(one.name for one in ready_forces.within(points, nation, choose)))


def _goes_alone(article: Article) -> bool:
    figures = figures_of(tables.EDITIONS[-1], article.name)
    return bool(figures.speed and figures.range and not figures.indirect) and article.figures["role"] != "SPAA"


FRIENDLY = Friendly(ready=READY, points=(70, 120, 180), draft=draft_force, limited_by="points")
