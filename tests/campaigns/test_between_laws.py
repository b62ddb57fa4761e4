"""Laws of what happens between battles, whatever is reported in whatever order: points, slots, who may fight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.season import GONE, replay
from campaigns.season.crews import CrewReplaced, ReplaceCrew
from campaigns.season.decider import FACTS
from campaigns.season.enlistment import Enlisted
from campaigns.season.kept_events import BattleReported
from campaigns.season.musters import MusterBattle
from campaigns.season.penalties import Penalise, Penalised
from campaigns.season.purchases import Bought, Buy
from campaigns.season.reinforcements import PointsGranted
from campaigns.season.results import Adjudicate
from campaigns.season.sales import Sell, Sold
from campaigns.season.standings import service, showings_of
from campaigns.season.values import Forces, Recruit
from campaigns.season.vehicles import can_fight, jobs_of
from campaigns.season.workshop import Prioritise, Repair, WorkshopEntered, WorkshopWorked
from campaigns.season.write_offs import WriteOff
from rules.adjudicate import Who
from rules.contract import Event, Refused
from tests.campaigns.between import ALICE, BOB, CAROL, Camp
from tests.length import AT_LENGTH, examples

T = TypeVar("T")
Step = tuple[str, int, int, int]
PLAYERS = {"bears": BOB, "cats": CAROL}
LEFT: tuple[Any, ...] = (
    *({}, {}, {}, {}),
    {"damage": 1},
    {"damage": 2},
    "lost",
    {"crew": "wounded"},
    {"crew": "lost", "damage": 1},
    {"crew": "wounded", "damage": 2},
    "withdrawn",
)
TERMS = st.fixed_dictionaries(
    {
        "slots": st.integers(0, 3),
        "purse": st.integers(0, 120),
        "per_round": st.integers(0, 4),
        "per_win": st.integers(0, 9),
        "per_draw": st.integers(0, 5),
        "per_loss": st.integers(0, 3),
        "minimum_force": st.sampled_from([0, 40, 90]),
        "write_off": st.sampled_from([0, 19, 100]),
        "weld_needs": st.integers(0, 4),
        "spare_crew_points": st.integers(0, 5),
        "wounded_rounds": st.integers(0, 3),
        "tow_points": st.integers(0, 3),
        "unfinished": st.sampled_from(["carry", "void"]),
    }
)


def pick(of: Sequence[T], n: int) -> T:
    return of[n % len(of)]


class Story:
    """A campaign told step by step; a step that cannot be is refused, and nothing has happened."""

    def __init__(self, terms: dict[str, Any], steps: list[Step]) -> None:
        self.it = Camp(**terms)
        self.bought = 0
        for step in steps:
            self.take(step)
            holds(self.it)

    def take(self, step: Step) -> None:
        kind, *numbers = step
        before = len(self.it.told)
        try:
            STEPS[kind](self, *numbers)
        except Refused:
            assert len(self.it.told) == before

    def fight(self, a: int, b: int, c: int) -> None:
        able = {
            key: [id for id in platoon.vehicles if can_fight(service(self.it.season)[id])]
            for key, platoon in self.it.season.platoons.items()
        }
        some = {key: tuple(ids[: 1 + a % 3]) for key, ids in able.items()}
        called = [("north", "bears"), ("south", "cats")]
        sides = {side: Forces(platoon=key, vehicles=some[key]) for side, key in called[:: 1 if c % 2 else -1]}
        self.it.battles += 1
        battle = f"{self.it.battles:08x}-0000-4000-8000-000000000000"
        self.it.report(MusterBattle(battle=battle, sides=sides), ALICE)
        if b % 4:
            self.count(-1, b, c)

    def count(self, a: int, b: int, c: int) -> None:
        """For the first time, or again because it was corrected."""
        battles = [one.battle for one in self.it.season.fixtures.values() if one.battle]
        if battles:
            fixture = self.it.season.of_battle(pick(battles, a))
            assert fixture is not None
            ids = [id for forces in fixture.sides.values() for id in forces.vehicles]
            left = {id.replace("-", "_"): pick(LEFT, b * 7 + c * n) for n, id in enumerate(ids, 1)}
            position = fixture.reported.position + 1 if fixture.reported else 9
            self.it.count(fixture.battle, position, pick(("north", "south", ""), c), **left)

    def adjudicate(self, a: int, b: int, c: int) -> None:
        if self.it.season.fixtures:
            fixture = pick([*self.it.season.fixtures], a)
            winner = pick(("bears", "cats", ""), b)
            self.it.report(Adjudicate(fixture=fixture, winner=winner, void=not c % 5, reason="So it is."), ALICE)

    def close(self, a: int, b: int, c: int) -> None:
        self.it.close_round()

    def repair(self, a: int, b: int, c: int) -> None:
        key, who, ids = self.some(a, b, c)
        self.it.report(Repair(platoon=key, vehicles=ids if c % 2 else ()), who)

    def prioritise(self, a: int, b: int, c: int) -> None:
        key, who, ids = self.some(a, b, c)
        self.it.report(Prioritise(platoon=key, order=ids[1:], hold=ids[: c % 3]), who)

    def crew(self, a: int, b: int, c: int) -> None:
        out = [id for id, vehicle in self.it.season.vehicles.items() if vehicle.crew.state != "fit"]
        vehicle = pick(out or [*self.it.season.vehicles], b)
        self.it.report(ReplaceCrew(vehicle=vehicle), PLAYERS[self.it[vehicle].platoon])

    def write_off(self, a: int, b: int, c: int) -> None:
        key, who, ids = self.some(a, b, c)
        self.it.report(WriteOff(platoon=key, vehicles=ids[:1], reason="Enough."), who)

    def sell(self, a: int, b: int, c: int) -> None:
        key, who, ids = self.some(a, b, c)
        self.it.report(Sell(platoon=key, vehicles=ids[:2]), who)

    def buy(self, a: int, b: int, c: int) -> None:
        key, who, ids = self.some(a, b, c)
        self.bought += 1
        new = (Recruit(id=f"{key}-n{self.bought}", model=pick(("Light", "Heavy"), c)),)
        cards = pick(((), ("Sight",), ("Sight", "Bargain"), ("Bargain",)), b)
        vehicles = new if c % 3 else ()
        self.it.report(Buy(platoon=key, vehicles=vehicles, fittings={(new[0].id if vehicles else ids[0]): cards}), who)

    def penalise(self, a: int, b: int, c: int) -> None:
        self.it.report(Penalise(platoon=pick([*PLAYERS], a), points=c, reason="Late."), ALICE)

    def some(self, a: int, b: int, c: int) -> tuple[str, Who, tuple[str, ...]]:
        """A platoon, its player, and up to three vehicles of it."""
        key = pick([*PLAYERS], a)
        ids = self.it.season.platoons[key].vehicles
        return key, PLAYERS[key], tuple(dict.fromkeys(pick(ids, b + n) for n in range(1 + c % 3)))


STEPS: dict[str, Callable[..., None]] = {
    name: getattr(Story, name)
    for name in (
        *("fight", "count", "adjudicate", "close", "repair", "prioritise"),
        *("crew", "write_off", "sell", "buy", "penalise"),
    )
}
KINDS = st.sampled_from([*STEPS, "fight", "fight", "fight", "count", "close", "close"])
STORIES = st.lists(st.tuples(KINDS, *[st.integers(0, 20)] * 3), min_size=8, max_size=30)


def holds(camp: Camp) -> None:
    """What is so after every step."""
    records, slots = service(camp.season), int(camp.season.terms["slots"])
    for key, platoon in camp.season.platoons.items():
        assert platoon.purse == sum(ledger(camp.told, key)) >= 0
        inside = [id for id in platoon.vehicles if camp[id].status == "workshop"]
        assert not slots or len(inside) <= slots
        assert all(camp[id].bays for id in inside)
    for id, vehicle in camp.season.vehicles.items():
        if vehicle.status in (*GONE, "workshop", "wrecked") or vehicle.crew.state != "fit":
            assert not can_fight(records[id])
        assert id not in camp.season.fighting() or vehicle.status not in (*GONE, "workshop", "wrecked")


def ledger(told: list[Event], key: str) -> Iterator[int]:
    """All that ever came into a purse or went out of it."""
    for event in told:
        match event:
            case Enlisted(platoon=platoon, purse=points) | Sold(platoon=platoon, points=points):
                yield points * (platoon == key)
            case Bought(platoon=platoon, cost=points) | Penalised(platoon=platoon, points=points):
                yield -points * (platoon == key)
            case WorkshopEntered(platoon=platoon, works=works) | WorkshopWorked(platoon=platoon, works=works):
                yield -sum(work.paid for work in works) * (platoon == key)
            case CrewReplaced(vehicle=vehicle, cost=points):
                yield -points * vehicle.startswith(key)
            case PointsGranted(grants=grants) | BattleReported(gains=grants):
                yield sum(grant.points for grant in grants if grant.platoon == key)


law = settings(
    max_examples=examples(20) if AT_LENGTH else 5,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@law
@given(TERMS, STORIES)
def test_the_books_balance_the_slots_suffice_and_nothing_fights_that_may_not(
    terms: dict[str, Any], steps: list[Step]
) -> None:
    """As `holds` has it; and the same seed and the same reports make the same log, which reads back as the same
    season."""
    first, second = Story(terms, steps), Story(terms, steps)
    assert first.it.told == second.it.told
    again = replay(FACTS.decode(*FACTS.encode(event)) for event in first.it.told)
    again.head, again.last = first.it.season.head, first.it.season.last  # places in a log, which the story has none of
    assert again == first.it.season


@law
@given(TERMS, STORIES)
def test_repaired_to_the_end_everything_is_fit(terms: dict[str, Any], steps: list[Step]) -> None:
    """What is left after any story, given points and time."""
    story = Story(terms | {"write_off": 0}, steps)
    it = story.it
    for fixture in list(it.season.fixtures.values()):
        if fixture.is_fought:
            it.count(fixture.battle)
    for key, player in PLAYERS.items():
        it.pay(200, key)
        it.report(Prioritise(platoon=key), player)
    for _ in range(60):
        it.close_round()
    for vehicle in it.season.vehicles.values():
        if vehicle.status not in GONE:
            assert not jobs_of(it.season, vehicle)
            assert vehicle.status in ("fit", "withdrawn")
            assert vehicle.condition.get("damage", 0) == 0
            assert vehicle.crew.state != "wounded"


@law
@given(TERMS, STORIES)
def test_what_a_round_grants_is_granted_once(terms: dict[str, Any], steps: list[Step]) -> None:
    """For every fixture, what its result is worth by now, whatever was corrected: nothing is owed."""
    it = Story(terms | {"unfinished": "void"}, steps).it
    it.pay(500, "bears")
    it.pay(500, "cats")
    it.close_round()
    worth = {"won": terms["per_win"], "drawn": terms["per_draw"], "lost": terms["per_loss"]}
    for fixture in it.season.fixtures.values():
        due = {one.platoon: worth[one.result] for one in showings_of(fixture)}
        assert {key: points for key, points in fixture.granted.items() if points} == {
            key: points for key, points in due.items() if points
        }
