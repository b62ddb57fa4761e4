"""Who hides in a league is found nowhere: every address that strangers may read is asked for the name of an account."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import product
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from campaigns import clerk
from campaigns.conversation import photos, posts, rights
from campaigns.models import CampaignSheet, Club, Post, SavedScenario, User, WebhookEndpoint
from campaigns.presenters import bulletins
from campaigns.season.appointments import SetDate
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from campaigns.webhooks import events
from leagues import handler as league_door
from leagues.discord import of_league
from leagues.league.opening import SetTerms
from leagues.league.players import SetProfile
from leagues.league.teams import FormTeam
from leagues.models import League, LeaguePlayer, LeagueSheet
from rules.stream.decider import Who
from tests.cast import ClubFactory, UserFactory, gathered, logged_in
from tests.grounds import once
from tests.leagues.conftest import Homeward, Years
from tests.length import AT_LENGTH
from tests.pages import shots
from tests.receiver import hook
from tests.where import BOTH

pytestmark = pytest.mark.django_db
NAME = "Zwiebelfisch"
# For one person alone, or for who runs the site; and what is the same on every site.
ELSEWHERE = re.compile(
    r"admin/(?!$)|static|join/<|calendar/<|mail/|account/forgotten/<|language/|api/v1/(\^|docs|schema)"
    r"|(api/v1/)?systems/|help/"
)
# What an address is asked besides.
ASKED = {
    "home": ("", "?page=1"),
    "campaign": ("", "?round=1", "?at=6", "?log=2"),
    "why": ("?of=platoons.bears.score",),
    "battle": ("", "?push=1", "?at=3", "?ruling=2"),
    "battle-log": ("", "?at=3"),
    "battle-frames": ("?first=1&last=30",),
    "battle-why": ("?of=outcome.winner",),
    "league": ("", "?log=2"),
    "api:battles": ("?limit=200", "?player={player}"),
    "api:battle-state": ("?at=3",),
    "api:battle-explain": ("?of=outcome.winner",),
    "api:battle-events": ("?history=all&limit=200",),
    "api:campaign-events": ("?history=all&limit=200",),
    "api:campaign-explain": ("?of=platoons.bears.score",),
    "api:league-events": ("?history=all&limit=200",),
    **dict.fromkeys(("api:campaign-table", "api:league-table"), ("", "?as=json")),
}


class Ground:
    """A league with a season under way in which Bob, by another name, has fought and hides: a battle with a penalty
    taken back beside it, a fixture with a date; and a friendly battle of his."""

    def __init__(self) -> None:
        self.season = Homeward(gathered())
        self.years, self.cast = Years(self.season.cast), self.season.cast
        season, years = self.season, self.years
        self.bob = str(self.cast.bob.pk)
        User.objects.filter(pk=self.bob).update(username=NAME)
        season.begin()
        years.add(season, title="Spring")
        self.battles = [season.fight(), shots.modern_age(self.cast.bob).stream]
        clerk.sweep()
        years.report(FormTeam(team="wolves", name="The Wolves", captain=self.bob))
        pairing = Pairing(home="bears", away="cats")
        season.report(season.organiser, OpenRound(pairings=(pairing,), deadline=""))
        season.report(season.organiser, SetDate(fixture="r1-1", at="2131-03-16T19:00:00Z", reason="the hall"))
        self.say(hidden=True)
        self.post = self.said()
        self.webhook = hook(self.cast.club, "https://hooks.example/all", off=WebhookEndpoint.Off.PERSON)
        self.sent = self.webhook.deliveries.create(message="msg_1", type="battle.settled", status="delivered")
        self.photo, self.scenario = self.post.photos.get().name, self.saved()

    def say(self, **how: Any) -> None:
        self.years.report(SetProfile(player=self.bob, **how), Who(self.bob))

    def said(self) -> Post:
        """What Bob has said about his fixture, with a photo, mentioning himself; strangers read along."""
        Club.objects.update(talk="readable")
        here = rights.of_fixture(self.cast.bob, self.season.desk.pk, "r1-1")
        assert here is not None
        return posts.say_something(here, f"I am @{NAME}", lambda: [photos.Drawn(b"a photo", 1, 1)])

    def addresses(self) -> Iterator[tuple[str, str]]:
        for name, route in routes(get_resolver().url_patterns):
            if not ELSEWHERE.match(route):
                for address, asked in product(self.filled(route), ASKED.get(name, ("",))):
                    yield name, f"/{address}{asked.format(player=self.bob)}"

    def filled(self, route: str) -> Iterator[str]:
        """The route with what is there in its places."""
        of_battle, of_league = "battles/<" in route, "leagues/<" in route
        stream = self.battles if of_battle else [self.years.stream if of_league else self.season.stream]
        there: dict[str, Collection[object]] = {
            "stream": stream,
            "id": [self.post.pk] if "posts/<" in route else stream,
            "post": [self.post.pk],
            "name": [self.photo],
            "campaign": [self.season.stream],
            "slug": [self.cast.club.slug if "clubs/<" in route else "long"],
            "club": [self.cast.club.slug],
            "team": ["wolves"],
            "key": ["skirmish"],
            "platoon": ["bears"],
            "vehicle": ["bears-1"],
            "fixture": ["r1-1"],
            "sector": ["ridge"],
            "scenario": [self.scenario],
            "player": [self.bob],
            "webhook": [self.webhook.pk],
            "delivery": [self.sent.pk],
            "picks": ["models"],
            "number": [1],
            "at": [2],
            "format": ["csv", "json"],
            "table": ["ratings", "standings", "results", "titles"]
            if of_league
            else ["standings", "fixtures", "results"],
        }
        parts = re.split(r"<(?:\w+:)?(\w+)>", route)  # text and names in turn
        for values in product(*(there[name] for name in parts[1::2])):
            yield parts[0] + "".join(f"{value}{text}" for value, text in zip(values, parts[2::2], strict=True))

    def saved(self) -> UUID:
        """One of Bob's, for whoever has the link."""
        one, _new = SavedScenario.objects.get_or_create(
            owner=self.cast.bob, stream=self.season.stream, name="If", changes='{"changes":[]}', readers="link"
        )
        return one.pk

    def told(self, reader: User | None, those: Collection[str] = (), every: int = 1) -> tuple[set[str], set[str]]:
        """The names of the addresses that answer, and of those that tell whose account it is: of all addresses, of
        one in so many, or of the first of each of `those`."""
        client = logged_in(reader) if reader else Client()
        answers, tells = set(), set()
        asked = [*self.addresses()][::every]
        if those:
            asked = [*{name: (name, address) for name, address in reversed(asked) if name in those}.values()]
        for name, address in asked:
            response: Any = client.get(address)
            assert response.status_code < 500, address
            if response.status_code == 200:
                answers.add(name)
            if NAME.encode() in b"".join(response) + repr(response.headers).encode():
                tells.add(name)
        return answers, tells


