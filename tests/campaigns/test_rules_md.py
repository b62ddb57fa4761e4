"""campaigns/RULES.md says what is so: every term with its default, every tie-breaker, in the order of the code."""

from __future__ import annotations

import re
from pathlib import Path
from types import FunctionType

import campaigns
from campaigns.season import editions as house_editions
from campaigns.season.pairing_methods import METHODS
from campaigns.season.standings import BREAKERS, HOUSE
from campaigns.season.terms import MAP, TERMS

TEXT = Path(campaigns.__path__[0], "RULES.md").read_text(encoding="utf-8")
ROOT = Path(campaigns.__path__[0])
HERE = Path(__file__).parent
SECTIONS = ("Questions that come up", "Editions")


def test_every_term_stands_there_with_its_default() -> None:
    said = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", TEXT, re.M)
    assert said == [(one.name, str(one.default).lower() or "blank") for one in (*TERMS, *MAP)]


def test_every_choice_of_a_term_is_told() -> None:
    rows = {name: row for row in TEXT.splitlines() for name in re.findall(r"^\| `(\w+)`", row)}
    for term in (*TERMS, *MAP):
        for choice in term.choices if term.name != "time_zone" else (term.default,):  # hundreds, by IANA's names
            assert f"`{choice}`" in rows[term.name], (term.name, choice)


def test_every_tie_breaker_is_named_and_the_houses_in_order() -> None:
    (told,) = re.findall(r"left together: ((?:`\w+`,?\s*)+)", TEXT)
    assert re.findall(r"`(\w+)`", told) == list(BREAKERS)
    assert f"The house's are {', '.join(HOUSE)}." in TEXT


def test_every_question_and_every_edition_names_the_test_of_its_example() -> None:
    """Each question one of `test_rules_cases.py`; each difference of editions, by its predicate, one of any file."""
    questions, editions = (TEXT.partition(f"## {title}\n")[2].partition("\n## ")[0] for title in SECTIONS)
    cases = Path(__file__).with_name("test_rules_cases.py").read_text(encoding="utf-8")
    everywhere = "".join(one.read_text(encoding="utf-8") for one in HERE.glob("test_*.py"))
    for text, there in ((questions, cases), (editions, everywhere)):
        for said in text.split("\n- ")[1:]:
            named = re.findall(r"`(test_\w+)`", said)
            assert named, said
            assert all(f"def {name}(" in there for name in named), named
    of_code = {name for name, one in vars(house_editions).items() if isinstance(one, FunctionType)}
    assert set(re.findall(r"^- `(\w+)`", editions, re.M)) == of_code


def test_the_methods_of_pairing_are_named() -> None:
    for method in METHODS.values():
        assert method.label in TEXT


def test_every_file_it_names_is_there() -> None:
    for name in re.findall(r"`([\w/]+(?:\.py|/))`", TEXT):
        assert (ROOT / name).exists() or (ROOT.parent / name).exists(), name
