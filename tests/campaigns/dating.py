"""Bob's bears and Carol's cats, who are to agree when they meet."""

from __future__ import annotations

from uuid import uuid4

from campaigns import handler
from campaigns.models import Fixture, User
from campaigns.season.appointments import AcceptDate, ProposeDate
from campaigns.season.musters import MusterBattle
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Pairing
from rules.adjudicate import Who
from tests.campaigns.conftest import Season
from tests.cast import Cast

FRIDAY, SATURDAY = "2131-03-16T19:00:00Z", "2131-03-17T13:00:00Z"
PLACE = "Carol's; cellar, 2nd door"


class Dated(Season):
    """Bob's bears meet Carol's cats; both can be written to."""

    def __init__(self, cast: Cast, **terms: bool | int | str) -> None:
        super().__init__(cast)
        self.desk.terms |= {"round_days": 0, "remind_hours": 0} | terms
        self.desk.save()
        self.bob, self.carol = Who(str(cast.bob.pk)), Who(str(cast.carol.pk))
        for user in (cast.bob, cast.carol):
            User.objects.filter(pk=user.pk).update(email=f"{user.username}@steel.example")
        self.begin()
        self.report(self.organiser, OpenRound(deadline="", pairings=(Pairing(home="bears", away="cats"),)))

    def agree(self, at: str = FRIDAY, place: str = PLACE) -> Dated:
        self.report(self.bob, ProposeDate(fixture="r1-1", at=at, place=place))
        self.report(self.carol, AcceptDate(fixture="r1-1", at=at))
        return self

    def count(self, type_: str) -> int:
        return sum(row.type == type_ for row in handler.replay(self.stream)[2])

    @property
    def row(self) -> Fixture:
        return Fixture.objects.get(campaign=self.desk.pk, fixture="r1-1")

    def called(self) -> str:
        """Their battle."""
        battle, sides = str(uuid4()), {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
        said = MusterBattle(battle=battle, fixture="r1-1", sides=sides)
        handler.muster_battle(self.stream, str(uuid4()), said, self.organiser, "page")
        return battle
