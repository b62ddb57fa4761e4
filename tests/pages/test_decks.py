"""No page tells of a deck that lies face down, nor does the office: neither order nor salt, nor the top card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from battles.models import LogLine, Sheet
from tests.battles.fluid_time.dealt import Dealt
from tests.battles.fluid_time.twins import Twins
from tests.campaigns.office import office_of, url
from tests.cast import Cast
from tests.pages.conftest import as_, forms


@pytest.fixture
def twins(cast: Cast) -> Twins:
    """Two cards of nobody have been drawn: rows 3 and 5. Alice has taken the case."""
    cast.alice.is_superuser = True
    cast.alice.save()
    twins = Twins({"germans": str(cast.carol.pk), "soviets": str(cast.bob.pk)})
    twins.alice("draw", "draw")
    twins.take_case(str(cast.alice.pk))
    return twins


def opening(client: Client, place: Callable[[str], str]) -> Callable[[Dealt], tuple[int, bytes]]:
    def get(battle: Dealt) -> tuple[int, bytes]:
        response = client.get(place(battle.stream))
        return response.status_code, response.content

    return get


def on_page(page: str) -> Callable[[str], str]:
    return lambda battle: f"/battles/{battle}/{page}"


def sending(
    client: Client, place: Callable[[str], str], fields: dict[str, Any]
) -> Callable[[Dealt], tuple[int, bytes]]:
    def post(battle: Dealt) -> tuple[int, bytes]:
        response = client.post(place(battle.stream), fields)
        return response.status_code, response.content

    return post


def test_every_page_of_a_battle_is_the_same_whatever_lies_face_down(twins: Twins, cast: Cast) -> None:
    pages = ["", "?at=3", "?as_of=2999-01-01T00:00", "dice/", "why/?of=facts.seal"]
    mending = ["", "?ruling=3", "declare/", "correct/2/?how=strike", "correct/5/?how=insert"]
    for client, read in ((Client(), pages), (as_(cast.bob), mending)):
        for page in read:
            assert twins.read(opening(client, on_page(page)), page) == 200, page


def test_what_a_correction_would_change_is_the_same_whatever_lies_face_down(twins: Twins, cast: Cast) -> None:
    id = "00000000-0000-4000-8000-000000000001"
    alice = as_(cast.alice)
    for row, how, line in (
        (2, "strike", ""),
        (3, "strike", ""),
        (5, "insert", "draw"),
        (3, "insert", "invoke-together"),
    ):
        sent = {"how": how, "line": line, "reason": "x", "step": "look", "id": id}
        assert twins.read(sending(alice, on_page(f"correct/{row}/"), sent), f"{row} {how} {line}") == 200


def test_a_draw_that_is_checked_on_the_page_names_no_card(twins: Twins, cast: Cast) -> None:
    bob = as_(cast.bob)
    battle = twins.both[0]
    form = forms(bob.get(f"/battles/{battle.stream}/").content).of("Draw")
    sent = form.filled() | {"check": ["1"]}
    assert twins.read(sending(bob, on_page("report/"), sent), "check") in (200, 422)
    head = battle.head
    assert bob.post(f"/battles/{battle.stream}/report/", form.filled()).status_code == 302
    assert battle.head > head


def test_the_office_reads_no_more_of_a_deck_than_anybody(twins: Twins, cast: Cast) -> None:
    office = office_of(cast.alice)
    places: list[Callable[[str], str]] = [
        lambda battle: f"{url(LogLine, 'changelist')}?stream={battle}",
        lambda battle: url(LogLine, "change", f"{battle}:1"),
        lambda battle: url(LogLine, "change", f"{battle}:2"),
        lambda battle: url(LogLine, "change", f"{battle}:5"),
        lambda battle: url(Sheet, "change", battle),
    ]
    for place in places:
        assert twins.read(opening(office, place)) == 200


def test_a_paste_that_meets_what_was_missed_after_a_draw_keeps_the_lines_it_did_not_come_to(
    twins: Twins, cast: Cast
) -> None:
    bob, battle = as_(cast.bob), twins.both[0]
    box = forms(bob.get(f"/battles/{battle.stream}/").content).at("script/")
    sent = box.filled(script="draw\ntake-hull-down t34\n") | {"after": [str(battle.head)]}
    battle.alice("invoke-commander soviets", "observe t34", "end-impulse soviets")
    answer = bob.post(f"/battles/{battle.stream}/script/", sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Someone has reported on the same units first." in page
    assert "take-hull-down t34" in page
    assert "draw\ntake-hull-down" not in page
    assert len(battle.drawn()) == 3
