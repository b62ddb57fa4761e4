"""A guest becomes a member: by an invitation, or by claiming the seat for an account."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from battles import log
from battles.live import Watch
from campaigns import clerk, guests, invitations, roles
from campaigns.erasure import forget_person
from campaigns.models import Invitation, User, WaitingRoom
from campaigns.roles import played_by
from rules.contract import Refused
from tests.cast import Cast
from tests.length import in_soak
from tests.pages.conftest import as_, forms
from tests.pages.test_friendly import BEGIN
from tests.pages.test_guests import come_in


def address_of_invitation(cast: Cast) -> str:
    return urlsplit(invitations.link(Invitation.objects.create(club=cast.club, made_by=cast.alice))).path


def settled(cast: Cast, guest: Client, battle: str) -> None:
    concede = forms(guest.get(f"/battles/{battle}/").content).of("Concede").filled() | {"report": ["1"]}
    guest.post(f"/battles/{battle}/report/", concede)
    for client in (guest, as_(cast.bob)):
        confirm = forms(client.get(f"/battles/{battle}/").content).of("Confirm").filled() | {"report": ["1"]}
        client.post(f"/battles/{battle}/report/", confirm)
    clerk.sweep()


@pytest.mark.parametrize("over", [False, True])
def test_a_guest_takes_the_battle_along_into_an_account(cast: Cast, over: bool) -> None:
    guest, account, battle = come_in(cast)
    if over:
        settled(cast, guest, battle)
    guest.get(address_of_invitation(cast))
    assert "Otto (guest)" in guest.get("/join/").content.decode()
    form = {"username": "otto", "password1": "a leaguer at dusk", "password2": "a leaguer at dusk", "claim": "1"}
    taken = guest.post("/join/", form | {"username": "bob"})
    assert taken.status_code == 422
    account.refresh_from_db()
    assert account.guest_of is not None
    assert guest.post("/join/", form).status_code == 302
    account.refresh_from_db()
    found = User.objects.filter(pk=account.pk).values_list("username", "first_name", "guest_of", "is_active")
    assert list(found) == [("otto", "", None, True)]
    assert cast.club.members.filter(pk=account.pk).exists()
    assert "otto" in guest.get("/account/").content.decode()
    assert str(next(iter(played_by(str(account.pk)))).pk) == battle
    clerk.sweep()
    account.refresh_from_db()
    assert account.is_active, "it is no guest's any more"
    assert guest.get("/account/").status_code == 200


def test_a_battle_that_is_not_taken_along_stays_the_guests(cast: Cast) -> None:
    guest, account, _battle = come_in(cast)
    guest.get(address_of_invitation(cast))
    form = {"username": "otto", "password1": "a leaguer at dusk", "password2": "a leaguer at dusk"}
    assert guest.post("/join/", form).status_code == 302
    account.refresh_from_db()
    assert account.shown == "Otto (guest)"
    assert User.objects.get(username="otto").pk != account.pk


def code_of(guest: Client, battle: str) -> str:
    """As the guest reads it."""
    found = re.search(r'<p class="code"[^>]*>([^<]+)</p>', guest.get(f"/battles/{battle}/claim/").content.decode())
    assert found
    return found[1]


def claimed(user: User, battle: str, code: str) -> Any:
    return as_(user).post(f"/battles/{battle}/claim/", {"code": code})


def test_an_account_claims_a_guests_seat_and_plays_on(cast: Cast) -> None:
    guest, account, battle = come_in(cast)
    assert f"/battles/{battle}/claim/" in guest.get(f"/battles/{battle}/").content.decode()
    code, carol = code_of(guest, battle), as_(cast.carol)
    assert "Concede" not in carol.get(f"/battles/{battle}/").content.decode()
    assert claimed(cast.carol, battle, code.lower()).headers["Location"] == f"/battles/{battle}/"
    assert "Concede" not in guest.get(f"/battles/{battle}/").content.decode(), "the guest is logged out"
    page = carol.get(f"/battles/{battle}/").content
    assert "Otto" not in page.decode()
    concede = forms(page).of("Concede").filled() | {"report": ["1"]}
    assert carol.post(f"/battles/{battle}/report/", concede).status_code == 302
    assert log.read(battle)[-1].by == str(account.pk), "the log names whom it has always named"
    story = Client().get(f"/battles/{battle}/log/").content.decode()
    assert "carol" in story
    assert "Otto" not in story
    assert [str(one.pk) for one in played_by(str(cast.carol.pk))] == [battle]
    assert f"/battles/{battle}/" in carol.get("/").content.decode()


@pytest.mark.parametrize(
    "later",
    [
        0,
        24 * 59,
        pytest.param(
            25,
            marks=in_soak(
                "tests/pages/test_guest_claims.py::test_a_seat_is_claimed_after_the_battle_and_after_the_sweep"
            ),
        ),
    ],
)
def test_a_seat_is_claimed_after_the_battle_and_after_the_sweep(cast: Cast, later: int) -> None:
    guest, account, battle = come_in(cast)
    settled(cast, guest, battle)
    code = code_of(guest, battle)
    User.objects.filter(pk=account.pk).update(date_joined=timezone.now() - timedelta(hours=later))
    clerk.sweep()
    assert claimed(cast.carol, battle, code).status_code == 302
    account.refresh_from_db()
    assert (account.claimed_by, account.is_active, account.shown) == (cast.carol, False, "carol")
    assert [str(one.pk) for one in played_by(str(cast.carol.pk))] == [battle]
    clerk.sweep()
    assert [str(one.pk) for one in played_by(str(cast.carol.pk))] == [battle]


def test_a_code_is_of_one_battle_works_once_and_for_sixty_days(cast: Cast) -> None:
    guest, account, battle = come_in(cast)
    other, _account, elsewhere = come_in(cast, "Hanna")
    code = code_of(guest, battle)
    assert "fits no guest" in claimed(cast.carol, battle, code_of(other, elsewhere)).content.decode()
    assert claimed(cast.carol, elsewhere, code).status_code == 422
    assert claimed(cast.carol, battle, "").status_code == 422
    assert claimed(cast.carol, str(uuid4()), code).status_code == 404
    assert Client().post(f"/battles/{battle}/claim/", {"code": code}).status_code == 302
    assert "You play in this battle already" in claimed(cast.bob, battle, code).content.decode()
    User.objects.filter(pk=account.pk).update(date_joined=timezone.now() - timedelta(days=61))
    assert claimed(cast.carol, battle, code).status_code == 422
    User.objects.filter(pk=account.pk).update(date_joined=timezone.now())
    account.refresh_from_db()
    assert account.claimed_by is None
    assert claimed(cast.carol, battle, code).status_code == 302
    assert claimed(cast.dave, battle, code).status_code == 422
    assert claimed(cast.carol, battle, code).status_code == 422
    with pytest.raises(Refused, match="claimed already"):
        guests.claim(account, cast.dave)
    account.refresh_from_db()
    assert account.claimed_by == cast.carol


def test_who_has_claimed_a_seat_goes_on_watching(cast: Cast) -> None:
    guest, account, battle = come_in(cast)
    watch = Watch(battle, str(account.pk), str(as_(cast.carol).session.session_key), "", 1)
    claimed(cast.carol, battle, code_of(guest, battle))
    assert roles.still_reading([watch]) == {watch}
    User.objects.filter(pk=cast.carol.pk).update(is_active=False)
    assert roles.still_reading([watch]) == set()


def test_a_seat_that_is_claimed_is_not_taken_along_by_an_invitation(cast: Cast) -> None:
    guest, account, battle = come_in(cast)
    code = code_of(guest, battle)
    guest.get(address_of_invitation(cast))
    claimed(cast.carol, battle, code)
    assert "(guest)" not in guest.get("/join/").content.decode()
    form = {"username": "otto", "password1": "a leaguer at dusk", "password2": "a leaguer at dusk", "claim": "1"}
    assert guest.post("/join/", form).status_code == 302
    account.refresh_from_db()
    assert account.claimed_by == cast.carol
    assert User.objects.get(username="otto").pk != account.pk


def test_wrong_codes_for_a_seat_are_counted(cast: Cast) -> None:
    guest, _account, battle = come_in(cast)
    found = [claimed(cast.carol, battle, "2222-2222").status_code for _try in range(11)]
    assert found == [422] * 10 + [429]
    assert claimed(cast.carol, battle, code_of(guest, battle)).status_code == 429


def test_a_battle_that_has_not_begun_is_not_claimed(cast: Cast, settings: Any) -> None:
    settings.GUESTS_BEGIN = True
    host = Client()
    form = {"system": "tanks", "forces": "list:duel", "side": "first", "dice": "ask", "nickname": "Hanna"}
    host.post(BEGIN, form)
    battle = str(WaitingRoom.objects.get().pk)
    assert "has not begun yet" in claimed(cast.carol, battle, code_of(host, battle)).content.decode()


def test_nobody_claims_what_another_browser_has_played(cast: Cast) -> None:
    _guest, account, _battle = come_in(cast)
    stranger = Client()
    stranger.get(address_of_invitation(cast))
    assert "(guest)" not in stranger.get("/join/").content.decode()
    form = {"username": "eve", "password1": "a leaguer at dusk", "password2": "a leaguer at dusk", "claim": "1"}
    assert stranger.post("/join/", form).status_code == 302
    account.refresh_from_db()
    assert account.guest_of is not None
    forget_person(account, "test", "Asked to")
    assert User.objects.get(pk=account.pk).shown.startswith("forgotten-")
