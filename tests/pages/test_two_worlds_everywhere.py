"""Two worlds that differ in what a platoon holds, is ordered and has asked to correct: whoever does not command it is
answered the same at every address of the campaign, by every method, whatever they send."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from msgspec import to_builtins
from msgspec.structs import replace

from api.roles import TABLE as METHODS
from battles import log
from campaigns import handler
from campaigns.models import HeldRuling, User
from campaigns.revision_preview import history_of
from campaigns.season import COMMANDS, MENDS
from campaigns.season.enlistment import Enlist
from campaigns.season.free_times import NoteFree
from campaigns.season.map.orders import Order
from campaigns.season.penalties import Penalise
from campaigns.season.people import HandOver
from campaigns.season.purchases import Buy
from campaigns.season.sales import Sell
from campaigns.season.values import Recruit
from rules.adjudicate import Who
from rules.stream.revision.reports import Correct, Undo
from tests.api.conftest import _skirmish, unlimited
from tests.api.test_command_roles import at_first, season
from tests.campaigns.conftest import Season
from tests.cast import Cast, UserFactory
from tests.length import AT_LENGTH
from tests.pages.campaign_questions import Place, Question, questions, routes, told
from tests.pages.conftest import as_
from tests.pages.test_two_worlds import HEADERS, OWN

__all__ = ["_skirmish", "at_first", "season", "unlimited"]
pytestmark = [pytest.mark.usefixtures("unlimited")]
Answer = tuple[int, str, dict[str, str], int]
WORLDS = (("Sight", "Bargain", "move"), ("Bargain", "Sight", "hold"))  # a card, another that was meant, an order
HELD = (
    r"""[["4f0c5b0e-0d7f-4c55-9a52-0f1f6d3c2b11","Penalise","{\"platoon\":\"bears\",\"score\":1,\"reason\":\"-\"}"]]"""
)


@pytest.fixture
def cast(season: Season) -> Cast:
    return season.cast


@pytest.fixture
def alike(season: Season, monkeypatch: pytest.MonkeyPatch) -> Season:
    """Bob has a second platoon, a penalty stands, and a purchase of Carol's is taken back that she has sold: the sale
    is left open. Alice organises, Erin umpires. The clock stands still."""
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    cast = season.cast
    User.objects.filter(pk=cast.alice.pk).update(is_staff=True)
    boars = Enlist(platoon="boars", name="Boars", side="reds", vehicles=_light("boars-1"), player=str(cast.bob.pk))
    season.report(season.organiser, boars)
    season.report(season.organiser, Penalise(platoon="bears", score=1, reason="late"))
    season.report(Who(str(cast.carol.pk)), Buy(platoon="cats", vehicles=_light("cats-9")))
    season.report(Who(str(cast.carol.pk)), Sell(platoon="cats", vehicles=("cats-9",)))
    season.report(season.organiser, Undo(position=_told_at(season, "Buy"), reason="never paid"))
    return season


@pytest.fixture
def fred(cast: Cast) -> User:
    """To whom Bob hands his bears over."""
    user = UserFactory.create(username="fred")
    cast.club.members.add(user)
    return user


def _light(id: str) -> tuple[Recruit, ...]:
    return (Recruit(id=id, model="Light"),)


def _told_at(season: Season, type_: str, nth: int = -1) -> int:
    """Where the nth report of this type begins."""
    found = [row for row in log.read(season.stream) if row.command_type == type_ and row.ordinal == 0]
    return found[nth].position


def tell(season: Season, fred: User, bought: str, meant: str, do: Any) -> Place:
    """Bob says when his boars are free, buys a vehicle with a card for his bears, hands them over, and asks for another
    card; Fred gives an order."""
    cast, buy = season.cast, Buy(platoon="bears", vehicles=_light("bears-9"), fittings={"bears-9": (bought,)})
    bob = Who(str(cast.bob.pk))
    season.report(bob, NoteFree(platoon="boars", free=bought))
    season.report(bob, buy)
    season.report(bob, HandOver(platoon="bears", players=(str(fred.pk),), reason="Away"))
    season.report(Who(str(fred.pk)), Order(platoon="bears", do=do, to="bury" if do == "move" else "alton"))
    other = to_builtins(replace(buy, fittings={"bears-9": (meant,)}))
    ask = Correct(position=_told_at(season, "Buy"), how="change", data=other, reason="the other card")
    season.report(bob, ask)
    HeldRuling.objects.create(  # under the id of the campaign, as addresses are filled
        pk=season.desk.pk,
        campaign=season.desk,
        kind="penalties",
        reports=HELD,
        by=cast.alice,
        via="api",
        asked_at=timezone.now(),
    )
    state, events, rows = handler.replay(season.stream)
    counting = [one.position for one in history_of(events, rows).live_reports()]
    return Place(
        stream=season.stream,
        head=state.head[0],
        reports=counting[-3:],
        item=state.items[0],
        proposal=state.proposals[0].position,
        people={name: str(getattr(cast, name).pk) for name in ("carol", "dave", "erin")} | {"frank": str(fred.pk)},
    )


def ask(client: Client, question: Question) -> Answer:
    """What is answered: status, text, headers, and how many queries it took. Nothing of it has happened."""
    connection.queries_log.clear()
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        response: Any = client.generic(question.method, question.url, question.body, question.kind)
        text = b"".join(response).decode()
        transaction.set_rollback(True)
    headers = {name: re.sub(OWN, "", value) for name, value in response.headers.items() if name not in HEADERS}
    return response.status_code, re.sub(OWN, "", text), headers, len(queries)


def some(asked: Iterable[Question]) -> list[Question]:
    """All of them at length; else of those to one address by one method the first, and one in nine that are posted."""
    by_address = defaultdict[tuple[str, str], list[Question]](list)
    for one in asked:
        by_address[one.name, one.method].append(one)
    return [
        one
        for (_name, method), each in by_address.items()
        for n, one in enumerate(each)
        if AT_LENGTH or not n or (method == "POST" and n % 9 == 0)
    ]


def few(asked: Iterable[Question]) -> list[Question]:
    """The same of what tells the worlds apart: the first two of each, and of what is posted one in fifteen."""
    by_address = defaultdict[tuple[str, str], list[Question]](list)
    for one in asked:
        if one.name in TOLD:
            by_address[one.name, one.method].append(one)
    return [
        one
        for (_name, method), each in by_address.items()
        for n, one in enumerate(each)
        if AT_LENGTH or n < 2 or (method == "POST" and n % 15 == 0)
    ]


def answers(
    season: Season,
    fred: User,
    readers: Sequence[User | None],
    chosen: Callable[[Iterable[Question]], list[Question]],
) -> list[list[dict[Question, Answer]]]:
    """What each reader is answered, in one world and in the other, to the questions that are `chosen` of all. At length
    all of them; else what anybody may open is asked by one in turn, and by the first what is the office's or posted."""
    clients = [as_(one) if one else Client() for one in readers]
    found = []
    for bought, meant, do in WORLDS:
        with transaction.atomic():
            place = tell(season, fred, bought, meant, do)
            asked = chosen(questions(place))
            ContentType.objects.clear_cache()  # which whoever comes first has filled
            shares = [
                [one for n, one in enumerate(asked) if AT_LENGTH or nth == who_asks(one, n, len(clients))]
                for nth in range(len(clients))
            ]
            found.append(
                [{one: ask(client, one) for one in share} for client, share in zip(clients, shares, strict=True)]
            )
            transaction.set_rollback(True)
    return found


