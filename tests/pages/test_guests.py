"""Guests of a friendly battle: what they may, where they are visitors, when they are logged out, how they stay."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from battles import handler, log, projections
from battles.models import Sheet
from battles.reports import Report
from campaigns import clerk, friendly, guests, login_throttle
from campaigns import handler as handler_of_campaigns
from campaigns.models import User, WaitingRoom
from campaigns.season.people import Appoint, HandOver
from rules import all_systems
from rules.adjudicate import Who
from rules.contract import Command, Refused
from rules.stream import codec
from rules.stream.revision.reports import Agree, Declare, Undo
from tests.cast import Cast
from tests.pages.conftest import Table, as_, forms
from tests.pages.test_friendly import BEGIN, begun, code_on, place


def come_in(cast: Cast, nickname: str = "Otto") -> tuple[Client, User, str]:
    """A guest has come in against Bob: their browser, their account, the battle."""
    bob, guest = as_(cast.bob), Client()
    room = begun(bob)
    answer = guest.post(place(room), {"code": code_on(bob, room), "nickname": nickname})
    assert answer.status_code == 302, answer.content.decode()
    return guest, User.objects.get(guest_of=room.pk), str(room.pk)


def test_a_guest_plays_under_a_nickname_which_reads_like_no_account(cast: Cast) -> None:
    guest, account, battle = come_in(cast, " Alice ")
    assert not account.has_usable_password()
    page = guest.get(f"/battles/{battle}/").content.decode()
    assert "Alice (guest)" in page
    assert 'href="/account/"' not in page
    assert "Alice (guest)" in as_(cast.dave).get("/").content.decode()
    form = forms(guest.get(f"/battles/{battle}/").content)
    moves = [one for one in form.forms if "Concede" in str(one.fields)]
    assert moves


def test_a_guest_reports_in_their_battle(cast: Cast) -> None:
    guest, account, battle = come_in(cast)
    concede = forms(guest.get(f"/battles/{battle}/").content).of("Concede").filled() | {"report": ["1"]}
    assert guest.post(f"/battles/{battle}/report/", concede).status_code == 302
    assert log.read(battle)[-1].by == str(account.pk)
    assert handler.state(battle).outcome().winner == "americans"


UNREADABLE = (
    ("", "nickname is missing"),
    ("  ", "nickname is missing"),
    ("x" * 31, "too long"),
    ("\u202egnp", "cannot be read"),
    ("\u200b", "cannot be read"),
    ("---", "cannot be read"),
)


def test_a_nickname_has_to_be_readable(cast: Cast) -> None:
    bob, guest = as_(cast.bob), Client()
    room = begun(bob)
    code = code_on(bob, room)
    for nickname, told in UNREADABLE:
        answer = guest.post(place(room), {"code": code, "nickname": nickname})
        assert answer.status_code == 422, nickname
        assert told in answer.content.decode(), nickname
    assert not User.objects.filter(guest_of__isnull=False).exists()
    assert WaitingRoom.objects.exists()


def test_a_nickname_is_text_to_every_page(cast: Cast) -> None:
    guest, _account, battle = come_in(cast, "<i>&{{ 7 }}")
    concede = forms(guest.get(f"/battles/{battle}/").content).of("Concede").filled() | {"report": ["1"]}
    guest.post(f"/battles/{battle}/report/", concede)
    for address in ("/", f"/battles/{battle}/log/"):
        page = Client().get(address).content.decode()
        assert "<i>&" not in page
        assert "&lt;i&gt;&amp;{{ 7 }}" in page


def test_nobody_comes_in_without_the_code(cast: Cast) -> None:
    room = begun(as_(cast.bob))
    assert Client().post(place(room), {"code": "", "nickname": "Otto"}).status_code == 422
    assert not User.objects.filter(guest_of__isnull=False).exists()


def test_elsewhere_a_guest_is_a_visitor(cast: Cast, table: Table) -> None:
    guest, _account, battle = come_in(cast)
    stranger = Client()
    for where in (
        *(
            "/",
            "/account/",
            "/account/password/",
            f"/campaigns/{table.campaign}/",
            f"/campaigns/{table.campaign}/enlist/",
        ),
        *(table.url, f"{table.url}log/", f"{table.url}seat/", "/admin/", "/friendly/", "/api/v1/me/", "/login/"),
    ):
        one, other = (client.get(where) for client in (guest, stranger))
        assert (one.status_code, one.headers.get("Location")) == (other.status_code, other.headers.get("Location")), (
            where
        )
        assert "(guest)" not in one.content.decode().partition("</header>")[0], where
    assert guest.get(f"/battles/{battle}/seat/").status_code == 200
    assert guest.get(f"/api/v1/battles/{battle}/").json()["choices"]
    token = guest.post("/api/v1/token/", {"username": "guest", "password": ""}, content_type="application/json")
    assert token.status_code in (400, 401, 403)


def test_the_front_page_leads_a_guest_back_to_the_table(cast: Cast) -> None:
    guest, _account, battle = come_in(cast)
    assert f'href="/battles/{battle}/join/"' in guest.get("/").content.decode()
    assert guest.get(f"/battles/{battle}/join/").headers["Location"] == f"/battles/{battle}/"
    assert f'href="/battles/{battle}/join/"' not in Client().get("/").content.decode()


def test_nobody_gives_a_guest_a_platoon_or_an_office(cast: Cast, table: Table) -> None:
    _guest, account, _battle = come_in(cast)
    over = HandOver(platoon="alpha", players=(str(account.pk),), reason="Wrong")
    commands: tuple[Command, ...] = (over, Appoint(person=str(account.pk), office="umpire", reason="Wrong"))
    for command in commands:
        with pytest.raises(Refused) as refused:
            handler_of_campaigns.execute(
                table.campaign,
                [Report(str(uuid4()), type(command).__name__, codec.encode(command))],
                table.organiser,
                "page",
            )
        assert "There is no player" in str(refused.value.text)
    cast.alice.is_superuser = cast.alice.is_staff = True
    cast.alice.save()
    form = as_(cast.alice).get(f"/admin/campaigns/club/{cast.club.pk}/change/").content.decode()
    assert str(cast.dave.pk) in form
    assert str(account.pk) not in form


def test_a_guest_is_logged_out_as_the_battle_is_settled(cast: Cast) -> None:
    guest, account, battle = come_in(cast)
    concede = forms(guest.get(f"/battles/{battle}/").content).of("Concede").filled() | {"report": ["1"]}
    guest.post(f"/battles/{battle}/report/", concede)
    for client in (guest, as_(cast.bob)):
        confirm = forms(client.get(f"/battles/{battle}/").content).of("Confirm").filled() | {"report": ["1"]}
        assert client.post(f"/battles/{battle}/report/", confirm).status_code == 302
    assert clerk.sweep() == 1
    account.refresh_from_db()
    assert not account.is_active
    page = guest.get(f"/battles/{battle}/").content.decode()
    assert "Log in" in page
    assert "Otto (guest)" in guest.get(f"/battles/{battle}/log/").content.decode(), "the log still says who played"
    assert clerk.sweep() == 0


def test_a_guest_is_logged_out_after_a_day(cast: Cast) -> None:
    _guest, account, _battle = come_in(cast)
    clerk.sweep()
    account.refresh_from_db()
    assert account.is_active
    User.objects.filter(pk=account.pk).update(date_joined=timezone.now() - timedelta(hours=25))
    clerk.sweep()
    account.refresh_from_db()
    assert not account.is_active


def proposed(cast: Cast) -> tuple[User, str]:
    """Bob asks a guest, who has made a move, to undo it; the guest and the battle."""
    guest, account, battle = come_in(cast)
    concede = forms(guest.get(f"/battles/{battle}/").content).of("Concede").filled() | {"report": ["1"]}
    guest.post(f"/battles/{battle}/report/", concede)
    bob, undo = Who(str(cast.bob.pk)), Undo(position=2, reason="He meant another battle.")
    handler.execute(battle, [Report(str(uuid4()), "Undo", codec.encode(undo))], bob, "page")
    assert handler.state(battle).proposal
    return account, battle


def later(battle: str, account: User, hours: int) -> None:
    """So many hours have passed since the last report, and the guest's day is over."""
    User.objects.filter(pk=account.pk).update(date_joined=timezone.now() - timedelta(hours=25))
    moved = (timezone.now() - timedelta(hours=hours)).strftime(projections.MOMENT)
    Sheet.objects.filter(pk=battle).update(moved_at=moved)


