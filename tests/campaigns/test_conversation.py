"""Conversations: who reads, writes and moderates, by the pages; what can be done with a post."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image
from pytest_django import DjangoCaptureOnCommitCallbacks, DjangoDbBlocker, Settings

from battles import log
from campaigns import erasure, minors
from campaigns.conversation import mentions, photos
from campaigns.models import (
    Fixture,
    Mention,
    ModerationAct,
    Mute,
    Photo,
    Post,
    PostReport,
    Reaction,
    Thread,
    User,
)
from tests.campaigns.conftest import Season, shared_season
from tests.cast import Cast, logged_in
from tests.where import BOTH

pytestmark = pytest.mark.django_db


class Talking:
    """A season with a battle, and its conversation as everybody finds it."""

    def __init__(self, season: Season) -> None:
        self.season, self.cast = season, season.cast
        if not season.begun:
            season.begin().muster()
        self.battle = str(Fixture.objects.get().battle)
        ((self.fixture, _found),) = self.fixtures()
        self.url = f"/campaigns/{season.stream}/fixtures/{self.fixture}/conversation/"
        self.clients: dict[str, Client] = {"": Client()}

    def fixtures(self) -> Any:
        from campaigns import handler

        return handler.replay(self.season.stream)[0].fixtures.items()

    def client(self, who: User | None) -> Client:
        name = who.username if who else ""
        if name not in self.clients and who is not None:
            self.clients[name] = logged_in(who)
        return self.clients[name]

    def read(self, who: User | None) -> str:
        response = self.client(who).get(self.url)
        return response.content.decode() if response.status_code == 200 else str(response.status_code)

    def page(self, which: str) -> str:
        """One of PAGES."""
        pages = {"fixture": f"/campaigns/{self.season.stream}/fixtures/{self.fixture}/", "part": f"{self.url}?part=1"}
        return pages.get(which, self.url)

    def say(self, who: User | None, body: str, status: int = 302, **more: Any) -> Post | None:
        response = self.client(who).post(self.url, {"body": body, "id": str(uuid4()), **more})
        assert response.status_code == status, response.content.decode()
        return Post.objects.order_by("-made_at").first() if status == 302 else None

    def said(self, who: User, body: str, **more: Any) -> Post:
        post = self.say(who, body, **more)
        assert post is not None
        return post

    def act(self, who: User | None, post: Post, act: str, query: str = "", **more: str) -> int:
        return self.client(who).post(f"/posts/{post.pk}/{query}", {"act": act, **more}).status_code


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """It has begun, and they meet."""
    with shared_season(django_db_blocker, Season) as season:
        season.begin().muster()
        yield season


@pytest.fixture
def season(db: None, at_first: Season) -> Season:
    cache.clear()  # of how much the same people have said in other tests
    return deepcopy(at_first)


@pytest.fixture
def cast(season: Season) -> Cast:
    return season.cast


@pytest.fixture
def talking(season: Season) -> Talking:
    return Talking(season)


def photo(name: str = "table.jpg", size: tuple[int, int] = (40, 30)) -> SimpleUploadedFile:
    made = BytesIO()
    Image.new("RGB", size, "red").save(made, "JPEG")
    return SimpleUploadedFile(name, made.getvalue(), "text/html")


def kept() -> list[str]:
    return default_storage.listdir(photos.FOLDER)[1] if default_storage.exists(photos.FOLDER) else []


PAGES = ("conversation", "fixture", "part", "say")
WORDS = "The ford was the turning point"


def test_a_battle_has_the_conversation_of_its_fixture(talking: Talking, cast: Cast) -> None:
    talking.said(cast.bob, WORDS)
    page = talking.client(cast.carol).get(f"/battles/{talking.battle}/").content.decode()
    assert f'data-talk="/battles/{talking.battle}/fixture/"' in page
    part = talking.client(cast.carol).get(f"/battles/{talking.battle}/fixture/?part=1", follow=True)
    assert WORDS in part.content.decode()
    assert talking.client(cast.carol).get(f"/battles/{talking.battle}/fixture/")["Location"].endswith("#conversation")
    assert talking.client(cast.carol).get(f"/battles/{uuid4()}/fixture/").status_code == 404


def test_minors_take_part_with_a_parents_consent(talking: Talking, cast: Cast) -> None:
    minor = minors.mark(cast.bob, cast.alice, "Robert")
    assert WORDS not in talking.read(cast.bob)
    talking.say(cast.bob, WORDS, 403)
    post = talking.said(cast.carol, f"{WORDS}, @bob")
    assert not Mention.objects.exists(), "what he cannot read tells him nothing"
    assert WORDS not in talking.read(cast.bob)
    assert talking.client(cast.bob).get(f"/posts/{post.pk}/").status_code == 404
    minors.consent(minor, cast.alice, True)
    minor.save()
    talking.said(cast.bob, "Thank you")
    assert WORDS in talking.read(cast.bob)


def test_nothing_of_it_is_in_a_log(talking: Talking, cast: Cast) -> None:
    before = {one: log.head(one) for one, _kind in log.streams()}
    post = talking.said(cast.bob, WORDS, photos=photo())
    talking.act(cast.carol, post, "react", kind="shot")
    talking.act(cast.alice, post, "hide", reason="Off topic")
    assert {one: log.head(one) for one, _kind in log.streams()} == before


@BOTH
def test_sent_twice_it_stands_once_and_a_text_that_cannot_be_posted_comes_back(talking: Talking, cast: Cast) -> None:
    for body in ("", "   ", "x" * 4001, "a\0b"):
        talking.say(cast.bob, body, 422)
    assert not Post.objects.exists()
    id = str(uuid4())
    for _ in range(2):
        talking.say(cast.bob, WORDS, id=id)
    assert Post.objects.count() == 1
    talking.say(cast.carol, "Another", 422, id=id)
    assert Post.objects.get().body == WORDS


def test_its_author_edits_for_a_while_and_deletes_at_any_time(talking: Talking, cast: Cast) -> None:
    post = talking.said(cast.bob, WORDS)
    assert talking.act(cast.carol, post, "edit", body="Mine") == 403
    assert talking.act(cast.bob, post, "edit", body="Rather the hill") == 302
    assert "Rather the hill" in talking.read(cast.carol)
    assert "edited" in talking.read(cast.carol)
    Post.objects.update(made_at=post.made_at - timedelta(minutes=16))
    assert talking.act(cast.bob, post, "edit", body=WORDS) == 403
    assert talking.act(cast.alice, post, "delete") == 403
    assert talking.act(cast.bob, post, "delete") == 302
    assert not Post.objects.exists()


@BOTH
def test_reactions(talking: Talking, cast: Cast) -> None:
    post = talking.said(cast.bob, WORDS)
    for who in (cast.bob, cast.carol, cast.carol):
        assert talking.act(who, post, "react", kind="good") == 302
    assert talking.act(cast.carol, post, "react", kind="bad") == 404
    assert talking.act(cast.dave, post, "react", kind="good") == 404
    assert Reaction.objects.count() == 2
    assert 'aria-label="good: 2"' in talking.read(cast.alice)
    assert talking.act(cast.carol, post, "react", "?off", kind="good") == 302
    assert Reaction.objects.get().user == cast.bob


def test_what_is_reported_is_hidden_or_left_with_a_reason_and_a_trail(talking: Talking, cast: Cast) -> None:
    post = talking.said(cast.bob, WORDS, photos=photo())
    shown = Photo.objects.get()
    assert talking.act(cast.carol, post, "report", reason="") == 422
    for _ in range(2):
        assert talking.act(cast.carol, post, "report", reason="Rude") == 302
    assert PostReport.objects.get().said == WORDS
    for who, status in ((cast.carol, 403), (cast.bob, 403), (cast.dave, 404), (None, 302)):
        assert talking.act(who, post, "hide", reason="Because") == status
    page = talking.client(cast.erin).get(f"/posts/{post.pk}/").content.decode()
    assert "Rude" in page
    assert "Rude" not in talking.client(cast.bob).get(f"/posts/{post.pk}/").content.decode()
    assert talking.act(cast.erin, post, "hide", reason="Tell it friendlier") == 302
    assert PostReport.objects.get().settled_at
    assert WORDS not in talking.read(cast.carol)
    assert "Tell it friendlier" in talking.read(cast.carol)
    assert WORDS in talking.read(cast.bob), "its author"
    assert WORDS in talking.read(cast.alice)
    assert talking.client(cast.carol).get(f"/photos/{shown.name}").status_code == 404
    assert talking.client(cast.bob).get(f"/photos/{shown.name}").status_code == 200
    assert talking.act(cast.bob, post, "edit", body="Now?") == 403, "nobody edits away what was hidden"
    assert talking.act(cast.carol, post, "react", kind="good") == 403
    assert talking.act(cast.alice, post, "show", reason="It is only banter") == 302
    assert WORDS in talking.read(cast.carol)
    assert list(ModerationAct.objects.values_list("by__username", "what")) == [("erin", "hid"), ("alice", "showed")]


def test_somebody_and_a_conversation_can_be_muted(talking: Talking, cast: Cast) -> None:
    post = talking.said(cast.bob, WORDS)
    assert talking.act(cast.carol, post, "mute", on="1") == 302
    assert "You have muted this person" in talking.read(cast.carol)
    assert "You have muted this person" not in talking.read(cast.alice)
    talking.said(cast.bob, "@carol, are you there?")
    assert mentions.mentioned(Post.objects.latest("made_at")) == []
    assert talking.act(cast.carol, post, "mute", on="0") == 302
    assert talking.client(cast.carol).post(talking.url, {"mute": "1"}).status_code == 302
    fixture = talking.client(cast.carol).get(talking.page("fixture"))
    assert WORDS not in fixture.content.decode()
    assert WORDS in talking.read(cast.carol), "it is there for who goes to it"
    assert Mute.objects.get().thread


@BOTH
def test_mentions_are_of_people_here_by_their_id(talking: Talking, cast: Cast) -> None:
    post = talking.said(cast.bob, "@Carol and @dave and @nobody and @bob, mail a@carol.example")
    assert list(Mention.objects.values_list("user__username", flat=True).order_by("user__username")) == ["bob", "carol"]
    assert str(cast.carol.pk) in post.body
    assert "@dave and @nobody" in post.body
    User.objects.filter(pk=cast.carol.pk).update(username="caroline")
    assert '<b class="mention" translate="no">@caroline</b>' in talking.read(cast.bob)
    new = Post.objects.create(thread=post.thread, author=cast.bob, body=f"@{{{cast.carol.pk}}} @{{{cast.bob.pk}}}")
    assert [one.pk for one in mentions.mentioned(new)] == [cast.carol.pk], "and not who has written it"
    assert mentions.mentioned(new) == [], "told once"


def test_a_photo_is_for_who_reads_its_post(talking: Talking, cast: Cast) -> None:
    talking.said(cast.bob, "", photos=[photo(), photo("../../etc/passwd")])
    one, _other = Photo.objects.all()
    response = talking.client(cast.carol).get(f"/photos/{one.name}")
    assert response.status_code == 200
    assert response["Content-Type"] == "image/jpeg"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert response["Cache-Control"] == "private, max-age=3600"
    with Image.open(BytesIO(b"".join(response.streaming_content))) as image:  # type: ignore[attr-defined]
        assert image.size == (40, 30)
    assert len(one.name) > 30
    for who in (cast.dave, None):
        assert talking.client(who).get(f"/photos/{one.name}").status_code == 404
    assert talking.client(cast.carol).get("/photos/..%2F..%2Fsecret-key").status_code == 404


def test_files_that_are_no_photos_and_too_many_are_refused(talking: Talking, cast: Cast) -> None:
    before = kept()
    page = SimpleUploadedFile("x.jpg", b"<script>alert(1)</script>", "image/jpeg")
    talking.say(cast.bob, WORDS, 422, photos=[photo(), page])
    talking.say(cast.bob, WORDS, 422, photos=[photo() for _ in range(5)])
    talking.say(cast.dave, WORDS, 403, photos=photo())
    assert not Post.objects.exists()
    assert kept() == before


def test_photos_of_who_says_too_much_are_not_even_drawn(
    talking: Talking, cast: Cast, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawing costs seconds: whoever sends photo after photo would hold everybody up."""
    drawn: list[bytes] = []

    def draw(content: bytes) -> photos.Drawn:
        drawn.append(content)
        return photos.Drawn(b"", 1, 1)

    monkeypatch.setattr(photos, "drawn", draw)
    settings.TALK_RATES = {"posts": 2, "acts": 10}
    cache.clear()
    for status in (302, 302, 429, 429):
        talking.say(cast.bob, WORDS, status, photos=photo())
    assert len(drawn) == 2
    cache.clear()


