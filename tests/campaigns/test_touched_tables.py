"""The read tables of a season are brought up to date by what a report has touched, from a state that its writer keeps
alone: they hold what they would hold if every row were made anew, and nobody sees what was refused or rolled back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from battles import folded, log
from battles import handler as battle_door
from battles.replay import replay
from battles.reports import Report
from campaigns import clerk, handler, projections, row_values, touched_tables
from campaigns.season.decider import SEASONS
from campaigns.season.house_rules import Amend
from campaigns.season.musters import CallOff
from campaigns.season.penalties import Penalise
from campaigns.season.people import HandOver
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing, Scoring
from campaigns.simulation import simulate
from rules.adjudicate import Who
from rules.contract import Refused
from rules.reports import Confirm
from rules.stream import codec
from rules.stream.copying import copied
from rules.stream.revision.reports import Undo
from rules.stream.watched import Watched
from tests import refolded, retold
from tests.campaigns.conftest import Season
from tests.length import AT_LENGTH, seeds
from tests.where import BOTH

pytestmark = pytest.mark.django_db
LATE = "It came late"


@pytest.fixture(autouse=True)
def whole(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Everything is compared every time. The streams of which every row was made."""
    made: list[str] = []
    save = projections.save

    def noted(stream: str, *rest: object) -> None:
        made.append(stream)
        save(stream, *rest)  # type: ignore[arg-type]

    folded.forget()
    monkeypatch.setattr(folded, "check", refolded.compare)
    monkeypatch.setattr(touched_tables, "check", retold.compare)
    monkeypatch.setattr(projections, "save", noted)
    yield made
    folded.forget()


def penalise(season: Season, platoon: str = "bears", score: int = 1) -> None:
    season.report(season.organiser, Penalise(platoon=platoon, score=score, reason=LATE))


def rows_made(monkeypatch: pytest.MonkeyPatch, kind: str) -> list[str]:
    found: list[str] = []
    make: Callable[..., row_values.Values] = getattr(row_values, kind)

    def noted(*args: object) -> row_values.Values:
        found.append(make(*args)["key"].partition("/")[2])
        return make(*args)

    monkeypatch.setattr(row_values, kind, noted)
    return found


