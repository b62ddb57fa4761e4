"""The map of a campaign. Pure; it knows no season.

`kinds` is what a map is made of. One comes to be from a text (`map_text`, `sectors`, `validation`, `faults`) or by
chance (`generator`, `place_names`, `chance`). `graph` has its ways, `lay` whose it is and where supply comes;
`possible_orders` says what a platoon may be ordered there. The orders of a round meet in `resolution` (`movement`,
`contact`, `ownership`). What there is to see is a `picture`, and `drawing` makes it an SVG.
"""

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