def test_limits(talking: Talking, cast: Cast, settings: Settings) -> None:
    settings.TALK_RATES = {"posts": 2, "acts": 3}
    post = talking.said(cast.bob, WORDS)
    talking.say(cast.bob, WORDS)
    talking.say(cast.bob, WORDS, 429)
    talking.say(cast.carol, WORDS)
    for status in (302, 302, 302, 429):
        assert talking.act(cast.carol, post, "react", kind="good") == status


@BOTH
def test_who_is_forgotten_has_said_nothing_and_a_forgotten_campaign_takes_its_conversations_along(
    talking: Talking, cast: Cast, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    post = talking.said(cast.bob, WORDS, photos=photo())
    other = talking.said(cast.carol, "As @bob says")
    talking.act(cast.bob, other, "react", kind="good")
    talking.act(cast.carol, post, "report", reason="Bob is rude")
    talking.act(cast.alice, post, "hide", reason="Bob is rude")
    name = Photo.objects.get().name
    assert default_storage.exists(photos.FOLDER + name)
    with django_capture_on_commit_callbacks(execute=True):
        erasure.forget_person(cast.bob, "clerk", "He asked")
    assert not default_storage.exists(photos.FOLDER + name)
    assert list(Post.objects.all()) == [other]
    assert not Reaction.objects.exists()
    assert not PostReport.objects.exists()
    assert "bob" not in talking.read(cast.carol).lower()
    assert not ModerationAct.objects.exclude(reason="").exists()
    talking.said(cast.carol, WORDS, photos=photo())
    name = Photo.objects.get().name
    with django_capture_on_commit_callbacks(execute=True):
        erasure.forget_campaign(talking.season.desk, "clerk", "A test", really=True)
    assert not Thread.objects.exists()
    assert not default_storage.exists(photos.FOLDER + name)


def test_a_long_conversation_costs_no_more_than_a_short_one(talking: Talking, cast: Cast) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            talking.read(cast.carol)
        return len(queries)

    for n in range(2):
        talking.said((cast.bob, cast.carol)[n], f"@carol {n}", photos=photo())
    few = cost()
    thread = Thread.objects.get()
    for n in range(40):
        who = (cast.alice, cast.bob, cast.carol, cast.erin)[n % 4]
        post = Post.objects.create(thread=thread, author=who, body=f"Number {n} @{{{cast.alice.pk}}}")
        Reaction.objects.create(post=post, user=who, kind="wow")
        Photo.objects.create(post=post, name=f"{n}.jpg", width=1, height=1)
    assert cost() == few
    page = talking.read(cast.carol)
    assert "Number 39" in page
    assert "Number 19" not in page
    first = page.split("?before=")[1].split("#")[0]
    assert "Number 19" in talking.client(cast.carol).get(f"{talking.url}?before={first}").content.decode()
    assert talking.client(cast.carol).get(f"{talking.url}?before=x").status_code == 200


def test_an_open_page_asks_for_new_posts(talking: Talking, cast: Cast) -> None:
    talking.said(cast.bob, WORDS)
    at = f"{talking.url}?part=1&posts=1"
    first = talking.client(cast.carol).get(at)
    again = talking.client(cast.carol).get(at, headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    talking.said(cast.bob, "And the hill")
    assert b"And the hill" in talking.client(cast.carol).get(at, headers={"If-None-Match": first["ETag"]}).content
