"""Who aims at a ruling tells more readily what it names, and what led to it before."""

from __future__ import annotations

from rules.contract import Choice, Field, Pick, say, verbatim
from rules.player import PRESSING
from tests.rules.aims import LED, NAMED, Aim

CARDS = ("Engine Fire", "Lucky Hit")


def draws(readily: int = 1000) -> Choice:
    picks = tuple(Pick(card, verbatim(card)) for card in CARDS)
    field = Field(name="card", kind="pick", label=say("Card"), picks=picks, required=True)
    return Choice(command="DrawCritical", label=say("draws a card"), side="a", fields=(field,), readily=readily)


def told(command: str, label: str, readily: int = 400) -> Choice:
    return Choice(command=command, label=say(label), side="a", readily=readily)


def test_a_pick_that_the_ruling_names_is_drawn_sooner_and_none_is_lost() -> None:
    (choice,) = Aim("R7 Fire Extinguisher: cancels Engine Fire").sought([draws()])
    assert [(pick.value, pick.readily) for pick in choice.fields[0].picks] == [
        ("Engine Fire", NAMED * 1000),
        ("Lucky Hit", 1000),
    ]


def test_a_choice_of_the_card_that_the_ruling_names_is_told_sooner_but_not_as_if_it_pressed() -> None:
    offers = [told("Use", "m1 uses Willie Pete"), told("Fire", "m1 fires"), told("Use", "Willie Pete", 9000)]
    sought = Aim("R7 Willie Pete: two smokes add up").sought(offers)
    assert [choice.readily for choice in sought] == [min(NAMED * 400, PRESSING - 1), 400, 9000]


def test_seldom_reports_that_led_there_are_told_sooner_and_others_as_ever() -> None:
    offers = [told("Withdraw", "m1 withdraws"), told("Concede", "gives up"), told("Fire", "fires")]
    sought = Aim("A9 the last tank leaves", ["Withdraw", "Fire"]).sought(offers)
    assert [choice.readily for choice in sought] == [LED * 400, 400, 400]
