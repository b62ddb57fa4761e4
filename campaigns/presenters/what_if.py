"""A scenario of a season, and what it comes to, as one reader may know it: pages and API show the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

import msgspec
from django.db.models import Count, Sum
from django.utils.translation import gettext as _

from battles import handler as battle_handler
from battles import log, naming
from battles.models import Sheet
from battles.presenters.preview import line
from battles.reports import Ruled
from battles.sentences import option_in_words, with_remedy, words
from battles.tape import as_read
from campaigns import handler
from campaigns.models import Fixture
from campaigns.presenters import story
from campaigns.questions import Asker
from campaigns.revision_preview import history_of
from campaigns.season import Season, names, narrate, see_event
from campaigns.season.amendments import SCORES
from campaigns.season.standings import BREAKERS
from campaigns.season.terms import house_rules
from campaigns.season.values import Scoring
from campaigns.season.visibility import as_read_by
from campaigns.season.what_if.changes import (
    Changes,
    OtherBattles,
    OtherScoring,
    OtherTerms,
    Scenario,
    TurnedResult,
    WithoutBattle,
    WithoutPlayer,
    check,
)
from campaigns.season.what_if.comparison import Comparison, Row, compare
from campaigns.season.what_if.folding import Folded, fold
from rules.adjudicate import Who
from rules.contract import Outcome, Refused, gettext_noop, say
from rules.declarations import Option
from rules.reread import Terms, reread

MOST_BATTLES = 40  # that are decided again at once
SHOWN = 20  # lines of an outcome, and items


class Reread(msgspec.Struct, frozen=True):
    """A battle that was decided again: how many rulings differ, how many reports stand as the table played them, and
    what of its outcome differs, in words. `ends`: it could be decided to its end; else it counts as it did."""

    battle: str
    fixture: str
    rulings: int
    kept: int
    outcome: tuple[str, ...]
    ends: bool


class Line(msgspec.Struct, frozen=True):
    """A platoon of the comparison, with its name."""

    name: str
    row: Row


class Ground(msgspec.Struct, frozen=True):
    """A sector, or a side's score in the war: before and after, in words."""

    name: str
    before: str
    after: str


class Left(msgspec.Struct, frozen=True):
    """A report that stands as it was played, and why. `position`: its row, 0 for a change of the scenario's own."""

    position: int
    what: str
    why: str


class Compared(msgspec.Struct, frozen=True):
    """`position`: the row of the log up to which both were folded."""

    scenario: Scenario
    position: int
    told: tuple[str, ...]
    comparison: Comparison
    lines: tuple[Line, ...]
    sectors: tuple[Ground, ...]
    sides: tuple[Ground, ...]
    left: tuple[Left, ...]
    more: int
    battles: tuple[Reread, ...]

    @property
    def purses(self) -> bool:
        """Whether the reader may know one of the purses."""
        standings = (at for one in self.comparison.rows for at in (one.before, one.after))
        return any(at is not None and at.purse is not None for at in standings)

    @property
    def ground(self) -> tuple[Ground, ...]:
        """What of the map would be otherwise: the sides' scores, then sectors."""
        return (*(one for one in self.sides if one.before != one.after), *self.sectors)


def asked(asker: Asker, stream: str, scenario: Scenario, who: Who | None, reader: str, position: int = 0) -> Compared:
    """As `compared`; the same question is answered from the cache. `TooMany` for one question too many."""
    question = ("what if", *turns_on(stream, scenario), who, reader, position, as_read())
    return asker.answer(stream, question, lambda: compared(stream, scenario, who, reader, position))


def turns_on(stream: str, scenario: Scenario) -> tuple[object, ...]:
    """What the answer turns on beside the season's log. A query at most."""
    return msgspec.json.encode(scenario), _fought(stream) if scenario.battles is not None else ()


def _fought(stream: str) -> tuple[object, ...]:
    """What changes whenever something is reported in a battle of the season. One query."""
    found = Sheet.objects.filter(pk__in=Fixture.objects.filter(campaign=UUID(stream)).values("battle"))
    return tuple(found.aggregate(many=Count("pk"), rows=Sum("position")).values())


def compared(stream: str, scenario: Scenario, who: Who | None, reader: str, position: int = 0) -> Compared:
    """The season at this row (0: as it stands), and with the scenario. Nothing is written. `Refused` for what cannot
    be changed."""
    return compared_and_folded(stream, scenario, who, reader, position)[0]


def compared_and_folded(
    stream: str, scenario: Scenario, who: Who | None, reader: str, position: int = 0
) -> tuple[Compared, Season]:
    """As `compared`; and the season as it would be, for what a floor above makes of its results."""
    season, told, rows = handler.replay(stream, position or None)
    as_read_by(season, reader, who)
    battles, then = _folded(season, told, rows, scenario)
    found = compare(season, then, {key for key in season.platoons if season.known_to(key, reader)})
    left = tuple(_left(season, found, told, reader))
    called = {key: one.name for key, one in season.platoons.items()}
    answer = Compared(
        scenario=scenario,
        position=rows[-1].position,
        told=tuple(described(season, scenario)),
        comparison=found,
        lines=tuple(Line(called.get(one.platoon, one.platoon), one) for one in found.rows),
        sectors=tuple(_sectors(season, found)),
        sides=tuple(
            Ground(season.opened.sides.get(one.side, one.side), str(one.before), str(one.after)) for one in found.sides
        ),
        left=left[:SHOWN],
        more=max(0, len(left) - SHOWN),
        battles=battles,
    )
    return answer, then.season


