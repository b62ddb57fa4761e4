"""What the missions ask of the forces: Alpha 66 and the first game have preset ones (R44, R45)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from rules.contract import Muster, say
from rules.contract import gettext_noop as _

from . import tables
from .catalogue import find
from .refusals import refused
from .start import cost

if TYPE_CHECKING:
    from .muster import Model


def preset(command: Muster, edition: str, scenario: str, options: dict[str, Any]) -> Muster:
    """Fill in what Alpha 66 presets and the muster leaves out: platoon cards, and the cards of the M1 Abrams."""
    if scenario != tables.ALPHA_66:
        return command
    sides, fittings = dict(command.sides), dict(command.fittings)
    for unit in command.units:
        entry = find(edition, ("model",), unit.model)
        model = entry.name if entry else ""
        card = {tables.ABRAMS: tables.TEAM_YANKEE, tables.T_64: tables.RED_BANNER}.get(model, "")
        if not sides[unit.side].platoon:
            sides[unit.side] = msgspec.structs.replace(sides[unit.side], platoon=card)
        if model == tables.ABRAMS and not options["alternative_platoon"]:
            fittings.setdefault(unit.id, tables.ALPHA_CARDS)
    return msgspec.structs.replace(command, sides=sides, fittings=fittings)


def check_scenario(scenario: str, options: dict[str, Any], models: Sequence[Model]) -> None:
    """Raises `Refused` when the forces are not those of the mission, or cost too much."""
    match scenario:
        case tables.ALPHA_66:
            _alpha_66(options, models)
        case tables.FIRST_GAME:
            _first_game(models)
        case _:
            _points(models, int(options["point_limit"]))


def _alpha_66(options: dict[str, Any], models: Sequence[Model]) -> None:
    by_side = sorted(_by_side(models), key=len)
    lone, pair = by_side[0], by_side[-1]
    plain = all(model.entry.name == tables.T_64 and not model.cards for model in pair)
    if len(lone) != 1 or len(pair) != 2 or not plain:
        raise refused(
            "R45",
            say(_("The Last Battle of Alpha 66 is one tank against two T-64 without cards.")),
            say(_("Muster two T-64 on one side and a single tank on the other.")),
            "units",
        )
    if options["alternative_platoon"]:
        _points(lone, tables.ALPHA_POINTS)
        return
    alpha = lone[0]
    carried = {card.name for card in alpha.cards} | set(alpha.condition.lost_cards)
    if (
        alpha.entry.name != tables.ABRAMS
        or carried & set(tables.ALPHA_CARDS) != set(tables.ALPHA_CARDS)
        or ({card.name for card in alpha.cards} - set(tables.ALPHA_CARDS))
    ):
        raise refused(
            "R45",
            say(_("The lone tank is Alpha 66: an M1 Abrams with %(cards)s."), cards=", ".join(tables.ALPHA_CARDS)),
            say(_("Muster her as printed, or set the option “alternative_platoon”.")),
            "units",
        )


def _first_game(models: Sequence[Model]) -> None:
    fielded = sorted(model.entry.name for model in models)
    if fielded != sorted((tables.ABRAMS, tables.T_64)) or any(model.cards for model in models):
        raise refused(
            "R44",
            say(_("The first game is one M1 Abrams against one T-64, without cards.")),
            say(_("Muster these two.")),
            "units",
        )


def _points(models: Sequence[Model], limit: int) -> None:
    """R3: what each side's platoon costs, with its cards."""
    for platoon in _by_side(models):
        price = sum(cost(model.entry, model.cards) for model in platoon)
        if price > limit:
            raise refused(
                "R3",
                say(_("The platoon of “%(side)s” costs %(cost)s points."), side=platoon[0].unit.side, cost=price),
                say(_("At most %(limit)s."), limit=limit),
                "units",
            )


def _by_side(models: Sequence[Model]) -> list[list[Model]]:
    sides = sorted({model.unit.side for model in models})
    return [[model for model in models if model.unit.side == side] for side in sides]
