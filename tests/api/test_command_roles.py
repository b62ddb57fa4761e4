"""Every report to a campaign by every kind of person: accepted, refused or not theirs, by one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.db import transaction
from django.http import HttpResponse
from pytest_django import DjangoDbBlocker

from campaigns import clerk, handler
from campaigns.models import Campaign, Fixture
from campaigns.season import COMMANDS
from campaigns.season.cases import TakePlatoonCase
from campaigns.season.map.disclosure import Disclose
from campaigns.season.musters import CallOff, MusterBattle
from campaigns.season.people import Appoint
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Pairing
from tests.api.conftest import Caller, called, report, rolled_back, said, whole_log
from tests.campaigns import on_map
from tests.campaigns.conftest import Season
from tests.cast import Cast, UserFactory
from tests.length import AT_LENGTH, in_soak, some_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
BESIDE = "be51de00-0000-4000-8000-000000000000"
PEOPLE = ("anonymous", "dave", "frank", "bob", "carol", "erin", "hugo", "alice", "root")
MEMBERS = frozenset({"frank", "bob", "carol", "erin", "hugo", "alice", "root"})
ORGANISERS = frozenset({"hugo", "alice", "root"})
OF_THE_BEARS = ORGANISERS | {"bob"}
PURSE = frozenset({"bob"})  # what cards cost, and a purse holds: an organiser takes the platoon's case first
PLAYERS = frozenset({"bob", "carol"})
NOBODY: frozenset[str] = frozenset()


class Row(NamedTuple):
    """A report as it is sent, and to whom it is open. `answer`: what they get; everyone else's is not theirs."""

    data: Mapping[str, Any]
    open_to: frozenset[str]
    answer: int = 200
    after: tuple[str, ...] = ()  # what an organiser reports before


LIGHT = [{"id": "new-1", "model": "Light"}]
MEET = {"pairings": [{"home": "bears", "away": "cats"}]}
SIDES = {"north": {"platoon": "bears", "vehicles": ["bears-2"]}, "south": {"platoon": "cats", "vehicles": ["cats-2"]}}
WHY = {"reason": "So it was ruled"}
RESOLVED = ("Disclose", "CloseRound")
ENDED = ("CallOff", *RESOLVED)

