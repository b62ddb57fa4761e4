"""Marks on counters: what a unit has destroyed, whether it is a wreck, and what the latest report did to it.

They are made of a viewer's `Look` alone: of the units that its view shows, and of the outcome, which everybody may
read. So a mark tells nothing that the page does not say in words to the same reader, and at an earlier moment nothing
of what came later.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from battles.viewer import Look
from rules.contract import UnitOutcome
from rules.course import OUT

RINGS = 6  # drawn; a unit that destroyed more has its number in words
Blow = Literal["", "hit", "damage", "kill"]
BLOWS: tuple[Blow, ...] = ("hit", "damage", "kill")  # lightest first


class Marks(msgspec.Struct, frozen=True):
    """`kills`: how many units it has destroyed; `wreck`: it has been put out, and did not leave; `struck`: the worst
    that the latest report did to it."""

    kills: int = 0
    wreck: bool = False
    struck: Blow = ""

    @property
    def rings(self) -> str:
        """A ring for each kill, as a path in the drawing of a counter (30 by 22), upward beside the tracks."""
        return "".join(f"M-6 {20 - 3 * place}h4" for place in range(min(self.kills, RINGS)))


NONE = Marks()


def marks_of(look: Look, since: int = 0) -> dict[str, Marks]:
    """The marks of each unit the viewer sees. `since`: the first row of the report of which the blows are shown; 0 for
    none."""
    found = {unit.id: unit for unit in look.outcome.units}
    struck = _struck(look.outcome.units, since) if since else {}
    return {unit.id: _marks(found.get(unit.id), unit.in_play, struck.get(unit.id, "")) for unit in look.view.units}


def _marks(outcome: UnitOutcome | None, in_play: bool, struck: Blow) -> Marks:
    if outcome is None:
        return Marks(struck=struck)
    kills = sum(feat.n for feat in outcome.feats if feat.kind == "kill")
    return Marks(kills=kills, wreck=not in_play and outcome.fate in OUT, struck=struck)


def _struck(units: tuple[UnitOutcome, ...], since: int) -> dict[str, Blow]:
    """The worst that happened to each unit from the row `since` on."""
    found: dict[str, Blow] = {}
    for feat in (feat for unit in units for feat in unit.feats):
        if feat.report >= since and feat.of and feat.kind in BLOWS:
            worst = max(found.get(feat.of, "hit"), feat.kind, key=BLOWS.index)
            found[feat.of] = BLOWS[BLOWS.index(worst)]
    return found
