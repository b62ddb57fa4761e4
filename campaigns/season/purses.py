"""Purses, for those who may ask why they hold what they hold: each change, with what it was for.

Chapters say what their events do to a purse (`books`); what each entry was for is put into words here.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.season import names
from campaigns.season.amendments import why_by
from campaigns.season.chapters import PURSE, Cause, Chapter, FactKind, Glance
from campaigns.season.ledger import Entry
from campaigns.season.state import Season
from rules.contract import gettext_noop as _
from rules.contract import ngettext, say
from rules.stream.decider import Value

CHAPTER = Chapter("Purses")

# What an entry of the ledger was for, and the heading in RULES.md.
WHAT_FOR: dict[str, tuple[str, str]] = {
    "enlisted": (_("what it began with"), "Terms"),
    "bought": (_("purchases"), "Terms"),
    "sold": (_("vehicles sold"), "Terms"),
    "repair": (_("repairs"), "A round closes 2"),
    "crew": (_("a new crew"), "Terms"),
    "veteran": (_("a veteran crew"), "Terms"),
    "penalty": (_("a penalty"), ""),
    "salvage": (_("salvage"), "A battle is counted"),
    "towing": (_("towing"), "A battle is counted"),
    "debt": (_("what was bought and is paid later"), "A round closes 4"),
    "round": (_("for the round"), "A round closes 4"),
    "win": (_("for a win"), "A round closes 4"),
    "draw": (_("for a draw"), "A round closes 4"),
    "loss": (_("for a defeat"), "A round closes 4"),
    "guarantee": (_("up to the minimum force"), "A round closes 4"),
    "correction": (_("for a result that counts otherwise since"), "A round closes 4"),
}


# The term that says how many points an entry is of.
TERMS = {
    "enlisted": "purse",
    "round": "per_round",
    "win": "per_win",
    "draw": "per_draw",
    "loss": "per_loss",
}


def why_booked(season: Season, entry: Entry) -> Iterator[Cause]:
    """An entry in words, and what of it is owed."""
    text, rule = WHAT_FOR[entry.why]
    what = say(text)
    if entry.fixture in season.fixtures:
        what = say(_("%(what)s, %(fixture)s"), what=what, fixture=names.of_fixture(season, entry.fixture))
    yield Cause(say("%(points)s %(what)s", points=f"{entry.points:+d}", what=what), rule)
    if entry.why in TERMS:
        yield from why_by(season, season.turn, TERMS[entry.why])
    if entry.owed:
        owed = ngettext("%(n)d point is owed still.", "%(n)d points are owed still.", entry.owed)
        yield Cause(owed, "A battle is counted")


def _purse(glance: Glance, key: str) -> Value:
    found = glance.season.platoons.get(key)
    return found.purse if found is not None else None


CHAPTER.holds(FactKind(PURSE, _("Purse"), _("The purse of %(name)s"), _purse, booked=why_booked, private=True))