TABLE: dict[str, Row] = {
    "Enlist": Row({"platoon": "new", "name": "New", "side": "reds", "vehicles": LIGHT}, MEMBERS),
    "Drop": Row({"platoon": "bears", **WHY}, OF_THE_BEARS),
    "Return": Row({"platoon": "bears", **WHY}, ORGANISERS | {"bob"}, 422),  # it has not left
    "HandOver": Row({"platoon": "bears", "players": ["<carol>"], **WHY}, OF_THE_BEARS),
    "ChangeCard": Row({"platoon": "bears", "card": ""}, PURSE, 422),  # it has fought
    "Buy": Row({"platoon": "bears", "vehicles": LIGHT}, PURSE),
    "Sell": Row({"platoon": "bears", "vehicles": ["bears-2"]}, PURSE),
    "Prioritise": Row({"platoon": "bears", "order": ["bears-2"]}, OF_THE_BEARS),
    "Repair": Row({"platoon": "bears"}, PURSE),
    "WriteOff": Row({"platoon": "bears", "vehicles": ["bears-2"], **WHY}, OF_THE_BEARS),
    "ReplaceCrew": Row({"vehicle": "bears-1"}, PURSE, 422),  # it is well
    "KeepVeteran": Row({"vehicle": "bears-1", "veteran": "none"}, PURSE, 422),  # the terms know of none
    "CallVeterans": Row({"campaign": str(uuid4()), **WHY}, ORGANISERS, 422),  # there is none
    "Concede": Row({"fixture": "r1-2", "platoon": "bears"}, OF_THE_BEARS),
    "Dispute": Row({"fixture": "r1-1", **WHY}, PLAYERS),
    "Confirm": Row({"fixture": "r1-1"}, PLAYERS),
    "ReportReady": Row({"fixture": "r1-2"}, PLAYERS),
    "ProposeDate": Row({"fixture": "r1-2", "at": "2199-01-01T00:00:00Z"}, PLAYERS),
    "AcceptDate": Row({"fixture": "r1-2", "at": "2199-01-01T00:00:00Z"}, PLAYERS, 422),  # nothing is proposed
    "DeclineDate": Row({"fixture": "r1-2"}, PLAYERS, 422),
    "CancelDate": Row({"fixture": "r1-2", **WHY}, PLAYERS, 422),  # none is agreed
    "Substitute": Row({"fixture": "r1-2", "platoon": "bears", "person": "<dave>", **WHY}, OF_THE_BEARS, 422),
    **{  # the terms let nobody sit in
        type_: Row({"fixture": "r1-2", "platoon": "bears"} | more, open_to, 422)
        for type_, more, open_to in (
            ("AcceptSubstitute", {"person": "<dave>"}, ORGANISERS | {"carol"}),
            ("DeclineSubstitute", {}, ORGANISERS | {"carol"}),
            ("WithdrawSubstitute", WHY, OF_THE_BEARS),
        )
    },
    "NoteFree": Row({"platoon": "bears", "free": "On Fridays"}, frozenset({"bob"})),
    "SetDate": Row({"fixture": "r1-2", "at": "2199-01-01T00:00:00Z", **WHY}, ORGANISERS),
    "RemindDate": Row({"fixture": "r1-2", "at": "2199-01-01T00:00:00Z"}, NOBODY),
    "MusterBattle": Row({"battle": str(uuid4()), "fixture": "r1-2", "sides": SIDES}, PLAYERS | ORGANISERS),
    "CallOff": Row({"battle": BESIDE, **WHY}, ORGANISERS),
    "OpenRound": Row({**MEET, "deadline": ""}, ORGANISERS, after=RESOLVED),
    "Pair": Row(MEET, ORGANISERS),
    "Extend": Row({"deadline": "2199-01-01T00:00:00Z", **WHY}, ORGANISERS),
    "CloseRound": Row({"round": 1}, ORGANISERS, after=("Disclose",)),
    "CloseSeason": Row({"words": "Thanks"}, ORGANISERS, after=ENDED),
    "WalkOver": Row({"fixture": "r1-2", "winner": "cats", **WHY}, ORGANISERS),
    "Adjudicate": Row({"fixture": "r1-1", "winner": "cats", **WHY}, ORGANISERS),
    "Order": Row({"platoon": "bears", "do": "move", "to": "bury"}, frozenset({"bob"})),  # in secret
    "Disclose": Row({"round": 1}, ORGANISERS),
    "Retreat": Row({"platoon": "bears", "to": "bury"}, OF_THE_BEARS, 422),  # it need not
    "Reconsider": Row({"fixture": "r1-1", "apply": True, **WHY}, ORGANISERS, 422),  # nothing contradicts it
    "Deploy": Row({"platoon": "bears", "sector": "bury", **WHY}, ORGANISERS),
    "SetLink": Row({"one": "alton", "other": "bury", "open": False, **WHY}, ORGANISERS),
    "Amend": Row({"round": 2, "terms": {"per_win": 9}, **WHY}, ORGANISERS),
    "Penalise": Row({"platoon": "bears", "score": 1, **WHY}, ORGANISERS),
    "Appoint": Row({"person": "<frank>", "office": "umpire", **WHY}, ORGANISERS),
    "Dismiss": Row({"person": "<erin>", **WHY}, ORGANISERS),
    "TakePlatoonCase": Row({"platoon": "bears", **WHY}, ORGANISERS),
    "LeavePlatoonCase": Row({"platoon": "bears"}, NOBODY),  # who has it
    "ReportBattle": Row({"battle": BESIDE, "position": 9, "digest": "ab" * 32, "outcome": {"over": True}}, NOBODY),
    "Remind": Row({"round": 1}, NOBODY),
    "Replay": Row({"fixture": "r1-2", "battle": BESIDE, "until": 1}, NOBODY),
    "TendLadder": Row({"at": "2027-03-01T20:00:00Z"}, NOBODY),
    **{  # there is no ladder on a map
        type_: Row({"platoon": "bears", other: "cats"}, OF_THE_BEARS, 422)
        for type_, other in (
            *(("Challenge", "against"), ("WithdrawChallenge", "against")),
            *(("AcceptChallenge", "challenger"), ("RefuseChallenge", "challenger")),
        )
    },
    "Open": Row({"name": "Mine", "system": "skirmish", "seed": "00" * 32}, MEMBERS, 422),  # it is open already
}
ALSO = {
    "a battle beside the rounds": ("MusterBattle", Row({"battle": str(uuid4()), "sides": SIDES}, ORGANISERS)),
    "a battle with a fault let pass": (
        "MusterBattle",
        Row(
            {"battle": str(uuid4()), "fixture": "r1-2", "sides": SIDES, "waivers": {"S3/heavies": "Friends"}},
            ORGANISERS,
            422,  # no such fault
        ),
    ),
    "points of a purse": ("Penalise", Row({"platoon": "bears", "points": 1, **WHY}, NOBODY)),
    **{
        f"{type_} by who has taken the case": (type_, Row(data, open_to, after=("TakePlatoonCase",)))
        for type_, data, open_to in (
            ("Buy", {"platoon": "bears", "vehicles": LIGHT}, PURSE | {"alice"}),
            ("Penalise", {"platoon": "bears", "points": 1, **WHY}, frozenset({"alice"})),
            ("LeavePlatoonCase", {"platoon": "bears"}, frozenset({"alice"})),
        )
    },
    "a platoon for somebody else": (
        "Enlist",
        Row(
            {"platoon": "new", "name": "New", "side": "blues", "vehicles": LIGHT, "player": "<carol>"},
            ORGANISERS | {"carol"},
        ),
    ),
}
ROWS = [(type_, type_, row) for type_, row in TABLE.items()] + [(name, *told) for name, told in ALSO.items()]


