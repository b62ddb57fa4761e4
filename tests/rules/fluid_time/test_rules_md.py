"""RULES.md names every rule, and every function and test it names exists."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from rules.systems import fluid_time
from rules.systems.fluid_time import SYSTEM, tables
from rules.systems.fluid_time.between import DEFAULTS, MORALE, TERMS
from rules.systems.fluid_time.catalogue import names
from rules.systems.fluid_time.decklist import SUMMER_1942
from rules.upkeep import GRADES

TEXT = (Path(fluid_time.__file__).parent / "RULES.md").read_text(encoding="utf-8")
ROWS = [line for line in TEXT.splitlines() if re.match(r"\| [RAB]\d", line)]
NUMBERS = [found.group(1) for line in ROWS if (found := re.match(r"\| ([RAB]\d+)", line))]


def test_every_rule_has_its_line() -> None:
    wanted = [f"R{n}" for n in range(1, 38)] + [f"A{n}" for n in range(1, 27)] + [f"B{n}" for n in range(1, 20)]
    assert wanted == NUMBERS


def test_every_ruling_names_rules_that_are_here() -> None:
    for event in SYSTEM.events:
        assert event.rules, f"{event.__name__} names no rule"
        assert set(event.rules) <= {*NUMBERS, "house"}, event.__name__
        assert len(set(event.rules)) == len(event.rules), event.__name__


def test_a_ruling_of_the_house_is_written_down_in_words() -> None:
    """What no number of the rulebook covers: time without shots, the aftermath."""
    named = {event.__name__ for event in SYSTEM.events if "house" in event.rules}
    assert named == {"TurnDeclared", "Conceded", "LeftTable", "Assessed"}
    for heading in ("### Depths of report", "## After the battle (house rules)", "### The end"):
        assert heading in TEXT


def test_every_function_named_exists() -> None:
    found = re.findall(r"`([a-z_]+)\.([A-Za-z_]+)`", TEXT)
    assert len(found) > 100
    for module, name in found:
        if name != "csv":
            assert hasattr(import_module(f"rules.systems.fluid_time.{module}"), name), f"{module}.{name}"


def test_every_test_named_exists() -> None:
    found = {
        name
        for path in Path(__file__).parent.glob("test_*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))
    }
    named = set(re.findall(r"`(test_\w+)`", TEXT))
    assert len(named) > 120
    assert named <= found, named - found


def test_every_row_has_a_function_and_a_test() -> None:
    for row in ROWS:
        assert re.search(r"`[a-z_]+\.[A-Za-z_]+`", row), row
        assert "`test_" in row, row


def test_every_option_has_its_row() -> None:
    options = {option.name: option.rule for option in tables.OPTIONS}
    assert set(re.findall(r"option `(\w+)`", TEXT)) == set(options)
    assert set(options.values()) <= {tables.rule(number) for number in NUMBERS}


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
        assert f"| {grade} | {MORALE[grade]:+d} |".replace("+0", "0") in TEXT


def test_the_posted_deck_is_there_to_begin_with() -> None:
    assert "\n".join(f"    {line}" for line in SUMMER_1942.splitlines()) in TEXT


def test_the_catalogue_is_as_large_as_it_says() -> None:
    assert f"{len(names(tables.EDITIONS[-1]))} vehicles" in TEXT


def test_what_the_catalogue_refers_to_is_here() -> None:
    text = (Path(fluid_time.__file__).parent / "catalogue.csv").read_text(encoding="utf-8")
    for heading in set(re.findall(r"RULES\.md, “([^”]+)”", text)):
        assert f"## {heading}" in TEXT
