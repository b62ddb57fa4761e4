"""Conversations by the API: read page by page, said, edited, reacted to, reported, hidden."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import httpx
import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from campaigns import handler
from campaigns.conversation import photos
from campaigns.models import Post
from leaguer_client import Leaguer
from leaguer_client.shapes import SaySomething
from tests.api.conftest import Caller, problem, said
from tests.api.in_process import Here
from tests.campaigns.conftest import Season
from tests.campaigns.test_talk_photos import SECRET, from_a_phone, picture

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


def form(caller: Caller, place: str, files: list[bytes], name: str = "photos", **texts: str) -> Any:
    sent = [SimpleUploadedFile(f"{n}.jpg", one, "image/jpeg") for n, one in enumerate(files)]
    return caller.post(place, encode_multipart(BOUNDARY, {**texts, name: sent}), MULTIPART_CONTENT)


def kept() -> list[str]:
    return sorted(default_storage.listdir("photos")[1]) if default_storage.exists("photos") else []


def test_a_post_with_photos(people: dict[str, Caller], place: str, battle: str) -> None:
    """Text and photos in one form; what is kept of them is what they show. Sent twice, it stands once."""
    key, before = str(uuid4()), len(kept())
    files, where = [from_a_phone(6), picture("PNG", (3200, 400))], (place, place, f"battles/{battle}/posts/")
    answers = [form(people["bob"], one, files, body="The **ford**", id=key) for one in where]
    assert {one.status_code for one in answers} == {201}
    post = said(answers[-1])
    assert (post["id"], post["body"], Post.objects.count()) == (key, "The **ford**", 1)
    assert [(one["width"], one["height"]) for one in post["photos"]] == [(40, 60), (1600, 200)]
    for one in post["photos"]:
        shown = people["carol"].get(one["url"].partition("/api/v1/")[2])
        assert shown["Content-Type"] == photos.TYPE
        assert SECRET not in shown.content
        assert b"Secretphone" not in shown.content
        problem(people["dave"].get(one["url"].partition("/api/v1/")[2]), 404, "not-found")
    assert said(form(people["carol"], place, [picture("WEBP")]))["body"] == "", "a photo says enough"
    assert len(kept()) == before + 3


def test_what_is_wrong_with_a_photo_is_told(people: dict[str, Caller], place: str) -> None:
    """By field, rule and remedy; nothing is kept of the post."""
    photo, before = picture("JPEG"), kept()
    for files, remedy in (
        ([b"GIF89a"], "Send a JPEG, PNG or WebP."),
        ([photo] * 5, "Put the others into a second post."),
        ([photo, b"\xff" * (photos.LARGEST + 1)], "Send a smaller one."),
    ):
        told = problem(form(people["bob"], place, files, body="The ford"), 422, "refused")
        assert (told["field"], told["rule"], told["remedy"]) == ("photos", "photo", remedy)
    over = [b"\xff" * photos.LARGEST] * 2
    problem(form(people["bob"], place, over, body="The ford"), 413, "too-large")
    assert problem(form(people["bob"], place, [photo], "pictures"), 400, "malformed")["field"] == "pictures"
    for texts in ({"body": "x" * 4001}, {"body": "a\0"}, {"id": "7"}, {"text": "x"}):
        problem(form(people["bob"], place, [photo], **texts), 400, "malformed")
    assert problem(form(people["bob"], place, []), 400, "malformed")["field"] == "body"
    for broken in (b"", b"--x", b"--x\r\nContent-Disposition: form-data; name=body\r\n"):
        answer = people["bob"].post(place, broken, "multipart/form-data; boundary=x")
        assert answer.status_code in (400, 422), answer.content
    problem(people["bob"].post(place, b"x", "multipart/form-data"), 400, "malformed")
    problem(people["bob"].post(place, {"body": "x" * 300_000}), 413, "too-large")
    problem(form(people["dave"], place, [b"no photo"], body="x"), 403, "not-yours")
    problem(form(people["anonymous"], place, [b"no photo"], body="x"), 401, "not-authenticated")
    assert not Post.objects.exists()
    assert kept() == before


def test_the_client_sends_photos(people: dict[str, Caller], place: str, battle: str) -> None:
    token = people["bob"].headers["Authorization"].removeprefix("Token ")
    with Leaguer("http://testserver", token) as bob:
        bob.http = httpx.Client(base_url=bob.http.base_url, headers=bob.http.headers, transport=Here())
        post = bob.say_something_about_a_battle(battle, SaySomething(body="The ford"), photos=[picture("PNG")] * 2)
        assert (post.body, [one.width for one in post.photos]) == ("The ford", [60, 60])
        alone = bob.say_something_about_a_battle(battle, SaySomething(body="The hill"))
        assert (alone.body, alone.photos) == ("The hill", [])
