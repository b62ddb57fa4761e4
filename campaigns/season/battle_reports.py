"""The clerk counts a battle: its vehicles come home, what lies on the field is shared out, crews have learnt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace

from campaigns.season import editions, names, rungs, salvage, scores
from campaigns.season.adoptions import as_fielded
from campaigns.season.chapters import CREW, RESULT, RUNG, SCORE, SECTOR, STATUS, Cause, Chapter
from campaigns.season.kept_events import BattleReported
from campaigns.season.ledger import Entry, granted
from campaigns.season.map import retreats
from campaigns.season.map.defeat import fought_on_map, why_beaten
from campaigns.season.refusals import clerk, no, the_one_mustered
from campaigns.season.salvage import share
from campaigns.season.standings import note
from campaigns.season.state import GONE, Crew, Fixture, Season, Vehicle, credit
from campaigns.season.values import Digest, Homecoming, Id, Terms
from campaigns.season.vehicles import is_still_wrecked, jobs_of
from campaigns.season.visibility import known_debts
from campaigns.season.ways import Ways
from rules.adjudicate import Who
from rules.contract import Command, Decision, Dice, Message, Outcome, UnitOutcome, say
from rules.contract import gettext_noop as _
from rules.stream.codec import encode

CHAPTER = Chapter("Battle reports")


class ReportBattle(Command, frozen=True, kw_only=True):
    """The clerk counts a settled battle as it stood at `position`; again when a correction changed it."""

    positional: ClassVar[tuple[str, ...]] = ("battle",)

    battle: Id
    position: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
    digest: Digest
    outcome: Outcome


CHAPTER.upcasts(BattleReported, 1, 2)
CHAPTER.heard_afterwards(ReportBattle)

CHAPTER.settles(
    Ways(
        keep=_("The battle counts as the clerk counted it."),
        strike=_("The battle is not counted. The clerk counts it again where it is still of the season."),
        otherwise=False,
    ),
    ReportBattle,
)


@CHAPTER.decides
def report_battle(season: Season, command: ReportBattle, who: Who, dice: Dice) -> Decision:
    """Once for every battle, and again when a correction has changed it: then only the differences are new."""
    clerk(who)
    fixture = the_one_mustered(season, command.battle)
    command = replace(command, outcome=as_fielded(fixture.adopted, command.outcome))
    _check_countable(fixture, command)
    tells_no_news = editions.tells_no_news(season.opened)
    if fixture.reported is not None and tells_no_news and counts_as(fixture.reported, command.outcome):
        yield _gone_on(fixture.reported, command)
        return
    terms, fighting = season.settings(fixture.round).terms, season.fighting()
    again, home = not fixture.is_open, list[Homecoming]()
    contradicted: list[str] = []
    for unit in command.outcome.units:
        vehicle = season.vehicles.get(unit.id)
        if vehicle is None:  # its purchase was taken back since
            continue
        if _went_on(season, fighting, vehicle, fixture):
            home += _learnt_otherwise(season, terms, vehicle, unit, fixture)
            gone = unit.fate in ("wrecked", "lost") and vehicle.status != "captured"
            contradicted += [unit.id] if gone else []
        else:
            home.append(_home(season, terms, vehicle, unit, fixture))
    gains, owed = salvage.shared_out(season, terms, fixture, command.outcome)
    yield BattleReported(
        battle=command.battle,
        position=command.position,
        digest=command.digest,
        outcome=command.outcome,
        home=tuple(home),
        gains=gains,
        owed=owed,
        contradicted=tuple(contradicted),
    )
    yield from retreats.after(season, fixture, dice, again=again)


def counts_as(reported: BattleReported, outcome: Outcome) -> bool:
    """Whether a season has counted this very outcome, which names its vehicles."""
    return encode(reported.outcome) == encode(outcome)


def _gone_on(reported: BattleReported, command: ReportBattle) -> BattleReported:
    """As it is counted, at another row of its log: nobody gets or owes anything by that."""
    return replace(
        reported, position=command.position, digest=command.digest, home=(), gains=(), owed=(), unchanged=True
    )


def _check_countable(fixture: Fixture, command: ReportBattle) -> None:
    if fixture.reported is not None and command.position <= fixture.reported.position:
        raise no(
            say(_("The battle was counted as it stood at position %(n)s."), n=fixture.reported.position),
            _("Report it again only when its log has grown."),
            "position",
        )
    if not command.outcome.over:
        raise no(_("The battle is not over."), field="outcome")
    fielded = {vehicle for forces in fixture.sides.values() for vehicle in forces.vehicles}
    if {unit.id for unit in command.outcome.units} != fielded:
        raise no(_("The outcome is not that of the vehicles that were mustered."), field="outcome")


def _went_on(season: Season, fighting: Mapping[str, str], vehicle: Vehicle, fixture: Fixture) -> bool:
    """It has fought since, fights now, or was given away: what this battle left of it is history. `fighting` as in
    `Season.fighting`."""
    fights = fighting.get(vehicle.id, fixture.battle) != fixture.battle
    given_away = vehicle.last == fixture.key and vehicle.status in GONE[1:]
    return _fought_later(season, vehicle, fixture) or fights or given_away


def _home(season: Season, terms: Terms, vehicle: Vehicle, unit: UnitOutcome, fixture: Fixture) -> Homecoming:
    """As the battle left it, but for what the workshop has done since it was counted first. On what is lost no work is
    left."""
    again = vehicle.last == fixture.key
    condition = unit.condition
    gone = unit.fate == "lost" and editions.leaves_the_lost_as_they_were(season.opened)
    for job in vehicle.mended if again and not gone else ():
        condition = season.rules.upkeep.mend(condition, job)
    crew = _crew(season, terms, vehicle, unit, fixture)
    if crew.state == "fit" != season.rules.upkeep.crew(condition) and editions.has_terms(season.opened):
        condition = season.rules.upkeep.heal(condition)  # well again since, or another one; or nobody is ever hurt
    in_workshop = again and vehicle.status == "workshop" and unit.fate != "lost"
    return Homecoming(
        vehicle=vehicle.id,
        status="workshop" if in_workshop else _status(season, vehicle, unit, again, condition),
        condition=condition,
        crew=crew.state,
        out=crew.out,
        experience=crew.experience,
    )


def _status(season: Season, vehicle: Vehicle, unit: UnitOutcome, again: bool, condition: dict[str, Any]) -> str:
    """Its fate, unless the workshop has worked on it since: then by what is left to be done."""
    if not again or not vehicle.mended or unit.fate == "lost":
        return unit.fate
    if is_still_wrecked(season, vehicle, unit, condition):
        return "wrecked"
    return "damaged" if jobs_of(season, vehicle, condition) else "fit"


def _crew(season: Season, terms: Terms, vehicle: Vehicle, unit: UnitOutcome, fixture: Fixture) -> Crew:
    crew = vehicle.crew
    if not terms["crews"] or _took_over_since(season, crew, fixture):
        return crew
    was = _as_reported(fixture, unit.id)
    experience = max(0, crew.experience - (_learnt(terms, was) if was else 0) + _learnt(terms, unit))
    state = season.rules.upkeep.crew(unit.condition)
    if _is_well_again(season, vehicle, fixture) or (
        was is not None and state == season.rules.upkeep.crew(was.condition)
    ):
        return Crew(crew.state, crew.out, experience, crew.since)
    out = int(terms["wounded_rounds"]) if state == "wounded" else 0
    if state == "wounded" and not out and editions.may_wound_for_no_round(season.opened):
        state = "fit"
    return Crew(state, out, experience, crew.since)


def _is_well_again(season: Season, vehicle: Vehicle, fixture: Fixture) -> bool:
    """What this battle had done to the crew is over: no correction hurts it anew."""
    return vehicle.healed and vehicle.last == fixture.key and editions.spares_the_healed(season.opened)


def _as_reported(fixture: Fixture, unit: str) -> UnitOutcome | None:
    """As the newest report before this one had it; None when there was none."""
    units = fixture.reported.outcome.units if fixture.reported else ()
    return next((one for one in units if one.id == unit), None)


def _took_over_since(season: Season, crew: Crew, fixture: Fixture) -> bool:
    """It was not there: it came to its vehicle after this battle, or after a later one."""
    return bool(crew.since) and season.fixtures[crew.since].mustered >= fixture.mustered


def _learnt(terms: Terms, unit: UnitOutcome) -> int:
    return int(terms["battle_experience"]) + _kills(unit) * int(terms["kill_experience"])


def _kills(unit: UnitOutcome) -> int:
    return sum(feat.n for feat in unit.feats if feat.kind == "kill")


def _learnt_otherwise(
    season: Season, terms: Terms, vehicle: Vehicle, unit: UnitOutcome, fixture: Fixture
) -> Iterator[Homecoming]:
    """A vehicle that went on is as it is; only what its crew has learnt in this battle may have changed."""
    was = _as_reported(fixture, unit.id)
    change = _learnt(terms, unit) - _learnt(terms, was) if was else 0
    if terms["crews"] and change and not _took_over_since(season, vehicle.crew, fixture):
        yield Homecoming(
            vehicle=vehicle.id,
            status=vehicle.status,
            condition=vehicle.condition,
            crew=vehicle.crew.state,
            out=vehicle.crew.out,
            experience=max(0, vehicle.crew.experience + change),
        )


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _reported(season: Season, event: BattleReported) -> None:
    """How its vehicles are, unless they have fought since, says the newest report; what it says of crews and jobs, the
    homecomings of a campaign that has terms."""
    fixture = season.of_battle(event.battle)
    if fixture is None:  # called off since: the clerk came too late, and the decision knew
        return
    if event.unchanged:
        fixture.reported = event
        return
    fixture.reported, fixture.accepted = event, ()
    note(season, fixture)
    for unit in event.outcome.units:
        vehicle = season.vehicles.get(unit.id)
        if vehicle is None or _fought_later(season, vehicle, fixture):
            continue
        if vehicle.last != fixture.key:
            vehicle.last, vehicle.mended, vehicle.bays, vehicle.healed = fixture.key, (), (), False
        if event.home is None:
            vehicle.status, vehicle.condition = unit.fate, unit.condition
    for home in event.home or ():
        if (vehicle := season.vehicles.get(home.vehicle)) is None:
            continue
        vehicle.status, vehicle.condition = home.status, home.condition  # type: ignore[assignment]
        vehicle.crew = Crew(home.crew, home.out, home.experience, vehicle.crew.since)
    for gain in event.gains:
        fixture.gains = fixture.gains | {gain.platoon: fixture.gains.get(gain.platoon, 0) + gain.points}
        share(fixture, gain)
    fixture.owed = {(one.platoon, one.why): one.points for one in event.owed}
    credit(season, event.gains)


def _fought_later(season: Season, vehicle: Vehicle, fixture: Fixture) -> bool:
    last = season.fixtures.get(vehicle.last)
    return last is not None and last.mustered > fixture.mustered


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_reported(season: Season, event: BattleReported) -> Message:
    fixture = season.fixtures[season.battles[event.battle]]
    platoons = names.pair(season, fixture.platoons)
    forces = fixture.sides.get(event.outcome.winner)
    if event.unchanged:
        return say(_("The log of a counted battle has gone on: %(platoons)s. It counts as before."), platoons=platoons)
    if forces is None:
        return say(_("A battle is counted: %(platoons)s, a draw."), platoons=platoons)
    return say(
        _("A battle is counted: %(platoons)s, won by %(winner)s."),
        platoons=platoons,
        winner=season.platoons[forces.platoon].name,
    )


@CHAPTER.sees
def _see_reported(season: Season, event: BattleReported, player: str) -> BattleReported:
    return replace(event, owed=known_debts(season, event.owed, player))


# -- beside ------------------------------------------------------------------------------------------------------------


@CHAPTER.books
def _booked(season: Season, event: BattleReported) -> Iterator[Entry]:
    """Nothing of a battle that was called off: nobody has got it."""
    return granted(event.gains, event.owed) if season.of_battle(event.battle) is not None else iter(())


@CHAPTER.explains(SECTOR)
def _why_there(season: Season, event: BattleReported, key: str) -> Iterator[Cause]:
    return why_beaten(season, season.of_battle(event.battle))


@CHAPTER.speaks(SECTOR)
def _speaks(season: Season, event: BattleReported, key: str) -> bool:
    return fought_on_map(season.of_battle(event.battle), key)


@CHAPTER.explains(SCORE)
def _why_score(season: Season, event: BattleReported, key: str) -> Iterator[Cause]:
    return scores.why_counts(season, season.of_battle(event.battle), key)


@CHAPTER.speaks(SCORE)
def _speaks_of_score(season: Season, event: BattleReported, key: str) -> bool:
    return scores.is_in(season.of_battle(event.battle), key)


@CHAPTER.explains(RESULT)
def _why_result(season: Season, event: BattleReported, key: str) -> Iterator[Cause]:
    return scores.why_result(season, season.of_battle(event.battle))


@CHAPTER.speaks(RESULT)
def _speaks_of_result(season: Season, event: BattleReported, key: str) -> bool:
    fixture = season.of_battle(event.battle)
    return fixture is not None and fixture.key == key


@CHAPTER.explains(STATUS)
def _why_status(season: Season, event: BattleReported, key: str) -> Iterator[Cause]:
    """Its fate; what the workshop has done on it since it was counted first is done again."""
    fixture, unit = season.of_battle(event.battle), _unit(event, key)
    if fixture is not None and unit is not None:
        called = names.of_fixture(season, fixture.key)
        fate = names.STATUSES[unit.fate]
        yield Cause(say(_("%(fixture)s left it so: %(fate)s."), fixture=called, fate=fate), "A battle is counted")


@CHAPTER.explains(CREW)
def _why_crew(season: Season, event: BattleReported, key: str) -> Iterator[Cause]:
    """What became of it, and what it has learnt."""
    fixture, unit = season.of_battle(event.battle), _unit(event, key)
    if fixture is None or unit is None:
        return
    terms = season.settings(fixture.round).terms
    text = _("%(fixture)s: experience %(battle)d for the battle and %(kills)d × %(each)d for what it destroyed.")
    told = say(
        text,
        fixture=names.of_fixture(season, fixture.key),
        battle=int(terms["battle_experience"]),
        kills=_kills(unit),
        each=int(terms["kill_experience"]),
    )
    yield Cause(told, "A battle is counted")


def _unit(event: BattleReported, vehicle: str) -> UnitOutcome | None:
    return next((one for one in event.outcome.units if one.id == vehicle), None)


@CHAPTER.explains(RUNG)
def _why_moved(season: Season, event: BattleReported, key: str) -> Iterator[Cause]:
    return rungs.why_moved(season, season.of_battle(event.battle))
