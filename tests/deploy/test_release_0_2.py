"""What release 0.2.0 left behind, its database and its backup, taken over by this one (see tests/data/README.md)."""

from __future__ import annotations

import json
import lzma
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from battles import handler, log
from battles.models import Sheet
from battles.reports import Report
from campaigns import clerk
from campaigns.models import Campaign, CampaignSheet, Standing, User
from leagues.models import LeaguePlayer
from rules import all_systems
from rules.adjudicate import Who
from rules.stream.codec import encode
from rules.stream.revision.reports import Agree
from tests.campaigns.choosing import is_offered, moments
from tests.campaigns.decided_again import differing
from tests.cast import PASSWORD
from tests.databases import Scratch, scratch
from tests.deploy.house import begin_league, holds, run
from tests.deploy.shape import is_like
from tests.length import in_soak, sampled
from tests.where import BOTH

pytestmark = BOTH

LEFT = Path(__file__).parents[1] / "data" / "release_0_2"
HELD: dict[str, dict[str, Any]] = json.loads((LEFT / "held.json").read_text(encoding="utf-8"))
TOKEN = "leaguer_" + "bob" * 14
COLUMNS = ("rank", "platoon", "score", "won", "drawn", "lost", "purse", "penalty", "sector")


IN_A_BACKUP = in_soak(
    "tests/deploy/test_release_0_2.py::test_every_stream_is_as_it_was",
    "tests/deploy/test_squashed.py::test_a_database_and_a_backup_that_had_every_migration_before_they_were_squashed",
)


@pytest.fixture(
    scope="module",
    params=[pytest.param("database", marks=pytest.mark.only_on("sqlite")), pytest.param("backup", marks=IN_A_BACKUP)],
)
def taken_over(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any
) -> Iterator[str]:
    """The old house as this release has it, by either way; the tests only look at it, but for the last one."""
    with django_db_blocker.unblock(), scratch(tmp_path_factory.mktemp("old")) as new:
        if request.param == "database":
            Path(new.name).write_bytes(lzma.decompress((LEFT / "leaguer.sqlite3.xz").read_bytes()))
        with new.used():
            if request.param == "database":
                assert "folded anew" in run("upgrade")
            else:
                run("restore", str(LEFT / "backup.zip"))
            yield request.param


# A backup leads to the same streams, by their digests, and to read tables folded from them: what rules and pages make
# of them is the same. Nor does it turn on a database: test_upgrade, of the release before, opens pages on both.
in_the_database = pytest.mark.parametrize(
    "taken_over", [pytest.param("database", marks=pytest.mark.only_on("sqlite"))], indirect=True
)


