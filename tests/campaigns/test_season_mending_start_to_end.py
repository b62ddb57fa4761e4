"""What an organiser mends from start to end, by API and from the office: a pairing that was published, a round that was
closed, a purchase two rounds later with what follows from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from campaigns import handler
from campaigns.models import Round
from campaigns.season.pairings import Pair
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from tests.campaigns.conftest import Season
from tests.campaigns.office import office_of
from tests.campaigns.test_season_mending_doors import PENALTY, at
from tests.campaigns.test_season_mending_pages import By, bought, mend_form, pressed, text
from tests.length import in_soak

pytestmark = pytest.mark.django_db


class Program:
    """An organiser's program."""

    def __init__(self, season: Season) -> None:
        self.client, self.url = Client(), f"/api/v1/campaigns/{season.stream}/"
        self.client.force_login(season.cast.alice)

    def get(self, place: str) -> Any:
        return self.client.get(f"{self.url}{place}").json()

    def mends(self, type_: str, **data: Any) -> tuple[Mapping[str, Any], list[str]]:
        """The preview of a correction, then the events that follow from it."""
        said = {"id": str(uuid4()), "type": type_, "data": {"reason": "As it was", **data}}
        answers = [
            self.client.post(f"{self.url}commands/{query}", said, content_type="application/json")
            for query in ("?dry_run=true", "")
        ]
        assert [one.status_code for one in answers] == [200, 200], answers[-1].content
        tried, done = (one.json()["reports"][0] for one in answers)
        return tried["preview"], [one["type"] for one in done["events"]]

    def choices(self, command: str) -> list[Any]:
        return [one for one in self.get("choices/")["choices"] if one["command"] == command]


def paired(season: Season) -> int:
    """Bears are to meet cats, in a round that is open; where that was reported."""
    season.begin()
    season.enlist(season.cast.dave, "dogs")
    season.report(season.organiser, OpenRound(deadline=""))
    season.report(season.organiser, Pair(pairings=(Pairing(home="bears", away="cats"),)))
    return at(season, "Pair")


def test_a_pairing_that_was_published_is_mended_by_the_api(season: Season) -> None:
    position, program = paired(season), Program(season)
    other = {"pairings": [{"home": "bears", "away": "dogs"}]}
    preview, events = program.mends("Correct", position=position, how="change", type="Pair", data=other)
    (change,) = preview["changes"]
    assert [one["text"] for one in change["before"] + change["after"]] == [
        "Further fixtures are announced: Bears – Cats.",
        "Further fixtures are announced: Bears – Dogs.",
    ]
    assert events == ["Revised", "Retold", "Paired"]
    (fixture,) = program.get("fixtures/")["fixtures"]
    assert fixture["platoons"] == ["bears", "dogs"]


def test_a_round_that_was_closed_is_opened_again_and_a_purchase_is_settled_by_the_api(season: Season) -> None:
    """Round 2 is closed; Bears sold in it what they had bought before round 1."""
    place, program = bought(season), Program(season)
    preview, _events = program.mends("Undo", position=at(season, "CloseRound"))
    assert {(one["label"], one["before"], one["after"]) for one in preview["sheet"]} == {
        ("Round 2", "closed", "under way")
    }
    assert [one["status"] for one in program.get("rounds/")["rounds"]] == ["closed", "open"]
    preview, _events = program.mends("Undo", position=place)
    (item,), (change,) = preview["items"], preview["changes"]
    assert (item["type"], item["position"]) == ("Sell", change["position"])
    assert [one["text"] for one in change["before"]] == ["Bears sells Light 2."]  # called as it is before the undo
    offered, otherwise, _several = program.choices("Resolve")
    assert otherwise["given"] == {**offered["given"], "how": "replace", "type": "Sell"}
    program.mends("Resolve", **offered["given"], how="strike")
    assert program.choices("Resolve") == []
    now = handler.replay(season.stream)[0]
    assert (now.items, now.platoons["bears"].purse, "bears-9" in now.vehicles) == ((), 30, False)


class Organiser(By):
    """An organiser who begins in the office and presses what is there."""

    def __init__(self, season: Season) -> None:
        super().__init__(season, season.cast.alice)
        self.client = office_of(season.cast.alice)
        self.rule = f"/admin/campaigns/campaignsheet/{season.stream}/rule/"

    def office(self) -> str:
        return self.client.get(self.rule).content.decode()

    def mend(self, row: str, tab: str = "undo", **values: str) -> Any:
        """From the row of the office's overview that has these words: look at the correction, then make it."""
        found = next(one for one in re.findall(r"<(?:tr|li)>.*?</(?:tr|li)>", self.office(), re.S) if row in one)
        (place,) = re.findall(r'/corrections/([^"?]+)"', found) or [
            f"{at}/settle/" for at in re.findall(r"/corrections/settle/\?at=([0-9]+)", found)
        ]
        seen = self.look(place, tab, reason="As it was", **values)
        assert "Nothing is changed yet" in text(seen), text(seen)
        done = self.do(seen, place)
        assert done.status_code == 200
        return seen


@in_soak(
    "tests/campaigns/test_season_mending_pages.py::test_the_office_leads_to_what_is_corrected",
    "tests/campaigns/test_season_mending_pages.py::test_a_penalty_is_taken_back_from_its_row_of_the_log",
    "tests/campaigns/test_season_mending_pages.py::test_a_round_that_was_closed_is_opened_again",
    "tests/campaigns/test_season_mending_pages.py::test_a_purchase_is_taken_back_two_rounds_later_and_what_follows_is_settled",
)
def test_an_organiser_begins_each_in_the_office(season: Season) -> None:
    place, alice = bought(season), Organiser(season)
    season.report(season.organiser, PENALTY)
    alice.mend("is penalised")
    assert "is taken back; later ones are decided again. Reason: As it was" in alice.office()  # a ruling, too
    seen = alice.mend("Round 2 is closed")
    assert "Round 2 closed → under way" in text(seen)
    assert [one.status for one in Round.objects.order_by("number")] == [Round.Status.CLOSED, Round.Status.OPEN]
    alice.do(alice.look(f"{place}/", reason="It was never paid"), f"{place}/")  # found in the log
    assert "Bears sells Light 2." in alice.office()  # what waits is told, with the way to it
    alice.mend("Bears sells Light 2.", "", how="strike")
    now = handler.replay(season.stream)[0]
    assert (now.items, now.platoons["bears"].purse) == ((), 30)


def test_an_organiser_mends_a_pairing_from_the_office(season: Season) -> None:
    """The form shows the pairing that there is, and no blank ones."""
    position, alice = paired(season), Organiser(season)
    place = f"{position}/"
    assert f"/corrections/{place}" in alice.office()
    form = mend_form(alice.client.get(f"{alice.url}corrections/{place}?how=change"))
    rows = {name for name in form.fields if ".home" in name}
    assert rows == {"pick:pairings#0.home"}
    sent = pressed(form, "look", reason="Carol is away") | {"pick:pairings#0.away": ["dogs"]}
    alice.do(alice.client.post(f"{alice.url}corrections/{place}", sent), place)
    (fixture,) = handler.replay(season.stream)[0].fixtures.values()
    assert fixture.platoons == ("bears", "dogs")
