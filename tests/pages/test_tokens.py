"""The tokens of one's programs, on the account's page: listed, and ended one by one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from api.models import Token, issue
from tests.cast import Cast
from tests.pages.conftest import as_

pytestmark = pytest.mark.django_db


def test_one_s_own_are_listed_and_ended_one_by_one(cast: Cast) -> None:
    kept, board = issue(cast.bob, "telephone"), issue(cast.bob, "scoreboard")
    issue(cast.carol, "somebody else's")
    issue(cast.bob, "long gone")
    Token.objects.filter(name="long gone").update(expires_at=timezone.now() - timedelta(days=1))
    page = as_(cast.bob).get("/account/").content.decode()
    assert page.count("last used") == 2
    assert "End scoreboard" in page
    assert "End telephone" in page
    assert "else" not in page
    assert kept not in page

    one = Token.objects.get(name="scoreboard")
    assert as_(cast.carol).post("/account/tokens/end/", {"token": one.pk}).status_code == 302
    assert Token.objects.filter(pk=one.pk).exists(), "it is not hers"
    page = as_(cast.bob).post("/account/tokens/end/", {"token": one.pk}, follow=True).content.decode()
    assert "That token has ended" in page
    assert "scoreboard" not in page
    called = [Client().get("/api/v1/me/", headers={"Authorization": f"Token {key}"}) for key in (kept, board)]
    assert [answer.status_code for answer in called] == [200, 401]


def test_who_has_none_reads_what_they_are(cast: Cast) -> None:
    assert "None. A program that gets a token" in as_(cast.bob).get("/account/").content.decode()
    assert Client().post("/account/tokens/end/", {"token": "x"}).headers["Location"].startswith("/login/")
