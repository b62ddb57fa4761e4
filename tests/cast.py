"""The cast of every test: Alice organises, Bob and Carol play, Dave may not, Erin umpires where she is named.

`cast` is a fixture of all five and their club. Rows of the desk are made by the factories; what happens in a campaign
or a battle goes through the doors, as it does for everyone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from factory.declarations import Sequence, SubFactory
from factory.django import DjangoModelFactory, Password
from factory.helpers import post_generation

from campaigns.models import Campaign, Club, User

PASSWORD = "leaguer at dusk"


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User
        skip_postgeneration_save = True

    username = Sequence(lambda n: f"player-{n}")
    password = Password(PASSWORD)


class ClubFactory(DjangoModelFactory[Club]):
    class Meta:
        model = Club
        skip_postgeneration_save = True

    name = Sequence(lambda n: f"Club {n}")
    slug = Sequence(lambda n: f"club-{n}")

    @post_generation
    def organisers(self, create: bool, people: list[User] | None, **kwargs: Any) -> None:
        if create and people:
            self.organisers.set(people)

    @post_generation
    def members(self, create: bool, people: list[User] | None, **kwargs: Any) -> None:
        if create and people:
            self.members.set(people)


class CampaignFactory(DjangoModelFactory[Campaign]):
    """A campaign on the desk: `campaigns.handler.open_campaign` opens it."""

    class Meta:
        model = Campaign
        skip_postgeneration_save = True

    club = SubFactory(ClubFactory)
    name = Sequence(lambda n: f"Campaign {n}")
    system = "modern_age"

    @post_generation
    def umpires(self, create: bool, people: list[User] | None, **kwargs: Any) -> None:
        if create and people:
            self.umpires.set(people)


def logged_in(user: User) -> Client:
    """As `force_login` leaves it, in a third of the time: one session is made, and `last_login` stays."""
    session, client = SessionStore(), Client()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    client.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    return client


class Cast(NamedTuple):
    alice: User
    bob: User
    carol: User
    dave: User
    erin: User
    club: Club


@pytest.fixture
def cast(db: None) -> Cast:
    return gathered()


def gathered() -> Cast:
    """In four statements, since most tests begin with them."""
    names = ("alice", "bob", "carol", "dave", "erin")
    alice, bob, carol, dave, erin = User.objects.bulk_create([UserFactory.build(username=name) for name in names])
    club = ClubFactory.create(name="Steel Club", slug="steel")
    Club.organisers.through.objects.create(club=club, user=alice)
    Club.members.through.objects.bulk_create([Club.members.through(club=club, user=user) for user in (bob, carol)])
    return Cast(alice, bob, carol, dave, erin, club)
