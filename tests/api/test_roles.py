"""Every address, every method, every kind of caller: the answer is what the table says; every address has its row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.urls import URLPattern

from api import keys
from api.roles import ANYONE, TABLE
from api.urls import urlpatterns
from battles.models import Sheet
from battles.reports import Report
from campaigns import correction_drafts, friendly, guests, handler
from campaigns.conversation import photos, posts, rights
from campaigns.models import (
    Campaign,
    CampaignSheet,
    CorrectionDraft,
    HeldRuling,
    Post,
    SavedScenario,
    User,
    WaitingRoom,
)
from campaigns.roles import MAY, Role
from campaigns.season.people import Appoint
from leagues import handler as league_handler
from leagues.clerk import count
from leagues.league.seasons import AddCampaign
from leagues.models import League
from rules.stream import codec
from tests.api.conftest import Caller, problem, report, said
from tests.api.role_exceptions import KINDS, METHODS, NOT_THEIRS, OF_A_POST, OUTSIDE, ROLES
from tests.campaigns import skirmish
from tests.campaigns.campaigning import Campaigning
from tests.campaigns.conftest import Season
from tests.cast import PASSWORD, Cast, UserFactory
from tests.length import AT_LENGTH, some_of
from tests.receiver import hook
from tests.where import BOTH

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(_skirmish: None, cast: Cast) -> Season:
    """On a map, so that every address has something there: Bob's reds and Carol's blues."""
    return Campaigning(cast).begin().round()


@pytest.fixture
def hidden(season: Season, cast: Cast) -> Season:
    other = Campaigning(cast).begin()
    Campaign.objects.filter(pk=other.desk.pk).update(visibility=Campaign.Visibility.MEMBERS)
    return other


@pytest.fixture
def everyone(people: dict[str, Caller], cast: Cast, season: Season, hidden: Season) -> dict[str, Caller]:
    """The cast, and all there are besides."""
    frank, hugo = (UserFactory.create(username=name) for name in ("frank", "hugo"))
    root = UserFactory.create(username="root", is_superuser=True)
    cast.club.members.add(frank)
    for place in (season, hidden):
        place.report(place.organiser, Appoint(person=str(hugo.pk), office="organiser", reason="Helps"))
        league_of(place)
    return people | {"frank": Caller(frank), "hugo": Caller(hugo), "root": Caller(root)}


def address(name: str, season: Season, battle: str) -> str:
    """Where `name` is, for one campaign, battle and rule system."""
    if name == "nowhere":
        return "nowhere/at/all/"
    if name == "battle-join":
        return f"battles/{waiting().pk}/join/"
    if name == "battle-claim":
        return f"battles/{with_a_guest().guest_of}/claim/"
    if name == "club-key":
        made, _token = keys.make(season.cast.club, season.cast.alice, "Scoreboard", ["read"])
        return f"clubs/{season.cast.club.slug}/keys/{made.pk}/"
    if name == "held-ruling":
        return f"campaigns/{season.stream}/held/{waits(season).pk}/"
    (pattern,) = (one for one in urlpatterns if one.name == name)
    route = str(pattern.pattern)
    id = battle if route.startswith("battles/") else season.stream
    id = said_by_bob(season) if route.startswith("posts/") else id
    id = league_of(season) if route.startswith("leagues/") else id
    of = {
        "<uuid:id>": id,
        "<slug:key>": "skirmish",
        "<slug:platoon>": "bears",
        "<slug:sector>": "bury",
        "<slug:picks>": "models",
        "<slug:table>": "standings",
        "<slug:club>": season.cast.club.slug,
        "<str:player>": str(season.cast.bob.pk),
        "<uuid:campaign>": season.stream,
        "<int:number>": "1",
        "<str:vehicle>": "bears-1",
    }
    if "<uuid:scenario>" in route:
        of["<uuid:scenario>"] = str(saved(season, id).pk)
    if "<uuid:key>" in route:
        of["<uuid:key>"] = str(drafted(season, battle).pk)
    if "<str:fixture>" in route:
        of["<str:fixture>"] = next(iter(handler.replay(season.stream)[0].fixtures))
    if "<int:webhook>" in route:
        one = hook(season.cast.club, "https://93.184.216.34/in", members_too=True)
        sent = one.deliveries.create(message="msg_1", type="battle.settled", status="delivered")
        of |= {"<int:webhook>": str(one.pk), "<int:delivery>": str(sent.pk)}
    for part, key in of.items():
        route = route.replace(part, key)
    return route


def league_of(place: Season) -> str:
    """The league that the campaign is a season of, seen by whom the campaign is."""
    if known := League.objects.filter(slug=place.stream).first():
        return str(known.stream)
    place.desk.refresh_from_db()
    seen = place.desk.visibility
    desk = League(club=place.desk.club, name="The long league", slug=place.stream, visibility=seen)
    league_handler.found_new(desk, {}, (), place.organiser, "api")
    joins = codec.encode(AddCampaign(campaign=place.stream))
    league_handler.execute(str(desk.pk), [Report(str(uuid4()), "AddCampaign", joins)], place.organiser, "api")
    count(place.stream)
    return str(desk.pk)


def saved(season: Season, stream: str) -> SavedScenario:
    """A scenario of Bob's, of the campaign or its league, for whoever has the link."""
    kind, changes = ("campaign", '{"changes":[]}') if stream == season.stream else ("league", "{}")
    return SavedScenario.objects.create(
        owner=season.cast.bob, kind=kind, stream=stream, name="If", changes=changes, readers="link"
    )


