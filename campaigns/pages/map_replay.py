"""The map of a season from round to round: how it stood when each round was over, with the marches of that round.

It shows what a spectator may see, whoever looks, as a map on the club's wall does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from battles import log
from battles.pages.methods import read_page
from battles.pages.replay_views import revalidated
from battles.pages.track import Track
from battles.sentences import words
from campaigns import handler
from campaigns.pages.map_context import Score, scores
from campaigns.pages.request_context import desk_of
from campaigns.presenters import map
from campaigns.presenters.live_facts import live_facts
from campaigns.presenters.map import picture
from campaigns.presenters.story import Fact
from campaigns.revision_preview import history_of
from campaigns.season import Season
from campaigns.season.map.disclosure import OrdersResolved
from campaigns.season.round_end import RoundClosed
from campaigns.season.rounds import RoundOpened
from campaigns.season.visibility import as_read_by
from campaigns.theatre.drawing import svg
from rules.stream.history import moments


class Held(msgspec.Struct, frozen=True):
    """A sector that has another owner than a round before."""

    sector: str
    was: str
    now: str


class RoundFrame(msgspec.Struct, frozen=True):
    """The map after a round, 0 for before the first. `over`: the round is closed."""

    at: int
    over: bool
    svg: SafeString
    scores: tuple[Score, ...]
    held: tuple[Held, ...]


class MapReel(msgspec.Struct, frozen=True):
    stream: str
    name: str
    frame: RoundFrame
    track: Track


@read_page
def replay(request: HttpRequest, stream: UUID) -> HttpResponse:
    """The page. `?at=`: the round; from before the first if that is left out. 404 without a map."""
    desk_of(request, stream)
    name, rows = _ends(str(stream))
    stops = tuple(rows)
    at = _asked(request, "at", stops[0])
    if at not in rows:
        raise Http404
    (frame,) = _frames(str(stream), rows, [at])
    reel = MapReel(str(stream), name, frame, Track(at, stops))
    return render(request, "campaigns/map_replay.html", {"reel": reel})


@require_safe
def frames(request: HttpRequest, stream: UUID) -> HttpResponseBase:
    """The rounds from `first` to `last`, as parts of that page."""
    desk = desk_of(request, stream)

    def read() -> HttpResponse:
        _name, rows = _ends(str(stream))
        first, last = _asked(request, "first", 0), _asked(request, "last", max(rows))
        found = _frames(str(stream), rows, [at for at in rows if first <= at <= last])
        return render(request, "campaigns/map_replay_frames.html", {"frames": found})

    return revalidated(request, str(desk.pk), "", read)


def _asked(request: HttpRequest, name: str, otherwise: int) -> int:
    text = request.GET.get(name, str(otherwise))
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise Http404
    return int(text)


def _ends(stream: str) -> tuple[str, dict[int, int]]:
    """The campaign's name, and by round the row at which it was over; of the one under way the newest row."""
    try:
        season, told, rows = handler.replay(stream)
    except log.NoSuchStream:
        raise Http404 from None
    if season.opened.theatre is None:
        raise Http404
    found: dict[int, int] = {}
    under_way = 0
    for ruled, _row in live_facts(told, rows):
        if isinstance(ruled.event, RoundOpened):
            found.setdefault(0, ruled.position - 1)
            under_way = ruled.event.number
        elif isinstance(ruled.event, RoundClosed):
            found[ruled.event.number] = ruled.position
            under_way = 0
    if under_way:
        found[under_way] = len(rows)
    return season.opened.name, dict(sorted(found.items())) or {0: len(rows)}


def _frames(stream: str, ends: Mapping[int, int], wanted: Sequence[int]) -> list[RoundFrame]:
    """The maps of these rounds, from one fold."""
    _season, told, rows = handler.replay(stream)
    facts, history = live_facts(told, rows), history_of(told, rows)
    rounds = {row: at for at, row in ends.items()}
    asked = {ends[at] for one in wanted for at in (one - 1, one) if at in ends}
    owners: dict[int, dict[str, str]] = {}
    found = []
    for row, state in moments(history, asked):
        at = rounds[row]
        owners[at] = dict(state.owners)
        if at in wanted:
            found.append(_frame(as_read_by(state, ""), at, facts, owners))
    return found


def _frame(season: Season, at: int, facts: Sequence[Fact], owners: Mapping[int, Mapping[str, str]]) -> RoundFrame:
    assert season.opened.theatre is not None
    resolved = (ruled.event for ruled, _row in facts if isinstance(ruled.event, OrdersResolved))
    marches = next((event.marches for event in resolved if event.round == at), ())
    shown = picture(season, title=_("The map of %(campaign)s") % {"campaign": season.opened.name}, marches=marches)
    return RoundFrame(
        at=at,
        over=season.under_way is None,
        svg=mark_safe(svg(shown, words)),
        scores=tuple(scores(season)),
        held=tuple(_held(season, owners.get(at - 1, owners[at]), owners[at])),
    )


def _held(season: Season, was: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Held]:
    sides = season.opened.sides
    for key in sorted(was.keys() | now.keys()):
        before, after = was.get(key, ""), now.get(key, "")
        if before != after:
            yield Held(map.place(season, key), sides.get(before, before), sides.get(after, after))
