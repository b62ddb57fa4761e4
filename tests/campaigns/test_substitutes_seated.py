"""Who sits in for a platoon's players has the seat of that battle: what they may, what they read, and who is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from campaigns import handler, projection_rebuild, roles
from campaigns.about_person.parts import subject
from campaigns.about_person.sheets import PARTS
from campaigns.models import Campaign, Fixture, OutboxMessage, User
from campaigns.notices.in_battles import seats_now
from campaigns.pages.home import called
from campaigns.pages.player_tasks import errands, tasks
from campaigns.presenters.calendars import of_player
from campaigns.season.appointments import AcceptDate, ProposeDate
from campaigns.season.musters import MusterBattle
from campaigns.season.rounds import OpenRound
from campaigns.season.substitutes.answers import AcceptSubstitute
from campaigns.season.substitutes.naming import Substitute, WithdrawSubstitute
from campaigns.season.values import Forces, Pairing
from rules.adjudicate import Who
from rules.contract import Refused
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.skirmish import Shoot
from tests.cast import Cast

pytestmark = pytest.mark.django_db
FRIDAY = "2131-03-16T19:00:00Z"


class Substituted(Season):
    """Bob's bears meet Carol's cats, of a club to which Dave does not belong; all can be written to."""

    def __init__(self, cast: Cast, **terms: bool | int | str) -> None:
        super().__init__(cast)
        self.desk.terms |= {"round_days": 0, "remind_hours": 0, "substitutes": "accepted"} | terms
        self.desk.visibility = Campaign.Visibility.MEMBERS
        self.desk.save()
        self.bob, self.carol, self.dave = (Who(str(one.pk)) for one in (cast.bob, cast.carol, cast.dave))
        for user in (cast.bob, cast.carol, cast.dave):
            User.objects.filter(pk=user.pk).update(email=f"{user.username}@steel.example")
        self.begin()
        self.report(self.organiser, OpenRound(deadline="", pairings=(Pairing(home="bears", away="cats"),)))

    def propose(self) -> None:
        said = Substitute(fixture="r1-1", platoon="bears", person=self.dave.id, reason="Bob is ill")
        self.report(self.bob, said)

    def accept(self) -> None:
        self.report(self.carol, AcceptSubstitute(fixture="r1-1", platoon="bears", person=self.dave.id))

    def called_to_battle(self, by: Who | None = None) -> str:
        battle = str(uuid4())
        sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
        said = MusterBattle(battle=battle, fixture="r1-1", sides=sides)
        handler.muster_battle(self.stream, str(uuid4()), said, by or self.organiser, "page")
        return battle


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Substituted]:
    with shared_season(django_db_blocker, Substituted) as season:
        yield season


@pytest.fixture
def place(db: None, at_first: Substituted) -> Substituted:
    return deepcopy(at_first)


def mailed() -> list[tuple[str, str]]:
    found = OutboxMessage.objects.exclude(kind="pairing").order_by("pk").values_list("user__username", "subject")
    return sorted({(who, subject.partition(": ")[2]) for who, subject in found})


def test_they_come_in_with_the_seat_and_the_opponent_is_asked_first(place: Substituted) -> None:
    cast = place.cast
    place.propose()
    assert mailed() == [("carol", "may dave sit in for Bears?")]
    assert [[fixture.fixture for fixture, _rival in one.substitutes] for one in errands(cast.carol)] == [["r1-1"]]
    assert not roles.visible_campaigns(cast.dave).exists()
    place.accept()
    assert ("dave", "dave sits in for Bears") in mailed()
    assert [str(one.stream) for one in roles.visible_campaigns(cast.dave)] == [place.stream]
    assert roles.who_in_campaign(cast.dave, place.stream) == place.dave
    assert [(fixture.fixture, name) for fixture, name in tasks(cast.dave).sitting_in] == [
        ("r1-1", "Round 1: Bears against Cats")
    ]
    place.report(place.dave, ProposeDate(fixture="r1-1", at=FRIDAY))
    place.report(place.carol, AcceptDate(fixture="r1-1", at=FRIDAY))
    for user in (cast.bob, cast.carol, cast.dave):
        assert b"Bears against Cats" in of_player(user)
    place.report(place.dave, WithdrawSubstitute(fixture="r1-1", platoon="bears", reason="I am ill, too"))
    assert not roles.visible_campaigns(cast.dave).exists()
    assert b"Bears" not in of_player(cast.dave)


def test_they_muster_and_report_and_the_platoons_player_looks_on(place: Substituted) -> None:
    cast = place.cast
    place.propose()
    place.accept()
    battle = place.called_to_battle(place.dave)
    now, looks_on = roles.who_in_battle(cast.dave, battle), roles.who_in_battle(cast.bob, battle)
    assert now == Who(place.dave.id, seats=(("north", (place.dave.id,)),))
    place.play(battle, Shoot(shooter="bears-1", target="cats-1", dice=(6,)), now)
    with pytest.raises(Refused) as refused:
        place.play(battle, Shoot(shooter="bears-1", target="cats-1", dice=(6,)), looks_on)
    assert refused.value.code == "not-yours"
    assert [(str(one.sheet.pk), one.sides) for one in called(place.dave.id)] == [(battle, ("Bears",))]
    assert called(place.bob.id) == []
    assert seats_now(battle) == {"north": (place.dave.id,)}
    differences: list[object] = []
    projection_rebuild.rebuild(differences.append, keep=False)
    assert differences == []


def test_the_fixtures_page_names_them_to_who_may_read_it(place: Substituted) -> None:
    cast, address = place.cast, f"/campaigns/{place.stream}/fixtures/r1-1/"
    bob, carol, dave = Client(), Client(), Client()
    for client, user in ((bob, cast.bob), (carol, cast.carol), (dave, cast.dave)):
        client.force_login(user)
    assert "Somebody sits in for Bears" in bob.get(address).content.decode()
    place.propose()
    assert dave.get(address).status_code == 404
    told = carol.get(address).content.decode()
    assert "Agree that dave sits in for Bears" in told
    assert "the opponent has not answered yet" in told
    api = f"/api/v1/campaigns/{place.stream}/fixtures/"
    assert "substitutes" not in carol.get(api).json()["fixtures"][0]
    place.accept()
    assert carol.get(api).json()["fixtures"][0]["substitutes"] == {"bears": place.dave.id}
    for client in (bob, carol, dave):
        assert '<b translate="no">dave</b> sits in' in client.get(address).content.decode()
    assert "Nobody sits in for Bears after all" in dave.get(address).content.decode()
    assert "You sit in for another player" in dave.get("/").content.decode()


def test_what_is_known_of_them_is_found(place: Substituted) -> None:
    place.propose()
    place.accept()
    lines = [line for part in PARTS if part.key == "dates" for line in part.lines(subject(place.cast.dave))]
    assert [(line["fixture"], line["role"]) for line in lines] == [("r1-1", "sits in")]
    assert json.loads(Fixture.objects.get(fixture="r1-1").substitutes) == {"bears": place.dave.id}


def test_nobody_without_an_account_sits_in(place: Substituted) -> None:
    said = Substitute(fixture="r1-1", platoon="bears", person=str(uuid4()), reason="Bob is ill")
    with pytest.raises(Refused) as refused:
        place.report(place.bob, said)
    assert refused.value.field == "person"