def test_what_is_asked_of_a_guest_who_is_gone_is_agreed_to_after_six_hours(cast: Cast) -> None:
    account, battle = proposed(cast)
    assert "Nobody is left to answer" not in as_(cast.bob).get(f"/battles/{battle}/").content.decode()
    later(battle, account, 5)
    clerk.sweep()
    assert handler.state(battle).proposal, "they might still answer"
    told = (datetime.fromisoformat(log.head(battle).at) + timedelta(hours=6)).strftime("%-d %b %Y, %H:%M UTC")
    waiting = as_(cast.bob).get(f"/battles/{battle}/").content.decode()
    assert re.search(f"It counts as agreed on <time [^>]+>{told}</time>, unless something is reported", waiting)
    later(battle, account, 7)
    assert clerk.sweep() == 1
    state = handler.state(battle)
    assert (state.proposal, state.outcome().over) == (None, False)
    agreed, revised = log.read(battle)[-2:]
    assert (agreed.type, agreed.by, revised.type) == ("Agreed", "clerk", "Revised")
    assert json.loads(revised.data)["authority"] == "consent"
    assert "is left to answer" in as_(cast.bob).get(f"/battles/{battle}/log/").content.decode()
    assert clerk.sweep() == 0


def test_a_guest_who_is_there_or_has_an_account_now_answers_themselves(cast: Cast) -> None:
    account, battle = proposed(cast)
    later(battle, account, 7)
    User.objects.filter(pk=account.pk).update(date_joined=timezone.now())
    clerk.sweep()
    assert handler.state(battle).proposal
    guests.claimed(account)
    account.save()
    clerk.sweep()
    assert handler.state(battle).proposal
    said = Agree(position=handler.state(battle).head[0], by_default=True)
    told = Report(str(uuid4()), "Agree", codec.encode(said))
    with pytest.raises(Refused) as refused:
        handler.execute(battle, [told], Who(str(account.pk)), "page")
    assert (refused.value.field, refused.value.code) == ("by_default", "not-yours")