@pytest.fixture
def bob(taken_over: str, settings: Any) -> Client:
    """He logs in with the password he had."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    client = Client()
    assert client.login(username="bob", password=PASSWORD)
    return client


def test_every_stream_is_as_it_was(taken_over: str) -> None:
    heads = {stream: (kind, log.head(stream)) for stream, kind in log.streams()}
    found = {
        stream: {"kind": kind, "position": head.position, "digest": head.digest}
        for stream, (kind, head) in heads.items()
    }
    assert found == HELD["streams"]
    assert log.missing_triggers(connection) == []


def test_it_has_come_to_the_tables_of_a_new_database(taken_over: str, migrated: Scratch, tmp_path: Path) -> None:
    with scratch(tmp_path, like=migrated) as new:
        is_like(new)


def test_the_log_verifies_and_the_read_tables_are_as_it_has_them(taken_over: str) -> None:
    holds()


def test_a_backup_of_it_holds_what_the_old_one_did_whichever_database_it_was_in(
    taken_over: str, tmp_path: Path
) -> None:
    """SQLite wrote the old one."""
    run("backup", str(tmp_path / "again.zip"))
    was, now = rows_of(LEFT / "backup.zip"), rows_of(tmp_path / "again.zip")
    assert was["log_row"]
    assert was["campaigns_user"]
    for table in (*(name for name in was if name.startswith("campaigns_")), "log_stream", "log_row", "log_sealed"):
        columns = {name for row in was[table] for name in row}
        kept = [{name: value for name, value in row.items() if name in columns} for row in now[table]]
        assert sorted(kept, key=str) == sorted(was[table], key=str), table


def rows_of(file: Path) -> dict[str, list[dict[str, Any]]]:
    """By table, each row by its columns."""
    with zipfile.ZipFile(file) as archive:
        return {
            table["name"]: [
                dict(zip(table["columns"], json.loads(line), strict=True))
                for line in archive.read(f"tables/{table['name']}.jsonl").splitlines()
            ]
            for table in json.loads(archive.read("manifest.json"))["tables"]
        }


def test_battles_stand_as_they_stood(taken_over: str) -> None:
    found = {}
    for sheet in Sheet.objects.all():
        outcome = json.loads(encode(handler.state(str(sheet.stream)).outcome()))
        outcome.pop("how", None)  # a sentence may be said otherwise
        found[str(sheet.stream)] = {"status": sheet.status, "outcome": outcome}
    assert found == HELD["battles"]


def test_standings_are_as_they_were(taken_over: str) -> None:
    found = {
        str(sheet.stream): list(Standing.objects.filter(campaign=sheet).order_by("rank", "platoon").values(*COLUMNS))
        for sheet in CampaignSheet.objects.all()
    }
    assert found == HELD["standings"]


@in_the_database
def test_every_report_to_a_campaign_is_decided_again_as_it_was(taken_over: str) -> None:
    """Its rows keep reports as they were told, and nothing beside: what was added to them stands in their events.

    One thing has come since: where a battle of a closed season is counted again, its standings are revised."""
    campaigns = [str(stream) for stream, kind in log.streams() if kind == "campaign"]
    assert len(campaigns) >= 5
    found = [one for stream in campaigns for one in differing(log.read(stream), opening=False)]
    added = [again[len(then) :] for _position, then, again in found if again[: len(then)] == then]
    assert len(added) == len(found)
    assert [text.partition(",")[0] for texts in added for text in texts] == ["('StandingsRevised'"]


@in_the_database
def test_every_report_to_a_campaign_was_one_that_is_offered(taken_over: str) -> None:
    campaigns = [str(stream) for stream, kind in log.streams() if kind == "campaign"]
    told = ((moment, is_offered(moment)) for stream in campaigns for moment in moments(log.read(stream)))
    assert [f"{moment.who} {moment.command}" for moment, offered in told if not offered] == []


def test_the_desk_is_as_it_was(taken_over: str) -> None:
    prepared = Campaign.objects.get(stream=None)
    assert (prepared.name, prepared.system, prepared.terms) == ("Prepared for spring", "tanks", {"workshop_slots": 3})


def test_the_token_of_a_program_goes_on(taken_over: str) -> None:
    """In the database; a backup has never held any."""
    answer = Client().get("/api/v1/me/", headers={"Authorization": f"Token {TOKEN}"})
    assert answer.status_code == (200 if taken_over == "database" else 401)


@in_the_database
@pytest.mark.at_length
def test_every_battle_and_campaign_answers(taken_over: str, bob: Client) -> None:
    """Pages to Bob, who plays in many of them; the API to a stranger. In `make test` a battle of each rulebook."""
    stranger = Client()
    battles = [(str(stream), system) for stream, system in Sheet.objects.values_list("stream", "system")]
    assert {stream for stream, _system in battles} == HELD["battles"].keys()
    for stream, _system in sampled(sorted(battles), met=lambda battle: battle[1:]):
        for client, address in ((bob, reverse("battle", args=[stream])), (stranger, f"/api/v1/battles/{stream}/")):
            assert client.get(address).status_code == 200, address
    for stream in HELD["standings"]:
        api = f"/api/v1/campaigns/{stream}/standings/"
        for client, address in ((bob, reverse("campaign", args=[stream])), (stranger, api)):
            assert client.get(address).status_code == 200, address


def test_play_goes_on(taken_over: str) -> None:
    """In a battle of each rulebook Carol answers what Bob had asked her under the old release."""
    carol, systems = Who(str(User.objects.get(username="carol").pk)), set()
    for sheet in Sheet.objects.all():
        battle = str(sheet.stream)
        state = handler.state(battle)
        if state.proposal is not None:
            agree = Agree(position=state.proposal.position)
            handler.execute(battle, [Report(str(uuid4()), "Agree", encode(agree))], carol, "api")
            assert handler.state(battle).proposal is None
            systems.add(sheet.system)
    assert systems == set(all_systems())
    begin_league()
    clerk.sweep()
    assert LeaguePlayer.objects.exists()
    holds()
