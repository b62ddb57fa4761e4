"""Seasons in memory, told by a script of reports: one that is corrected midway and goes on, and beside it the one that
was told right from the start, by the same dice. Nothing of how products correct is used for the second one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from campaigns.season import Season
from campaigns.season.battle_reports import ReportBattle
from campaigns.season.decider import SEASONS
from campaigns.season.house_rules import Amend
from campaigns.season.map.orders import Order
from campaigns.season.mendable import NEVER
from campaigns.season.mending import MENDING
from campaigns.season.musters import MusterBattle
from campaigns.season.open_items import open_items, settling
from campaigns.season.recounting import report_of
from campaigns.season.replays import Replay
from campaigns.season.standings import standings
from campaigns.season.values import Scoring
from rules.adjudicate import Who
from rules.contract import Command, Event, Outcome, Refused
from rules.stream.adjudication import Adjudication
from rules.stream.decider import Row
from rules.stream.revision.contract import MendedHistory
from rules.stream.revision.reports import Correct, Declare, Settling
from tests.campaigns.between import ALICE, THE_CLERK
from tests.campaigns.mended import places_aside

Kind = Literal["outcome", "muster", "any", "start", "round"]
KINDS: tuple[Kind, ...] = ("outcome", "muster", "any", "start", "round")


@dataclass(frozen=True)
class Said:
    """A report of a script: what was said, and who said it."""

    command: Command
    who: Who


class Told(Adjudication[Season, Command, Event, Who | None]):
    """A season in memory, from how it opened. `at`: where each report of the script began, by its place in it."""

    def __init__(self, opened: Event) -> None:
        super().__init__(SEASONS, [Row(1, 0, opened, ALICE.id)])
        self.at: dict[int, int] = {}

    @property
    def history(self) -> MendedHistory[Season, Who | None]:
        return MendedHistory(SEASONS, self.rows)

    def tell(self, said: Said, place: int | None = None) -> Refused | None:
        """None where it was accepted."""
        begins = len(self.rows) + 1
        try:
            self.hear(said.command, said.who, said.who.id, SEASONS.dice(self.state, self.fallen))
        except Refused as refused:
            return refused
        if place is not None:
            self.at[place] = begins
        return None

    def play(self, script: Sequence[Said | None], first: int = 0) -> list[int]:
        """A script from that place of it on, but for what is None; which of it was accepted."""
        every = [(n, said) for n, said in enumerate(script, first) if said is not None]
        return [n for n, said in every if self.tell(said, n) is None]

    def stands(self, said: Said, events: Sequence[Event], place: int) -> None:
        """A report comes to these events, whatever would be ruled."""
        begins = self.at[place] = len(self.rows) + 1
        for position, event in enumerate(events, begins):
            self.decider.evolve(self.state, event, position, "", begins)
        self.add(said.command, said.who.id, events)


def script_of(rows: Sequence[Row]) -> tuple[Event, list[Said]]:
    """How a season opened, and the reports that count of it, as they were completed when they came in."""
    history = MendedHistory(SEASONS, rows)
    opening, *reports = history.live_reports()
    found = []
    for past in reports:
        if past.type not in ("", Replay.__name__):
            then = history.state_before(past.position)
            command = MENDING.ruled_on(then, history.command(past), past)
            alone = isinstance(command, Declare)
            found.append(
                Said(command, ALICE if alone else MENDING.reporter(then, command, MENDING.told_by(history, past)))
            )
    return opening.events[0], found


# -- what is corrected -------------------------------------------------------------------------------------------------


@dataclass
class Mend:
    """A correction of a season, and what it comes to in its script: another report (or None) at a place of it, or one
    more before that."""

    correct: Command
    who: Who
    place: int
    otherwise: Said | None
    insert: bool = False


def some_mend(told: Told, script: Sequence[Said | None], kind: Kind, chance: Random) -> Mend | None:
    places = {position: place for place, position in told.at.items()}
    live = [past for past in told.history.live_reports() if past.position in places]
    match kind:
        case "outcome":
            counted = [past for past in live if past.type == ReportBattle.__name__]
            return _recounted(told, script, places[chance.choice(counted).position], chance) if counted else None
        case "start":
            amend = Amend(round=max(1, told.state.turn), from_start=True, reason="agreed", **_some_terms(chance))
            in_all = Said(replace(amend, round=0, from_start=False), ALICE)
            return Mend(amend, ALICE, min(told.at), in_all, insert=True)
        case "round":
            past = chance.choice(live)
            turn = told.history.state_before(past.position).turn
            amend = Amend(round=turn, reason="agreed", **_some_terms(chance))
            data = msgspec.to_builtins(amend)
            correct = Correct(position=past.position, how="insert", type="Amend", data=data, reason="It was agreed.")
            return Mend(correct, ALICE, places[past.position], Said(amend, ALICE), insert=True)
    never = NEVER.keys() | {"Enlist"}
    found = [past for past in live if past.type not in never and (kind == "any" or past.type == "MusterBattle")]
    if not found:
        return None
    past = chance.choice(found)
    strike = Correct(position=past.position, how="strike", reason="It was otherwise.", roll=True)
    return Mend(strike, ALICE, places[past.position], None)


def _some_terms(chance: Random) -> dict[str, Any]:
    return chance.choice(
        (
            {"terms": {"per_round": 1}},
            {"terms": {"per_win": 3, "per_loss": 2}},
            {"scoring": Scoring(win=9, loss=1)},
            {"terms": {"salvage": 10, "tow_points": 1}},
            {"terms": {"crews": False}},
            {"terms": {"workshop": False}},
        )
    )


def _recounted(told: Told, script: Sequence[Said | None], place: int, chance: Random) -> Mend | None:
    said = script[place]
    assert said is not None
    command = said.command
    assert isinstance(command, ReportBattle)
    settled = replace(command, position=command.position + 1, digest="ab" * 32)
    settled = replace(settled, outcome=otherwise(command.outcome, chance))
    correct = report_of(told.state, settled, lambda: told.history)
    if not isinstance(correct, Correct):
        return None
    place = next(n for n, position in told.at.items() if position == correct.position)
    asked = replace(correct, settle={}, rest="")  # whatever the terms of the campaign have for what is left
    return Mend(asked, THE_CLERK, place, Said(settled, THE_CLERK))


def otherwise(outcome: Outcome, chance: Random) -> Outcome:
    """Another winner, and one vehicle more is lost."""
    sides = sorted({unit.side for unit in outcome.units})
    winner = chance.choice([side for side in (*sides, "") if side != outcome.winner])
    units = list(outcome.units)
    lost = chance.randrange(len(units))
    units[lost] = replace(units[lost], fate="lost")
    return replace(outcome, winner=winner, field=winner, units=tuple(units))


# -- what it leaves ----------------------------------------------------------------------------------------------------


def settle(told: Told, how: Settling) -> Left:
    """All that is left, and what comes up by that: so where it is offered, else void. How each was settled by its place
    in the script, and what stands there since."""
    assert told.history.state() == told.state
    places = {position: place for place, position in told.at.items()}
    found: Left = {}
    for _time in range(60):
        items = open_items(told.history, told.state, ALICE)
        if not items:
            return found
        one = items[0]
        way: Settling = how if how in {way.how for way in one.ways} else "strike"
        place = places[told.history.first_told(one.position)]
        command = told.history.command(told.history.reports[one.position])
        instead = None
        if way == "replay":
            assert isinstance(command, MusterBattle)
            instead = Replay(fixture=command.fixture, battle=command.battle, until=told.state.turn)
        resolve = settling([one], {one.position: way}, "So")
        assert resolve is not None
        refused = told.tell(Said(replace(resolve, roll=True), ALICE))
        assert refused is None, (way, refused)
        found[place] = way, instead
    raise AssertionError("it is never settled")


Left = dict[int, tuple[str, Command | None]]


def right_one(
    opened: Event,
    script: Sequence[Said | None],
    mend: Mend,
    left: Left,
    played: Mapping[int, Sequence[Event]],
    called: Mapping[str, tuple[str, ...]],
) -> Told:
    """The season in which it was told right from the start. `left`: what stands in the place of what was settled; what
    was accepted as played stands without a ruling. `called`: what keys of fixtures mean, or have meant: reports name
    them so."""
    right = Told(opened)
    right.state.published = {**called}
    for place, said in enumerate(script):
        if place == mend.place:
            if mend.otherwise is not None:
                refused = right.tell(mend.otherwise, None if mend.insert else place)
                assert refused is None, refused
            if not mend.insert:
                continue
        if said is None or place in left:
            how, instead = left.get(place, ("strike", None))
            if how == "keep":
                assert said is not None
                right.stands(said, played[place], place)
            if instead is not None:
                assert said is not None
                refused = right.tell(Said(instead, Who(said.who.id, referee=True, again=True)), place)
                assert refused is None, refused
            continue
        if right.tell(said, place) is not None and _is_given(right.state, said.command):
            right.stands(said, played[place], place)
    return right


def _is_given(season: Season, command: Command) -> bool:
    """Whether an order can be taken though it would be refused: it stands as it was given in secret, so that nobody
    learns of it by a correction (campaigns/RULES.md, “Corrections”); what comes of it shows as it is disclosed."""
    if not isinstance(command, Order):
        return False
    platoon, round = season.platoons.get(command.platoon), season.under_way
    return platoon is not None and not platoon.dropped and round is not None and not round.resolved


def fought_again(told: Told, script: Sequence[Said | None]) -> Iterator[Said]:
    """The musters and outcomes of before for fixtures that are played again, by what is there of their forces."""
    season = told.state
    for fixture in season.fixtures.values():
        if not (fixture.again and fixture.is_open and not fixture.battle):
            continue
        was = fixture.called_off[-1]
        said = [one for one in script if one is not None and getattr(one.command, "battle", "") == was]
        muster = next(one for one in said if isinstance(one.command, MusterBattle))
        again = f"{was[:-4]}{int(was[-4:], 16) ^ 0x5A5A:04x}"
        there = {id for id, one in season.vehicles.items() if one.status in ("ready", "damaged")}
        assert isinstance(muster.command, MusterBattle)
        sides = {
            side: replace(forces, vehicles=tuple(id for id in forces.vehicles if id in there))
            for side, forces in muster.command.sides.items()
        }
        yield Said(replace(muster.command, battle=again, sides=sides), Who(muster.who.id, referee=True))
        called = {id for forces in sides.values() for id in forces.vehicles}
        for one in said:
            if isinstance(one.command, ReportBattle):
                outcome = one.command.outcome
                units = tuple(unit for unit in outcome.units if unit.id in called)
                yield Said(replace(one.command, battle=again, outcome=replace(outcome, units=units)), one.who)


def differing(one: Season, other: Season) -> dict[str, tuple[Any, Any]]:
    """What is not the same in two seasons, places in the log aside, by path."""
    mine, theirs = places_aside(one), places_aside(other)
    for found in (mine, theirs):
        found["seeds"] = ()  # Leaguer draws a new one once that of the season is known
        for round in found["rounds"]:
            round.deadline = ""  # a round that was opened again waits for an organiser
    if mine == theirs:
        return {}
    left, right = dict(_flat("", msgspec.to_builtins(mine))), dict(_flat("", msgspec.to_builtins(theirs)))
    paths = sorted({*left, *right})
    return {path: (left.get(path), right.get(path)) for path in paths if left.get(path) != right.get(path)}


def meant(season: Season) -> dict[str, tuple[str, ...]]:
    """Who meets whom, and where on the map, by the key of the fixture."""
    there = [one for one in season.fixtures.values() if one.announced]
    return {one.key: (*one.platoons, one.ground.sector if one.ground is not None else "") for one in there}


def _flat(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict | list | tuple) and value:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, one in pairs:
            yield from _flat(f"{path}.{key}" if path else str(key), one)
    else:
        yield path, value


# -- both of them ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """A season that was corrected and played on (`told`), and the one that was told right from the start. `before`: as
    it stood when it was corrected, `between`: as it was settled. `left`: what was settled, and how. `again`: how many
    reports of fixtures that were fought again both took."""

    before: Season
    between: Season
    told: Told
    right: Told
    left: Left
    again: int


def both(rows: Sequence[Row], kind: Kind, how: Settling, chance: Random) -> Pair | None:
    """The season of a log, corrected somewhere, settled and played on; None where there is nothing of that kind to
    correct, or it is refused. What is left is settled as `how` where that is offered, and else void."""
    opened, script = script_of(rows)
    told = Told(opened)
    counted = [n for n, said in enumerate(script, 1) if isinstance(said.command, ReportBattle)]
    cut = chance.randint(min([*counted, len(script)]), len(script))
    taken = {*told.play(script[:cut])}
    before: list[Said | None] = [said if n in taken else None for n, said in enumerate(script[:cut])]
    played = {place: told.history.reports[at].events for place, at in told.at.items()}
    mend = some_mend(told, before, kind, chance) if taken else None
    was, stood = told.history.state(), [*told.rows]
    if mend is None or told.tell(Said(mend.correct, mend.who)) is not None:
        return None
    left = settle(told, how)
    between = told.history.state()
    called = meant(was) | between.published | meant(between)
    right = right_one(opened, before, mend, left, played, called)
    assert differing(told.state, right.state) == {}
    again = 0
    for said in [*fought_again(told, before)]:
        taken_so = told.tell(said) is None
        assert taken_so == (right.tell(said) is None)
        again += taken_so
    assert told.play(script[cut:], cut) == right.play(script[cut:], cut)
    assert differing(told.state, right.state) == {}
    assert standings(told.state) == standings(right.state)
    assert told.rows[: len(stood)] == stood
    assert differing(told.history.state(len(stood)), was) == {}
    return Pair(was, between, told, right, left, again)