def test_what_cannot_be_done_any_more_is_declined_for_them(cast: Cast) -> None:
    """The guest has conceded since: Bob may ask anew as things stand now."""
    guest, account, battle = come_in(cast)
    declare = Declare(facts={"turn": 2}, reason="So far we are.")
    bob = Who(str(cast.bob.pk))
    handler.execute(battle, [Report(str(uuid4()), "Declare", codec.encode(declare))], bob, "page")
    concede = forms(guest.get(f"/battles/{battle}/").content).of("Concede").filled() | {"report": ["1"]}
    guest.post(f"/battles/{battle}/report/", concede)
    assert handler.state(battle).proposal
    later(battle, account, 7)
    guests.sweep()
    assert clerk.sweep() == 1
    assert handler.state(battle).proposal is None
    assert (log.read(battle)[-1].type, log.read(battle)[-1].by) == ("Declined", "clerk")


def test_without_an_account_nobody_begins_unless_the_site_has_it_so(cast: Cast, settings: Any) -> None:
    host, form = Client(), {"system": "tanks", "forces": "list:duel", "side": "first", "dice": "ask"}
    assert "/friendly/" not in host.get("/").content.decode()
    settings.GUESTS_BEGIN = True
    assert "/friendly/" in host.get("/").content.decode()
    assert 'name="nickname"' in host.get(f"{BEGIN}?system=tanks").content.decode()
    assert host.post(BEGIN, form).status_code == 422
    answer = host.post(BEGIN, form | {"nickname": "Hanna"})
    room = WaitingRoom.objects.get()
    assert answer.headers["Location"] == place(room)
    other = Client()
    assert "against Hanna (guest)" in other.get(place(room)).content.decode()
    assert other.post(place(room), {"code": code_on(host, room), "nickname": "Otto"}).status_code == 302
    assert host.get(place(room)).status_code == 302
    assert "Hanna (guest)" in host.get(f"/battles/{room.pk}/").content.decode()


def test_a_guest_who_waited_in_vain_is_deleted(cast: Cast, settings: Any) -> None:
    settings.GUESTS_BEGIN = True
    Client().post(
        BEGIN, {"system": "tanks", "forces": "list:duel", "side": "first", "dice": "ask", "nickname": "Hanna"}
    )
    late = timezone.now() - timedelta(hours=25)
    WaitingRoom.objects.update(made_at=late)
    User.objects.filter(guest_of__isnull=False).update(date_joined=late)
    clerk.sweep()
    assert not WaitingRoom.objects.exists()
    assert not User.objects.filter(guest_of__isnull=False).exists()


def test_a_hundred_guests_from_one_address_have_to_wait(cast: Cast) -> None:
    found = [come_in_again(cast) for _time in range(20)]
    assert found == [302] * 20
    for _time in range(41):
        login_throttle.too_often("friendly join", "127.0.0.1", 60)
    bob = as_(cast.bob)
    room = friendly.begin(cast.bob, friendly.ready_made(all_systems()["tanks"], "duel"), "allies", "ask")
    answer = Client().post(place(room), {"code": code_on(bob, room), "nickname": "Otto"})
    assert answer.status_code == 429


def come_in_again(cast: Cast) -> int:
    room = friendly.begin(cast.bob, friendly.ready_made(all_systems()["tanks"], "duel"), "allies", "ask")
    return Client().post(place(room), {"code": friendly.code_of(room), "nickname": "Otto"}).status_code
