"""Buying and selling: what a purse pays for, what is for sale to whom and when, and what a vehicle brings."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season import decide
from campaigns.season.opening import Open
from campaigns.season.purchases import Bought, Buy
from campaigns.season.sales import Sell, Sold
from campaigns.season.values import Recruit
from campaigns.season.write_offs import WriteOff
from rules.adjudicate import Who
from rules.contract import Refused
from rules.stream.dice import SeededDice
from tests.campaigns.between import ALICE, BOB, CAROL, SEED, Camp, enlist


def new(*models: str, **changes: Any) -> Buy:
    """The bears buy these."""
    recruits = tuple(Recruit(id=f"new-{n}", model=model) for n, model in enumerate(models, 1))
    fields: dict[str, Any] = {"platoon": "bears", "vehicles": recruits}
    return Buy(**(fields | changes))


def fit(**fittings: tuple[str, ...]) -> Buy:
    return new(fittings={id.replace("_", "-"): cards for id, cards in fittings.items()})


# ----------------------------------------------------------------------------------------------------------- buying


def test_vehicles_with_names_and_cards_are_paid_from_the_purse() -> None:
    it = Camp(purse=100)
    command = new("Light", "Heavy", names={"new-2": "Bruno"}, fittings={"new-1": ("Sight", "Sight")})
    (event,) = it.report(command, BOB)
    assert isinstance(event, Bought)
    assert (event.cost, event.cards, event.flaws) == (70, {"new-1/1": "Sight", "new-1/2": "Sight"}, ())
    bears = it.season.platoons["bears"]
    assert (bears.purse, bears.vehicles[4:], bears.fittings["new-1"]) == (30, ("new-1", "new-2"), ("Sight", "Sight"))
    assert (it["new-2"].name, it["new-2"].status, it["new-1"].crew.state) == ("Bruno", "fit", "fit")


def test_a_card_that_stays_is_not_paid_again_and_one_given_up_brings_nothing() -> None:
    it = Camp(purse=100)
    costs = []
    for cards in (("Sight",), ("Sight", "Sight"), ("Paint",), ("Sight", "Paint"), ("Bargain", "Paint", "Sight"), ()):
        (event,) = it.report(fit(bears_1=cards), BOB)
        assert isinstance(event, Bought)
        assert (event.refitted, event.vehicles) == (("bears-1",), ())
        assert it.season.platoons["bears"].fittings["bears-1"] == cards
        costs.append(event.cost)
    assert costs == [5, 5, 0, 5, 0, 0]
    assert it.purse() == 85


def test_a_purse_that_does_not_suffice_pays_for_nothing() -> None:
    it = Camp(purse=39)
    why = it.refused(new("Light", "Light"), BOB)
    assert (why.text.text(), why.remedy and why.remedy.text()) == ("This costs 40 points.", "The purse holds 39.")
    it.pay(1)
    it.report(new("Light", "Light"), BOB)
    assert it.purse() == 0


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"vehicles": (Recruit(id="cats-1", model="Light"),)}, "vehicles"),
        ({"vehicles": (Recruit(id="ridge", model="Light"),)}, "vehicles"),
        ({"vehicles": (Recruit(id="new-1", model="Light"), Recruit(id="new-1", model="Light"))}, "vehicles"),
        ({"names": {"bears-1": "Bruno"}}, "names"),
        ({"names": {"new-1": "Bruno", "new-2": "BRUNO"}}, "names"),
        ({"fittings": {"cats-1": ("Sight",)}}, "fittings"),
        ({"fittings": {"bears-2": ("Sight",)}}, "fittings.bears-2"),
        ({"fittings": {"bears-3": ("Sight",)}}, "fittings.bears-3"),
        ({"platoon": "wolves"}, "platoon"),
    ],
)
def test_what_cannot_be_bought_names_its_field(changes: dict[str, Any], field: str) -> None:
    it = Camp(purse=100)
    it.fight(bears_2="lost")
    it.muster("bears-3", "cats-2")
    assert it.refused(new("Light", "Light", **changes), BOB).field == field


def test_nothing_is_no_purchase() -> None:
    it = Camp(purse=100)
    it.report(fit(bears_1=("Sight",)), BOB)
    for command in (new(), fit(bears_1=("Sight",)), fit(bears_2=())):
        assert it.refused(command, BOB).field == "vehicles"


def test_only_its_players_and_organisers_spend_its_points() -> None:
    it = Camp(purse=100)
    assert it.refused(new("Light"), CAROL).code == "not-yours"
    assert it.report(new("Light"), ALICE)


# ---------------------------------------------------------------------------------------------------------- faults


def test_a_purchase_that_makes_a_fault_is_told_refused_or_let_pass() -> None:
    it = Camp(purse=100)
    (event,) = it.report(new("Heavy", "Heavy"), BOB)
    assert isinstance(event, Bought)
    assert event.flaws == it.season.platoons["bears"].flaws == ("S3/heavies",)

    it = Camp(purse=100, roster_check="refuse")
    why = it.refused(new("Heavy", "Heavy"), BOB)
    assert (why.fault, why.waivable, why.rule) == ("S3/heavies", True, "skirmish S3")
    waived = new("Heavy", "Heavy", waivers={"S3/heavies": "All she has."})
    assert it.refused(waived, BOB).code == "not-yours"
    (event,) = it.report(waived, ALICE)
    assert isinstance(event, Bought)
    assert event.waivers == it.season.platoons["bears"].waivers == {"S3/heavies": "All she has."}
    more = (Recruit(id="more", model="Light"),)
    nothing = new(vehicles=more, waivers={"S3/lights": "Why not."})
    assert it.refused(nothing, ALICE).field == "waivers.S3/lights"


def test_a_fault_that_was_there_before_stands_against_no_purchase() -> None:
    """Whoever was let pass once, or was left so by battles, has to be able to buy."""
    it = Camp(purse=100, roster_check="refuse", empty=True)
    it.report(enlist("bears", "Heavy", "Heavy", player="bob", waivers={"S3/heavies": "All he has."}), ALICE)
    (event,) = it.report(new("Light"), BOB)
    assert isinstance(event, Bought)
    assert event.flaws == ("S3/heavies",)


def test_a_budget_is_for_enlisting_and_who_went_over_it_stays_known_for_it() -> None:
    it = Camp(purse=100, muster_points=20)
    it.report(new("Light"), BOB)
    assert it.season.platoons["bears"].flaws == ("budget",)


# -------------------------------------------------------------------------------------------------- what is for sale

LIST = "Light; side=red\nHeavy; side=blue; from=2; to=3\nSight\n\nHeavy; from=5"


def test_what_is_not_on_the_list_for_this_side_and_round_is_refused_with_what_is() -> None:
    it = Camp({"red": "Red", "blue": "Blue"}, empty=True, purse=200, purchase_list=LIST)
    it.report(enlist("bears", side="red"), BOB)
    it.report(enlist("cats", side="blue"), CAROL)
    heavy = Recruit(id="heavy", model="Heavy")
    sold = {}
    for _ in range(6):
        tries = (
            (new("Light"), BOB),
            (new(vehicles=(heavy,)), BOB),
            (new("Light", platoon="cats"), CAROL),
            (new(vehicles=(heavy,), platoon="cats"), CAROL),
        )
        sold[it.season.turn] = "".join("y" if _sells(it, *one) else "-" for one in tries)
        it.close_round()
    assert sold == {0: "y---", 2: "y--y", 3: "y--y", 4: "y---", 5: "yy-y", 6: "yy-y"}
    why = it.refused(new("Dragon"), BOB)
    assert (why.field, why.remedy and why.remedy.text()) == ("vehicles", "What is: Light, Sight, Heavy.")
    assert it.refused(fit(bears_1=("Sight", "Paint")), BOB).field == "fittings.bears-1"


def _sells(camp: Camp, command: Buy, who: Who) -> bool:
    """Whether it would be sold."""
    try:
        list(decide(camp.season, command, who, camp.dice))
    except Refused:
        return False
    return True


def test_cards_that_stay_need_not_be_for_sale() -> None:
    it = Camp(empty=True, purse=50, purchase_list="Sight")
    it.report(enlist("bears", fittings={"bears-1": ("Paint",)}), BOB)
    it.report(fit(bears_1=("Sight", "Paint")), BOB)
    assert it.refused(fit(bears_1=("Sight", "Paint", "Paint")), BOB).field == "fittings.bears-1"


WRONG = "Light\nHeavy; from=3; to=2\n; side=red\nLight; colour=red\nLight; from=soon\nLight; side=green; side=red\n"


def open_with(system: str, text: str, **changes: Any) -> Open:
    fields: dict[str, Any] = {"name": "Shop", "system": system, "seed": SEED, "terms": {"purchase_list": text}}
    return Open(**(fields | changes))


def test_a_list_that_cannot_be_read_is_refused_as_the_campaign_opens_line_by_line() -> None:
    with pytest.raises(Refused) as refused:
        list(decide(None, open_with("skirmish", WRONG), ALICE, SeededDice(SEED)))
    assert {fault.field for fault in refused.value.faults} == {"terms.purchase_list"}
    assert [fault.text.values["line"] for fault in refused.value.faults] == [2, 3, 4, 5, 6]
    assert all(fault.remedy for fault in refused.value.faults)


def test_a_list_names_articles_and_sides_there_are() -> None:
    text = "Tiger; side=axis\ntiger\nCommand tank\nMouse\nTiger; side=moon"
    sides = {"axis": "Axis", "allies": "Allies"}
    with pytest.raises(Refused) as refused:
        list(decide(None, open_with("panzer_strike", text, sides=sides), ALICE, SeededDice(SEED)))
    assert [(fault.text.values["line"], fault.field) for fault in refused.value.faults] == [
        (4, "terms.purchase_list"),
        (5, "terms.purchase_list"),
    ]


def test_an_article_may_be_written_by_name_or_key() -> None:
    """On the list as well as in the order."""
    it = Camp(empty=True)
    it.open(open_with("panzer_strike", "tiger"))
    it.report(enlist("bears", "Tiger"), BOB)
    it.pay(500)
    it.report(new("Tiger"), BOB)
    assert it.refused(Buy(platoon="bears", vehicles=(Recruit(id="p", model="Panther"),)), BOB).field == "vehicles"


def test_a_card_that_takes_points_off_brings_a_model_within_reach() -> None:
    """What is offered to a purse of 19 is what it can pay: a T-64 of 20 with a crew that costs 1 less than nothing."""
    it = Camp(empty=True)
    it.open(Open(name="The long ridge", system="modern_age", seed=SEED, terms={"purse": 0}))
    it.report(enlist("bears", "T-64"), BOB)
    it.pay(19)
    it.refused(new("T-64"), BOB)
    it.report(new("T-64", fittings={"new-1": ("Category C. Tank Crew",)}), BOB)
    assert it.purse() == 0


# ---------------------------------------------------------------------------------------------------------- selling


def test_a_vehicle_brings_its_share_with_its_cards_and_a_wreck_half_of_that() -> None:
    it = Camp(resale=45, workshop=False)
    it.pay(5)
    it.report(fit(bears_1=("Sight",)), BOB)
    it.fight(bears_2="wrecked", bears_3={"damage": 1})
    (event,) = it.report(Sell(platoon="bears", vehicles=("bears-1", "bears-2", "bears-3")), BOB)
    assert isinstance(event, Sold)
    assert event.points == it.purse() == 11 + 4 + 9
    assert {it[id].status for id in event.vehicles} == {"sold"}


def test_a_wreck_in_the_workshop_is_sold_as_one_until_it_drives() -> None:
    for rounds, points in ((1, 5), (2, 10)):
        it = Camp(purse=4)
        it.fight(bears_1="wrecked")
        for _ in range(rounds):
            it.close_round()
        before = it.purse()
        it.report(Sell(platoon="bears", vehicles=("bears-1",)), BOB)
        assert (it.purse() - before, it["bears-1"].bays) == (points, ())


def test_the_last_one_may_be_sold_but_none_that_fights_is_gone_or_is_not_theirs() -> None:
    it = Camp()
    it.report(Sell(platoon="bears", vehicles=("bears-1", "bears-2")), BOB)
    it.report(WriteOff(platoon="bears", vehicles=("bears-3",), reason="Rust."), BOB)
    battle = it.muster("bears-4", "cats-1")
    why = it.refused(Sell(platoon="bears", vehicles=("bears-1", "bears-3", "bears-4", "cats-2")), BOB)
    assert [fault.field for fault in why.faults] == ["vehicles"] * 4
    it.count(battle)
    it.report(Sell(platoon="bears", vehicles=("bears-4",)), BOB)
    assert it.purse() == 30
    assert it.refused(Sell(platoon="bears", vehicles=("bears-4",)), BOB).field == "vehicles"
