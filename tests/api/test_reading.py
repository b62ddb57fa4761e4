"""Reading over HTTP: battles, moments, logs, lists, campaigns, rulebooks; and hearing only of news."""

from __future__ import annotations

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_settings

from api.shapes import battles as shapes
from api.shapes.campaigns import Campaign, Platoons, Vehicles
from api.shapes.people import Index, Me
from api.shapes.systems import System
from battles import log
from campaigns import clerk
from tests.api.conftest import Caller, problem, said
from tests.campaigns.conftest import Season
from tests.where import BOTH

pytestmark = pytest.mark.django_db


def read(caller: Caller, path: str, shape: type) -> object:
    """What stands at `path`, checked to be of its documented shape."""
    response = caller.get(path)
    assert response.status_code == 200, response.content
    return msgspec.json.decode(response.content, type=shape)


def test_a_battle_as_its_player_and_as_a_spectator_see_it(people: dict[str, Caller], battle: str) -> None:
    mine = read(people["bob"], f"battles/{battle}/", shapes.Battle)
    theirs = read(people["anonymous"], f"battles/{battle}/", shapes.Battle)
    assert isinstance(mine, shapes.Battle)
    assert isinstance(theirs, shapes.Battle)
    assert (mine.mine, theirs.mine) == (["north"], [])
    assert {choice.side for choice in mine.choices} == {"north"}
    assert theirs.choices == []
    assert mine.seed is theirs.seed is None
    assert mine.outcome is None
    shot = mine.choices[0]
    assert (shot.command, shot.given) == ("Shoot", {"shooter": "bears-1"})
    assert [pick.value for pick in shot.fields[0].picks] == ["cats-1", "cats-2"]


def test_the_seed_is_shown_when_the_battle_is_settled(people: dict[str, Caller], season: Season) -> None:
    battle = season.fight()
    assert said(people["bob"].get(f"battles/{battle}/"))["seed"] is None
    clerk.attend(battle)
    seen = said(people["anonymous"].get(f"battles/{battle}/"))
    assert (seen["settled"], len(seen["seed"])) == (True, 64)
    assert said(people["anonymous"].get(f"battles/{battle}/state/?at=1"))["seed"] is None


def test_earlier_moments(bob: Caller, battle: str) -> None:
    for _ in range(2):
        bob.report(battle, "Shoot", shooter="bears-1", target="cats-1", dice=[6])
    then = read(bob, f"battles/{battle}/state/?at=2", shapes.Battle)
    now = read(bob, f"battles/{battle}/state/", shapes.Battle)
    assert isinstance(then, shapes.Battle)
    assert isinstance(now, shapes.Battle)
    assert [then.position, now.position] == [2, 3]
    assert [unit.in_play for unit in then.units if unit.id == "cats-1"] == [True]
    assert [unit.in_play for unit in now.units if unit.id == "cats-1"] == [False]
    assert then.choices == []
    assert problem(bob.get(f"battles/{battle}/state/?at=4"), 400, "malformed")["field"] == "at"
    assert problem(bob.get(f"battles/{battle}/state/?at=0"), 400, "malformed")["field"] == "at"


@BOTH
def test_the_log_is_told_page_by_page(bob: Caller, battle: str) -> None:
    for _ in range(4):
        bob.report(battle, "Shoot", shooter="bears-1", target="cats-1", dice=[1])
    told, path = [], f"battles/{battle}/events/?limit=2"
    while path:
        page = read(bob, path, shapes.Events)
        assert isinstance(page, shapes.Events)
        told += page.events
        path = (page.next or "").partition("/api/v1/")[2]
    assert [event.position for event in told] == [1, 2, 3, 4, 5]
    assert told[1].text == "The Bears shoots at The Cats."
    assert (told[1].by, told[1].via, told[1].report_type) == (str(bob.user and bob.user.pk), "api", "Shoot")
    assert [event.position for event in read(bob, f"battles/{battle}/events/?after=4", shapes.Events).events] == [5]  # type: ignore[attr-defined]


TAGGED = (
    *("", "state/", "state/?at=1", "events/", "events/?after=1", "events/?history=all", "facts/"),
    *("explain/", "explain/?of=round", "?as_of=2999-01-01T00:00:00Z", "events/?as_of=2999-01-01T00:00:00Z"),
)


