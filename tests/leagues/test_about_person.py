"""Everything about a person: every table that knows them is in it or left out with its reason; nobody else's secret is;
only who gives a password takes it."""

from __future__ import annotations

import io
import json
import logging
from pathlib import Path
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command
from django.http import StreamingHttpResponse
from django.test import Client
from django.utils import timezone

from api import keys as club_keys
from api import models as tokens
from campaigns import clerk, guests, minors
from campaigns.about_person import archive, logs, parts
from campaigns.about_person.download import MOST
from campaigns.models import (
    Adoption,
    Attendance,
    Authenticator,
    BrowserLogin,
    Campaign,
    CardCode,
    CorrectionDraft,
    HeldRuling,
    Invitation,
    Mention,
    ModerationAct,
    Mute,
    Notice,
    NoticeChoice,
    NoticeDelivery,
    OpenPage,
    OutboxMessage,
    Passkey,
    Photo,
    Post,
    PostReport,
    PushDevice,
    PushMessage,
    Reaction,
    RecoveryCode,
    SavedScenario,
    SeatPass,
    Thread,
    User,
    WaitingRoom,
)
from campaigns.season.free_times import NoteFree
from leagues.league.players import SetProfile
from leagues.models import League
from rules.adjudicate import Who
from tests.campaigns.conftest import Season
from tests.campaigns.office import office_of, text
from tests.cast import PASSWORD, CampaignFactory, Cast, ClubFactory, logged_in
from tests.grounds import once
from tests.leagues.conftest import Start, Years, spring
from tests.leagues.persons import left_out, naming, referring, told
from tests.where import BOTH

pytestmark = pytest.mark.django_db
ALL = "/account/all/"
SECRETS = (
    *("the-endpoint", "the-public-key", "the-auth-secret", "a-hash-of-a-code", "a-digest-of-a-pass"),
    *("the-key-of-an-app", "a-digest-of-a-recovery-code", "the-key-of-a-session"),
    *("a-digest-of-a-passkey", "the-public-half-of-a-passkey"),
)
Files = dict[str, Any]


@pytest.fixture
def start(db: None) -> Start:
    return once(known)


def known() -> Start:
    """Bob has enlisted, fought, said when he is free, and has an alias in the league."""
    begun = spring()
    season, cast = begun.season, begun.season.cast
    season.appoint(cast.bob)
    season.report(Who(str(cast.bob.pk)), NoteFree(platoon="bears", free="Tuesday evenings"))
    season.report(Who(str(cast.carol.pk)), NoteFree(platoon="cats", free="Never on Fridays"))
    clerk.sweep()
    begun.years.report(SetProfile(player=str(cast.bob.pk), alias="Desert Fox"), Who(str(cast.bob.pk)))
    return begun


@pytest.fixture
def played(start: Start) -> Years:
    return start.years


