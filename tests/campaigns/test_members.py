"""The office's page of a club's people: many are invited at once, and it says who has not been seen."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns import handler, minors
from campaigns.admin.ruling import round_page
from campaigns.models import Campaign, Invitation, OutboxMessage, User
from tests.campaigns.begun import at_first, cast, season
from tests.campaigns.conftest import Season
from tests.campaigns.office import AtForm, office_of, text
from tests.cast import CampaignFactory, ClubFactory, UserFactory
from tests.where import BOTH

__all__ = ["at_first", "cast", "season"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(season: Season) -> Client:
    return office_of(season.cast.alice)


def address(season: Season) -> str:
    return reverse("admin:campaigns_club_people", args=[season.cast.club.pk])


def names(page: Any) -> list[str]:
    return [one.user.username for one in page.context["members"]]


def test_pasted_addresses_are_invited_each_once(season: Season, alice: Client, settings: Any) -> None:
    settings.MAIL = True
    season.cast.bob.email = "Bob@Example.org"
    season.cast.bob.save()
    pasted = "Kim <kim@example.org>, lee@example.org;\nLEE@example.org\nbob@example.org"
    assert alice.post(address(season), {"addresses": pasted, "uses": "", "campaign": ""}).status_code == 302
    made = Invitation.objects.filter(club=season.cast.club)
    assert sorted(made.values_list("address", flat=True)) == ["kim@example.org", "lee@example.org"]
    assert {one.uses for one in made} == {1}
    assert OutboxMessage.objects.filter(address__endswith="@example.org").count() == 2
    read = text(alice.get(address(season)))
    assert "2 invitations are on their way." in read
    assert "invited already: bob@example.org." in read
    alice.post(address(season), {"addresses": "kim@example.org"})
    assert made.count() == 2
    assert mail.outbox == []  # the outbox sends it


def test_one_link_lets_many_in(season: Season, alice: Client) -> None:
    assert alice.post(address(season), {"uses": "20", "addresses": ""}).status_code == 302
    assert Invitation.objects.get().uses == 20
    assert "/join/" in text(alice.get(address(season)))


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"addresses": "", "uses": ""}, "Paste addresses"),
        ({"addresses": "kim@nowhere, a@example.org"}, "no address: kim@nowhere"),
        ({"addresses": " ".join(f"a{n}@example.org" for n in range(61))}, "61 at once are too many"),
        ({"uses": "501"}, "less than or equal to 500"),
    ],
)
def test_what_cannot_be_sent_is_said_and_nobody_is_invited(
    season: Season, alice: Client, sent: dict[str, str], said: str
) -> None:
    page = alice.post(address(season), sent)
    assert page.status_code == 422
    assert said in text(page)
    assert not Invitation.objects.exists()


def test_nothing_is_sent_where_no_mail_is_set_up(season: Season, alice: Client, settings: Any) -> None:
    settings.MAIL = False
    alice.post(address(season), {"addresses": "kim@example.org"})
    assert "nothing was sent to kim@example.org" in text(alice.get(address(season)))
    assert Invitation.objects.count() == 1


@BOTH
def test_people_are_told_with_what_they_are_and_who_was_not_seen(season: Season, alice: Client) -> None:
    season.begin()
    season.appoint(season.cast.bob)
    User.objects.update(last_login=timezone.now())
    User.objects.filter(pk=season.cast.carol.pk).update(last_login=timezone.now() - timedelta(days=50))
    User.objects.create(username="g-1", first_name="Bobby", guest_of=season.desk.pk, claimed_by=season.cast.bob)
    bob, carol = (
        next(one for one in alice.get(address(season)).context["members"] if one.user == user)
        for user in (season.cast.bob, season.cast.carol)
    )
    assert bob.roles == ("member", f"umpire of {season.desk.name}")
    assert [name for name, _url in bob.platoons] == ["Bears"]
    assert (bob.aliases, bob.long, carol.long) == (("Bobby",), False, True)
    assert names(alice.get(address(season), {"unseen": "on"})) == ["carol"]
    assert names(alice.get(address(season), {"q": "BO"})) == ["bob"]
    assert "g-1" not in names(alice.get(address(season)))


def test_it_asks_no_more_of_many_and_is_for_the_clubs_organisers(season: Season, alice: Client) -> None:
    season.begin()
    page = address(season)
    with CaptureQueriesContext(connection) as few:
        alice.get(page)
    season.cast.club.members.add(*(UserFactory.create() for _ in range(5)))
    season.enlist(season.cast.bob, "foxes")
    with CaptureQueriesContext(connection) as many:
        alice.get(page)
    assert len(many) == len(few) <= 20
    ClubFactory.create(organisers=[season.cast.dave])
    assert office_of(season.cast.dave).get(page).status_code == 404
    assert office_of(season.cast.dave).post(page, {"uses": "5"}).status_code == 404
    assert office_of(season.cast.bob).get(page).status_code in (302, 403)
    assert Client().get(page).status_code == 302
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("superuser", [True, False])
def test_whom_a_superuser_names_as_an_organiser_may_enter_the_office(
    season: Season, alice: Client, superuser: bool
) -> None:
    User.objects.filter(pk=season.cast.alice.pk).update(is_superuser=superuser)
    club, bob = season.cast.club, season.cast.bob
    form = AtForm(alice, reverse("admin:campaigns_club_change", args=[club.pk]))
    form.fill(organisers=[str(season.cast.alice.pk), str(bob.pk)]).press("_save")
    bob.refresh_from_db()
    assert club.organisers.filter(pk=bob.pk).exists()
    assert bob.is_staff is superuser
    said = "They may enter the office now: bob." if superuser else "They cannot enter the office yet: bob."
    assert said in text(alice.get("/admin/"))


def test_nobody_is_taken_into_a_club_but_by_an_invitation(season: Season) -> None:
    """Over its members a club has rights: of another club's people, and of its minors, an organiser has none."""
    cast = season.cast
    other = ClubFactory.create(organisers=[cast.dave], members=[cast.erin])
    minors.mark(cast.carol, cast.carol, "Caro")
    dave, page = office_of(cast.dave), reverse("admin:campaigns_club_change", args=[other.pk])
    assert "carol" not in text(dave.get(page))
    assert "bob" not in text(dave.get(page))
    for field in ("members", "organisers"):
        people = {"members": [str(cast.erin.pk)], "organisers": [str(cast.dave.pk)]}
        people[field].append(str(cast.carol.pk))
        assert AtForm(dave, page).fill(**people).press("_save").status_code == 200
    assert not other.members.filter(pk=cast.carol.pk).exists()
    assert not other.organisers.filter(pk=cast.carol.pk).exists()
    assert dave.get(reverse("admin:campaigns_minor_change", args=[cast.carol.pk])).status_code == 302

    # Their own people they take in, name and let go as ever, and a superuser whom they like.
    both = [str(cast.dave.pk), str(cast.erin.pk)]
    assert AtForm(dave, page).fill(members=[], organisers=both).press("_save").status_code == 302
    assert (other.members.count(), other.organisers.count()) == (0, 2)
    root = office_of(UserFactory.create(username="root", is_superuser=True))
    assert AtForm(root, page).fill(members=[str(cast.carol.pk)]).press("_save").status_code == 302
    assert other.members.filter(pk=cast.carol.pk).exists()