def said_by_bob(season: Season) -> str:
    """A post of his with a photo, the first time it is asked for."""
    fixture = next(iter(handler.replay(season.stream)[0].fixtures))
    if known := Post.objects.filter(thread__campaign=season.desk, thread__fixture=fixture).first():
        return str(known.pk)
    here = rights.of_fixture(season.cast.bob, season.desk.pk, fixture)
    assert here is not None
    return str(posts.say_something(here, "The ford", [photos.Drawn(b"a photo", 1, 1)]).pk)


DECLARED = {"facts": {"shots": 1}, "reason": "We have seen one"}


def drafted(season: Season, battle: str) -> CorrectionDraft:
    """What Bob has looked at."""
    said = Report(str(uuid4()), "Declare", json.dumps(DECLARED))
    return correction_drafts.keep(season.desk, battle, said, season.cast.bob)


def waits(season: Season) -> HeldRuling:
    """A penalty that Alice has asked a second officer for."""
    late = json.dumps([[str(uuid4()), "Penalise", '{"platoon":"bears","score":1,"reason":"Late"}']])
    return HeldRuling.objects.create(
        pk=uuid4(), campaign=season.desk, kind="penalties", reports=late, by=season.cast.alice, via="api"
    )


def waiting() -> WaitingRoom:
    """A friendly battle that somebody else has begun."""
    return friendly.begin(UserFactory.create(), friendly.ready_made(skirmish.SYSTEM, "duel"), "north", "ask")


def with_a_guest() -> User:
    """Who plays as a guest in a friendly battle of somebody else's."""
    room = waiting()
    guest = guests.make("Otto", room.pk)
    friendly.open_battle(room, guest)
    return guest


def asked(name: str, key: str) -> dict[str, Any]:
    """What if nothing were changed, under a name where it is to be saved."""
    changes: Any = {} if name.startswith("league-") else []
    return {"changes": changes} | ({"name": key} if name.endswith("scenarios") else {})


def body(name: str, key: str) -> Any:
    """Something to POST there that is accepted from whom it is asked of."""
    match name:
        case "battle-commands":
            return report("Shoot", shooter="bears-1", target="cats-1", dice=[1])
        case "campaign-commands":
            return report("Enlist", platoon=key, name=key, side="reds", vehicles=[{"id": key, "model": "Light"}])
        case "what-if" | "scenarios" | "league-what-if" | "league-scenarios":
            return asked(name, key)
        case "leagues":
            return {"name": key, "short": key}
        case "league-next-season":
            return {}
        case "league-history":
            return {"text": "player,opponent\nAnna,Otto"}
        case "league-commands":
            return report("SetProfile", player=str(User.objects.get(username="bob").pk), alias=key)
        case "rosters":
            return b"skirmish Bears\nLight"
        case "friendly":
            return {"system": "skirmish", "forces": "list", "list": "duel"}
        case "battle-join":
            room = WaitingRoom.objects.order_by("made_at").reverse()[0]
            return {"code": friendly.code_of(room), "nickname": "Otto"}
        case "campaign-correction-drafts":
            mustered = Sheet.objects.filter(campaign__isnull=False)[:1].get()
            return {"battle": str(mustered.pk), "type": "Declare", "data": DECLARED}
        case "battle-claim":
            return {"code": guests.code_of(User.objects.filter(guest_of__isnull=False).latest("date_joined"))}
        case "club-keys":
            return {"name": key, "scopes": ["read"]}
        case "token":
            return {"username": "bob", "password": PASSWORD}
    return of_the_office(name, key) or of_talk(key).get(name, {})


