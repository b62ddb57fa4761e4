"""A rulebook with a squared board, dice that show symbols and ways to drive: on every page that has to do with them."""

from __future__ import annotations

import contextlib
import html
import io
import os
import re
from pathlib import Path
from typing import Any, Literal

import pytest
from django.test import Client
from django.utils import translation
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from battles import handler
from campaigns import clerk
from rules.contract import Counter, Grid, Square, say, verbatim
from tests.api.conftest import Caller, take_case
from tests.browsing import Tabs
from tests.cast import Cast
from tests.pages.by_form import Season
from tests.pages.conftest import Form, Table, as_, forms
from tests.pages.test_layout import THUMB, faults
from tests.rules import squares
from tests.village import MAP, Village

pytestmark = pytest.mark.django_db
SHOTS = os.environ.get("LEAGUER_SHOTS", "")  # a folder for pictures


@pytest.fixture
def fought(village: Village) -> Village:
    village.muster(map=MAP)
    return village


def form(village: Village, type_: str, unit: str) -> Form:
    return forms(as_(village.cast.bob).get(village.url).content).of(type_, unit=unit)


def send(village: Village, sent: dict[str, list[str]], button: str = "report") -> Any:
    return as_(village.cast.bob).post(f"{village.url}report/", sent | {button: ["1"]})


def text_of(page: bytes) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page.decode())))


# -- reporting ---------------------------------------------------------------------------------------------------------


def test_a_way_is_reported_by_its_first_step_and_the_rest(fought: Village) -> None:
    drive = form(fought, "Drive", "bears-1")
    assert drive.offers["path:steps"] == ["F", "R+", "R-", ""]
    assert send(fought, drive.filled(steps=["F", " F,R-"])).status_code == 302
    tank = handler.state(fought.battle).play.tanks["bears-1"]
    assert (tank.column, tank.row, tank.facing) == (0, 2, 90)


def test_a_way_that_is_blocked_comes_back_as_it_was_typed(fought: Village) -> None:
    answer = send(fought, form(fought, "Drive", "bears-2").filled(steps=["R+", "F r-"]))
    assert answer.status_code == 422
    again = forms(answer.content).of("Drive", unit="bears-2")
    assert again.fields["path:steps"] == ["R+", "F r-"]
    answer = send(fought, form(fought, "Drive", "bears-2").filled(steps=["", "F"]))
    assert "The way is blocked." in answer.content.decode()
    assert forms(answer.content).of("Drive", unit="bears-2").fields["path:steps"] == ["", "F"]


def test_dice_are_chosen_from_what_they_show(fought: Village) -> None:
    shoot = form(fought, "Shoot", "bears-1")
    assert shoot.offers["shown-dice:accuracy"] == ["", "0", "1", "2", "3", "4", "5"] * 2
    sent = shoot.filled(target="cats-1", accuracy=["4", "5"], hit=["track+x"])
    assert send(fought, sent).status_code == 302
    assert handler.state(fought.battle).play.tanks["cats-1"].damage == 1
    page = text_of(as_(fought.cast.bob).get(fought.url).content)
    assert "Bears 1 shoots at Cats 1: track+x." in page


def test_half_of_the_dice_are_not_enough(fought: Village) -> None:
    sent = form(fought, "Shoot", "bears-1").filled(target="cats-1", accuracy=["", "5"])
    answer = send(fought, sent)
    assert answer.status_code == 422
    assert "Of 2 dice only 1 are given." in answer.content.decode()
    assert 'value="5" selected' in answer.content.decode()


