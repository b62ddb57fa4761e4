"""Laws of the season: what is counted depends on the newest report of each battle, and on nothing else."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

import rules
from campaigns.season import Season, narrate, replay, see_event
from campaigns.season.decider import FACTS
from campaigns.season.enlistment import Enlisted
from campaigns.season.kept_events import BattleReported
from campaigns.season.musters import BattleMustered
from campaigns.season.standings import service, standings
from campaigns.season.values import Forces, Recruit, Scoring
from rules.contract import Event, Feat, Outcome, UnitOutcome
from tests.campaigns.test_ruling import battle_id, enlisted, opened

PLATOONS = ("ants", "bees", "cats", "dogs")
FATES = ("fit", "damaged", "withdrawn", "wrecked", "lost")


@st.composite
def outcomes(draw: st.DrawFn, sides: dict[str, Forces]) -> Outcome:
    units = tuple(
        UnitOutcome(
            vehicle,
            side,
            draw(st.sampled_from(FATES)),
            {"damage": draw(st.integers(0, 3))},
            tuple(Feat(kind, 2) for kind in draw(st.lists(st.sampled_from(("shot", "hit", "kill")), max_size=3))),
        )
        for side, forces in sides.items()
        for vehicle in forces.vehicles
    )
    points = {side: draw(st.integers(0, 20)) for side in sides}
    return Outcome(over=True, winner=draw(st.sampled_from(("", *sides))), points=points, units=units)


@st.composite
def seasons(draw: st.DrawFn) -> list[Event]:
    """Battles between four platoons of one vehicle, each counted, some of them again after a correction."""
    scoring = Scoring(*(draw(st.integers(0, 5)) for _ in range(4)))
    events: list[Event] = [opened(scoring=scoring), *(enlisted(key, key, size=1) for key in PLATOONS)]
    fought: list[BattleMustered] = []
    for n in range(1, draw(st.integers(0, 6)) + 1):
        north, south = draw(st.permutations(PLATOONS))[:2]
        sides = {
            "north": Forces(platoon=north, vehicles=(f"{north}-1",)),
            "south": Forces(platoon=south, vehicles=(f"{south}-1",)),
        }
        fought.append(BattleMustered(battle=battle_id(n), scenario="ridge", options={}, sides=sides))
        events += [fought[-1], draw(reports(fought[-1], position=5))]
        if draw(st.booleans()):
            events.append(draw(reports(draw(st.sampled_from(fought)), position=5 + n)))
    return events


@st.composite
def reports(draw: st.DrawFn, fought: BattleMustered, position: int) -> BattleReported:
    result = draw(outcomes(fought.sides))
    return BattleReported(battle=fought.battle, position=position, digest="ab" * 32, outcome=result)


def tables(season: Season) -> tuple[object, object]:
    return standings(season), service(season)


@given(seasons())
def test_a_correction_counts_as_if_it_had_been_so_from_the_start(events: list[Event]) -> None:
    newest = {event.battle: event for event in events if isinstance(event, BattleReported)}
    told: set[str] = set()
    straight: list[Event] = []
    for event in events:
        if isinstance(event, BattleReported):
            if event.battle in told:
                continue
            told.add(event.battle)
            event = newest[event.battle]
        straight.append(event)
    assert tables(replay(events)) == tables(replay(straight))


@given(seasons())
def test_counting_the_same_report_twice_counts_it_once(events: list[Event]) -> None:
    twice = [again for event in events for again in ([event] * 2 if isinstance(event, BattleReported) else [event])]
    assert tables(replay(events)) == tables(replay(twice))


@given(seasons())
def test_what_one_side_wins_the_other_loses(events: list[Event]) -> None:
    season = replay(events)
    places = standings(season)
    battles = len(season.fixtures)
    assert sum(place.won for place in places) == sum(place.lost for place in places)
    assert sum(place.played for place in places) == 2 * battles
    assert all(place.played == place.won + place.drawn + place.lost for place in places)
    assert sum(place.points_for for place in places) == sum(place.points_against for place in places)
    worth = season.opened.scoring
    assert all(
        one.score
        == one.won * worth.win + one.drawn * worth.draw + one.lost * worth.loss + one.points_for * worth.scored
        for one in places
    )


def test_a_campaign_that_runs_keeps_what_points_counted_when_it_opened() -> None:
    """Modern Age proposes that they count nothing; what was frozen as a season opened still counts."""
    assert rules.system("modern_age").upkeep.scored == 0
    old = opened(system="modern_age", edition="2018.2", options={}, scoring=Scoring(scored=1))
    sides = {key: Forces(platoon=key, vehicles=(f"{key}-1",)) for key in PLATOONS[:2]}
    fought = BattleMustered(battle=battle_id(1), scenario="tank_ace", options={}, sides=sides)
    outcome = Outcome(over=True, winner="ants", points={"ants": 20, "bees": 0})
    told: list[Event] = [
        *(old, *(enlisted(key, key, size=1) for key in PLATOONS[:2]), fought),
        BattleReported(battle=fought.battle, position=5, digest="ab" * 32, outcome=outcome),
    ]
    season = replay([FACTS.decode(*FACTS.encode(event)) for event in told])
    assert {place.platoon: place.score for place in standings(season)} == {"ants": 23, "bees": 0}


@given(seasons())
def test_ranks_follow_the_score_and_equals_share_one(events: list[Event]) -> None:
    places = standings(replay(events))
    merits = [(p.score, p.points_for - p.points_against, p.points_for, p.won) for p in places]
    assert merits == sorted(merits, reverse=True)
    for place, merit in zip(places, merits, strict=True):
        assert place.rank == merits.index(merit) + 1


@given(seasons())
def test_a_vehicle_is_as_its_last_battle_left_it(events: list[Event]) -> None:
    season = replay(events)
    for vehicle, record in service(season).items():
        fought = [
            unit
            for fixture in season.fixtures.values()
            if fixture.reported
            for unit in fixture.reported.outcome.units
            if unit.id == vehicle
        ]
        assert len(record.sorties) == len(fought)
        assert record.condition == (fought[-1].condition if fought else {})
        assert record.status == (fought[-1].fate if fought else "fit")
        assert record.count("hit") == sum(feat.kind == "hit" for unit in fought for feat in unit.feats)


@given(seasons())
def test_stored_and_read_back_is_the_same_season(events: list[Event]) -> None:
    read = [FACTS.decode(*FACTS.encode(event)) for event in events]
    assert read == events
    assert replay(read) == replay(events)


@given(seasons())
def test_every_event_reads_as_a_sentence(events: list[Event]) -> None:
    season = replay(events)
    for event in events:
        assert "%(" not in narrate(season, event).text()


def test_cards_are_their_own_players_and_the_seed_nobodys() -> None:
    recruit = Recruit(id="a", model="Light")
    fitted = Enlisted(
        platoon="ants", name="Ants", side="", card="", player="bob", vehicles=(recruit,), cards={"a/1": "Sight"}
    )
    season = replay([opened(), fitted])
    assert see_event(season, fitted, "bob") == fitted
    for other in ("", "carol"):
        seen = see_event(season, fitted, other)
        assert isinstance(seen, Enlisted)
        assert seen.cards == {}
    unowned = msgspec.structs.replace(fitted, player="")
    assert see_event(season, unowned, "") != unowned
    for player in ("", "bob"):
        assert "5e5e" not in str(see_event(season, opened(), player))


def test_an_erased_name_or_card_leaves_the_season_readable() -> None:
    recruit = Recruit(id="a", model="Light")
    erased = Enlisted(
        platoon="ants", name="", side="", card="", player="bob", vehicles=(recruit,), names={"a": ""}, cards={"a/1": ""}
    )
    season = replay([opened(name=""), erased])
    assert season.platoons["ants"].name == "ants"
    assert season.platoons["ants"].fittings == {"a": ()}
    assert season.vehicles["a"].name == "Light"
