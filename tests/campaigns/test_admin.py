"""The organisers' office: the desk is edited, the log and what it comes to are shown, and rulings go by the door."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy, deepcopy
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIRequest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from pytest_django import DjangoDbBlocker

from battles import handler as battle_door
from battles import log
from battles.models import LogLine, Sheet
from campaigns import clerk, login_throttle
from campaigns.models import Appointment, Campaign, CampaignSheet, Club, Fixture, Round, Standing, User, Vehicle
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import office_of, url
from tests.cast import PASSWORD, Cast, ClubFactory, UserFactory
from tests.length import sampled, some_of

pytestmark = pytest.mark.django_db
SHOWN = (Sheet, CampaignSheet, Round, Appointment, Standing, Vehicle, Fixture, LogLine)
LISTS = (*SHOWN, Campaign, Club)


@pytest.fixture
def alice(cast: Cast) -> Client:
    return office_of(cast.alice)


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """It has begun."""
    with shared_season(django_db_blocker, Season) as season:
        yield season.begin()


@pytest.fixture
def season(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


@pytest.fixture
def cast(season: Season) -> Cast:
    return season.cast


def played(season: Season) -> None:
    """A round under way, a battle fought and counted, an umpire."""
    season.report(season.organiser, OpenRound(title="First", pairings=(Pairing(home="bears", away="cats"),)))
    season.fight()
    clerk.sweep()


def act(client: Client, model: type, action: str, *keys: object) -> list[str]:
    """Take an action on rows; what is said about it."""
    data = {"action": action, "_selected_action": [str(key) for key in keys]}
    response = client.post(url(model, "changelist"), data, follow=True)
    assert response.redirect_chain, response.content[:500]
    return [str(message) for message in response.context["messages"]]


# ---------------------------------------------------------------------------------------------------- who may enter


OUTSIDERS = ("bob", "dave", "erin")  # who umpires, works on the battles' own pages
PAGES = [*((model.__name__, "changelist") for model in LISTS), *((model.__name__, "change") for model in SHOWN)]


@pytest.mark.at_length
def test_who_finds_what_and_nothing_of_log_and_read_tables_is_edited(season: Season) -> None:
    """One season is played for it."""
    played(season)
    only_staff_who_organise_find_something(season)
    an_organiser_finds_what_is_of_his_clubs_and_a_superuser_everything(season)
    nothing_of_log_and_read_tables_is_edited()


def only_staff_who_organise_find_something(season: Season) -> None:
    assert Client().get(url(Sheet, "changelist")).status_code == 302
    models = {model.__name__: model for model in LISTS}
    clients = {name: office_of(getattr(season.cast, name)) for name in OUTSIDERS}
    for name, page in sampled(product(OUTSIDERS, PAGES)):
        model = models[page[0]]
        if page[1] == "changelist":
            assert clients[name].get(url(model, "changelist")).status_code == 403, (name, page)
        else:
            key = model._default_manager.values_list("pk", flat=True)[0]
            assert clients[name].get(url(model, "change", key)).status_code in (302, 403), (name, page)


def an_organiser_finds_what_is_of_his_clubs_and_a_superuser_everything(season: Season) -> None:
    other = ClubFactory.create(organisers=[season.cast.dave])
    mine, theirs = office_of(season.cast.alice), office_of(season.cast.dave)
    root = office_of(UserFactory.create(username="root", is_superuser=True))
    office = {who: client.get("/admin/").wsgi_request for who, client in _of(mine, theirs, root).items()}
    for model in LISTS:
        rows = model._default_manager.count()
        listed = admin.site._registry[model].get_changelist_instance
        found = {who: listed(_asking_for_all(page)).result_count for who, page in office.items()}
        if model is Club:
            assert found == {"mine": 1, "theirs": 1, "root": 2}
        else:
            assert found == {"mine": rows, "theirs": 0, "root": rows}
            key = model._default_manager.values_list("pk", flat=True)[0]
            assert mine.get(url(model, "change", key)).status_code == 200
            assert theirs.get(url(model, "change", key)).status_code == 302  # there is none such, for him
    assert theirs.get(url(Club, "change", other.pk)).status_code == 200
    shown = [_rows(client.get(url(Fixture, "changelist"))) for client in (mine, theirs, root)]
    assert shown == [Fixture.objects.count(), 0, Fixture.objects.count()]


def _of(mine: Client, theirs: Client, root: Client) -> dict[str, Client]:
    return {"mine": mine, "theirs": theirs, "root": root}


def _asking_for_all(page: WSGIRequest) -> WSGIRequest:
    """As whoever has this page asks for a whole list."""
    request = copy(page)
    request.GET = QueryDict()
    return request


def _rows(response: Any) -> int:
    assert response.status_code == 200
    count: int = response.context["cl"].result_count
    return count


# ---------------------------------------------------------------------------------------------------- only shown


def nothing_of_log_and_read_tables_is_edited() -> None:
    """Not by a superuser either."""
    root = office_of(UserFactory.create(username="another-root", is_superuser=True))
    before = everything()
    forms = some_of([model.__name__ for model in SHOWN], 2, "forms")
    for model in SHOWN:
        key = model._default_manager.values_list("pk", flat=True)[0]
        if model.__name__ in forms:
            assert root.get(url(model, "add")).status_code == 403, model
            assert root.get(url(model, "delete", key)).status_code == 403, model
        assert root.post(url(model, "add"), {}).status_code == 403, model
        assert root.post(url(model, "delete", key), {"post": "yes"}).status_code == 403, model
        page = root.get(url(model, "change", key))
        assert page.status_code == 200, model
        assert b'name="_save"' not in page.content, model
        assert root.post(url(model, "change", key), {"status": "open"}).status_code == 403, model
        chosen = {"action": "delete_selected", "_selected_action": [str(key)], "post": "yes"}
        root.post(url(model, "changelist"), chosen)
        assert everything() == before, model


def everything() -> list[object]:
    return [list(model._default_manager.order_by("pk").values()) for model in SHOWN]


def test_every_model_of_the_house_but_the_logs_own_is_in_the_office() -> None:
    assert {*LISTS, User} <= set(admin.site._registry)


def test_the_log_shows_commitments_and_finds_a_stream(season: Season, alice: Client) -> None:
    battle = season.muster()
    seed = season.open().state.opened.seed
    for search in (battle, season.stream):
        page = alice.get(url(LogLine, "changelist"), {"q": search})
        assert _rows(page) == log.head(search).position
    assert _rows(alice.get(url(LogLine, "changelist"), {"stream": battle})) == 1
    assert _rows(alice.get(url(LogLine, "changelist"), {"type": "Enlisted"})) == 2
    assert _rows(alice.get(url(LogLine, "changelist"), {"kind": "campaign"})) == log.head(season.stream).position
    for nonsense in ({"q": "' OR 1=1"}, {"stream": "x"}, {"q": str(uuid4())}):
        assert _rows(alice.get(url(LogLine, "changelist"), nonsense)) == 0
    assert b"bob" in alice.get(url(LogLine, "changelist")).content
    line = alice.get(url(LogLine, "change", f"{season.stream}:1")).content.decode()
    assert "sealed" in line
    assert seed not in line
    assert "The long ridge" not in line
    for nowhere in (f"{season.stream}:99", f"{season.stream}:x", "x:1"):
        assert alice.get(url(LogLine, "change", nowhere)).status_code == 302


# ---------------------------------------------------------------------------------------------------- rulings


def test_an_organiser_confirms_for_the_silent_sides_and_settles(season: Season, alice: Client) -> None:
    """What the rules refuse says why, changes nothing and stops nothing else; of another club nothing is ruled on."""
    battle = season.muster()
    before = log.head(battle)
    assert "not over" in act(alice, Sheet, "confirm", battle)[0]
    assert "nothing to settle" in act(alice, Sheet, "settle", battle)[0]
    assert log.head(battle) == before
    season.win(battle)
    ClubFactory.create(organisers=[season.cast.dave])
    assert act(office_of(season.cast.dave), Sheet, "confirm", battle) == []
    assert not battle_door.replay(battle)[0].confirmed
    sheet = Sheet.objects.get()
    season.enlist(season.cast.bob, "dogs")
    season.enlist(season.cast.carol, "eels")
    second = season.muster("dogs", "eels")
    said = act(alice, Sheet, "confirm", second, battle)
    assert len(said) == 2
    assert f"{sheet} is confirmed for: Bears, Cats." in said
    assert battle_door.replay(battle)[0].agreed
    row = log.read(battle)[-1]
    assert (row.type, row.by, row.via) == ("Confirmed", str(season.cast.alice.pk), "admin")
    assert "already" in act(alice, Sheet, "confirm", battle)[0]
    assert act(alice, Sheet, "settle", battle) == [f"{sheet} is settled."]
    assert Fixture.objects.get(battle=battle).status == Fixture.Status.COUNTED
    assert "nothing to settle" in act(alice, Sheet, "settle", battle)[0]


def test_verify_names_the_row_that_does_not_hold(season: Season, alice: Client) -> None:
    battle = season.fight()
    assert "all 7 rows hold" in act(alice, Sheet, "verify", battle)[0]
    with log.lifted(), connection.cursor() as cursor:
        cursor.execute("UPDATE log_row SET via = 'api' WHERE stream = %s AND position = 6", [battle])
        cursor.execute("UPDATE log_row SET via = 'page' WHERE stream = %s AND position = 6", [battle])
    assert "row 6 of its log" in act(alice, Sheet, "verify", battle)[0]


# ---------------------------------------------------------------------------------------------------- the door


def test_guessing_has_to_pause_at_the_offices_own_door(cast: Cast) -> None:
    cache.clear()
    cast.alice.is_staff = True
    cast.alice.save()
    right = {"username": "alice", "password": PASSWORD}
    assert Client().post("/admin/login/", right).status_code == 302
    for _try in range(login_throttle.TRIES):
        Client().post("/admin/login/", right | {"password": "wrong"})
    for door in ("/admin/login/", "/login/"):
        assert "Too many wrong tries." in Client().post(door, right).content.decode()
    cache.clear()
