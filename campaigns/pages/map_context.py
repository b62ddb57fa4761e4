"""The map as pages show it: drawing, platoons, scores, and what it asks of the reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import now
from django.utils.translation import gettext as _
from msgspec.structs import replace

from battles.sentences import words
from campaigns.pages.map_tasks import Summons, asking, summoned
from campaigns.pages.request_context import Visit
from campaigns.presenters import map
from campaigns.presenters.map import around, picture
from campaigns.presenters.story import Fact
from campaigns.season import Round, Season
from campaigns.season.map.disclosure import OrdersResolved
from campaigns.season.positions import engaged, lay_of, sectors_of, supplies
from campaigns.theatre import March, Sector
from campaigns.theatre.drawing import is_wide, svg


class Score(msgspec.Struct, frozen=True):
    """A side: its score, the number of its sectors, and what it scores for them as a round closes (contested ones
    score nothing)."""

    side: str
    name: str
    points: int
    sectors: int
    gains: int


class Post(msgspec.Struct, frozen=True):
    """A platoon on the map or in reserve. `fixture`: the one it has to fight, "" for none; `ordered`: it has its
    order for the round; `due`: it has to retreat."""

    platoon: str
    name: str
    side: str
    sector: str
    sector_name: str
    supply: str
    entrenched: bool
    fixture: str
    due: bool
    ordered: bool
    mine: bool


class Scene(msgspec.Struct, frozen=True):
    """`wide`: a phone shows it whole, and larger if asked. `round`: the one that takes orders, if there is one; `late`:
    its orders are due by now. `orders` are given, of `wanted`. `posts` by sector, the reserve last. `goal`: how the war
    can be won; `ending`: how it was won, "" if it goes on;
    `zone`: by whose clocks its moments are shown."""

    svg: SafeString
    wide: bool
    scores: tuple[Score, ...]
    posts: tuple[Post, ...]
    summons: tuple[Summons, ...]
    round: Round | None
    late: bool
    orders: int
    wanted: int
    goal: str
    ending: str
    zone: str


def scene(here: Visit, *, linked: bool = True) -> Scene | None:
    """The map, if the campaign has one. `linked`: its sectors link to their pages."""
    season = here.season
    if season.opened.theatre is None:
        return None
    round, there = asking(season) if here.moment is None else None, posts(season, here.reader)
    asks = season.closed is None and here.moment is None
    on_call = [one for one in there if not one.due and not one.fixture]
    return Scene(
        svg=drawn(here, linked=linked),
        wide=is_wide(season.opened.theatre),
        scores=tuple(scores(season)),
        posts=tuple(there),
        summons=tuple(summoned(season, here.facts, here.reader)) if asks else (),
        round=round,
        late=round is not None and round.orders_by != "" and datetime.fromisoformat(round.orders_by) < now(),
        orders=sum(one.ordered for one in on_call),
        wanted=len(on_call),
        goal=_goal(season),
        ending=_ending(season),
        zone=season.zone,
    )


def drawn(here: Visit, *, linked: bool = True) -> SafeString:
    """The drawing, with the marches of the round under way once its orders are disclosed. Without links it is for
    everyone, as on a wall, so it shows no secret of the reader's."""
    season = here.season
    addresses = {one.key: reverse("sector", args=[here.stream, one.key]) for one in sectors_of(season).values()}
    shown = picture(
        season,
        here.reader if linked else "",
        title=_("The map of %(campaign)s") % {"campaign": season.opened.name},
        addresses=addresses if linked else {},
        marches=marched(season, here.facts),
    )
    return mark_safe(svg(shown, words))


def marched(season: Season, facts: Sequence[Fact]) -> tuple[March, ...]:
    """The marches of the round under way, once its orders are disclosed."""
    round = season.under_way
    if round is None or not round.resolved:
        return ()
    found = (ruled.event for ruled, _row in reversed(facts) if isinstance(ruled.event, OrdersResolved))
    return next((event.marches for event in found if event.round == round.number), ())


def posts(season: Season, reader: str, within: str = "") -> list[Post]:
    """All platoons with their places, or those `within` one sector."""
    supplied, busy = supplies(season), engaged(season)
    sectors: dict[str, Sector] = sectors_of(season)
    found = [
        Post(
            platoon=key,
            name=one.name,
            side=season.opened.sides.get(one.side, one.side),
            sector=one.sector if one.sector in sectors else "",
            sector_name=map.place(season, one.sector),
            supply=map.supply_in_words(supplied[key]),
            entrenched=one.entrenched,
            fixture=busy.get(key, ""),
            due=key in season.retreats,
            ordered=key in season.orders,
            mine=bool(reader) and reader in one.players,
        )
        for key, one in season.platoons.items()
        if one.sector and within in ("", one.sector)
    ]
    return sorted(found, key=lambda one: (not one.sector, one.sector_name.casefold(), one.side, one.platoon))


def scores(season: Season) -> Iterable[Score]:
    """Of each side, in the campaign's order."""
    lay, rate = lay_of(season), int(season.terms["round_value"])
    for side, name in season.opened.sides.items():
        yield Score(
            side=side,
            name=name,
            points=season.scores.get(side, 0),
            sectors=sum(owner == side for owner in season.owners.values()),
            gains=rate * sum(lay.sectors[key].value for key in lay.through(side)),
        )


def _goal(season: Season) -> str:
    terms = season.terms
    goals = {
        "points": _("The first side with %(points)s points wins the war, if it has more than every other."),
        "capital": _("A side that alone owns every enemy capital, and still its own, wins the war."),
        "rounds": _("After %(rounds)s rounds the side with most points wins the war."),
    }
    return goals[str(terms["victory"])] % {"points": terms["victory_points"], "rounds": terms["victory_rounds"]}


def _ending(season: Season) -> str:
    won = season.won
    if won is None:
        return ""
    if not won.side:
        return _("The war is over: a draw.")
    endings = {
        "points": _("The war is over, won by %(side)s: by points."),
        "capital": _("The war is over, won by %(side)s: every capital is taken."),
        "rounds": _("The war is over, won by %(side)s: its rounds were played."),
        "closed": _("The war is over, won by %(side)s: most points as the season was closed."),
    }
    return endings[won.how] % {"side": season.opened.sides.get(won.side, won.side)}


def drawn_around(here: Visit, sector: Sector) -> SafeString:
    """A drawing of the sector and its neighbours, each with a link to its page."""
    shown = picture(here.season, here.reader, marches=marched(here.season, here.facts))
    near = around(shown, sector.key)
    addresses = {one.key: reverse("sector", args=[here.stream, one.key]) for one in near.theatre.sectors}
    return mark_safe(svg(replace(near, addresses=addresses, title=map.place(here.season, sector.key)), words, "near-"))
