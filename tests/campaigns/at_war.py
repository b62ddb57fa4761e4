"""Battles of a campaign on the small map: platoons meet in a sector, and one of them is beaten."""

from __future__ import annotations

from typing import Any

from campaigns.season.battle_reports import ReportBattle
from campaigns.season.map.disclosure import OrdersResolved
from campaigns.season.map.orders import Order
from campaigns.season.map.retreats import Retreat
from campaigns.season.positions import changing_hands, places
from campaigns.season.values import Announced
from campaigns.theatre import Ground
from rules.contract import Event, Outcome, UnitOutcome
from tests.campaigns.on_map import OnMap


class AtWar(OnMap):
    """Rounds whose orders are disclosed already: who meets whom is said by the test."""

    def meet(self, *pairs: tuple[str, str], sector: str) -> tuple[str, ...]:
        """A round in which these meet in that sector; the keys of the fixtures."""
        number = self.round() if self.season.under_way is None else self.season.turn
        there = len(self.season.fixtures)
        ground = Ground(sector=sector, terrain="open")
        fixtures = tuple(
            Announced(key=f"r{number}-{n}", home=home, away=away, ground=ground)
            for n, (home, away) in enumerate(pairs, there + 1)
        )
        held = changing_hands(self.season, places(self.season))
        self.tell(OrdersResolved(round=number, fixtures=fixtures, held=held))
        return tuple(one.key for one in fixtures)

    def beat(self, loser: str, winner: str, sector: str, **left: Any) -> list[Event]:
        """They meet where they both stand, and it is counted: what follows of it but the report itself. `left` as of
        `count`: what became of vehicles."""
        (key,) = self.meet((winner, loser), sector=sector)
        return self.fought(key, winner, **left)

    def fought(self, fixture: str, winner: str, **left: Any) -> list[Event]:
        home, away = self.season.fixtures[fixture].platoons
        able = {key: self._able(key) for key in (home, away)}
        battle = self.muster(*able[home], *able[away], north=home, south=away, fixture=fixture)
        return self.count(battle, winner={home: "north", away: "south", "": ""}[winner], **left)[1:]

    def corrected(self, fixture: str, winner: str, **left: Any) -> list[Event]:
        """The battle is counted again, with another winner."""
        found = self.season.fixtures[fixture]
        assert found.reported is not None
        side = {forces.platoon: side for side, forces in found.sides.items()} | {"": ""}
        return self.count(found.battle, found.reported.position + 1, side[winner], **left)[1:]

    def report_of(self, battle: str, **outcome: Any) -> ReportBattle:
        """The clerk's report of a battle that left everybody as new, with this outcome."""
        fixture = self.season.of_battle(battle)
        assert fixture is not None
        units = tuple(
            UnitOutcome(id, side, "fit", {}) for side, forces in fixture.sides.items() for id in forces.vehicles
        )
        result = Outcome(over=True, units=units, **outcome)
        return ReportBattle(battle=battle, position=9, digest="ab" * 32, outcome=result)

    def go(self, platoon: str, to: str = "") -> list[Event]:
        return self.report(Retreat(platoon=platoon, to=to), self.player(platoon))

    def order(self, platoon: str, do: Any, to: str = "") -> list[Event]:
        return self.report(Order(platoon=platoon, do=do, to=to or self.at(platoon)), self.player(platoon))

    def disclosed(self) -> AtWar:
        """As if everybody had held."""
        self.meet(sector="alton")
        return self

    def _able(self, platoon: str) -> tuple[str, ...]:
        vehicles = (self[id] for id in self.season.platoons[platoon].vehicles)
        return tuple(one.id for one in vehicles if one.status in ("fit", "damaged", "withdrawn"))
