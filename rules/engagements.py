"""Where two platoons meet on a campaign's map, and what a rulebook proposes for their battle.

`RuleSystem.engage` answers. A rulebook without it proposes its first scenario of two sides, and the first platoon takes
the first side. People may change the proposal as they muster.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Terrain = Literal["open", "farmland", "forest", "hills", "mountains", "marsh", "town", "desert"]


class Engagement(msgspec.Struct, frozen=True, kw_only=True):
    """`assault`: one platoon comes to where the other one stands; `meeting`: both have come. `river`: the attacker came
    over one; `entrenched`: the defender is. `limits`: points of each, the attacker's (or first platoon's) first; 0 for
    none. `sides`: the sides of the campaign that they belong to, by key, in the same order."""

    edition: str
    kind: Literal["assault", "meeting"]
    terrain: Terrain
    river: bool = False
    entrenched: bool = False
    limits: tuple[int, int] = (0, 0)
    sides: tuple[str, str] = ("", "")


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario by key, its side for the attacker (or first platoon) and for the other, its board, and the options of
    the battle. They outrank those of the campaign, so that a rulebook's own limit gives way to the terrain's."""

    scenario: str
    sides: tuple[str, str]
    options: dict[str, bool | int | str] = {}
    board: dict[str, Any] = {}
