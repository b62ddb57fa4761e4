"""Who is told of a post, once, and by nobody whom they do not want to hear."""

from __future__ import annotations

import pytest

from campaigns.conversation import posts, rights
from campaigns.models import Minor, Notice, NoticeChoice, NoticeDelivery, OutboxMessage, User
from tests.campaigns.test_conversation import Talking, at_first, cast, season, talking
from tests.cast import Cast

__all__ = ["at_first", "cast", "season", "talking"]
pytestmark = pytest.mark.django_db


def told(kind: str) -> list[str]:
    found = Notice.objects.filter(kind=kind, silent=False)
    return sorted(found.values_list("user__username", flat=True))


def test_who_is_mentioned_is_told_once(talking: Talking, cast: Cast) -> None:
    post = talking.said(cast.bob, "@carol and @bob: at eight?")
    (one,) = Notice.objects.filter(kind="mentioned")
    assert (one.user, one.link, one.club) == (cast.carol, talking.url, cast.club)
    assert one.subject == "The long ridge: bob mentions you"
    assert "eight" not in one.subject + one.body, "what was said stays where it can be taken back"
    assert one.thread == f"fixture/{talking.season.stream}/{talking.fixture}"
    for body in ("@carol at nine?", "At nine?", "@carol at nine!"):
        assert talking.act(cast.bob, post, "edit", body=body) == 302
    assert told("mentioned") == ["carol"], "however often it is edited"
    assert talking.act(cast.bob, post, "edit", body="@carol and @erin at nine") == 302
    assert told("mentioned") == ["carol", "erin"]


def test_nobody_is_told_who_may_not_read_it(talking: Talking, cast: Cast) -> None:
    here = rights.of_fixture(cast.dave, talking.season.desk.pk, talking.fixture)
    assert here is not None
    assert not here.reads
    talking.said(cast.bob, f"@dave @{{{cast.dave.pk}}}, whom the text names by the id of an account")
    Minor.objects.create(user=cast.carol)
    talking.said(cast.bob, f"@carol @{{{cast.carol.pk}}}")
    User.objects.filter(pk=cast.erin.pk).update(is_active=False)
    talking.said(cast.bob, f"@erin @{{{cast.erin.pk}}}")
    assert told("mentioned") == []


def test_nobody_is_told_who_has_muted_the_author_or_the_conversation(talking: Talking, cast: Cast) -> None:
    post = talking.said(cast.bob, "Anybody?")
    talking.act(cast.carol, post, "mute", on="1")
    talking.client(cast.erin).post(talking.url, {"mute": "1"})
    talking.said(cast.bob, "@carol @erin @alice?")
    assert told("mentioned") == ["alice"]


def test_what_is_hidden_or_deleted_is_not_told_any_more(talking: Talking, cast: Cast) -> None:
    hidden, deleted = talking.said(cast.bob, "@carol, you cheat"), talking.said(cast.bob, "@carol, sorry")
    assert talking.act(cast.erin, hidden, "hide", reason="Tell it friendlier") == 302
    posts.delete(rights.at(cast.bob, hidden.thread.campaign, talking.fixture), deleted)
    assert list(Notice.objects.filter(kind="mentioned").values_list("over", flat=True)) == [True, True]


def test_the_players_are_told_of_posts_in_one_daily_digest(talking: Talking, cast: Cast) -> None:
    User.objects.filter(pk=cast.carol.pk).update(email="carol@steel.example")
    for body in ("Good game!", "Very good game!"):
        talking.said(cast.bob, body)
    (one,) = Notice.objects.filter(kind="said")
    assert (one.user, one.subject) == (cast.carol, "The long ridge: bob writes about a battle of yours")
    assert "game!" not in one.body
    assert [row.digest for row in NoticeDelivery.objects.filter(notice=one)] == [True]
    talking.read(cast.carol)
    one.refresh_from_db()
    assert one.read_at, "she has seen it"
    talking.said(cast.bob, "Again?")
    assert told("said") == ["carol", "carol"], "what is new since is told"
    talking.said(cast.erin, "Well fought, @carol")
    assert told("said") == ["bob", "carol", "carol"]
    assert told("mentioned") == ["carol"], "and not told twice of one post"


def test_who_wants_to_hear_at_once_hears_each_post(talking: Talking, cast: Cast) -> None:
    User.objects.filter(pk=cast.carol.pk).update(email="carol@steel.example")
    NoticeChoice.objects.create(user=cast.carol, kind="said", timing="once", channels="mail")
    for body in ("Good game!", "Very good game!"):
        talking.said(cast.bob, body)
    assert OutboxMessage.objects.filter(user=cast.carol, kind="said").count() == 2
    talking.client(cast.carol).post(talking.url, {"mute": "1"})
    talking.said(cast.bob, "Are you there?")
    assert told("said") == ["carol", "carol"]
