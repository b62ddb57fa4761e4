"""The map of a campaign. Pure; it knows no season.

`kinds` is what a map is made of. One comes to be from a text (`map_text`, `sectors`, `validation`, `faults`) or by
chance (`generator`, `place_names`, `chance`). `graph` has its ways, `lay` whose it is and where supply comes;
`possible_orders` says what a platoon may be ordered there. The orders of a round meet in `resolution` (`movement`,
`contact`, `ownership`). What there is to see is a `picture`, and `drawing` makes it an SVG.
"""

from campaigns.theatre.map_parts import COSTS as COSTS
from campaigns.theatre.map_parts import RESERVE as RESERVE
from campaigns.theatre.map_parts import SUPPLIES as SUPPLIES
from campaigns.theatre.map_parts import SUPPLY_LABELS as SUPPLY_LABELS
from campaigns.theatre.map_parts import TERRAIN_LABELS as TERRAIN_LABELS
from campaigns.theatre.map_parts import TERRAINS as TERRAINS
from campaigns.theatre.map_parts import WAY_LABELS as WAY_LABELS
from campaigns.theatre.map_parts import WAYS as WAYS
from campaigns.theatre.map_parts import Deed as Deed
from campaigns.theatre.map_parts import Drawn as Drawn
from campaigns.theatre.map_parts import Ground as Ground
from campaigns.theatre.map_parts import Link as Link
from campaigns.theatre.map_parts import March as March
from campaigns.theatre.map_parts import Sector as Sector
from campaigns.theatre.map_parts import Supply as Supply
from campaigns.theatre.map_parts import Theatre as Theatre
from rules.engagements import Terrain as Terrain