def test_what_a_die_cannot_show_is_refused_beside_it(fought: Village) -> None:
    sent = form(fought, "Shoot", "bears-1").filled(target="cats-1", accuracy=["5", "5"])
    answer = send(fought, sent)
    assert answer.status_code == 422
    assert "This die cannot show 5." in answer.content.decode()
    assert re.search(r'aria-describedby="(c\d+-accuracy)-help \1-fault"', answer.content.decode())


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_check_tells_what_the_dice_show(fought: Village, language: str) -> None:
    sent = form(fought, "Shoot", "bears-1").filled(target="cats-1")
    client = as_(fought.cast.bob)
    answer = client.post(f"{fought.url}report/", sent | {"check": ["1"]}, headers={"Accept-Language": language})
    assert "0, 1, 2, 3, 4 | 2, 3, 4, 5" in answer.content.decode()
    if language == "en":
        assert "Then 2 dice are rolled, which show one of: 0, 1," in answer.content.decode()
    sent = form(fought, "Shoot", "bears-1").filled(target="cats-1", accuracy=["4", "5"])
    answer = client.post(f"{fought.url}report/", sent | {"check": ["1"]}, headers={"Accept-Language": language})
    assert "hull, track, track+x, turret, -" in answer.content.decode()
    translation.deactivate()


def test_what_was_told_is_corrected_on_its_own_form(fought: Village) -> None:
    shoot = squares.Shoot(unit="bears-1", target="cats-1", accuracy=(4, 5), hit=("track",))
    drive = squares.Drive(unit="bears-1", steps=("R-", "R-", "R-"))
    for command in (drive, shoot):
        fought.tell(fought.cast.bob, command)
    alice = as_(fought.cast.alice)
    take_case(Caller(fought.cast.alice), fought.battle)
    shown = [forms(alice.get(f"{fought.url}correct/{position}/").content) for position in (2, 3)]
    assert shown[0].of("Drive").fields["path:steps"] == ["R-", "R- R-"]
    fields = shown[1].of("Shoot").fields
    assert fields["shown-dice:accuracy"] == ["4", "5"]
    assert fields["shown-dice:hit"] == ["track"]


# -- the board ---------------------------------------------------------------------------------------------------------


def test_the_board_is_drawn_and_told_in_words(fought: Village) -> None:
    page = Client().get(fought.url).content.decode()
    assert page.count('class="square building"') == 3
    assert re.findall(r'class="counter (side\d \w+)"', page) == ["side0 active"] * 2 + ["side1 active"] * 2
    words = text_of(page.encode())
    assert "1. Bears 1 (Bears), a5, facing down, gun down, in action" in words
    assert "house b4, c4, d3" in words
    assert (
        '<th scope="row" translate="no">Cats 2 <span class="quiet">Cats</span></th><td translate="no">b1</td>' in page
    )


def test_what_moves_and_what_is_hit_shows_and_so_does_what_was_before(fought: Village) -> None:
    fought.tell(fought.cast.bob, squares.Drive(unit="bears-1", steps=("F", "R-")))
    for _ in range(2):
        hit = squares.Shoot(unit="bears-1", target="cats-1", accuracy=(4, 5), hit=("hull",))
        fought.tell(fought.cast.bob, hit)
    now, then = (text_of(Client().get(fought.url + at).content) for at in ("", "?at=1"))
    assert "1. Bears 1 (Bears), a4, facing right, gun right, in action" in now
    assert "3. Cats 1 (Cats), a1, facing up, out of action" in now
    assert "1. Bears 1 (Bears), a5, facing down, gun down, in action" in then
    assert "3. Cats 1 (Cats), a1, facing up, gun up, in action" in then


def test_a_table_without_squares_has_no_board(table: Table) -> None:
    page = Client().get(table.url).content.decode()
    assert 'class="board"' not in page
    assert "The board" not in page


