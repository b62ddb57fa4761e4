"""From the options asked for to those a battle is played with."""

from __future__ import annotations

import pytest

from rules.contract import Refused
from rules.declarations import Option
from rules.kit.options import settle_options

OPTIONS = (
    Option(name="rounds", type="number", default=6, least=1, most=12, help="How long?", rule="R1"),
    Option(name="deck", type="choice", default="house", choices=("house", "free"), help="Which deck?", rule="R2"),
    Option(name="letter", type="text", default="", most=12, help="Which letter?", rule="R2"),
    Option(name="mending", type="flag", default=True, help="Mended?", rule="R3"),
)


def test_what_is_not_asked_for_is_as_declared() -> None:
    assert settle_options(OPTIONS, {}, "900 R1") == {
        "rounds": 6,
        "deck": "house",
        "letter": "",
        "mending": True,
    }


def test_what_is_asked_for_is_taken() -> None:
    asked: dict[str, bool | int | str] = {"mending": False, "letter": "two\nlines", "rounds": 12, "deck": "free"}
    assert settle_options(OPTIONS, asked, "900 R1") == asked


@pytest.mark.parametrize(
    ("name", "value", "takes"),
    [
        ("rounds", 0, "from 1 to 12"),
        ("rounds", 13, "from 1 to 12"),
        ("rounds", True, "from 1 to 12"),
        ("rounds", "6", "from 1 to 12"),
        ("deck", "both", "one of house, free"),
        ("deck", 1, "one of house, free"),
        ("deck", True, "one of house, free"),
        ("letter", "a" * 13, "at most 12 characters"),
        ("letter", 1, "at most 12 characters"),
        ("mending", 1, "true or false"),
        ("mending", "yes", "true or false"),
        ("speed", 1, "rounds"),
    ],
)
def test_what_no_option_takes_is_refused(name: str, value: bool | int | str, takes: str) -> None:
    with pytest.raises(Refused) as caught:
        settle_options(OPTIONS, {"rounds": 3, name: value}, "900 R1")
    assert (caught.value.rule, caught.value.field) == ("900 R1", "options")
    assert name in caught.value.text.text()
    assert caught.value.remedy is not None
    assert takes in caught.value.remedy.text()


def test_another_field_than_the_options_can_be_settled() -> None:
    with pytest.raises(Refused) as caught:
        settle_options(OPTIONS, {"speed": ["fast"]}, "battle", "board.speed")
    assert caught.value.field == "board.speed"


def test_one_declared_after_a_release_is_there_only_where_it_was_asked_for() -> None:
    """A muster of a released edition reads as ever."""
    later = Option(name="grades", type="flag", default=False, help="Do grades count?", rule="house", later=True)
    assert "grades" not in settle_options((*OPTIONS, later), {}, "900 R1")
    assert settle_options((*OPTIONS, later), {"grades": False}, "900 R1")["grades"] is False
