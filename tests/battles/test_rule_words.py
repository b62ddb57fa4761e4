"""What a refusal goes by is said in words, whichever rule of the house it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from django.utils import translation

from battles.sentences import HOUSE_RULES, rule_in_words

ROOT = Path(__file__).parents[2]
FLOORS = ("rules", "battles", "campaigns", "leagues", "api")


def refused_by() -> Iterator[str]:
    """Every rule that a refusal names where it is raised."""
    for file in (file for floor in FLOORS for file in (ROOT / floor).rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "Refused(" in text else ():
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused" and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield first.value


def test_every_rule_of_the_house_has_words_in_every_language() -> None:
    of_house = {rule for rule in refused_by() if not rule[:1].isdigit()}
    assert "dice" in of_house
    assert of_house <= {*HOUSE_RULES}
    with translation.override("de"):
        for rule, called in HOUSE_RULES.items():
            assert rule_in_words(rule) == f"Hausregel: {translation.gettext(called)}" != f"Hausregel: {called}"


def test_a_rule_of_a_rulebook_goes_by_its_number() -> None:
    assert rule_in_words("002 R17") == "Rule 002 R17"
    assert rule_in_words("dice") == "House rule: the dice"
