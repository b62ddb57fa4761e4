"""What a campaign allows: given what has happened, when something is reported, then this follows."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

import rules
from campaigns.season import Season, decide, editions, replay
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.enlistment import Enlist, Enlisted
from campaigns.season.kept_events import BattleReported, Opened
from campaigns.season.musters import BattleMustered, MusterBattle
from campaigns.season.opening import Open
from campaigns.season.purchases import Bought
from campaigns.season.terms import settle_terms
from campaigns.season.values import Forces, Recruit, Scoring
from rules.adjudicate import CLERK, Who
from rules.contract import Command, Event, Outcome, Refused, UnitOutcome
from rules.stream import dice
from rules.stream.dice import SeededDice

ALICE, BOB, CAROL, THE_CLERK = Who("alice", referee=True), Who("bob"), Who("carol"), Who(CLERK, referee=True)
SEED = "5e" * 32
SIDES = {"north": "bears", "south": "cats"}


def battle_id(n: int) -> str:
    return str(UUID(int=n))


def opened(**changes: Any) -> Opened:
    fields: dict[str, Any] = {
        "name": "The long ridge",
        "system": "skirmish",
        "edition": "1",
        "options": {"fog": False},
        "sides": {},
        "scoring": Scoring(),
        "confirm_within": 0,
        "seed": SEED,
        "commitment": dice.commitment(SEED),
    }
    return Opened(**(fields | changes))


def enlisted(key: str, player: str, size: int = 2) -> Enlisted:
    recruits = tuple(Recruit(id=f"{key}-{n}", model="Light") for n in range(1, size + 1))
    return Enlisted(platoon=key, name=key.title(), side="", card="", player=player, vehicles=recruits)


def bought(key: str, size: int) -> Bought:
    return Bought(platoon=key, vehicles=tuple(Recruit(id=f"{key}-n{n}", model="Light") for n in range(size)), cost=0)


def mustered(n: int = 1, north: str = "bears", south: str = "cats", size: int = 2) -> BattleMustered:
    sides = {
        side: Forces(platoon=key, vehicles=tuple(f"{key}-{n}" for n in range(1, size + 1)))
        for side, key in (("north", north), ("south", south))
    }
    return BattleMustered(battle=battle_id(n), scenario="ridge", options={}, sides=sides, dice="leaguer")


def outcome(fates: dict[str, str], winner: str = "north", points: dict[str, int] | None = None) -> Outcome:
    units = tuple(
        UnitOutcome(id, "north" if id.startswith("bears") else "south", fate, {"damage": 1})  # type: ignore[arg-type]
        for id, fate in fates.items()
    )
    return Outcome(over=True, winner=winner, points=points or {}, units=units)


FATES = {"bears-1": "fit", "bears-2": "damaged", "cats-1": "wrecked", "cats-2": "lost"}


def reported(n: int = 1, position: int = 9, **fates: str) -> BattleReported:
    result = outcome(FATES | {key.replace("_", "-"): fate for key, fate in fates.items()})
    return BattleReported(battle=battle_id(n), position=position, digest="ab" * 32, outcome=result)


GIVEN: tuple[Event, ...] = (opened(), enlisted("bears", "bob"), enlisted("cats", "carol"))


def when(given: tuple[Event, ...], command: Command, who: Who) -> list[Event]:
    """What follows; the state the events leave is not changed by asking."""
    season = replay(given) if given else None
    events = list(decide(season, command, who, SeededDice(SEED)))
    assert season == (replay(given) if given else None)
    return events


def refused(given: tuple[Event, ...], command: Command, who: Who) -> Refused:
    with pytest.raises(Refused) as caught:
        when(given, command, who)
    assert caught.value.rule
    return caught.value


# ---------------------------------------------------------------------------------------------------- opening


def test_an_organiser_opens_with_the_rulebooks_options_and_newest_edition() -> None:
    command = Open(name="The long ridge", system="skirmish", options={"fog": True}, seed=SEED)
    terms = settle_terms(rules.system("skirmish"), {})
    assert when((), command, ALICE) == [opened(options={"fog": True}, terms=terms, house_edition=editions.NEWEST)]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"system": "chess"}, "system"),
        ({"edition": "7"}, "edition"),
        ({"options": {"wind": True}}, "options"),
        ({"options": {"fog": 3}}, "options"),
        ({"sides": {"red": "Red"}}, "sides"),
        ({"sides": {"red": "Red", "blue": "red"}}, "sides"),
        ({"terms": {"wages": 3}}, "terms"),
        ({"terms": {"slots": -1}}, "terms"),
        ({"breakers": ("beauty",)}, "breakers"),
        ({"breakers": ("wins", "wins")}, "breakers"),
    ],
)
def test_what_cannot_be_opened_names_its_field(changes: dict[str, Any], field: str) -> None:
    command = Open(**({"name": "The long ridge", "system": "skirmish", "seed": SEED} | changes))
    assert refused((), command, ALICE).field == field


def test_a_player_does_not_open_a_campaign() -> None:
    assert refused((), Open(name="Mine", system="skirmish", seed=SEED), BOB).code == "not-yours"


def test_nothing_comes_before_opening_and_opening_comes_once() -> None:
    assert "not open" in refused((), enlist("bears"), BOB).text.text()
    assert "already" in refused(GIVEN, Open(name="Again", system="skirmish", seed=SEED), ALICE).text.text()


# ---------------------------------------------------------------------------------------------------- enlisting


def enlist(key: str, **changes: Any) -> Enlist:
    fields: dict[str, Any] = {
        "platoon": key,
        "name": key.title(),
        "vehicles": (Recruit(id=f"{key}-1", model="Light"), Recruit(id=f"{key}-2", model="Light")),
    }
    return Enlist(**(fields | changes))


def test_a_player_enlists_himself() -> None:
    (event,) = when(GIVEN[:1], enlist("bears", fittings={"bears-2": ("Sight", "Sight")}), BOB)
    assert isinstance(event, Enlisted)
    assert (event.player, event.cards) == ("bob", {"bears-2/1": "Sight", "bears-2/2": "Sight"})
    assert replay((opened(), event)).platoons["bears"].fittings == {"bears-1": (), "bears-2": ("Sight", "Sight")}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"platoon": "bears"}, "platoon"),
        ({"name": "BEARS"}, "name"),
        ({"side": "red"}, "side"),
        ({"player": "carol"}, "player"),
        ({"vehicles": (Recruit(id="bears-1", model="Light"),)}, "vehicles"),
        ({"vehicles": (Recruit(id="d", model="Light"), Recruit(id="d", model="Light"))}, "vehicles"),
        ({"names": {"bears-1": "Ours"}}, "names"),
        ({"vehicles": (Recruit(id="north", model="Light"),)}, "vehicles"),
        ({"vehicles": (Recruit(id="ridge", model="Light"),)}, "vehicles"),
        ({"names": {"dogs-1": "Rex", "dogs-2": "REX"}}, "names"),
        ({"names": {"dogs-1": "Ren\u00e9", "dogs-2": "Rene\u0301"}}, "names"),
        ({"fittings": {"cats-1": ("Sight",)}}, "fittings"),
    ],
)
def test_what_cannot_enlist_names_its_field(changes: dict[str, Any], field: str) -> None:
    assert refused(GIVEN, enlist("dogs", **changes), BOB).field == field


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"vehicles": (Recruit(id="foxes-1", model="Command tank"),)}, "vehicles"),
        ({"fittings": {"foxes-1": ("Tiger",)}}, "fittings.foxes-1"),
        ({"card": "Tiger"}, "card"),
    ],
)
def test_an_article_of_the_catalogue_is_enlisted_as_what_it_is(changes: dict[str, Any], field: str) -> None:
    """A mark is no vehicle, a vehicle no mark: such a platoon could fight no battle, and is there to stay."""
    given = (opened(system="panzer_strike", options={}),)
    fields: dict[str, Any] = {"platoon": "foxes", "name": "Foxes", "vehicles": (Recruit(id="foxes-1", model="Tiger"),)}
    assert refused(given, Enlist(**(fields | changes)), BOB).field == field
    assert when(given, Enlist(**(fields | {"fittings": {"foxes-1": ("Command tank",)}})), BOB)


def test_where_there_are_sides_a_platoon_takes_one() -> None:
    given = (opened(sides={"red": "Red", "blue": "Blue"}),)
    assert refused(given, enlist("bears"), BOB).field == "side"
    assert when(given, enlist("bears", side="red"), BOB)


# ---------------------------------------------------------------------------------------------------- mustering


def muster(n: int = 1, north: Forces | str = "bears", south: Forces | str = "cats") -> MusterBattle:
    sides = {
        side: Forces(platoon=forces) if isinstance(forces, str) else forces
        for side, forces in (("north", north), ("south", south))
    }
    return MusterBattle(battle=battle_id(n), sides=sides)


def test_all_that_can_fight_are_mustered_when_none_are_named() -> None:
    assert when(GIVEN, muster(), ALICE) == [mustered()]


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (muster(north="wolves"), "sides.north.platoon"),
        (muster(south="bears"), "sides"),
        (muster(north=Forces(platoon="bears", vehicles=("cats-1",))), "sides.north.vehicles"),
        (muster(north=Forces(platoon="bears", vehicles=("bears-1", "bears-1"))), "sides.north.vehicles"),
        (MusterBattle(battle=battle_id(1), sides={"north": Forces(platoon="bears")}), "sides"),
    ],
)
def test_what_cannot_be_mustered_names_its_field(command: MusterBattle, field: str) -> None:
    assert refused(GIVEN, command, ALICE).field == field


def test_only_an_organiser_musters() -> None:
    assert refused(GIVEN, muster(), BOB).code == "not-yours"


def test_a_battle_is_mustered_once() -> None:
    assert refused((*GIVEN, mustered()), muster(), ALICE).field == "battle"


def test_a_vehicle_fights_in_one_battle_at_a_time() -> None:
    given = (*GIVEN, enlisted("dogs", "dora"), mustered(size=1))
    named = muster(2, north=Forces(platoon="bears", vehicles=("bears-1", "bears-2")), south="dogs")
    why = refused(given, named, ALICE)
    assert why.field == "sides.north.vehicles"
    assert why.remedy is not None
    assert battle_id(1) in why.remedy.text()
    (event,) = when(given, muster(2, south="dogs"), ALICE)
    assert isinstance(event, BattleMustered)
    assert event.sides["north"].vehicles == ("bears-2",)


def test_wrecks_and_losses_stay_at_home() -> None:
    given = (*GIVEN, enlisted("dogs", "dora"), mustered(), reported())
    for vehicle in ("cats-1", "cats-2"):
        why = refused(given, muster(2, north="dogs", south=Forces(platoon="cats", vehicles=(vehicle,))), ALICE)
        assert why.field == "sides.south.vehicles"
    assert refused(given, muster(2, north="dogs"), ALICE).field == "sides.south.platoon"


def test_nobody_is_called_with_more_vehicles_than_a_report_may_name() -> None:
    given = (opened(), enlisted("bears", "bob", 60), enlisted("cats", "carol"), bought("bears", 1))
    all_of_them = MusterBattle(battle=battle_id(1), sides={side: Forces(platoon=key) for side, key in SIDES.items()})
    fault = refused(given, all_of_them, ALICE)
    assert (fault.field, bool(fault.remedy)) == ("sides.north.vehicles", True)
    some = {"north": Forces(platoon="bears", vehicles=("bears-1",)), "south": Forces(platoon="cats")}
    assert when(given, MusterBattle(battle=battle_id(1), sides=some), ALICE)


def test_in_which_order_the_sides_are_told_changes_nothing() -> None:
    """The log keeps none."""
    sides = {side: Forces(platoon=key) for side, key in SIDES.items()}
    one, other = (
        when(GIVEN, MusterBattle(battle=battle_id(1), sides=dict(told)), ALICE)
        for told in (sides.items(), reversed(sides.items()))
    )
    assert [*one[0].sides] == [*other[0].sides]  # type: ignore[attr-defined]
    assert replay((*GIVEN, *one)) == replay((*GIVEN, *other))


def test_what_withdrew_fights_again() -> None:
    given = (*GIVEN, mustered(), reported(cats_1="withdrawn"))
    (event,) = when(given, muster(2), ALICE)
    assert isinstance(event, BattleMustered)
    assert event.sides["south"].vehicles == ("cats-1",)


# ---------------------------------------------------------------------------------------------------- counting


def report(event: BattleReported, **changes: Any) -> ReportBattle:
    fields: dict[str, Any] = {
        "battle": event.battle,
        "position": event.position,
        "digest": event.digest,
        "outcome": event.outcome,
    }
    return ReportBattle(**(fields | changes))


def test_the_clerk_counts_a_battle_and_counts_it_again_when_it_was_corrected() -> None:
    given = (*GIVEN, mustered())
    (first,) = when(given, report(reported()), THE_CLERK)
    assert isinstance(first, BattleReported)
    assert (first.position, first.outcome) == (9, reported().outcome)
    assert [(home.vehicle, home.status) for home in first.home or ()] == list(FATES.items())
    (again,) = when((*given, first), report(reported(position=12)), THE_CLERK)
    assert isinstance(again, BattleReported)
    assert (again.position, again.home, again.gains, again.contradicted) == (12, first.home, (), ())


def test_where_only_its_log_has_gone_on_a_battle_counts_as_before() -> None:
    """From the third edition of the house on."""
    given = (opened(house_edition=editions.NEWEST), *GIVEN[1:], mustered())
    (first,) = when(given, report(reported()), THE_CLERK)
    (again,) = when((*given, first), report(reported(position=12)), THE_CLERK)
    assert isinstance(again, BattleReported)
    assert (again.position, again.home, again.gains, again.contradicted, again.unchanged) == (12, (), (), (), True)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"battle": battle_id(7)}, "battle"),
        ({"position": 9}, "position"),
        ({"outcome": Outcome(over=False)}, "outcome"),
        ({"outcome": outcome({"bears-1": "fit"})}, "outcome"),
    ],
)
def test_what_cannot_be_counted_names_its_field(changes: dict[str, Any], field: str) -> None:
    given = (*GIVEN, mustered(), reported(position=9))
    assert refused(given, report(reported(position=12), **changes), THE_CLERK).field == field


def test_nobody_but_the_clerk_counts() -> None:
    assert refused((*GIVEN, mustered()), report(reported()), ALICE).code == "not-yours"


def test_given_states_are_left_alone() -> None:
    """The helpers above compare a replayed season with itself: they can tell two apart."""
    assert isinstance(replay(GIVEN), Season)
    assert replay(GIVEN) != replay((*GIVEN, mustered()))
