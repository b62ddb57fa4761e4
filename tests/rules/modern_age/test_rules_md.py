"""RULES.md names every rule, and every function and test it names exists."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from rules.systems import modern_age
from rules.systems.modern_age import SYSTEM, tables
from rules.systems.modern_age.between.upkeep import UPKEEP
from rules.systems.modern_age.catalogue import COLUMNS, names

FOLDER = Path(modern_age.__file__).parent
TEXT = (FOLDER / "RULES.md").read_text(encoding="utf-8")
ROWS = [line for line in TEXT.splitlines() if re.match(r"\| [RAB]\d", line)]


def test_every_rule_has_its_line() -> None:
    named = [re.match(r"\| ([RAB]\d+)", line).group(1) for line in ROWS]  # type: ignore[union-attr]
    wanted = [f"R{n}" for n in range(1, 46)] + [f"A{n}" for n in range(1, 24)] + [f"B{n}" for n in range(1, 17)]
    assert named == wanted


def test_every_ruling_names_rules_that_are_here() -> None:
    numbers = {re.match(r"\| ([RAB]\d+)", line).group(1) for line in ROWS}  # type: ignore[union-attr]
    for event in SYSTEM.events:
        assert event.rules, f"{event.__name__} names no rule"
        assert set(event.rules) <= {*numbers, "house"}, event.__name__
        assert len(set(event.rules)) == len(event.rules), event.__name__


def test_a_ruling_of_the_house_is_written_down_in_words() -> None:
    """What no number of the rulebook covers: leaving the table, time without shots, the aftermath."""
    named = {event.__name__ for event in SYSTEM.events if "house" in event.rules}
    assert named == {"Withdrew", "Resumed", "WreckHandled", "CrewFateRolled", "RepairedBetween"}
    for heading in ("### Withdrawal (house)", "### Depths of report", "## After the battle (house rules)"):
        assert heading in TEXT


def test_every_term_between_battles_has_its_default_written_down() -> None:
    for option in UPKEEP.terms:
        default = ("yes" if option.default else "no") if option.type == "flag" else str(option.default)
        said = rf"`{option.name}`( \| {default} \|| \(default `?{default}`?\))"
        assert re.search(said, TEXT), option.name
    for name, value in UPKEEP.defaults.items():
        assert re.search(rf"`{name}` {value}\b", TEXT), name


def test_every_column_of_a_house_sheet_is_named() -> None:
    section = TEXT.partition("### House models")[2].partition("Tests:")[0]
    assert {column.name for column in COLUMNS} <= set(re.findall(r"`(\w+)`", section))


def test_every_function_named_exists() -> None:
    """By the name of its file, in whichever folder that is."""
    found: dict[str, str] = {}
    for path in sorted(FOLDER.rglob("*.py")):
        found.setdefault(path.stem, ".".join(path.relative_to(FOLDER).with_suffix("").parts))
    names = re.findall(r"`([a-z_0-9]+)\.([A-Za-z_]+)`", TEXT)
    assert len(names) > 60
    for module, name in names:
        if name != "csv":
            assert hasattr(import_module(f"rules.systems.modern_age.{found[module]}"), name), f"{module}.{name}"


def test_every_test_named_exists() -> None:
    found = {
        name
        for path in Path(__file__).parent.glob("test_*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text())
    }
    named = set(re.findall(r"`(test_\w+)`", TEXT))
    assert len(named) > 40
    assert named <= found, named - found


def test_a_rule_without_a_test_is_the_table_s() -> None:
    for row in ROWS:
        if "`test_" not in row:
            assert "table's" in row or "nothing to hold" in row, row


def test_every_card_has_its_line_and_a_test_that_names_it() -> None:
    """The test's file says the card's name: a card nobody mustered for a test is not tested."""
    texts = {path: path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")}
    texts.pop(Path(__file__))
    lines = dict(re.findall(r"^\| \*(.+?)\* \| (.+)$", TEXT, re.MULTILINE))
    cards = {name for kind in ("platoon", "crew", "upgrade") for name in names(tables.EDITIONS[-1], kind)}
    assert set(lines) == cards
    for card, line in lines.items():
        tests = re.findall(r"`(test_\w+)`", line)
        assert tests, card
        found = [text for text in texts.values() if any(f"def {test}(" in text for test in tests)]
        assert any(card in text for text in found), f"{card}: none of {tests} musters it"
