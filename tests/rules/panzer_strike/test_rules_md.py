"""RULES.md names every rule, and every function and test it names exists."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from rules.systems import panzer_strike
from rules.systems.panzer_strike import SYSTEM, tables
from rules.systems.panzer_strike.catalogue import MARK, UNIT, names
from rules.systems.panzer_strike.damage import learned
from rules.systems.panzer_strike.upkeep import DEFAULTS, TERMS
from rules.upkeep import GRADES

TEXT = (Path(panzer_strike.__file__).parent / "RULES.md").read_text(encoding="utf-8")
ROWS = [line for line in TEXT.splitlines() if re.match(r"\| [RAB]\d", line)]
NUMBERS = [found.group(1) for line in ROWS if (found := re.match(r"\| ([RAB]\d+)", line))]


def test_every_rule_has_its_line() -> None:
    wanted = [f"R{n}" for n in range(1, 69)] + [f"A{n}" for n in range(1, 28)] + [f"B{n}" for n in range(1, 22)]
    assert wanted == NUMBERS


def test_every_ruling_names_rules_that_are_here() -> None:
    for event in SYSTEM.events:
        assert event.rules, f"{event.__name__} names no rule"
        assert set(event.rules) <= {*NUMBERS, "house"}, event.__name__
        assert len(set(event.rules)) == len(event.rules), event.__name__


def test_a_ruling_of_the_house_is_written_down_in_words() -> None:
    """What no number of the rulebook covers: leaving the board, giving up, time without shots, the aftermath."""
    named = {event.__name__ for event in SYSTEM.events if "house" in event.rules}
    assert named == {"BoardLeft", "Conceded", "RoundDeclared", "Assessed"}
    for heading in (
        "### Withdrawal (house)",
        "### The end",
        "### Depths of report",
        "## After the battle (house rules)",
    ):
        assert heading in TEXT


def test_every_function_named_exists() -> None:
    found = re.findall(r"`([a-z_]+)\.([A-Za-z_]+)`", TEXT)
    assert len(found) > 100
    for module, name in found:
        if name != "csv":
            assert hasattr(import_module(f"rules.systems.panzer_strike.{module}"), name), f"{module}.{name}"


def test_every_test_named_exists() -> None:
    found = {
        name
        for path in Path(__file__).parent.glob("test_*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))
    }
    named = set(re.findall(r"`(test_\w+)`", TEXT))
    assert len(named) > 150
    assert named <= found, named - found


def test_every_row_has_a_function_and_a_test() -> None:
    for row in ROWS:
        assert re.search(r"`[a-z_]+\.[A-Za-z_]+`", row), row
        assert "`test_" in row, row


def test_every_option_named_exists_and_each_optional_rule_has_its_row() -> None:
    options = {option.name: option.rule for option in tables.OPTIONS}
    assert set(re.findall(r"option `(\w+)`", TEXT)) <= set(options)
    assert set(options.values()) <= {tables.rule(number) for number in NUMBERS}
    for number in range(1, 10):
        assert re.search(rf"option {number}\b", TEXT), number


def test_every_term_between_battles_is_there_with_its_default() -> None:
    text = TEXT.partition("## Between battles (house rules)")[2]
    for term in TERMS:
        default = f'"{term.default}", the default' if term.type == "choice" else f"| `{term.name}` | {term.default} |"
        assert f"`{term.name}`" in text
        assert default in text, term.name
    told = {int(number) for number in re.findall(r"\b\d+\b", text.partition("- Defaults of")[2].partition("\n\n")[0])}
    assert told == set(DEFAULTS.values())


def test_the_table_of_grades_is_that_of_the_code() -> None:
    for grade in GRADES:
        gunnery, haste = learned("both", grade)
        sum_ = f"+{gunnery}" if gunnery else "as it falls"
        assert f"| {grade} | {tables.TIMER - haste} rounds | {sum_} |" in TEXT


def test_the_catalogue_is_as_large_as_it_says() -> None:
    edition = tables.EDITIONS[-1]
    marks = ", ".join(name.lower() for name in names(edition, MARK))
    assert f"{len(names(edition, UNIT))} units and {len(names(edition, MARK))} marks ({marks})" in TEXT


def test_what_the_catalogue_refers_to_is_here() -> None:
    text = (Path(panzer_strike.__file__).parent / "catalogue.csv").read_text(encoding="utf-8")
    for heading in set(re.findall(r"RULES\.md, “([^”]+)”", text)):
        assert f"## {heading}" in TEXT
