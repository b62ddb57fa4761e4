"""What no report to a campaign looks like hears so by name, and leaves no trace."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.api.conftest import Caller, problem, report, whole_log
from tests.campaigns.conftest import Season
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]


def bare(**members: Any) -> dict[str, Any]:
    return report("Repair", platoon="bears") | members


BAD: tuple[tuple[Any, int, str], ...] = (
    (b'{"id":' + b"[" * 10_000, 400, "malformed"),
    (bare(data={"platoon": [[[]]] * 3}), 400, "malformed"),
    (bare(data={"platoon": None}), 400, "malformed"),
    (bare(data={"platoon": "bears", "vehicles": {"bears-1": True}}), 400, "malformed"),
    (bare(data={"platoon": "bears", "vehicles": ["bears-1"] * 201}), 400, "malformed"),
    (bare(data={"platoon": "bears", "more": 1}), 400, "malformed"),
    (bare(data={"platoon": "be\0ars"}), 400, "malformed"),
    (bare(data=None), 400, "malformed"),
    (bare(data=[]), 400, "malformed"),
    (bare(type="Repairs"), 400, "unknown"),
    (bare(type="RoundClosed"), 400, "unknown"),
    (bare(type=7), 400, "malformed"),
    (bare(id="one"), 400, "malformed"),
    (bare(id=None), 400, "malformed"),
    (bare(after="now"), 400, "malformed"),
    ([bare() for _ in range(1001)], 400, "malformed"),
    ([], 400, "malformed"),
    (bare(data={"platoon": "wolves"}), 422, "refused"),
    (bare(data={"platoon": "bears", "vehicles": ["cats-1"]}), 403, "not-yours"),  # its case was not taken
    (report("CloseRound", round=10**30), 400, "malformed"),
    (report("CloseRound", round=-1), 400, "malformed"),
    (report("Extend", deadline="2027-13-41T99:99:99Z", reason="Snow"), 422, "refused"),
    (report("Extend", deadline="tomorrow", reason="Snow"), 400, "malformed"),
    (report("Adjudicate", fixture=str(uuid4()), reason="So"), 422, "refused"),
    (report("Appoint", person=str(uuid4()), office="umpire", reason="So"), 422, "refused"),
    (b"x" * 300_000, 413, "too-large"),
)


def test_what_is_no_report_is_refused_by_name(people: dict[str, Caller], season: Season) -> None:
    before = whole_log()
    for sent, status, code in BAD:
        for query in ("", "?dry_run=true"):
            found = problem(people["alice"].post(f"campaigns/{season.stream}/commands/{query}", sent), status, code)
            assert found["detail"]
        assert whole_log() == before, sent


@BOTH
def test_a_token_is_its_owners_and_no_longer_than_it_lasts(people: dict[str, Caller], season: Season) -> None:
    """A token taken back, or of nobody, reports for nobody, whatever session comes with it."""
    where, before = f"campaigns/{season.stream}/commands/", whole_log()
    bob = people["bob"]
    bob.client.force_login(season.cast.bob)
    assert bob.call("DELETE", "token/").status_code == 204
    for token in (bob.headers["Authorization"], "Token " + "0" * 40, "Token ", "Token a b"):
        problem(bob.post(where, bare(), Authorization=token), 401, "not-authenticated")
    assert whole_log() == before
