"""The two teams of the demo's league. They were formed as its first season ended, and count from that on."""

from __future__ import annotations

from collections.abc import Callable

from campaigns.demo.season import Stage
from leagues.league.team_players import TakeIn
from leagues.league.teams import FormTeam, NameCaptain
from rules.contract import Command

Says = Callable[[Stage, str, str, Command], None]
# Short name: name, colour, and who is in it, the captain first.
TEAMS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "iron-wedge": ("Iron Wedge", "#1d4ed8", ("carol", "dave", "fiona")),
    "night-shift": ("Night Shift", "#b45309", ("bob", "jana", "hugo")),
}


def form(stage: Stage, says: Says) -> None:
    """Alice forms them; each captain is one of the players."""
    for key, (name, colour, players) in TEAMS.items():
        says(stage, "alice", f"team {key}", FormTeam(team=key, name=name, colour=colour))
        for player in players:
            taken = TakeIn(team=key, player=str(stage.people[player].pk), season=1)
            says(stage, "alice", f"team {key} {player}", taken)
        leads = NameCaptain(team=key, captain=str(stage.people[players[0]].pk), reason="Chosen by the others.")
        says(stage, "alice", f"captain {key}", leads)
