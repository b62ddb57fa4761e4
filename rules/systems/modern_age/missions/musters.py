"""What the missions ask of a muster: Alpha 66 and the first game have preset forces (R44, R45)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.contract import Muster, Refused
from rules.systems.modern_age import tables
from rules.systems.modern_age.forces import Fielded, platoons_of, points_fault

from .alpha_66 import faults_of_alpha_66, with_her_crew
from .first_game import faults_of_first_game, without_cards


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
