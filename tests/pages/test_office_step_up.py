"""The office left open: an account is taken over from it by nobody who does not know the password."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns import second_factor
from campaigns.models import OutboxMessage, User
from tests.campaigns.office import AtForm
from tests.cast import PASSWORD, Cast
from tests.pages.conftest import as_
from tests.pages.test_second_factor import Phone, on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mailing")]
NEW = "a quite different one"


@pytest.fixture
def root(cast: Cast) -> User:
    cast.alice.is_staff = cast.alice.is_superuser = True
    cast.alice.email = "alice@steel.example"
    cast.alice.save()
    return cast.alice


def change(user: User) -> str:
    return f"/admin/campaigns/user/{user.pk}/change/"


def test_its_own_page_for_a_new_password_is_the_one_of_the_account(root: User) -> None:
    """There tries are counted, and the person is told."""
    client = as_(root)
    for answer in (
        client.get("/admin/password_change/"),
        client.post("/admin/password_change/", {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}),
    ):
        assert (answer.status_code, answer.headers["Location"]) == (302, "/account/password/")
    root.refresh_from_db()
    assert root.check_password(PASSWORD)


def test_an_administrator_changes_what_lets_somebody_in_with_their_password(root: User, cast: Cast) -> None:
    client = as_(root)
    for user, more in ((root, {"email": "thief@x.example"}), (cast.bob, {"is_superuser": "on"})):
        before = User.objects.values("email", "is_superuser").get(pk=user.pk)
        for password in ("", "wrong"):
            page = AtForm(client, change(user)).fill(own_password=password, **more).press("_save")
            assert page.status_code == 200
            assert "That is not your password" in page.content.decode()
        assert User.objects.values("email", "is_superuser").get(pk=user.pk) == before
        assert AtForm(client, change(user)).fill(own_password=PASSWORD, **more).press("_save").status_code == 302
        assert User.objects.values("email", "is_superuser").get(pk=user.pk) != before
    assert AtForm(client, change(cast.carol)).fill(language="de").press("_save").status_code == 302, "asks for none"


def test_an_address_that_an_administrator_changes_is_told_to_the_one_before(root: User, cast: Cast) -> None:
    User.objects.filter(pk=cast.bob.pk).update(email="bob@steel.example")
    AtForm(as_(root), change(cast.bob)).fill(own_password=PASSWORD, email="new@steel.example").press("_save")
    told = OutboxMessage.objects.get(address="bob@steel.example")
    assert "bob" in told.body


def test_an_administrator_sets_a_password_with_their_own(root: User, cast: Cast) -> None:
    client, address = as_(root), f"/admin/campaigns/user/{cast.bob.pk}/password/"
    said = {"password1": NEW, "password2": NEW, "usable_password": "true"}
    for password in ("", "wrong"):
        assert client.post(address, said | {"own_password": password}).status_code == 200
    cast.bob.refresh_from_db()
    assert cast.bob.check_password(PASSWORD)
    assert client.post(address, said | {"own_password": PASSWORD}).status_code == 302
    cast.bob.refresh_from_db()
    assert cast.bob.check_password(NEW)


def test_an_administrator_turns_a_second_step_off_with_their_password(
    root: User, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    on(root, Phone(root, monkeypatch))
    chosen = {"action": "second_step_off", "_selected_action": [str(root.pk)]}
    client = as_(root)
    client.post("/admin/campaigns/user/", chosen)
    assert second_factor.is_on(root)
    client.post("/admin/campaigns/user/", chosen | {"own_password": PASSWORD})
    assert not second_factor.is_on(root)


def test_tries_in_the_office_count_as_at_the_login(root: User) -> None:
    client, form = as_(root), {"own_password": "wrong", "email": "thief@x.example"}
    pages = [AtForm(client, change(root)).fill(**form).press("_save").content.decode() for _try in range(11)]
    assert "Too many wrong tries" in pages[-1]
    page = Client().post("/login/", {"username": "alice", "password": PASSWORD}).content.decode()
    assert "Too many wrong tries" in page
