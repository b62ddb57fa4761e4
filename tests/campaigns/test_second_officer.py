"""What a club has chosen waits until another officer confirms it; then it is done in the name of who asked."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from battles import log
from battles.reports import Report
from campaigns import erasure, handler, held_rulings, trail
from campaigns.admin.ruling import held
from campaigns.admin.ruling.views import rule_url
from campaigns.models import Club, HeldRuling, Notice, User
from campaigns.season.penalties import Penalise
from campaigns.season.results import Adjudicate
from campaigns.season.rounds import Extend, OpenRound
from campaigns.season.values import Pairing
from campaigns.second_officer import Held
from rules.adjudicate import Who
from rules.contract import Command, Refused
from rules.stream import codec
from rules.stream.revision.reports import Undo
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import AtForm, office_of, text
from tests.campaigns.ruled import state
from tests.cast import ClubFactory, UserFactory, logged_in

pytestmark = pytest.mark.django_db
LONGER = Extend(deadline="2031-01-01T00:00:00Z", reason="More time")
KEY = {"Idempotency-Key": "7d9f2c1e-5a34-4c8b-9a53-2f1d6f0c2b11"}
LATE = Penalise(platoon="bears", score=2, reason="They came late")
State = HeldRuling.State


class Officers(Season):
    """Alice and Olga organise; penalties and results of theirs wait for a second officer. Bears meet cats."""

    def start(self, *kinds: str) -> Officers:
        self.olga: User = UserFactory.create(username="olga", is_staff=True)
        self.cast.club.organisers.add(self.olga)
        self.begin()
        self.report(self.organiser, OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""))
        Club.objects.update(second_officer=list(kinds or ("penalties", "results")))
        return self

    def by(self, user: User, command: Command, id: str | None = None, **how: Any) -> Any:
        report = Report(id or str(uuid4()), type(command).__name__, codec.encode(command))
        return handler.execute(self.stream, [report], Who(str(user.pk), True, needs_case=True), "api", **how)

    def held(self, user: User, command: Command, id: str | None = None) -> HeldRuling:
        with pytest.raises(Held) as told:
            self.by(user, command, id)
        return told.value.row

    @property
    def head(self) -> int:
        return log.head(self.stream).position


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Officers]:
    with shared_season(django_db_blocker, Officers) as season:
        yield season.start()


@pytest.fixture
def club(db: None, at_first: Officers) -> Officers:
    return deepcopy(at_first)


def told(kind: str) -> list[str]:
    waiting = Notice.objects.filter(kind=kind, over=False)
    return sorted(waiting.values_list("user__username", flat=True))


# -- asking ------------------------------------------------------------------------------------------------------------


def test_given_a_chosen_kind_when_an_officer_reports_it_then_nothing_is_done_and_it_waits(club: Officers) -> None:
    head = club.head
    row = club.held(club.cast.alice, LATE)
    assert (row.state, row.kind, row.by, row.via) == ("waiting", "penalties", club.cast.alice, "api")
    assert (club.head, state(club).platoons["bears"].penalty) == (head, 0)
    assert told("second") == ["olga"]


def test_what_would_be_refused_is_refused_at_once(club: Officers) -> None:
    with pytest.raises(Refused) as refused:
        club.by(club.cast.alice, Penalise(platoon="nobody", score=2, reason="-"))
    assert not isinstance(refused.value, Held)
    assert not HeldRuling.objects.exists()


def test_a_dry_run_and_other_kinds_go_as_ever(club: Officers) -> None:
    club.by(club.cast.alice, LATE, dry_run=True)
    club.by(club.cast.alice, LONGER)
    assert not HeldRuling.objects.exists()


def test_with_one_officer_it_is_done_at_once(club: Officers) -> None:
    club.cast.club.organisers.remove(club.olga)
    club.by(club.cast.alice, LATE)
    User.objects.filter(pk=club.olga.pk).update(is_active=False)
    club.cast.club.organisers.add(club.olga)
    club.by(club.cast.alice, LATE)
    assert not HeldRuling.objects.exists()


def test_an_officer_who_plays_in_it_is_no_second_one(club: Officers) -> None:
    club.cast.club.organisers.set([club.cast.alice, club.cast.bob])
    club.by(club.cast.alice, Adjudicate(fixture="r1-1", winner="bears", reason="Agreed"))
    assert state(club).fixtures["r1-1"].decided
    club.held(club.cast.alice, LATE)  # of a penalty he is


def test_sent_twice_it_is_held_once_and_with_other_content_it_is_refused(club: Officers) -> None:
    id = str(uuid4())
    first, again = club.held(club.cast.alice, LATE, id), club.held(club.cast.alice, LATE, id)
    assert first == again
    with pytest.raises(Refused) as refused:
        club.by(club.cast.alice, Penalise(platoon="cats", score=1, reason="-"), id)
    assert refused.value.code == "reused"
    assert (HeldRuling.objects.count(), told("second")) == (1, ["olga"])


def test_taking_it_back_waits_too(club: Officers) -> None:
    held_rulings.confirm(club.held(club.cast.alice, LATE), club.olga)
    row = club.held(club.olga, Undo(position=club.head, reason="She did not"))
    held_rulings.confirm(row, club.cast.alice)
    assert state(club).platoons["bears"].penalty == 0


# -- answering ---------------------------------------------------------------------------------------------------------


def test_given_it_waits_when_another_confirms_then_it_is_done_in_the_name_of_who_asked(club: Officers) -> None:
    row = club.held(club.cast.alice, LATE)
    confirmed = held_rulings.confirm(row, club.olga)
    last = log.read(club.stream)[-1]
    assert (last.type, last.by, last.via) == ("Penalised", str(club.cast.alice.pk), "api")
    assert (confirmed.state, confirmed.answered_by) == (State.CONFIRMED, club.olga)
    assert (told("second"), told("seconded")) == ([], ["alice"])
    head = club.head
    held_rulings.confirm(row, club.olga)  # twice
    assert (club.head, state(club).platoons["bears"].penalty) == (head, 2)
    again = club.by(club.cast.alice, LATE, last.command)  # who asked sends it again: it was done
    assert again.answers[0].events[0].position == last.position


def test_nobody_confirms_their_own(club: Officers) -> None:
    row = club.held(club.cast.alice, LATE)
    for answer in (held_rulings.confirm, partial(held_rulings.decline, reason="No")):
        with pytest.raises(Refused, match="yourself"):
            answer(row, club.cast.alice)
    with pytest.raises(Refused, match="Only who asked"):
        held_rulings.withdraw(row, club.olga)
    assert not held_rulings.may_confirm(row, club.cast.alice)
    assert held_rulings.may_confirm(row, club.olga)


def test_it_is_declined_with_a_reason_or_withdrawn_and_then_over(club: Officers) -> None:
    row, other = club.held(club.cast.alice, LATE), club.held(club.cast.alice, LATE)
    with pytest.raises(Refused, match="Say why"):
        held_rulings.decline(row, club.olga, " ")
    held_rulings.decline(row, club.olga, "They had called")
    assert "They had called" in Notice.objects.get(kind="seconded").body
    held_rulings.withdraw(other, club.cast.alice)
    for one in (row, other):
        with pytest.raises(Refused, match="answered already"):
            held_rulings.confirm(one, club.olga)
    assert (state(club).platoons["bears"].penalty, told("second")) == (0, [])


def test_what_is_meanwhile_refused_waits_on_and_may_be_declined(club: Officers) -> None:
    row = club.held(club.cast.alice, Adjudicate(fixture="r1-1", winner="bears", reason="Agreed"))
    Club.objects.update(second_officer=[])
    club.cast.club.organisers.remove(club.cast.alice)
    with pytest.raises(Refused, match="no officer of the campaign any more"):
        held_rulings.confirm(row, club.olga)
    row.refresh_from_db()
    assert row.waits
    held_rulings.decline(row, club.olga, "She has left")


# -- by every way ------------------------------------------------------------------------------------------------------


def test_by_api_it_is_accepted_with_an_address(club: Officers) -> None:
    alice, olga = logged_in(club.cast.alice), logged_in(club.olga)
    where = f"/api/v1/campaigns/{club.stream}/commands/"
    said = {"id": str(uuid4()), "type": "Penalise", "data": {"platoon": "bears", "score": 2, "reason": "Late"}}
    asked = alice.post(where, said, content_type="application/json")
    assert (asked.status_code, asked.json()["reports"][0]["status"]) == (202, "untried")
    page = asked.json()["held"]
    assert (page, alice.get(page).json()["state"]) == (asked["Location"], "waiting")
    assert any("Bears" in line for line in olga.get(page).json()["told"])
    mine = alice.post(page, {"answer": "confirm"}, content_type="application/json")
    assert (mine.status_code, mine.json()["code"]) == (403, "not-yours")
    done = olga.post(page, {"answer": "confirm"}, content_type="application/json")
    assert (done.status_code, done.json()["state"]) == (200, "confirmed")
    again = alice.post(where, said, content_type="application/json")
    assert (again.status_code, again.json()["reports"][0]["status"]) == (200, "accepted")


def test_by_script_it_waits_whole(club: Officers) -> None:
    lines = 'penalise bears score=1 reason="Late"\npenalise cats score=1 reason="Late"'
    where = f"/api/v1/campaigns/{club.stream}/commands/"
    asked = logged_in(club.cast.alice).post(where, lines, content_type="text/x-battle-script", headers=KEY)
    assert (asked.status_code, len(asked.json()["reports"])) == (202, 2)
    held_rulings.confirm(HeldRuling.objects.get(), club.olga)
    assert [state(club).platoons[one].penalty for one in ("bears", "cats")] == [1, 1]


def test_only_officers_of_the_campaign_find_it(club: Officers) -> None:
    row = club.held(club.cast.alice, LATE)
    other = UserFactory.create(username="otto", is_staff=True)
    ClubFactory.create(organisers=[other])
    page, office = f"/api/v1/campaigns/{club.stream}/held/{row.pk}/", held.address(row)
    said = {"answer": "confirm"}
    for user, api, in_office in ((other, 403, 404), (club.cast.bob, 403, 403), (club.cast.erin, 403, 403)):
        client = logged_in(user)
        found = client.get(page).status_code, client.post(page, said, content_type="application/json").status_code
        assert found == (api, api)
        assert office_of(user).get(office).status_code == in_office
        assert office_of(user).post(office, {"confirm": "1"}).status_code == in_office
    assert Client().get(page).status_code == 401
    row.refresh_from_db()
    assert row.waits


def test_they_are_listed_newest_first_by_state_and_by_pages(club: Officers) -> None:
    rows = [club.held(club.cast.alice, LATE) for _ in range(3)]
    held_rulings.decline(rows[0], club.olga, "Not so")
    where, olga = f"/api/v1/campaigns/{club.stream}/held/", logged_in(club.olga)
    first = olga.get(where, {"limit": 2}).json()
    assert [one["id"] for one in first["rulings"]] == [str(one.pk) for one in (rows[2], rows[1])]
    assert [one["types"] for one in first["rulings"]] == [["Penalise"]] * 2
    assert first["people"] == {str(club.cast.alice.pk): "alice"}
    last = olga.get(first["next"]).json()
    assert ([one["state"] for one in last["rulings"]], last["next"]) == (["declined"], None)
    assert last["rulings"][0]["answered_by"] == str(club.olga.pk)
    assert len(olga.get(where, {"state": "waiting"}).json()["rulings"]) == 2
    assert olga.get(where, {"state": "lost"}).status_code == 400
    for user, status in ((club.cast.bob, 403), (club.cast.erin, 403)):
        assert logged_in(user).get(where).status_code == status
    assert Client().get(where).status_code == 401


def test_in_the_office_it_is_asked_for_seen_and_confirmed(club: Officers) -> None:
    form = AtForm(office_of(club.cast.alice), rule_url(club.stream, "penalise", "bears"))
    form.fill(score="2", reason="They came late").press("look")
    form.press("do")
    row = HeldRuling.objects.get()
    assert (form.page.status_code, form.page.url) == (302, held.address(row))
    mine = text(form.client.get(held.address(row)))
    assert "Nothing is done yet" in mine
    assert "Confirm it" not in form.client.get(held.address(row)).content.decode()
    olga = office_of(club.olga)
    assert "asked for by alice" in text(olga.get(reverse("admin:index")))
    seen = AtForm(olga, held.address(row))
    assert "They came late" in seen.read
    mark = seen.page.context["mark"]
    club.by(club.olga, LONGER)
    stale = olga.post(held.address(row), {"confirm": "1", "mark": mark})
    assert (stale.status_code, state(club).platoons["bears"].penalty) == (409, 0)
    olga.post(held.address(row), {"confirm": "1", "mark": stale.context["mark"]})
    assert state(club).platoons["bears"].penalty == 2
    trailed = olga.get(reverse("admin:campaigns_campaignsheet_trail")).context["lines"]
    assert [(one.by, one.second) for one in trailed if one.what == "Penalise a platoon"] == [("alice", "olga")]


def test_the_trail_has_what_was_declined_and_both_people(club: Officers) -> None:
    held_rulings.decline(club.held(club.cast.alice, LATE), club.olga, "They had called")
    (one,) = (act for act in trail.newest(trail.mine(club.olga), trail.Wanted(), 50) if act.source == "held")
    assert (one.by, one.second, one.reason) == (str(club.cast.alice.pk), str(club.olga.pk), "They had called")


def test_who_is_forgotten_leaves_nothing_here(club: Officers) -> None:
    held_rulings.decline(club.held(club.cast.alice, LATE), club.olga, "They had called")
    erasure.forget_person(club.olga, "root", "She asked")
    assert HeldRuling.objects.get().reason == ""
    erasure.forget_person(club.cast.alice, "root", "She asked")
    assert not HeldRuling.objects.exists()
