"""Public, unlisted, members: what each lets whom read, and where it is listed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from campaigns.models import Campaign, User
from campaigns.season.people import HandOver
from tests.campaigns.conftest import Season, shared_season
from tests.cast import UserFactory, logged_in
from tests.length import AT_LENGTH, in_soak, sampled

pytestmark = pytest.mark.django_db

STRANGERS = {"nobody", "dave"}
PEOPLE = {"bob", "carol", "erin", "alice", "root"}  # who plays in it, umpires it, organises it, and a superuser
ORGANISERS = {"alice", "root"}
EVERYONE = STRANGERS | PEOPLE


class Place:
    """A campaign with a battle in it, as everybody meets it."""

    def __init__(self, season: Season) -> None:
        self.season, self.stream = season, season.stream
        self.battle = season.begin().muster()
        root = UserFactory.create(username="root", is_superuser=True)
        people: list[User] = [*season.cast[:5], root]
        self.clients = {"nobody": Client(), **{user.username: logged_in(user) for user in people}}

    def become(self, visibility: str, is_open: bool = True) -> None:
        stream = self.stream if is_open else None
        Campaign.objects.filter(pk=self.stream).update(visibility=visibility, stream=stream)

    def who_gets(self, path: str, asked: Collection[str] = EVERYONE) -> set[str]:
        """Whom of those who ask `path` answers; all others get the 404 of what is not there."""
        answers = {who: self.clients[who].get(path).status_code for who in sorted(asked)}
        assert set(answers.values()) <= {200, 404}, answers
        return {who for who, status in answers.items() if status == 200}

    def who_are_told(self, path: str, *texts: str, asked: Collection[str] = EVERYONE) -> list[set[str]]:
        """Of each text who of those who are asked reads it there."""
        seen = {who: self.clients[who].get(path).content.decode() for who in sorted(asked)}
        return [{who for who, page in seen.items() if text in page} for text in texts]

    def lists(self, asked: Mapping[str, set[str]]) -> Iterator[tuple[str, set[str], set[str]]]:
        """Everywhere campaigns or battles are listed, who is asked there, and who of them is told of these."""
        for path, what in LISTS:
            named = {"campaign": self.stream, "battle": self.battle}
            read = self.who_are_told(path, *(named[one] for one in what), asked=asked[path])
            for one, told in zip(what, read, strict=True):
                yield f"{one} at {path}", asked[path], told


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Place]:
    with shared_season(django_db_blocker, Season) as season:
        yield Place(season)


@pytest.fixture
def place(db: None, at_first: Place) -> Place:
    """Nobody changes it in memory; what is written is rolled back."""
    return at_first


PAGES = [
    *("/campaigns/{stream}/", "/campaigns/{stream}/vehicles/bears-1/"),
    *("/battles/{battle}/", "/battles/{battle}/dice/", "/battles/{battle}/?at=1"),
    *("/api/v1/campaigns/{stream}/", "/api/v1/campaigns/{stream}/standings/", "/api/v1/campaigns/{stream}/events/"),
    *("/api/v1/campaigns/{stream}/fixtures/", "/api/v1/battles/{battle}/", "/api/v1/battles/{battle}/events/"),
]


@pytest.mark.at_length
@pytest.mark.parametrize(
    ("visibility", "read_by"),
    [
        pytest.param(
            "public",
            EVERYONE,
            marks=in_soak(
                "tests/campaigns/test_visibility.py::test_who_reads_it_by_its_address",
                "tests/campaigns/test_roles.py::test_who_may_read_a_campaign_and_its_battles",
            ),
        ),
        ("unlisted", EVERYONE),
        ("members", PEOPLE),
    ],
)
def test_who_reads_it_by_its_address(place: Place, visibility: str, read_by: set[str]) -> None:
    place.become(visibility)
    asks = some(PAGES, EVERYONE) if visibility == "members" else once(PAGES, EVERYONE, visibility)
    for page, asked in asks.items():
        address = page.format(stream=place.stream, battle=place.battle)
        assert place.who_gets(address, asked) == read_by & asked, page


def some(
    places: Iterable[str], everyone: set[str], about: str = "", insiders: Collection[str] = PEOPLE
) -> dict[str, set[str]]:
    """Who asks at which place: one of the insiders and one of the others at each, and everybody at some."""
    asks = [(about, place, who) for place in places for who in sorted(everyone)]
    return by_place(sampled(asks, met=lambda ask: ((ask[1], ask[2] in insiders), ask[2])))


def once(places: Iterable[str], everyone: set[str], about: str = "") -> dict[str, set[str]]:
    """Somebody asks at each place, and everybody at some: whom a visibility lets read is one query for all places."""
    return by_place(sampled([(about, place, who) for place in places for who in sorted(everyone)]))


def by_place(asks: Iterable[tuple[str, str, str]]) -> dict[str, set[str]]:
    told = defaultdict[str, set[str]](set)
    for _about, place, who in asks:
        told[place].add(who)
    return told


LISTS: list[tuple[str, tuple[str, ...]]] = [
    ("/", ("campaign", "battle")),
    ("/api/v1/campaigns/", ("campaign",)),
    ("/api/v1/battles/", ("battle",)),
    ("/api/v1/battles/?status=open", ("battle",)),
    ("/api/v1/battles/?system=skirmish", ("battle",)),
]


@pytest.mark.at_length
@pytest.mark.parametrize(
    ("visibility", "told"),
    [
        ("public", EVERYONE),
        ("unlisted", PEOPLE),
        pytest.param(
            "members",
            PEOPLE,
            marks=in_soak(
                "tests/campaigns/test_visibility.py::test_to_whom_it_is_listed",
                "tests/campaigns/test_roles.py::test_who_may_read_a_campaign_and_its_battles",
            ),
        ),
    ],
)
def test_to_whom_it_is_listed(place: Place, visibility: str, told: set[str]) -> None:
    """One query lists it, whatever its visibility: insiders and others at every place are asked of one."""
    place.become(visibility)
    asks = (some if visibility == "unlisted" else once)([path for path, _what in LISTS], EVERYONE, visibility)
    for where, asked, told_there in place.lists(asks):
        assert told_there == told & asked, where


SOME = EVERYONE if AT_LENGTH else {"nobody", "dave", "bob", "erin"}


@pytest.mark.at_length
def test_who_names_an_unlisted_campaign_is_told_its_battles(place: Place) -> None:
    place.become("unlisted")
    path = f"/api/v1/battles/?campaign={place.stream}"
    assert place.who_are_told(path, place.battle, asked=SOME) == [SOME]
    place.become("members")
    assert place.who_are_told(path, place.battle, asked=SOME) == [PEOPLE & SOME]


@pytest.mark.at_length
def test_ones_own_battles_are_ones_own_wherever_they_are(place: Place) -> None:
    """Bob has left the club and plays on: he is told of his battle, and nobody else is by asking for Bob's."""
    cast = place.season.cast
    cast.club.members.remove(cast.bob)
    place.become("unlisted")
    asked = {*SOME, "carol"}
    assert place.who_are_told("/api/v1/battles/?player=me", place.battle, asked=asked) == [{"bob", "carol"}]
    of_bob = f"/api/v1/battles/?player={cast.bob.pk}"
    assert place.who_are_told(of_bob, place.battle, asked=SOME) == [PEOPLE & SOME]