@BOTH
def test_who_has_it_already_hears_so_for_one_query(bob: Caller, battle: str) -> None:
    tags = {}
    for path in TAGGED:
        first = bob.get(f"battles/{battle}/{path}")
        assert first["Vary"] == "Cookie, Authorization, Accept-Language"
        with CaptureQueriesContext(connection) as queries:
            again = bob.get(f"battles/{battle}/{path}", If_None_Match=first["ETag"])
        assert (again.status_code, again.content) == (304, b""), path
        assert (again["ETag"], again["Vary"]) == (first["ETag"], first["Vary"])
        assert len(queries) == 1, path  # the token with its account, and what that is to the battle
        tags[path] = first["ETag"]
    bob.report(battle, "Shoot", shooter="bears-1", target="cats-1", dice=[1])
    for path, tag in tags.items():
        news = bob.get(f"battles/{battle}/{path}", If_None_Match=tag)
        assert news.status_code == 200, path
        assert news["ETag"] != tag


def test_a_tag_is_for_one_viewer_language_and_release(people: dict[str, Caller], season: Season, battle: str) -> None:
    path = f"battles/{battle}/"
    tags = [people[name].get(path)["ETag"] for name in ("anonymous", "dave", "bob", "carol", "alice")]
    tags.append(people["bob"].get(path, Accept_Language="de")["ETag"])
    with override_settings(RELEASE="9.9"):
        tags.append(people["bob"].get(path)["ETag"])
    season.cast.club.organisers.add(season.cast.bob)
    tags.append(people["bob"].get(path)["ETag"])
    assert len(set(tags)) == len(tags)


@BOTH
def test_battles_are_listed_and_sifted(people: dict[str, Caller], season: Season) -> None:
    season.enlist(season.cast.alice, "dogs")
    season.enlist(season.cast.carol, "eels")
    fought, other = season.muster(), season.muster("dogs", "eels")
    season.win(fought)
    listed = read(people["bob"], "battles/", shapes.Battles)
    assert isinstance(listed, shapes.Battles)
    assert [line.id for line in listed.battles] == [other, fought]
    assert listed.battles[1].players == {"north": [str(season.cast.bob.pk)], "south": [str(season.cast.carol.pk)]}
    for query, found in {
        "player=me": [fought],
        f"player={season.cast.alice.pk}": [other],
        "status=over": [fought],
        "status=settled": [],
        "system=skirmish": [other, fought],
        f"campaign={season.stream}&status=open": [other],
    }.items():
        assert [line["id"] for line in said(people["bob"].get(f"battles/?{query}"))["battles"]] == found, query
    problem(people["anonymous"].get("battles/?player=me"), 401, "not-authenticated")
    for query in ("status=lost", "player=you", "campaign=1", "cursor=x", "cursor=eA"):
        problem(people["bob"].get(f"battles/?{query}"), 400, "malformed")


@BOTH
def test_a_list_goes_on_where_it_stopped(bob: Caller, season: Season) -> None:
    for n in range(5):
        season.enlist(season.cast.bob, f"b{n}", 1)
        season.enlist(season.cast.carol, f"c{n}", 1)
        season.muster(f"b{n}", f"c{n}")
    for path in ("battles/", "battles/?system=skirmish"):
        whole = [line["id"] for line in said(bob.get(path))["battles"]]
        found, page = [], path + ("&" if "?" in path else "?") + "limit=2"
        while page:
            answer = said(bob.get(page))
            assert len(answer["battles"]) <= 2
            found += [line["id"] for line in answer["battles"]]
            page = (answer["next"] or "").partition("/api/v1/")[2]
        assert (found, len(whole)) == (whole, 5), path


def test_a_list_costs_the_same_however_long(bob: Caller, season: Season) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            bob.get("battles/")
            bob.get("me/")
            bob.get(f"campaigns/{season.stream}/vehicles/")
            bob.get(f"campaigns/{season.stream}/fixtures/")
        return len(queries)

    season.muster()
    few = cost()
    for n in range(4):
        season.enlist(season.cast.bob, f"b{n}", 1)
        season.enlist(season.cast.carol, f"c{n}", 1)
        season.muster(f"b{n}", f"c{n}")
    assert cost() == few


