"""The recorded battles are what their scripts give today, and between them they show what can happen."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.reports import Confirm, Settle
from rules.stream import decks
from rules.systems.fluid_time import SYSTEM, tables
from rules.systems.fluid_time.between import Assessed
from rules.systems.fluid_time.cards import parts
from rules.systems.fluid_time.catalogue import figures_of
from rules.systems.fluid_time.deck import CardDrawn, DeckShuffled
from rules.systems.fluid_time.fighters import StrikeCancelled, StrikeLetPass
from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.impulses import ImpulseEnded
from rules.systems.fluid_time.morale import MoraleChecked
from rules.systems.fluid_time.shooting import ShotResolved, ShotWasted
from rules.systems.fluid_time.strikes import StrikeSent
from rules.systems.fluid_time.support import SupportCalled
from rules.systems.fluid_time.turns import DeckDisclosed
from tests.rules.conformance.goldens import recorded
from tests.rules.fluid_time.record import BATTLES, FOLDER
from tests.rules.fluid_time.recorded import entries_of, events_of, everything, kinds_of, mustered, outcome_of
from tests.rules.recordings import dumps

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


def size_of(name: str, id: str) -> int:
    """The Size of a vehicle of this battle."""
    muster = mustered(name)
    model = next(unit.model for unit in muster.units if unit.id == id)
    return figures_of(muster.edition, model, str(muster.options.get(tables.HOUSE_UNITS, ""))).size


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