@pytest.mark.at_length
@pytest.mark.parametrize(
    "visibility",
    [
        pytest.param(
            "unlisted",
            marks=in_soak(
                "tests/campaigns/test_visibility.py::test_a_substitute_from_outside_reads_what_he_plays_in",
                "tests/campaigns/test_visibility.py::test_to_whom_it_is_listed",
            ),
        ),
        "members",
    ],
)
def test_a_substitute_from_outside_reads_what_he_plays_in(place: Place, visibility: str) -> None:
    """And who was relieved of his platoon and has left the club does not."""
    cast = place.season.cast
    place.season.report(
        place.season.organiser, HandOver(platoon="bears", players=(str(cast.dave.pk),), reason="Broken arm")
    )
    cast.club.members.remove(cast.bob)
    place.become(visibility)
    asked = EVERYONE if AT_LENGTH else {"bob", "dave"}  # the others are as they were above
    for where, _asked, told in place.lists({path: asked for path, _what in LISTS}):
        assert told == asked & {*PEOPLE, "dave"} - {"bob"}, where
    for page in PAGES if visibility == "members" else ():
        address = page.format(stream=place.stream, battle=place.battle)
        assert place.who_gets(address, asked) == asked & {*PEOPLE, "dave"} - {"bob"}, page


@pytest.mark.at_length
@pytest.mark.parametrize(
    "visibility",
    [
        "public",
        *(
            pytest.param(
                one,
                marks=in_soak(
                    "tests/campaigns/test_visibility.py::test_one_that_is_not_open_is_its_organisers_alone",
                    "tests/campaigns/test_roles.py::test_who_may_read_a_campaign_and_its_battles",
                ),
            )
            for one in ("unlisted", "members")
        ),
    ],
)
def test_one_that_is_not_open_is_its_organisers_alone(place: Place, visibility: str) -> None:
    place.become(visibility, is_open=False)
    season = "/campaigns/{stream}/"
    asked = some([season, "/", "/api/v1/campaigns/"], EVERYONE, visibility, ORGANISERS)
    assert place.who_gets(season.format(stream=place.stream), asked[season]) == ORGANISERS & asked[season]
    for path, told in (("/", ORGANISERS), ("/api/v1/campaigns/", set())):
        assert place.who_are_told(path, place.stream, asked=asked[path]) == [told & asked[path]], path


@pytest.mark.parametrize(
    ("visibility", "word"),
    [
        ("public", None),
        ("unlisted", "noindex"),
        pytest.param(
            "members",
            "noindex",
            marks=in_soak("tests/campaigns/test_visibility.py::test_what_search_engines_are_told"),
        ),
    ],
)
def test_what_search_engines_are_told(place: Place, visibility: str, word: str | None) -> None:
    place.become(visibility)
    bob = place.clients["bob"]
    for page in PAGES:
        if page.startswith("/api/"):
            continue  # robots.txt keeps them out of there
        response: Any = bob.get(page.format(stream=place.stream, battle=place.battle))
        assert response.headers.get("X-Robots-Tag") == word, page
    assert "X-Robots-Tag" not in bob.get("/").headers
    assert "Disallow: /api/" in Client().get("/robots.txt").content.decode()


def test_where_one_joins_a_battle_tells_nobody_of_it(place: Place) -> None:
    """A battle that is open is no waiting room any more: who may not know of it hears what of none they hear."""
    place.become("members")
    path = f"/battles/{place.battle}/join/"
    for who in sorted(EVERYONE):
        asked = place.clients[who].get(path), place.clients[who].post(path, {"code": "x"})
        wanted = (404, 404) if who in STRANGERS else (302, 302)
        assert tuple(answer.status_code for answer in asked) == wanted, who
    place.become("public")
    assert place.clients["nobody"].get(path).status_code == 302