def touch_everything(cast: Cast) -> str:
    """A row of Bob's in every table of the desk; returns a token's key."""
    bob, stream, now = cast.bob, uuid4(), timezone.now()
    bob.email = "bob@steel.example"
    bob.save()
    bob.groups.add(Group.objects.create(name="readers"))
    bob.user_permissions.add(Permission.objects.all()[:1].get())
    minors.mark(bob, cast.alice, "Robert")
    CampaignFactory.create(club=cast.club, umpires=[bob])
    cast.club.organisers.add(bob)
    one = Invitation.objects.create(club=cast.club, made_by=bob, address="frank@steel.example")
    one.joined.add(bob)
    WaitingRoom.objects.create(host=bob, side="north", muster="{}")
    SavedScenario.objects.create(owner=bob, stream=uuid4(), name="If", changes="{}")
    desk = Campaign.objects.all()[:1].get()
    Adoption.objects.create(battle=stream, campaign=desk, sides="{}", proposed_by=bob, asked=cast.carol)
    Attendance.objects.create(campaign=desk, platoon="bears", day=now.date(), here=True, said_by=bob)
    CorrectionDraft.objects.create(campaign=desk, stream=stream, type="Undo", data="{}", position=1, made_by=bob)
    HeldRuling.objects.create(pk=uuid4(), campaign=desk, kind="penalties", reports="[]", by=bob, via="admin")
    OutboxMessage.objects.create(key="k", user=bob, address=bob.email, subject="Your turn", body="The ford waits.")
    device = PushDevice.objects.create(
        user=bob, endpoint=SECRETS[0], digest="d", p256dh=SECRETS[1], auth=SECRETS[2], label="A phone"
    )
    notice = Notice.objects.create(key="n", user=bob, stream=stream, kind="turn", subject="Your turn", link="/")
    PushMessage.objects.create(device=device, notice=notice, position=1)
    NoticeChoice.objects.create(user=bob, kind="turn", timing="day")
    NoticeDelivery.objects.create(notice=notice, user=bob, channel="mail", due_at=now)
    OpenPage.objects.create(user=bob, stream=stream, until=now)
    SeatPass.objects.create(digest=SECRETS[4], kind="seat", stream=stream, side="north", owner=bob, expires_at=now)
    CardCode.objects.create(stream=stream, owner=bob, hashed=SECRETS[3], made_at=now)
    Authenticator.objects.create(user=bob, key=SECRETS[5], confirmed_at=now)
    Passkey.objects.create(user=bob, digest=SECRETS[8], credential=SECRETS[9], label="My phone")
    RecoveryCode.objects.create(user=bob, digest=SECRETS[6])
    BrowserLogin.objects.create(user=bob, session=SECRETS[7], label="Firefox on Android")
    talk(desk, bob, cast.carol)
    LogEntry.objects.create(user=bob, action_flag=ADDITION, object_repr="The ford")
    club_keys.make(cast.club, bob, "Scoreboard", ["read"])
    return tokens.issue(bob, "my script")


def talk(desk: Campaign, one: User, other: User) -> None:
    thread = Thread.objects.create(campaign=desk, fixture="f1")
    post = Post.objects.create(thread=thread, author=one, body=f"@{{{other.pk}}} The ford")
    Photo.objects.create(post=post, name="gone.jpg", width=1, height=1)
    Reaction.objects.create(post=post, user=one, kind="good")
    Mention.objects.create(post=post, user=one)
    Mute.objects.create(user=one, person=other)
    PostReport.objects.create(thread=thread, post=post, author=one, by=other, reason="Rude", said=post.body)
    ModerationAct.objects.create(thread=thread, post=post.pk, author=one, by=other, what="hid", reason="Rude")


def files(data: bytes) -> Files:
    with ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        read = {name: archive.read(name).decode() for name in archive.namelist()}
    return {
        name: content if name.endswith(".html") else [json.loads(line) for line in content.splitlines()]
        for name, content in read.items()
    }


def all_about(user: User, officer: User | None = None) -> Files:
    return files(b"".join(archive.pieces(parts.subject(user, officer), "en")))


def streamed(response: Any) -> Files:
    assert isinstance(response, StreamingHttpResponse)
    assert (response.status_code, response["Content-Type"]) == (200, "application/zip")
    return files(b"".join(response))


@BOTH
def test_every_table_that_knows_somebody_is_told_or_left_out_for_a_reason(played: Years, cast: Cast) -> None:
    """A new table that refers to accounts, or keeps their ids, has to be told in a part or named in `LEFT_OUT`."""
    key = touch_everything(cast)
    known = {model._meta.label for model in (*referring(), *naming(str(cast.bob.pk)))}
    assert known - told() - left_out() == set()
    about, found = parts.subject(cast.bob), {one: list(one.lines(parts.subject(cast.bob))) for one in parts.PARTS}
    silent = [
        one.key for one, lines in found.items() if not lines and known & {each._meta.label for each in one.tables}
    ]
    assert silent == []

    content = b"".join(archive.pieces(about, "en"))
    said = files(content)
    assert {f"{one.key}.jsonl" for one in parts.PARTS} | {"index.html"} == said.keys()
    everything = json.dumps(said)
    assert [secret for secret in (*SECRETS, key, cast.bob.password) if secret in everything] == []
    assert "frank@steel.example" not in everything, "the address of another"
    for word in ("my script", "A phone", "The ford waits.", "Tuesday evenings", "Desert Fox", "Robert", "readers"):
        assert word in everything, word
        assert word in said["index.html"] or word == "Tuesday evenings", word
    assert "What is not in it" in said["index.html"]


