"""How far a correction reaches, in words and figures, as one reader may know it. Page and API show the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from battles import naming, viewer
from battles.presenters.preview import Foreseen, Left, foreseen, sentence
from battles.sentences import fate_in_words, words
from campaigns.models import Vehicle
from campaigns.presenters import story
from campaigns.presenters.revisions import in_words
from campaigns.reached import BattleReach, Further, Reached, SeasonReach
from campaigns.season import Season, names
from campaigns.season.reach import Kept, Span
from rules.conditions import in_words as condition_in_words
from rules.contract import RuleSystem, UnitOutcome, gettext_noop, say
from rules.stream.revision.items import UNTOLD
from rules.upkeep import Job

LETTERS = {
    "retreat": say(gettext_noop("that a retreat is due")),
    "challenge": say(gettext_noop("of a challenge")),
    "date_proposed": say(gettext_noop("of a date that is proposed")),
    "date_agreed": say(gettext_noop("of a date that is agreed")),
    "date_off": say(gettext_noop("that a date is off")),
}


class Figure(msgspec.Struct, frozen=True):
    """A number before and after: from `low` to `high` where dice have still to fall."""

    before: int | None
    low: int
    high: int

    @classmethod
    def of(cls, before: int | None, span: Span) -> Figure:
        return cls(before, span.low, span.high)

    @property
    def same(self) -> bool:
        return self.before == self.low == self.high

    @property
    def after(self) -> str:
        if self.low == self.high:
            return str(self.low)
        return _("%(low)s to %(high)s") % {"low": self.low, "high": self.high}

    @property
    def moved(self) -> int:
        """By how many places up, of a rank that is certain; 0 otherwise."""
        return self.before - self.low if self.before is not None and self.low == self.high else 0


class PlatoonLine(msgspec.Struct, frozen=True):
    """`purse`: None for who may not know it."""

    platoon: str
    name: str
    rank: Figure
    score: Figure
    purse: Figure | None


class VehicleLine(msgspec.Struct, frozen=True):
    """One thing about a vehicle or its crew that would be otherwise. `owner`: its platoon's key; `after`: each way in
    which it may come out."""

    vehicle: str
    name: str
    owner: str
    platoon: str
    what: str
    before: str
    after: tuple[str, ...]


class UnitLine(msgspec.Struct, frozen=True):
    """A unit of the battle whose fate hangs on dice that have not fallen: what may become of it."""

    unit: str
    name: str
    may_be: tuple[str, ...]


class RoundLine(msgspec.Struct, frozen=True):
    round: int
    published: tuple[str, ...]
    would_be: tuple[str, ...]
    stays: bool


class LetterLine(msgspec.Struct, frozen=True):
    platoon: str
    name: str
    about: str


class Question(msgspec.Struct, frozen=True):
    """Dice that have not fallen: what is asked, and how many of how many faces. `count` 0 where that is not known."""

    question: str
    count: int
    faces: int


class Told(msgspec.Struct, frozen=True):
    """All of it. `summary`: the gist in sentences; `whole`: all ways in which dice may fall were followed; `closed`:
    why no more is told; `open`: the battle is not over then, so nothing further follows yet; `veiled`: of some reports
    the reader may not know why they would be left."""

    summary: tuple[str, ...] = ()
    battle: Foreseen | None = None
    season: Foreseen | None = None
    hangs: tuple[Question, ...] = ()
    units: tuple[UnitLine, ...] = ()
    platoons: tuple[PlatoonLine, ...] = ()
    vehicles: tuple[VehicleLine, ...] = ()
    rounds: tuple[RoundLine, ...] = ()
    letters: tuple[LetterLine, ...] = ()
    leagues: tuple[Further, ...] = ()
    ways: int = 1
    whole: bool = True
    closed: str = ""
    open: bool = False
    veiled: bool = False

    @property
    def purses(self) -> bool:
        """Whether the reader may know one of the purses."""
        return any(one.purse is not None for one in self.platoons)

    @property
    def items(self) -> tuple[Left, ...]:
        """The reports that would be left to settle in the season."""
        return self.season.unsettled if self.season is not None else ()


def told(found: Reached) -> Told:
    reader = found.correction.in_season.id if found.correction.in_season is not None else ""
    told = Told(
        battle=_battle(found) if found.battle is not None else None,
        hangs=tuple(_hanging(found)),
        units=tuple(_units(found.battle, found.correction.stream)) if found.battle is not None else (),
        leagues=found.above,
        closed=words(found.closed.text) if found.closed is not None else "",
        open=found.battle is not None and found.battle.ends is None,
    )
    if found.battle is not None and found.battle.ends is not None:
        told = msgspec.structs.replace(told, whole=found.battle.ends.whole, ways=len(found.battle.ends.ways))
    if found.season is not None:
        told = _with_season(told, found.season, reader)
    return msgspec.structs.replace(told, summary=tuple(_summary(told)))


def _battle(found: Reached) -> Foreseen:
    battle, correction = found.battle, found.correction
    assert battle is not None
    called, eyes = naming.called(correction.stream, battle.now), viewer.eyes(battle.now, correction.reader)
    return foreseen(battle.preview, lambda event: sentence(event, battle.now, eyes, called), battle.history, called)


def _hanging(found: Reached) -> Iterator[Question]:
    ends = found.battle.ends if found.battle is not None else None
    for one in ends.hangs if ends is not None else ():
        yield Question(one.question, one.count, one.faces)
    for question in dict.fromkeys(found.season.hangs) if found.season is not None else ():
        yield Question(question, 0, 0)


def _units(battle: BattleReach, stream: str) -> Iterator[UnitLine]:
    ends = battle.ends
    if ends is None or len(ends.ways) < 2:
        return
    called = naming.called(stream, battle.now)
    may_be: dict[str, dict[str, None]] = {}
    for way in ends.ways:
        for unit in way.outcome.units:
            may_be.setdefault(unit.id, {})[_left(battle.now.rules, unit, called)] = None
    for id, ways in may_be.items():
        if len(ways) > 1:
            yield UnitLine(id, called.get(id, id), tuple(ways))


def _left(rules: RuleSystem, unit: UnitOutcome, called: Mapping[str, str]) -> str:
    condition = words(condition_in_words(rules, unit.condition), called)
    return f"{fate_in_words(unit.fate)} ({condition})" if condition else fate_in_words(unit.fate)


# -- the season --------------------------------------------------------------------------------------------------------


def _with_season(told: Told, found: SeasonReach, reader: str) -> Told:
    season = found.before
    called = story.names_in_refusals(season, reader) | {id: names.vehicle(season, id) for id in season.vehicles}
    preview = found.preview
    return msgspec.structs.replace(
        told,
        season=in_words(preview, season, found.history, reader, called) if preview is not None else None,
        platoons=tuple(_platoons(found, reader)),
        vehicles=tuple(_vehicles(found, reader)),
        rounds=tuple(_rounds(found)),
        letters=tuple(
            LetterLine(key, season.platoons[key].name, words(LETTERS[about])) for key, about in found.letters
        ),
        ways=max(told.ways, len(found.worlds)),
        whole=told.whole and found.whole,
        veiled=preview is not None and any(item.text == UNTOLD for item in preview.items),
    )


def _platoons(found: SeasonReach, reader: str) -> Iterator[PlatoonLine]:
    """Where only a purse would differ, nobody but who may know it is told."""
    for one in found.reach.platoons:
        rank, score = Figure.of(one.before.rank, one.rank), Figure.of(one.before.score, one.score)
        purse = Figure.of(one.before.purse, one.purse)
        known = found.before.known_to(one.platoon, reader)
        if known or not (rank.same and score.same):
            yield PlatoonLine(
                one.platoon, found.before.platoons[one.platoon].name, rank, score, purse if known else None
            )


def _vehicles(found: SeasonReach, reader: str) -> Iterator[VehicleLine]:
    season = found.before
    for one in found.reach.vehicles:
        known = season.known_to(one.platoon, reader)
        before, after = _said(season, one.before, known), [_said(season, then, known) for then in one.after]
        for what, was in before.items():
            ways = tuple(dict.fromkeys(then[what] for then in after))
            if ways != (was,):
                platoon = season.platoons[one.platoon].name
                called = names.vehicle(season, one.vehicle)
                yield VehicleLine(one.vehicle, called, one.platoon, platoon, what, was, ways)


def _said(season: Season, one: Kept, known: bool) -> dict[str, str]:
    return {
        _("status"): str(Vehicle.Status(one.stock.status).label),
        _("condition"): words(condition_in_words(season.rules, one.stock.condition)),
        _("crew"): _crew(one),
        _("repairs it needs"): repairs_in_words(one.stock.jobs, known),
    }


def repairs_in_words(jobs: Iterable[Job], known: bool) -> str:
    """The points of a job are left out where they may not be known, for they include cards."""
    told = _("%(job)s (rounds: %(rounds)d, points: %(points)d)") if known else _("%(job)s (rounds: %(rounds)d)")
    return "; ".join(told % {"job": words(job.label), "rounds": job.rounds, "points": job.points} for job in jobs)


def _crew(one: Kept) -> str:
    if one.crew == Vehicle.Crew.WOUNDED:
        return ngettext("wounded, out for %(n)s round", "wounded, out for %(n)s rounds", one.out) % {"n": one.out}
    return pgettext("a crew", "lost") if one.crew == Vehicle.Crew.LOST else str(Vehicle.Grade(one.stock.grade).label)


def _rounds(found: SeasonReach) -> Iterator[RoundLine]:
    for one in found.reach.pairings:
        published, would_be = (
            tuple(_pairs(found.before, pairs, besides))
            for pairs, besides in ((one.published, one.would_be), (one.would_be, one.published))
        )
        yield RoundLine(one.round, published, would_be, one.stays)


def _pairs(season: Season, pairs: Iterable[tuple[str, str]], besides: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Those that are not on the other list."""
    known = set(map(frozenset, besides))
    for one in pairs:
        if frozenset(one) not in known:
            yield names.pair(season, one)


