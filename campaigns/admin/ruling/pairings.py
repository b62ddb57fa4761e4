"""Pairings as an organiser draws them up: by a method, then swapped by hand, and published when they are right.

A draft is in the form alone. What the form says when it is published is what is announced.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.season import Season
from campaigns.season.pairing_methods import METHODS, Pair, meetings

Row = tuple[str, str, str]  # home, away, scenario; "" for what is not said


def drawn_up(season: Season, rows: Sequence[Row], method: str) -> list[Row]:
    """The rows that are whole, and whoever is in none of them paired by the method; by the first one where none is
    named."""
    kept = [row for row in rows if row[0] and row[1]]
    paired = {key for home, away, _scenario in kept for key in (home, away)}
    free = [key for key, one in season.platoons.items() if not one.dropped and key not in paired]
    of = METHODS[method].of if method in METHODS else next(iter(METHODS.values())).of
    return [*kept, *((home, away, "") for home, away in of(season, free))]


def swapped(rows: Sequence[Row], one: str, other: str) -> list[Row]:
    """Two platoons change places; one that has a bye leaves it to the other."""
    places = {one: other, other: one}
    return [(places.get(home, home), places.get(away, away), scenario) for home, away, scenario in rows]


def remarks(season: Season, pairs: Sequence[Pair]) -> Iterator[str]:
    """What an organiser should know of pairings before they are published: who meets again, who twice, who nobody."""
    met, names = meetings(season), {key: one.name for key, one in season.platoons.items()}
    for home, away in pairs:
        if frozenset((home, away)) in met:
            yield _("%(one)s and %(other)s have met already.") % {"one": names[home], "other": names[away]}
    times = Counter(key for pair in pairs for key in pair)
    for key, n in times.items():
        if n > 1:
            text = ngettext("%(name)s is in %(n)d fixture.", "%(name)s is in %(n)d fixtures.", n)
            yield text % {"name": names[key], "n": n}
    announced = {key for one in _open_now(season) for key in one}
    byes = [one.name for key, one in season.platoons.items() if not one.dropped and key not in {*times, *announced}]
    if byes:
        yield _("Without a fixture: %(names)s.") % {"names": ", ".join(byes)}


def _open_now(season: Season) -> Iterator[tuple[str, ...]]:
    """Who meets in the round under way already."""
    round = season.under_way
    return (one.platoons for one in season.fixtures.values() if round is not None and one.round == round.number)
