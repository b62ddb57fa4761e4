"""Rungs, for those who ask why a platoon stands on the one it has.

They are counted in `standings`; the chapters of rounds, enlistment, results and challenges say what they do to them.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.season import names
from campaigns.season.chapters import RUNG, Cause, Chapter, FactKind, Glance
from campaigns.season.ladder import Cost
from campaigns.season.scores import result_in_words
from campaigns.season.standings import results_in, rung_of
from campaigns.season.state import Fixture, Season
from rules.contract import gettext_noop as _
from rules.contract import say
from rules.stream.decider import Value

CHAPTER = Chapter("Rungs")

RULE = "The ladder"


def why_moved(season: Season, fixture: Fixture | None) -> Iterator[Cause]:
    """What the result of a fixture does to rungs."""
    if fixture is not None:
        called, told = names.of_fixture(season, fixture.key), result_in_words(season, results_in(fixture))
        yield Cause(say(_("%(fixture)s: %(result)s."), fixture=called, result=told), RULE)
        text = _("Who wins from below takes the other’s rung; that one and those between move down by one.")
        yield Cause(say(text), RULE)


PAID: dict[Cost, str] = {
    "place": _("%(challenger)s took the rung of %(challenged)s, which did not take up its challenge."),
    "swap": _("%(challenger)s and %(challenged)s changed rungs: the challenge was not taken up."),
}


def why_paid(season: Season, challenger: str, challenged: str, cost: Cost) -> Iterator[Cause]:
    """What a challenge that was not taken up does to them."""
    if cost:
        both = {"challenger": names.platoon(season, challenger), "challenged": names.platoon(season, challenged)}
        yield Cause(say(PAID[cost], **both), RULE)


def _rung(glance: Glance, key: str) -> Value:
    """Nothing where it does not stand on a ladder."""
    return rung_of(glance.season, key) or None


CHAPTER.holds(FactKind(RUNG, _("Rung"), _("The rung of %(name)s"), _rung, moved_with=RUNG, listed=False))
