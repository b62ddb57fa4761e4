"""manage.py forget: a test campaign goes with all its battles, a person's names and words go, and all else holds."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

import rules
from battles import log
from battles.models import Sheet
from campaigns import erasure as forgetting
from campaigns.demo import load
from campaigns.models import Campaign, CampaignSheet, HeldRuling, User
from campaigns.season import COMMANDS, EVENTS
from leagues import league as leagues
from rules import reports as battle_reports
from rules.contract import Command, Event, Refused
from tests.campaigns.test_rebuild_waits import closed_after, waiting
from tests.cast import PASSWORD, CampaignFactory
from tests.databases import Scratch
from tests.length import in_soak
from tests.servers import wait_for
from tests.where import BOTH

CAMPAIGN = str(load.CAMPAIGN)


@pytest.fixture
def demo(lent: Scratch) -> Campaign:
    """The demo, called a test."""
    Campaign.objects.filter(pk=load.CAMPAIGN).update(test=True)
    return Campaign.objects.get(pk=load.CAMPAIGN)


def forget(*arguments: str, answer: str | None = None, monkeypatch: pytest.MonkeyPatch | None = None) -> str:
    said = io.StringIO()
    if monkeypatch is not None:
        monkeypatch.setattr("builtins.input", lambda asked: answer)
    call_command("forget", *arguments, stdout=said, stderr=said)
    return said.getvalue()


def everything() -> tuple[list[Any], list[Any]]:
    """Every stream with its head, and every row of the desk's campaigns."""
    return [(stream, kind, log.head(stream)) for stream, kind in log.streams()], list(Campaign.objects.values())


def holds() -> bool:
    """The log verifies, and the read tables are as it has them; else a CommandError says what does not."""
    call_command("verify", stdout=io.StringIO())
    call_command("rebuild", "--check", stdout=io.StringIO())
    return True


@BOTH
def test_a_test_campaign_goes_with_all_its_battles(demo: Campaign, client: Client) -> None:
    heads = {stream: log.head(stream) for stream, _kind in log.streams()}
    kinds = dict(log.streams())
    other = CampaignFactory.create(name="Of others")
    said = forget("campaign", CAMPAIGN, "--reason", "we only tried it", "--by", "alice", "--yes")

    assert "with 9 battles" in said
    assert list(log.streams()) == []
    assert not Sheet.objects.exists()
    assert not CampaignSheet.objects.exists()
    assert list(Campaign.objects.all()) == [other]
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM log_sealed")
        assert cursor.fetchone()[0] == 0
    assert client.get(reverse("campaign", args=[CAMPAIGN])).status_code == 404
    assert holds()

    trail = log.forgotten()
    alice = str(User.objects.get(username="alice").pk)
    assert {row.subject: (row.kind, row.rows, row.digest) for row in trail} == {
        stream: (kinds[stream], head.position, head.digest) for stream, head in heads.items()
    }
    assert {(row.what, row.by, row.reason) for row in trail} == {("stream", alice, "we only tried it")}
    assert trail[-1].subject == CAMPAIGN
    assert CAMPAIGN in forget("trail")
    log.open_stream(CAMPAIGN, "campaign")
    assert log.head(CAMPAIGN).position == 0, "it can begin anew"


@pytest.mark.only_on("postgresql")
def test_who_forgets_and_who_asks_for_a_second_officer_do_not_wait_for_each_other(database: Scratch) -> None:
    """What is held points to the campaign, and is written under the lock of its log."""
    desk, alice = Campaign.objects.get(pk=CAMPAIGN), User.objects.get(username="alice")
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            log.lock(CAMPAIGN)
            forgets = pool.submit(
                closed_after, lambda: forgetting.forget_campaign(desk, "alice", "we only tried it", really=True)
            )
            wait_for(lambda: waiting() == 1, "who forgets, and waits", look=0.01)
            HeldRuling.objects.create(id=uuid4(), campaign=desk, by=alice, kind="penalties", reports="[]")
        forgets.result(timeout=30)
    assert not Campaign.objects.exists()
    assert not HeldRuling.objects.exists()


@in_soak("tests/deploy/test_forget.py::test_a_test_campaign_goes_with_all_its_battles")
def test_what_was_forgotten_can_begin_anew(demo: Campaign) -> None:
    forget("campaign", CAMPAIGN, "--reason", "once more", "--yes")
    assert load.load(PASSWORD)
    assert holds()


