"""How the pages of people at the door look: on a phone and on a desktop, in every language, nothing untranslated."""

from __future__ import annotations

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from playwright.sync_api import ViewportSize
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from campaigns import invitations, mail
from campaigns.models import Invitation, User
from tests.browsing import PHONE, Tabs, show
from tests.cast import Cast
from tests.length import AT_LENGTH
from tests.pages.conftest import as_
from tests.pages.test_language import bare, brackets, check
from tests.pages.test_layout import FAULTS, THUMB

__all__ = ["brackets"]
HERE = "http://localhost:8000"
DESKTOP = ViewportSize(width=1280, height=800)
WRONG = {"email": "x@y"}
SMALL = FAULTS.replace("input[type=text]", "input[type=email], input[type=text]")


@pytest.fixture(autouse=True)
def _mail(settings: Settings) -> None:
    settings.MAIL = True


def reset_link(user: User) -> str:
    return (
        f"/account/forgotten/{urlsafe_base64_encode(force_bytes(user.pk))}/{default_token_generator.make_token(user)}/"
    )


def doors(cast: Cast) -> dict[str, str]:
    """Every page of a stranger's, by what it shows."""
    open_one = Invitation.objects.create(club=cast.club, made_by=cast.alice)
    spent = Invitation.objects.create(club=cast.club, made_by=cast.alice, revoked_at=timezone.now())
    stopped = User.objects.create_user("grace", mail=False)
    found = {
        "login": "/login/",
        "join": invitations.link(open_one),
        "spent": invitations.link(spent),
        "forgotten": "/account/forgotten/",
        "sent": "/account/forgotten/sent/",
        "new": reset_link(cast.bob),
        "old": reset_link(cast.bob)[:-2] + "/",
        "stop": mail.link(cast.bob),
        "stopped": mail.link(stopped),
    }
    return {name: address.removeprefix(HERE) for name, address in found.items()}


@pytest.mark.at_length
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_every_page_fits(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    """In German, which takes more room; at length on a desk, too."""
    pages, sizes = doors(cast), (DESKTOP, PHONE) if AT_LENGTH else (PHONE,)
    page = tabs.open(None, live_server.url, script=True)
    for user, named in ((None, pages), (cast.dave, {"come in": pages["join"], "account": "/account/"})):
        reader = as_(user) if user else Client()
        reader.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
        for name, address in named.items():
            # what was filled in wrong, with what is said of mistakes
            show(page, live_server.url, reader, address, WRONG if name in ("join", "account") else None)
            sizes = sizes[::-1]  # it begins at the size at which the last page was left
            for size in sizes:
                page.set_viewport_size(size)
                assert page.evaluate(SMALL, THUMB) == {}, (name, size)


@pytest.mark.django_db
@pytest.mark.usefixtures("brackets")
def test_nothing_escapes_translation(cast: Cast) -> None:
    pages = doors(cast)
    for name, address in pages.items():
        client = Client()
        response = client.get(address, follow=True)
        assert response.status_code == (410 if name == "spent" else 200)
        assert bare(response.content.decode()) == [], name
    wrong = {"username": "bob", "email": "x", "password1": "1", "password2": "2"}
    for client, address, sent in (
        (Client(), pages["join"], wrong),
        (Client(), pages["forgotten"], {"email": "x"}),
        (as_(cast.dave), "/account/", {"email": "x@steel.example", "language": "xx"}),
    ):
        assert bare(client.post(address, sent).content.decode()) == [], address
    dave = as_(cast.dave)
    dave.get(pages["join"])
    check(dave, "/join/")
    assert bare(as_(cast.dave).post(pages["join"], follow=True).content.decode()) == []