def begun(cast: Cast) -> tuple[Season, dict[str, Caller]]:
    """On a map, and all who may report. Round 1: r1-1 is counted, and bears-1 came home hurt; r1-2 is announced; a
    battle beside them is under way."""
    season = Season(cast)
    season.desk.sides, season.desk.map = on_map.SIDES, on_map.MAP
    season.desk.terms = {"purse": 99, "players_muster": True, "roster_check": "off", "orders_days": 0}
    season.desk.save()
    season.open()
    for player, key, side in ((cast.bob, "bears", "reds"), (cast.carol, "cats", "blues")):
        season.enlist(player, key, size=3, side=side)
    meet = Pairing(home="bears", away="cats")
    season.report(season.organiser, OpenRound(deadline="", pairings=(meet, meet)))
    season.shoot(fought := _mustered(season, "1", "r1-1"), "cats-1", "bears-1")
    season.win(fought)
    season.confirm(fought)
    clerk.sweep()
    assert Fixture.objects.get(fixture="r1-1").status == Fixture.Status.COUNTED
    _mustered(season, "3", "", BESIDE)
    frank, hugo = (UserFactory.create(username=name) for name in ("frank", "hugo"))
    root = UserFactory.create(username="root", is_superuser=True)
    cast.club.members.add(frank)
    season.report(season.organiser, Appoint(person=str(hugo.pk), office="organiser", reason="Helps"))
    return season, called(cast) | {"frank": Caller(frank), "hugo": Caller(hugo), "root": Caller(root)}


def _mustered(season: Season, n: str, fixture: str, battle: str = "") -> str:
    battle = battle or str(uuid4())
    sides = {
        side: Forces(platoon=key, vehicles=(f"{key}-{n}",)) for side, key in (("north", "bears"), ("south", "cats"))
    }
    season.report(season.organiser, MusterBattle(battle=battle, fixture=fixture, sides=sides))
    return battle


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Season, dict[str, Caller]]]:
    with rolled_back(django_db_blocker, begun) as there:
        yield there


@pytest.fixture
def season(_skirmish: None, db: None, at_first: tuple[Season, dict[str, Caller]]) -> Season:
    return deepcopy(at_first[0])


@pytest.fixture
def everyone(at_first: tuple[Season, dict[str, Caller]]) -> dict[str, Caller]:
    return at_first[1]


def test_every_report_has_its_row() -> None:
    assert set(TABLE) == {command.__name__ for command in COMMANDS}


IN_EARNEST = in_soak("tests/api/test_command_roles.py::test_everyone_may_report_what_the_table_says")
OUTSIDE = ("anonymous", "dave", "frank")  # those to whom it makes a difference who may read, and a member


