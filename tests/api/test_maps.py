"""The map by API: as it stands, drawn, a sector's story, a platoon's orders; and nobody learns of another's order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from api.roles import TABLE
from api.shapes import map as shapes
from api.urls import urlpatterns
from campaigns.season.map.orders import Order
from campaigns.season.map.retreats import Retreat
from tests.api.conftest import Caller, problem, report, rolled_back, said
from tests.api.test_reading import read
from tests.campaigns.campaigning import Campaigning
from tests.campaigns.conftest import Season
from tests.cast import Cast
from tests.length import AT_LENGTH, in_soak, some_of

pytestmark = pytest.mark.django_db
SOON, LATER = "2199-11-24T18:00:00Z", "2199-12-05T18:00:00Z"


def at_war(cast: Cast) -> Campaigning:
    """The bears stand in Clay, the cats in Fay over the river; round 1 takes orders."""
    return Campaigning(cast).begin().put(bears="clay", cats="fay").round(SOON, LATER)


@pytest.fixture(scope="module")
def war_at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Campaigning]:
    with rolled_back(django_db_blocker, at_war) as war:
        yield war


@pytest.fixture
def war(_skirmish: None, cast: Cast, war_at_first: Campaigning) -> Campaigning:
    war = deepcopy(war_at_first)
    war.cast = cast
    return war


@pytest.fixture
def cast(db: None, war_at_first: Campaigning) -> Cast:
    return deepcopy(war_at_first.cast)


@pytest.fixture
def season(_skirmish: None, cast: Cast) -> Season:
    """One without a map."""
    return Season(cast).begin()


@pytest.fixture
def where(war: Campaigning) -> str:
    return f"campaigns/{war.stream}/"


@pytest.fixture
def beaten(_skirmish: None, cast: Cast) -> Campaigning:
    """The cats have given up Elm to the bears, and have to retreat: to Fay, or to Gate."""
    war = Campaigning(cast).begin()
    war.beaten()
    return war


# -- the map -----------------------------------------------------------------------------------------------------------


def test_the_map_as_it_stands(people: dict[str, Caller], war: Campaigning, where: str) -> None:
    war.order("bears", "attack", "fay")
    found = read(people["anonymous"], f"{where}map/", shapes.Map)
    assert isinstance(found, shapes.Map)
    assert found.sides == {"reds": "The Reds", "blues": "The Blues"}
    sectors = {one.sector: one for one in found.sectors}
    assert len(sectors) == 7
    alton, clay = sectors["alton"], sectors["clay"]
    assert (alton.name, alton.base, alton.capital, alton.owner, alton.value) == ("Alton", "reds", True, "reds", 3)
    assert (clay.owner, clay.contested, clay.supply, clay.platoons) == ("reds", False, "supplied", ["bears"])
    links = {(one.one, one.other): one for one in found.links}
    assert (links["clay", "fay"].kind, links["clay", "fay"].cost, links["clay", "fay"].closed) == ("river", 3, False)
    assert sorted(found.fronts) == [("bury", "elm"), ("clay", "fay")]
    bears, cats = (next(one for one in found.platoons if one.platoon == key) for key in ("bears", "cats"))
    assert (bears.sector, bears.supply, bears.ordered, cats.ordered) == ("clay", "supplied", True, False)
    assert (found.round, found.orders_by, found.scores) == (1, SOON, {"reds": 0, "blues": 0})
    war.disclose()
    found = read(people["bob"], f"{where}map/", shapes.Map)
    assert isinstance(found, shapes.Map)
    fay = next(one for one in found.sectors if one.sector == "fay")
    assert (fay.contested, sorted(fay.platoons), fay.owner) == (True, ["bears", "cats"], "blues")
    assert {one.platoon: one.engaged for one in found.platoons} == {
        "bears": "r1-1",
        "boars": "",
        "cats": "r1-1",
        "cobras": "",
    }
    assert found.orders_by == ""


@pytest.mark.parametrize("path", ["map/", "map.svg", "sectors/clay/", "platoons/bears/orders/", "explain/"])
def test_who_has_it_already_hears_so(people: dict[str, Caller], war: Campaigning, where: str, path: str) -> None:
    bob = people["bob"]
    first = bob.get(where + path)
    assert first["Vary"] == "Cookie, Authorization, Accept-Language"
    with CaptureQueriesContext(connection) as queries:
        again = bob.get(where + path, If_None_Match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert len(queries) <= 3  # the token, the campaign; of orders and sectors whether there is such a one
    war.order("bears", "entrench")
    news = bob.get(where + path, If_None_Match=first["ETag"])
    assert (news.status_code, news["ETag"] == first["ETag"]) == (200, False)
    tags = {people[who].get(where + path)["ETag"] for who in ("bob", "alice") if "orders" not in path}
    assert len(tags) in (0, 2)


def test_a_map_costs_the_same_however_many_stand_on_it(people: dict[str, Caller], war: Campaigning, where: str) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert people["bob"].get(f"{where}map/").status_code == 200
        return len(queries)

    few = cost()
    for n in range(3):
        war.enlist(war.cast.bob, f"foxes-{n}", side="reds")
    assert cost() == few


def test_the_drawing_is_a_picture_of_its_own(people: dict[str, Caller], war: Campaigning, where: str) -> None:
    before = {who: people[who].get(f"{where}map.svg") for who in ("bob", "carol", "alice", "anonymous")}
    assert {one["Content-Type"] for one in before.values()} == {"image/svg+xml"}
    assert ElementTree.fromstring(before["bob"].content).tag.endswith("svg")
    assert b"The long ridge" in before["anonymous"].content
    war.order("bears", "attack", "fay")
    after = {who: people[who].get(f"{where}map.svg") for who in before}
    assert {who for who in before if before[who].content != after[who].content} == {"bob"}


def test_a_campaign_without_a_map_says_so(people: dict[str, Caller], season: Season) -> None:
    for path in ("map/", "map.svg", "sectors/clay/", "platoons/bears/orders/"):
        found = problem(people["bob"].get(f"campaigns/{season.stream}/{path}"), 404, "not-found")
        assert found["detail"] == "This campaign has no map."
    assert said(people["bob"].get(f"campaigns/{season.stream}/"))["map"] is False
    assert "Order" not in said(people["bob"].get(f"campaigns/{season.stream}/"))["may"]


# -- sectors -----------------------------------------------------------------------------------------------------------


def test_a_sector_tells_its_story(people: dict[str, Caller], war: Campaigning, where: str) -> None:
    war.order("bears", "attack", "fay")
    war.order("boars", "move", "bury")
    war.disclose()
    found = read(people["dave"], f"{where}sectors/fay/", shapes.SectorStory)
    assert isinstance(found, shapes.SectorStory)
    assert (found.sector.name, found.sector.contested) == ("Fay", True)
    assert {(one.one, one.other) for one in found.links} == {
        ("clay", "fay"),
        ("dunes", "fay"),
        ("elm", "fay"),
        ("fay", "gate"),
    }
    assert [one.type for one in found.events] == ["Deployed", "OrdersResolved"]
    assert found.events[1].text == "The orders of round 1 are disclosed. Battle: Bears – Cats (Fay)."
    first = said(people["bob"].get(f"{where}sectors/fay/?limit=1"))
    assert [one["type"] for one in first["events"]] == ["Deployed"]
    rest = said(people["bob"].get(first["next"].partition("/api/v1/")[2]))
    assert ([one["type"] for one in rest["events"]], rest["next"]) == (["OrdersResolved"], None)
    problem(people["bob"].get(f"{where}sectors/reserve/"), 404, "not-found")


# -- orders ------------------------------------------------------------------------------------------------------------


def test_its_players_read_what_a_platoon_may_be_ordered(
    people: dict[str, Caller], war: Campaigning, where: str
) -> None:
    path = f"{where}platoons/bears/orders/"
    found = read(people["bob"], path, shapes.Orders)
    assert isinstance(found, shapes.Orders)
    assert (found.sector, found.supply, found.round, found.orders_by) == ("clay", "supplied", 1, SOON)
    assert (found.given, found.havens, found.retreat_by) == (None, [], "")
    labels = {(one.do, one.to): (one.label, one.cost) for one in found.choices}
    assert labels["attack", "fay"] == ("Bears is to attack Fay.", 3)
    assert labels["move", "alton"] == ("Bears is to move to Alton.", 2)
    for one in found.choices:
        sent = report("Order", platoon="bears", do=one.do, to=one.to)
        assert people["bob"].post(f"{where}commands/?dry_run=true", sent).status_code == 200, one
    refused = people["bob"].post(f"{where}commands/", report("Order", platoon="bears", do="attack", to="gate"))
    assert problem(refused, 422, "refused")["field"] == "to"
    people["bob"].post(f"{where}commands/", report("Order", platoon="bears", do="attack", to="fay"))
    given = said(people["bob"].get(path))["given"]
    assert given == {"do": "attack", "to": "fay", "label": "Bears is to attack Fay."}
    for who in ("carol", "alice", "dave", "erin"):
        problem(people[who].get(path), 403, "not-yours")
    problem(people["anonymous"].get(path), 401, "not-authenticated")
    problem(people["bob"].get(f"{where}platoons/wolves/orders/"), 404, "not-found")
    war.disclose()
    assert said(people["bob"].get(path))["choices"] == []


def test_a_beaten_platoon_reads_its_havens(people: dict[str, Caller], beaten: Campaigning) -> None:
    where = f"campaigns/{beaten.stream}/"
    found = said(people["carol"].get(f"{where}platoons/cats/orders/"))
    assert [(one["sector"], one["distance"], one["why"]) for one in found["havens"]] == [
        ("gate", 0, ""),
        ("fay", 2, ""),
        ("bury", None, "cut off"),
    ]
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", found["retreat_by"])
    sheet = said(people["carol"].get(f"{where}platoons/cats/"))
    assert (sheet["retreat_by"], sheet["sector"]) == (found["retreat_by"], "elm")
    assert (sheet["supply"], sheet["allows"]) == ("supplied", {"march": 4, "workshop": "all", "purchases": True})
    assert {"Order", "Retreat"} <= set(sheet["may"])
    fixture = said(people["bob"].get(f"{where}fixtures/"))["fixtures"][-1]
    assert (fixture["beaten"], fixture["ground"]["sector"], fixture["ground"]["attacker"]) == ("cats", "elm", "bears")
    people["carol"].post(f"{where}commands/", report("Retreat", platoon="cats", to="fay"))
    assert said(people["carol"].get(f"{where}platoons/cats/"))["sector"] == "fay"


# -- why ---------------------------------------------------------------------------------------------------------------


def test_why_they_retreated_there(people: dict[str, Caller], beaten: Campaigning) -> None:
    where, carol = f"campaigns/{beaten.stream}/", beaten.player("cats")
    beaten.report(carol, Retreat(platoon="cats", to="fay"))
    found = read(people["anonymous"], f"{where}explain/?of=platoons.cats.sector", shapes.CampaignExplanation)
    assert isinstance(found, shapes.CampaignExplanation)
    assert (found.label, found.value, found.about) == ("Where Cats is", "Fay", "cats")
    last = found.steps[-1]
    assert (last.type, last.before, last.after, last.by) == ("Retreated", "Elm", "Fay", carol.id)
    assert [(one.text, one.rule) for one in last.reasons][-1] == ("Its players chose it.", "Retreats 2")
    facts = read(people["anonymous"], f"{where}explain/", shapes.CampaignFacts)
    assert isinstance(facts, shapes.CampaignFacts)
    assert {one.of: one.value for one in facts.facts}["sectors.elm.owner"] == "The Reds"
    for one in facts.facts:
        assert people["anonymous"].get(f"{where}explain/?of={one.of}").status_code == 200
    assert problem(people["bob"].get(f"{where}explain/?of=luck"), 400, "unknown")["field"] == "of"


# -- nobody's to know --------------------------------------------------------------------------------------------------

READABLE = [
    str(one.pattern).removeprefix("campaigns/<uuid:id>/")
    for one in urlpatterns
    if "GET" in TABLE.get(str(one.name), {}) and str(one.pattern).startswith("campaigns/<uuid:id>/")
]


def _plain(response: HttpResponse) -> tuple[int, str]:
    """Without digests and times, which are each report's own."""
    return response.status_code, re.sub(r'"[0-9a-f]{64}"|"20\d\d-[^"]*Z"', '""', response.content.decode())


