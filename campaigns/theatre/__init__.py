"""The map of a campaign: what one is, how it is written, drawn and made up, and its graph. Pure; it knows no season."""

from campaigns.theatre.kinds import COSTS as COSTS
from campaigns.theatre.kinds import RESERVE as RESERVE
from campaigns.theatre.kinds import SUPPLIES as SUPPLIES
from campaigns.theatre.kinds import SUPPLY_LABELS as SUPPLY_LABELS
from campaigns.theatre.kinds import TERRAIN_LABELS as TERRAIN_LABELS
from campaigns.theatre.kinds import TERRAINS as TERRAINS
from campaigns.theatre.kinds import WAY_LABELS as WAY_LABELS
from campaigns.theatre.kinds import WAYS as WAYS
from campaigns.theatre.kinds import Deed as Deed
from campaigns.theatre.kinds import Drawn as Drawn
from campaigns.theatre.kinds import Ground as Ground
from campaigns.theatre.kinds import Link as Link
from campaigns.theatre.kinds import March as March
from campaigns.theatre.kinds import Sector as Sector
from campaigns.theatre.kinds import Supply as Supply
from campaigns.theatre.kinds import Theatre as Theatre
from rules.engagements import Terrain as Terrain
