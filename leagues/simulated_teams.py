"""Teams of a simulated league: formed after its first season by its organiser, manned by their captains."""

from __future__ import annotations

from collections.abc import Callable

from leagues.league.state import League
from leagues.league.team_players import LeaveTeam, LetGo, TakeIn
from leagues.league.teams import FormTeam
from rules.contract import Command

NAMES = {"reds": "The Reds", "blues": "The Blues"}
Tell = Callable[[Command, str], None]


def form(league: League, tell: Tell, organiser: str) -> None:
    """Every other player is in the one team, every other in the other; the last stays alone. `tell`: a report by
    somebody."""
    players = list(league.players)
    for n, (key, name) in enumerate(NAMES.items()):
        mine = players[n:-1:2]
        if not mine:
            continue
        captain, *others = mine
        tell(FormTeam(team=key, name=name, captain=captain), organiser)
        for player in others:
            tell(TakeIn(team=key, player=player), captain)


def change(league: League, tell: Tell) -> None:
    """After each season the last who came to a team leaves it, or is let go, and its captain takes in who is free."""
    for n, team in enumerate([one for one in league.teams.values() if len(one.players) > 2]):
        last = team.players[-1]
        if n:
            tell(LetGo(team=team.key, player=last, reason="Somebody else may try"), team.captain)
        else:
            tell(LeaveTeam(player=last), last)
    taken = {player for team in league.teams.values() for player in team.players}
    free = [player for player in league.players if player not in taken]
    for team, player in zip(league.teams.values(), free, strict=False):
        tell(TakeIn(team=team.key, player=player), team.captain)