def test_a_campaign_that_is_no_test_is_not_forgotten_lightly(demo: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    Campaign.objects.update(test=False)
    before = everything()
    with pytest.raises(Refused):
        forgetting.forget_campaign(demo, "console", "a slip")
    with pytest.raises(CommandError, match="was not marked as a test"):
        forget("campaign", CAMPAIGN, "--reason", "a slip", "--yes")
    with pytest.raises(CommandError, match="is called “Fulda, autumn 1985”"):
        forget("campaign", CAMPAIGN, "--reason", "a slip", "--yes", "--really", "Fulda")
    with pytest.raises(CommandError, match="not its name"):
        forget("campaign", CAMPAIGN, "--reason", "a slip", answer="yes", monkeypatch=monkeypatch)
    assert everything() == before
    assert log.forgotten() == []

    forget("campaign", CAMPAIGN, "--reason", "meant", answer="Fulda, autumn 1985", monkeypatch=monkeypatch)
    assert list(log.streams()) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("campaign", "no-id", "--reason", "x"), "There is no campaign no-id"),
        (("campaign", CAMPAIGN, "--reason", " ", "--yes"), "say in up to 500 characters why"),
        (("campaign", CAMPAIGN, "--reason", "x" * 501, "--yes"), "say in up to 500 characters why"),
        (("campaign", CAMPAIGN, "--reason", "x", "--yes", "--by", "nobody"), "There is no account “nobody”"),
        (("person", "nobody", "--reason", "x"), "There is no account “nobody”"),
    ],
)
def test_what_cannot_be_forgotten_is_said(demo: Campaign, arguments: tuple[str, ...], said: str) -> None:
    before = everything()
    with pytest.raises(CommandError, match=said):
        forget(*arguments)
    assert everything() == before


def test_a_campaign_on_the_desk_only_is_the_offices() -> None:
    prepared = CampaignFactory.create(test=True)
    with pytest.raises(CommandError, match="Delete it in the office"):
        forget("campaign", str(prepared.pk), "--reason", "x", "--yes")
    assert Campaign.objects.filter(pk=prepared.pk).exists()


@BOTH
def test_forgetting_that_fails_on_the_way_forgets_nothing(demo: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    before = everything()

    def fail(*args: Any, **kwargs: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Campaign, "delete", fail)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        forgetting.forget_campaign(demo, "console", "it will fail")
    assert everything() == before
    assert log.forgotten() == []
    assert holds()


def sealed() -> dict[tuple[str, int, str], str]:
    return {
        (text.stream, text.position, text.place): text.value
        for stream, _kind in log.streams()
        for text in log.sealed_in(stream)
    }


def test_a_persons_account_becomes_nobodys(demo: Campaign, client: Client) -> None:
    carol = User.objects.get(username="carol")
    carol.email, carol.first_name = "carol@example.org", "Carol"
    carol.save()
    campaign_before, texts = log.head(CAMPAIGN), sealed()
    client.force_login(carol)
    said = forget("person", "carol", "--reason", "asked for it", "--yes")

    carol.refresh_from_db()
    assert carol.username.startswith("forgotten-")
    assert carol.username in said
    assert (carol.email, carol.first_name, carol.last_name, carol.is_active) == ("", "", "", False)
    assert not carol.has_usable_password()
    assert not carol.clubs.exists()
    assert client.get(reverse("account")).status_code == 302, "her session has ended"
    assert not client.login(username=carol.username, password=PASSWORD)
    assert log.head(CAMPAIGN) == campaign_before
    assert sealed() == texts, "what she typed stays until she asks for that, too"
    (row,) = log.forgotten()
    assert (row.what, row.subject, row.reason) == ("account", str(carol.pk), "asked for it")
    page = client.get(reverse("campaign", args=[CAMPAIGN])).content.decode()
    assert "carol" not in page.lower()
    assert holds()


@BOTH
def test_what_a_person_typed_goes_with_its_copies_and_every_digest_stays(demo: Campaign, client: Client) -> None:
    """Carol's vehicles are Tagil, Ural, Kama and Volga; their names stand in both battles' musters, too."""
    carol = User.objects.get(username="carol")
    heads = {stream: log.head(stream) for stream, _kind in log.streams()}
    before = sealed()
    hers = {value for (stream, _position, _place), value in before.items() if value in ('"Tagil"', '"Ural"', '"Kama"')}
    assert len(hers) == 3
    forget("person", "carol", "--reason", "asked for it", "--texts", "--yes")

    after = sealed()
    assert hers & set(after.values()) == set()
    lost = {place.split(".")[1] for _stream, _position, place in before.keys() - after.keys()}
    assert lost <= forgetting.TEXTS
    assert '"Alpha 66"' in after.values(), "Bob's names are Bob's"
    assert {stream: log.head(stream) for stream, _kind in log.streams()} == heads
    assert holds()
    assert {row.what for row in log.forgotten()} == {"sealed", "account"}
    assert str(carol.pk) in {row.subject for row in log.forgotten()}
    for address in (reverse("campaign", args=[CAMPAIGN]), *(reverse("battle", args=[one]) for one in battles())):
        page = client.get(address)
        assert page.status_code == 200
        assert not any(name in page.content.decode() for name in ("Tagil", "Volga"))


def battles() -> list[str]:
    return [stream for stream, kind in log.streams() if kind == "battle"]


def test_every_sealed_field_is_a_text_or_a_secret() -> None:
    """A new one has to be told apart: a text may be erased on request, what a battle is decided with may not."""
    kinds: set[type[Command] | type[Event]] = {*battle_reports.COMMANDS, *battle_reports.EVENTS}
    kinds |= {*COMMANDS, *EVENTS, *leagues.COMMANDS, *leagues.EVENTS}
    for system in rules.all_systems().values():
        kinds |= {*system.commands, *system.events}
    fields = {name for kind in kinds for name in kind.sealed}
    assert fields - forgetting.TEXTS - forgetting.SECRETS == set()
    assert forgetting.TEXTS.isdisjoint(forgetting.SECRETS)
