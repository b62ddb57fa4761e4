"""manage.py rebuild: the read tables follow from the log, column by column."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, models
from pytest_django import DjangoDbBlocker

from battles.models import Seat, Sheet
from campaigns import clerk, rebuild_compare, rebuild_spool
from campaigns import projection_rebuild as rebuilding
from campaigns.models import Campaign, CampaignSheet, Fixture, Sector, Standing, Vehicle
from campaigns.season.map.links import SetLink
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from tests.campaigns.campaigning import Campaigning
from tests.campaigns.conftest import Season, shared_season
from tests.cast import Cast
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, BOTH]


LEAGUES = (
    *("LeagueSheet", "LeagueCampaign", "LeaguePlayer", "LeagueGame", "LeagueMachine", "LeagueHonour"),
    *("LeagueTeam", "LeagueStay", "LeagueTeamSeason"),
)


def contents() -> dict[str, list[tuple[object, ...]]]:
    return {
        model.__name__: list(model._default_manager.order_by("pk").values_list()) for model in rebuilding.READ_TABLES
    }


def rebuild(*options: str) -> str:
    """What it says; of an error also that."""
    said = StringIO()
    try:
        call_command("rebuild", *options, stdout=said, stderr=said)
    except CommandError as error:
        said.write(f"error: {error}")
    return said.getvalue()


def test_every_read_table_is_rebuilt() -> None:
    """A table that is neither the log's, nor Django's, nor of the desk is folded: none is forgotten."""
    from django.apps import apps

    desk = {
        *("Adoption", "Attendance", "Authenticator", "BrowserLogin", "Campaign", "Campaign_umpires", "CardCode"),
        *("Club", "ClubWords", "Club_members", "Club_organisers", "CorrectionDraft", "DiscordChannel"),
        *(
            "DiscordCursor",
            "DiscordMessage",
            "HeldRuling",
            "Invitation",
            "Invitation_joined",
            "League",
            "Mention",
            "Minor",
        ),
        *("ModerationAct", "Mute", "Notice", "NoticeChoice", "NoticeCursor", "NoticeDelivery", "OpenPage"),
        *("OutboxMessage", "OwnDiscord", "OwnDiscordMessage", "Passkey", "Photo", "Post", "PostReport"),
        *("PushDevice", "PushMessage", "Reaction", "RecoveryCode", "SavedScenario", "SeatPass", "Thread"),
        *("UncountedBattle", "User", "User_groups", "User_user_permissions", "WaitingRoom", "WebhookCursor"),
        *("WebhookDelivery", "WebhookEndpoint"),
    }
    found = {
        model.__name__
        for app in ("battles", "campaigns", "leagues")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.db_table.startswith("log_")
    }
    assert {model.__name__ for model in rebuilding.READ_TABLES} == found - desk


def test_what_lives_on_a_map_equals_what_is_folded(cast: Cast) -> None:
    """Sectors, who stands where, orders that were given, a retreat that is due, a link that is closed."""
    war = Campaigning(cast).begin()
    war.beaten()
    war.report(war.organiser, SetLink(one="clay", other="fay", open=False, reason="The bridge is blown"))
    sectors = {one.sector: one for one in Sector.objects.all()}
    assert (sectors["elm"].owner, sectors["elm"].contested, sectors["elm"].platoons) == (
        "blues",
        True,
        '["bears","cats"]',
    )
    assert {one.sector for one in sectors.values() if one.supply} == {"alton", "bury", "elm", "gate"}
    cats = Standing.objects.get(platoon="cats")
    assert (cats.sector, cats.supply, bool(cats.retreat_by)) == ("elm", "supplied", True)
    assert Fixture.objects.get().beaten == "cats"
    assert '{"kind":"river","one":"clay","other":"fay","closed":true}' in CampaignSheet.objects.get().links
    before = contents()
    assert "error" not in rebuild("--check")
    Sector.objects.filter(sector="elm").update(owner="reds")
    assert "owner: 'reds' stood" in rebuild()
    assert contents() == before


# ------------------------------------------------------------------------------ one season for all that stands below


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """One battle settled and counted, a round closed after it, one being fought in the next. Nobody here reports
    more."""
    with shared_season(django_db_blocker, Season) as season:
        season.begin()
        season.report(season.organiser, OpenRound(method="everyone"))
        season.fight()
        clerk.sweep()
        season.report(season.organiser, CloseRound(round=1))
        season.enlist(season.cast.carol, "dogs")
        season.report(season.organiser, OpenRound(method="everyone"))
        season.shoot(season.muster(south="dogs"), "dogs-1", "bears-1")
        yield season


def test_what_lives_equals_what_is_folded(played: Season) -> None:
    before = contents()
    empty = {name for name, rows in before.items() if not rows}
    assert empty == {"Sector", *LEAGUES}, "that of a map is tried with one, those of leagues by theirs"
    assert "error" not in rebuild("--check")
    assert "error" not in rebuild()
    assert contents() == before


TAMPERED: list[tuple[type[models.Model], dict[str, object]]] = [
    (Sheet, {"round": 77, "confirm_by": "2020-01-01T00:00:00.000000Z"}),
    (Seat, {"player": "dave"}),
    (CampaignSheet, {"name": "Mine"}),
    (Standing, {"score": 99}),
    (Vehicle, {"condition": "{}", "record": "[]"}),
    (Fixture, {"digest": "0" * 64}),
]


@pytest.mark.only_on("sqlite")  # on both: rows too many and too few, below, by the same comparison
def test_each_tampered_column_is_named(played: Season) -> None:
    before, rows = contents(), dict[str, dict[str, object]]()
    for model, changes in TAMPERED:
        row = model._default_manager.order_by("pk").first()
        assert row is not None
        model._default_manager.filter(pk=row.pk).update(**changes)
        rows[f"{model._meta.db_table} {row.pk if isinstance(row.pk, str) else ''}"] = changes
    tampered = contents()

    said = rebuild("--check")
    for called, changes in rows.items():
        assert called in said
        assert all(f"{column}: {value!r} stood" in said for column, value in changes.items()), called
    assert f"error: The read tables differ from the log in {sum(map(len, rows.values()))} places." in said
    assert contents() == tampered

    assert "made anew" in rebuild()
    assert contents() == before
    assert "error" not in rebuild("--check")


def test_rows_too_many_and_too_few_are_named(played: Season) -> None:
    before = contents()
    Standing.objects.filter(platoon="cats").delete()
    Vehicle.objects.create(
        **(
            Vehicle.objects.filter(vehicle="dogs-1").values().get()
            | {"key": f"{played.stream}/ghost", "vehicle": "ghost"}
        )
    )
    said = rebuild()
    assert f"{Standing._meta.db_table} {played.stream}/cats: was missing." in said
    assert f"{Vehicle._meta.db_table} {played.stream}/ghost: stood without anything of the kind in the log." in said
    assert contents() == before


def test_nothing_stays_behind(played: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    """Page by page, twice in one connection, and with no table left over; the desk is not touched."""
    monkeypatch.setattr(rebuild_compare, "AT_ONCE", 2)
    monkeypatch.setattr(rebuild_spool, "AT_ONCE", 2)
    desk = list(Campaign.objects.values())
    assert "error" not in rebuild()
    assert "error" not in rebuild()
    assert list(Campaign.objects.values()) == desk
    assert not [name for name in connection.introspection.table_names() if name.startswith("stood_")]
