"""Several write to one campaign at once: one of them is first, the others hear so, and nothing counts twice."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse

from battles import log
from campaigns import clerk, handler
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from rules.stream import dice
from tests.api.conftest import Caller, problem, report, said, whole_log
from tests.campaigns.conftest import Season
from tests.cast import Cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("unlimited")]
MEET = Pairing(home="bears", away="cats")
LIGHT = [{"id": "new-1", "model": "Light"}]


@pytest.fixture
def season(_skirmish: None, cast: Cast) -> Season:
    """The bears can pay for one Light, and no more."""
    season = Season(cast)
    season.desk.terms = {"purse": 30, "weld_needs": 4, "per_round": 5}
    season.desk.save(update_fields=["terms"])
    return season.begin()


def at_once(season: Season, *writers: tuple[Caller, dict[str, Any]]) -> list[HttpResponse]:
    """What each is answered, in their order."""
    together, answers = threading.Barrier(len(writers)), dict[int, HttpResponse]()

    def write(n: int, caller: Caller, sent: dict[str, Any]) -> None:
        together.wait()
        try:
            answers[n] = caller.post(f"campaigns/{season.stream}/commands/", sent)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(n, *writer)) for n, writer in enumerate(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = log.read(season.stream)
    assert [row.position for row in rows] == list(range(1, len(rows) + 1))
    call_command("rebuild", "--check")
    return [answers[n] for n in range(len(writers))]


def one_of(answers: Sequence[HttpResponse]) -> None:
    """One was accepted, the others refused by the rules."""
    assert sorted(answer.status_code for answer in answers) == [200, *[422] * (len(answers) - 1)]
    for answer in answers:
        if answer.status_code != 200:
            problem(answer, 422, "refused")


def told(season: Season, type_: str) -> int:
    return [row.type for row in log.read(season.stream)].count(type_)


def test_what_several_report_at_once_counts_once(people: dict[str, Caller], season: Season) -> None:
    """A round is opened once, the same purchase counts once, a purse is spent once, and what is sold is not
    mustered."""
    meet = [{"home": "bears", "away": "cats"}]
    one_of(at_once(season, *((people["alice"], report("OpenRound", deadline="", pairings=meet)) for _ in range(3))))
    assert told(season, "RoundOpened") == 1

    sent = report("Buy", platoon="bears", vehicles=LIGHT)
    answers = at_once(season, *((people["bob"], sent) for _ in range(4)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert told(season, "Bought") == 1

    several = [report("Buy", platoon="cats", vehicles=[{"id": f"more-{n}", "model": "Light"}]) for n in range(4)]
    one_of(at_once(season, *((people["carol"], one) for one in several)))
    assert handler.replay(season.stream)[0].platoons["cats"].purse == 10

    sides = {side: {"platoon": key, "vehicles": [f"{key}-1"]} for side, key in (("north", "bears"), ("south", "cats"))}
    one_of(
        at_once(
            season,
            (people["bob"], report("Sell", platoon="bears", vehicles=["bears-1"])),
            (people["alice"], report("MusterBattle", battle=str(uuid4()), sides=sides)),
        )
    )
    assert told(season, "Sold") + told(season, "BattleMustered") == 1


def test_a_round_is_closed_once_by_organisers_and_the_clerk(people: dict[str, Caller], season: Season) -> None:
    season.report(season.organiser, OpenRound(deadline="2020-01-01T00:00:00Z", pairings=(MEET,)))

    def sweep() -> None:
        clerk.sweep()
        connection.close()

    late = threading.Thread(target=sweep)
    late.start()
    answers = at_once(season, *((people["alice"], report("CloseRound", round=1)) for _ in range(3)))
    late.join()
    assert sorted(answer.status_code for answer in answers) in ([200, 422, 422], [422, 422, 422])
    assert (told(season, "RoundClosed"), told(season, "Decided")) == (1, 1)
    assert {one.purse for one in handler.replay(season.stream)[0].platoons.values()} == {35}


@pytest.mark.django_db  # nobody else writes: on one database, in one transaction
def test_an_id_is_its_first_reports(people: dict[str, Caller], season: Season) -> None:
    """Sent again with other content, as another report, or by somebody else, it is nothing new."""
    where = f"campaigns/{season.stream}/commands/"
    first = report("Buy", platoon="bears", vehicles=LIGHT)
    answered = people["bob"].post(where, first)
    before = whole_log()
    other = first | {"data": {"platoon": "bears", "vehicles": [{"id": "new-2", "model": "Light"}]}}
    for who, sent in (
        ("bob", other),
        ("bob", report("Sell", id=first["id"], platoon="bears", vehicles=["bears-1"])),
        ("carol", first),
        ("carol", other),
        ("alice", first),
    ):
        for query in ("", "?dry_run=true"):
            problem(people[who].post(where + query, sent), 422, "reused")
    assert people["bob"].post(where, first).content == answered.content
    assert whole_log() == before


@pytest.mark.django_db  # nobody else writes: on one database, in one transaction
def test_a_dry_run_of_closing_shows_no_die_that_has_not_fallen(
    people: dict[str, Caller], season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A weld that holds on 4 or more is due: whether it will hold is not told, however the question is put."""
    season.report(season.organiser, OpenRound(deadline="", pairings=(MEET,)))
    battle = season.muster()
    season.shoot(battle, "cats-1", "bears-1")
    season.win(battle)
    season.confirm(battle)
    clerk.sweep()
    where, seed = f"campaigns/{season.stream}/commands/?dry_run=true", handler.replay(season.stream)[0].opened.seed
    closing, before = report("CloseRound", round=1), whole_log()

    def fallen(*asked: Any) -> None:
        pytest.fail(f"a dry run has a seeded die: {asked}")

    with monkeypatch.context() as patched:
        patched.setattr(dice, "SeededDice", fallen)
        for body in (closing, [closing], [closing, report("CloseSeason")], [closing, report("OpenRound", deadline="")]):
            for who in ("alice", "bob"):
                for query in ("", "&atomic=false"):
                    answer = people[who].post(where + query, body)
                    assert answer.status_code == (200 if who == "alice" or query else 403), answer.content
                    assert b"WorkshopWorked" not in answer.content
                    assert b"numbers" not in answer.content
                    assert seed.encode() not in answer.content
        assert said(people["alice"].post(where, closing))["reports"][0]["status"] != "accepted"
    assert whole_log() == before
    season.report(season.organiser, CloseRound(round=1))
    assert told(season, "WorkshopWorked") >= 1