def of_the_office(name: str, key: str) -> dict[str, Any]:
    match name:
        case "held-ruling":
            return {"answer": "withdraw"}
        case "club-webhooks":
            return {"name": key, "url": "https://93.184.216.34/in"}
        case "club-webhook":
            return {"name": key}
        case "club-webhook-replay":
            return {"stream": str(CampaignSheet.objects.values_list("pk", flat=True)[0]), "position": 1}
    return {}


def of_talk(key: str) -> dict[str, Any]:
    said = {"body": key}
    return {
        **dict.fromkeys(("fixture-posts", "battle-posts", "post"), said),
        "post-reactions": {"kind": "good"},
        "post-reports": {"reason": key},
        "post-hiding": {"reason": key, "hidden": True},
    }


def expected(name: str, method: str, role: Role, members_only: bool) -> tuple[int, ...]:
    if name == "nowhere":
        return (404,)
    if method == "OPTIONS":
        return (204,)
    least = TABLE[name].get("GET" if method == "HEAD" else method)
    if least is None:
        return (405,)
    if least > ANYONE and role is Role.VISITOR:
        return (401,)
    if members_only and role < MAY["see members only"] and name in OF_A_CAMPAIGN:
        return (404,)
    return (200, 201, 204) if role >= least else (403,)


OF_A_CAMPAIGN = {
    name
    for name in {*TABLE} - {"battle-join", "battle-claim"}
    for one in urlpatterns
    if one.name == name and "<uuid:id>" in str(one.pattern)
}


def walk() -> Iterator[tuple[str, str]]:
    for name in TABLE:
        for method in METHODS:
            if name != "docs":  # a page, not an endpoint: see test_schema
                yield name, method


def test_every_address_has_its_row_and_every_row_its_address() -> None:
    assert all(isinstance(one, URLPattern) for one in urlpatterns)
    assert sorted(str(one.name) for one in urlpatterns) == sorted(TABLE)


@pytest.mark.at_length
@pytest.mark.usefixtures("unlimited")
@pytest.mark.parametrize("members_only", [pytest.param(False, marks=BOTH), True], ids=["public", "members only"])
def test_everyone_gets_what_the_table_says(
    everyone: dict[str, Caller], season: Season, hidden: Season, members_only: bool
) -> None:
    place = hidden if members_only else season
    battle = place.muster()
    said_by_bob(place)
    assert everyone.keys() >= ROLES.keys()
    wrong = [(who, *one) for who in ROLES for one in faults(who, everyone[who], place, battle, members_only)]
    assert not wrong


@cache
def asking(name: str, method: str, members_only: bool) -> frozenset[str]:
    """Who asks this. By `make soak` everybody; else one of all who get the same answer, of each address others: and one
    of the roles on either side of each limit between two answers and another, or among members who see nothing of it,
    each of them. What is answered alike at all addresses is asked at each by one method; HEAD at some."""
    if AT_LENGTH:
        return frozenset(ROLES)
    if members_only and name not in OF_A_CAMPAIGN:
        return frozenset()  # nothing of a campaign's is asked of the public one
    about, on_sqlite = f"{connection.vendor} {method} {name} {members_only}", connection.vendor == "sqlite"
    alike = {one: expected(name, one, Role.ORGANISER, members_only=False) in ((204,), (405,)) for one in METHODS}
    if alike[method] or method == "HEAD":  # which is decided as GET is
        asked = [one for one in METHODS if alike[one] == alike[method]]
        chosen = on_sqlite and not members_only and method in some_of(asked, 1, name)
        return frozenset(some_of(ROLES, 1, about) if chosen else ())
    answers = {role: expected(name, method, role, members_only) for role in sorted({*ROLES.values()})}
    near = {role for two in pairwise(answers) if answers[two[0]] != answers[two[1]] for role in two if on_sqlite}
    if members_only:
        near = {role for role in answers if role < MAY["see members only"]}
    kinds = {who: (near & {role}, wanted(name, method, who, members_only)) for who, role in ROLES.items()}
    like_them = [[who for who in ROLES if kinds[who] == kind] for kind in kinds.values()]
    return frozenset(who for several in like_them for who in some_of(several, 1, about))


