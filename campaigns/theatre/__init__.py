"""The map of a campaign. Pure; it knows no season.

`map_parts`: sectors, links, orders and grounds. A map is read from a text (`map_text`, `validation`) or made up
(`generator`). `graph`: its ways and supply, and who owns and holds which sector now. `possible_orders`: what a platoon
may be ordered. `resolution`: how the orders of a round meet (`contact`). `picture`: what is to be seen, and `drawing`
makes it an SVG.
"""

from campaigns.theatre.map_parts import COSTS as COSTS
from campaigns.theatre.map_parts import RESERVE as RESERVE
from campaigns.theatre.map_parts import SUPPLY_LABELS as SUPPLY_LABELS
from campaigns.theatre.map_parts import TERRAIN_LABELS as TERRAIN_LABELS
from campaigns.theatre.map_parts import TERRAINS as TERRAINS
from campaigns.theatre.map_parts import WAY_LABELS as WAY_LABELS
from campaigns.theatre.map_parts import Deed as Deed
from campaigns.theatre.map_parts import Drawn as Drawn
from campaigns.theatre.map_parts import Ground as Ground
from campaigns.theatre.map_parts import Link as Link
from campaigns.theatre.map_parts import March as March
from campaigns.theatre.map_parts import Sector as Sector
from campaigns.theatre.map_parts import Supply as Supply
from campaigns.theatre.map_parts import Theatre as Theatre
