"""What people prepare of a league (desk), and what is folded from its log (read tables)."""

from django.db import models

from leagues.models.desk import League as League
from leagues.models.sheets import LeagueCampaign as LeagueCampaign
from leagues.models.sheets import LeagueGame as LeagueGame
from leagues.models.sheets import LeagueHonour as LeagueHonour
from leagues.models.sheets import LeagueMachine as LeagueMachine
from leagues.models.sheets import LeaguePlayer as LeaguePlayer
from leagues.models.sheets import LeagueSheet as LeagueSheet
from leagues.models.teams import LeagueStay as LeagueStay
from leagues.models.teams import LeagueTeam as LeagueTeam
from leagues.models.teams import LeagueTeamSeason as LeagueTeamSeason

# In the order in which writers lock them.
READ_TABLES: list[type[models.Model]] = [
    *(LeagueSheet, LeagueCampaign, LeaguePlayer, LeagueGame, LeagueMachine, LeagueHonour),
    *(LeagueTeam, LeagueStay, LeagueTeamSeason),
]
