"""Every operation of the API, by where it is. Made by clients/python/generate.py. Not to be edited."""

from leaguer_client.operations.battles import BattlesOperations
from leaguer_client.operations.campaigns import CampaignsOperations
from leaguer_client.operations.campaigns_2 import Campaigns2Operations
from leaguer_client.operations.campaigns_3 import Campaigns3Operations
from leaguer_client.operations.clubs import ClubsOperations
from leaguer_client.operations.friendly import FriendlyOperations
from leaguer_client.operations.index import IndexOperations
from leaguer_client.operations.leagues import LeaguesOperations
from leaguer_client.operations.leagues_2 import Leagues2Operations
from leaguer_client.operations.me import MeOperations
from leaguer_client.operations.posts import PostsOperations
from leaguer_client.operations.schema import SchemaOperations
from leaguer_client.operations.systems import SystemsOperations
from leaguer_client.operations.token import TokenOperations


class Operations(
    BattlesOperations,
    CampaignsOperations,
    Campaigns2Operations,
    Campaigns3Operations,
    ClubsOperations,
    FriendlyOperations,
    IndexOperations,
    LeaguesOperations,
    Leagues2Operations,
    MeOperations,
    PostsOperations,
    SchemaOperations,
    SystemsOperations,
    TokenOperations,
):
    """All of them."""