def test_rows_are_told_as_their_reader_may_read_them(played: Years, season: Season, cast: Cast) -> None:
    """As the API tells them to him, row by row; what others alone may know is not there."""
    read, client = all_about(cast.bob)["log.jsonl"], logged_in(cast.bob)
    assert {one["mine"] for one in read} == {True, False}
    assert {one["stream"] for one in read} > {season.stream, played.stream}
    assert "Never on Fridays" not in json.dumps(read)
    for kind, streams in (("campaigns", [season.stream]), ("leagues", [played.stream])):
        for stream in streams:
            rows = client.get(f"/api/v1/{kind}/{stream}/events/?history=all&limit=200").json()["events"]
            known = {one["position"]: (one["type"], one["text"], one["data"]) for one in rows}
            mine = {one["position"]: (one["type"], one["text"], one["data"]) for one in read if one["stream"] == stream}
            assert {position: known[position] for position in mine} == mine
    assert all(one["mine"] or str(cast.bob.pk) in json.dumps(one["data"]) for one in read)


def test_of_a_log_that_is_closed_to_them_only_their_own_rows_are_told(season: Season, cast: Cast) -> None:
    season.begin()
    season.appoint(cast.dave)  # by Alice, who names him
    assert [one["mine"] for one in all_about(cast.dave)["log.jsonl"]] == [False]
    season.dismiss(cast.dave)
    Campaign.objects.update(visibility=Campaign.Visibility.MEMBERS)
    assert all_about(cast.dave)["log.jsonl"] == []


