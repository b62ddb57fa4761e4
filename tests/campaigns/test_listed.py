"""What lists show, in a site of few campaigns and of many: to each what their role allows, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.db import models

from battles.models import Sheet
from battles.pages import long_lists
from battles.pages.long_lists import LongList
from campaigns import guests, listed, roles
from campaigns.listed import Listed
from campaigns.models import Appointment, Campaign, CampaignSheet, Club, Fixture, Standing, User
from campaigns.models.desk import Readers
from campaigns.models.sheets import commanded_by
from campaigns.roles import Role
from tests.cast import CampaignFactory, Cast, ClubFactory, UserFactory
from tests.where import BOTH

pytestmark = pytest.mark.django_db


def row(model: type[models.Model], **values: Any) -> Any:
    """A row of a read table that says no more than this."""
    for field in model._meta.concrete_fields:
        if isinstance(field, models.IntegerField | models.BooleanField) and not field.null and not field.has_default():
            values.setdefault(field.attname, 0)
    return model._default_manager.create(**values)


def commands(campaign: UUID, players: list[User]) -> None:
    ids = ",".join(f'"{one.pk}"' for one in players)
    row(Standing, key=f"{campaign}/a", campaign_id=campaign, player=str(players[0].pk), players=f"[{ids}]")


def sits_in(campaign: UUID, user: User) -> None:
    row(Fixture, key=f"{campaign}/1", campaign_id=campaign, fixture="1", substitutes=f'{{"a":["{user.pk}"]}}')


def has_office(campaign: UUID, user: User, office: str) -> None:
    row(Appointment, key=f"{campaign}/{user.pk}", campaign_id=campaign, person=str(user.pk), office=office)


def ties(cast: Cast, user: User) -> dict[str, Callable[[Campaign], Any]]:
    """What somebody may be to a campaign."""
    return {
        "nothing": lambda desk: commands(desk.pk, [cast.carol]),
        "commands": lambda desk: commands(desk.pk, [user]),
        "commands with others": lambda desk: commands(desk.pk, [cast.carol, user]),
        "sits in": lambda desk: sits_in(desk.pk, user),
        "umpires": lambda desk: has_office(desk.pk, user, "umpire"),
        "organises": lambda desk: has_office(desk.pk, user, "organiser"),
        "of the club": lambda desk: desk.club.members.add(user),
        "organises the club": lambda desk: desk.club.organisers.add(user),
    }


@pytest.fixture
def readers(cast: Cast) -> dict[str, roles.Person]:
    """Of each visibility and each tie of three accounts a campaign, with a battle, and one that is not open; a battle
    without a campaign, and one whose campaign is nowhere."""
    dave = cast.dave
    gone, guest = UserFactory.create(username="gone", is_active=False), guests.make("Otto", uuid4())
    for visibility, user in product(Readers, (dave, gone, guest)):
        for tie in ties(cast, user).values():
            desk = CampaignFactory.create(club=ClubFactory.create(), visibility=visibility)
            Campaign.objects.filter(pk=desk.pk).update(stream=desk.pk)
            row(CampaignSheet, stream=desk.pk, opened_at="2020", status="open")
            row(Sheet, stream=uuid4(), campaign=desk.pk, status="settled")
            tie(desk)
        CampaignFactory.create(club=Club.objects.order_by("-pk")[0], visibility=visibility)
    row(Sheet, stream=uuid4(), campaign=None)
    row(Sheet, stream=uuid4(), campaign=uuid4())
    root = UserFactory.create(username="root", is_superuser=True)
    return {"nobody": AnonymousUser(), "dave": dave, "bob": cast.bob, "gone": gone, "guest": guest, "root": root}


def reads(user: roles.Person, desk: Campaign, *anyone: Readers) -> bool:
    """As the role says, which another query finds."""
    role = roles.role_in(user, desk.pk)
    return role >= Role.MEMBER or desk.visibility in anyone if desk.is_open else role is Role.ORGANISER


def wanted(user: roles.Person, *anyone: Readers) -> set[UUID]:
    return {desk.pk for desk in Campaign.objects.all() if reads(user, desk, *anyone)}


@BOTH
@pytest.mark.parametrize("few", [0, 9, 200])
def test_lists_show_what_somebody_may_read(
    readers: dict[str, roles.Person], few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`few`: none are named, those of one's own are, and all are."""
    monkeypatch.setattr(listed, "FEW", few)
    for name, user in readers.items():
        shown, found = wanted(user, Readers.PUBLIC), Listed(user)
        assert {one.pk for one in found.campaigns} == shown, name
        assert {one.pk for one in roles.listed_campaigns(user)} == shown, name
        opened = set(Campaign.objects.filter(pk__in=shown, stream__isnull=False).values_list("pk", flat=True))
        assert {one.pk for one in found.sheets} == opened, name
        all_battles = name == "root"
        battles = {
            one.pk for one in Sheet.objects.all() if all_battles or one.campaign is None or one.campaign in shown
        }
        assert {one.pk for one in found.battles} == battles, name


@BOTH
def test_readers_see_what_their_role_allows(readers: dict[str, roles.Person]) -> None:
    for name, user in readers.items():
        seen = wanted(user, Readers.PUBLIC, Readers.UNLISTED)
        assert {one.pk for one in roles.visible_campaigns(user)} == seen, name
        battles = {one.pk for one in Sheet.objects.all() if name == "root" or one.campaign in {None, *seen}}
        assert {one.pk for one in roles.visible_battles(user)} == battles, name


@BOTH
def test_a_player_finds_the_platoons_they_command(readers: dict[str, roles.Person]) -> None:
    for user in readers.values():
        if isinstance(user, User):
            mine = {one.pk for one in Standing.objects.all() if f'"{user.pk}"' in one.players}
            assert set(Standing.objects.filter(pk__in=commanded_by(str(user.pk), "pk"))) == set(
                Standing.objects.filter(pk__in=mine)
            )


def test_a_long_list_has_the_pages_of_a_short_one(cast: Cast) -> None:
    rows = User.objects.order_by("username")
    for of, number in product((1, 2, 3, 5, 6), (None, "", "x", "0", "1", "2", "3", "5", "99", "99999999", "-1", "²")):
        one, other = LongList(rows, of).get_page(number), Paginator(rows, of).get_page(number)
        if number in ("0", "-1", "99999999"):  # of no page: the first here, the last there
            continue
        assert list(one.object_list) == list(other.object_list), (of, number)
        assert (one.number, one.has_next(), one.has_previous()) == (
            other.number,
            other.has_next(),
            other.has_previous(),
        )
        assert one.paginator.num_pages == other.paginator.num_pages
        assert one.paginator.told == str(other.paginator.num_pages)  # type: ignore[attr-defined] # of a long list


def test_a_long_list_counts_a_few_pages_ahead(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_lists, "AHEAD", 2)
    rows = User.objects.order_by("username")  # five
    told = [LongList(rows, 1).get_page(n).paginator.told for n in range(1, 7)]  # type: ignore[attr-defined]
    assert told == ["2+", "3+", "4+", "5", "5", "5"]
