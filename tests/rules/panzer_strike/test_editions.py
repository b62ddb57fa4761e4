"""Battles of the first edition decide as they did; read again under the second they show what it rules otherwise."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from rules.contract import Message
from rules.record import Table, codecs
from rules.reread import Rereading, reread, terms
from rules.stream import script
from rules.systems import panzer_strike
from rules.systems.panzer_strike import SYSTEM
from tests.rules.panzer_strike.record import FOLDER
from tests.rules.panzer_strike.table import FIELD, muster
from tests.rules.recordings import loads

RECORDED = ("northern", "workshop", "all_options", "club")
HERE = Path(panzer_strike.__file__).parent


def read_again(name: str, edition: str) -> Rereading:
    history = Table(loads((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8"))).history
    return reread(history, terms(SYSTEM, edition, {}))


@pytest.mark.parametrize("name", RECORDED)
def test_a_battle_of_the_first_edition_is_decided_as_it_was(name: str) -> None:
    assert not read_again(f"1/{name}", "1").differs


def test_a_battle_of_the_second_edition_would_have_been_lost_by_the_first() -> None:
    """Two of the axis's guns fell to its own howitzer, and what nobody could report then is kept as it was played."""
    found = read_again("2/positions", "1")
    (winner,) = [one for one in found.outcome if one.of == "outcome.winner"]
    assert [one.text() for one in (winner.before, winner.after) if isinstance(one, Message)] == ["axis", "allies"]
    assert found.items


def played(models: dict[str, str], lines: str, conditions: dict[str, Any] | None = None) -> Rereading:
    """A battle of the first edition told from its muster on, read again under the second."""
    zones = f"{FIELD}\nzone 1 A a20-t20\nzone 2 A a1-t10"
    units = {id: (model, "axis") for id, model in models.items()} | {"m4": ("Sherman", "allies")}
    table = Table.open(muster(zones, units, conditions=conditions, edition="1", first="2"))
    for line in script.parse(lines, codecs(SYSTEM)[1]):
        table.report(line.side, line.command)
    return reread(table.history, terms(SYSTEM, "2", {}))


ROUND = "axis: end-movement axis\naxis: end-turn axis\nallies: end-movement allies\nallies: end-turn allies\n"
DEPLOYED = "allies: deploy m4 t20 S\n"


def test_a_recovery_reported_late_is_listed_where_it_would_have_counted() -> None:
    found = played(
        {"berge": "Bergepanther (recovery)", "patient": "Pz IV H"},
        "axis: deploy patient c3 N\naxis: deploy berge f3 W\n"
        + DEPLOYED
        + "axis: move berge F,F\n"
        + ROUND
        + "axis: end-movement axis\naxis: recover berge patient\naxis: end-turn axis",
        {"patient": {"mobility": "immobilised"}},
    )
    assert [type(event).__name__ for event in found.changes[-1].after] == ["RecoveryFinished", "TurnEnded", "TurnBegan"]


def test_a_vehicle_that_drove_off_unasked_is_listed_and_kept_as_it_was_played() -> None:
    found = played(
        {"tug": "Panther", "gun": "7.5 cm Pak 40 (FW)"},
        "axis: deploy tug e8 N\naxis: deploy gun e5 S\n"
        + DEPLOYED
        + "axis: move tug B,B\n"
        + ROUND
        + "axis: move tug F",
    )
    (item,) = found.items
    assert (item.type, item.rule, item.settled) == ("Move", "002 R48", "keep")


def test_nothing_else_compares_the_names_of_editions() -> None:
    """Every difference has a predicate of its own in `editions`."""
    for path in sorted(HERE.glob("*.py")):
        if path.name == "editions.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                asked = [one.attr for one in [node.left, *node.comparators] if isinstance(one, ast.Attribute)]
                assert "edition" not in asked, f"{path.name}, line {node.lineno}"
