"""What is compressed: what anybody gets, and nothing where a secret stands beside what a stranger has written."""

from __future__ import annotations

import gzip
import json
from itertools import product
from typing import Any

import pytest
from django.test import Client

from api.models import issue
from campaigns import invitations, mail
from campaigns.models import Invitation, User
from tests.cast import PASSWORD
from tests.length import sampled
from tests.pages.conftest import Table, as_
from tests.pages.kept import cast, kept_table, table

__all__ = ["cast", "kept_table", "table"]
pytestmark = pytest.mark.django_db
TAKES = {"Accept-Encoding": "gzip, br"}


def packed(response: Any) -> bool:
    """Whether it came compressed, and reads as what it was."""
    if response.headers.get("Content-Encoding") != "gzip":
        return False
    assert len(response.content) < len(gzip.decompress(response.content))
    assert "Accept-Encoding" in response["Vary"]
    return True


def read(client: Client, place: str, user: User | None = None, **headers: str) -> Any:
    token = {"Authorization": f"Token {issue(user)}"} if user else {}
    response = client.get(place, headers=TAKES | token | headers)
    assert response.status_code in (200, 304), place
    return response


def test_what_anybody_gets_is_compressed(table: Table) -> None:
    for place in (
        *("/", "/login/", "/systems/modern_age/", f"/battles/{table.battle}/", f"/campaigns/{table.campaign}/"),
        *("/api/v1/systems/modern_age/", f"/api/v1/battles/{table.battle}/", "/api/v1/schema/"),
    ):
        assert packed(read(Client(), place)), place
        assert not packed(Client().get(place)), f"{place}, by who takes none"


@pytest.mark.at_length
def test_what_may_hold_a_secret_is_not(table: Table) -> None:
    """Hidden cards of one's own side, orders, what waits; beside names and reasons that others have typed."""
    bob, alice = table.cast.bob, table.cast.alice
    places = {name: f"/{name}/" for name in ("account", "login")}
    places |= {"home": "/", "battle": f"/battles/{table.battle}/", "campaign": f"/campaigns/{table.campaign}/"}
    readers = {"bob": bob, "alice": alice}
    for name, user in sampled(product(places, readers)):
        client, place = as_(readers[user]), places[name]
        client.get(place, headers=TAKES, follow=True)
        assert not packed(client.get(place, headers=TAKES)), place
    for place in ("me/", f"battles/{table.battle}/", f"battles/{table.battle}/events/"):
        assert not packed(read(Client(), f"/api/v1/{place}", bob)), place


def test_rulebooks_are_compressed_for_everybody(table: Table) -> None:
    assert packed(read(as_(table.cast.bob), "/systems/modern_age/"))
    assert packed(read(Client(), "/api/v1/systems/modern_age/units/", table.cast.bob))


def test_a_new_token_and_links_that_let_in_are_not(table: Table) -> None:
    asked = {"username": "bob", "password": PASSWORD, "name": "x" * 80}
    answer = Client().post("/api/v1/token/", asked, "application/json", headers=TAKES)
    assert answer.status_code == 201
    assert not packed(answer)
    assert not packed(Client().post("/login/", asked | {"password": "wrong"}, headers=TAKES))
    invitation = Invitation.objects.create(club=table.cast.club, made_by=table.cast.alice)
    for link in (invitations.link(invitation), mail.link(table.cast.bob)):
        client = Client()
        place = link.removeprefix("http://localhost:8000")
        assert not packed(client.get(place, headers=TAKES))
        assert not packed(client.get(place, headers=TAKES, follow=True))


def test_the_same_page_has_another_length_each_time(table: Table) -> None:
    """And its form another token: the length of what is compressed tells little."""
    lengths = {len(read(Client(), "/login/").content) for _time in range(12)}
    assert len(lengths) > 3


def test_what_came_compressed_is_known_again(table: Table) -> None:
    place = f"/api/v1/battles/{table.battle}/"
    first = read(Client(), place)
    assert packed(first)
    assert json.loads(gzip.decompress(first.content))["id"] == table.battle
    again = Client().get(place, headers=TAKES | {"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert Client().get(place, headers={"If-None-Match": first["ETag"].removeprefix("W/")}).status_code == 304
