"""A campaign as its own log tells it: the State and its fold. Pure; a campaign folds its own stream and nothing else.

`campaigns.ruling` decides on it, `campaigns.standings` counts it, `campaigns.visibility` is what may be seen of it.
"""

from campaigns.season.folding import OF_THE_FIELD as OF_THE_FIELD
from campaigns.season.folding import evolve as evolve
from campaigns.season.folding import fittings_of as fittings_of
from campaigns.season.folding import replay as replay
from campaigns.season.mustering import muster_of as muster_of
from campaigns.season.mustering import round_of as round_of
from campaigns.season.state import GONE as GONE
from campaigns.season.state import Crew as Crew
from campaigns.season.state import Fixture as Fixture
from campaigns.season.state import Platoon as Platoon
from campaigns.season.state import Round as Round
from campaigns.season.state import Season as Season
from campaigns.season.state import Settings as Settings
from campaigns.season.state import Vehicle as Vehicle
from campaigns.season.state import grade as grade
from campaigns.season.state import start as start
