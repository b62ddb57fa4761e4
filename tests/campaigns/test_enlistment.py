"""Enlisting: who may, when, with what budget, and with which faults."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season.enlistment import Enlist, Enlisted
from campaigns.season.opening import Open
from campaigns.season.people import Appoint, Drop, HandOver
from campaigns.season.purchases import Buy
from campaigns.season.values import Recruit
from rules.adjudicate import Who
from rules.contract import Refused
from rules.house_units import OPTION
from tests.campaigns.between import ALICE, BOB, SEED, Camp, enlist
from tests.campaigns.conftest import Season

HEAVIES = ("Heavy", "Heavy")


def camp(**terms: Any) -> Camp:
    return Camp(empty=True, **terms)


def enlisted(camp: Camp, command: Enlist, who: Who = BOB) -> Enlisted:
    (event,) = camp.report(command, who)
    assert isinstance(event, Enlisted)
    return event


# ---------------------------------------------------------------------------------------------------------- faults


def test_the_purse_is_what_the_terms_say() -> None:
    assert enlisted(camp(purse=30), enlist("bears")).purse == 30


def test_faults_are_told_by_name_and_let_be_where_nobody_checks() -> None:
    command = enlist("bears", *HEAVIES)
    assert enlisted(camp(muster_points=79), command).flaws == ("budget", "S3/heavies")
    assert enlisted(camp(muster_points=80), command).flaws == ("S3/heavies",)
    assert enlisted(camp(muster_points=79, roster_check="off"), command).flaws == ()
    assert enlisted(camp(), enlist("bears")).flaws == ()


def test_where_they_are_refused_it_is_all_at_once_and_each_by_its_name() -> None:
    it = camp(muster_points=84, roster_check="refuse")
    command = enlist("bears", *HEAVIES, fittings={"bears-1": ("Sight",)}, names={"bears-9": "Bruno"})
    why = it.refused(command, BOB)
    assert [(fault.field, fault.fault, fault.waivable) for fault in why.faults] == [
        ("names", "", False),
        ("vehicles", "budget", True),
        ("vehicles", "S3/heavies", True),
    ]
    assert why.faults[1].text.text() == "The platoon costs 85 points of 84."
    assert all(fault.remedy for fault in why.faults)


def test_an_organiser_lets_faults_pass_with_a_reason_and_nobody_else() -> None:
    it = camp(muster_points=50, roster_check="refuse")
    waivers = {"S3/heavies": "All he has.", "budget": "Against three."}
    why = it.refused(enlist("bears", *HEAVIES, waivers=waivers), BOB)
    assert [(fault.field, fault.code) for fault in why.faults] == [("waivers", "not-yours")]
    some = enlist("bears", *HEAVIES, player="bob", waivers={"budget": "Against three."})
    assert [fault.fault for fault in it.refused(some, ALICE).faults] == ["S3/heavies"]
    event = enlisted(it, enlist("bears", *HEAVIES, player="bob", waivers=waivers), ALICE)
    assert (event.flaws, event.waivers) == (("budget", "S3/heavies"), waivers)
    assert it.season.platoons["bears"].waivers == waivers


def test_what_is_only_told_may_be_let_pass_as_well() -> None:
    event = enlisted(camp(), enlist("bears", *HEAVIES, player="bob", waivers={"S3/heavies": "Fine."}), ALICE)
    assert (event.flaws, event.waivers) == (("S3/heavies",), {"S3/heavies": "Fine."})


@pytest.mark.parametrize("check", ["warn", "refuse", "off"])
def test_a_waiver_for_no_fault_is_refused(check: str) -> None:
    why = camp(roster_check=check).refused(enlist("bears", waivers={"S3/lights": "Why not."}), ALICE)
    assert [fault.field for fault in why.faults] == ["waivers.S3/lights"]


# ------------------------------------------------------------------------------------------------------ who and when


def test_nobody_enlists_late_where_the_terms_have_it_so_but_by_an_organiser() -> None:
    it = camp(late_enlisting=False)
    enlisted(it, enlist("bears"))
    it.open_round()
    for _ in range(2):  # while the round is under way, and after it
        why = it.refused(enlist("dogs"), BOB)
        assert (why.field, bool(why.remedy)) == ("platoon", True)
        it.close_round()
    assert enlisted(it, enlist("dogs", player="bob"), ALICE).player == "bob"
    late = camp()
    late.close_round()
    enlisted(late, enlist("dogs"))
    assert late.season.platoons["dogs"].joined == 2


def test_partners_command_beside_the_player_each_named_once() -> None:
    it = camp()
    enlisted(it, enlist("bears", partners=("carol", "dora")))
    assert it.season.platoons["bears"].players == ("bob", "carol", "dora")
    for partners in (("bob",), ("carol", "carol")):
        assert it.refused(enlist("dogs", partners=partners), BOB).field == "partners"


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["nobody", "8d6f6e0e-4b7e-4a52-9d0c-0d1a6f3f9a10"])
def test_everyone_a_report_names_has_an_account(season: Season, who: str) -> None:
    season.begin()
    bob = str(season.cast.bob.pk)
    named: tuple[tuple[Any, str], ...] = (
        (enlist("dogs", partners=(who,)), "partners"),
        (enlist("dogs", player=who), "player"),
        (HandOver(platoon="bears", players=(bob, who), reason="Away."), "players"),
        (Appoint(person=who, office="umpire", reason="He knows the rules."), "person"),
    )
    for command, field in named:
        with pytest.raises(Refused) as refused:
            season.report(season.organiser, command)
        assert [(fault.field, fault.code) for fault in refused.value.faults] == [(field, "refused")]
        assert refused.value.remedy


@pytest.mark.django_db
def test_people_with_accounts_may_be_partners(season: Season) -> None:
    season.open()
    carol = str(season.cast.carol.pk)
    receipt = season.report(Who(str(season.cast.bob.pk)), enlist("dogs", partners=(carol,)))
    assert receipt.state.platoons["dogs"].players[1] == carol


# ----------------------------------------------------------------------------------------------------- house units

MAUS = {
    "name": "Sturmmaus",
    "nation": "GER",
    "points": "30",
    "role": "heavy",
    "drive": "T",
    "mount": "turret",
    "mass": "190",
    "speed": "2",
    "reverse": "1",
    "front": "20",
    "side": "16",
    "rear": "14",
    "top": "5",
    "tracks": "19",
    "shell": "AP",
    "penetration": "20",
    "die": "II",
    "range": "8",
    "accuracy": "4",
}


def with_maus(**terms: Any) -> Camp:
    """A campaign of Panzer Strike with a tank of the club's own."""
    it, sheet = camp(), f"{','.join(MAUS)}\n{','.join(MAUS.values())}"
    options: dict[str, bool | int | str] = {OPTION: sheet}
    it.open(Open(name="Own", system="panzer_strike", options=options, terms=terms, seed=SEED))
    return it


