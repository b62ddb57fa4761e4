"""What the missions ask of the forces: Alpha 66 and the first game have preset ones (R44, R45)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.contract import Muster, Refused, say
from rules.contract import gettext_noop as _

from . import tables
from .catalogue import find
from .platoons import Fielded, first_game_fault, is_tank, points_fault
from .refusals import refused


def preset(command: Muster, edition: str, scenario: str, options: dict[str, Any]) -> Muster:
    """Fill in what Alpha 66 presets and the muster leaves out: platoon cards, and the cards of the M1 Abrams. A platoon
    of a campaign leaves its cards at home for the first game, which has none."""
    if scenario == tables.FIRST_GAME and command.campaign:
        return _without_cards(command)
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


def _without_cards(command: Muster) -> Muster:
    """R44: as its platoons would play the first game; but for the cards an organiser has let pass."""
    sides = {
        name: side if first_game_fault(name) in command.waivers else msgspec.structs.replace(side, platoon="")
        for name, side in command.sides.items()
    }
    fittings = {unit: cards for unit, cards in command.fittings.items() if _cards_fault(unit) in command.waivers}
    return msgspec.structs.replace(command, sides=sides, fittings=fittings)


def _cards_fault(unit: str) -> str:
    return f"R44/cards/{unit}"


def faults_of_scenario(scenario: str, options: Mapping[str, Any], fielded: Sequence[Fielded]) -> Iterator[Refused]:
    """What the mission asks of the forces and they are not, and what they cost too much. Which models a preset mission
    is played with cannot be let pass: its roles and its end hang on them."""
    match scenario:
        case tables.ALPHA_66:
            yield from _alpha_66(options, fielded)
        case tables.FIRST_GAME:
            yield from _first_game(fielded)
        case _:
            for platoon in _by_side(fielded):
                yield from points_fault(platoon[0].unit.side, platoon, int(options["point_limit"]))


def _alpha_66(options: Mapping[str, Any], fielded: Sequence[Fielded]) -> Iterator[Refused]:
    by_side = sorted(_by_side(fielded), key=len)
    lone, pair = by_side[0], by_side[-1]
    models = {model.entry.name for model in pair}
    if len(lone) != 1 or len(pair) != 2 or models != {tables.T_64} or not is_tank(lone[0].entry):
        yield _no_such_battle()
        return
    for model in pair:
        if model.cards:
            yield refused(
                "R45",
                say(_("The Last Battle of Alpha 66 is one tank against two T-64 without cards.")),
                say(_("Leave the cards of %(unit)s out."), unit=model.unit.id),
                "units",
                f"R45/cards/{model.unit.id}",
                waivable=True,
            )
    if options["alternative_platoon"]:
        yield from points_fault(lone[0].unit.side, lone, tables.ALPHA_POINTS)
        return
    yield from _her_crew(lone[0])


def _no_such_battle() -> Refused:
    return refused(
        "R45",
        say(_("The Last Battle of Alpha 66 is one tank against two T-64 without cards.")),
        say(_("Muster two T-64 on one side and a single tank on the other.")),
        "units",
        "R45/forces",
    )


def _her_crew(alpha: Fielded) -> Iterator[Refused]:
    """Alpha 66 as printed; the cards that earlier battles took from her are missing without blame."""
    carried = {card.name for card in alpha.cards} | set(alpha.condition.lost_cards)
    as_printed = carried & set(tables.ALPHA_CARDS) == set(tables.ALPHA_CARDS)
    more = {card.name for card in alpha.cards} - set(tables.ALPHA_CARDS)
    if alpha.entry.name != tables.ABRAMS or not as_printed or more:
        yield refused(
            "R45",
            say(_("The lone tank is Alpha 66: an M1 Abrams with %(cards)s."), cards=", ".join(tables.ALPHA_CARDS)),
            say(_("Muster her as printed, or set the option “alternative_platoon”.")),
            "units",
            f"R45/alpha/{alpha.unit.id}",
            waivable=True,
        )


def _first_game(fielded: Sequence[Fielded]) -> Iterator[Refused]:
    models = sorted(model.entry.name for model in fielded)
    if models != sorted((tables.ABRAMS, tables.T_64)):
        yield _not_the_first_game("R44/forces", waivable=False)
        return
    for model in fielded:
        if model.cards:
            yield _not_the_first_game(_cards_fault(model.unit.id), waivable=True)


def _not_the_first_game(key: str, waivable: bool) -> Refused:
    return refused(
        "R44",
        say(_("The first game is one M1 Abrams against one T-64, without cards.")),
        say(_("Muster these two.")),
        "units",
        key,
        waivable,
    )


def _by_side(fielded: Sequence[Fielded]) -> list[list[Fielded]]:
    sides = sorted({model.unit.side for model in fielded})
    return [[model for model in fielded if model.unit.side == side] for side in sides]