def test_every_kind_of_square_and_counter_is_drawn() -> None:
    from battles.pages.board import drawn, pointing

    kinds = ("building", "wall", "low", "high", "zone", "open")
    on = tuple(Square(column, 0, kind, say("a %(what)s", what=kind)) for column, kind in enumerate(kinds))  # type: ignore[arg-type]
    on = (*on, Square(0, 1, "zone", say("zone of %(side)s", side="red")))
    counters = (
        Counter("a", "red", 0, 1, verbatim("A"), facing=45, gun=None),
        Counter("b", "red", 0, 1, verbatim("B"), facing=None, gun=359, state="hurt"),
        Counter("c", "blue", 5, 1, verbatim("C"), state="out"),
        Counter("d", "nobody", 5, 1, verbatim("D")),
    )
    board = drawn(Grid(tuple("abcdef"), ("2", "1"), on, counters), {"red": "The Reds", "blue": "The Blues"})
    assert [patch.title for patch in board.patches[:2]] == ["a2: a building", "b2: a wall"]
    assert board.patches[-1].title == "a1: zone of The Reds", "a side is called by its name"
    assert board.things[-1] == ("zone of The Reds", "a1")
    assert len({(piece.x, piece.y) for piece in board.pieces}) == 4, "two on one square are both to be seen"
    assert [piece.tone for piece in board.pieces] == [0, 0, 1, 2]
    assert [piece.side for piece in board.pieces] == ["The Reds", "The Reds", "The Blues", "nobody"]
    assert len({piece.corner for piece in board.pieces}) == 3, "sides are told apart without their colours"
    assert [(piece.ahead, piece.aim) for piece in board.pieces[:2]] == [("up right", ""), ("", "359°")]
    assert [pointing(one) for one in (None, 0, 90, 180, 270, 360)] == ["", "up", "right", "down", "left", "up"]
    assert (board.width, board.height) == (2 * 22 + 6 * THUMB, 2 * 22 + 2 * THUMB)


# -- calling a battle --------------------------------------------------------------------------------------------------


def muster_form(village: Village, **values: str | list[str]) -> dict[str, list[str]]:
    page = as_(village.cast.alice).get(f"/campaigns/{village.stream}/muster/")
    sides = {"sides.north.platoon": "bears", "sides.south.platoon": "cats"}
    return forms(page.content).of("MusterBattle").filled(**sides | values)


def muster(village: Village, sent: dict[str, list[str]], button: str = "report") -> Any:
    return as_(village.cast.alice).post(f"/campaigns/{village.stream}/muster/", sent | {button: ["1"]})


def board_of(answer: Any) -> dict[str, Any]:
    return dict(handler.state(answer["Location"].split("/")[2]).muster.board)


def test_a_battle_is_called_with_a_board(village: Village) -> None:
    said = {"board.map": "\r\n...\r\n.#.\r\n...\r\n", "board.weather": "wet", "board.wind": "7", "board.night": "yes"}
    answer = muster(village, muster_form(village, **said))
    assert answer.status_code == 302
    assert board_of(answer) == {"map": "...\n.#.\n...", "weather": "wet", "wind": 7, "night": True}


def test_what_is_left_blank_is_left_out(village: Village) -> None:
    sent = muster_form(village)
    assert {text.strip() for key in sent if ":board." in key for text in sent[key]} == {""}
    answer = muster(village, sent | {"lines:board.map": [" \r\n"], "some-flag:board.night": ["no"]})
    assert board_of(answer) == {"night": False}


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("map", "..\n.x", "That is no map."),
        ("map", "." * 401, "at most 400 characters"),
        ("wind", "10", "a number from 0 to 9"),
        ("wind", "strong", "is not a whole number"),
        ("weather", "hail", "one of dry, wet"),
        ("night", "maybe", "true or false"),
    ],
)
def test_a_wrong_board_comes_back_as_it_was_typed(village: Village, name: str, value: str, says: str) -> None:
    sent = muster_form(village)
    control = {"map": "lines", "wind": "number", "weather": "pick", "night": "some-flag"}[name] + f":board.{name}"
    sent |= {control: [value]}
    answer = muster(village, sent)
    assert answer.status_code == 422
    page = html.unescape(answer.content.decode())
    assert says in page
    assert re.search(r'id="c1-board-\d-fault"', page)
    if name in ("map", "wind"):
        (typed,) = forms(answer.content).of("MusterBattle").fields[control]
        assert typed.strip("\n") == value


