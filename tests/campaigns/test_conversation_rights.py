"""Who reads a conversation, who writes and who moderates: as it is asked in one place, and by the pages."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django import Settings

from campaigns.conversation import rights
from campaigns.models import Campaign, Club, Post, User
from campaigns.models.desk import Talk
from campaigns.roles import Person
from tests.campaigns.test_conversation import PAGES, WORDS, Talking, at_first, cast, season, talking
from tests.cast import Cast
from tests.length import sampled
from tests.where import BOTH

__all__ = ["at_first", "cast", "season", "talking"]
pytestmark = pytest.mark.django_db

PLACES = [
    (Talk.OFF, "public"),
    (Talk.MEMBERS, "public"),
    (Talk.MEMBERS, "members"),
    (Talk.READABLE, "unlisted"),
    (Talk.READABLE, "members"),
]
BELONG = ("alice", "bob", "carol", "erin")
PEOPLE = ("alice", "bob", "erin", "dave", "")  # Carol stands where Bob does


def sees(name: str, visibility: str) -> bool:
    return name in BELONG or visibility != "members"


def reads(name: str, talk: str, visibility: str) -> bool:
    return talk != Talk.OFF and (name in BELONG or (talk == Talk.READABLE and visibility != "members"))


def open_to(talking: Talking, talk: str, visibility: str) -> None:
    Club.objects.update(talk=talk)
    Campaign.objects.update(visibility=visibility)


@BOTH
def test_where_somebody_stands_is_asked_in_one_place(talking: Talking, cast: Cast) -> None:
    people: dict[str, Person] = {one.username: one for one in cast[:5]} | {"": AnonymousUser()}
    for talk, visibility in PLACES:
        open_to(talking, talk, visibility)
        for name, who in people.items():
            here = rights.of_fixture(who, talking.season.desk.pk, talking.fixture)
            assert (here is not None) == sees(name, visibility), (name, talk, visibility)
            if here is not None:
                belongs = name in BELONG and talk != Talk.OFF
                rules = (reads(name, talk, visibility), belongs, belongs and name in ("alice", "erin"))
                assert (here.reads, here.writes, here.moderates) == rules, (name, talk, visibility)
    assert rights.of_fixture(cast.bob, talking.season.desk.pk, "nowhere") is None


ASKED = sampled(
    [(f"{talk}/{visibility}", name, page) for talk, visibility in PLACES for name in PEOPLE for page in PAGES],
    met=lambda case: combinations(case, 2),
)


@pytest.mark.at_length
def test_who_reads_and_who_writes(talking: Talking, cast: Cast, settings: Settings) -> None:
    """By the pages: everybody at each place, at each page, and each page at each place; `make soak` asks all."""
    settings.TALK_RATES = {"posts": 1000, "acts": 1000}
    talking.said(cast.bob, WORDS)
    people: dict[str, User | None] = {one.username: one for one in cast[:5]} | {"": None}
    assert len(ASKED) >= len(PLACES) * len(PEOPLE)
    for place, name, page in ASKED:
        talk, _, visibility = place.partition("/")
        open_to(talking, talk, visibility)
        there, read = sees(name, visibility), reads(name, talk, visibility)
        said, told = Post.objects.count(), (place, name, page)
        if page == "say":
            writes = name in BELONG and talk != Talk.OFF
            talking.say(people[name], "Me too", 302 if writes or (not name and there) else 403 if there else 404)
            assert Post.objects.count() == said + writes, told
            continue
        answer = talking.client(people[name]).get(talking.page(page))
        assert answer.status_code == (404 if not there else 204 if page == "part" and not read else 200), told
        assert (WORDS in answer.content.decode()) == read, told
