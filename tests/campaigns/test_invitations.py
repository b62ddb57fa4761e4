"""Invitations: made and withdrawn in the office; whoever comes in by one is a member, and no more than were invited."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.core import mail as django_mail
from django.db import connections
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from campaigns import invitations, mail
from campaigns.models import Invitation, OutboxMessage, User
from tests.campaigns.office import office_of, url
from tests.campaigns.test_admin import act
from tests.cast import CampaignFactory, Cast, ClubFactory, UserFactory
from tests.where import BOTH

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(cast: Cast) -> Client:
    return office_of(cast.alice)


def made(cast: Cast, **fields: object) -> Invitation:
    return Invitation.objects.create(club=cast.club, made_by=cast.alice, **fields)


def members(cast: Cast) -> set[str]:
    return set(cast.club.members.values_list("username", flat=True))


# ---------------------------------------------------------------------------------------------------- taking one


@BOTH
def test_who_takes_it_is_a_member(cast: Cast) -> None:
    one = made(cast, uses=2)
    invitations.take(one, cast.dave)
    assert "dave" in members(cast)
    one.refresh_from_db()
    assert one.uses == 1
    assert list(one.joined.all()) == [cast.dave]


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_who_belongs_already_uses_nothing_up(cast: Cast, who: str) -> None:
    one = made(cast)
    invitations.take(one, getattr(cast, who))
    one.refresh_from_db()
    assert (one.uses, one.joined.count()) == (1, 0)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"uses": 0}, "used up"),
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, "expired"),
        ({"revoked_at": timezone.now()}, "withdrawn"),
    ],
)
def test_one_that_is_over_lets_nobody_in(cast: Cast, changed: dict[str, object], why: str) -> None:
    one = made(cast)
    Invitation.objects.update(**changed)  # after it was read
    with pytest.raises(invitations.Closed, match=why):
        invitations.take(one, cast.dave)
    assert "dave" not in members(cast)


@pytest.mark.django_db(transaction=True)
def test_of_those_who_come_at_once_as_many_come_in_as_were_invited(cast: Cast) -> None:
    one = made(cast, uses=2)
    people = [UserFactory.create() for _n in range(6)]
    together = Barrier(len(people), timeout=30)

    def come(user: User) -> bool:
        together.wait()
        try:
            invitations.take(one, user)
        except invitations.Closed:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(len(people)) as pool:
        came = list(pool.map(come, people))
    assert sum(came) == 2
    one.refresh_from_db()
    assert one.uses == 0
    inside = {user.username for user, let_in in zip(people, came, strict=True) if let_in}
    assert members(cast) - {"bob", "carol"} == inside == set(one.joined.values_list("username", flat=True))


# ---------------------------------------------------------------------------------------------------- its link


def test_a_link_names_its_invitation_and_cannot_be_made_up(cast: Cast, settings: Settings) -> None:
    one, other = made(cast), made(cast)
    code = invitations.link(one).removeprefix("http://localhost:8000/join/").removesuffix("/")
    assert invitations.find(code) == one
    assert code not in "".join(map(str, Invitation.objects.values()))
    forged = code.replace(str(one.pk), str(other.pk), 1)
    for wrong in (forged, code[:-1], "", str(one.pk), f"{one.pk}.", "é"):
        assert invitations.find(wrong) is None
    settings.SECRET_KEY = "another"
    invitations.SIGNER.key = settings.SECRET_KEY
    try:
        assert invitations.find(code) is None
    finally:
        invitations.SIGNER.key = "tests only"


# ---------------------------------------------------------------------------------------------------- in the office


def form(cast: Cast, **changed: object) -> dict[str, object]:
    until = timezone.now() + timedelta(days=3)
    return {
        "club": str(cast.club.pk),
        "campaign": "",
        "uses": "3",
        "expires_at_0": f"{until:%Y-%m-%d}",
        "expires_at_1": "12:00",
        "address": "",
    } | changed


def make(client: Client, sent: dict[str, object]) -> list[str]:
    """What is said about it."""
    response = client.post(url(Invitation, "add"), sent, follow=True)
    assert response.redirect_chain, response.context["adminform"].form.errors
    return [str(message) for message in response.context["messages"]]


def test_an_organiser_makes_one_and_may_read_its_link_again(cast: Cast, alice: Client) -> None:
    said = make(alice, form(cast))
    one = Invitation.objects.get()
    assert (one.uses, one.made_by, one.club) == (3, cast.alice, cast.club)
    assert any(invitations.link(one) in text and "3 people" in text for text in said)
    alone = make(alice, form(cast, uses="1"))
    assert any("1 person in, for more make another" in text for text in alone)
    one = Invitation.objects.get(uses=3)
    page = alice.get(url(Invitation, "change", one.pk)).content.decode()
    assert f'value="{invitations.link(one)}"' in page
    invitations.take(one, cast.dave)
    assert "dave" in alice.get(url(Invitation, "change", one.pk)).content.decode()
    assert "dave" in alice.get(url(Invitation, "changelist")).content.decode()


def test_withdrawn_it_has_no_link_any_more(cast: Cast, alice: Client) -> None:
    one, spent = made(cast), made(cast, uses=0)
    assert act(alice, Invitation, "revoke", one.pk, spent.pk) == ["1 invitation was withdrawn."]
    page = alice.get(url(Invitation, "change", one.pk)).content.decode()
    assert "/join/" not in page
    assert "This invitation was withdrawn" in page


def test_an_invitation_with_an_address_goes_by_mail(cast: Cast, alice: Client, settings: Settings) -> None:
    settings.MAIL = True
    said = make(alice, form(cast, address="new@steel.example", uses="1"))
    assert any("on its way to new@steel.example" in text for text in said)
    assert mail.send_due() == 1
    (letter,) = django_mail.outbox
    assert letter.to == ["new@steel.example"]
    assert letter.subject == "An invitation to the club Steel Club"
    assert invitations.link(Invitation.objects.get()) in letter.body
    assert "alice invites you" in letter.body
    row = OutboxMessage.objects.get()
    assert "An invitation to the club" in alice.get(url(OutboxMessage, "changelist")).content.decode()
    shown = alice.get(url(OutboxMessage, "change", row.pk)).content.decode()
    assert "new@steel.example" in shown
    assert "/join/" not in shown  # what a message tells is its reader's


@pytest.mark.parametrize("reason", ["no mail", "unwanted"])
def test_an_invitation_that_cannot_be_sent_is_handed_on(
    cast: Cast, alice: Client, settings: Settings, reason: str
) -> None:
    settings.MAIL = reason != "no mail"
    User.objects.filter(pk=cast.dave.pk).update(email="dave@steel.example", mail=False)
    said = make(alice, form(cast, address="dave@steel.example"))
    assert any("not sent" in text or "wants no mail" in text for text in said)
    assert any("/join/" in text for text in said)
    assert not OutboxMessage.objects.filter(status=OutboxMessage.Status.WAITING).exists()


def test_an_organiser_invites_into_their_own_clubs_alone(cast: Cast, alice: Client) -> None:
    other = CampaignFactory.create(club=ClubFactory.create())
    theirs = Invitation.objects.create(club=other.club)
    response = alice.post(url(Invitation, "add"), form(cast, club=str(other.club.pk)))
    assert "club" in response.context["adminform"].form.errors
    response = alice.post(url(Invitation, "add"), form(cast, campaign=str(other.pk)))
    assert "campaign" in response.context["adminform"].form.errors
    assert alice.get(url(Invitation, "change", theirs.pk)).status_code == 302
    act(alice, Invitation, "revoke", theirs.pk)
    assert Invitation.objects.get().revoked_at is None
    for outsider in (cast.bob, cast.erin):
        assert office_of(outsider).get(url(Invitation, "changelist")).status_code == 403
        assert office_of(outsider).post(url(Invitation, "add"), form(cast)).status_code == 403


def test_a_superuser_cannot_lead_them_into_another_clubs_campaign(cast: Cast) -> None:
    root = office_of(UserFactory.create(username="root", is_superuser=True))
    other = CampaignFactory.create(club=ClubFactory.create())
    response = root.post(url(Invitation, "add"), form(cast, campaign=str(other.pk)))
    assert "another club" in str(response.context["adminform"].form.errors["campaign"])


# ---------------------------------------------------------------------------------------------------- the outbox there


@BOTH
def test_what_is_uncertain_is_shown_and_sent_again_by_a_person(cast: Cast, settings: Settings) -> None:
    root = office_of(UserFactory.create(username="root", is_superuser=True))
    long_ago = timezone.now() - timedelta(hours=1)
    common = {"user": cast.bob, "address": "bob@steel.example", "body": "Secret."}
    left = OutboxMessage.objects.create(
        key="left", subject="Left", status=OutboxMessage.Status.CLAIMED, claimed_at=long_ago, **common
    )
    sent = OutboxMessage.objects.create(key="sent", subject="Sent", status=OutboxMessage.Status.SENT, **common)
    listed = root.get(url(OutboxMessage, "changelist"), {"state": "uncertain"})
    assert re.findall(r">(Left|Sent)</a>", listed.content.decode()) == ["Left"]
    assert "uncertain: it may have arrived" in listed.content.decode()
    assert "Secret." in root.get(url(OutboxMessage, "change", left.pk)).content.decode()
    assert "No mail is set up" in act(root, OutboxMessage, "send_again", left.pk)[0]
    settings.MAIL = True
    assert act(root, OutboxMessage, "send_again", left.pk, sent.pk) == ["1 message waits to be sent again."]
    assert mail.send_due() == 1


def test_organisers_see_their_own_clubs_mail(cast: Cast, alice: Client) -> None:
    club = ClubFactory.create()
    make_one: Callable[..., OutboxMessage] = OutboxMessage.objects.create
    for key, of in (("ours", cast.club), ("theirs", club), ("nobody's", None)):
        make_one(key=key, subject=key.upper(), club=of, address="x@steel.example", body=f"{key} text")
    page = alice.get(url(OutboxMessage, "changelist")).content.decode()
    assert re.findall(r">(OURS|THEIRS|NOBODY)", page) == ["OURS"]


def test_a_superuser_chooses_an_accounts_language_and_closes_it(cast: Cast) -> None:
    root = office_of(UserFactory.create(username="root", is_superuser=True))
    page = root.get(url(User, "change", cast.bob.pk)).content.decode()
    assert '<select name="language"' in page
    OutboxMessage.objects.create(key="k", user=cast.bob, address="b@steel.example", subject="S", body="B")
    root.post(url(User, "delete", cast.bob.pk), {"post": "yes"})
    assert not OutboxMessage.objects.exists()
