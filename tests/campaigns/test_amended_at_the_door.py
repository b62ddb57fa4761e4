"""House rules and editions that are amended while a season runs: what is read again, published, shown, and mailed."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from io import StringIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import DjangoDbBlocker, Settings

import rules
from battles import handler as battle_door
from battles.models import Sheet
from campaigns import clerk, handler, next_season, rereading
from campaigns.admin.ruling.views import rule_url
from campaigns.models import Campaign, CampaignSheet, Fixture, OutboxMessage, Standing
from campaigns.season.house_rules import Amend
from campaigns.season.kept_events import Amended
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Reread, Scoring
from rules.adjudicate import Who
from rules.contract import Refused
from rules.stream.revision.reports import Undo
from tests.campaigns import errata
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import office_of, text
from tests.campaigns.ruled import at, state
from tests.campaigns.test_season_mending_doors import at as begins
from tests.campaigns.test_season_mending_doors import rebuilt
from tests.pages.conftest import as_

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """Of edition 1, in its first round: a shot of 4 missed, then the bears won by sixes."""
    with shared_season(django_db_blocker, Season) as season, pytest.MonkeyPatch.context() as patch:
        errata.install(patch, "1")
        season.begin()
        season.report(season.organiser, OpenRound(deadline=""))
        battle = season.muster()
        season.shoot(battle, "cats-1", "bears-1", 4)
        season.win(battle)
        season.confirm(battle)
        clerk.sweep()
        yield season


@pytest.fixture
def fought(db: None, at_first: Season, monkeypatch: pytest.MonkeyPatch) -> Season:
    """Since then edition 2 is out. Nobody has read the battle again."""
    cache.clear()
    errata.install(monkeypatch, "1", "2")
    return deepcopy(at_first)


def amended(season: Season, **changes: Any) -> Amended:
    fields: dict[str, Any] = {"round": season_turn(season), "reason": "We voted"}
    season.report(season.organiser, Amend(**(fields | changes)))
    return state(season).amended[-1]


def season_turn(season: Season) -> int:
    return state(season).turn


# -- battles read again ------------------------------------------------------------------------------------------------


def test_a_season_is_read_again_and_every_ruling_that_would_differ_is_listed(fought: Season) -> None:
    found = rereading.of_command(state(fought), Amend(round=2, edition="2", reason="x"))
    (one,) = found.differ
    assert (found.over, found.read, found.rulings) == (1, 1, one.count)
    assert one.rulings[0].position == 2
    assert any("4" in die for die in one.rulings[0].dice)
    fog = rereading.of_command(state(fought), Amend(round=1, from_start=True, options={"fog": True}, reason="x"))
    assert fog.rulings == 0  # all other shots showed a six
    assert rereading.of_command(state(fought), Amend(round=1, scoring=Scoring(win=9), reason="x")).over == 0


def test_it_is_read_in_steps_and_what_was_read_is_kept(
    fought: Season, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """But not for another release, which may rule otherwise and serve beside this one."""
    command = Amend(round=2, edition="2", reason="in steps")
    assert rereading.of_command(state(fought), command, step=0).left == 1
    assert rereading.of_command(state(fought), command, step=1).left == 0
    monkeypatch.setattr(rereading, "of_battle", None)
    assert rereading.of_command(state(fought), command).rulings > 0
    settings.RELEASE = "99.0"
    assert rereading.of_command(state(fought), command, step=0).left == 1


def test_what_was_known_is_published_with_what_was_changed_from_what(fought: Season) -> None:
    event = amended(fought, round=2, edition="2", reread=Reread(rulings=99))
    assert event.reread
    assert event.before
    assert (event.before.edition, event.edition) == ("1", "2")
    assert (event.reread.over, event.reread.read, len(event.reread.differ)) == (1, 1, 1)
    assert len(event.reread.digest) == 64


# -- an errata ---------------------------------------------------------------------------------------------------------


def test_a_running_campaign_stays_and_moves_at_a_rounds_end(fought: Season) -> None:
    """What is under way keeps its edition; the next battle has the new one."""
    for player, key in zip((fought.cast.bob, fought.cast.carol) * 2, ("hares", "foxes", "owls", "mice"), strict=True):
        fought.enlist(player, key)
    under_way = fought.muster("hares", "foxes")
    assert state(fought).edition == "1"
    with pytest.raises(Refused, match="Round 1 is open"):
        amended(fought, round=1, edition="2")
    amended(fought, round=2, edition="2")
    assert (state(fought).edition, edition_of(under_way)) == ("1", "1")
    fought.report(fought.organiser, CloseRound(round=1, carry=(under_way,)))
    assert (state(fought).edition, edition_of(under_way)) == ("2", "1")
    assert CampaignSheet.objects.get().edition == "2"
    fought.report(fought.organiser, OpenRound(deadline=""))
    assert battle_door.state(under_way).play.needs == 5  # as its edition has it
    assert edition_of(fought.muster("owls", "mice")) == "2"


def edition_of(battle: str) -> str:
    return Sheet.objects.get(pk=battle).edition


def test_the_next_season_and_friendly_battles_take_the_newest(fought: Season) -> None:
    fought.report(fought.organiser, CloseRound(round=1))
    fought.report(fought.organiser, CloseSeason())
    desk = next_season.clone(Campaign.objects.get(stream=fought.stream), "The next ridge")
    assert handler.open_campaign(desk, fought.organiser, "page").state.edition == "2"
    assert rules.system("skirmish").edition == "2"


def test_a_move_is_taken_back_as_any_report(fought: Season) -> None:
    amended(fought, round=2, edition="2")
    moved = handler.replay(fought.stream)[2][-1].position
    fought.report(fought.organiser, Undo(position=moved))
    fought.report(fought.organiser, CloseRound(round=1))
    assert state(fought).edition == "1"


def test_an_edition_comes_by_itself_and_is_one_there_is(fought: Season) -> None:
    for changes in ({"edition": "3"}, {"edition": "2", "terms": {"slots": 3}}, {"edition": "2", "from_start": True}):
        with pytest.raises(Refused) as caught:
            amended(fought, round=2, **changes)
        assert "edition" in {fault.field for fault in caught.value.faults}


def test_the_office_tells_of_a_newer_edition_and_what_differs(fought: Season) -> None:
    alice = office_of(fought.cast.alice)
    page = text(alice.get(rule_url(fought.stream)))
    assert "goes by edition 1" in page
    assert "A shot hits at 4 and more" in page
    amended(fought, round=2, edition="2")
    assert "goes by edition 1" not in text(alice.get(rule_url(fought.stream)))


# -- pages and mail ----------------------------------------------------------------------------------------------------


def test_the_rules_page_has_the_history_with_the_battles_that_stand(fought: Season, client: Client) -> None:
    amended(fought, round=2, edition="2")
    page = client.get(f"/campaigns/{fought.stream}/").content.decode()
    told = page.partition('id="house"')[2].partition("</details>")[0]
    assert "From round 2 on: We voted" in " ".join(told.split())
    assert "<del>1</del> <ins>2</ins>" in told
    assert "they stand as they were fought" in told or "it stands as it was fought" in told


def test_everybody_is_written_to_once_with_what_changes_for_them(fought: Season) -> None:
    for user in (fought.cast.bob, fought.cast.carol):
        user.email = f"{user.username}@example.org"
        user.save()
    amended(fought, from_start=True, scoring=Scoring(win=10))
    mails = {str(one.user): one.body for one in OutboxMessage.objects.all()}
    assert {*mails} == {str(fought.cast.bob), str(fought.cast.carol)}
    assert "win: 3 → 10" in mails[str(fought.cast.bob)]
    assert "Score" in mails[str(fought.cast.bob)]
    assert "From the start: We voted" in mails[str(fought.cast.carol)]
    inserted = next(row.position for row in handler.replay(fought.stream)[2] if row.type == "Amended") - 1
    fought.report(fought.organiser, CloseRound(round=1))
    fought.report(fought.organiser, Undo(position=inserted))  # long after it
    assert OutboxMessage.objects.filter(subject__contains="taken back").count() == 2


def test_from_the_start_is_foreseen_in_the_office_and_done(fought: Season) -> None:
    alice = office_of(fought.cast.alice)
    form = at(alice, fought, "amend").fill(from_start="yes", scoring__win="10", reason="We voted")
    form.press("look")
    found = form.page.context["foreseen"]
    assert found.amending.again > 3
    assert {rank.name: (rank.before.score, rank.after.score) for rank in found.ranks}["Bears"][1] >= 10
    assert form.press("do").status_code == 302
    assert Standing.objects.get(platoon="bears").score >= 10


def test_no_player_amends(fought: Season) -> None:
    bob = Who(str(fought.cast.bob.pk))
    for changes in ({"edition": "2", "round": 2}, {"from_start": True, "round": 1, "terms": {"slots": 3}}):
        with pytest.raises(Refused) as caught:
            fought.report(bob, Amend(reason="mine", **changes))  # type: ignore[arg-type]
        assert caught.value.code == "not-yours"
    assert as_(fought.cast.bob).get(f"/campaigns/{fought.stream}/").status_code == 200


# -- on the command line -----------------------------------------------------------------------------------------------


def reread(*words: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("reread", *words, stdout=out, stderr=StringIO())
    except CommandError as error:
        return error.returncode, out.getvalue()
    return 0, out.getvalue()


def test_the_command_line_reads_all_battles_of_a_campaign_again(fought: Season) -> None:
    assert reread(fought.stream)[0] == 0
    status, said = reread(fought.stream, "--edition", "2")
    assert status == 1
    assert "1 battle decided again: 1 differ" in said
    assert reread(fought.stream, "--house")[0] == 0
    amended(fought, from_start=True, options={"fog": True})
    assert "1 battle decided again" in reread(fought.stream, "--house")[1]


# -- told where it is looked for ---------------------------------------------------------------------------------------


def test_a_battle_says_that_the_rules_it_was_fought_by_are_others_now(fought: Season) -> None:
    """Only a battle whose rulings would be others; until the amendment is taken back. Its page is made anew for it."""
    (row,) = Fixture.objects.exclude(battle=None)
    bob, told = as_(fought.cast.bob), "By those, some rulings of this battle would be different"
    before = bob.get(f"/battles/{row.battle}/")
    assert told not in before.content.decode()
    amended(fought, round=2, edition="2")
    row.refresh_from_db()
    assert row.read_otherwise
    after = bob.get(f"/battles/{row.battle}/", HTTP_IF_NONE_MATCH=before["ETag"])
    assert (after.status_code, told in after.content.decode()) == (200, True)
    assert f'href="/campaigns/{fought.stream}/#house"' in after.content.decode()
    assert told not in bob.get(f"/battles/{row.battle}/?at=2").content.decode()
    rebuilt(fought)
    fought.report(fought.organiser, Undo(position=begins(fought, "Amend")))
    assert told not in bob.get(f"/battles/{row.battle}/").content.decode()


def test_organisers_are_told_of_a_newer_edition_while_the_campaign_runs(fought: Season) -> None:
    """On its page and in the office; nobody else is, nor anybody once it is to move."""
    home, told = f"/campaigns/{fought.stream}/", "Edition 2 of the rulebook is out"
    office = f"/admin/campaigns/campaign/{fought.desk.pk}/change/"
    alice = office_of(fought.cast.alice)
    for page in (home, office):
        shown = alice.get(page).content.decode()
        assert told in shown, page
        assert f"/admin/campaigns/campaignsheet/{fought.stream}/rule/amend/" in shown
    for reader in (as_(fought.cast.bob), Client()):
        assert told not in reader.get(home).content.decode()
    amended(fought, round=2, edition="2")
    for page in (home, office):
        assert told not in alice.get(page).content.decode()
