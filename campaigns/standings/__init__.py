"""What a season comes to: standings by declared scoring and tie-breakers, and each vehicle's record. Pure."""

from campaigns.standings.breakers import BREAKERS as BREAKERS
from campaigns.standings.breakers import DRAWN as DRAWN
from campaigns.standings.places import Place as Place
from campaigns.standings.places import breakers_of as breakers_of
from campaigns.standings.places import ranks as ranks
from campaigns.standings.places import standings as standings
from campaigns.standings.places import worth as worth
from campaigns.standings.results import Showing as Showing
from campaigns.standings.results import counted as counted
from campaigns.standings.results import results_in as results_in
from campaigns.standings.results import showings_of as showings_of
from campaigns.standings.service import Service as Service
from campaigns.standings.service import Sortie as Sortie
from campaigns.standings.service import service as service
from campaigns.standings.tables import Tables as Tables
from campaigns.standings.tables import tables_of as tables_of
