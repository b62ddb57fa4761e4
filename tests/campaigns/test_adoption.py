"""A friendly battle is adopted into a campaign: by both players and an organiser, once, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape
from pytest_django import DjangoDbBlocker

from battles import handler as battle_door
from battles import log
from battles.models import Sheet
from campaigns import adoption, clerk, friendly, guests, handler
from campaigns.erasure import forget_campaign, forget_person
from campaigns.models import Adoption, Campaign, Fixture, Standing, User, Vehicle
from campaigns.projection_rebuild import rebuild
from campaigns.season.musters import CallOff, MusterBattle
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Adoption as Fought
from campaigns.season.values import Forces, Pairing
from rules.adjudicate import Who
from rules.contract import Refused
from rules.reports import Confirm
from rules.stream.revision.reports import Correct
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.skirmish import SYSTEM, Shoot
from tests.pages.conftest import as_

pytestmark = pytest.mark.django_db
SIDES = {"north": "bears", "south": "cats"}


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Season, str]]:
    """A season, and a friendly battle of its players that is settled."""
    with shared_season(django_db_blocker, Season) as season:
        yield season.begin(), fought(season)


@pytest.fixture
def season(db: None, at_first: tuple[Season, str]) -> Season:
    return deepcopy(at_first[0])


@pytest.fixture
def battle(at_first: tuple[Season, str]) -> str:
    return at_first[1]


def fought(season: Season, nickname: str = "", *, against: User | None = None, settle: bool = True) -> str:
    """A friendly battle of Bob's, in the north, against Carol: he misses once, and wrecks all of hers."""
    cast = season.cast
    room = friendly.begin(cast.bob, friendly.ready_made(SYSTEM, "duel"), "north", "table")
    other = guests.make(nickname, room.pk) if nickname else against or cast.carol
    battle = friendly.open_battle(room, other)
    for target, face in (("south-1", 1), *[("south-1", 6)] * 2, *[("south-2", 6)] * 2):
        season.play(battle, Shoot(shooter="north-1", target=target, dice=(face,)), Who(str(cast.bob.pk)))
    confirm(season, battle, other)
    if settle:
        clerk.sweep()
    return battle


def confirm(season: Season, battle: str, other: User) -> None:
    for side, user in (("north", season.cast.bob), ("south", other)):
        position, digest = battle_door.state(battle).fought
        season.play(battle, Confirm(side=side, position=position, digest=digest), Who(str(user.pk)))


def page(battle: str) -> str:
    return f"/battles/{battle}/adopt/"


def form(season: Season, **more: str) -> dict[str, str]:
    return {"act": "propose", "campaign": season.stream, "platoon-north": "bears", "platoon-south": "cats"} | more


def proposed(season: Season, battle: str, **more: str) -> Adoption:
    answer = as_(season.cast.bob).post(page(battle), form(season, **more))
    assert answer.status_code == 302, answer.content.decode()
    return Adoption.objects.get()


def agreed(season: Season, battle: str, **more: str) -> Adoption:
    found = proposed(season, battle, **more)
    as_(season.cast.carol).post(page(battle), {"act": "agree", "of": str(found.pk)})
    return found


def accepted(season: Season, battle: str, **more: str) -> Any:
    found = agreed(season, battle, **more)
    return as_(season.cast.alice).post(page(battle), {"act": "accept", "of": str(found.pk)})


def standing(platoon: str) -> tuple[int, int]:
    found = Standing.objects.get(platoon=platoon)
    return found.rank, found.score


# -- the way that it goes ----------------------------------------------------------------------------------------------


