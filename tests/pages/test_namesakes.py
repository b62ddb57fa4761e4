"""Units nobody has named have their model's name, several of them the same one: the page tells them apart."""

from __future__ import annotations

from uuid import uuid4

import msgspec
import pytest

from battles import handler
from battles.reports import Report
from rules.adjudicate import Who
from rules.contract import Command, Side
from rules.stream import codec
from rules.systems.modern_age.deployment import Deploy
from tests.cast import Cast
from tests.pages.conftest import as_
from tests.rules.modern_age.musters import alpha_66


def report(command: Command) -> Report:
    return Report(str(uuid4()), type(command).__name__, codec.encode(command))


@pytest.mark.django_db
def test_units_of_one_name_are_told_apart(cast: Cast) -> None:
    sides = {"americans": Side(players=(str(cast.bob.pk),)), "soviets": Side(players=(str(cast.carol.pk),))}
    stream, organiser = str(uuid4()), Who(str(cast.alice.pk), referee=True)
    muster = msgspec.structs.replace(alpha_66(), sides=sides)
    handler.open_battle(stream, report(muster), organiser, "api")
    handler.execute(stream, [report(Deploy(unit="t64-2"))], organiser, "api")

    response = as_(cast.carol).get(f"/battles/{stream}/")
    page = response.content.decode()
    assert '<h1 translate="no">The Last Battle of Alpha 66</h1>' in page, "nobody has given it a title"
    for name in ("T-64 1", "T-64 2"):
        assert f'<b translate="no">{name}</b> <span class="model" translate="no">T-64</span>' in page
    assert "T-64 2 is deployed." in page
    assert "M1 Abrams 1" not in page

    handler.execute(stream, [report(Deploy(unit="t64-1")), report(Deploy(unit="alpha"))], organiser, "api")
    for key, name in (("t64-1", "T-64 1"), ("t64-2", "T-64 2")):
        page = as_(cast.carol).get(f"/battles/{stream}/?unit={key}").content.decode()
        assert f"{name} moves</span>" in page
        assert ">t64-1<" not in page
        assert ">t64-2<" not in page