def who_asks(question: Question, n: int, readers: int) -> int:
    return 0 if question.method == "POST" or question.name.startswith("admin:") else n % readers


@pytest.mark.at_length
def test_no_answer_of_a_campaign_tells_the_worlds_apart(alike: Season, fred: User) -> None:
    cast = alike.cast
    readers: list[User | None] = [cast.alice, cast.carol, cast.erin, None]
    one, other = answers(alike, fred, readers, some)
    for reader, these, those in zip(readers, one, other, strict=True):
        assert these.keys() == those.keys()
        assert not [question for question in these if these[question] != those[question]], reader
        assert not [question for question, answer in these.items() if answer[0] >= 500], reader
    previews = Counter(answer[0] for question, answer in one[0].items() if question.method == "POST")
    assert previews[200] > 10  # what an organiser may do is previewed, too


TOLD = {
    *("campaign", "platoon", "vehicle", "correct", "corrections", "order", "buy"),
    *(f"api:{name}" for name in ("campaign-events", "campaign-explain", "campaign-choices", "campaign-commands")),
    *(f"api:{name}" for name in ("ledger", "platoon-orders", "map-drawing", "standings")),
}


@pytest.mark.at_length
def test_whoever_commands_it_is_told_the_worlds_apart(alike: Season, fred: User) -> None:
    """In the log, on pages, in explanations, choices and previews: the worlds do differ."""
    one, other = answers(alike, fred, [fred], few)
    assert {question.name for question in one[0] if one[0][question] != other[0][question]} == TOLD


def test_no_address_and_no_report_of_a_campaign_is_left_out(alike: Season, fred: User) -> None:
    """Every method that an address takes; and every type of report."""
    place = tell(alike, fred, *WORLDS[0])
    asked = {(one.name, one.method) for one in questions(place)}
    urls = {one.name: one.url for one in questions(place)}
    assert urls.keys() == routes().keys()
    assert {name for name, _method in asked if (name, "POST") in asked} == {
        name for name in urls if name in OFFICE_FORMS or "POST" in taken(alike, name, urls[name])
    }
    assert {type_ for type_, _data in told(place)} == {one.__name__ for one in (*COMMANDS, *MENDS)}


OFFICE_FORMS = {f"admin:campaigns_campaignsheet_{one}" for one in ("rule_act", "rule_about", "held")}


def taken(season: Season, name: str, url: str) -> str:
    """The methods that an address takes, as it says where it is asked by another."""
    space, _colon, key = name.rpartition(":")
    if space == "api":
        return " ".join(METHODS[key])
    return "" if space == "admin" else str(as_(season.cast.alice).generic("BREW", url).headers["Allow"])
