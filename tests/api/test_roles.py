"""Every address, every method, every kind of caller: the answer is what the table says; every address has its row."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.urls import URLPattern
from pytest_django import DjangoDbBlocker

from api.roles import ANYONE, TABLE
from api.urls import urlpatterns
from campaigns.models import Campaign
from campaigns.roles import MAY, Role
from campaigns.season.people import Appoint
from tests.api.addresses import address, body, league_of, newest_room_last, said_by_bob
from tests.api.conftest import Caller, called, problem, report, rolled_back, said
from tests.api.role_exceptions import KINDS, METHODS, NOT_THEIRS, OF_A_POST, OUTSIDE, ROLES
from tests.campaigns.campaigning import Campaigning
from tests.campaigns.conftest import Season
from tests.cast import Cast, UserFactory
from tests.length import AT_LENGTH, some_of
from tests.where import BOTH

pytestmark = pytest.mark.django_db


class There(NamedTuple):
    """What is there to be asked, and everybody who asks."""

    season: Campaigning  # on a map, so that every address has something there: Bob's reds and Carol's blues
    hidden: Campaigning
    people: dict[str, Caller]
    everyone: dict[str, Caller]


def laid(cast: Cast) -> There:
    season, hidden = Campaigning(cast).begin().round(), Campaigning(cast).begin()
    Campaign.objects.filter(pk=hidden.desk.pk).update(visibility=Campaign.Visibility.MEMBERS)
    frank, hugo = (UserFactory.create(username=name) for name in ("frank", "hugo"))
    root = UserFactory.create(username="root", is_superuser=True)
    cast.club.members.add(frank)
    for place in (season, hidden):
        place.report(place.organiser, Appoint(person=str(hugo.pk), office="organiser", reason="Helps"))
        league_of(place)
    people = called(cast)
    return There(season, hidden, people, people | {"frank": Caller(frank), "hugo": Caller(hugo), "root": Caller(root)})


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[There]:
    """The cast, and all there are besides."""
    with rolled_back(django_db_blocker, laid) as there:
        yield there


@pytest.fixture
def there(db: None, _skirmish: None, at_first: There) -> There:
    return deepcopy(at_first)


@pytest.fixture
def season(there: There) -> Season:
    return there.season


@pytest.fixture
def hidden(there: There) -> Season:
    return there.hidden


@pytest.fixture
def people(there: There) -> dict[str, Caller]:
    return there.people


@pytest.fixture
def everyone(there: There) -> dict[str, Caller]:
    return there.everyone


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
    where = {name: address(name, place, battle) for name in newest_room_last(TABLE)}
    wrong = [(who, *one) for who in ROLES for one in faults(who, everyone[who], where, members_only)]
    assert not wrong


@cache
def asking(name: str, method: str, members_only: bool) -> frozenset[str]:
    """Who asks this. By `make soak` everybody; else one of all who get the same answer, of each address others: one of
    the roles on either side of each limit between two answers, and whoever is told something else than their role is.
    Among members who see nothing of it, each of them, and at some addresses one who does. What is answered alike at all
    addresses is asked at each by one method; HEAD at some. On PostgreSQL, where other queries could find other people,
    one method of each address is asked by one who is let in."""
    if AT_LENGTH:
        return frozenset(ROLES)
    if members_only and name not in OF_A_CAMPAIGN:
        return frozenset()  # nothing of a campaign's is asked of the public one
    if (name, method) == ("schema", "GET"):
        return frozenset()  # it takes as long as fifty others: test_schema.py reads it
    about, on_sqlite = f"{connection.vendor} {method} {name} {members_only}", connection.vendor == "sqlite"
    alike = {one: expected(name, one, Role.ORGANISER, members_only=False) in ((204,), (405,)) for one in METHODS}
    if alike[method] or method == "HEAD":  # which is decided as GET is
        asked = [one for one in METHODS if alike[one] == alike[method]]
        often = method != "HEAD" or name in some_of(TABLE, 12, "HEAD")
        chosen = on_sqlite and not members_only and often and method in some_of(asked, 1, name)
        return frozenset(some_of(ROLES, 1, about) if chosen else ())
    if not on_sqlite:
        theirs = [one for one in METHODS if not alike[one] and one != "HEAD"]
        let_in = [who for who in ROLES if wanted(name, method, who, members_only)[0] == 200]
        return frozenset(some_of(let_in, 1, about) if method in some_of(theirs, 1, name) else ())
    answers = {role: expected(name, method, role, members_only) for role in sorted({*ROLES.values()})}
    limits = {role for two in pairwise(answers) if answers[two[0]] != answers[two[1]] for role in two}
    blind = {role for role in answers if role < MAY["see members only"]}
    near = blind if members_only else limits
    kinds = {who: (near & {role}, wanted(name, method, who, members_only)) for who, role in ROLES.items()}
    if members_only and name not in some_of(OF_A_CAMPAIGN, 12, method):
        kinds = {who: kind for who, kind in kinds.items() if ROLES[who] in blind}
    elif near:  # else it is open to all of them
        kinds = {who: kind for who, kind in kinds.items() if kind[0] or kind[1] != answers[ROLES[who]]}
    like_them = [[who for who in kinds if kinds[who] == kind] for kind in kinds.values()]
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


def faults(who: str, caller: Caller, where: dict[str, str], members_only: bool) -> list[tuple[Any, ...]]:
    """Every answer to somebody that is another than the table says. Each request is taken back."""
    wrong = []
    for n, (name, method) in enumerate(walk()):
        if who not in asking(name, method, members_only):
            continue
        with transaction.atomic():
            sent = body(name, f"platoon-{n}") if method in ("POST", "PATCH") else b""
            response = caller.call(method, where[name], sent, KINDS.get(name, "application/json"))
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
