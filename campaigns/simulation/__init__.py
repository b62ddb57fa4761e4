"""Plays a whole season at random, by ordinary reports: for tests, for load, and to see what a campaign is like. The
same seed gives the same log."""

from campaigns.simulation.house_rules import SIDES as SIDES
from campaigns.simulation.people import Taken as Taken
from campaigns.simulation.season import simulate as simulate
