"""Fluid Time on a phone: a sealed deck juts out of nothing, and what is asked at the table stands where it is asked."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from campaigns import handler
from rules.adjudicate import Who
from tests.battles.fluid_time.dealt import OVER, Dealt, dealt
from tests.browsing import Tabs
from tests.cast import CampaignFactory, Cast
from tests.pages.conftest import as_, forms
from tests.pages.test_layout import JUTS_OUT

FREE = "germans/panzers/free_action"


def played(cast: Cast) -> Dealt:
    """The first turn is over, its deck disclosed; the second one has been shuffled."""
    battle = dealt(FREE, OVER, players={"germans": str(cast.carol.pk), "soviets": str(cast.bob.pk)})
    return battle.alice("draw", "end-impulse germans", "draw", "shuffle")


def test_the_order_of_a_disclosed_deck_lies_in_a_fold(cast: Cast) -> None:
    page = Client().get(f"/battles/{played(cast).stream}/log/").content.decode()
    before, fold, order = page.partition("<summary><span>The order that was sealed, from the top:</span></summary>")
    assert fold
    assert f"{FREE}, {OVER}" in order.partition("</details>")[0]
    assert f"{FREE}, {OVER}" not in before
    assert page.count("The order that was sealed") == 1
    assert page.count("Sealed:") == 2


def test_how_a_battle_stands_is_told_before_its_forces(cast: Cast) -> None:
    page = Client().get(f"/battles/{played(cast).stream}/").content.decode()
    assert page.index("How it stands") < page.index("Cards in the deck") < page.index('id="forces"')


def test_who_divides_a_force_into_platoons_reads_the_ids_of_its_vehicles(cast: Cast) -> None:
    desk = CampaignFactory.create(club=cast.club, system="fluid_time", sides={})
    handler.open_campaign(desk, Who(str(cast.alice.pk), referee=True), "admin")
    place = f"/campaigns/{desk.pk}/"
    for user, nation, model in ((cast.bob, "GER", "Tiger I"), (cast.carol, "USSR", "IS-2")):
        form = forms(as_(user).get(f"{place}enlist/?nation={nation}").content).of("Enlist")
        sent = form.filled(**{"text:name": nation, "vehicles#0.model": model, "names.%231": "Otto"})
        assert as_(user).post(f"{place}enlist/", sent | {"report": ["1"]}).status_code == 302
    alice = as_(cast.alice)
    form = forms(alice.get(f"{place}muster/?scenario=encounter").content).of("MusterBattle")
    sent = form.filled(**{"sides.first.platoon": "ger", "sides.second.platoon": "ussr"}) | {"more": ["-"]}
    page = alice.post(f"{place}muster/", sent).content.decode()
    assert all(f"fit · {id}" in page for id in ("ger-1", "ussr-1"))


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_seal_and_order_of_a_deck_fit_a_phone(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    battle = played(cast)
    page = tabs.open(script=True)
    for place in ("", "dice/", "why/?of=facts.seal"):
        page.goto(f"{live_server.url}/battles/{battle.stream}/{place}")
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert page.evaluate(JUTS_OUT) <= 0, place