def test_a_rulebook_without_a_board_asks_for_none(cast: Cast) -> None:
    sent = Season(cast).both().muster_form()
    assert "text:title" in sent
    assert not [key for key in sent if "board" in key]


def test_the_rulebook_s_page_says_what_a_board_may_hold(village: Village) -> None:
    page = text_of(Client().get("/systems/squares/").content)
    assert "What the board of a battle may hold" in page
    assert "Rows of squares: . open, # a house. Option map Unless changed – Text at most 400 characters" in page
    assert "Option wind Unless changed 0 Rule" in page
    assert "What the board of a battle may hold" not in text_of(Client().get("/systems/modern_age/").content)


# -- checking the dice -------------------------------------------------------------------------------------------------


def settled(village: Village) -> None:
    village.fight()
    village.confirm()
    clerk.sweep()


def test_the_proof_prints_what_such_dice_show(fought: Village) -> None:
    settled(fought)
    page = html.unescape(Client().get(f"{fought.url}dice/").content.decode())
    assert page.count(">holds<") == sum(page.count(f">{whose}<") for whose in ("by Leaguer",)) > 1
    assert "does not hold" not in page
    assert "(hull, track, track+x, turret, -)" in page
    proof = page.partition('id="proof">')[2].partition("</code>")[0]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(proof, {})
    question = re.search(r'question, faces, dice = "([^"]+)"', proof)
    assert question
    row = page.partition(f"<code>{question[1]}</code>")[2].partition("</tr>")[0]
    fell = re.search(r'translate="no">([^<]+) <small>', row)
    assert fell
    assert str(eval(printed.getvalue())) == str([int(one) if one.isdigit() else one for one in fell[1].split()])


# -- on a phone --------------------------------------------------------------------------------------------------------


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.soak), "dark"])
def test_board_and_forms_fit_a_phone_and_a_thumb(
    tabs: Tabs, live_server: LiveServer, village: Village, scheme: Literal["light", "dark"]
) -> None:
    village.muster(map="\n".join(["...#......", "..........", ".#........", "......##..", ".........."]))
    village.tell(village.cast.bob, squares.Drive(unit="bears-1", steps=("F", "R-", "F")))
    village.tell(village.cast.carol, squares.Shoot(unit="cats-1", target="bears-2", accuracy=(4, 5), hit=("hull",)))
    small = village.url
    other = Village(village.cast)
    other.muster(map="\n".join(["." * 26] * 12))
    wide = other.url
    for user, urls in (
        (village.cast.bob, (small, wide)),
        (village.cast.alice, (f"/campaigns/{village.stream}/muster/",)),
    ):
        page = tabs.open(user, live_server.url, script=True, scheme=scheme)
        for number, url in enumerate(urls):
            page.goto(live_server.url + url)
            page.evaluate("document.querySelectorAll('details').forEach(one => { one.name = ''; one.open = true })")
            assert faults(page) == {}, url
            if SHOTS:
                Path(SHOTS).mkdir(parents=True, exist_ok=True)
                name = f"{SHOTS}/squares-{scheme}-{user.username}-{number}"
                page.screenshot(path=f"{name}.png", full_page=True)
                for n, part in enumerate(page.locator(".board, .board-form, .card:has(.lists, .steps)").all()):
                    part.screenshot(path=f"{name}-{n}.png")
            if user == village.cast.bob:
                is_whole(page, wide=url == wide)
        tabs.put_back()


def is_whole(page: Page, wide: bool) -> None:
    """A board is as wide as the phone, until it is wanted at full size."""
    assert page.locator(".board .scroll > svg").bounding_box()["width"] <= 360  # type: ignore[index]
    if wide:
        page.get_by_text("Full size").click()
        assert page.locator(".board .scroll").evaluate("one => one.scrollWidth > one.clientWidth + 300")
