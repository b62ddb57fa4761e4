"""Laws of retreats, on any map, whatever is fought, corrected and ruled: as a naive reader has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.season import replay
from campaigns.season.decider import FACTS
from campaigns.season.kept_events import RetreatDue
from campaigns.season.map.deployment import Deploy
from campaigns.season.map.havens import havens
from campaigns.season.map.links import SetLink
from campaigns.season.map.pockets import Surrounded
from campaigns.season.map.retreat_rulings import Reconsider
from campaigns.season.map.retreats import Retreated
from campaigns.season.map.victory import TheatreScored
from campaigns.season.people import Drop
from campaigns.season.positions import engaged, sectors_of, standing_in, theatre_of
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import CloseRound
from campaigns.theatre import COSTS, RESERVE
from campaigns.theatre.graph import ends
from rules.contract import Event, Refused
from tests.campaigns.at_war import AtWar
from tests.campaigns.between import ALICE, THE_CLERK
from tests.length import AT_LENGTH, examples

T = TypeVar("T")
KEYS = ("ash", "bog", "cot", "den", "elk", "fen", "gap")
SIDES = ("reds", "blues")
LEFT: tuple[Any, ...] = ({}, {}, {}, {}, {"damage": 1}, {"damage": 2}, "lost", "withdrawn")


def pick(of: Sequence[T], n: int) -> T:
    return of[n % len(of)]


@st.composite
def maps(draw: st.DrawFn) -> str:
    """Four to seven sectors, each joined to an earlier one, and some links more; a base of each side."""
    keys = KEYS[: draw(st.integers(4, len(KEYS)))]
    small, kinds = st.integers(1, 2), st.sampled_from(tuple(COSTS))
    tree = {ends(key, keys[draw(st.integers(0, n))]) for n, key in enumerate(keys[1:])}
    more = draw(st.sets(st.tuples(st.sampled_from(keys), st.sampled_from(keys)), min_size=5, max_size=12))
    links = sorted(tree | {ends(one, other) for one, other in more if one != other})
    lines = [
        _sector(key, n, draw(small), draw(small), draw(st.sampled_from(("reds", "reds", "blues", ""))))
        for n, key in enumerate(keys)
    ]
    lines[0] = 'sector ash "ash" at=0,0 value=2 capacity=2 base=reds capital'
    lines[-1] = f'sector {keys[-1]} "{keys[-1]}" at={len(keys)},0 value=2 capacity=2 base=blues capital'
    return "\n".join([*lines, *(f"{draw(kinds)} {one} {other}" for one, other in links)])


def _sector(key: str, n: int, value: int, capacity: int, owner: str) -> str:
    owned = f" owner={owner}" if owner else ""
    return f'sector {key} "{key}" at={n},1 value={value} capacity={capacity}{owned}'


TERMS = st.fixed_dictionaries(
    {
        "retreat_hours": st.sampled_from([48, 48, 0]),
        "surrounded": st.sampled_from(["breakout", "losses", "surrender"]),
        "surrounded_losses": st.sampled_from([0, 34, 50, 100]),
        "round_value": st.integers(0, 2),
    }
)
KINDS = ("deploy", "fight", "retreat", "correct", "rule", "reconsider", "link", "close", "drop")
STEPS = st.lists(
    st.tuples(st.sampled_from((*KINDS, "deploy", "deploy", "fight", "fight", "fight")), *[st.integers(0, 60)] * 3),
    min_size=15,
    max_size=40,
)


class Watched(AtWar):
    """Every event is looked at before it is applied, and the map after every report."""

    def tell(self, *events: Event) -> None:
        for event in events:
            match event:
                case RetreatDue():
                    self._owes(event)
                case Retreated():
                    self._leaves(event)
                case Surrounded():
                    assert not self._chain_from(event.platoon)
                case TheatreScored():
                    self._scores(event)
            super().tell(event)

    def _owes(self, event: RetreatDue) -> None:
        assert event.platoon not in engaged(self.season)
        assert self._enemies(event.platoon, event.sector)
        assert len(self._ways(event.platoon, event.sector, room=True)) > 1

    def _leaves(self, event: Retreated) -> None:
        if event.how == "shattered":
            vehicles = (self[id] for id in self.season.platoons[event.platoon].vehicles)
            assert not [one for one in vehicles if one.status in ("fit", "damaged", "withdrawn")]
            return
        origin, seen = event.sector, {event.sector}
        for gone in event.moves:
            assert gone.origin == origin == self.at(gone.platoon)
            assert gone.place in self._ways(event.platoon, origin, room=False)
            assert gone.place not in seen
            origin = gone.place
            seen.add(gone.place)
        assert self._room(event.platoon, origin) > 0
        for gone in event.moves[1:]:
            assert gone.platoon not in {*engaged(self.season), *self.season.retreats}
        ways = self._ways(event.platoon, event.sector, room=True)
        if ways and event.how not in ("chosen", "ruled"):
            assert event.moves[0].place == min(ways, key=lambda key: (ways[key], -self._value(key), key))
        assert bool(ways) == (len(event.moves) == 1)

    def _scores(self, event: TheatreScored) -> None:
        each = int(self.season.terms["end_value" if event.final else "round_value"])
        for side in SIDES:
            mine = [one for one in theatre_of(self.season).sectors if self.owner(one.key) == side]
            alone = [one for one in mine if not {p.side for p in standing_in(self.season).get(one.key, ())} - {side}]
            points = sum(one.value * each for one in alone)
            assert (event.gained[side], event.totals[side]) == (points, self.season.scores[side] + points)

    def holds(self) -> None:
        """Nobody twice or nowhere, nowhere too many, everybody's own what they stand in alone, and nobody owes a
        retreat from where no enemies are."""
        sectors, sides = sectors_of(self.season), dict[str, list[str]]()
        for platoon in self.season.platoons.values():
            assert (platoon.sector in (*sectors, RESERVE)) != platoon.dropped
            sides.setdefault(platoon.sector, []).append(platoon.side)
        for key, there in sides.items():
            if key in sectors:
                assert all(there.count(side) <= sectors[key].capacity for side in SIDES)
                assert len(set(there)) > 1 or self.owner(key) == there[0]
        for due in self.season.retreats.values():
            assert self.at(due.platoon) == due.sector
            assert self._enemies(due.platoon, due.sector)

    # -- as anybody would look it up on the map --

    def _value(self, sector: str) -> int:
        return sectors_of(self.season)[sector].value

    def _enemies(self, platoon: str, sector: str) -> bool:
        side = self.season.platoons[platoon].side
        return any(one.side != side for one in standing_in(self.season).get(sector, ()))

    def _room(self, platoon: str, sector: str) -> int:
        side = self.season.platoons[platoon].side
        there = [one for one in standing_in(self.season).get(sector, ()) if one.side == side]
        return sectors_of(self.season)[sector].capacity - len(there)

    def _links(self) -> list[tuple[str, str, int]]:
        """Those that are open, both ways."""
        every = [one for one in theatre_of(self.season).links if (one.one, one.other) not in self.season.closed_links]
        forth = [(one.one, one.other, COSTS[one.kind]) for one in every]
        return forth + [(other, one, cost) for one, other, cost in forth]

    def _supplied(self, side: str) -> dict[str, int]:
        """What supply costs, by going over all links until nothing gets cheaper."""
        mine = {key for key, owner in self.season.owners.items() if owner == side}
        mine -= {key for key, there in standing_in(self.season).items() if {one.side for one in there} != {side}}
        costs = {one.key: 0 for one in theatre_of(self.season).sectors if one.base == side and one.key in mine}
        for _ in sectors_of(self.season):
            for one, other, cost in self._links():
                if one in mine and one in costs:
                    costs[other] = min(costs.get(other, 10**6), costs[one] + cost)
        return costs

    def _ways(self, platoon: str, origin: str, room: bool) -> dict[str, int]:
        """Where it may go from there, each with its way to a base."""
        costs = self._supplied(self.season.platoons[platoon].side)
        near = [other for one, other, _cost in self._links() if one == origin and other in costs]
        return {
            key: costs[key]
            for key in near
            if not self._enemies(platoon, key) and not (room and self._room(platoon, key) < 1)
        }

    def _chain_from(self, platoon: str) -> bool:
        """Is there a way to a sector with room, over sectors in which somebody can make some?"""
        seen, to_do = {self.at(platoon)}, [self.at(platoon)]
        busy, side = {*engaged(self.season), *self.season.retreats, platoon}, self.season.platoons[platoon].side
        while to_do:
            for key in self._ways(platoon, to_do.pop(), room=False):
                there = [one.key for one in standing_in(self.season).get(key, ()) if one.side == side]
                if self._room(platoon, key) > 0:
                    return True
                if key not in seen and set(there) - busy:
                    seen.add(key)
                    to_do.append(key)
        return False


class Story:
    """A war told step by step; a step that cannot be is refused, and nothing has happened."""

    def __init__(self, text: str, terms: dict[str, Any], steps: Sequence[tuple[str, int, int, int]]) -> None:
        self.it = Watched(map=text, reds=4, blues=3, workshop=False, **terms)
        for kind, *numbers in steps:
            before = len(self.it.told)
            try:
                DEEDS[kind](self, *numbers)
            except Refused:
                assert len(self.it.told) == before
            self.it.holds()

    def deploy(self, a: int, b: int, c: int) -> None:
        platoon, sector = self.some(a), pick([*sectors_of(self.it.season), RESERVE], b)
        self.it.report(Deploy(platoon=platoon, sector=sector, reason="There it is."), ALICE)

    def fight(self, a: int, b: int, c: int) -> None:
        """Two enemies who share a sector, or come to; most of the time it is counted."""
        busy = {*engaged(self.it.season), *self.it.season.retreats}
        platoon = self.some(a)
        enemies = [one for one in self.it.season.platoons.values() if one.side != self.it.season.platoons[platoon].side]
        enemy = pick(enemies, b).key
        if platoon in busy or enemy in busy or self.it.at(enemy) in ("", RESERVE):
            return
        if self.it.at(platoon) != self.it.at(enemy):
            self.it.report(Deploy(platoon=platoon, sector=self.it.at(enemy), reason="It attacks."), ALICE)
        (key,) = self.it.meet((platoon, enemy), sector=self.it.at(enemy))
        if c % 5:
            self.count(key, c)

    def count(self, fixture: str, n: int) -> None:
        found = self.it.season.fixtures[fixture]
        winner = pick((*found.platoons, found.platoons[0], ""), n)
        ids = [id for key in found.platoons for id in self.it.season.platoons[key].vehicles]
        left = {id.replace("-", "_"): pick(LEFT, n * 7 + place * (n % 3)) for place, id in enumerate(ids)}
        if all(self.it._able(key) for key in found.platoons):
            self.it.fought(fixture, winner, **left)

    def correct(self, a: int, b: int, c: int) -> None:
        counted = [one for one in self.it.season.fixtures.values() if one.reported]
        if counted:
            found = pick(counted, a)
            self.it.corrected(found.key, pick((*found.platoons, ""), b))

    def rule(self, a: int, b: int, c: int) -> None:
        if self.it.season.fixtures:
            found = pick([*self.it.season.fixtures.values()], a)
            winner = pick((*found.platoons, ""), b)
            self.it.report(Adjudicate(fixture=found.key, winner=winner, reason="So it is."), ALICE)

    def retreat(self, a: int, b: int, c: int) -> None:
        if self.it.season.retreats:
            platoon = pick(sorted(self.it.season.retreats), a)
            to = pick(("", *(haven.sector for haven in havens(self.it.season, platoon))), b)
            self.it.go(platoon, to)

    def reconsider(self, a: int, b: int, c: int) -> None:
        if self.it.season.reconsidered:
            fixture = pick(sorted(self.it.season.reconsidered), a)
            self.it.report(Reconsider(fixture=fixture, apply=bool(b % 3), reason="So be it."), ALICE)

    def link(self, a: int, b: int, c: int) -> None:
        link = pick(theatre_of(self.it.season).links, a)
        self.it.report(SetLink(one=link.one, other=link.other, open=bool(b % 2), reason="Pioneers."), ALICE)

    def close(self, a: int, b: int, c: int) -> None:
        if self.it.season.under_way is not None:
            self.it.report(CloseRound(round=self.it.season.turn), THE_CLERK)
            assert not self.it.season.retreats

    def drop(self, a: int, b: int, c: int) -> None:
        if not a % 4:
            self.it.report(Drop(platoon=self.some(b), reason="Gone."), ALICE)

    def some(self, n: int) -> str:
        return pick([*self.it.season.platoons], n)


DEEDS: dict[str, Callable[..., None]] = {name: getattr(Story, name) for name in KINDS}


@settings(
    max_examples=examples(25) if AT_LENGTH else 4,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(maps(), TERMS, STEPS)
def test_every_retreat_is_legal_and_everybody_is_somewhere(
    text: str, terms: dict[str, Any], steps: list[tuple[str, int, int, int]]
) -> None:
    """And the same reports make the same log, which reads back as the same season."""
    first, second = Story(text, terms, steps).it, Story(text, terms, steps).it
    assert first.told == second.told
    again = replay(FACTS.decode(*FACTS.encode(event)) for event in first.told)
    again.head, again.last = first.season.head, first.season.last  # places in a log, which these have none of
    assert again == first.season


@settings(max_examples=examples(20) if AT_LENGTH else 5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(maps(), st.lists(st.integers(0, 60), min_size=12, max_size=12))
def test_a_crowd_makes_room_or_there_is_no_way(text: str, where: list[int]) -> None:
    """The reds have nearly all of the map and have filled it; one of them is beaten somewhere."""
    it = Watched(map=text.replace("owner=blues", "owner=reds"), reds=0, blues=1, workshop=False, surrounded="surrender")
    sectors = [*sectors_of(it.season)]
    it.put(cats=pick(sectors[1:-1], where[0]))
    for n, place in enumerate(where):
        it.join(f"r{n}", "reds", "Light")
        if it._room(f"r{n}", pick(sectors, place)) > 0:
            it.put(**{f"r{n}": pick(sectors, place)})
    there = [one.key for one in standing_in(it.season)[it.at("cats")] if one.side == "reds"]
    if there:
        it.beat(there[0], "cats", it.at("cats"))
        it.holds()