def test_a_campaign_and_what_its_battles_made_of_it(people: dict[str, Caller], season: Season) -> None:
    battle = season.fight()
    clerk.sweep()
    bob = people["bob"]
    campaign = read(bob, f"campaigns/{season.stream}/", Campaign)
    assert isinstance(campaign, Campaign)
    assert campaign.name == "The long ridge"
    assert said(people["dave"].get(f"campaigns/{season.stream}/"))["may"] == []
    places = said(bob.get(f"campaigns/{season.stream}/standings/"))["standings"]
    assert [(place["rank"], place["platoon"], place["won"], place["points_for"]) for place in places] == [
        (1, "bears", 1, 2),
        (2, "cats", 0, 0),
    ]
    vehicles = read(bob, f"campaigns/{season.stream}/vehicles/?platoon=bears", Vehicles)
    assert isinstance(vehicles, Vehicles)
    first = vehicles.vehicles[0]
    assert (first.id, first.battles, first.kills, first.record[0]["battle"]) == ("bears-1", 1, 2, battle)
    platoons = read(bob, f"campaigns/{season.stream}/platoons/", Platoons)
    assert isinstance(platoons, Platoons)
    assert [(one.platoon, one.vehicles) for one in platoons.platoons] == [
        ("bears", ["bears-1", "bears-2"]),
        ("cats", ["cats-1", "cats-2"]),
    ]
    (fixture,) = said(bob.get(f"campaigns/{season.stream}/fixtures/"))["fixtures"]
    assert (fixture["battle"], fixture["status"], fixture["winner"]) == (battle, "counted", "bears")
    told = read(people["anonymous"], f"campaigns/{season.stream}/events/", shapes.Events)
    assert isinstance(told, shapes.Events)
    assert [event.type for event in told.events] == [
        "Opened",
        "Appointed",
        "Enlisted",
        "Enlisted",
        "BattleMustered",
        "BattleReported",
    ]
    assert all(event.text for event in told.events)


def test_a_campaigns_log_takes_the_parameters_of_a_battles(bob: Caller, season: Season) -> None:
    """As it was told at a time, from a row on, with what was struck: and each of them is checked."""
    where = f"campaigns/{season.stream}/events/"
    then = said(bob.get(where))
    moment = log.read(season.stream)[-1].at
    season.enlist(season.cast.bob, "boars")
    now = said(bob.get(where))
    assert len(now["events"]) == len(then["events"]) + 1
    asked = said(bob.get(f"{where}?as_of={moment}"))
    assert (asked["events"], asked["position"], asked["next"]) == (then["events"], then["position"], None)
    assert said(bob.get(f"{where}?as_of={moment}&after={then['position']}"))["events"] == []
    assert said(bob.get(f"{where}?history=all"))["events"] == now["events"]
    assert said(bob.get(f"{where}?after=2"))["events"] == now["events"][2:]
    page = said(bob.get(f"{where}?limit=1&as_of={moment}"))
    assert "as_of=" in page["next"]
    for wrong, field in (
        ("as_of=yesterday", "as_of"),
        ("as_of=9999-99-99T00:00:00Z", "as_of"),
        ("history=some", "history"),
        ("history=", "history"),
        ("after=x", "after"),
        ("after=-1", "after"),
        ("limit=0", "limit"),
    ):
        assert problem(bob.get(f"{where}?{wrong}"), 400, "malformed")["field"] == field, wrong
    early = problem(bob.get(f"{where}?as_of=1999-01-01T00:00:00Z"), 404, "not-found")
    assert (early["field"], early["remedy"]) == ("as_of", "Ask for a later time.")


def test_cards_and_seeds_of_a_campaign_are_not_told(people: dict[str, Caller], season: Season) -> None:
    seed = season.open().state.opened.seed
    for who in people:
        text = people[who].get(f"campaigns/{season.stream}/events/").content.decode()
        assert seed not in text
        assert ("bears's secret" in text) == (who == "bob")
        assert ("cats's secret" in text) == (who == "carol")


def test_rulebooks(bob: Caller, season: Season) -> None:
    (line,) = said(bob.get("systems/"))["systems"]
    assert (line["key"], line["url"].endswith("/api/v1/systems/skirmish/")) == ("skirmish", True)
    system = read(bob, "systems/skirmish/", System)
    assert isinstance(system, System)
    assert system.options[0].name == "fog"
    assert "shooter" in system.commands["Shoot"]["$defs"]["Shoot"]["properties"]
    assert "Confirm" in system.commands
    assert said(bob.get("systems/skirmish/units/")) == {"units": [], "next": None, "count": 0}
    for path in ("systems/chess/", "systems/chess/units/"):
        problem(bob.get(path), 404, "not-found")


def test_who_am_i(people: dict[str, Caller], season: Season, battle: str) -> None:
    me = read(people["bob"], "me/", Me)
    assert isinstance(me, Me)
    assert (me.username, me.organises, [line.id for line in me.waiting]) == ("bob", [], [battle])
    assert said(people["alice"].get("me/"))["organises"] == [season.stream]
    problem(people["anonymous"].get("me/"), 401, "not-authenticated")


def test_the_front_door_leads_everywhere(bob: Caller) -> None:
    index = read(bob, "", Index)
    for place in msgspec.to_builtins(index).values():
        path = str(place).partition("/api/v1/")[2]
        assert bob.get(path).status_code in (200, 405)
