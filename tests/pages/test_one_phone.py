"""Play on one phone: a seat is lent by its player, its forms show to the other side, and it is taken back."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from threading import Barrier, BrokenBarrierError
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from battles import handler, log
from campaigns import guests, login_throttle, seat_codes
from campaigns.models import CardCode, SeatPass, User
from rules.reports import command_codec
from rules.stream import script
from tests.cast import PASSWORD, Cast, gathered
from tests.pages import shots
from tests.pages.conftest import Form, as_, forms
from tests.pages.test_squares import text_of
from tests.pages.test_tanks import ALICE, report_of, table, the_corner
from tests.pages.test_two_worlds import OWN


def test_one_phone_reports_for_both_until_the_seat_is_taken_back(cast: Cast) -> None:
    stream = table(cast)
    here, report = f"/battles/{stream}/", f"/battles/{stream}/report/"
    bob, carol = as_(cast.bob), as_(cast.carol)
    assert "Play on one phone" not in as_(cast.dave).get(here).content.decode()
    assert "otto" not in str([form.fields for form in forms(bob.get(here).content).forms])

    lend = forms(carol.get(here).content).of("LendSeat")
    assert carol.post(report, lend.filled() | {"report": ["1"]}).status_code == 302
    page = bob.get(here).content
    assert "is lent: the other side’s phone" in page.decode()
    drive = the_corner(page).filled(over="road", length="16 cm", corner="12") | {"report": ["1"]}
    assert bob.post(report, drive).status_code == 302
    assert handler.replay(stream)[2][-1].by == str(cast.bob.pk)
    assert "bob on the page, for Axis ·" in text_of(bob.get(here).content)
    assert "carol on the page ·" in text_of(bob.get(f"{here}log/").content), "who reports for themselves"
    told = bob.get(f"/api/v1{here}events/?after=1").json()["events"]
    assert [one.get("told_for", "") for one in told if one["report_type"] in ("Drive", "LendSeat")] == ["", "axis"]

    back = forms(carol.get(here).content).of("TakeSeatBack")
    assert carol.post(report, back.filled() | {"report": ["1"]}).status_code == 302
    assert handler.state(stream).lent == ()
    assert "otto" not in str([form.fields for form in forms(bob.get(here).content).forms])
    again = drive | {"id": [str(uuid4())], "after": [str(handler.state(stream).head[0])]}
    assert bob.post(report, again).status_code == 403


# -- by a code, or at the table ----------------------------------------------------------------------------------------


def seat_page(stream: str) -> str:
    return f"/battles/{stream}/seat/"


def code_on(client: Client, stream: str) -> str:
    page = client.post(seat_page(stream), {"act": "make"}).content.decode()
    assert "<svg" in page
    found = re.search(r'<p class="code"[^>]*>([^<]+)</p>', page)
    assert found
    return found[1]


def redeem(client: Client, stream: str, code: str) -> int:
    return client.post(seat_page(stream), {"act": "redeem", "code": code}).status_code


@pytest.fixture
def shot(cast: Cast) -> str:
    """Bob is about to fire at a tank of Carol's, whose driver lies face down."""
    return shots.face_down(cast.bob, cast.carol, "Defensive Driver").stream


def test_a_seat_is_lent_by_a_code_which_works_once(cast: Cast, shot: str) -> None:
    bob, carol = as_(cast.bob), as_(cast.carol)
    code = code_on(carol, shot)
    assert code.replace("-", "") not in str([*SeatPass.objects.values()])
    assert redeem(carol, shot, code) == 422, "not on her own phone"
    assert redeem(as_(cast.dave), shot, code) == 302
    assert handler.state(shot).lent == ()
    assert redeem(bob, shot, code.lower().replace("-", " ")) == 302
    assert handler.state(shot).lent == ("soviets",)
    row = handler.replay(shot)[2][-1]
    assert (row.command_type, row.by) == ("LendSeat", str(cast.carol.pk))

    back = forms(carol.get(f"/battles/{shot}/").content).of("TakeSeatBack")
    carol.post(f"/battles/{shot}/report/", back.filled() | {"report": ["1"]})
    assert redeem(bob, shot, code) == 422, "it was used"
    assert handler.state(shot).lent == ()


