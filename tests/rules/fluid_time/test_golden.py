"""The recorded battles are what their scripts give today, and between them they show what can happen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import TypeVar

import pytest

from rules.contract import Event, Mustered, Outcome
from rules.record import Entry, Table, dumps, fold
from rules.reports import Confirm, DepthChanged, Settle, StatusReported
from rules.reread import Terms, reread
from rules.stream import decks
from rules.stream.revision.reports import Agreed, Declared, Revised
from rules.systems.fluid_time import SYSTEM, tables
from rules.systems.fluid_time.aftermath import Assessed
from rules.systems.fluid_time.cards import parts
from rules.systems.fluid_time.catalogue import figures_of
from rules.systems.fluid_time.deck import CardDrawn, DeckShuffled
from rules.systems.fluid_time.fighters import FighterHeld, StrikeCancelled, StrikeLetPass
from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.impulses import CommanderInvoked, ImpulseEnded
from rules.systems.fluid_time.last_tank import LastOfPlatoon
from rules.systems.fluid_time.morale import MoraleChecked
from rules.systems.fluid_time.moving import Moved
from rules.systems.fluid_time.shooting import ShotResolved, ShotWasted
from rules.systems.fluid_time.strikes import StrikeSent
from rules.systems.fluid_time.support import SupportCalled
from rules.systems.fluid_time.turns import DeckDisclosed
from tests.rules.conformance.goldens import recorded
from tests.rules.fluid_time.record import BATTLES, FOLDER, SHEET, played

Told = TypeVar("Told", bound=Event)
LATER = {option.name for option in SYSTEM.options if option.later} - {tables.HOUSE_UNITS}


@cache
def entries_of(name: str) -> list[Entry]:
    return played(name)


@cache
def outcome_of(name: str) -> Outcome:
    return fold(entries_of(name)).outcome()


def events_of(name: str) -> Iterator[Event]:
    return (event for entry in entries_of(name) for event in entry.events)


def everything(kind: type[Told], *names: str) -> list[Told]:
    """Every event of a kind, of these battles or of all."""
    return [event for name in names or BATTLES for event in events_of(name) if isinstance(event, kind)]


def mustered(name: str) -> Mustered:
    return everything(Mustered, name)[0]


# -- the records -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BATTLES)
def test_the_script_gives_the_record(name: str) -> None:
    assert dumps(entries_of(name)) == (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")


def test_every_recorded_battle_has_its_forces_here() -> None:
    assert {f"{path.parent.name}/{path.stem}" for path in recorded(SYSTEM)} == set(BATTLES)


@pytest.mark.parametrize("name", BATTLES)
def test_both_confirm_and_it_is_settled(name: str) -> None:
    told = [type(entry.command) for entry in entries_of(name)]
    assert told.count(Confirm) == 2
    assert told[-1] is Settle


@pytest.mark.parametrize("name", BATTLES)
def test_it_has_dice_of_the_table_and_of_leaguer(name: str) -> None:
    rolls = [getattr(event, "roll", None) for event in events_of(name)]
    assert {roll.by for roll in rolls if roll is not None} == {"table", "leaguer"}


# -- how they end ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "winner", "field", "how", "points"),
    [
        # T-60s 9 and 9, T-34s 19 and 19; a Panzer III 17, a Mark IV 21.
        (
            "1/posted",
            "germans",
            "germans",
            "A side has no vehicle left that could act.",
            {"germans": 56, "soviets": 38},
        ),
        # Semovente 17, Carro 11, the lorry 4; Sherman 21, Stuart 14.
        ("1/switches", "second", "", "The last Turn Over card has come.", {"first": 32, "second": 35}),
        # T-34s 19 and 19 with 6 for fanatics, BT-5 9.
        ("1/club", "germans", "germans", "The enemy has conceded the field.", {"germans": 53, "soviets": 0}),
        # The T-60 9; the Marder 17.
        ("2/rulings", "soviets", "soviets", "The enemy has conceded the field.", {"germans": 9, "soviets": 17}),
        # A T-34 19; the KV 20.
        ("2/switches", "soviets", "", "The last Turn Over card has come.", {"germans": 19, "soviets": 20}),
    ],
)
def test_it_ends_as_it_is_told(name: str, winner: str, field: str, how: str, points: dict[str, int]) -> None:
    outcome = outcome_of(name)
    assert (outcome.winner, outcome.field) == (winner, field)
    assert outcome.how is not None
    assert outcome.how.text() == how
    assert outcome.points == points


@pytest.mark.parametrize(
    ("name", "fates"),
    [
        (
            "1/posted",
            {
                "pz-iii-1": "lost",
                "pz-iii-2": "withdrawn",
                "mark-iv-2": "fit",
                "stug": "fit",
                "t34-2": "lost",
                "t60-2": "lost",
                "kv": "lost",
            },
        ),
        ("1/switches", {"sherman-1": "fit", "sherman-2": "lost", "lorry": "lost", "semovente-2": "damaged"}),
        (
            "1/club",
            {"eight-eight": "fit", "opel-1": "wrecked", "opel-2": "wrecked", "t34-2": "lost", "kv": "damaged"},
        ),
        ("2/rulings", {"marder": "lost", "stug": "fit", "t34-3": "damaged", "t60": "wrecked", "kv": "fit"}),
        ("2/switches", {"prize-kv": "wrecked", "prize-tiger": "fit", "t34-1": "damaged", "t34-2": "lost"}),
    ],
)
def test_what_becomes_of_them(name: str, fates: dict[str, str]) -> None:
    found = {unit.id: unit.fate for unit in outcome_of(name).units}
    assert {id: found[id] for id in fates} == fates


def test_a_die_is_rolled_for_every_crew_of_what_has_burnt_and_for_no_other() -> None:
    for name in BATTLES:
        burnt = {unit.id for unit in outcome_of(name).units if unit.condition["out"] == "burning"}
        assert {event.unit for event in everything(Assessed, name) if event.roll} == burnt
    seen_to = everything(Assessed)
    assert {event.fate for event in seen_to} == {"kept", "wrecked", "captured", "lost"}
    assert {event.crew for event in seen_to if event.roll} == {"fit", "lost"}


# -- what may happen ---------------------------------------------------------------------------------------------------


def test_they_show_all_that_may_happen() -> None:
    assert not set(SYSTEM.events) - kinds_of(*BATTLES)


def test_they_show_all_that_may_be_reported() -> None:
    told = {type(entry.command) for name in BATTLES for entry in entries_of(name)}
    assert not set(SYSTEM.commands) - told


def test_they_show_all_that_may_come_of_a_hit() -> None:
    hits = everything(HitResolved)
    assert {event.effect for event in hits} == {"none", *tables.EFFECTS.values()}
    assert {event.effect_roll.values for event in hits if event.effect_roll} == {(face,) for face in range(1, 7)}
    assert {(event.cause, event.tests) for event in hits} >= {
        ("shot", "struck"),
        ("shot", "crew_suppressed"),
        ("shot", ""),
        ("strike", "struck"),
        ("strike", ""),
    }


def test_they_show_every_reason_to_test_morale_and_all_that_comes_of_it() -> None:
    checks = everything(MoraleChecked)
    assert {event.reason for event in checks} == {"struck", "crew_suppressed", "last_tank", "rally"}
    assert {event.result for event in checks} == {"passed", "suppressed", "abandoned"}


def test_they_show_each_kind_of_card() -> None:
    cards = {parts(event.card).kind for event in everything(CardDrawn)}
    assert cards == {tables.TURN_OVER, *tables.GRANTS, *tables.SUPPORT}


def test_they_show_all_that_overwatch_answers() -> None:
    assert {event.overwatch for event in everything(ShotResolved)} == {"", "enters", "leaves", "return"}


def test_they_show_every_range_and_every_modifier() -> None:
    shots = everything(ShotResolved)
    assert {event.range for event in shots} == {"short", "medium", "long", "beyond"}
    assert {name for event in shots for name, _value in event.modifiers} == {
        "target_moving",
        "light_concealment",
        "heavy_concealment",
        "hull_down",
        "shooter_moved",
        "russian_moved",
        "range",
    }


def test_they_show_how_an_impulse_ends() -> None:
    assert {event.why for event in everything(ImpulseEnded)} == {"done", "time", "nobody"}


def test_they_show_shots_wasted_on_a_wreck_and_by_who_cannot_fire_any_more() -> None:
    assert {event.why for event in everything(ShotWasted)} == {"target", "shooter"}


def test_they_show_a_strike_that_is_cancelled_one_that_is_let_pass_and_a_fighter_that_attacks() -> None:
    decided = SupportCalled | StrikeCancelled | StrikeLetPass
    told = [event for name in BATTLES for event in events_of(name) if isinstance(event, decided)]
    found = [
        (type(event).__name__, was.aircraft, event.side == was.side)
        for was, event in pairwise(told)
        if isinstance(was, SupportCalled) and not isinstance(event, SupportCalled)
    ]
    assert found == [
        ("StrikeCancelled", "ju_87", False),
        ("StrikeLetPass", "il_2", False),
        ("StrikeLetPass", "me_109", True),
    ]


def test_they_show_all_that_support_brings() -> None:
    called = everything(SupportCalled)
    assert {event.stage for event in called} == {"hold", "cancel", "send", ""}
    assert {event.kind for event in called} == {"air", "artillery", "none"}
    aircraft = {aircraft for row in tables.AIRCRAFT.values() for aircraft in row.values()}
    assert {event.aircraft for event in called if event.aircraft} == aircraft
    assert {event.level for event in everything(StrikeSent)} == set(tables.LEVELS)


# -- what is told is what it says --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BATTLES)
def test_every_shot_is_the_sum_of_what_was_told(name: str) -> None:
    """R18 and R19, told once more."""
    for event in everything(ShotResolved, name):
        fell = event.roll.numbers if event.roll else ()
        assert event.hits == len([die for die in fell if die <= event.need])
        if event.range != "beyond":
            assert event.need == size_of(name, event.target) + sum(value for _name, value in event.modifiers)


@pytest.mark.parametrize("name", BATTLES)
def test_every_hit_is_the_sum_of_what_was_told(name: str) -> None:
    """R20 to R22, told once more."""
    for event in everything(HitResolved, name):
        assert len(event.roll.values) == event.dice
        assert event.total == sum(event.roll.numbers)
        assert (event.effect_roll is not None) == (event.total >= event.armour)
        face = event.effect_roll.numbers[0] if event.effect_roll else 0
        assert event.effect == tables.EFFECTS.get(face, "none")


@pytest.mark.parametrize("name", BATTLES)
def test_every_test_of_morale_is_the_sum_of_what_was_told(name: str) -> None:
    """R25 to R28, told once more."""
    for event in everything(MoraleChecked, name):
        assert event.total == sum(event.roll.numbers) + event.modifier
        failed = "abandoned" if event.total <= 3 else "suppressed"
        assert event.result == ("passed" if event.total >= 7 else failed)


@pytest.mark.parametrize("name", ["1/posted", "1/club"])
def test_leaguer_draws_what_was_sealed(name: str) -> None:
    orders = [event.order for event in everything(DeckShuffled, name) if event.order]
    for disclosed, face_down in zip(everything(DeckDisclosed, name), orders, strict=False):
        assert decks.matches(disclosed.order)
        assert disclosed.order.sealed == face_down.sealed
    drawn = [event.card for event in everything(CardDrawn, name)]
    first = everything(DeckDisclosed, name)[0].order.values
    assert tuple(drawn[: first.index(tables.TURN_OVER) + 1]) == first[: first.index(tables.TURN_OVER) + 1]


# -- each of them ------------------------------------------------------------------------------------------------------


def test_posted_has_the_posted_deck_and_every_option_at_its_default() -> None:
    declared = {option.name: option.default for option in SYSTEM.options if not option.later}
    assert mustered("1/posted").options == declared
    assert {len(event.cards) for event in everything(DeckShuffled, "1/posted")} == {34}


def test_posted_goes_over_three_turns_and_three_platoons_a_side() -> None:
    assert [event.turn for event in everything(DeckShuffled, "1/posted")] == [1, 2, 3]
    assert len(str(mustered("1/posted").board["platoons"]).splitlines()) == 6


def test_in_posted_overwatch_interrupts_a_move_and_the_last_of_a_platoon_tests_before_it_acts() -> None:
    told = [event for event in events_of("1/posted") if getattr(event, "unit", "") in ("t60-1", "t60-2", "marder")]
    found = [type(event).__name__ for event in told[1:8]]
    assert found == [
        "Moved",
        "ShotResolved",
        "HitResolved",
        "LastOfPlatoon",
        "MoraleChecked",
        "Moved",
        "FireDeclared",
    ]


def test_in_posted_commanders_act_before_the_first_draw_and_between_two() -> None:
    told = [event for event in events_of("1/posted") if isinstance(event, CardDrawn | CommanderInvoked)]
    places = [place for place, event in enumerate(told) if isinstance(event, CommanderInvoked)]
    assert places[0] == 0
    assert all(isinstance(told[place + 1], CardDrawn) for place in places)
    assert {event.side for event in told if isinstance(event, CommanderInvoked)} == {"germans", "soviets"}


def test_in_posted_suppressed_crews_fail_and_pass() -> None:
    tests = [
        (event.unit, event.reason, event.modifier, event.result) for event in everything(MoraleChecked, "1/posted")
    ]
    assert ("mark-iv-2", "crew_suppressed", 0, "suppressed") in tests
    assert ("mark-iv-2", "struck", -1, "passed") in tests
    assert ("pz-iii-2", "rally", 0, "passed") in tests
    assert ("kv", "struck", 3, "passed") in tests


def test_in_posted_a_held_fighter_cancels_the_strike_of_the_next_card() -> None:
    told = [
        (type(event).__name__, event.side)
        for event in events_of("1/posted")
        if isinstance(event, SupportCalled | FighterHeld | StrikeCancelled)
    ]
    place = told.index(("FighterHeld", "soviets"))
    assert told[place + 1 : place + 3] == [("SupportCalled", "germans"), ("StrikeCancelled", "soviets")]


def test_switches_has_them_all_turned() -> None:
    options = mustered("1/switches").options
    declared = {option.name: option.default for option in SYSTEM.options if option.name not in LATER}
    assert set(options) == set(declared)
    assert all(options[name] != default for name, default in declared.items())


def test_switches_of_the_second_edition_has_those_turned_that_came_with_it() -> None:
    options = mustered("2/switches").options
    declared = {option.name: option.default for option in SYSTEM.options if option.name in LATER}
    assert declared
    assert all(options[name] != default for name, default in declared.items())


def test_in_switches_both_commanders_announce_and_cards_stay_out_until_none_is_left() -> None:
    assert [event.side for event in everything(CommanderInvoked, "1/switches")][:2] == ["first", "second"]
    assert [len(event.cards) for event in everything(DeckShuffled, "1/switches")] == [12, 7, 12]
    assert not any(event.roll for event in everything(CardDrawn, "1/switches"))


def test_in_switches_one_test_stands_for_several_reasons_by_the_worst_of_their_modifiers() -> None:
    found = {(event.reason, event.others): event for event in everything(MoraleChecked, "1/switches")}
    assert found["struck", ("crew_suppressed",)].modifier == -1
    assert ("struck", ("last_tank",)) in found


def test_in_switches_the_last_of_a_platoon_is_told_again_at_each_activation() -> None:
    last = [event.unit for event in everything(LastOfPlatoon, "1/switches")]
    assert last.count("semovente-2") == 3
    assert last.count("carro-2") == 3


def test_in_club_a_sheet_of_the_club_s_own_is_read_with_its_quotes_and_semicolons() -> None:
    models = {unit.id: unit.model for unit in mustered("1/club").units}
    assert models["eight-eight"] == '8.8 cm Flak 36 "the long one"'
    assert models["opel-2"] == 'Opel "Blitz"; 3 t'
    gun, lorry, shooter = (figures_of("1", models[unit], SHEET) for unit in ("eight-eight", "opel-2", "moebelwagen"))
    assert (gun.move, gun.modifiers) == (0, (2, 1, -2))
    assert (lorry.armed, lorry.soft) == (False, True)
    assert (shooter.shots, shooter.dice) == (2, (2, 1, 0))


def test_in_club_crews_are_as_they_are_marked() -> None:
    modifiers = {event.unit: event.modifier for event in everything(MoraleChecked, "1/club")}
    assert modifiers == {"eight-eight": 0, "t34-1": 3, "escort": -2, "moebelwagen": -1}


def test_in_club_earlier_battles_have_left_their_traces() -> None:
    conditions = {unit.id: unit.condition for unit in mustered("1/club").units if unit.condition}
    assert set(conditions) == {"opel-2", "t34-3", "kv"}
    assert {event.measure for event in everything(Moved, "1/club")} == {"mm"}


def test_in_club_who_is_not_named_is_dealt_to_the_platoons_that_have_no_line() -> None:
    assert str(mustered("1/club").board["platoons"]).splitlines() == [
        "germans/flak: eight-eight moebelwagen",
        "germans/column: escort opel-1 opel-2",
        "soviets/guards: t34-1 t34-2 t34-3",
        "soviets/scouts: bt-5 kv",
    ]


def test_in_club_two_free_actions_are_two_volleys() -> None:
    questions = [event.roll.question for event in everything(ShotResolved, "1/club") if event.roll]
    for here in ("t1/i3", "t4/i2"):
        assert {f"{here}/eight-eight/volley-1/hit", f"{here}/eight-eight/volley-2/hit"} <= set(questions)


def test_in_club_a_gun_with_two_shots_hits_twice_and_marks_once() -> None:
    shot = next(event for event in everything(ShotResolved, "1/club") if event.unit == "moebelwagen")
    assert shot.roll is not None
    assert (len(shot.roll.values), shot.hits) == (2, 2)
    assert [event.reason for event in everything(MoraleChecked, "1/club") if event.unit == "t34-1"] == ["struck"]


def test_in_club_reports_are_mended_and_turns_told_without_their_shots() -> None:
    assert {Revised, Agreed, Declared, DepthChanged, StatusReported} <= kinds_of("1/club")
    assert [event.turn for event in everything(DeckShuffled, "1/club")] == [1, 2, 4]
    assert len(everything(DeckDisclosed, "1/club")) == 2


def size_of(name: str, id: str) -> int:
    """The Size of a vehicle of this battle."""
    muster = mustered(name)
    model = next(unit.model for unit in muster.units if unit.id == id)
    return figures_of(muster.edition, model, str(muster.options.get(tables.HOUSE_UNITS, ""))).size


def kinds_of(*names: str) -> set[type[Event]]:
    return {type(event) for name in names for event in events_of(name)}


# -- the second edition ------------------------------------------------------------------------------------------------


def test_in_rulings_a_crest_counts_at_the_flank_and_not_from_behind() -> None:
    shots = {(shot.unit, shot.target, shot.facing): shot.modifiers for shot in everything(ShotResolved, "2/rulings")}
    assert shots["panzer-2", "kv", "rear"] == ()
    assert shots["panzer-2", "t34-3", "flank"] == (("hull_down", -1),)
    told = [shot for shot in everything(ShotResolved, "2/switches") if shot.facing == "flank"]
    assert [dict(shot.modifiers).get("hull_down") for shot in told] == [None]


def test_in_rulings_a_suppressed_crew_that_is_struck_makes_its_next_check_at_one_less() -> None:
    checks = [
        (event.reason, event.modifier) for event in everything(MoraleChecked, "2/rulings") if event.unit == "t34-3"
    ]
    assert checks == [("crew_suppressed", -1), ("struck", -1)]
    struck = [event.repeated for event in everything(HitResolved, "2/switches") if event.unit == "t34-1"]
    assert struck == [False, False, True]


def test_in_rulings_each_side_feels_its_losses_as_it_acts() -> None:
    told = [
        (entry.side, event.unit)
        for entry in entries_of("2/rulings")
        for event in entry.events
        if isinstance(event, LastOfPlatoon)
    ]
    assert told == [("germans", "stug"), ("soviets", "kv")]


def test_reread_lists_what_the_second_edition_decides_otherwise() -> None:
    """In the posted battle: of two crews that were struck while suppressed, every test of the check is one worse."""
    found = reread(Table(entries_of("1/posted")).history, Terms(edition="2"))
    assert (found.broken, found.items, found.outcome) == (None, (), ())
    told = [
        (was.unit, was.reason, was.modifier, now.modifier)
        for change in found.changes
        for was, now in zip(change.before, change.after, strict=True)
        if isinstance(was, MoraleChecked) and isinstance(now, MoraleChecked) and was != now
    ]
    assert told == [("mark-iv-2", "last_tank", 0, -1), ("t60-2", "crew_suppressed", 0, -1)]
