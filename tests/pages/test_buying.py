"""The page where a platoon buys new vehicles, and other cards for those it has."""

from __future__ import annotations

from html import unescape

from django.test import Client

from campaigns.season.sales import Sell
from tests.pages.by_form import Said
from tests.pages.conftest import Form, as_, forms
from tests.pages.test_platoon import Company, _skirmish, begun, company
from tests.pages.test_season import text
from tests.where import BOTH

__all__ = ["_skirmish", "begun", "company"]


def shop(client: Client, url: str, **said: str | list[str]) -> tuple[Form, dict[str, list[str]]]:
    """The form that buys, and what it sends with this filled in for the first new vehicle."""
    form = next(one for one in forms(client.get(url).content).forms if one.id == "card-1")
    (new,) = form.fields["id:vehicles#0.id"]
    hung = {"name": f"names.{new}", "cards": f"fittings.{new}", "model": "vehicles#0.model"}
    return form, form.filled(**{hung[name]: value for name, value in said.items()})


@BOTH
def test_a_vehicle_is_found_by_name_and_points_and_bought_with_cards(company: Company) -> None:
    bob, url = as_(company.cast.bob), f"{company.url}platoons/bears/buy/"

    def on_sale(asked: str) -> list[str]:
        form, _sent = shop(bob, f"{url}?{asked}")
        return form.offers["pick:vehicles#0.model"]

    assert on_sale("q=&most=6") == ["", "Light"]
    assert on_sale("q=hea") == ["", "Heavy"]
    assert {"Light", "Heavy"} < {*on_sale("")}
    assert "Nothing like that is on sale." in bob.get(f"{url}?q=zeppelin").content.decode()
    form, sent = shop(bob, url, model="Heavy", name="Big", cards=["Scope"])
    checked = text(bob.post(form.action, sent | {"check": ["1"]}).content.decode())
    assert "Bears buys Heavy: 11 points." in checked
    assert company.state.platoons["bears"].purse == 20
    first, again = (bob.post(form.action, sent | {"report": ["1"]}) for _tap in range(2))
    assert first["Location"] == again["Location"]
    state = company.state
    assert state.platoons["bears"].purse == 9
    (new,) = (one for one in state.vehicles.values() if one.name == "Big")
    assert (new.model, state.platoons["bears"].fittings[new.id]) == ("Heavy", ("Scope",))


def test_a_purse_is_not_overdrawn_and_nothing_chosen_is_said(company: Company) -> None:
    bob, url = as_(company.cast.bob), f"{company.url}platoons/bears/buy/"
    form, blank = shop(bob, url)
    assert "“New vehicles” is not filled in." in bob.post(form.action, blank | {"report": ["1"]}).content.decode()
    form, sent = shop(bob, url, name="Big")
    assert "“Model” is not filled in." in bob.post(form.action, sent | {"report": ["1"]}).content.decode()
    form, sent = shop(bob, url, model="Heavy", cards=["Scope"] * 6)
    response = bob.post(form.action, sent | {"report": ["1"]})
    assert response.status_code == 422
    assert "The purse holds 20." in response.content.decode()


def test_a_form_that_counted_buys_another_vehicle_when_it_is_changed_and_sent_again(company: Company) -> None:
    bob, url = as_(company.cast.bob), f"{company.url}platoons/bears/buy/"
    form, sent = shop(bob, url, model="Light", name="One", cards=["Scope"])
    assert bob.post(form.action, sent | {"report": ["1"]}).status_code == 302
    (called,) = (key for key in sent if key.startswith("text:names."))
    told = bob.post(form.action, sent | {called: ["Two"], "report": ["1"]})
    assert "that report counted" in told.content.decode()
    again = next(one for one in forms(told.content).forms if one.id == "card-1")
    assert bob.post(again.action, again.filled() | {"report": ["1"]}).status_code == 302
    state = company.state
    bears = state.platoons["bears"]
    bought = {state.vehicles[id].name: bears.fittings[id] for id in bears.vehicles}
    assert {"One": ("Scope",), "Two": ("Scope",)}.items() <= bought.items()


def test_a_vehicle_gets_other_cards_and_gives_all_of_them_up(company: Company) -> None:
    bob, url = as_(company.cast.bob), f"{company.url}platoons/bears/buy/?vehicle=bears-2"
    for cards in (["Scope"], ["Scope", "Scope"], []):
        form = next(one for one in forms(bob.get(url).content).forms if one.id == "card-1")
        begins = tuple(filter(None, form.fields["picks-or-none:fittings.bears-2"]))
        assert begins == company.state.platoons["bears"].fittings["bears-2"]
        sent = form.filled() | {"picks-or-none:fittings.bears-2": ["", *cards], "report": ["1"]}
        assert bob.post(form.action, sent).status_code == 302
        assert company.state.platoons["bears"].fittings["bears-2"] == tuple(cards)


def test_two_vehicles_are_bought_at_once(company: Company) -> None:
    bob, url = as_(company.cast.bob), f"{company.url}platoons/bears/buy/"
    form, sent = shop(bob, url, model="Light", name="One")
    more = bob.post(form.action, sent | {"more": ["vehicles"]})
    assert more.status_code == 200
    form = next(one for one in forms(more.content).forms if one.id == "card-1")
    (second,) = form.fields["id:vehicles#1.id"]
    said: Said = {"vehicles#1.model": "Heavy", f"names.{second}": "Two", f"fittings.{second}": ["Scope"]}
    assert bob.post(form.action, form.filled(**said) | {"report": ["1"]}).status_code == 302
    bears = company.state.platoons["bears"]
    bought = {
        company.state.vehicles[id].name: (company.state.vehicles[id].model, bears.fittings[id]) for id in bears.vehicles
    }
    assert {"One": ("Light", ()), "Two": ("Heavy", ("Scope",))}.items() <= bought.items()
    assert bears.purse == 20 - 5 - 11


def test_cards_for_a_vehicle_that_has_gone_are_not_taken_for_another_one(company: Company) -> None:
    bob, url = as_(company.cast.bob), f"{company.url}platoons/bears/buy/?vehicle=bears-2"
    form = next(one for one in forms(bob.get(url).content).forms if one.id == "card-1")
    company.tell(company.cast.bob, Sell(platoon="bears", vehicles=("bears-2",)))
    told = bob.post(form.action, form.filled() | {"picks-or-none:fittings.bears-2": ["", "Scope"], "report": ["1"]})
    assert told.status_code in (409, 422)
    page_ = unescape(text(told.content.decode()))
    assert "This cannot be reported any more. You had typed: buy bears" in page_
    assert '{"bears-2": ["Scope"]}' in page_
    assert "There is nothing to report here at the moment." in page_


def test_others_are_not_let_into_the_shop(company: Company) -> None:
    url = f"{company.url}platoons/bears/buy/"
    for user in (company.cast.carol, company.cast.alice):
        response = as_(user).get(url)
        assert response.status_code == 403
        assert "Scope" not in response.content.decode()
    assert Client().get(url)["Location"].startswith("/login/")
