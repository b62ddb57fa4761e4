"""Forces and options (R5, R7, B2, B16): every fault at once, with its name and remedy."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules import adjudicate
from rules.contract import Refused
from rules.systems.tanks import SYSTEM
from rules.systems.tanks.muster import start
from tests.rules.scenario import given, not_mustered
from tests.rules.tanks.table import PAK, SHERMAN, TIGER, TWO, faults, muster


def test_every_fault_is_named_at_once() -> None:
    units = {"m4": ("Panzer of Cards", "allies"), "tiger": (TIGER, "axis")}
    forces = msgspec.structs.replace(
        muster(units, {"tiger": {"out": "knocked_out"}}), fittings={"tiger": ("Medal",), "nobody": ()}
    )
    assert faults(forces) == [
        "B16/stray/nobody",
        "B16/unknown/m4",
        "B16/card/tiger/1",
        "house/condition/tiger",
    ]


def test_cards_may_be_let_pass() -> None:
    forces = msgspec.structs.replace(muster(), fittings={"tiger": ("Medal",)})
    refused = not_mustered(forces, "001 B16", "fittings.tiger")
    assert refused.fault == "B16/card/tiger/1"
    waivers = {refused.fault: "They are used to it."}
    assert adjudicate.muster(msgspec.structs.replace(forces, waivers=waivers)).waivers == waivers


@pytest.mark.parametrize(
    "condition",
    [{"out": "knocked_out"}, {"out": "bailed_out"}, {"captured": True}, {"scrapped": True}, {"tracked": "yes"}],
)
def test_what_is_out_of_service_does_not_come(condition: dict[str, Any]) -> None:
    assert faults(muster(conditions={"tiger": condition})) == ["house/condition/tiger"]


@pytest.mark.parametrize(
    "condition", [{}, {"out": "retreated"}, {"tracked": True}, {"gun_out": True}, {"skill": 2}, {"crew": "fit"}]
)
def test_what_is_hurt_may_come(condition: dict[str, Any]) -> None:
    unit = given(muster(conditions={"tiger": condition})).play.units["tiger"]
    assert (unit.presence, unit.smoke) == ("on_table", "available")
    assert (unit.tracked, unit.gun_out) == (condition.get("tracked", False), condition.get("gun_out", False))


def test_a_side_of_guns_alone_is_refused() -> None:
    refused = not_mustered(muster({"pak": (PAK, "axis"), "m4": (SHERMAN, "allies")}), "001 R7", "units")
    assert refused.fault == "R7/tanks/axis"


def test_points_are_a_limit_that_may_be_let_pass() -> None:
    given(muster(points=44))
    forces = muster(points=43)
    assert faults(forces) == ["B16/points/axis"]
    mustered = adjudicate.muster(msgspec.structs.replace(forces, waivers={"B16/points/axis": "It is her birthday."}))
    assert list(mustered.waivers) == ["B16/points/axis"]


def test_a_waiver_lets_something_pass() -> None:
    forces = msgspec.structs.replace(muster(), waivers={"B16/points/axis": "Just in case."})
    not_mustered(forces, "001 B16", "waivers.B16/points/axis")


def test_sixty_vehicles_are_the_most() -> None:
    units = {f"m4-{n}": (SHERMAN, "allies") for n in range(61)} | {"tiger": (TIGER, "axis")}
    assert faults(muster(units)) == ["R5/size/allies"]


@pytest.mark.parametrize(
    ("change", "rule", "field"),
    [
        ({"edition": "9"}, "001 R1", "edition"),
        ({"scenario": "siege"}, "001 R6", "scenario"),
        ({"board": {"map": "..."}}, "001 R5", "board"),
        ({"options": {"scale": "furlong"}}, "001 section 6", "options"),
    ],
)
def test_what_there_is_not_is_refused_by_name(change: dict[str, Any], rule: str, field: str) -> None:
    not_mustered(msgspec.structs.replace(muster(), **change), rule, field)


def test_models_go_by_name_or_key() -> None:
    by_key = adjudicate.muster(muster({"tiger": ("tiger-i", "axis"), "m4": (SHERMAN, "allies")}))
    assert by_key.units == adjudicate.muster(muster(TWO)).units


def test_every_switch_of_the_rulebook_has_its_default() -> None:
    options = {option.name: option.default for option in SYSTEM.options}
    assert options == {
        "scale": "cm",
        "fast_target_cumulative": False,
        "stack_cover_and_smoke": True,
        "artillery_ignores_smoke": False,
        "artillery_verify_now": True,
        "glance_zero_is_stunned": True,
        "explosion_chain": True,
        "reload_turns": 0,
        "turn_limit": 0,
        "bailout_recoverable": True,
        "crossing_cm": 2,
        "scoring": "house_001",
        "points": 0,
        "house_units": "",
    }
    del options["house_units"]  # a muster holds it where it was asked for
    assert dict(start(adjudicate.muster(muster())).options) == dict(sorted(options.items()))


def test_a_vehicle_at_fault_is_called_by_the_name_people_gave_it() -> None:
    forces = muster(conditions={"tiger": {"out": "knocked_out"}})
    for names, called in (({"tiger": "Otto"}, "Otto"), ({}, "Tiger I")):
        with pytest.raises(Refused) as caught:
            adjudicate.muster(msgspec.structs.replace(forces, names=names))
        assert caught.value.text.text() == f"{called} is out of service."
