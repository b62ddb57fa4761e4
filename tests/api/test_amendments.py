"""House rules and editions amended by the API: tried first, with all that would differ, then told."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse

from tests.api.conftest import Caller, problem, report, said
from tests.campaigns import errata
from tests.cast import Cast
from tests.pages.seasons import League

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(_skirmish: None, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> League:
    """A campaign of edition 1, with a battle fought; then came edition 2."""
    errata.install(monkeypatch, "1")
    league = League(cast, per_win=5, per_loss=2).start()
    league.play_it()
    errata.install(monkeypatch, "1", "2")
    return league


def amend(caller: Caller, league: League, how: str = "", **data: Any) -> HttpResponse:
    return caller.post(f"campaigns/{league.stream}/commands/{how}", report("Amend", reason="Voted", **data))


def test_from_the_start_it_is_tried_with_what_is_decided_again(people: dict[str, Caller], league: League) -> None:
    before = league.state.head
    data: dict[str, Any] = {"round": 1, "from_start": True, "scoring": {"win": 10}, "options": {"fog": True}}
    (answer,) = said(amend(people["alice"], league, "?dry_run=true", **data))["reports"]
    assert answer["preview"]["again"] > 2
    assert {one["platoon"] for one in answer["shift"]["platoons"]} >= {"bears"}
    assert answer["rereading"]["over"] == answer["rereading"]["read"] == 1
    assert league.state.head == before
    problem(amend(people["bob"], league, "?dry_run=true", **data), 403, "not-yours")
    assert said(amend(people["alice"], league, **data))["reports"][0]["status"] == "accepted"
    assert league.state.settings(0).options["fog"] is True


def test_another_edition_is_tried_and_the_system_says_what_differs(people: dict[str, Caller], league: League) -> None:
    (answer,) = said(amend(people["alice"], league, "?dry_run=true", round=2, edition="2"))["reports"]
    assert answer["rereading"]["over"] == 1
    assert answer["preview"] is None
    problem(amend(people["alice"], league, round=1, edition="2"), 422, "refused")
    amend(people["alice"], league, round=2, edition="2")
    assert league.state.settings(2).edition == "2"
    assert said(people["alice"].get("systems/skirmish/"))["errata"]["2"][0].startswith("A shot hits at 4")
