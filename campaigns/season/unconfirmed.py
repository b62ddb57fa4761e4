"""Results that a round is paired from though they are not certain yet: which, and whether the terms let it. Pure.

A result is *unconfirmed* while its battle is fought or not counted yet, while nothing was told of an announced fixture,
and while a player disputes it. What an organiser has ruled on is confirmed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from campaigns.season import names
from campaigns.season.pairing_methods import METHODS
from campaigns.season.pairing_terms import UNCONFIRMED
from campaigns.season.refusals import no
from campaigns.season.state import Fixture, Season
from campaigns.season.terms import staged
from rules.contract import Refused, say
from rules.contract import gettext_noop as _


def is_unconfirmed(fixture: Fixture) -> bool:
    """A ruling ends a dispute, and outranks the battle."""
    return bool(fixture.disputes) or (fixture.is_open and bool(fixture.battle or fixture.announced))


def unconfirmed(season: Season, method: str) -> tuple[str, ...]:
    """The fixtures by key that a method of pairing would look at now, and whose results are not confirmed."""
    if method not in METHODS:
        return ()
    return tuple(fixture.key for fixture in METHODS[method].looks_at(season) if is_unconfirmed(fixture))


def is_refused(season: Season) -> bool:
    """Whether the terms refuse to pair from them."""
    return staged(season.terms, UNCONFIRMED) == "refused"


def refused(season: Season, method: str) -> Iterator[Refused]:
    """A refusal for each such fixture, where the terms want them confirmed."""
    if is_refused(season):
        for key in unconfirmed(season, method):
            yield no(
                say(_("The result of %(fixture)s is not confirmed yet."), fixture=names.of_fixture(season, key)),
                _("Wait for it, rule on it, or pair by hand."),
                "method",
            )


def rests_on(season: Season, platoons: Collection[str], fixtures: Sequence[str]) -> tuple[str, ...]:
    """Those of these fixtures in which one of the platoons plays: a pairing of it rests on their results."""
    known = (season.fixtures[key] for key in fixtures if key in season.fixtures)
    return tuple(one.key for one in known if not {*platoons}.isdisjoint(one.platoons))
