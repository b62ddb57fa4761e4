"""`at` and `as_of` of a campaign: its standings, its map and itself as they stood after a row, or as they were known at
a time, by API and on pages; and nothing that its reader could not see then."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from django.db import transaction

from battles import command_handler, log
from campaigns import projections, read_tables
from campaigns.models import Appointment
from campaigns.season.decider import SEASONS
from campaigns.season.penalties import Penalise
from campaigns.season.people import HandOver
from campaigns.simulation import simulate
from rules.adjudicate import Who
from rules.stream.revision.reports import Undo
from tests.api.conftest import Caller, _skirmish, problem, said
from tests.api.test_maps import cast, war, war_at_first
from tests.campaigns.campaigning import Campaigning
from tests.length import AT_LENGTH, some_of

__all__ = ["_skirmish", "cast", "war", "war_at_first"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
PLACES = ("standings/", "", "map/")
MORE = ("fixtures/", "platoons/cats/", "sectors/fay/", "platoons/", "vehicles/")
LATER = ("rounds/", "events/", "explain/", "calendar.ics", "tables/fixtures/")


def then(stream: str, position: int, reader: Caller) -> Caller:
    """Fold the rows up to there, and put the read tables as they were; for a transaction that is rolled back. Who has
    an office has it now: a right that ended opens nothing of before. Answers with `reader`, or a spectator in the place
    of who has handed over a platoon since, or given its case back."""
    rows = log.read(stream)
    now, _told = command_handler.replay(SEASONS, rows)
    state, _told = command_handler.replay(SEASONS, rows[:position])
    projections.save(stream, state, rows[:position])
    read_tables.replace(Appointment, stream, projections.offices_of(stream, now))
    id = str(reader.user.pk) if reader.user else ""
    knew = [key for key in state.platoons if state.known_to(key, id) and key in now.platoons]
    return reader if all(now.known_to(key, id) for key in knew) else Caller()


PLAYED = [
    ("tanks", 4, 2, 7, 9),
    *(
        pytest.param((system, 4, 3, seed, sectors), marks=pytest.mark.soak)
        for seed, system in enumerate(("fluid_time", "modern_age", "panzer_strike", "tanks"), 41)
        for sectors in (0, 9)
    ),
]


@pytest.mark.at_length
@pytest.mark.parametrize("played", PLAYED, ids=str)
def test_at_every_row_of_a_season_the_answer_is_the_fold_of_what_came_before(
    played: tuple[str, int, int, int, int],
) -> None:
    """The season is simulated, with corrections; whoever reads it, the answer is what the read tables held then."""
    system, platoons, rounds, seed, sectors = played
    reporters = simulate(system, platoons, rounds, seed, "The Historians", sectors)
    stream = reporters.campaign
    readers = [Caller(), Caller(reporters.players[0]), Caller(reporters.organiser)]
    platoon = next(iter(reporters.season().platoons))
    places = [
        *(PLACES if sectors else PLACES[:2]),
        "fixtures/",
        "platoons/",
        f"vehicles/?platoon={platoon}",
        "vehicles/",
        f"fixtures/?platoon={platoon}&disputed=false",
    ]
    for position in some_of(range(1, log.head(stream).position + 1), 9):
        reader, place = readers[position % 3], places[position // 3 % len(places)]
        found = read(reader, stream, f"{place}{'&' if '?' in place else '?'}at={position}")
        with transaction.atomic():
            was = read(then(stream, position, reader), stream, place)
            transaction.set_rollback(True)
        assert found.pop("may", []) == []
        was.pop("may", [])
        assert found == was, (position, place)


def read(reader: Caller, stream: str, place: str) -> dict[str, Any]:
    response = reader.get(f"campaigns/{stream}/{place}")
    assert response.status_code == 200, (place, response.content)
    found: dict[str, Any] = said(response)
    return found


@pytest.mark.at_length
def test_what_was_known_at_a_time_is_what_was_answered_then(people: dict[str, Caller], war: Campaigning) -> None:
    """Byte for byte, whatever was mended since: a penalty taken back, orders disclosed."""
    album, asked = list[tuple[str, str, str, bytes]](), count()

    def take() -> None:
        now = log.read(war.stream)[-1].at
        next(asked)  # others of them at the next moment
        for who in ("anonymous", "bob", "carol", "alice"):
            for place in (*PLACES, *MORE, *LATER, "map.svg"):
                if AT_LENGTH or (who, place) == ("bob", "map.svg") or next(asked) % 8 == 0:
                    album.append((now, who, place, people[who].get(f"campaigns/{war.stream}/{place}").content))

    take()
    war.report(war.organiser, Penalise(platoon="cats", score=2, reason="Late"))
    take()
    war.order("bears", "attack", "fay")
    take()
    war.report(war.organiser, Undo(position=_at(war, "Penalise"), reason="She was not"))
    take()
    war.disclose()
    take()
    for moment, who, place, was in album:
        assert people[who].get(f"campaigns/{war.stream}/{place}?as_of={moment}").content == was, (moment, who, place)
    assert len({was for _now, who, place, was in album if (who, place) == ("bob", "map.svg")}) >= 3


def seeing(people: dict[str, Caller], where: str, before: int, ordered: int) -> set[str]:
    """Whose map shows what came between."""
    shown = {
        (who, at): people[who].get(f"{where}map.svg?at={at}").content for who in people for at in (before, ordered)
    }
    return {who for who in people if shown[who, before] != shown[who, ordered]}


def _at(war: Campaigning, type_: str) -> int:
    return next(row.position for row in log.read(war.stream) if row.command_type == type_)


@pytest.mark.parametrize("place", [*PLACES, *MORE[::2], *LATER[::2], "map.svg"])
def test_moments_that_are_none_are_named(people: dict[str, Caller], war: Campaigning, place: str) -> None:
    """As of a battle."""
    where, head = f"campaigns/{war.stream}/{place}", log.head(war.stream).position
    for asked in ("at=0", f"at={head + 1}", "at=x", "at="):
        assert problem(people["dave"].get(f"{where}?{asked}"), 400, "malformed")["field"] == "at"
    both = problem(people["dave"].get(f"{where}?at=1&as_of=2999-01-01T00:00:00Z"), 400, "malformed")
    assert both["field"] == "as_of"
    assert problem(people["dave"].get(f"{where}?as_of=yesterday"), 400, "malformed")["field"] == "as_of"
    early = problem(people["dave"].get(f"{where}?as_of=2020-01-01T00:00:00Z"), 404, "not-found")
    assert (early["field"], early["detail"]) == ("as_of", "This campaign opened after 2020-01-01T00:00:00.000000Z.")
    tags = {asked: people["dave"].get(f"{where}{asked}")["ETag"] for asked in ("", "?at=1", f"?at={head}")}
    assert len({*tags.values()}) == 3
    for asked, tag in tags.items():
        assert people["dave"].get(f"{where}{asked}", If_None_Match=tag).status_code == 304


@pytest.mark.at_length
def test_an_earlier_moment_opens_no_purse_and_no_order(people: dict[str, Caller], war: Campaigning) -> None:
    """Who took a platoon over reads nothing of before, who handed it over nothing any more, others never anything."""
    where = f"campaigns/{war.stream}/"
    before = log.head(war.stream).position
    war.order("bears", "attack", "fay")
    ordered = log.head(war.stream).position
    assert seeing(people, where, before, ordered) == {"bob"}
    war.report(Who(str(war.cast.bob.pk)), HandOver(platoon="bears", players=(str(war.cast.erin.pk),), reason="Away"))
    assert seeing(people, where, before, ordered) == set()
    told = said(people["bob"].get(f"{where}events/?limit=200&as_of={log.read(war.stream)[ordered - 1].at}"))["events"]
    assert told[-1]["type"] == "Ordered"
    assert "fay" not in str(told[-1]).lower()
    for at in range(1 if AT_LENGTH else before, ordered + 1):
        for who in people:
            platoon = people[who].get(f"{where}platoons/bears/?at={at}")
            assert platoon.status_code == 404 or said(platoon)["purse"] is None
            lines = said(people[who].get(f"{where}standings/?at={at}"))["standings"]
            assert not [one for one in lines if one["platoon"] == "bears" and one["purse"] is not None]
            vehicles = said(people[who].get(f"{where}vehicles/?platoon=bears&at={at}"))["vehicles"]
            assert not [one for one in vehicles if one["price"] is not None]


@pytest.mark.at_length
def test_every_address_answers_at_every_moment(people: dict[str, Caller], war: Campaigning) -> None:
    """By both clocks and in both readings; a purse only to who may know it, and no order before it was disclosed."""
    war.report(war.organiser, Penalise(platoon="cats", score=2, reason="Late"))
    war.order("bears", "attack", "fay")
    war.report(war.organiser, Undo(position=_at(war, "Penalise"), reason="She was not"))
    war.disclose()
    rows, where = log.read(war.stream), f"campaigns/{war.stream}/"
    places = (*PLACES, *MORE, *LATER, "map.svg", "ladder/", "ledger/", "appointments/", "pairings/", "choices/")
    asked = [
        (who, place, query)
        for place in places
        for row in rows
        for who in ("anonymous", "carol", "alice")
        for query in (f"at={row.position}", f"at={row.position}&corrected=true", f"as_of={row.at}&corrected=true")
        if place != "choices/" or query == f"as_of={row.at}"
    ]
    for who, place, query in some_of(asked, 24):
        answered = people[who].get(f"{where}{place}?{query}")
        assert answered.status_code in (200, 401, 403, 404, 422), (who, place, query)
        if place == "ledger/" and who != "carol":
            assert answered.status_code in (401, 403) or said(answered)["entries"] == [], (who, query)
    before = next(row.position for row in rows if row.type == "OrdersResolved") - 1
    for who in ("anonymous", "carol", "alice"):
        for query in (f"at={before}", f"at={before}&corrected=true"):
            told = said(people[who].get(f"{where}events/?limit=200&{query}"))["events"]
            assert "attack" not in str([one for one in told if one["type"] == "Ordered"]), (who, query)