def wanted(name: str, method: str, who: str, members_only: bool) -> tuple[int, ...]:
    """What somebody is answered there, with all exceptions."""
    outside = "league" in name or name.startswith(("club-key", "club-webhook"))
    found = expected(name, method, OUTSIDE.get(who, ROLES[who]) if outside else ROLES[who], members_only)
    if (name, method, who) == ("friendly", "POST", "anonymous"):
        found = (401,)  # unless the site has it so
    if (name, method, found[0]) in (("league-next-season", "POST", 200), ("league-history", "POST", 200)):
        found = (422,)  # its last season is under way
    if name == "league-vehicle" and found[0] == 200:
        found = (404,)  # nothing has fought yet
    if (name, method, who) in NOT_THEIRS and found[0] == 200:
        stranger = (401,) if who == "anonymous" else (403,)
        found = (404,) if name == "campaign-correction-draft" else stranger  # nobody was shown it
    if name in OF_A_POST and who in ("anonymous", "dave") and found[0] in (200, 403):
        found = (404,)  # of what is said among members others do not know
    return found


def faults(who: str, caller: Caller, place: Season, battle: str, members_only: bool) -> list[tuple[Any, ...]]:
    """Every answer to somebody that is another than the table says. Each request is taken back."""
    wrong = []
    for n, (name, method) in enumerate(walk()):
        if who not in asking(name, method, members_only):
            continue
        with transaction.atomic():
            where = address(name, place, battle)
            sent = body(name, f"platoon-{n}") if method in ("POST", "PATCH") else b""
            response = caller.call(method, where, sent, KINDS.get(name, "application/json"))
            transaction.set_rollback(True)
        right = wanted(name, method, who, members_only)
        if response.status_code not in right:
            wrong.append((name, method, response.status_code, right, response.content[:200]))
    return wrong


def test_a_battle_of_members_is_in_nobody_elses_list(
    everyone: dict[str, Caller], season: Season, hidden: Season
) -> None:
    open_one, closed_one = season.muster(), hidden.muster()
    for who, role in ROLES.items():
        found = {battle["id"] for battle in said(everyone[who].get("battles/"))["battles"]}
        assert found == ({open_one} if role < Role.MEMBER else {open_one, closed_one})
        found = {one["id"] for one in said(everyone[who].get("campaigns/"))["campaigns"]}
        assert found == ({season.stream} if role < Role.MEMBER else {season.stream, hidden.stream})
        assert said(everyone[who].get(f"battles/?campaign={hidden.stream}"))["battles"] == [] or role >= Role.MEMBER


def test_what_one_may_not_know_of_looks_like_what_is_not_there(people: dict[str, Caller], hidden: Season) -> None:
    battle = hidden.muster()
    for path in ("", "state/", "events/", "explain/", "facts/", "commands/"):
        method = "POST" if path == "commands/" else "GET"
        sent = report("Settle") if method == "POST" else b""
        there = people["dave"].call(method, f"battles/{battle}/{path}", sent)
        nowhere = people["dave"].call(method, f"battles/{uuid4()}/{path}", sent)
        problem(there, 404, "not-found")
        assert there.content == nowhere.content


def test_only_organisers_muster(people: dict[str, Caller], season: Season) -> None:
    sides = {"north": {"platoon": "bears"}, "south": {"platoon": "cats"}}
    muster = report("MusterBattle", battle=str(uuid4()), sides=sides)
    where = f"campaigns/{season.stream}/commands/"
    problem(people["bob"].post(where, muster), 403, "not-yours")
    problem(people["dave"].post(where, muster), 403, "not-yours")
    first = people["alice"].post(where, muster)
    assert first.status_code == 200
    assert people["alice"].post(where, muster).content == first.content
    assert said(people["bob"].get(f"battles/{muster['data']['battle']}/"))["mine"] == ["north"]


def test_the_clerks_reports_are_the_clerks(people: dict[str, Caller], season: Season, battle: str) -> None:
    for who in ("bob", "carol"):
        problem(people[who].report(battle, "Settle"), 403, "not-yours")
        found = said(people[who].get(f"battles/{battle}/"))
        confirm = dict(found["fought"], side=found["mine"][0], by_default=True)
        problem(people[who].report(battle, "Confirm", **confirm), 403, "not-yours")