def test_who_umpires_is_no_minor_of_another_club(season: Season, alice: Client) -> None:
    """Of those the office would show what their account is called."""
    cast = season.cast
    for user in (cast.dave, cast.carol):
        minors.mark(user, user, "First")
    desk = CampaignFactory.create(club=cast.club)
    assert {"carol", "erin"} <= _umpires(alice, desk)
    assert "dave" not in _umpires(alice, desk)
    desk.umpires.add(cast.dave)
    assert "dave" in _umpires(alice, desk), "named already"


def _umpires(alice: Client, desk: Campaign) -> set[str]:
    page = alice.get(reverse("admin:campaigns_campaign_change", args=[desk.pk]) + "?step=counting")
    return {str(user) for user in page.context["adminform"].form.fields["umpires"].queryset}


def test_lists_of_the_office_name_no_club_of_others(season: Season) -> None:
    other = ClubFactory.create(organisers=[season.cast.dave], name="The Others")
    for club in (season.cast.club, other):
        Invitation.objects.create(club=club, made_by=season.cast.alice)
    dave = office_of(season.cast.dave)
    for model in ("invitation", "webhookendpoint", "discordchannel", "clubwords"):
        page = text(dave.get(reverse(f"admin:campaigns_{model}_changelist")))
        assert season.cast.club.name not in page, model
    assert season.cast.club.name not in text(dave.get(reverse("admin:api_clubkey_changelist")))


def test_who_comes_from_a_campaign_finds_the_form_open_and_it_chosen(season: Season, alice: Client) -> None:
    desk = CampaignFactory.create(club=season.cast.club, name="Winter cup")
    handler.open_campaign(desk, season.organiser, "page")
    page = alice.get(round_page.address(str(desk.pk), 0)).content.decode()
    (link,) = re.findall(r'class="button" href="([^"]+people/[^"]*)"', page)
    asked = alice.get(link).content.decode()
    assert '<details class="folded" open>' in asked
    assert f'<option value="{desk.pk}" selected>Winter cup' in asked
    alice.post(link, {"uses": "20", "campaign": str(desk.pk)})
    assert Invitation.objects.get().campaign == desk
    assert alice.get(f"{address(season)}?invite=rubbish").status_code == 200
    assert '<details class="folded">' in alice.get(address(season)).content.decode()


def test_a_season_of_one_moment_has_no_slider(season: Season, alice: Client) -> None:
    desk = CampaignFactory.create(club=season.cast.club, name="Winter cup")
    handler.open_campaign(desk, season.organiser, "page")
    assert "life-slider" not in alice.get(f"/campaigns/{desk.pk}/").content.decode()
    assert "life-slider" in alice.get(f"/campaigns/{season.stream}/").content.decode()
