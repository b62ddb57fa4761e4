"""Laws of mending, on small seasons told at random from what is offered: undo and redo, corrections, and secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.season import legal
from campaigns.season.decider import REPORTS
from campaigns.season.mendable import NEVER
from campaigns.season.mending import MENDING
from campaigns.season.purchases import Buy
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing, Recruit
from rules.adjudicate import Who
from rules.contract import Command, Event, Refused, Unfallen
from rules.stream.dice import FallenDice
from rules.stream.history import Past
from rules.stream.random_values import filled_in
from rules.stream.revision.kept_rows import first_wrong
from rules.stream.revision.preview import preview
from rules.stream.revision.reports import Correct, Resolve, Undo
from tests.campaigns.between import ALICE, BOB, CAROL
from tests.campaigns.choosing import _data
from tests.campaigns.mended import Mended, places_aside
from tests.length import AT_LENGTH, examples

SEEDS = st.integers(0, 2**32)
OF_A_BATTLE = ("ReportBattle", "CallOff", "Confirm", "Dispute")
SELDOM = {"CloseSeason", "Drop", "TakePlatoonCase", "LeavePlatoonCase", "HandOver", "Appoint", "Dismiss", "Enlist"}


def season(chance: Random, reports: int = 14, **terms: Any) -> Mended:
    """So many reports: rounds with battles that are fought and counted, and between them whatever is offered."""
    told = Mended(**({"purse": 60, "per_round": 10, "per_win": 10, "spare_crew_points": 2} | terms))
    for _report in range(reports):
        _next(told, chance)
    return told


def _next(told: Mended, chance: Random) -> None:
    fixtures, round = list(told.state.fixtures.values()), told.state.under_way
    open_ = [one for one in fixtures if one.announced and one.is_open and not one.battle]
    fought = [one.battle for one in fixtures if one.is_fought]
    with suppress(Refused):  # whether it is accepted turns on more than a form can say
        match chance.choice(("play", "play", "play", "end", "any", "any")):
            case "play" if fought:
                told.count(fought[0], chance.choice(("north", "south", "")), **_left(told, fought[0], chance))
            case "play" if open_ and round is not None:
                home, away = open_[0].platoons
                told.muster(open_[0].key, north=home, south=away)
            case "play" if round is None:
                told.round(("bears", "cats"))
            case "end" if round is not None:
                told.tell(CloseRound(round=round.number), ALICE)
            case _:
                _anything(told, chance)


def _anything(told: Mended, chance: Random) -> None:
    """Any kind of report that is offered to somebody, as often as any other."""
    who = chance.choice((ALICE, BOB, CAROL))
    offered = [one for one in legal(told.state, who) if one.command not in SELDOM]
    if not offered:
        return
    kind = chance.choice(sorted({one.command for one in offered}))
    choice = chance.choice([one for one in offered if one.command == kind])
    said = filled_in(choice, chance.randrange, partial(_data, choice, chance))
    told.tell(REPORTS.decode(kind, msgspec.json.encode(said)), who)


def _left(told: Mended, battle: str, chance: Random) -> dict[str, Any]:
    fixture = told.state.of_battle(battle)
    assert fixture is not None
    units = [id.replace("-", "_") for forces in fixture.sides.values() for id in forces.vehicles]
    return {id: chance.choice(({"damage": 1}, "lost", {})) for id in units if chance.random() < 0.5}


def correctable(told: Mended) -> list[Past]:
    """Of the two enlistments one: nothing is left where a platoon is gone."""
    found = [past for past in told.history.live_reports() if past.type and past.type not in NEVER]
    return found[1:]


def some_correction(told: Mended, chance: Random) -> Command | None:
    found = correctable(told)
    if not found:
        return None
    past = chance.choice(found)
    if chance.random() < 0.5:
        return Undo(position=past.position)
    return Correct(position=past.position, how="strike", reason="It was otherwise.")


@given(SEEDS)
@settings(max_examples=examples(30) if AT_LENGTH else 4, deadline=None)
def test_undo_then_redo_is_identity(seed: int) -> None:
    chance = Random(seed)
    told = season(chance)
    found = correctable(told)
    if not found:
        return
    was, items, redo = places_aside(told.state), told.state.items, told.state.redo
    told.tell(Undo(position=chance.choice(found).position), ALICE)
    told.redo()
    assert (places_aside(told.state), told.state.items, told.state.redo) == (was, items, redo)


@given(SEEDS)
@settings(max_examples=examples(30) if AT_LENGTH else 4, deadline=None)
def test_a_mended_season_is_the_one_told_right_from_the_start(seed: int) -> None:
    """With the same dice; or what differs is left as an item for people to settle."""
    chance = Random(seed)
    told = season(chance)
    correction = some_correction(told, chance)
    if correction is None:
        return
    reports = [past for past in told.history.live_reports() if past.type]
    told.tell(correction, ALICE)
    _holds(told, reports, {correction.position: None})  # type: ignore[attr-defined]


@given(SEEDS)
@settings(max_examples=examples(15) if AT_LENGTH else 3, deadline=None)
def test_a_season_with_several_corrections_is_the_one_told_right_from_the_start(seed: int) -> None:
    """Whatever order they come in, and whatever each makes of the others."""
    chance = Random(seed)
    told = season(chance)
    reports = [past for past in told.history.live_reports() if past.type]
    struck: dict[int, Command | None] = {}
    for _correction in range(chance.randint(2, 4)):
        correction = some_correction(told, chance)
        if correction is not None:
            first = told.history.first_told(correction.position)  # type: ignore[attr-defined]
            told.tell(correction, ALICE)
            struck[first] = None
    _holds(told, reports, struck)


@given(SEEDS)
@settings(max_examples=examples(15) if AT_LENGTH else 3, deadline=None)
def test_a_changed_round_or_purchase_is_as_if_it_had_been_told_so(seed: int) -> None:
    """Other pairings and another name for a round; more, less or something else for a purchase."""
    chance = Random(seed)
    told = Mended(purse=60, per_round=10, per_win=10, spare_crew_points=2)
    for n in range(14):
        if chance.random() < 0.3:
            with suppress(Refused):
                told.tell(_purchase(f"bears-{20 + n}"), BOB)
        else:
            _next(told, chance)
    reports = [past for past in told.history.live_reports() if past.type]
    changed: dict[int, Command | None] = {}
    for past in chance.sample(reports, len(reports)):
        otherwise = _otherwise(past, chance) if len(changed) < 2 else None
        if otherwise is None:
            continue
        now = next(one for one in told.history.live_reports() if told.history.first_told(one.position) == past.position)
        data = msgspec.to_builtins(otherwise)
        with suppress(Refused):  # too dear, for one
            told.tell(Correct(position=now.position, how="change", data=data, reason="It was otherwise."), ALICE)
            changed[past.position] = otherwise
    _holds(told, reports, changed)


def _purchase(*ids: str) -> Buy:
    return Buy(platoon="bears", vehicles=tuple(Recruit(id=id, model="Light") for id in ids))


def _otherwise(past: Past, chance: Random) -> Command | None:
    """What could have been told in the place of a report; None for those that nobody changes here."""
    match past.type:
        case "Buy":
            kept = msgspec.json.decode(past.data)["vehicles"][0]["id"] if "bears-2" in past.data else "bears-50"
            return chance.choice(
                (_purchase(kept, f"bears-{60 + past.position}"), _purchase(f"bears-{70 + past.position}"))
            )
        case "OpenRound":
            pairings = chance.choice(((), (Pairing(home="cats", away="bears"),)))
            return OpenRound(pairings=pairings, deadline="2027-03-28T20:00:00Z", title="The second try")
    return None


def _holds(
    told: Mended,
    reports: list[Past],
    changed: Mapping[int, Command | None],
    accepted: Mapping[int, Sequence[Event]] = MappingProxyType({}),
) -> None:
    """The season is the one in which `reports` were told right from the start, with the same dice: but for those that
    are `changed`, by where they were told first, to others or (None) to nothing. Or something is left open. `accepted`:
    the events of those that stand as they were played, whatever would be ruled."""
    right = Mended(_camp_of(told), enlisted=False)
    assert right.state.head[0] == reports[0].position - 1
    for past in reports:
        then = told.history.state(past.position - 1)
        command = MENDING.ruled_on(then, told.history.command(past), past)
        who = MENDING.reporter(then, command, past.by)
        if past.position in changed:
            otherwise = changed[past.position]
            if otherwise is None:
                continue
            command, who = otherwise, Who(past.by, referee=True)
        elif past.position in accepted:
            right.stands(command, who, accepted[past.position])
            continue
        try:
            right.tell(command, who)
        except Refused:
            if past.type in OF_A_BATTLE:  # it was struck, and what was told of it falls with it
                continue
            assert told.state.items
            return
    if not told.state.items:
        assert _deadlines_aside(told) == _deadlines_aside(right)


def _camp_of(told: Mended) -> Any:
    """The campaign as it opened."""
    camp = type("Opened", (), {})()
    camp.told = [told.rows[0].event]
    return camp


def _deadlines_aside(told: Mended) -> dict[str, Any]:
    """A round that was opened again waits for an organiser."""
    season = places_aside(told.state)
    for round in season["rounds"]:
        round.deadline = ""
    return season


@given(SEEDS)
@settings(max_examples=examples(15) if AT_LENGTH else 3, deadline=None)
def test_a_preview_tells_what_the_correction_comes_to(seed: int) -> None:
    chance = Random(seed)
    told = season(chance)
    correction = some_correction(told, chance)
    if correction is None:
        return
    rows = len(told.rows)
    foreseen = preview(told.history, correction, ALICE, ALICE)
    assert len(told.rows) == rows
    told.tell(correction, ALICE)
    assert len(foreseen.unsettled) == len(told.state.items)


@given(SEEDS)
@settings(max_examples=examples(15) if AT_LENGTH else 3, deadline=None)
def test_no_die_falls_by_a_correction(seed: int) -> None:
    chance = Random(seed)
    told = season(chance)
    correction = some_correction(told, chance)
    if correction is None:
        return
    fallen = dict(told.fallen)
    try:
        told.hear(correction, ALICE, ALICE.id, FallenDice(fallen))
    except Unfallen as die:
        raise AssertionError(f"{die.question} would have to be rolled") from None
    assert told.fallen == fallen


class Story:
    """A season that is mended again and again. `due`: where each report that should count was first told."""

    def __init__(self, chance: Random) -> None:
        self.chance, self.told = chance, season(chance, 10)
        self.due = {past.position for past in self.told.history.live_reports() if past.type}
        self.newest = max(self.due)

    def step(self) -> None:
        """A report, or something that mends the season; then all that is due is there, and nothing else."""
        told, chance = self.told, self.chance
        before, was = len(told.rows), set(self.due)
        kind = chance.choice(("report", "undo", "undo", "strike", "settle", "back"))
        found = correctable(told)
        with suppress(Refused):
            if kind == "report":
                _next(told, chance)
                new = {past.position for past in told.history.live_reports() if past.position > before}
                self.due, self.newest = self.due | new, max(new, default=self.newest)
            elif kind == "settle" and told.state.items:
                position = chance.choice(told.state.items)
                how: Any = chance.choice(("keep", "strike"))
                told.tell(Resolve(position=position, how=how, reason="So it was."), ALICE)
                self.due -= {told.history.first_told(position)} if how == "strike" else set()
            elif kind == "back" and told.state.corrected:
                assert told.state.corrected > self.newest, "what was reported since would go with it"
                told.tell(Undo(position=told.state.corrected), ALICE)
                told.redo()  # the correction stands again
            elif kind in ("undo", "strike") and found:
                self._take_back(chance.choice(found), kind)
        told = self.told
        there = {told.history.first_told(past.position) for past in told.history.live_reports() if past.type}
        self._follow_battles(there)
        assert there == self.due, (kind, there ^ self.due, was)
        assert first_wrong(told.history) == 0

    def _follow_battles(self, there: set[int]) -> None:
        """What was told of a battle falls with its muster, and comes back with it."""
        for first in there ^ self.due:
            past = self.told.history.reports[first]
            if past.type in OF_A_BATTLE:
                self.due ^= {first}

    def _take_back(self, past: Past, kind: str) -> None:
        told, first = self.told, self.told.history.first_told(past.position)
        if kind == "strike":
            rest: Any = self.chance.choice(("", "keep"))
            told.tell(Correct(position=past.position, how="strike", reason="It was otherwise.", rest=rest), ALICE)
        else:
            was, items = places_aside(told.state), told.state.items
            told.tell(Undo(position=past.position), ALICE)
            told.redo()
            assert (places_aside(told.state), told.state.items) == (was, items)
            told.tell(Undo(position=past.position), ALICE)  # taken back after all
        self.due.discard(first)


@given(SEEDS)
@settings(max_examples=examples(6) if AT_LENGTH else 2, deadline=None)
def test_many_corrections_lose_nothing_and_keep_what_they_say(seed: int) -> None:
    story = Story(Random(seed))
    for _step in range(6):
        story.step()
