"""Steps of a move as people type them on a page: with or without spaces, in either case."""

from __future__ import annotations

from uuid import uuid4

import msgspec
import pytest
from django.http import QueryDict

from battles import handler
from battles.forms import form_data
from battles.reports import Report
from rules.contract import Refused
from rules.systems.panzer_strike.movement import Moved
from tests.battles.test_panzer_strike_examples import CAROL, Told

pytestmark = pytest.mark.django_db


@pytest.fixture
def told() -> Told:
    """A Tiger on e5 in its Movement Phase."""
    return Told({"tiger": ("Tiger", "axis", "e5", "N"), "m4": ("Sherman", "allies", "p16", "S")})


def form(*steps: str) -> Report:
    """The form of a move: its first step picked, or "" for none, and the others typed."""
    given = msgspec.json.encode({"unit": "tiger"}).decode()
    post = QueryDict(mutable=True)
    post.update({"id": str(uuid4()), "type": "Move", "given": given})
    post.setlist("path:steps", [*steps])
    return form_data.report(form_data.read(post))


def kept(stream: str) -> list[str]:
    """The data of the moves as the log has it."""
    _battle, _told, rows = handler.replay(stream)
    return [row.command_data for row in rows if row.command_type == "Move"]


@pytest.mark.parametrize("steps", [("F", "f r+"), ("", "ffr+"), ("F", "FR+"), ("", "F,F,R+"), ("", "Ff R+")])
def test_steps_typed_on_a_page_are_read_and_kept_as_steps(told: Told, steps: tuple[str, str]) -> None:
    receipt = handler.execute(told.stream, [form(*steps)], CAROL, "page")
    (moved,) = [fact.event for fact in receipt.answers[0].events]
    assert isinstance(moved, Moved)
    assert moved.steps == ("F", "F", "R+")
    (data,) = kept(told.stream)
    assert msgspec.json.decode(data)["steps"] == ["F", "F", "R+"]


def test_a_form_sent_twice_counts_once(told: Told) -> None:
    said = form("", "ffr+")
    first, again = (handler.execute(told.stream, [said], CAROL, "page").answers[0].events for _time in range(2))
    assert [fact.position for fact in first] == [fact.position for fact in again]
    assert len(kept(told.stream)) == 1


def test_steps_nobody_can_read_are_refused_and_nothing_is_kept(told: Told) -> None:
    with pytest.raises(Refused) as caught:
        handler.execute(told.stream, [form("F", "left")], CAROL, "page")
    assert caught.value.field.startswith("steps")
    assert not kept(told.stream)