def routes(
    patterns: Collection[URLPattern | URLResolver], before: str = "", within: str = ""
) -> Iterator[tuple[str, str]]:
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route, f"{within}{one.namespace}:" if one.namespace else within)
        else:
            yield f"{within}{one.name}", route


@pytest.fixture
def ground(db: None) -> Iterator[Ground]:
    cache.clear()
    yield once(Ground)
    cache.clear()


# Where people are named: pages, downloads, the API.
NAMING = {
    "conversation",
    "api:fixture-posts",
    "api:post",
    "home",
    "campaign",
    "platoon",
    "vehicle",
    "fixture",
    "why",
    "table",
    "league",
} | {
    *("battle", "battle-log", "battle-frames", "battle-after-action"),
    *(f"api:{name}" for name in ("battles", "battle", "battle-state", "battle-events", "campaign-events")),
    *(f"api:{name}" for name in ("standings", "platoons", "platoon", "vehicles", "campaign-explain")),
    *(f"api:{name}" for name in ("campaign-table", "league-players", "league-table", "league-events")),
}


@pytest.mark.at_length
def test_who_hides_is_told_to_the_campaign_and_to_no_stranger(ground: Ground) -> None:
    answers, tells = ground.told(None)
    assert answers >= NAMING
    assert not tells
    assert not ground.told(UserFactory.create(), every=1 if AT_LENGTH else 12)[1]
    assert ground.told(ground.cast.carol, NAMING)[1] == NAMING


