"""The JSON the API answers with, one struct an object. The schema is made from these, so it cannot drift from them.

Texts are in the language the request asked for. Times are UTC, ISO-8601. Ids are UUIDs in canonical text.
"""

from api.shapes.battles import (
    Battle,
    BattleLine,
    Battles,
    Choice,
    Event,
    Events,
    Fact,
    Field,
    Outcome,
    Pick,
    Stand,
    Unit,
)
from api.shapes.campaigns import (
    Campaign,
    CampaignLine,
    Campaigns,
    Fixture,
    Fixtures,
    Platoon,
    Platoons,
    Standing,
    Standings,
    Vehicle,
    Vehicles,
)
from api.shapes.people import Credentials, Index, Key, Me
from api.shapes.reports import Answer, Commands, Dice, Problem, Receipt, Report, Ruling
from api.shapes.systems import Article, Articles, System, SystemLine, Systems

__all__ = [
    "Answer",
    "Article",
    "Articles",
    "Battle",
    "BattleLine",
    "Battles",
    "Campaign",
    "CampaignLine",
    "Campaigns",
    "Choice",
    "Commands",
    "Credentials",
    "Dice",
    "Event",
    "Events",
    "Fact",
    "Field",
    "Fixture",
    "Fixtures",
    "Index",
    "Key",
    "Me",
    "Outcome",
    "Pick",
    "Platoon",
    "Platoons",
    "Problem",
    "Receipt",
    "Report",
    "Ruling",
    "Stand",
    "Standing",
    "Standings",
    "System",
    "SystemLine",
    "Systems",
    "Unit",
    "Vehicle",
    "Vehicles",
]
