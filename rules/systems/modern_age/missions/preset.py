"""Missions with preset forces: Your First Game, one M1 Abrams against one T-64 (R44), and the Last Battle of Alpha 66,
one tank with her crew against two T-64 (R45)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.contract import Muster, Refused, say
from rules.contract import gettext_noop as _
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import find
from rules.systems.modern_age.forces import Fielded, is_tank, platoons_of, points_fault
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.state import Model, State

from .end import BattleDecided


def first_game_fault(side: str) -> str:
    """The key of the fault that a side brings a platoon card to the first game."""
    return f"R44/platoon/{side}"


def without_cards(command: Muster) -> Muster:
    """R44: the muster as the first game is played, without cards, except those that an organiser has let pass."""
    sides = {
        name: side if first_game_fault(name) in command.waivers else msgspec.structs.replace(side, platoon="")
        for name, side in command.sides.items()
    }
    fittings = {unit: cards for unit, cards in command.fittings.items() if _cards_fault(unit) in command.waivers}
    return msgspec.structs.replace(command, sides=sides, fittings=fittings)


def _cards_fault(unit: str) -> str:
    return f"R44/cards/{unit}"


def faults_of_first_game(fielded: Sequence[Fielded]) -> Iterator[Refused]:
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
        _("The first game is one M1 Abrams against one T-64, without cards."),
        _("Muster these two."),
        "units",
        key,
        waivable,
    )


NO_CARDS = _("The Last Battle of Alpha 66 is one tank against two T-64 without cards.")


def faults_of_alpha_66(options: Mapping[str, Any], fielded: Sequence[Fielded]) -> Iterator[Refused]:
    by_side = sorted(platoons_of(fielded), key=len)
    lone, pair = by_side[0], by_side[-1]
    models = {model.entry.name for model in pair}
    if len(lone) != 1 or len(pair) != 2 or models != {tables.T_64} or not is_tank(lone[0].entry):
        two = _("Muster two T-64 on one side and a single tank on the other.")
        yield refused("R45", NO_CARDS, two, "units", "R45/forces")
        return
    for model in pair:
        if model.cards:
            remedy = say(_("Leave the cards of %(unit)s out."), unit=model.unit.id)
            yield refused("R45", NO_CARDS, remedy, "units", f"R45/cards/{model.unit.id}", waivable=True)
    if options["alternative_platoon"]:
        yield from points_fault(lone[0].unit.side, lone, tables.ALPHA_POINTS)
        return
    yield from _her_crew(lone[0])


def _her_crew(alpha: Fielded) -> Iterator[Refused]:
    """Alpha 66 as printed. Cards that earlier battles took from her may be missing."""
    carried = {card.name for card in alpha.cards} | set(alpha.condition.lost_cards)
    as_printed = carried & set(tables.ALPHA_CARDS) == set(tables.ALPHA_CARDS)
    more = {card.name for card in alpha.cards} - set(tables.ALPHA_CARDS)
    if alpha.entry.name != tables.ABRAMS or not as_printed or more:
        yield refused(
            "R45",
            say(_("The lone tank is Alpha 66: an M1 Abrams with %(cards)s."), cards=", ".join(tables.ALPHA_CARDS)),
            _("Muster it as printed, or set the option “alternative_platoon”."),
            "units",
            f"R45/alpha/{alpha.unit.id}",
            waivable=True,
        )


def verdict_of_alpha_66(state: State) -> BattleDecided | None:
    """R45: if both T-64 are destroyed, the Attacker wins, whatever else; if Alpha 66 is destroyed and a T-64 is left,
    she loses."""
    attackers = [model for model in state.models.values() if model.side == state.attacker]
    defenders = [model for model in state.models.values() if model.side != state.attacker]
    if all(is_destroyed(model) for model in defenders):
        return BattleDecided(winner=state.attacker, how="both_destroyed")
    if all(is_destroyed(model) for model in attackers) and any(model.in_play for model in defenders):
        return BattleDecided(winner=state.defender, how="abrams_lost")
    return None


def is_destroyed(model: Model) -> bool:
    return model.fate in ("destroyed", "removed")


def with_her_crew(command: Muster, edition: str, options: dict[str, Any]) -> Muster:
    """Fill in what the mission presets and the muster leaves out: platoon cards, and the cards of the M1 Abrams."""
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


def preset(command: Muster, edition: str, scenario: str, options: dict[str, Any]) -> Muster:
    """Fill in what Alpha 66 presets. A platoon of a campaign comes to the first game without its cards, because that
    has none."""
    if scenario == tables.FIRST_GAME and command.campaign:
        return without_cards(command)
    return with_her_crew(command, edition, options) if scenario == tables.ALPHA_66 else command


def faults_of_scenario(scenario: str, options: Mapping[str, Any], fielded: Sequence[Fielded]) -> Iterator[Refused]:
    """How the forces differ from what the mission asks for, and whether they cost too much. The models of a preset
    mission cannot be let pass, because its roles and its end depend on them."""
    match scenario:
        case tables.ALPHA_66:
            yield from faults_of_alpha_66(options, fielded)
        case tables.FIRST_GAME:
            yield from faults_of_first_game(fielded)
        case _:
            for platoon in platoons_of(fielded):
                yield from points_fault(platoon[0].unit.side, platoon, int(options["point_limit"]))
