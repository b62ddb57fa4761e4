"""A campaign on a map, through the doors: Bob's bears and boars for the reds, Carol's cats and cobras for the blues."""

from __future__ import annotations

from types import MappingProxyType

import pytest

import rules
from campaigns.models import User
from campaigns.season.enlistment import Enlist
from campaigns.season.map.deployment import Deploy
from campaigns.season.map.disclosure import Disclose
from campaigns.season.map.orders import Order
from campaigns.season.results import Adjudicate
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Recruit
from campaigns.theatre import Deed
from rules.adjudicate import Who
from tests.campaigns import skirmish
from tests.campaigns.on_map import MAP, SIDES
from tests.cast import Cast
from tests.pages.seasons import FAR, League

EARLIER = "2199-11-24T18:00:00Z"


class War(League):
    """Open, in its first round, which takes orders: both sides stand at their bases, Alton and Gate."""

    def __init__(self, cast: Cast, map: str = MAP, **terms: bool | int | str) -> None:
        super().__init__(cast, **terms)
        self.desk.sides, self.desk.map = SIDES, map
        self.desk.save()

    def start(self) -> War:
        self.open()
        for player, side, keys in (
            (self.cast.bob, "reds", ("bears", "boars")),
            (self.cast.carol, "blues", ("cats", "cobras")),
        ):
            for key in keys:
                self.join(player, side, key)
        self.tell(self.organiser, OpenRound(title="Opening night", deadline=FAR, orders_by=EARLIER))
        return self

    def put(self, **sectors: str) -> War:
        """An organiser deploys platoons."""
        for platoon, sector in sectors.items():
            self.tell(self.organiser, Deploy(platoon=platoon, sector=sector, reason="As at the table"))
        return self

    def order(self, platoon: str, do: Deed, to: str = "") -> None:
        self.tell(self.player(platoon), Order(platoon=platoon, do=do, to=to or self.state.platoons[platoon].sector))

    def disclose(self) -> War:
        self.tell(self.organiser, Disclose(round=1))
        return self

    def beat(self) -> War:
        """Cobras come to Clay over the river, and an organiser rules that Bob's boars are beaten there: they may go to
        Alton, as the clerk would choose, or to Bury."""
        self.put(bears="bury", boars="clay", cobras="fay")
        self.order("cobras", "attack", "clay")
        self.disclose()
        (fixture,) = self.state.fixtures
        self.tell(self.organiser, Adjudicate(fixture=fixture, winner="cobras", reason="They ran"))
        return self

    def player(self, platoon: str) -> User:
        return self.cast.bob if platoon in ("bears", "boars") else self.cast.carol

    def join(self, player: User, side: str, key: str, size: int = 2) -> None:
        vehicles = tuple(Recruit(id=f"{key}-{n}", model="Light") for n in range(1, size + 1))
        self.tell(Who(str(player.pk)), Enlist(platoon=key, name=key.title(), side=side, vehicles=vehicles))


@pytest.fixture
def war(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> War:
    systems = MappingProxyType({**rules.all_systems(), "skirmish": skirmish.SYSTEM})
    monkeypatch.setattr(rules, "all_systems", lambda: systems)
    return War(cast).start()
