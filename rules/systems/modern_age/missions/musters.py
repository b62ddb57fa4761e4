"""What the missions ask of the forces: Alpha 66 and the first game have preset ones (R44, R45)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.contract import Muster, Refused
from rules.systems.modern_age import tables
from rules.systems.modern_age.forces import Fielded, platoons_of, points_fault

from .alpha_66 import faults_of_alpha_66, with_her_crew
from .first_game import faults_of_first_game, without_cards


def preset(command: Muster, edition: str, scenario: str, options: dict[str, Any]) -> Muster:
    """Fill in what Alpha 66 presets. A platoon of a campaign leaves its cards at home for the first game, which has
    none."""
    if scenario == tables.FIRST_GAME and command.campaign:
        return without_cards(command)
    return with_her_crew(command, edition, options) if scenario == tables.ALPHA_66 else command


def faults_of_scenario(scenario: str, options: Mapping[str, Any], fielded: Sequence[Fielded]) -> Iterator[Refused]:
    """What the mission asks of the forces and they are not, and what they cost too much. Which models a preset mission
    is played with cannot be let pass: its roles and its end hang on them."""
    match scenario:
        case tables.ALPHA_66:
            yield from faults_of_alpha_66(options, fielded)
        case tables.FIRST_GAME:
            yield from faults_of_first_game(fielded)
        case _:
            for platoon in platoons_of(fielded):
                yield from points_fault(platoon[0].unit.side, platoon, int(options["point_limit"]))
