"""A season of skirmishes with rounds, through the doors: Bob's bears, Carol's cats and Alice's dogs."""

from __future__ import annotations

from uuid import uuid4

from battles.reports import Receipt
from campaigns import clerk, handler
from campaigns.models import User
from campaigns.season import Season as State
from campaigns.season.musters import MusterBattle
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Pairing
from rules.adjudicate import Who
from rules.contract import Command
from tests.campaigns.conftest import ANY, Season
from tests.cast import Cast

FAR = "2199-12-05T18:00:00Z"


class League(Season):
    """Open, in its first round: bears and cats meet in r1-1, and the dogs have a bye."""

    def __init__(self, cast: Cast, **terms: bool | int | str) -> None:
        super().__init__(cast)
        self.desk.terms = ANY | {"purse": 20} | terms
        self.desk.save(update_fields=["terms"])

    def start(self) -> League:
        self.begin()
        self.enlist(self.cast.alice, "dogs")
        pairing = Pairing(home="bears", away="cats")
        self.tell(self.organiser, OpenRound(title="Opening night", deadline=FAR, pairings=(pairing,)))
        return self

    def tell(self, who: Who | User, command: Command) -> Receipt:
        return self.report(who if isinstance(who, Who) else Who(str(who.pk)), command)

    def play_it(self, fixture: str = "r1-1", scratched: str = "") -> str:
        """The fixture's battle, won by the bears, confirmed and counted; a vehicle of theirs may come home hit once."""
        battle = str(uuid4())
        sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
        self.tell(self.organiser, MusterBattle(battle=battle, fixture=fixture, sides=sides))
        if scratched:
            self.shoot(battle, "cats-1", scratched)
        self.win(battle)
        self.confirm(battle)
        self.sweep()
        return battle

    def sweep(self) -> None:
        clerk.sweep()

    @property
    def url(self) -> str:
        return f"/campaigns/{self.stream}/"

    @property
    def state(self) -> State:
        return handler.replay(self.stream)[0]