# -- the gist ----------------------------------------------------------------------------------------------------------


def _summary(told: Told) -> Iterator[str]:
    if told.closed:
        yield told.closed
        return
    if told.open:
        yield _("The battle would not be over, or be left to settle: nothing further follows yet.")
        return
    if told.battle is not None:
        for line in told.battle.outcome:
            if not line.unit:
                yield f"{capfirst(line.fact)}: {line.before} → {line.after}"
    yield from _of_standings(told.platoons)
    if n := len({one.vehicle for one in told.vehicles}):
        yield ngettext("%(n)d vehicle would be otherwise.", "%(n)d vehicles would be otherwise.", n) % {"n": n}
    if n := sum(len(one.ratings) for one in told.leagues):
        yield ngettext("%(n)d rating would be different.", "%(n)d ratings would be different.", n) % {"n": n}
    if n := len(told.items):
        yield ngettext(
            "%(n)d report of the season would be left to settle.",
            "%(n)d reports of the season would be left to settle.",
            n,
        ) % {"n": n}
    if n := len(told.hangs):
        yield ngettext(
            "It hangs on one throw that has not fallen: what depends on it has a range.",
            "It hangs on %(n)d throws that have not fallen: what depends on them has a range.",
            n,
        ) % {"n": n}


def _of_standings(platoons: Iterable[PlatoonLine]) -> Iterator[str]:
    found = list(platoons)
    moved = [one for one in found if not one.rank.same]
    if not found or not moved:
        yield _("The order of the standings stays as it is.")
        return
    for one in moved[:3]:
        said = {"platoon": one.name, "before": one.rank.before, "after": one.rank.after}
        yield _("%(platoon)s: place %(before)s → %(after)s.") % said
    if (more := len(moved) - 3) > 0:
        yield ngettext("And %(n)d more.", "And %(n)d more.", more) % {"n": more}