def _read_all(people: dict[str, Caller], where: str) -> dict[str, dict[str, Any]]:
    """What is answered of the campaign, by who asks: everything to everybody by `make soak`, else each to Bob, whose
    order it is, and to two of the others."""
    routes = (one.replace("<slug:sector>", "fay") for one in READABLE)
    paths = {one.replace("<slug:platoon>", platoon) for one in routes for platoon in ("bears", "cats")}
    paths |= {f"explain/?of={of}" for of in ("platoons.bears.order", "platoons.bears.sector", "sectors.fay.owner")}
    asked = {path: ["bob", *some_of([who for who in people if who != "bob"], 2, path)] for path in sorted(paths)}
    return {
        who: {path: _plain(people[who].get(where + path)) for path in asked if who in asked[path]} for who in people
    }


@pytest.mark.usefixtures("unlimited")
@in_soak("tests/pages/test_two_worlds_everywhere.py::test_no_answer_of_a_campaign_tells_the_worlds_apart")
@pytest.mark.at_length
def test_no_answer_differs_by_another_ones_order(people: dict[str, Caller], war: Campaigning, where: str) -> None:
    """The same report with another order in it; only its players read a difference, until all is disclosed."""
    id = "3a7c5e91-0d42-4b6f-9e18-6c2f8b1d7a40"
    answers: list[dict[str, dict[str, Any]]] = []
    for do, to in (("attack", "fay"), *([("move", "alton")] if AT_LENGTH else []), ("hold", "clay")):
        with transaction.atomic():
            war.report(war.player("bears"), Order(platoon="bears", do=do, to=to), id)  # type: ignore[arg-type]
            answers.append(_read_all(people, where))
            transaction.set_rollback(True)
    for who in people:
        one, *others = (answer[who] for answer in answers)
        different = {path for path in one if not all(one[path] == other[path] for other in others)}
        assert bool(different) == (who == "bob"), (who, different)


