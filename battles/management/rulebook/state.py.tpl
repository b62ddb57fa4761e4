"""A battle as these rules see it. Chapters fold their events into it, in place.

What is `fixed` is as mustered. All else is a fact that people can declare: its label and bounds stand beside it.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Annotated, Any, ClassVar

import msgspec

from rules import contract
from rules.bounds import Count, Key
from rules.contract import Feat, Piece, say
from rules.contract import gettext_noop as _
from rules.kit.declarable import Declarable

from .tables import refused


class Event(contract.Event, frozen=True, kw_only=True):
    """What was ruled, report and ruling together, so that the fold looks nothing up. `rules`: as RULES.md numbers them.

    Never change a field's meaning: raise `version`, and lift old rows in `upcasters` (see `rules.stream.codec`).
    """


Decision = Generator[Event, None, None]
SideOrNone = Annotated[str, msgspec.Meta(max_length=40)]


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a vehicle outlives a battle."""

    damage: Count = 0
    lost: bool = False


class Vehicle(Piece):
    """`card`: its name, known to its owner alone until it is `turned`; "" for none."""

    fixed: ClassVar = ("id", "side", "name", "model", "attack", "armour", "card")

    id: str
    side: str
    name: str
    model: str
    attack: int
    armour: int
    damage: Annotated[Count, Declarable(_("Damage"))]
    card: str
    turned: Annotated[bool, Declarable(_("Card is turned up"), line="units.{0}.card")] = False
    acted: Annotated[bool, Declarable(_("Has acted"))] = False  # fired or held this round
    lost: Annotated[bool, Declarable(_("Lost"), line="units.{0}.status")] = False
    recovered: Annotated[bool, Declarable(_("Wreck is recovered"), line="outcome.units.{0}.fate")] = False
    tended: Annotated[bool, Declarable(_("Seen to after the battle"))] = False
    feats: Annotated[list[Feat], Declarable(_("Service record of this battle")), msgspec.Meta(max_length=9999)] = []

    @property
    def wrecked(self) -> bool:
        return self.damage >= self.armour

    @property
    def in_play(self) -> bool:
        return not self.wrecked and not self.lost


class Shot(msgspec.Struct, forbid_unknown_fields=True):
    """A shot that hit and waits for the target's owner (R4)."""

    unit: Key
    target: Key
    hits: Count


class State(contract.State, kw_only=True):
    fixed: ClassVar = ("edition", "sides", "options")

    edition: str
    sides: tuple[str, ...]
    options: dict[str, Any]
    vehicles: dict[str, Vehicle]
    round: Annotated[int, Declarable(_("Round"), line="round"), msgspec.Meta(ge=1, le=99)] = 1
    round_unknown: Annotated[bool, Declarable(_("The next round has to be told"))] = False
    shot: Annotated[Shot | None, Declarable(_("Shot that waits for an answer"))] = None
    conceded: Annotated[SideOrNone, Declarable(_("Conceded by"), line="outcome.winner")] = ""
    # the winner, "" for a draw
    told: Annotated[SideOrNone | None, Declarable(_("Winner as reported"), line="outcome.winner")] = None


def vehicle_of(state: State, unit: str, field: str = "unit") -> Vehicle:
    if unit not in state.vehicles:
        raise refused("R1", field, say(_("There is no vehicle “%(name)s”."), name=unit))
    return state.vehicles[unit]