@pytest.mark.at_length
@pytest.mark.parametrize(
    ("hidden", "those"),
    [(False, PEOPLE), (True, OUTSIDE), pytest.param(True, PEOPLE, marks=pytest.mark.soak)],
    ids=["public", "members only", "members only, everyone"],
)
def test_everyone_may_report_what_the_table_says(
    everyone: dict[str, Caller], season: Season, hidden: bool, those: tuple[str, ...]
) -> None:
    """Who may not has changed nothing, and is told nothing of how the report would have fared; nobody is told a seed or
    another's card."""
    seed = handler.replay(season.stream)[0].opened.seed
    if hidden:
        Campaign.objects.filter(pk=season.desk.pk).update(visibility=Campaign.Visibility.MEMBERS)
    wrong: list[tuple[Any, ...]] = []
    for name, type_, row in ROWS:
        with transaction.atomic():
            for before in row.after:
                season.report(season.organiser, BEFORE[before])
            log = whole_log()
            for who in _asking(row, those, name, 1 if hidden else 2):
                with transaction.atomic():
                    sent = report(type_, **_named(row.data, everyone))
                    found = everyone[who].post(f"campaigns/{season.stream}/commands/", sent)
                    tells_nothing(found, row, who, seed if type_ != "CloseSeason" else "")
                    wanted = expected(row, who, hidden)
                    if found.status_code != wanted[0] or (wanted[1] and said(found)["code"] != wanted[1]):
                        wrong.append((name, who, wanted, found.status_code, found.content[:200]))
                    if wanted[0] != 200 and whole_log() != log:
                        wrong.append((name, who, "the log has changed"))
                    transaction.set_rollback(True)
            transaction.set_rollback(True)
    assert not wrong


def _asking(row: Row, those: tuple[str, ...], name: str, outside: int) -> list[str]:
    """Some of those to whom it is open, and some to whom it is not: of each report others; by `make soak` all."""
    theirs, others = ([who for who in those if (who in row.open_to) is is_open] for is_open in (True, False))
    return [*some_of(theirs, 1, name), *some_of(others, outside, name)]


BEFORE = {
    "CallOff": CallOff(battle=BESIDE, reason="Rain"),
    "Disclose": Disclose(round=1),
    "CloseRound": CloseRound(round=1),
    "TakePlatoonCase": TakePlatoonCase(platoon="bears", reason="Asked to"),
}


def expected(row: Row, who: str, hidden: bool) -> tuple[int, str]:
    """Status and code."""
    if who == "anonymous":
        return 401, "not-authenticated"
    if who == "dave":
        return (404, "not-found") if hidden else (403, "not-yours")
    if who in row.open_to:
        return row.answer, "" if row.answer == 200 else "refused"
    return 403, "not-yours"


def _named(data: Mapping[str, Any], everyone: dict[str, Caller]) -> dict[str, Any]:
    """`<carol>` as Carol's id."""

    def put(value: Any) -> Any:
        if isinstance(value, list):
            return [put(one) for one in value]
        if isinstance(value, str) and value.startswith("<"):
            user = everyone[value.strip("<>")].user
            return str(user.pk) if user else ""
        return value

    return {name: put(value) for name, value in data.items()}


@pytest.mark.at_length
@pytest.mark.parametrize("query", ["?dry_run=true", pytest.param("", marks=IN_EARNEST)])
def test_no_answer_tells_what_is_not_theirs_to_know(everyone: dict[str, Caller], season: Season, query: str) -> None:
    """Accepted, refused, in conflict or only asked: never the seed while the season lasts, nor another's card. Who has
    not seen what came since reports it or not, by turns; by `make soak` each does both."""
    seed = handler.replay(season.stream)[0].opened.seed
    conflicts = 0
    asked = [(told, who) for told in ROWS for who in (PEOPLE if AT_LENGTH else some_of(PEOPLE, 1, f"{told[0]}{query}"))]
    for n, ((_name, type_, row), who) in enumerate(asked):
        for after in (None, 1) if AT_LENGTH else (1 if n % 2 else None,):
            with transaction.atomic():
                for before in row.after:
                    season.report(season.organiser, BEFORE[before])
                sent = report(type_, after, **_named(row.data, everyone))
                found = everyone[who].post(f"campaigns/{season.stream}/commands/{query}", sent)
                transaction.set_rollback(True)
            conflicts += found.status_code == 409
            tells_nothing(found, row, who, seed if type_ != "CloseSeason" or query else "")
    assert conflicts


def tells_nothing(answer: HttpResponse, row: Row, who: str, seed: str) -> None:
    """Nothing of the seed ("": it may be told now), nor of a card that is not theirs to know."""
    assert not seed or seed.encode() not in answer.content, (row, who)
    for owner, card in (("bob", b"bears's secret"), ("carol", b"cats's secret")):
        has_case = (who, owner) == ("alice", "bob") and "TakePlatoonCase" in row.after
        assert who == owner or has_case or card not in answer.content, (row, who)