@BOTH
def test_only_rows_that_a_report_has_touched_are_made(
    season: Season, whole: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    season.begin()
    penalise(season)
    whole.clear()
    monkeypatch.setattr(touched_tables, "check", None)
    made = {kind: rows_made(monkeypatch, f"{kind}_values") for kind in ("standing", "vehicle", "fixture")}
    penalise(season)
    assert made == {"standing": ["bears"], "vehicle": [], "fixture": []}
    battle = season.muster()
    assert made["fixture"] == [battle]
    assert sorted(made["vehicle"]) == ["bears-1", "bears-2", "cats-1", "cats-2"]
    season.win(battle)
    season.confirm(battle)
    for rows in made.values():
        rows.clear()
    clerk.sweep()
    assert made["fixture"] == [battle]
    assert sorted(made["vehicle"]) == ["bears-1", "bears-2", "cats-1", "cats-2"]
    assert sorted(made["standing"]) == ["bears", "cats"]
    assert not whole


def test_the_suite_sees_a_row_that_was_forgotten(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    season.begin()
    penalise(season)
    monkeypatch.setattr(Watched, "_saw", lambda _pieces, _key: None)
    with pytest.raises(AssertionError, match="Vehicle stands otherwise than the season"):
        season.muster()


def test_who_writes_goes_on_without_a_copy_and_refused_or_not(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    season.begin()
    penalise(season)
    monkeypatch.setattr(folded, "copied", lambda _state: pytest.fail("copied"))
    monkeypatch.setattr(folded, "replay", lambda *_all: pytest.fail("folded from the first row"))
    penalise(season)
    with pytest.raises(Refused):
        penalise(season, "nobody")
    penalise(season)


def test_what_a_writer_keeps_alone_is_dropped_with_the_rest_and_bounded(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kept() -> list[int]:
        return [thread for key, thread in folded._for_writers if key[1] == season.stream]

    other = Season(season.cast).begin()
    assert folded._for_writers
    monkeypatch.setattr(folded, "get_ident", lambda: 7)
    penalise(season.begin())
    assert kept() == [7]
    folded.forget(season.stream)
    assert not kept()
    monkeypatch.setattr(folded, "MOST_FOR_WRITERS", 2)
    for thread in (7, 8, 9):
        monkeypatch.setattr(folded, "get_ident", partial(int, thread))
        penalise(season)
    assert kept() == [8, 9]
    with monkeypatch.context() as patch:
        patch.setattr(folded, "MOST", 1)
        penalise(season)
        assert kept() == [9]
    monkeypatch.setattr(folded, "get_ident", partial(int, 8))
    penalise(season)
    assert kept() == [9, 8]
    with transaction.atomic():
        log.forget_sealed(other.stream, [(1, "data.seed")], "alice", "She asks for it.", timezone.now())
        penalise(season)  # nobody else's is believed any more, and none of it is left in memory
        assert [thread for _key, thread in folded._for_writers] == [8]
        transaction.set_rollback(True)


def test_a_long_season_drops_no_short_one(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Season(season.cast).begin()
    penalise(season.begin())
    penalise(other)
    both = [
        one
        for ((_kind, stream), _thread), one in folded._for_writers.items()
        if stream in (season.stream, other.stream)
    ]
    monkeypatch.setattr(folded, "HEAVIEST_FOR_WRITERS", 2 * max(one.weight for one in both) - 1)
    for one in (season, other, season):
        penalise(one)
        assert {stream for (_kind, stream), _thread in folded._for_writers} >= {season.stream, other.stream}


class Evening:
    """Reports of all kinds to one season, drawn by a seed; by two threads of a process, in turn. Some are refused."""

    def __init__(self, season: Season, chance: Random) -> None:
        self.season, self.chance, self.thread = season, chance, 1
        self.steps: tuple[Callable[[], None], ...] = (
            *(self.penalised, self.fought, self.ruled, self.refused, self.half_refused, self.rolled_back),
            *(self.tried, self.undone, self.other_thread, self.handed_over, self.amended, self.next_round),
        )

    def step(self) -> None:
        with suppress(Refused):  # as when nobody can fight any more, or a round is under way
            self.chance.choice(self.steps)()
        rows = log.read(self.season.stream)
        state = replay(SEASONS, rows)[0]
        assert handler.replay(self.season.stream)[0] == state
        retold.compare(self.season.stream, state, rows)

    def platoon(self) -> str:
        return self.chance.choice(("bears", "cats"))

    def penalised(self) -> None:
        penalise(self.season, self.platoon())

    def fought(self) -> None:
        battle = self.season.muster()
        self.season.win(battle)
        platoons = handler.replay(self.season.stream)[0].platoons
        position, digest = battle_door.replay(battle)[0].fought
        for side, key in (("north", "bears"), ("south", "cats")):
            said = Confirm(side=side, position=position, digest=digest)
            self.season.play(battle, said, Who(platoons[key].player))
        clerk.sweep()

    def ruled(self) -> None:
        battle = self.season.muster()
        self.season.report(self.season.organiser, Adjudicate(fixture=battle, winner=self.platoon(), reason="so"))
        self.season.report(self.season.organiser, CallOff(battle=battle, reason="so"))

    def refused(self) -> None:
        with pytest.raises(Refused):
            penalise(self.season, "nobody")

    def half_refused(self) -> None:
        """The first of two is told, and then the other is refused: both are, or the other alone."""
        said = [Penalise(platoon=one, score=7, reason=LATE) for one in (self.platoon(), "nobody")]
        reports = [Report(str(uuid4()), "Penalise", codec.encode(one)) for one in said]
        with pytest.raises(Refused):
            handler.execute(self.season.stream, reports, self.season.organiser, "api")
        handler.execute(self.season.stream, reports, self.season.organiser, "api", atomic=False)

    def rolled_back(self) -> None:
        with transaction.atomic():
            self.fought()
            self.penalised()
            transaction.set_rollback(True)

    def tried(self) -> None:
        report = Report(str(uuid4()), "Penalise", codec.encode(Penalise(platoon="cats", score=50, reason=LATE)))
        handler.execute(self.season.stream, [report], self.season.organiser, "api", dry_run=True)

    def undone(self) -> None:
        self.penalised()
        self.season.report(self.season.organiser, Undo(position=handler.replay(self.season.stream)[0].last))

    def other_thread(self) -> None:
        self.thread = 3 - self.thread

    def handed_over(self) -> None:
        people = (self.season.cast.bob, self.season.cast.carol, self.season.cast.dave)
        said = HandOver(platoon=self.platoon(), players=(str(self.chance.choice(people).pk),), reason="so")
        self.season.report(self.season.organiser, said)

    def amended(self) -> None:
        turn = handler.replay(self.season.stream)[0].turn
        said = Amend(round=turn + 1, scoring=Scoring(win=self.chance.randrange(1, 4)), reason="so")
        self.season.report(self.season.organiser, said)

    def next_round(self) -> None:
        """With a fixture that is fought, or called off as the round closes."""
        said = OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline="")
        self.season.report(self.season.organiser, said)
        self.step()
        turn = handler.replay(self.season.stream)[0].rounds[-1].number
        self.season.report(self.season.organiser, CloseRound(round=turn))


@pytest.mark.parametrize("seed", seeds(20))
def test_what_stands_is_what_was_told_and_nothing_else(
    season: Season, seed: int, monkeypatch: pytest.MonkeyPatch, whole: list[str]
) -> None:
    evening = Evening(season.begin(), Random(seed))
    monkeypatch.setattr(folded, "get_ident", lambda: evening.thread)
    for _step in range(25 if AT_LENGTH else 12):
        evening.step()


def test_a_receipt_stays_as_it_was_while_another_thread_reports(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has reported may still read the season that came of it."""
    evening = Evening(season.begin(), Random(1))
    monkeypatch.setattr(folded, "get_ident", lambda: evening.thread)
    penalise(season)
    mine = season.report(season.organiser, Penalise(platoon="bears", score=1, reason=LATE)).state
    before = copied(mine)
    evening.other_thread()
    penalise(season)
    penalise(season, "cats")
    assert mine == before


@pytest.mark.soak
@pytest.mark.parametrize("sectors", [0, 14])
@pytest.mark.parametrize("system", ["fluid_time", "modern_age", "panzer_strike", "tanks"])
def test_seasons_at_random_are_told_as_they_stand_after_every_report(
    system: str, sectors: int, whole: list[str]
) -> None:
    """Every kind of report that players, organisers and the clerk send in a season, corrections among them."""
    stream = simulate(system, 4, 3, 41, "The Tenders", sectors).campaign
    assert len(whole) < len({row.command for row in log.read(stream)}) / 2
