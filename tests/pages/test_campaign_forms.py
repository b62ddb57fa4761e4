"""A campaign by form, from the desk to its first battle: opened in the office, platoons enlisted, a battle mustered."""

from __future__ import annotations

import re

from django.test import Client

from battles.models import Sheet
from campaigns.models import Campaign
from tests.cast import Cast
from tests.pages.by_form import BOB, CAROL, Said
from tests.pages.conftest import as_, forms


def test_a_season_begins_in_the_office_and_goes_on_by_form(cast: Cast) -> None:
    cast.alice.is_staff = True
    cast.alice.save()
    alice = as_(cast.alice)
    alice.post("/admin/campaigns/campaign/add/", DESK | {"club": str(cast.club.pk)})
    desk = Campaign.objects.get(name="Kassel 1986")
    alice.post(f"/admin/campaigns/campaign/{desk.pk}/change/?step=counting", DESK)
    address = f"/campaigns/{desk.pk}/"
    waiting = alice.get(address).content.decode()
    assert "Not open yet" in waiting
    assert "/admin/campaigns/campaign/" in waiting
    assert f'href="{address}"' in alice.get("/").content.decode()
    assert {as_(cast.bob).get(address).status_code, Client().get(address).status_code} == {404}
    assert address in alice.get(f"/admin/campaigns/campaign/{desk.pk}/change/").content.decode()

    alice.post(f"/admin/campaigns/campaign/{desk.pk}/opening/")
    assert "No platoon has enlisted yet." in alice.get(address).content.decode()
    bob, carol = as_(cast.bob), as_(cast.carol)
    alpha: Said = {"name": "Alpha 66", "side": "nato", "card": "Team Yankee"}
    red: Said = {"name": "Red Banner", "side": "pact", "card": "Red Banner"}
    platoons = (
        (bob, "USA", alpha | BOB),
        (carol, "USSR", red | CAROL),
    )
    for client, nation, said in platoons:
        assert f"{address}enlist/" in client.get(address).content.decode()
        step = client.get(f"{address}enlist/").content.decode()
        assert f"?nation={nation}" in step
        form = forms(client.get(f"{address}enlist/?nation={nation}").content).of("Enlist")
        done = client.post(f"{address}enlist/", form.filled(**said) | {"report": ["1"]}, follow=True)
        assert "enlists with" in done.content.decode().partition('id="ruling"')[2].partition("</section>")[0]

    assert f"{address}muster/" in alice.get(address).content.decode()
    assert "?scenario=alpha_66" in alice.get(f"{address}muster/").content.decode()
    form = forms(alice.get(f"{address}muster/?scenario=tank_ace").content).of("MusterBattle")
    sides = {"sides.attackers.platoon": "alpha-66", "sides.defenders.platoon": "red-banner"}
    done = alice.post(f"{address}muster/", form.filled(title="At the ford", **sides) | {"report": ["1"]}, follow=True)
    battle = Sheet.objects.get()
    assert done.redirect_chain == [(f"/battles/{battle.pk}/", 302)]
    assert "At the ford" in done.content.decode()
    assert "Ural" in done.content.decode()
    story = Client().get(address).content.decode().partition('id="log"')[2].partition("</section>")[0]
    told = re.findall(r"<p>(.*?)(?: <a|</p>)", story)
    assert told == [
        "A battle is mustered: Tank Ace, Alpha 66 – Red Banner.",
        "Red Banner enlists with 2 vehicles.",
        "Alpha 66 enlists with 1 vehicle.",
        "The campaign opens: Kassel 1986.",
    ]


DESK = {
    "name": "Kassel 1986",
    "visibility": "public",
    "system": "modern_age",
    "sides": "nato: NATO\npact: Warsaw Pact",
    "confirm_within": "1",
    "win": "3",
    "draw": "1",
    "loss": "0",
    "scored": "1",
    "objectives": "0",
    "destroyed": "0",
    "preserved": "0",
}