def read(reader: User | None, address: str) -> str:
    response = (logged_in(reader) if reader else Client()).get(address)
    assert response.status_code == 200, address
    return response.content.decode()


@BOTH
def test_strangers_read_of_a_player_what_the_leagues_let_them_read(ground: Ground) -> None:
    """The alias; initials, where a league shows no names; nothing, if another league hides them. In a friendly battle,
    too, and after a push: who may know the name shares no page with who may not."""
    stranger, alice = UserFactory.create(), ground.cast.alice
    campaign, battle = f"/campaigns/{ground.season.stream}/", f"/battles/{ground.battles[1]}/?push=1"
    for reader, knows in ((alice, True), (stranger, False), (None, False), (alice, True)):
        assert (NAME in read(reader, battle)) == knows
    ground.say(alias="Night Owl")
    cache.clear()
    for reader in (None, stranger):
        for address in (campaign, battle):
            page = read(reader, address)
            assert ("Night Owl" in page, NAME in page) == (True, False), address
    ground.say()
    assert NAME in read(None, campaign)
    ground.years.report(SetTerms(terms={"show_names": False}, reason="so it was asked"))
    page = read(None, campaign)
    assert (NAME[0] + "." in page, NAME in page) == (True, False)
    assert NAME in read(ground.cast.carol, campaign)


def test_another_league_and_its_script_give_no_name_away(ground: Ground) -> None:
    """Bob plays in the league of another club as well, where he has not said how he is shown."""
    other = League.objects.create(club=ClubFactory.create(), name="The short league", slug="short")
    league_door.found(other, {}, (), ground.years.organiser, "page")
    row = LeaguePlayer.objects.get(player=ground.bob)
    row.key, row.league_id, row.hidden = f"{other.pk}/{ground.bob}", other.pk, False
    row.save(force_insert=True)
    assert "Night Owl" not in read(None, "/leagues/short/")
    assert NAME not in read(None, "/leagues/short/")
    assert NAME not in read(None, f"/leagues/short/players/{ground.bob}/")
    assert NAME in read(ground.cast.alice, f"/leagues/long/players/{ground.bob}/")
    client = logged_in(UserFactory.create())
    said = []
    for name in (NAME, "Nobodyatall"):
        told = f"set-profile {name} hidden=yes"
        url = f"/api/v1/leagues/{ground.years.stream}/commands/?dry_run=true&after={ground.years.state().head[0]}"
        response = client.post(url, told, content_type="text/x-battle-script")
        answer = response.json()
        said.append((response.status_code, answer["detail"].replace(name, "…"), answer["remedy"]))
    assert said[0] == said[1]
    assert said[0][:2] == (422, "… has never played in this league.")


def test_who_hides_is_named_in_nothing_that_is_sent(ground: Ground) -> None:
    """To programs, to Discord and in feeds: of their battles, their campaign and their league."""
    endpoint = hook(ground.cast.club, "https://hooks.example/in")
    bodies = []
    for stream in (*ground.battles, ground.season.stream, ground.years.stream):
        kind, read = events.read(str(stream), 0, 1000)
        bodies += [msgspec.json.encode(events.message(endpoint, kind, str(stream), row)) for row in read.rows]
    assert {body.partition(b".")[0] for body in bodies} == {
        b'{"type":"' + kind for kind in (b"battle", b"campaign", b"league")
    }
    told = bulletins.of_campaign(CampaignSheet.objects.get(pk=ground.season.stream))
    honours = list(of_league(LeagueSheet.objects.get(pk=ground.years.stream)))
    bodies += [msgspec.json.encode(one) for one in (*told, *honours)]
    assert told
    feed = Client().get(f"/leagues/{League.objects.get(stream=ground.years.stream).slug}/feed.atom")
    assert feed.content.count(b"<entry>") == len(told) + len(honours)
    bodies.append(feed.content)
    assert not [body for body in bodies if NAME.encode() in body]
