"""Every page's address is opened on both databases: what a page reads is SQL, and databases differ in SQL.

What pages ask, say and refuse is the same whatever they read it from: that is tried on one (`tests.where`).
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from battles import handler, log
from battles.reports import Report
from campaigns import clerk, correction_drafts, guests, invitations, mail
from campaigns.conversation import photos, posts, rights
from campaigns.models import Campaign, Invitation, Notice
from campaigns.pages.urls import urlpatterns as of_campaigns
from campaigns.presenters import calendars
from leagues.league.opening import Rename
from leagues.league.seasons import AddCampaign
from leagues.league.teams import FormTeam
from leagues.pages.urls import urlpatterns as of_leagues
from rules.stream import codec
from rules.stream.revision.reports import Correct
from tests.leagues.conftest import Years
from tests.length import AT_LENGTH, sampled
from tests.pages.conftest import MOVED, Table, as_
from tests.where import BOTH

pytestmark = BOTH
ALL = (*of_campaigns, *of_leagues)

FIRED = MOVED + "fire alpha-1 red-1 close=yes dice=2,5,6,6,1\nreroll alpha-1\ndefend red-1 dice=1,2\n"
# What some pages are asked besides.
QUESTIONS = {
    "battle": ("", "?as_of=2999-01-01T00:00", "?ruling=4", "?unit=red-1", "?unit=red-1&square=a1"),
    "battle-log": ("", "?page=2", "?at=3", "?as_of=2999-01-01T00:00"),
    "battle-record": ("", "?at=3", "?as_of=2999-01-01T00:00"),
    "battle-correct": ("", "?how=strike", "?how=insert"),
    "battle-declare": ("", "?of=red-1"),
    "battle-replay": ("", "?at=3"),
    "battle-frames": ("", "?first=3&last=5"),
    "battle-why": ("?of=units.red-1.damage", "?of=outcome.winner"),
    "conversation": ("", "?before=x"),
    "club": ("", "?page=2&people=2&leagues=2&campaigns=2&over=2"),
    "correct": ("", "?how=change", "?how=strike", "?how=insert", "?how=insert&type=Penalise"),
    "declare-facts": ("", "?of=season"),
    "league": ("", "?log=2&seasons=2&ratings=2&ruling=2"),
    "league-correct": ("", "?how=strike", "?how=insert"),
    "league-teams": ("", "?season=1", "?season=99"),
    "league-player": ("", "?game=1", "?page=2"),
    "platoon": ("", "?print=1"),
}
# Of whose pages every statement is one that another page asks, too: on PostgreSQL they are opened at length only.
PASSED_OVER = """
    welcome-club welcome-mail welcome-people sample new-campaign campaign-feed table pairings-sheet poster slips
    here enlist script corrections settle-all declare-facts declare-facts?of=season correct correct?how=change
    correct?how=strike correct?how=insert correct?how=insert&type=Penalise settle map map-replay map-frames sector
    why what-if muster play conversation?before=x platoon?print=1 buy roster order retreat battle
    battle?as_of=2999-01-01T00:00 battle?ruling=4 battle?unit=red-1 battle?unit=red-1&square=a1 battle-report
    battle-draft battle-script battle-batch battle-log battle-log?page=2 battle-log?at=3
    battle-log?as_of=2999-01-01T00:00 battle-record battle-record?at=3 battle-live battle-replay battle-replay?at=3
    battle-frames battle-frames?first=3&last=5 battle-after-action battle-card battle-dice battle-correct
    battle-correct?how=strike battle-correct?how=insert battle-settle battle-declare battle-declare?of=red-1
    battle-amend battle-why?of=units.red-1.damage battle-why?of=outcome.winner systems system battle-about-me login
    logout new-calendar about-me minor stop-device end-token password forgotten forgotten-sent notice-discord
    set_language club?page=2&people=2&leagues=2&campaigns=2&over=2 club-colour
    league?log=2&seasons=2&ratings=2&ruling=2 league-colour league-calendar league-add league-history
    league-next-season league-why league-corrections league-declare league-correct league-correct?how=strike
    league-correct?how=insert league-settle league-teams?season=1 league-teams?season=99 league-player?game=1
    league-player?page=2 league-machine
    """
ASKED_BY_OTHERS = frozenset(PASSED_OVER.split())
# On SQLite tests of their own open each of these: `test_site`, `test_language`, `test_kept`, `test_moves`,
# `test_replay` and `test_platoon`.
OPENED_ELSEWHERE = frozenset(
    {
        *("battle?as_of=2999-01-01T00:00", "battle?ruling=4", "battle?unit=red-1", "battle?unit=red-1&square=a1"),
        *("battle-correct?how=strike", "battle-correct?how=insert", "battle-declare?of=red-1"),
        *("battle-replay?at=3", "battle-frames?first=3&last=5", "battle-why?of=units.red-1.damage"),
        "platoon?print=1",
    }
)
# What an anonymous visitor, Bob and Alice get where not everyone is shown the page.
OPEN, FOR_ACCOUNTS, FOR_VISITORS = (200, 200, 200), (302, 200, 200), (200, 302, 302)
OWN, REFEREES, ON_THE_WAY, SENT = (302, 200, 403), (302, 403, 200), (302, 302, 302), (405, 405, 405)
NO_STREAMS = (204, 204, 204)  # Django's own server holds none; `test_live` has one that does
NO_MAP = (404, 404, 404)  # `test_map` opens these of a campaign that has one
ANSWERS = {
    **dict.fromkeys(
        (
            *("notices", "notice-settings", "account", "about-me", "password", "second-factor"),
            *("enlist", "here", "script", "battle-script"),
        ),
        FOR_ACCOUNTS,
    ),
    **dict.fromkeys(("battle-correct", "battle-settle", "battle-declare"), FOR_ACCOUNTS),
    **dict.fromkeys(("login", "come-in"), FOR_VISITORS),
    "login-code": ON_THE_WAY,  # nobody has given a password
    **dict.fromkeys(("corrections", "correct", "settle-all"), FOR_ACCOUNTS),
    "declare-facts": REFEREES,
    "settle": ON_THE_WAY,  # nothing is left open
    **dict.fromkeys(("pairings-sheet", "poster", "slips"), (404, 404, 404)),  # no round is open
    "play": ON_THE_WAY,
    **dict.fromkeys(("buy", "roster"), OWN),
    **dict.fromkeys(("muster", "battle-amend"), REFEREES),
    **dict.fromkeys(
        ("battle-report", "battle-batch", "battle-draft", "new-password", "set_language", "join"),
        ON_THE_WAY,
    ),
    **dict.fromkeys(("map", "map-replay", "map-frames", "sector", "order", "retreat", "why"), NO_MAP),
    **dict.fromkeys(
        (
            "logout",
            "end-token",
            "end-login",
            "passkey-begin",
            "passkeys",
            "passkey-ask",
            "passkey-login",
            "stop-device",
            "new-calendar",
            "minor",
            "battle-about-me",
            "notice-discord",
        ),
        SENT,
    ),
    "welcome": (200, 200, 200),  # nobody administers the site
    **dict.fromkeys(("welcome-club", "welcome-mail", "welcome-people"), (302, 404, 404)),  # Alice organises, no more
    "sample": (302, 404, 404),
    "new-campaign": (302, 404, 404),  # Alice may not enter the office
    "season-template": (302, 404, 200),
    "scenario": (404, 404, 404),  # nobody has saved one
    "correction-draft": (302, 404, 200),  # nobody was shown it
    "notice": (302, 404, 302),  # one of Alice’s
    "battle-live": NO_STREAMS,
    "battle-push": (404, 200, 200),
    "battle-seat": (302, 200, 302),  # of those who play
    "battle-join": (302, 302, 302),  # to the battle, which is open
    "battle-adopt": (302, 404, 404),  # it is a campaign's
    "battle-claim": (302, 404, 404),  # no guest has played it
    "friendly": FOR_ACCOUNTS,
    "battle-fixture": ON_THE_WAY,
    "post": FOR_ACCOUNTS,
    "photo": (404, 200, 200),  # strangers read no conversation of this club
    **dict.fromkeys(("league-found", "league-manage", "league-edit", "league-add", "league-history"), REFEREES),
    **dict.fromkeys(("league-corrections", "league-correct", "league-declare"), REFEREES),
    "league-next-season": (302, 403, 422),  # one is under way
    "league-machine": (404, 404, 404),  # its first battle is in play
    "league-why": (404, 404, 404),  # `test_league_explained` asks for figures that there are
    "league-settle": (302, 403, 302),  # nothing is left open
}


@pytest.mark.at_length
def test_every_address(table: Table) -> None:
    """Of a battle in play, with what a correction of it left over. On PostgreSQL by who is shown most, an organiser,
    and of pages that ask the database the same, one.

    Of readers who are answered alike one is asked, at length each of them.
    """
    fought(table)
    clients = {"visitor": Client(), "guest": a_guest(), "bob": as_(table.cast.bob), "alice": as_(table.cast.alice)}
    readers = clients if connection.vendor == "sqlite" else {"alice": clients["alice"]}
    met: set[str] = set()
    for pattern in every(ALL):
        name = pattern.name or ""
        visitors, bobs, alices = ANSWERS.get(name, OPEN)
        wanted = {"visitor": visitors, "guest": visitors, "bob": bobs, "alice": alices}
        for question in QUESTIONS.get(name, ("",)):
            if passed_over(name + question):
                continue
            place = address(pattern, table) + question
            found = {who: readers[who].get(place) for who in asking(readers, wanted, name + question)}
            assert {who: one.status_code for who, one in found.items()} == {who: wanted[who] for who in found}, place
            if {"visitor", "guest"} <= {*found} and name not in ("logout", "set_language"):
                assert_alike(found["guest"], found["visitor"], place)
            met |= {*found}
    assert met == {*readers}


def fought(table: Table) -> None:
    table.play(FIRED)
    correct(table)
    assert handler.replay(table.battle)[0].waiting
    table.take_case(table.cast.alice)
    join(table)


def passed_over(asked: str) -> bool:
    known = ASKED_BY_OTHERS if connection.vendor == "postgresql" else OPENED_ELSEWHERE
    return asked in known and not AT_LENGTH


@pytest.mark.soak
@pytest.mark.only_on("sqlite")
def test_what_is_passed_over_asks_the_database_nothing_of_its_own(table: Table) -> None:
    fought(table)
    alice, asked = as_(table.cast.alice), defaultdict[str, set[str]](set)
    for pattern in every(ALL):
        name = pattern.name or ""
        for question in QUESTIONS.get(name, ("",)):
            place = address(pattern, table) + question
            with CaptureQueriesContext(connection) as statements:
                alice.get(place)
            asked[name + question] |= {without_values(one["sql"]) for one in statements.captured_queries}
    assert asked.keys() >= ASKED_BY_OTHERS
    known = set[str]().union(*(found for name, found in asked.items() if name not in ASKED_BY_OTHERS))
    own = {name: found - known for name, found in asked.items() if found - known}
    assert not own


def without_values(sql: str) -> str:
    """Texts and numbers stay apart, as to PostgreSQL they do; how many a list names does not matter."""
    told = re.sub(r"\b\d+\b", "0", re.sub(r"'(?:[^']|'')*'", "''", sql))
    return re.sub(r"\((''|0)(?:, \1)*\)", r"(\1)", told)


def asking(readers: Collection[str], wanted: Mapping[str, int], asked: str) -> list[str]:
    """Who asks: of those who are shown the page one, each in turn; and whoever is turned away or sent on, which costs
    little. At length all of them."""
    shown = [(asked, who) for who in readers if wanted[who] == 200]
    some = sampled(shown, met=lambda _one: [""])
    return [who for who in readers if wanted[who] != 200 or (asked, who) in some]


@pytest.mark.at_length
@pytest.mark.only_on("sqlite")  # on both: the same addresses, above
def test_a_guest_posts_what_a_visitor_does_at_every_address(table: Table) -> None:
    """Also in a battle of a campaign: their own is the only one they play. What they read is asked above.

    Of an address with several questions the first one; at length all of them.
    """
    table.play(FIRED)
    join(table)
    guest, stranger = a_guest(), Client()
    for pattern in every(ALL):
        for question in QUESTIONS.get(pattern.name or "", ("",))[: None if AT_LENGTH else 1]:
            place = address(pattern, table) + question
            if pattern.name not in ("logout", "set_language"):
                assert_alike(guest.post(place), stranger.post(place), place)


def a_guest() -> Client:
    guest = Client()
    guest.force_login(guests.make("Otto", uuid4()))
    return guest


def assert_alike(one: Any, other: Any, place: str) -> None:
    assert (one.status_code, one.headers.get("Location")) == (other.status_code, other.headers.get("Location")), place


def every(patterns: Sequence[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from every(one.url_patterns)
        else:
            yield one


def join(table: Table) -> None:
    """The campaign joins a league, which knows Bob by then, and has a third report that can be corrected."""
    years = Years(table.cast)
    years.desk.colour = table.cast.club.colour = "#2f6f4e"
    years.desk.save()
    table.cast.club.save()
    years.report(AddCampaign(campaign=table.campaign, title="Spring"))
    clerk.sweep()
    assert years.state().players
    years.report(Rename(name="The longer league", reason="It is longer"))
    years.report(FormTeam(team="foxes", name="The Foxes", captain=str(table.cast.bob.pk), colour="#2f6f4e"))


def address(pattern: URLPattern, table: Table) -> str:
    """Where it is, for the campaign, its battle in play, and Alice's account."""
    alice, name = table.cast.alice, pattern.name or ""
    of_battle = name.startswith("battle")
    known = known_in(table) | {
        "stream": table.battle if of_battle else table.campaign,
        "at": told(table, "Move") if of_battle else 2,  # where Bob has enlisted, or a campaign joined
        "slug": "steel" if name.startswith("club") else "long",
    }
    if name == "correction-draft":
        undo = Report(str(uuid4()), "Undo", json.dumps({"position": 2, "reason": "It was not so"}))
        known["key"] = str(
            correction_drafts.keep(Campaign.objects.get(pk=table.campaign), table.campaign, undo, alice).pk
        )
    if name in ("post", "photo"):
        here = rights.of_fixture(table.cast.bob, table.desk.pk, table.battle)
        assert here is not None
        post = posts.say_something(here, "@alice, a shot!", lambda: [photos.Drawn(b"a photo", 1, 1)])
        known |= {"post": str(post.pk), "name": post.photos.get().name}
    if name == "notice":
        kept = {"user": alice, "kind": "over", "stream": table.campaign, "subject": "It is over", "link": "/"}
        known["number"] = Notice.objects.get_or_create(key="an address", defaults=kept)[0].pk
    if name == "my-calendar":
        calendars.renew(alice)
        known["signed"] = calendars.address(alice).rpartition("/")[2].removesuffix(".ics")
    if not name:
        return f"/{pattern.pattern}"
    return reverse(name, kwargs={key: known[key] for key in pattern.pattern.converters})


