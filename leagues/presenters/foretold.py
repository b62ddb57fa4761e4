"""What a report to a league would change, in words, as one reader may know it. No player who hides is told of, and no
honour of a vehicle in a campaign that is for others."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from battles.sentences import words
from leagues import projections
from leagues.league import League
from leagues.league.honours import called
from leagues.league.preview import Awarded, Preview, preview
from leagues.league.values import OVERALL, Rating
from leagues.presenters.names import Names

TOLD = 12  # of a kind, in sentences


def shift_of(before: League, after: League, names: Names, unseen: Collection[str]) -> Preview:
    """What differs, as the reader may know it. `unseen`: the campaigns that they may not read."""
    found = preview(before, after)
    return Preview(
        ratings=tuple(one for one in found.ratings if not names.is_hidden(one.player)),
        divisions=tuple(one for one in found.divisions if not names.is_hidden(one.player)),
        titles=tuple(one for one in found.titles if not names.is_hidden(one.title.player)),
        honours=tuple(one for one in found.honours if _is_open(one, names, unseen)),
    )


def _is_open(one: Awarded, names: Names, unseen: Collection[str]) -> bool:
    return not names.is_hidden(one.honour.player) and one.honour.machine.partition("/")[0] not in unseen


def sentences(shift: Preview, before: League, after: League, names: Names) -> tuple[str, ...]:
    """The same in words; of many of a kind the first ones, and how many there are besides."""
    told = (
        list(_ratings(shift, before, after, names)),
        list(_divisions(shift, before, after, names)),
        list(_titles(shift, after, names)),
        list(_honours(shift, before, after, names)),
    )
    return tuple(line for lines in told for line in _first(lines))


def _first(lines: list[str]) -> list[str]:
    more = len(lines) - TOLD
    if more <= 0:
        return lines
    return [*lines[:TOLD], ngettext("And %(n)d more.", "And %(n)d more.", more) % {"n": more}]


def _ratings(shift: Preview, before: League, after: League, names: Names) -> Iterator[str]:
    """Those over all rulebooks, as the table has them; those for one where there is nothing else."""
    known = rules.all_systems()
    overall = [one for one in shift.ratings if one.ladder == OVERALL]
    for one in overall or shift.ratings:
        name = names.name(one.player)
        if one.ladder and one.ladder in known:
            name = f"{name} ({known[one.ladder].name})"
        was, now = _shown(one.before, before), _shown(one.after, after)
        if was != now:
            yield _("Rating of %(player)s: %(before)s → %(after)s") % {"player": name, "before": was, "after": now}


def _shown(rating: Rating | None, league: League) -> str:
    return str(projections.shown(rating, league).rating) if rating is not None else "–"


def _divisions(shift: Preview, before: League, after: League, names: Names) -> Iterator[str]:
    was, now = ({one.key: one.name for one in league.divisions} for league in (before, after))
    for one in shift.divisions:
        yield _("Division of %(player)s: %(before)s → %(after)s") % {
            "player": names.name(one.player),
            "before": was.get(one.before, one.before) or "–",
            "after": now.get(one.after, one.after) or "–",
        }


def _titles(shift: Preview, after: League, names: Names) -> Iterator[str]:
    known = {one.key: one.name for one in after.divisions}
    for one in shift.titles:
        told = _("Title of season %(n)d: %(player)s") if one.given else _("No title of season %(n)d: %(player)s")
        division = known.get(one.title.division, one.title.division)
        name = names.name(one.title.player)
        yield told % {"n": one.season, "player": f"{name} ({division})" if division else name}


def _honours(shift: Preview, before: League, after: League, names: Names) -> Iterator[str]:
    """Each once for a player, however many of their vehicles have it."""
    found: dict[tuple[int, str, str, bool], int] = {}
    for one in shift.honours:
        place = one.season, one.honour.key, one.honour.player, one.given
        found[place] = found.get(place, 0) + 1
    for season, key, player, given in found:
        told = _("Honour of season %(n)d: %(honour)s, %(player)s")
        if not given:
            told = _("No honour of season %(n)d any more: %(honour)s, %(player)s")
        honour = words(called(after if given else before, key))
        yield told % {"n": season, "honour": honour, "player": names.name(player)}