def test_a_code_is_for_minutes_and_for_the_newest_and_guessing_pauses(cast: Cast, shot: str) -> None:
    bob, carol = as_(cast.bob), as_(cast.carol)
    old, new = code_on(carol, shot), code_on(carol, shot)
    assert redeem(bob, shot, old) == 422
    SeatPass.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert redeem(bob, shot, new) == 422
    code = code_on(carol, shot)
    assert not SeatPass.objects.filter(expires_at__lt=timezone.now()).exists()
    for _ in range(login_throttle.TRIES - 2):
        assert redeem(bob, shot, "2222-2222") == 422
    assert redeem(bob, shot, code) == 429
    assert handler.state(shot).lent == ()


def test_a_seat_is_lent_at_the_table_by_a_login_that_logs_nobody_in(cast: Cast, shot: str) -> None:
    bob = as_(cast.bob)
    said = {"act": "login", "username": "carol", "password": "wrong", "own_code": "4711"}
    assert bob.post(seat_page(shot), said).status_code == 422
    assert bob.post(seat_page(shot), said | {"username": "dave", "password": PASSWORD}).status_code == 403
    assert handler.state(shot).lent == ()
    assert bob.post(seat_page(shot), said | {"password": PASSWORD}).status_code == 302
    assert handler.state(shot).lent == ("soviets",)
    assert bob.get("/account/").context["user"] == cast.bob
    assert "4711" not in re.split(r"\W+", str([*CardCode.objects.values()]))  # a digest may have it by chance
    assert seat_codes.has_own(shot, cast.carol)


def acting(page: bytes, act: str) -> Form:
    return next(form for form in forms(page).forms if form.fields.get("act") == [act])


def shown(client: Client, shot: str, **said: str) -> Any:
    form = acting(client.get(seat_page(shot)).content, "show")
    return client.post(seat_page(shot), form.filled() | {name: [value] for name, value in said.items()})


def tell(stream: str, line: str) -> None:
    (parsed,) = script.parse(line, command_codec(handler.state(stream).rules))
    handler.execute(stream, [report_of(parsed.command)], ALICE, "script")


def asked_for_her_card(cast: Cast, shot: str) -> Client:
    """Bob has fired, Carol's seat is his to report for, and her card might answer now."""
    bob, carol = as_(cast.bob), as_(cast.carol)
    assert redeem(bob, shot, code_on(carol, shot)) == 302
    carol.post(seat_page(shot), {"act": "own", "own_code": "4711"})
    for line in ("fire m t dice=4,4,4,1", "reroll m", "defend t dice=1"):
        tell(shot, line)
    return bob


def test_her_card_shows_after_her_code_for_one_choice(cast: Cast, shot: str) -> None:
    bob = asked_for_her_card(cast, shot)
    assert "Defensive Driver" not in bob.get(f"/battles/{shot}/").content.decode()
    head = log.head(shot).position
    assert shown(bob, shot, own_code="1174").status_code == 422
    assert log.head(shot).position == head
    answer = shown(bob, shot, own_code="4711")
    assert "Defensive Driver" in answer.content.decode()
    assert answer.headers["Cache-Control"].count("no-store") == 1
    row = handler.replay(shot)[2][-1]
    assert (row.type, row.by) == ("CardsShown", str(cast.carol.pk))

    form = forms(answer.content).of("Reveal")
    theirs = as_(cast.dave).post(seat_page(shot), form.filled())
    assert theirs.status_code == 302
    assert log.head(shot).position == head + 1
    conceded = form.filled() | {"type": ["Concede"], "given": ['{"side":"soviets"}']}
    assert bob.post(seat_page(shot), conceded).status_code in (403, 422)
    assert bob.post(seat_page(shot), form.filled()).status_code == 302
    rows = handler.replay(shot)[2][head + 1 :]
    assert rows[0].command_type == "Reveal"
    assert {row.by for row in rows} == {str(cast.carol.pk)}
    assert bob.post(seat_page(shot), form.filled() | {"id": [str(uuid4())]}).status_code == 422, "for one choice"