def test_refusals_dry_runs_and_conflicts_tell_no_order(people: dict[str, Caller], war: Campaigning, where: str) -> None:
    """What others are told as they report, tried or not, with or without what they have missed."""
    id = "3a7c5e91-0d42-4b6f-9e18-6c2f8b1d7a40"
    sent = [
        report("Order", id="00000000-0000-4000-8000-00000000000a", platoon="cats", do="attack", to="clay"),
        report("Order", id="00000000-0000-4000-8000-00000000000b", platoon="bears", do="hold", to="clay"),
        report("Order", id="00000000-0000-4000-8000-00000000000c", platoon="cats", do="attack", to="bury"),
        report("Order", after=8, id="00000000-0000-4000-8000-00000000000d", platoon="bears", do="hold", to="clay"),
        report("Order", after=1, id="00000000-0000-4000-8000-00000000000e", platoon="cats", do="hold", to="fay"),
        report("Disclose", id="00000000-0000-4000-8000-00000000000f", round=1),
        report("SetLink", id="00000000-0000-4000-8000-000000000010", one="clay", other="fay", open=False, reason="No"),
        report("Deploy", id="00000000-0000-4000-8000-000000000011", platoon="bears", sector="bury", reason="No"),
        report("CloseRound", id="00000000-0000-4000-8000-000000000012", round=1),
    ]
    answers = []
    for do, to in (("attack", "fay"), ("move", "alton")):
        with transaction.atomic():
            war.report(war.player("bears"), Order(platoon="bears", do=do, to=to), id)  # type: ignore[arg-type]
            told = []
            for who in ("carol", "alice", "dave"):
                for one in sent:
                    told.append((who, one["type"], *_plain(people[who].post(f"{where}commands/?dry_run=true", one))))
            answers.append(told)
            transaction.set_rollback(True)
    assert answers[0] == answers[1]
    tried = {(who, type_): status for who, type_, status, _text in answers[0]}
    assert (tried["alice", "Disclose"], tried["alice", "SetLink"], tried["carol", "SetLink"]) == (422, 200, 403)
