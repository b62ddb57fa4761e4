"""A player of a league over the years: seasons, games, rivals, record and the course of their rating."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _

import rules
from battles import naming
from battles.presenters.charts import Chart, Over, chart
from leagues.league.values import Place
from leagues.models import LeagueCampaign, LeagueGame, LeaguePlayer
from leagues.presenters.names import Called, Names
from leagues.presenters.ratings import Mark, mark
from leagues.presenters.seasons import Season

RIVALS = 5  # shown


class Played(msgspec.Struct, frozen=True):
    """A season they played in. `rank`: None while it is under way. `part`: the campaign."""

    number: int
    title: str
    division: str
    stream: UUID | None
    name: str
    platoon: str
    rank: int | None
    won: bool


class Record(msgspec.Struct, frozen=True):
    """`system`: a rulebook, by its key. `rating` and `doubt`: None where no game of it is rated."""

    system: str
    called: str
    played: int
    won: int
    drawn: int
    lost: int
    rating: int | None
    doubt: int | None


class Rival(msgspec.Struct, frozen=True):
    who: Called
    played: int
    won: int
    drawn: int
    lost: int


class Game(msgspec.Struct, frozen=True):
    """`battle` and `name`: None and "" where the reader may not read it. `partners`: who played on the same side.
    `platoon_of`: for whose platoon they sat in; `substitute`: who sat in for them."""

    row: LeagueGame
    mark: Mark
    partners: tuple[Called, ...]
    opponents: tuple[Called, ...]
    battle: UUID | None
    name: str
    platoon_of: tuple[Called, ...] = ()
    substitute: Called | None = None


def seasons_of(
    player: str, seasons: Iterable[Season], campaigns: Iterable[LeagueCampaign], games: Iterable[LeagueGame]
) -> list[Played]:
    """The newest first."""
    played = {(one.season, one.campaign) for one in games}
    parts = {(season.number, part.stream): part for season in seasons for part in season.parts}
    by_number = {season.number: season for season in seasons}
    found = []
    for one in sorted(campaigns, key=lambda one: -one.season):
        place = _place_of(player, one)
        if place is None and (one.season, one.campaign) not in played:
            continue
        season, part = by_number[one.season], parts.get((one.season, one.campaign))
        found.append(
            Played(
                number=one.season,
                title=season.title,
                division=part.division if part else "",
                stream=part.stream if part else None,
                name=part.name if part else "",
                platoon=place.name if place and part else "",
                rank=place.rank if place else None,
                won=any(won.who.key == player for won in season.winners),
            )
        )
    return found


def _place_of(player: str, campaign: LeagueCampaign) -> Place | None:
    places = msgspec.json.decode(campaign.places, type=list[Place]) if campaign.places else []
    return next((one for one in places if player in one.players), None)


def records_of(row: LeaguePlayer, games: Iterable[LeagueGame]) -> list[Record]:
    """By rulebook, the most played first."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for one in games:
        counted[one.system][one.result] += 1
    known = rules.all_systems()
    found = []
    for system, results in sorted(counted.items(), key=lambda one: (-sum(one[1].values()), one[0])):
        rating = row.ratings.get(system)
        found.append(
            Record(
                system=system,
                called=known[system].name if system in known else system,
                **_counts(results),
                rating=rating.rating if rating else None,
                doubt=rating.doubt if rating else None,
            )
        )
    return found


def rivals_of(games: Iterable[LeagueGame], names: Names) -> list[Rival]:
    """Whom they have met most often; nobody whom the reader may not know."""
    met: dict[str, Counter[str]] = defaultdict(Counter)
    for one in games:
        for other in _people(one.opponents):
            met[other][one.result] += 1
    open_to = [key for key in met if names.of(key).key]
    order = sorted(open_to, key=lambda key: (-sum(met[key].values()), names.name(key).casefold(), key))
    return [Rival(names.of(key), **_counts(met[key])) for key in order[:RIVALS]]


def _counts(results: Counter[str]) -> dict[str, int]:
    return {"played": sum(results.values()), **{one: results[one] for one in ("won", "drawn", "lost")}}


def rating_chart(games: Sequence[LeagueGame]) -> Chart | None:
    """The rating over all rulebooks after each rated game; None before a second one."""
    rated = [(one.number, one.rating) for one in games if one.rating is not None]
    if len(rated) < 2:
        return None
    over = Over(_("Game"), _("game %(n)s") % {"n": 1}, "?game=")
    line = (_("Rating"), [rating for _number, rating in rated])
    return chart("rating", _("Rating over the games"), [line], [number for number, _r in rated], [0], over, least=None)


def games_told(games: Sequence[LeagueGame], seen: Collection[UUID], names: Names) -> list[Game]:
    """Some games. `seen`: the campaigns that the reader may read. A few queries, for the battles' names."""
    battles = {one.pk: UUID(one.battle) for one in games if one.battle and one.campaign in seen}
    called: Mapping[UUID, str] = naming.names_of(set(battles.values()))
    return [
        Game(
            row=one,
            mark=mark(one.result),
            partners=tuple(names.of(key) for key in _people(one.partners)),
            opponents=tuple(names.of(key) for key in _people(one.opponents)),
            battle=battles.get(one.pk),
            name=called.get(battles[one.pk], _("Battle")) if one.pk in battles else "",
            platoon_of=tuple(names.of(key) for key in _people(one.platoon_of or "[]")),
            substitute=names.of(one.substitute) if one.substitute else None,
        )
        for one in games
    ]


def sitting_in(games: Iterable[LeagueGame]) -> set[str]:
    """Who sat in for another player in some games, and for whom."""
    return {who for one in games for who in (*_people(one.platoon_of or "[]"), one.substitute) if who}


def _people(text: str) -> list[str]:
    return msgspec.json.decode(text, type=list[str])