def _folded(
    season: Season, told: list[Ruled], rows: list[log.Row], scenario: Scenario
) -> tuple[tuple[Reread, ...], Folded]:
    """The battles that were decided again for it, and the season with the scenario. `Refused`."""
    check(season, scenario)
    battles, outcomes = _reread(season, scenario.battles) if scenario.battles is not None else ((), {})
    return battles, fold(history_of(told, rows), scenario, outcomes)


def _sectors(season: Season, found: Comparison) -> Iterator[Ground]:
    sides = season.opened.sides
    for one in found.sectors:
        name = season.opened.sectors.get(one.sector, one.sector)
        yield Ground(name, sides.get(one.before, one.before) or "–", sides.get(one.after, one.after) or "–")


def _left(season: Season, found: Comparison, told: Sequence[Ruled], reader: str) -> Iterator[Left]:
    called = story.names_in_refusals(season, reader)
    for one in found.items:
        what = _("A change of the scenario")
        if one.position:
            event = see_event(season, told[one.position - 1].event, reader)
            what = words(narrate(season, event), story.names_in(season))
        yield Left(one.position, what, with_remedy(one.text, one.remedy, called))


# -- battles that are decided again ------------------------------------------------------------------------------------


def _reread(season: Season, battles: OtherBattles) -> tuple[tuple[Reread, ...], dict[str, Outcome]]:
    """The battles that count, as a spectator of each may know it."""
    counted = [one for one in season.in_order() if one.reported is not None]
    if len(counted) > MOST_BATTLES:
        raise Refused(
            "campaign",
            say(gettext_noop("Battles are decided again where at most %(n)d count; here it is more."), n=MOST_BATTLES),
            say(gettext_noop("Leave edition and house rules of battles as they are.")),
            field="edition",
        )
    found, outcomes = [], dict[str, Outcome]()
    for fixture in counted:
        try:
            history = battle_handler.history(fixture.battle)
        except log.NoSuchStream:
            continue
        again = reread(history, Terms(battles.edition, battles.options))
        ends = again.ends is not None and again.ends.over
        if again.ends is not None and ends:
            outcomes[fixture.battle] = again.ends
        called = naming.called(fixture.battle, history.state())
        told = [line(one, called) for one in again.outcome]
        found.append(
            Reread(
                battle=fixture.battle,
                fixture=words(names.of_fixture(season, fixture.key)),
                rulings=len(again.changes),
                kept=len(again.items),
                outcome=tuple(f"{one.unit} {one.label}: {one.before} → {one.after}".strip() for one in told[:SHOWN]),
                ends=ends,
            )
        )
    return tuple(one for one in found if one.rulings or one.kept or one.outcome or not one.ends), outcomes


# -- in words ----------------------------------------------------------------------------------------------------------


def described(season: Season, scenario: Scenario) -> Iterator[str]:
    """Each change in a sentence."""
    declared = house_rules(season.rules, season.opened.theatre is not None)
    for one in scenario.changes:
        yield from _described(season, one, declared)


def _described(season: Season, change: Changes, declared: Mapping[str, Option]) -> Iterator[str]:
    called = {key: one.name for key, one in season.platoons.items()}
    match change:
        case TurnedResult(fixture=key, winner=winner):
            told = {"fixture": _fixture(season, key), "winner": called.get(winner, winner)}
            yield (_("%(fixture)s: won by %(winner)s.") if winner else _("%(fixture)s: a draw.")) % told
        case WithoutBattle(fixture=key):
            yield _("Without %(fixture)s.") % {"fixture": _fixture(season, key)}
        case WithoutPlayer(platoon=key):
            yield _("Without the platoon %(platoon)s.") % {"platoon": called.get(key, key)}
        case OtherScoring(scoring=scoring, breakers=breakers):
            if scoring is not None:
                yield from _scoring(season, scoring)
            if breakers is not None:
                told = {"names": ", ".join(_(BREAKERS[one].label) for one in breakers if one in BREAKERS)}
                yield _("Tie-breakers: %(names)s.") % told
        case OtherTerms(terms=terms):
            yield from (_option(declared, name, value) for name, value in terms.items())
        case OtherBattles(edition=edition, options=options):
            if edition:
                yield _("Battles by edition %(edition)s.") % {"edition": edition}
            yield from (_option(declared, name, value) for name, value in options.items())


def _scoring(season: Season, then: Scoring) -> Iterator[str]:
    """What of it is otherwise; all of it where the season has changed its own, for then no single value was so."""
    was = season.opened.scoring
    amended = any(one.scoring is not None for one in season.amended)
    parts = [
        f"{_(text)} {getattr(then, name)}" if amended else f"{_(text)} {getattr(was, name)} → {getattr(then, name)}"
        for name, text in SCORES.items()
        if amended or getattr(was, name) != getattr(then, name)
    ]
    if parts:
        yield _("Scoring: %(parts)s.") % {"parts": ", ".join(parts)}


def _fixture(season: Season, key: str) -> str:
    return words(names.of_fixture(season, key)) if key in season.fixtures else key


def _option(declared: Mapping[str, Option], name: str, value: bool | int | str) -> str:
    option = declared.get(name)
    return f"{name}: {value}." if option is None else f"{_(option.called)}: {option_in_words(option, value)}."
