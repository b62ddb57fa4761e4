"""Who may do what: the one table, role by role."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import AnonymousUser

from battles import handler as battle_door
from battles.models import Sheet
from campaigns import clerk, guests, handler, projection_rebuild, roles
from campaigns.models import Appointment, Campaign
from campaigns.notices import in_battles
from campaigns.pages.home import called
from campaigns.roles import MAY, Role
from campaigns.season.people import Appoint, Dismiss, HandOver
from rules.adjudicate import Who
from rules.contract import Refused
from tests.campaigns.begun import at_first, cast, season
from tests.campaigns.conftest import Season
from tests.campaigns.skirmish import Shoot
from tests.cast import CampaignFactory, Cast, UserFactory
from tests.where import BOTH

__all__ = ["at_first", "cast", "season"]
pytestmark = pytest.mark.django_db


def may_see_battle(user: roles.Person, battle: UUID | str) -> bool:
    return roles.visible_battles(user).filter(pk=battle).exists()


def everyone(cast: Cast) -> dict[str, roles.Person]:
    staff = UserFactory.create(username="root", is_superuser=True)
    gone = UserFactory.create(username="gone", is_active=False)
    cast.club.organisers.add(gone)
    guest = guests.make("Otto", uuid4())
    cast.club.members.add(guest)
    return {"nobody": AnonymousUser(), "gone": gone, "guest": guest, "root": staff, **{p.username: p for p in cast[:5]}}


@BOTH
def test_what_each_is_to_a_campaign(season: Season) -> None:
    found = {name: roles.role_in(person, season.stream) for name, person in everyone(season.cast).items()}
    assert found == {
        "nobody": Role.VISITOR,
        "gone": Role.VISITOR,
        "guest": Role.VISITOR,
        "dave": Role.OUTSIDER,
        "bob": Role.MEMBER,
        "carol": Role.MEMBER,
        "erin": Role.UMPIRE,
        "alice": Role.ORGANISER,
        "root": Role.ORGANISER,
    }


def test_each_may_do_what_the_table_says(season: Season) -> None:
    for place in (season.stream, Season(season.cast).stream):  # the other one is not open
        for person in everyone(season.cast).values() if place == season.stream else season.cast[:5]:
            for what, role in MAY.items():
                assert roles.may(person, what, place) == (roles.role_in(person, place) >= role), what


def test_what_an_umpire_is_for() -> None:
    """To referee battles; what is done to the campaign itself is its organisers'."""
    assert {what for what, role in MAY.items() if role is Role.UMPIRE} == {"referee"}
    assert {what for what, role in MAY.items() if role > Role.UMPIRE} == {
        *("enlist for others", "muster", "open", "administer")
    }


def test_as_whom_they_report_to_the_campaign(season: Season) -> None:
    cast = season.cast
    assert roles.who_in_campaign(cast.alice, season.stream) == Who(str(cast.alice.pk), referee=True, needs_case=True)
    assert roles.who_in_campaign(cast.bob, season.stream) == Who(str(cast.bob.pk))
    assert roles.who_in_campaign(cast.erin, season.stream) == Who(str(cast.erin.pk))  # it is not hers to rule over
    assert roles.who_in_campaign(cast.dave, season.stream) is None
    assert roles.who_in_campaign(AnonymousUser(), season.stream) is None
    assert roles.who_in_campaign(cast.alice, uuid4()) is None


def test_as_whom_they_report_to_a_battle(season: Season) -> None:
    battle, cast = season.begin().muster(), season.cast
    assert roles.who_in_battle(cast.alice, battle) == Who(str(cast.alice.pk), referee=True, needs_case=True)
    assert roles.who_in_battle(cast.bob, battle) == Who(str(cast.bob.pk))
    assert roles.who_in_battle(cast.erin, battle) == Who(str(cast.erin.pk), referee=True, needs_case=True)
    assert roles.who_in_battle(cast.dave, battle) == Who(str(cast.dave.pk))  # whom the battle turns away itself
    assert roles.who_in_battle(AnonymousUser(), battle) is None


def test_a_guest_is_somebody_in_one_battle_alone(season: Season) -> None:
    battle = season.begin().muster()
    here, elsewhere = guests.make("Otto", UUID(battle)), guests.make("Otto", uuid4())
    assert roles.who_in_battle(here, battle) == Who(str(here.pk))
    assert roles.who_in_battle(elsewhere, battle) is None
    for guest in (here, elsewhere):
        season.desk.club.members.add(guest)
        season.desk.club.organisers.add(guest)
        assert roles.who_in_campaign(guest, season.stream) is None
        assert roles.role_in(guest, season.stream) is Role.VISITOR
        assert not roles.may_begin_friendly(guest)
    assert roles.may_begin_friendly(season.cast.dave)
    assert not roles.may_begin_friendly(AnonymousUser())


def test_an_organiser_of_one_club_is_nobody_in_another(season: Season) -> None:
    battle = season.begin().muster()
    other = CampaignFactory.create(system="skirmish")
    other.club.organisers.add(season.cast.dave)
    who = roles.who_in_battle(season.cast.dave, battle)
    assert who is not None
    assert not who.referee


@BOTH
def test_an_umpire_of_one_campaign_is_nobody_in_another_of_the_same_club(season: Season) -> None:
    other, erin = Season(season.cast), season.cast.erin
    other.desk.umpires.clear()
    battle = other.begin().muster()
    Campaign.objects.filter(pk=other.stream).update(visibility=Campaign.Visibility.MEMBERS)
    assert roles.role_in(erin, other.stream) is Role.OUTSIDER
    assert roles.who_in_battle(erin, battle) == Who(str(erin.pk))
    assert not roles.may_see_campaign(erin, other.stream)
    assert not may_see_battle(erin, battle)


