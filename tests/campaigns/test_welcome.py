"""`manage.py welcome`: the first administrator and club, once, and no password in sight."""

from __future__ import annotations

import io
import re

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from campaigns.models import Club, User
from tests.cast import Cast

pytestmark = pytest.mark.django_db
NEW = "eleven wet mules"


def welcome(*arguments: str, **options: str) -> str:
    said = io.StringIO()
    call_command("welcome", *arguments, stdout=said, **options)
    return said.getvalue()


def link(said: str) -> str:
    (found,) = re.findall(r"http://localhost:8000(/account/forgotten/\S+)", said)
    return str(found)


def test_the_first_administrator_sets_a_password_and_enters_the_office() -> None:
    said = welcome("alice", club="Steel Club", email="alice@steel.example")
    alice, club = User.objects.get(), Club.objects.get()
    assert (alice.is_superuser, alice.is_staff, alice.has_usable_password()) == (True, True, False)
    assert (club.name, club.slug, list(club.organisers.all())) == ("Steel Club", "steel-club", [alice])
    assert "http://localhost:8000/admin/" in said
    assert "doctor" in said

    client = Client()
    at = client.get(link(said), follow=True).redirect_chain[-1][0]
    assert client.post(at, {"new_password1": NEW, "new_password2": NEW}).status_code == 302
    assert client.post("/login/", {"username": "alice", "password": NEW}).status_code == 302
    assert client.get("/admin/").status_code == 200
    assert 'href="/campaigns/new/">Prepare the first one</a>' in client.get("/").content.decode()
    for form in ("campaign", "invitation"):
        page = client.get(f"/admin/campaigns/{form}/add/").content.decode()
        assert f'<option value="{club.pk}" selected>Steel Club</option>' in page, "there is no other"


def test_run_again_it_makes_nothing_and_changes_no_password() -> None:
    first = welcome("alice", club="Steel Club")
    second = welcome("alice", club="Another Club")
    assert Client().get(link(second)).status_code == 302, "the address can be had again"
    alice = User.objects.get()
    alice.set_password(NEW)
    alice.save()
    before = alice.password
    for said in (welcome("alice"), welcome()):
        assert "/account/forgotten/" not in said
        assert "changepassword alice" in said
    assert User.objects.get().password == before
    assert [club.name for club in Club.objects.all()] == ["Steel Club"]
    assert "This link has been used" in Client().get(link(first), follow=True).content.decode()


def test_a_second_administrator_is_made_by_the_first() -> None:
    welcome("alice", club="Steel Club")
    with pytest.raises(CommandError, match="alice administers this site already"):
        welcome("mallory", club="Steel Club")
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("bob", "--club=New Club"), "already exists"),
        (("a b", "--club=New Club"), "valid username"),
        (("frank", "--club=Steel Club"), "already exists"),
        (("frank",), "Give --club"),
        ((), "Give NAME"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_made(cast: Cast, arguments: tuple[str, ...], why: str) -> None:
    before = (User.objects.count(), Club.objects.count())
    with pytest.raises(CommandError, match=why):
        welcome(*arguments)
    assert (User.objects.count(), Club.objects.count()) == before
