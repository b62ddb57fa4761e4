"""What a season comes to: standings by declared scoring and tie-breakers, and each vehicle's record. Pure."""

from campaigns.season.standings.breakers import BREAKERS as BREAKERS
from campaigns.season.standings.breakers import DRAWN as DRAWN
from campaigns.season.standings.breakers import HOUSE as HOUSE
from campaigns.season.standings.breakers import Breaker as Breaker
from campaigns.season.standings.byes import earlier as earlier
from campaigns.season.standings.byes import idle_in as idle_in
from campaigns.season.standings.byes import late_bye as late_bye
from campaigns.season.standings.places import breakers_of as breakers_of
from campaigns.season.standings.places import order_of as order_of
from campaigns.season.standings.places import parts_of as parts_of
from campaigns.season.standings.places import ranks as ranks
from campaigns.season.standings.places import scores_by_round as scores_by_round
from campaigns.season.standings.places import standings as standings
from campaigns.season.standings.places import worth as worth
from campaigns.season.standings.results import Place as Place
from campaigns.season.standings.results import Showing as Showing
from campaigns.season.standings.results import Tables as Tables
from campaigns.season.standings.results import counted as counted
from campaigns.season.standings.results import results_in as results_in
from campaigns.season.standings.results import showings_of as showings_of
from campaigns.season.standings.results import tables_of as tables_of
from campaigns.season.standings.service import Service as Service
from campaigns.season.standings.service import Sortie as Sortie
from campaigns.season.standings.service import service as service
from campaigns.season.standings.tally import Tally as Tally