def test_a_log_that_cannot_be_read_holds_nothing_up(
    season: Season, cast: Cast, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    season.begin()

    def broken(about: parts.Subject, stream: str) -> logs.Story:
        raise KeyError("a rulebook that is gone")

    monkeypatch.setitem(logs.KINDS, "campaign", broken)
    with caplog.at_level(logging.CRITICAL):
        (line,) = all_about(cast.bob)["log.jsonl"]
    assert (line["stream"], line["text"]) == (season.stream, "This log cannot be read here now.")


def test_it_is_made_piece_by_piece(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    OutboxMessage.objects.bulk_create(
        OutboxMessage(key=str(n), user=cast.bob, address="b@x.example", subject="S", body=str(uuid4()) * 30)
        for n in range(400)
    )
    monkeypatch.setattr(archive, "PIECE", 1000)
    sizes = [len(piece) for piece in archive.pieces(parts.subject(cast.bob), "en")]
    assert len(sizes) > 10
    assert max(sizes) < 60_000, "the page shows a hundred of them, and no piece is much more"


def test_it_asks_for_the_password_and_not_too_often(cast: Cast) -> None:
    client = logged_in(cast.bob)
    assert Client().post(ALL, {"password": PASSWORD}).status_code == 302
    assert "All about me" in client.get("/account/").content.decode()
    assert "Your password" in client.get(ALL).content.decode()
    wrong = client.post(ALL, {"password": "wrong"})
    assert (wrong.status_code, "That is not your password." in wrong.content.decode()) == (422, True)
    for _time in range(MOST):
        response = client.post(ALL, {"password": PASSWORD})
        assert "attachment" in response["Content-Disposition"]
        assert streamed(response)["account.jsonl"][0]["username"] == "bob"
    assert client.post(ALL, {"password": PASSWORD}).status_code == 429
    assert logged_in(cast.carol).post(ALL, {"password": PASSWORD}).status_code == 200


def test_it_is_told_in_the_reader_s_language(cast: Cast) -> None:
    client = logged_in(cast.bob)
    client.post("/language/setlang/", {"language": "de"})
    page = streamed(client.post(ALL, {"password": PASSWORD}))["index.html"]
    assert '<html lang="de">' in page
    assert "Was nicht dabei ist" in page


def test_guests_have_theirs_and_who_claims_the_seat_has_it_then(cast: Cast, tmp_path: Path) -> None:
    battle = uuid4()
    guest, client = guests.make("Otto", battle), Client()
    client.force_login(guest)
    assert client.post(ALL, {"password": ""}).status_code == 302, "elsewhere they are a visitor"
    said = streamed(client.post(f"/battles/{battle}/all-about-me/"))
    assert said["account.jsonl"][0]["first_name"] == "Otto"
    assert logged_in(cast.bob).post(f"/battles/{battle}/all-about-me/").status_code == 404
    call_command("export_person", guest.username, "--to", str(tmp_path / "otto.zip"), stdout=io.StringIO())
    assert files((tmp_path / "otto.zip").read_bytes())["account.jsonl"][0]["first_name"] == "Otto"
    with pytest.raises(CommandError):
        call_command("export_person", guest.username, "--to", str(tmp_path / "otto.zip"), stdout=io.StringIO())
    User.objects.filter(pk=guest.pk).update(claimed_by=cast.bob)
    assert parts.subject(cast.bob).ids == (str(cast.bob.pk), str(guest.pk))
    assert [one["username"] for one in all_about(cast.bob)["account.jsonl"]] == ["bob", guest.username]


def test_an_organiser_s_copy_keeps_what_is_private(played: Years, cast: Cast) -> None:
    touch_everything(cast)
    cast.club.organisers.remove(cast.bob)
    office, page = office_of(cast.alice), f"/admin/campaigns/club/{cast.club.pk}/about/"
    assert "All about a person" in text(office.get(f"/admin/campaigns/club/{cast.club.pk}/change/"))
    sent = {"person": str(cast.bob.pk), "password": PASSWORD}
    assert office.post(page, sent | {"password": "wrong"}).status_code == 422
    assert office.post(page, sent | {"person": str(cast.dave.pk)}).status_code == 422, "of another club"
    said = streamed(office.post(page, sent))
    kept = (
        "mail",
        "tokens",
        "devices",
        "codes",
        "friendly",
        "invitations",
        "office",
        "machines",
        "honours",
        "club_keys",
    )
    assert said.keys().isdisjoint({f"{one}.jsonl" for one in kept})
    everything = json.dumps(said)
    assert "Desert Fox" in everything
    hidden = ("Tuesday evenings", "The ford waits.", "A phone", "bob@steel.example", "readers")
    assert [word for word in hidden if word in everything] == []
    assert "purse" not in said["platoons.jsonl"][0]
    assert "taken along" in LogEntry.objects.filter(object_id=str(cast.bob.pk)).get().change_message
    ClubFactory.create(organisers=[cast.dave])
    assert office_of(cast.dave).post(page, sent).status_code == 404


def test_an_organiser_s_copy_tells_nothing_of_what_they_may_not_read(played: Years, season: Season, cast: Cast) -> None:
    Campaign.objects.update(visibility=Campaign.Visibility.MEMBERS)
    League.objects.update(visibility=League.Visibility.MEMBERS)
    ClubFactory.create(organisers=[cast.dave], members=[cast.bob])
    assert all_about(cast.bob, cast.alice)["log.jsonl"]
    said = all_about(cast.bob, cast.dave)
    assert {name for name, lines in said.items() if lines} == {"account.jsonl", "clubs.jsonl", "index.html"}
    assert [one["role"] for one in said["clubs.jsonl"]] == ["member"]
    assert season.stream not in json.dumps(said)
