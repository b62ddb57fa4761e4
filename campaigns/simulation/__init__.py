"""A season that nobody plays: people of chance come through the doors everyone comes through. For tests, for load, and
to see what a campaign is like before one begins one's own. The same seed gives the same log."""

from campaigns.simulation.house_rules import SIDES as SIDES
from campaigns.simulation.people import Taken as Taken
from campaigns.simulation.season import simulate as simulate
