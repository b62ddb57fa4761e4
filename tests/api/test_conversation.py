"""Conversations by the API: read page by page, said, edited, reacted to, reported, hidden."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest

from campaigns import handler
from campaigns.models import Post
from tests.api.conftest import Caller, problem, said
from tests.campaigns.conftest import Season

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]


@pytest.fixture
def place(season: Season, battle: str) -> str:
    fixture = next(iter(handler.replay(season.stream)[0].fixtures))
    return f"campaigns/{season.stream}/fixtures/{fixture}/posts/"


def say(caller: Caller, place: str, body: str, **more: Any) -> Any:
    response = caller.post(place, {"body": body, **more})
    assert response.status_code == 201, response.content
    return json.loads(response.content)


def test_a_thread_is_read_page_by_page(people: dict[str, Caller], place: str, battle: str) -> None:
    for n in range(5):
        say(people[("bob", "carol")[n % 2]], place if n % 2 else f"battles/{battle}/posts/", f"Number {n}")
    first = said(people["carol"].get(f"{place}?limit=2"))
    assert [one["body"] for one in first["posts"]] == ["Number 3", "Number 4"]
    assert [one["mine"] for one in first["posts"]] == [True, False]
    assert set(first["people"].values()) == {"bob", "carol"}
    pages, at = [], first["next"]
    while at:
        page = said(people["carol"].get(at.partition("/api/v1/")[2]))
        pages.append([one["body"] for one in page["posts"]])
        at = page["next"]
    assert pages == [["Number 1", "Number 2"], ["Number 0"]]
    problem(people["carol"].get(f"{place}?cursor=x"), 400, "malformed")


def test_what_can_be_done_with_a_post(people: dict[str, Caller], place: str) -> None:
    key = str(uuid4())
    post = say(people["bob"], place, "**Well** shot, @carol!", id=key)
    assert say(people["bob"], place, "**Well** shot, @carol!", id=key)["id"] == post["id"] == key
    assert post["body"] == "**Well** shot, @carol!"
    assert post["html"].startswith("<p><strong>Well</strong> shot, <b")
    where = f"posts/{key}/"
    reacted = said(people["carol"].post(f"{where}reactions/", {"kind": "shot"}))["reactions"]
    assert [one for one in reacted if one["count"]] == [{"kind": "shot", "count": 1, "mine": True}]
    taken = said(people["carol"].post(f"{where}reactions/", {"kind": "shot", "on": False}))["reactions"]
    assert not [one for one in taken if one["count"]]
    assert said(people["bob"].post(where, {"body": "Rather"}))["edited_at"]
    problem(people["carol"].post(where, {"body": "Mine"}), 403, "not-yours")
    assert people["carol"].post(f"{where}reports/", {"reason": "Rude"}).status_code == 204
    problem(people["carol"].post(f"{where}hiding/", {"hidden": True, "reason": "Rude"}), 403, "not-yours")
    hidden = said(people["alice"].post(f"{where}hiding/", {"hidden": True, "reason": "Rude"}))
    assert (hidden["hidden"], hidden["why"], hidden["body"]) == (True, "Rude", "Rather")
    assert said(people["carol"].get(where))["body"] == said(people["carol"].get(where))["html"] == ""
    problem(people["dave"].get(where), 404, "not-found")
    problem(people["anonymous"].get(place), 401, "not-authenticated")
    assert people["bob"].call("DELETE", where).status_code == 204
    assert not Post.objects.exists()


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("", {"body": ""}),
        ("", {"body": "x" * 4001}),
        ("", {"body": "x", "id": "7"}),
        ("", {"text": "x"}),
        ("reactions/", {"kind": "bad"}),
        ("reports/", {"reason": ""}),
        ("hiding/", {"hidden": True}),
    ],
)
def test_what_cannot_be_read_is_told(people: dict[str, Caller], place: str, path: str, sent: dict[str, Any]) -> None:
    where = f"posts/{say(people['alice'], place, 'The ford')['id']}/{path}" if path else place
    problem(people["alice"].post(where, sent), 400, "malformed")
