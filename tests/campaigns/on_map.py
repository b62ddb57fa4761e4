"""A campaign of skirmishes on a map of seven sectors, with two sides: nothing of it needs a database.

         bury --r-- elm
        /  ~      /    \
    alton - clay ~~~ fay - gate        reds: Alton, Bury.  blues: Gate, Elm.  nobody's: Clay, Dunes, Fay.
        \\          /
         dunes ====            - road, = rail, ~ river
"""

from __future__ import annotations

from typing import Any, Self

from campaigns.season import Platoon
from campaigns.season.editions import NEWEST
from campaigns.season.enlistment import Enlist
from campaigns.season.map.deployment import Deployed
from campaigns.season.opening import Open
from campaigns.season.positions import changing_hands, places
from campaigns.season.rounds import RoundOpened
from rules.adjudicate import Who
from tests.campaigns.between import BOB, CAROL, SEED, Camp, enlist

SIDES = {"reds": "The Reds", "blues": "The Blues"}
MAP = """
sector alton "Alton" at=0,1 terrain=town value=3 capacity=3 base=reds capital
sector bury "Bury" at=1,0 terrain=open value=1 owner=reds
sector clay "Clay" at=1,1 terrain=forest value=2
sector dunes "Dunes" at=1,2 terrain=desert value=1 capacity=1
sector elm "Elm" at=2,0 terrain=farmland value=1 owner=blues
sector fay "Fay" at=2,1 terrain=hills value=2 capacity=1
sector gate "Gate" at=3,1 terrain=town value=3 capacity=3 base=blues capital

road alton bury
road alton clay
rail alton dunes
river bury clay
rail bury elm
river clay fay
rail dunes fay
road elm fay
road elm gate
road fay gate
"""

PLAYERS = {"reds": BOB, "blues": CAROL}


class OnMap(Camp):
    """Bob's reds (bears, boars) begin at Alton, Carol's blues (cats, cobras) at Gate, each of four Lights, as many as
    are asked for. `map` may be another one of the same sides; terms as ever."""

    def __init__(self, *, map: str = MAP, reds: int = 2, blues: int = 2, edition: str = NEWEST, **terms: Any) -> None:
        super().__init__(empty=True)
        terms = {"platoons_each": 0} | terms
        command = Open(name="The long ridge", system="skirmish", sides=SIDES, terms=terms, seed=SEED, map=map)
        self.open(command, edition)
        for key in ("bears", "boars", "bulls", "bisons")[:reds]:
            self.join(key, "reds")
        for key in ("cats", "cobras", "cranes", "crows")[:blues]:
            self.join(key, "blues")

    def join(self, key: str, side: str, *models: str, **changes: Any) -> Platoon:
        """A platoon enlists, of Bob's for the reds and of Carol's for the blues."""
        command: Enlist = enlist(key, *models, side=side, **changes)
        self.report(command, PLAYERS[side])
        return self.season.platoons[key]

    def put(self, **sectors: str) -> Self:
        """Platoons stand somewhere else, as if an organiser had deployed them; what they stand in alone is theirs."""
        for key, sector in sectors.items():
            held = changing_hands(self.season, places(self.season) | {key: sector})
            self.tell(Deployed(platoon=key, origin=self.at(key), place=sector, held=held))
        return self

    def round(self) -> int:
        """A round is announced that waits for orders."""
        number = len(self.season.rounds) + 1
        self.tell(RoundOpened(number=number, orders_by="2027-03-18T20:00:00Z", deadline="2027-03-28T20:00:00Z"))
        return number

    def at(self, platoon: str) -> str:
        """Where it is."""
        return self.season.platoons[platoon].sector

    def owner(self, sector: str) -> str:
        return self.season.owners.get(sector, "")

    def player(self, platoon: str) -> Who:
        return PLAYERS[self.season.platoons[platoon].side]
