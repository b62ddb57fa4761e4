"""Minors: strangers read their first name only, until a parent's consent is noted, and the moment it changes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaigns import clerk, erasure, invitations, minors
from campaigns.models import Invitation, Minor, User
from leagues.league.players import SetProfile
from leagues.models import LeagueSheet
from leagues.presenters.names import names_for
from tests.api.conftest import Caller
from tests.campaigns.conftest import Season
from tests.campaigns.office import office_of, text, url
from tests.cast import Cast, ClubFactory, UserFactory, logged_in
from tests.leagues.conftest import Years

pytestmark = pytest.mark.django_db


@pytest.fixture
def years(cast: Cast, season: Season) -> Years:
    years = Years(cast)
    years.add(season)
    season.fight()
    clerk.sweep()
    return years


def test_strangers_read_the_first_name_and_pages_change_at_once(
    people: dict[str, Caller], years: Years, cast: Cast
) -> None:
    page, path = f"/leagues/long/players/{cast.bob.pk}/", f"leagues/{years.stream}/players/"
    tags = [""]

    def strange() -> str:
        response = people["anonymous"].get(path, If_None_Match=tags[-1])
        assert response.status_code == 200, "what changed is no 304"
        tags.append(response["ETag"])
        assert people["dave"].get(path).content == response.content
        return (
            response.content.decode()
            + Client().get(page).content.decode()
            + Client().get("/leagues/long/").content.decode()
        )

    assert ">bob<" in strange()
    minor = minors.mark(cast.bob, cast.alice, "Robert")
    assert ('"Robert"' in (read := strange()), "bob" in read) == (True, False)
    assert '"bob"' in people["carol"].get(path).content.decode(), "who belongs to the club reads the account's name"
    minors.mark(cast.bob, cast.bob, "")
    assert ('"B."' in (read := strange()), "bob" in read.lower()) == (True, False)
    minors.consent(minor, cast.alice, True)
    minor.save()
    assert '"bob"' in strange()
    minors.consent(minor, cast.alice, False)
    minor.until = timezone.localdate() + timedelta(days=1)
    minor.save()
    assert "bob" not in strange()
    Minor.objects.update(until=timezone.localdate())  # a day later
    assert '"bob"' in strange()


def test_an_alias_goes_first_and_hidden_stays_hidden(years: Years, cast: Cast) -> None:
    minors.mark(cast.bob, cast.alice, "Robert")
    bob = str(cast.bob.pk)
    for profile, name in (({"alias": "Desert Fox"}, "Desert Fox"), ({"hidden": True}, "a player")):
        years.report(SetProfile(player=bob, **profile))
        assert names_for(cast.dave, years.desk, LeagueSheet.objects.get()).name(bob) == name


def test_organisers_mark_their_own_people_and_nobody_their_own(cast: Cast) -> None:
    office, other = office_of(cast.alice), UserFactory.create(username="zoe")
    ClubFactory.create(members=[other])
    offered = office.get(url(Minor, "add")).content.decode()
    assert [f'value="{one.pk}"' in offered for one in (cast.bob, other, cast.alice)] == [True, False, False]
    sent = {"user": str(cast.bob.pk), "first_name": "Robert", "until": "", "consent": "on"}
    assert office.post(url(Minor, "add"), sent | {"user": str(other.pk)}).status_code == 200, "refused"
    assert office.post(url(Minor, "add"), sent).status_code == 302
    bob = Minor.objects.get()
    assert (bob.user.first_name, bob.noted_by, bob.consent_by) == ("Robert", cast.alice, cast.alice)
    assert office.post(url(Minor, "change", bob.pk), sent | {"consent": ""}).status_code == 302
    assert Minor.objects.get().consent_at is None
    assert "bob" in text(office.get(url(Minor, "changelist")))

    cast.club.organisers.add(cast.bob)
    for page in ("change", "delete"):
        assert office_of(cast.bob).post(url(Minor, page, bob.pk), sent | {"post": "yes"}).status_code == 403
    assert not Minor.objects.get().consent_at
    assert office.post(url(Minor, "delete", bob.pk), {"post": "yes"}).status_code == 302
    assert not Minor.objects.exists()


def test_who_is_not_of_age_says_so_and_only_an_organiser_takes_it_back(cast: Cast) -> None:
    bob = logged_in(cast.bob)
    past = bob.post("/account/minor/", {"first_name": "Robert", "until": "2001-01-01"})
    assert (past.status_code, "That day is over" in past.content.decode()) == (422, True)
    day = timezone.localdate() + timedelta(days=400)
    bob.post("/account/minor/", {"first_name": "Robert", "until": day.isoformat()})
    bob.post("/account/minor/", {"first_name": "Bob", "until": (timezone.localdate() + timedelta(days=1)).isoformat()})
    (minor,) = Minor.objects.all()
    assert (minor.user.first_name, minor.until, minor.noted_by) == ("Bob", day, cast.bob)
    page = bob.get("/account/").content.decode()
    assert ("read “Bob” only" in page, 'name="until"' in page) == (True, False)
    assert Client().post("/account/minor/", {}).status_code == 302


def test_an_invitation_asks(cast: Cast) -> None:
    code = invitations.link(Invitation.objects.create(club=cast.club)).removeprefix("http://localhost:8000")
    word = "ring of columns 66"
    sent = {"username": "frank_m", "password1": word, "password2": word, "minor": "on", "first_name": "Frank"}
    assert Client().post(code, sent).status_code == 302
    assert Minor.objects.get(user__username="frank_m").user.first_name == "Frank"


def test_it_is_forgotten_with_the_person(cast: Cast) -> None:
    office = office_of(cast.alice)
    office.post(url(Minor, "add"), {"user": str(cast.bob.pk), "first_name": "Robert", "consent": "on"})
    assert "bob" in text(office.get("/admin/"))
    minors.mark(cast.carol, cast.bob, "Caroline")
    erasure.forget_person(cast.bob, "console", "asked for it")
    assert [one.user for one in Minor.objects.all()] == [cast.carol]
    assert User.objects.get(pk=cast.bob.pk).first_name == ""
    assert "bob" not in text(office.get("/admin/")).lower(), "the office's own record names nobody"