def test_both_players_and_an_organiser_let_a_friendly_battle_count(season: Season, battle: str) -> None:
    cast = season.cast
    bob, carol, alice = as_(cast.bob), as_(cast.carol), as_(cast.alice)
    before = log.head(season.stream)
    assert page(battle) in bob.get(f"/battles/{battle}/").content.decode()
    assert season.stream in bob.get(page(battle)).content.decode()
    seen = bob.get(f"{page(battle)}?campaign={season.stream}").content.decode()
    assert "Propose it" in seen
    assert '<li><b translate="no">The Cats</b> <span class="quiet" translate="no">Light</span>: ' in seen
    assert "place 1, score 0 → " in seen

    bob.post(page(battle), form(season))
    found = Adoption.objects.get()
    of = {"of": str(found.pk)}
    assert alice.get(page(battle)).status_code == 200
    alice.post(page(battle), {"act": "accept", **of})
    bob.post(page(battle), {"act": "agree", **of})
    assert not Fixture.objects.exists(), "not before both agree, and nobody agrees for the other"
    assert page(battle) in carol.get("/").content.decode()
    assert "I agree" in carol.get(page(battle)).content.decode()
    carol.post(page(battle), {"act": "agree", **of})
    assert page(battle) in alice.get("/").content.decode()
    for client in (bob, carol):
        client.post(page(battle), {"act": "accept", **of})
    assert log.head(season.stream) == before, "nothing is written before an organiser accepts"

    answer = alice.post(page(battle), {"act": "accept", **of})
    assert answer.headers["Location"] == f"/campaigns/{season.stream}/fixtures/{battle}/"
    assert not Adoption.objects.exists()
    assert clerk.sweep() > 0
    assert clerk.sweep() == 0
    assert standing("bears") == (1, 5)
    assert standing("cats")[0] == 2
    assert {one.vehicle: one.status for one in Vehicle.objects.all()}["cats-2"] in ("damaged", "lost")
    state, _told, rows = handler.replay(season.stream)
    assert [row.type for row in rows[before.position :]] == ["BattleMustered", "BattleReported"]
    reported = state.fixtures[battle].reported
    assert reported is not None
    kills = [feat.of for unit in reported.outcome.units for feat in unit.feats if feat.kind == "kill"]
    assert kills == ["cats-1", "cats-2"]
    assert Sheet.objects.get(pk=battle).campaign is None
    assert answer.headers["Location"] in bob.get(page(battle)).content.decode()
    assert alice.get(answer.headers["Location"]).status_code == 200
    rebuild(lambda _line: None)
    assert standing("bears") == (1, 5)


def test_it_counts_for_the_fixture_it_was_fought_for(season: Season, battle: str) -> None:
    season.report(season.organiser, OpenRound(deadline="", pairings=(Pairing(home="bears", away="cats"),)))
    assert 'value="r1-1"' in as_(season.cast.bob).get(f"{page(battle)}?campaign={season.stream}").content.decode()
    answer = accepted(season, battle, fixture="r1-1")
    assert answer.headers["Location"].endswith("/fixtures/r1-1/")
    clerk.sweep()
    assert str(Fixture.objects.get(fixture="r1-1").battle) == battle
    assert standing("bears") == (1, 5)


def test_accepted_twice_or_by_two_it_counts_once(season: Season, battle: str) -> None:
    found = agreed(season, battle)
    first, second = (as_(season.cast.alice).post(page(battle), {"act": "accept", "of": str(found.pk)}) for _n in (1, 2))
    assert first.headers["Location"] == second.headers["Location"]
    handler.execute(season.stream, [adoption.report_as_sent(found)], season.organiser, "page")
    clerk.sweep()
    assert [row.type for row in log.read(season.stream)].count("BattleMustered") == 1
    assert standing("bears") == (1, 5)


