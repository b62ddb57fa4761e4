"""The one statement before every report agrees with the table of `campaigns.roles`, which is what it stands for."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from api import access
from battles.models import Sheet
from campaigns import guests, roles
from campaigns.models import User
from rules.adjudicate import Who
from tests.campaigns.conftest import Season
from tests.campaigns.test_roles import may_see_battle
from tests.cast import Cast, UserFactory

pytestmark = pytest.mark.django_db


def reached(user: User | AnonymousUser, battle: str) -> tuple[bool, Who | None]:
    """Whether the caller may see the battle, and as whom, in one query."""
    with CaptureQueriesContext(connection) as queries:
        try:
            found: tuple[bool, Who | None] = (True, access.to_battle(user, UUID(battle)).who)
        except Http404:
            found = (False, None)
    assert len(queries) == 1
    return found


def test_it_agrees_with_the_table(cast: Cast, season: Season, hidden: Season) -> None:
    root = UserFactory.create(is_superuser=True)
    closed = UserFactory.create(is_active=False)
    cast.club.members.add(closed)
    hidden.desk.umpires.add(closed, cast.bob)
    public, members = season.muster(), hidden.muster()
    guest = guests.make("Otto", UUID(public))
    hidden.desk.club.members.add(guest)
    people: list[User | AnonymousUser] = [*cast[:5], root, closed, guest, AnonymousUser()]
    for user in people:
        for battle in (public, members):
            sees, who = reached(user, battle)
            assert sees == may_see_battle(user, battle) or user is closed
            if sees:
                assert who == roles.who_in_battle(user, battle)
    assert reached(guest, public) == (True, Who(str(guest.pk)))
    assert reached(closed, public) == (True, None)
    assert reached(closed, members) == (False, None)
    assert reached(cast.alice, str(uuid4())) == (False, None)


def test_a_battle_imported_without_its_campaign_is_a_superusers_alone(cast: Cast, season: Season) -> None:
    root = UserFactory.create(is_superuser=True)
    battle = season.muster()
    Sheet.objects.filter(pk=battle).update(campaign=uuid4())
    for user in (*cast[:5], AnonymousUser(), root):
        assert reached(user, battle)[0] == may_see_battle(user, battle) == (user is root)
