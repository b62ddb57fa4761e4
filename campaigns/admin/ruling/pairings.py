"""Pairings that an organiser draws up by a method, changes by hand, and publishes.

A draft exists only in the form. Publishing announces what the form holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from battles.forms.form_data import Typed
from battles.forms.paths import part_of, row_of
from battles.sentences import words
from campaigns.season import Season, pairing_reasons, unconfirmed
from campaigns.season.pairing_methods import METHODS, Pair, meetings
from campaigns.season.pairings import usual_method
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing

Row = tuple[str, str, str]  # home, away, scenario; "" for what is not said
PARTS = ("home", "away", "scenario")
MOST_ROWS = 60  # of pairings that are drawn up in one form; more are paired with another


def after(season: Season, typed: Typed, step: str, said: Mapping[str, str]) -> Typed:
    """The form after one of its steps: the pairings drawn up, or two platoons swapped."""
    rows, method = _typed(typed), typed.value("pick:method")
    if step == "draw":
        rows = drawn_up(season, rows, method, absent(typed))
    elif said.get("one") and said.get("other"):
        rows = swapped(rows, said["one"], said["other"])
    kept = {key: value for key, value in typed.fields.items() if ":pairings#" not in key}
    told = {
        f"pick:{part_of(row_of('pairings', n), part)}": [value]
        for n, row in enumerate(rows[:MOST_ROWS])
        for part, value in zip(PARTS, row, strict=True)
    }
    # The first round of a knock-out records who is in it, and what looks at results says which were not certain.
    recorded = method in METHODS and (METHODS[method].still_in is not None or unconfirmed.unconfirmed(season, method))
    if step == "draw" and len(rows) <= MOST_ROWS and not recorded:
        kept["pick:method"] = [""]  # so that who has a bye keeps it
    return replace(typed, fields=kept | told)


def absent(typed: Typed) -> frozenset[str]:
    """Who is ticked as not there."""
    return frozenset(key for key in typed.fields.get("picks:absent", ()) if key)


def remarked(season: Season, typed: Typed) -> list[str]:
    """Remarks on the pairings in a form: what they break."""
    pairs, method = _pairs(season, typed)
    broken = (words(one) for one in pairing_reasons.breaks(season, pairs, method, absent(typed))) if pairs else ()
    return [*(remarks(season, pairs, absent(typed)) if pairs else ()), *broken]


def reasoned(season: Season, typed: Typed) -> list[str]:
    """What speaks for the pairings in a form."""
    pairs, method = _pairs(season, typed)
    return [words(one) for one in pairing_reasons.reasons(season, pairs, method, absent(typed))] if pairs else []


def unsure(season: Season, typed: Typed) -> list[str]:
    """The fixtures by key on whose results the method of a form would pair before they are confirmed."""
    return [*unconfirmed.unconfirmed(season, typed.value("pick:method"))]


def _pairs(season: Season, typed: Typed) -> tuple[list[Pair], str]:
    """The complete pairs, and the method that pairs the others, "" for none."""
    here = {key for key, one in season.platoons.items() if not one.dropped}
    method = typed.value("pick:method")
    pairs = [(home, away) for home, away, _scenario in _typed(typed) if {home, away} <= here]
    return pairs, method if method in METHODS else ""


def _typed(typed: Typed) -> list[Row]:
    def said(n: int, part: str) -> str:
        return typed.value(f"pick:{part_of(row_of('pairings', n), part)}")

    rows = [(said(n, "home"), said(n, "away"), said(n, "scenario")) for n in range(typed.rows("pairings"))]
    return [row for row in rows if row[0] or row[1]]


def drawn_up(season: Season, rows: Sequence[Row], method: str, absent: Collection[str] = ()) -> list[Row]:
    """The complete rows, and everybody else who is there paired by the method; by the first method if none is named."""
    kept = [row for row in rows if row[0] and row[1]]
    paired = {key for home, away, _scenario in kept for key in (home, away)}.union(absent)
    free = [key for key, one in season.platoons.items() if not one.dropped and key not in paired]
    of = METHODS[method].of if method in METHODS else next(iter(METHODS.values())).of
    return [*kept, *((home, away, "") for home, away in of(season, free))]


def begun(season: Season, deadline: str, absent: Collection[str] = ()) -> OpenRound:
    """The next round as the terms have it, with its pairings drawn up among those who are not `absent`."""
    method = usual_method(season)
    left_out = () if method.still_in is not None else tuple(absent)
    rows = drawn_up(season, (), method.key, left_out)[:MOST_ROWS]
    # Once all are drawn up the method has nothing to add, unless the round records what it went by.
    kept = not rows or method.still_in is not None or bool(unconfirmed.unconfirmed(season, method.key))
    made = tuple(Pairing(home=home, away=away) for home, away, _scenario in rows)
    told = left_out or msgspec.UNSET
    return OpenRound(deadline=deadline, method=method.key if kept else "", pairings=made, absent=told)


def swapped(rows: Sequence[Row], one: str, other: str) -> list[Row]:
    """Let two platoons change places. If one has a bye, the other gets it."""
    places = {one: other, other: one}
    return [(places.get(home, home), places.get(away, away), scenario) for home, away, scenario in rows]


def remarks(season: Season, pairs: Sequence[Pair], absent: Collection[str] = ()) -> Iterator[str]:
    """Remarks on pairings before they are published: who meets again, who plays twice, who not at all."""
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
    playing = {*times, *announced, *absent}
    byes = [one.name for key, one in season.platoons.items() if not one.dropped and key not in playing]
    if byes:
        yield _("Without a fixture: %(names)s.") % {"names": ", ".join(byes)}


def _open_now(season: Season) -> Iterator[tuple[str, ...]]:
    """The platoons of each fixture of the round under way."""
    round = season.under_way
    return (one.platoons for one in season.fixtures.values() if round is not None and one.round == round.number)
