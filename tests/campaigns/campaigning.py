"""A campaign on the small map as everyone comes to it: by the doors, with rows in the log and mail in the outbox."""

from __future__ import annotations

from typing import Any

from battles import log
from campaigns import handler
from campaigns.models import User
from campaigns.season import Season as State
from campaigns.season.enlistment import Enlist
from campaigns.season.map.deployment import Deploy
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.orders import Order
from campaigns.season.results import Concede
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Recruit
from campaigns.theatre import Deed
from rules.adjudicate import Who
from tests.campaigns.conftest import ANY, Season
from tests.campaigns.on_map import MAP, SIDES
from tests.cast import Cast


class Campaigning(Season):
    """Bob's reds (bears, boars) and Carol's blues (cats, cobras), of two Lights each, at their bases; both can be
    written to. Rounds have no deadline but where a test names one."""

    def __init__(self, cast: Cast, **terms: bool | int | str) -> None:
        super().__init__(cast)
        self.desk.sides, self.desk.map = SIDES, MAP
        self.desk.terms = ANY | {"round_days": 0, "orders_days": 0, "remind_hours": 48} | terms
        self.desk.save()
        self.players = {"reds": cast.bob, "blues": cast.carol}
        for user in (cast.bob, cast.carol):
            User.objects.filter(pk=user.pk).update(email=f"{user.username}@steel.example")

    def begin(self) -> Campaigning:
        self.open()
        for key, side in (("bears", "reds"), ("boars", "reds"), ("cats", "blues"), ("cobras", "blues")):
            recruits = tuple(Recruit(id=f"{key}-{n}", model="Light") for n in (1, 2))
            enlist = Enlist(platoon=key, name=key.title(), side=side, vehicles=recruits)
            self.report(Who(str(self.players[side].pk)), enlist)
        return self

    def round(self, orders_by: str = "", deadline: str = "") -> Campaigning:
        self.report(self.organiser, OpenRound(orders_by=orders_by, deadline=deadline))
        return self

    def order(self, platoon: str, do: Deed, to: str = "") -> None:
        self.report(self.player(platoon), Order(platoon=platoon, do=do, to=to or self.at(platoon)))

    def disclose(self) -> None:
        self.report(self.organiser, Disclose(round=self.state().turn))

    def put(self, **sectors: str) -> Campaigning:
        for platoon, sector in sectors.items():
            self.report(self.organiser, Deploy(platoon=platoon, sector=sector, reason="As at the table"))
        return self

    def beaten(self, platoon: str = "cats") -> None:
        """Bears and cats meet at Elm, where the cats give up: to Gate, by road, or to Fay, they may retreat."""
        self.put(bears="bury", cats="elm").round()
        self.order("bears", "attack", "elm")
        self.disclose()
        (fixture,) = self.state().fixtures
        self.report(self.player(platoon), Concede(fixture=fixture, platoon=platoon))

    def player(self, platoon: str) -> Who:
        return Who(str(self.players["reds" if platoon in ("bears", "boars") else "blues"].pk))

    def at(self, platoon: str) -> str:
        return self.state().platoons[platoon].sector

    def state(self) -> State:
        return handler.replay(self.stream)[0]

    def head(self) -> log.Head:
        return log.head(self.stream)

    def told(self, *types: str) -> list[Any]:
        """The events of these types, in their order."""
        _state, told, rows = handler.replay(self.stream)
        return [fact.event for fact, row in zip(told, rows, strict=True) if row.type in types]