def test_a_closed_account_umpires_nothing(season: Season) -> None:
    battle, erin = season.begin().muster(), season.cast.erin
    erin.is_active = False
    erin.save()
    assert roles.role_in(erin, season.stream) is Role.VISITOR
    assert roles.who_in_battle(erin, battle) is None
    assert roles.who_in_campaign(erin, season.stream) is None


@BOTH
def test_who_may_read_a_campaign_and_its_battles(season: Season) -> None:
    """Those who belong to it, and others by its visibility; before it opens its organisers alone."""
    battle, people = season.muster(), everyone(season.cast)
    members, organisers = {"bob", "carol", "erin", "alice", "root"}, {"alice", "root"}
    for visibility, seen_by in (("public", {*people}), ("unlisted", {*people}), ("members", members)):
        Campaign.objects.update(visibility=visibility)
        assert {name for name, one in people.items() if roles.may_see_campaign(one, season.stream)} == seen_by
        assert {name for name, one in people.items() if may_see_battle(one, battle)} == seen_by
    draft = Season(season.cast).desk
    for visibility in ("public", "unlisted", "members"):
        Campaign.objects.update(visibility=visibility)
        assert {name for name, one in people.items() if roles.may_see_campaign(one, str(draft.pk))} == organisers


def test_a_battle_of_no_campaign_is_public(season: Season) -> None:
    battle = season.begin().muster()
    Sheet.objects.update(campaign=None)
    assert may_see_battle(AnonymousUser(), battle)
    assert not may_see_battle(AnonymousUser(), uuid4())


# ------------------------------------------------------------------------------------------------ offices, substitutes


def test_umpires_named_before_it_opens_are_appointed_in_its_log(season: Season) -> None:
    state = handler.replay(season.stream)[0]
    assert state.offices == {str(season.cast.erin.pk): "umpire"}
    assert not season.desk.umpires.exists()
    assert list(Appointment.objects.values_list("person", "office")) == [(str(season.cast.erin.pk), "umpire")]


@BOTH
def test_the_clerk_appoints_umpires_of_campaigns_that_opened_before_offices_were_in_the_log(season: Season) -> None:
    season.dismiss(season.cast.erin)
    season.desk.umpires.add(season.cast.erin)
    assert roles.role_in(season.cast.erin, season.stream) is Role.OUTSIDER
    assert list(clerk.due()) == [season.stream]
    assert clerk.sweep() == 1
    assert roles.role_in(season.cast.erin, season.stream) is Role.UMPIRE
    assert clerk.sweep() == 0


@BOTH
def test_an_appointed_organiser_rules_over_this_campaign_alone_until_dismissed(season: Season) -> None:
    other, dave = Season(season.cast), season.cast.dave
    other.open()
    season.report(season.organiser, Appoint(person=str(dave.pk), office="organiser", reason="I am away"))
    assert roles.role_in(dave, season.stream) is Role.ORGANISER
    assert roles.role_in(dave, other.stream) is Role.OUTSIDER
    assert list(roles.organised_by(dave).values_list("stream", flat=True)) == [UUID(season.stream)]
    season.report(Who(str(dave.pk), referee=True), Dismiss(person=str(dave.pk), reason="Back home"))
    assert roles.role_in(dave, season.stream) is Role.OUTSIDER


@BOTH
def test_a_substitute_plays_on_at_once_and_who_was_relieved_does_not(season: Season) -> None:
    cast, battle = season.cast, season.begin().muster()
    relieved, substitute = Who(str(cast.bob.pk)), str(cast.dave.pk)
    season.report(relieved, HandOver(platoon="bears", players=(substitute,), reason="Broken arm"))

    now = roles.who_in_battle(cast.dave, battle)
    assert now == Who(substitute, seats=(("north", (substitute,)),))
    season.play(battle, Shoot(shooter="bears-1", target="cats-1", dice=(6,)), now)
    before = roles.who_in_battle(cast.bob, battle)
    assert before is not None
    with pytest.raises(Refused) as refused:
        season.play(battle, Shoot(shooter="bears-1", target="cats-1", dice=(6,)), before)
    assert refused.value.code == "not-yours"

    assert [str(one.pk) for one in roles.played_by(substitute)] == [battle]
    assert not roles.played_by(str(cast.bob.pk)).exists()
    assert [(str(one.sheet.pk), one.sides) for one in called(substitute)] == [(battle, ("Bears",))]
    assert called(str(cast.bob.pk)) == []
    assert roles.who_in_campaign(cast.dave, season.stream) == Who(substitute)
    assert differences() == []

    state = battle_door.state(battle)  # and a phone is told so
    seats = {side: one.players for side, one in state.muster.sides.items()} | in_battles.seats_now(battle)
    told = {player: in_battles.asked_of(state, {player}, seats) for player in (relieved.id, substitute)}
    assert told[relieved.id] == set()
    assert told[substitute] == in_battles.asked_of(state, {relieved.id}, {**seats, "north": (relieved.id,)})


def test_a_partner_plays_beside_the_player(season: Season) -> None:
    cast, battle = season.cast, season.begin().muster()
    both = (str(cast.bob.pk), str(cast.dave.pk))
    season.report(Who(both[0]), HandOver(platoon="bears", players=both, reason="Two of us play it"))
    for player in (cast.bob, cast.dave):
        who = roles.who_in_battle(player, battle)
        assert who is not None
        season.play(battle, Shoot(shooter="bears-1", target="cats-1", dice=(1,)), who)
        assert [str(one.pk) for one in roles.played_by(str(player.pk))] == [battle]


def differences() -> list[object]:
    """Between the read tables and what their logs fold to."""
    found: list[object] = []
    projection_rebuild.rebuild(found.append, keep=False)
    return found