@lru_cache(maxsize=1)
def known_in(table: Table) -> dict[str, Any]:
    """What fits in the places of most addresses."""
    alice = table.cast.alice
    invitation, _new = Invitation.objects.get_or_create(club=table.cast.club, made_by=alice)
    return {
        "fixture": table.battle,
        "platoon": "alpha",
        "vehicle": "red-1",
        "sector": "kassel",
        "team": "foxes",
        "table": "standings",
        "scenario": str(uuid4()),
        "format": "csv",
        "number": 1,
        "campaign": table.campaign,
        "player": str(table.cast.bob.pk),
        "key": "modern_age",
        "code": invitations.link(invitation).rstrip("/").rpartition("/")[2],
        "signed": mail.link(alice).rstrip("/").rpartition("/")[2],
        "uidb64": urlsafe_base64_encode(force_bytes(alice.pk)),
        "token": default_token_generator.make_token(alice),
    }


@lru_cache(maxsize=9)
def told(table: Table, type_: str) -> int:
    """Where the first report of this type was told."""
    return next(row.position for row in log.read(table.battle) if row.command_type == type_)


def correct(table: Table) -> None:
    """The shot was never fired: what followed from it is left over."""
    struck = Correct(position=told(table, "Fire"), how="strike", reason="That was in the round before")
    report = Report(str(uuid4()), "Correct", codec.encode(struck))
    handler.execute(table.battle, [report], table.organiser, "page")


@pytest.mark.only_on("sqlite")  # on both: the same pages, above
def test_without_the_case_a_referee_opens_no_form_that_shows_cards(table: Table) -> None:
    """Neither who plays elsewhere nor who runs the site; what turns on no card stays open."""
    table.play(FIRED)
    alice = as_(table.cast.alice)
    for page, status in (
        ("", 200),
        (f"correct/{told(table, 'Fire')}/", 403),
        ("declare/", 403),
        ("settle/", 403),
        ("amend/", 200),
        ("dice/", 200),
        ("why/?of=outcome.winner", 200),
    ):
        assert alice.get(table.url + page).status_code == status, page
