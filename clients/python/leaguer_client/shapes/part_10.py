"""Shapes of the API, part 10. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from msgspec import Struct

from leaguer_client.shapes.part_5 import (
    SavedLeagueScenario,
)
from leaguer_client.shapes.part_9 import (
    LeagueScenarioCompared,
)


class SavedLeagueAndCompared(Struct, kw_only=True):
    """SavedLeagueAndCompared"""

    scenario: SavedLeagueScenario
    compared: LeagueScenarioCompared