def test_killed_anywhere_it_goes_on_or_is_as_before(
    season: Season, battle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, head = agreed(season, battle), log.head(season.stream)
    for place in ("campaigns.adoption.carry_out", "campaigns.notices.of_season.write", "campaigns.projections.save"):
        with monkeypatch.context() as killing:
            killing.setattr(place, killed)
            if place.endswith("save"):
                killing.setattr(
                    "campaigns.handler.CAMPAIGN",
                    handler.CAMPAIGN.__class__(
                        handler.CAMPAIGN.name, handler.CAMPAIGN.decider, killed, handler.CAMPAIGN.complete
                    ),
                )
            with pytest.raises(Killed):
                as_(season.cast.alice).post(page(battle), {"act": "accept", "of": str(found.pk)})
        assert log.head(season.stream) == head
        assert Adoption.objects.get() == found
    as_(season.cast.alice).post(page(battle), {"act": "accept", "of": str(found.pk)})
    with monkeypatch.context() as killing:
        killing.setattr("campaigns.clerk.battles.count", killed)
        assert clerk.sweep() == 0, "the clerk dies before it has counted"
    assert standing("bears")[1] == 0
    clerk.sweep()
    assert standing("bears") == (1, 5)


class Killed(Exception):
    pass


def killed(*_args: Any, **_named: Any) -> None:
    raise Killed


def test_a_correction_of_the_battle_is_counted_again(season: Season, battle: str) -> None:
    accepted(season, battle)
    clerk.sweep()
    first = Fixture.objects.get().position
    miss = next(row.position for row in log.read(battle) if row.type == "Shot")
    season.play(battle, Correct(position=miss, how="strike", reason="He never shot"))
    confirm(season, battle, season.cast.carol)
    clerk.sweep()
    assert Fixture.objects.get().position > first
    assert [row.type for row in log.read(season.stream)].count("BattleReported") == 2
    assert standing("bears") == (1, 5)


def test_called_off_it_counts_no_more_and_frees_the_vehicles(season: Season, battle: str) -> None:
    accepted(season, battle)
    season.report(season.organiser, CallOff(battle=battle, reason="It was a drill"))
    clerk.sweep()
    assert standing("bears")[1] == 0
    season.muster()


def test_against_a_guest_whose_seat_is_claimed_it_counts(season: Season) -> None:
    battle = fought(season, "Otto")
    guests.claim(User.objects.get(guest_of=battle), season.cast.carol)
    accepted(season, battle)
    clerk.sweep()
    assert standing("bears") == (1, 5)


# -- what cannot be ----------------------------------------------------------------------------------------------------


def why(season: Season, battle: str, **more: str) -> str:
    answer = as_(season.cast.bob).post(page(battle), form(season, **more))
    assert answer.status_code == 422
    assert not Adoption.objects.exists()
    return answer.content.decode().partition('role="alert"')[2].partition("</section>")[0]


def test_what_cannot_be_adopted_says_why(season: Season, battle: str) -> None:
    assert escape("Platoon “Bears” cannot fight itself") in why(season, battle, **{"platoon-south": "bears"})
    assert "There is no platoon" in why(season, battle, **{"platoon-south": "nobody"})
    assert "is not commanded by who played this side" in why(
        season, battle, **{"platoon-north": "cats", "platoon-south": "bears"}
    )
    assert "fixture" in why(season, battle, fixture="r9-9").lower()
    other = season.muster()
    told = why(season, battle)
    assert "Bears lacks 2 × Light, as good as new and free to fight." in told
    assert "Cats lacks 2 × Light" in told, "all of it at once"
    assert str(other) not in told


def test_damaged_vehicles_stand_for_none_that_came_as_new(season: Season, battle: str) -> None:
    season.fight()
    clerk.sweep()
    assert "Cats lacks 2 × Light" in why(season, battle)


def test_without_a_campaign_of_both_there_is_none_to_choose(season: Season) -> None:
    battle = fought(season, against=season.cast.dave)
    bob = as_(season.cast.bob)
    assert "no campaign of this rulebook in which you both command" in bob.get(page(battle)).content.decode()
    assert "no such campaign in which you both command" in why(season, battle)


def test_against_a_guest_and_before_it_is_settled_it_waits(season: Season) -> None:
    battle = fought(season, settle=False)
    assert "Only a settled battle" in as_(season.cast.bob).get(page(battle)).content.decode()
    assert "not settled yet" in why(season, battle)
    battle = fought(season, "Otto")
    assert "played by a guest" in as_(season.cast.bob).get(page(battle)).content.decode()
    assert "no such campaign in which you both command" in why(season, battle)


def test_nobody_else_sees_it_and_a_campaigns_battle_has_no_such_page(season: Season, battle: str) -> None:
    for user in (season.cast.dave, season.cast.alice):
        assert as_(user).get(page(battle)).status_code == 404
        assert as_(user).post(page(battle), form(season)).status_code == 404
    assert Client().get(page(battle)).status_code == 302
    assert as_(season.cast.bob).get(page(season.muster())).status_code == 404
    assert not Adoption.objects.exists()


def test_an_organiser_alone_adopts_nothing(season: Season, battle: str) -> None:
    head = log.head(season.stream)
    command = MusterBattle(
        battle=battle,
        sides={side: Forces(platoon=platoon) for side, platoon in SIDES.items()},
        adopted=Fought(settled=True),
    )
    with pytest.raises(Refused, match="Both players of a friendly battle have to agree"):
        season.report(season.organiser, command)
    agreed(season, battle)
    swapped = {side: Forces(platoon=platoon) for side, platoon in (("north", "cats"), ("south", "bears"))}
    with pytest.raises(Refused, match="is not commanded by who played"):
        season.report(season.organiser, MusterBattle(battle=battle, sides=swapped, adopted=Fought()))
    with pytest.raises(Refused, match="Only an organiser"):
        season.report(Who(str(season.cast.bob.pk)), command)
    with pytest.raises(Refused, match="There is no battle"):
        season.report(season.organiser, MusterBattle(battle=str(uuid4()), sides=command.sides, adopted=Fought()))
    assert log.head(season.stream) == head


def test_a_second_campaign_cannot_adopt_it_as_well(season: Season, battle: str) -> None:
    cast = season.cast
    second = Season(cast).begin()
    accepted(season, battle)
    Adoption.objects.create(
        battle=battle,
        campaign=Campaign.objects.get(pk=second.stream),
        sides='{"north":"bears","south":"cats"}',
        proposed_by=cast.bob,
        asked=cast.carol,
        agreed=True,
    )
    command = adoption.report_of(battle, SIDES, "")
    with pytest.raises(Refused, match="Another campaign has adopted"):
        second.report(second.organiser, command)


# -- the proposal ------------------------------------------------------------------------------------------------------


def test_it_is_declined_taken_back_or_replaced(season: Season, battle: str) -> None:
    bob, carol = as_(season.cast.bob), as_(season.cast.carol)
    for client in (bob, carol):
        found = proposed(season, battle)
        client.post(page(battle), {"act": "end", "of": str(found.pk)})
        assert not Adoption.objects.exists()
    first = proposed(season, battle)
    Adoption.objects.update(fixture="another")
    second = proposed(season, battle)
    carol.post(page(battle), {"act": "agree", "of": str(first.pk)})
    second.refresh_from_db()
    assert not second.agreed, "what was shown is not there any more"
    answer = carol.post(page(battle), form(season))
    assert "The other player has proposed it meanwhile" in answer.content.decode()


def test_a_proposal_ends_after_a_month_and_with_who_made_it(season: Season, battle: str) -> None:
    proposed(season, battle)
    Adoption.objects.update(made_at=timezone.now() - timedelta(days=31))
    clerk.sweep()
    assert not Adoption.objects.exists()
    proposed(season, battle)
    forget_person(season.cast.carol, "test", "Asked to")
    assert not Adoption.objects.exists()


def test_a_campaign_that_is_forgotten_leaves_the_friendly_battle(season: Season, battle: str) -> None:
    accepted(season, battle)
    clerk.sweep()
    forget_campaign(Campaign.objects.get(pk=season.stream), "test", "A test", really=True)
    assert log.positions([battle])