def test_a_unit_of_the_clubs_own_enlists_is_bought_and_has_its_price() -> None:
    it = with_maus(purchase_list="Sturmmaus", muster_points=30, purse=59)
    assert enlisted(it, enlist("bears", "Sturmmaus")).flaws == ()
    assert it.refused(enlist("dogs", "Sturmratte"), BOB).field == "vehicles"
    more = Buy(platoon="bears", vehicles=(Recruit(id="more", model="Sturmmaus"),))
    it.report(more, BOB)
    assert it.purse() == 29


def test_without_its_sheet_nobody_knows_it() -> None:
    it = camp()
    it.open(Open(name="Printed", system="panzer_strike", seed=SEED))
    assert it.refused(enlist("bears", "Sturmmaus"), BOB).field == "vehicles"


def test_nobody_fills_a_campaign_alone() -> None:
    it = camp(platoons_each=2)
    for key in ("bears", "cats"):
        enlisted(it, enlist(key))
    refused = it.refused(enlist("dogs"), BOB)
    assert (refused.field, "organiser" in str(refused.remedy)) == ("platoon", True)
    enlisted(it, enlist("dogs", player=BOB.id), ALICE)
    it = camp(platoons_each=1)
    enlisted(it, enlist("bears"))
    it.report(Drop(platoon="bears", reason="Sold the lot"), BOB)
    enlisted(it, enlist("cats"))