def test_who_has_claimed_a_guests_seat_has_a_code_of_their_own(cast: Cast) -> None:
    guest = guests.make("Otto", uuid4())
    stream = shots.face_down(cast.bob, guest, "Defensive Driver").stream
    User.objects.filter(pk=guest.pk).update(guest_of=stream)
    guests.claim(User.objects.get(pk=guest.pk), cast.carol)
    bob = asked_for_her_card(cast, stream)
    assert "Defensive Driver" in shown(bob, stream, own_code="4711").content.decode()


def test_the_form_sent_again_shows_nothing_and_wrong_tries_end_the_code(cast: Cast, shot: str) -> None:
    bob = asked_for_her_card(cast, shot)
    form = acting(bob.get(seat_page(shot)).content, "show")
    said = form.filled() | {"own_code": ["4711"]}
    assert "Defensive Driver" in bob.post(seat_page(shot), said).content.decode()
    again = bob.post(seat_page(shot), said)
    assert again.status_code == 422
    assert "Defensive Driver" not in again.content.decode()
    for _ in range(seat_codes.WRONG):
        assert shown(bob, shot, own_code="0000").status_code == 422
    assert "Defensive Driver" not in shown(bob, shot, own_code="4711").content.decode()
    answer = shown(bob, shot, username="carol", password=PASSWORD)
    assert "Defensive Driver" in answer.content.decode(), "she logs in for this choice"


@pytest.mark.django_db(transaction=True)
def test_the_form_sent_twice_at_once_shows_them_once(monkeypatch: pytest.MonkeyPatch) -> None:
    cast = gathered()
    shot = shots.face_down(cast.bob, cast.carol, "Defensive Driver").stream
    bob = asked_for_her_card(cast, shot)
    said = acting(bob.get(seat_page(shot)).content, "show").filled() | {"own_code": ["4711"]}
    both, head = Barrier(2), log.head

    def together(stream: str) -> log.Head:
        found = head(stream)
        with suppress(BrokenBarrierError):
            both.wait(0.5)
        return found

    def shows(_number: int) -> bool:
        try:
            return "Defensive Driver" in as_(cast.bob).post(seat_page(shot), said).content.decode()
        finally:
            connection.close()

    monkeypatch.setattr(log, "head", together)
    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(shows, range(2))) == [False, True]


def test_whatever_lies_face_down_nothing_else_shows(cast: Cast) -> None:
    """Two worlds that differ in Carol's card: all that Bob reads is the same, before her code and after the choice was
    not made; only the answer to her code differs."""
    told: dict[str, list[str]] = {}
    for card in ("Defensive Driver", "Cunning Driver"):
        stream = shots.face_down(cast.bob, cast.carol, card).stream
        bob = asked_for_her_card(cast, stream)
        own = re.compile(rf"{OWN}|{stream}|(?<=\?of=)[0-9a-f]{{12}}|[0-9]{{1,2}}:[0-9]{{2}}")  # and digest, minute
        pages = [f"/battles/{stream}/{page}" for page in ("", "seat/", "log/", "record/")]
        read = [own.sub("", bob.get(page).content.decode()) for page in pages]
        read.append(own.sub("", shown(bob, stream, own_code="1174").content.decode()))
        assert card in shown(bob, stream, own_code="4711").content.decode()
        read += [own.sub("", bob.get(page).content.decode()) for page in pages]
        told[card] = read
    assert told["Defensive Driver"] == told["Cunning Driver"]
    assert not [page for page in told["Defensive Driver"] if "Defensive" in page or "Cunning" in page]
