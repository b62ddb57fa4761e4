"""What happens in each recorded battle of Fluid Time that its script is there to show."""

from __future__ import annotations

from rules.record import Table
from rules.reports import DepthChanged, StatusReported
from rules.reread import Terms, reread
from rules.stream.revision.reports import Agreed, Declared, Revised
from rules.systems.fluid_time import SYSTEM, tables
from rules.systems.fluid_time.catalogue import figures_of
from rules.systems.fluid_time.deck import CardDrawn, DeckShuffled
from rules.systems.fluid_time.fighters import FighterHeld, StrikeCancelled
from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.impulses import CommanderInvoked
from rules.systems.fluid_time.morale import MoraleChecked
from rules.systems.fluid_time.moving import Moved
from rules.systems.fluid_time.platoons import LastOfPlatoon
from rules.systems.fluid_time.shooting import ShotResolved
from rules.systems.fluid_time.support import SupportCalled
from rules.systems.fluid_time.turns import DeckDisclosed
from tests.rules.fluid_time.record import SHEET
from tests.rules.fluid_time.recorded import entries_of, events_of, everything, kinds_of, mustered

LATER = {option.name for option in SYSTEM.options if option.later} - {tables.HOUSE_UNITS}


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
