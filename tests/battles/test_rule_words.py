"""What a refusal goes by is said in words, whichever rule of the house it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from django.utils import translation

from battles.sentences import HOUSE_RULES, rule_in_words, words
from rules.contract import Message, ngettext, pgettext, say

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


def in_language(code: str, *messages: Message) -> list[str]:
    with translation.override(code):
        return [words(one) for one in messages]


def test_the_side_of_a_tank_is_no_side_of_a_battle() -> None:
    side, other = say(pgettext("of a tank", "side")), say(pgettext("a context nobody translated", "side"))
    assert in_language("en", side, other) == ["side", "side"]
    assert in_language("es", side, say("side"), other) == ["lateral", "bando", "side"]
    assert in_language("pl", say("%(facing)s", facing=side)) == ["bok"]


def test_a_number_of_things_has_the_forms_of_the_language() -> None:
    hits = [ngettext("%(n)d hit", "%(n)d hits", n) for n in (1, 3, 5, 22)]
    assert in_language("en", *hits) == ["1 hit", "3 hits", "5 hits", "22 hits"]
    assert in_language("fr", ngettext("%(n)d hit", "%(n)d hits", 0)) == ["0 touche"]
    assert in_language("pl", *hits) == ["1 trafienie", "3 trafienia", "5 trafień", "22 trafienia"]
