"""What a scenario changes in a season, and what of it cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, TypeVar

import msgspec

from campaigns.season.opening import settled, unknown_breakers
from campaigns.season.refusals import no, no_edition
from campaigns.season.state import Season
from campaigns.season.terms import settle_terms
from campaigns.season.values import PLATOON, FixtureKey, PlatoonKey, Scoring, Short, Terms
from rules.contract import Refused, RuleSystem, at_once, say
from rules.contract import gettext_noop as _

MOST = 60  # changes of one scenario


class Change(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True):
    """One thing that is otherwise in a scenario."""


class OtherTerms(Change, frozen=True, kw_only=True):
    """Terms between battles, by name, for the whole season: no amendment changes them."""

    terms: Terms


class OtherScoring(Change, frozen=True, kw_only=True):
    """What results are worth, and what parts equals, for the whole season; None for as it was."""

    scoring: Scoring | None = None
    breakers: Annotated[tuple[Short, ...], msgspec.Meta(max_length=20)] | None = None


class TurnedResult(Change, frozen=True, kw_only=True):
    """A fixture has another result: `winner` "" is a draw. Its battle's points and damage stay as they were. One that
    nobody has played yet is given this result."""

    fixture: FixtureKey
    winner: Annotated[str, msgspec.Meta(max_length=40), PLATOON] = ""


class WithoutBattle(Change, frozen=True, kw_only=True):
    """A fixture was never played, and does not count: what was reported of it falls."""

    fixture: FixtureKey


class WithoutPlayer(Change, frozen=True, kw_only=True):
    """Nothing that a platoon played counts, for nobody, and it has no place. Who was to meet it has no bye for that."""

    platoon: PlatoonKey


class OtherBattles(Change, frozen=True, kw_only=True):
    """The battles that are counted are decided again under another edition of the rulebook ("" for their own) or other
    options, by name, and count as they then end. Between battles the season's own edition stands."""

    edition: Short = ""
    options: Terms = {}


Changes = OtherTerms | OtherScoring | TurnedResult | WithoutBattle | WithoutPlayer | OtherBattles
T = TypeVar("T", bound=Change)


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A list of changes. Of two about the same thing the last stands."""

    changes: Annotated[tuple[Changes, ...], msgspec.Meta(max_length=MOST)] = ()

    def of(self, kind: type[T]) -> list[T]:
        return [one for one in self.changes if isinstance(one, kind)]

    @property
    def terms(self) -> Terms:
        found: Terms = {}
        for one in self.of(OtherTerms):
            found |= one.terms
        return found

    @property
    def scoring(self) -> Scoring | None:
        return _last(one.scoring for one in self.of(OtherScoring))

    @property
    def breakers(self) -> tuple[str, ...] | None:
        return _last(one.breakers for one in self.of(OtherScoring))

    @property
    def battles(self) -> OtherBattles | None:
        return _last(self.of(OtherBattles))


V = TypeVar("V")


def _last(values: Iterable[V | None]) -> V | None:
    found = None
    for one in values:
        found = found if one is None else one
    return found


def check(season: Season, scenario: Scenario) -> None:
    """`Refused`, all faults at once, for what cannot be changed in this season."""
    at_once(_wrong(season, scenario))


def _wrong(season: Season, scenario: Scenario) -> Iterator[Refused]:
    yield from unknown_breakers(scenario.breakers or ())
    try:
        settle_terms(season.rules, scenario.terms, season.opened.theatre is not None)
    except Refused as refused:
        yield from refused.faults
    for turned in scenario.of(TurnedResult):
        fixture = season.fixtures.get(turned.fixture)
        if fixture is None:
            yield _no_fixture(turned.fixture)
        elif turned.winner and turned.winner not in fixture.platoons:
            yield no(say(_("Platoon “%(key)s” is not in this fixture."), key=turned.winner), field="winner")
    for without in scenario.of(WithoutBattle):
        if without.fixture not in season.fixtures:
            yield _no_fixture(without.fixture)
    for gone in scenario.of(WithoutPlayer):
        if gone.platoon not in season.platoons:
            yield no(say(_("There is no platoon “%(key)s”."), key=gone.platoon), field="platoon")
    if scenario.battles is not None:
        yield from _wrong_battles(season.rules, season.opened.edition, scenario.battles)


def _no_fixture(key: str) -> Refused:
    return no(say(_("There is no fixture “%(key)s”."), key=key), field="fixture")


def _wrong_battles(rules: RuleSystem, own: str, battles: OtherBattles) -> Iterator[Refused]:
    if battles.edition and battles.edition not in rules.editions:
        yield no_edition(rules, battles.edition)
        return
    try:
        settled(rules, battles.edition or own, battles.options)
    except Refused as refused:
        yield from refused.faults
