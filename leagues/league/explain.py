"""Why has a player this rating, that record, a title, an honour? Why a vehicle so many kills? Pure.

A figure that is made of games is explained by the games: each with the row of the log that reported it, and from there
into its season and its battle. What a row of the log settles by itself, a division or a place, is explained by the row.

    players.<player>.rating          over all rulebooks; rating:<rulebook> for one
    players.<player>.<metric>        won, streak, luck ... (`leagues.league.metrics`), over all seasons
    players.<player>.division        and titles; place:<campaign> of a campaign that is over
    vehicles.<vehicle>.<metric>      kills, hits ... with what it was in earlier seasons
    honours.<season>.<number>        as it was awarded
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from leagues.league import evolve, metrics, rating_models
from leagues.league.deeds import DeedsReported, line_of
from leagues.league.divisions import PlayerMoved, division_called
from leagues.league.grounds import Ground, grounds_of
from leagues.league.history import SeasonImported
from leagues.league.honours import HOUSE, HonoursAwarded, called
from leagues.league.metrics import METRICS, Span
from leagues.league.ratings import Rated
from leagues.league.results import ResultsReported
from leagues.league.season_end import LeagueSeasonClosed
from leagues.league.state import Founded, League, LeagueCampaign, start
from leagues.league.values import OVERALL, Composed, Game, Honour, Place, Result
from rules.contract import Event, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.messages import listed, verbatim
from rules.stream.decider import Value
from rules.stream.revision.reports import Declared

ROW = tuple[int, Event]
ADDED = metrics.COUNTS  # of a vehicle over its seasons: what adds up
MET: dict[Result, str] = {
    "won": _("Won against %(others)s."),
    "drawn": _("Drawn with %(others)s."),
    "lost": _("Lost to %(others)s."),
}


class Fact(msgspec.Struct, frozen=True):
    """Something that can be asked about: "players.7.rating". `about`: the player, or the vehicle, by key; `player`:
    whose it is."""

    of: str
    about: str
    player: str
    label: Message
    value: Value


class Step(msgspec.Struct, frozen=True):
    """A row of the log, or a game that it reported (`game`, its key), that made the fact another one. `campaign`: what
    else the reasons tell of, by id. `vehicle`: whose deeds they are, by its id in the season."""

    position: int
    before: Value
    after: Value
    reasons: tuple[Message, ...]
    game: str = ""
    campaign: str = ""
    vehicle: str = ""


class Explanation(msgspec.Struct, frozen=True):
    """A fact as it stands, and the steps to it, the oldest first."""

    fact: Fact
    steps: tuple[Step, ...]


def explain(league: League, rows: Sequence[ROW], of: str) -> Explanation:
    """Why the fact `of` is what it is; `rows`: all that count of the league's log. `Refused` (field "of") where there
    is no such fact."""
    about, _dot, rest = of.partition(".")
    key, _dot, name = rest.rpartition(".")
    if about == "honours" and (found := _honour(league, rows, key, name)) is not None:
        return found
    fact = next((one for one in _facts(league, about, key, name) if one.of == of), None)
    if fact is None:
        raise no_such(of)
    return Explanation(fact, tuple(_steps(league, rows, about, key, name)))


def no_such(of: str) -> Refused:
    """There is no such fact, or none for who asks."""
    return Refused(
        "explain",
        say(_("This league has no fact “%(of)s” that can be explained."), of=of[:80]),
        _("Leave “of” out to see those there are."),
        field="of",
        code="unknown",
    )


def facts(league: League) -> list[Fact]:
    """All that can be asked of players, and of honours, as it stands; vehicles are asked for by name."""
    span = Span(league)
    figures = {one.name: one.measure(span) for one in METRICS.values() if one.of == "player"}
    found: list[Fact] = []
    for key in league.players:
        for name in (*_ratings(league, key), "division", "titles"):
            found += _facts(league, "players", key, name)
        found += [_figure("players", key, name, key, told[key]) for name, told in figures.items() if key in told]
    for season, honours in league.honours.items():
        found += [_of_honour(league, season, n, one) for n, one in enumerate(honours, 1)]
    return found


def _facts(league: League, about: str, key: str, name: str) -> Iterator[Fact]:
    """The fact of that name, if there is one."""
    if about == "vehicles" and name in ADDED and key in league.machines:
        span, line = Span(league), line_of(league, key)
        yield _figure(about, key, name, league.machines[key].player, sum(METRICS[name].measure(span)[x] for x in line))
    if about != "players" or key not in league.players:
        return
    of = f"players.{key}.{name}"
    if name == "division":
        division = league.players[key].division
        yield Fact(of, key, key, say(_("Division")), division_called(league, division) if division else None)
    elif name == "titles":
        yield Fact(of, key, key, say(_("Titles")), _titles(league, key))
    elif name.startswith("place:"):
        if (place := _place(league, key, name[6:])) is not None:
            campaign = league.campaign(name[6:])
            assert campaign is not None
            label = say(_("Place in %(campaign)s"), campaign=verbatim(campaign[1].name))
            yield Fact(of, key, key, label, place.rank)
    elif name in _ratings(league, key):
        system = name.partition(":")[2]
        label = say(_("Rating in %(system)s"), system=system) if system else say(_("Rating"))
        yield Fact(of, key, key, label, rating_models.shown(league.current(system)[key], league.terms))
    elif name in METRICS and METRICS[name].of == "player":
        figure = METRICS[name].measure(Span(league)).get(key)
        if figure is not None:
            yield _figure(about, key, name, key, figure)


def _figure(about: str, key: str, name: str, player: str, figure: int) -> Fact:
    return Fact(f"{about}.{key}.{name}", key, player, say(METRICS[name].label), figure)


def _ratings(league: League, player: str) -> list[str]:
    """The ratings somebody has, as facts are called."""
    ladders = dict.fromkeys(ladder for after in league.ratings for ladder, now in after.items() if player in now)
    return [f"rating:{ladder}" if ladder else "rating" for ladder in ladders]


def _titles(league: League, player: str) -> int:
    return sum(title.player == player for season in league.seasons for title in season.titles)


def _place(league: League, player: str, campaign: str) -> Place | None:
    found = league.campaign(campaign)
    return next((one for one in found[1].places if player in one.players), None) if found is not None else None


# -- by games ----------------------------------------------------------------------------------------------------------


def _steps(league: League, rows: Sequence[ROW], about: str, key: str, name: str) -> Iterator[Step]:
    if name == "division":
        yield from _settled(rows, key, lambda then: _division(then, key), _why_division)
    elif name == "titles":
        yield from _settled(rows, key, lambda then: _titles(then, key) or None, _why_title)
    elif name.startswith("place:"):
        campaign = name[6:]
        yield from _settled(rows, key, lambda then: _ranked(_place(then, key, campaign)), _why_place(campaign))
    elif name.partition(":")[0] == "rating":
        yield from _rated(league, rows, key, name.partition(":")[2] or OVERALL)
    else:
        span = Span(league)
        line = line_of(league, key)[::-1] if about == "vehicles" else (key,)
        told = [one for each in line for one in grounds_of(name, span, each)]
        if about == "vehicles":  # counted on from season to season
            told = _added_up(told)
        yield from _of_games(league, rows, told)


def _added_up(told: Iterable[Ground]) -> list[Ground]:
    found: list[Ground] = []
    before, base, last = "", 0, 0
    for one in told:
        season = one.game.partition("/")[0]
        if season != before:
            before, base = season, last
        last = base + (one.figure or 0)
        found.append(one._replace(figure=last))
    return found


def _of_games(league: League, rows: Iterable[ROW], told: Iterable[Ground]) -> Iterator[Step]:
    """What counts of each game, with the row that reported it: its deeds, or its result."""
    results, deeds, _ratings = _positions(rows)
    before: int | None = None
    for one in told:
        at = deeds.get(one.game, 0) if one.vehicle else results.get(one.game, 0)
        reasons = (one.text,) if one.vehicle else (one.text, *_met_in(league.games[one.game]))
        yield Step(at, before, one.figure, reasons, one.game, vehicle=one.vehicle)
        before = one.figure


def _met_in(game: Game) -> Iterator[Message]:
    names = [say(_("%(player)s"), player=player) for side in game.sides for player in side.players]
    yield say(_("Played by %(players)s."), players=listed(names))


def _rated(league: League, rows: Iterable[ROW], player: str, ladder: str) -> Iterator[Step]:
    results, _deeds, ratings = _positions(rows)
    standing: dict[str, int] = {}
    for key, after in zip(league.rated, league.ratings, strict=True):
        now = {one: rating_models.shown(rating, league.terms) for one, rating in after.get(ladder, {}).items()}
        if player in now:
            reasons = (*_met(league.games[key], player, standing), say(_("Computed by %(model)s."), model=league.model))
            yield Step(ratings.get(key) or results.get(key, 0), standing.get(player), now[player], reasons, key)
        standing.update(now)


def _met(game: Game, player: str, standing: dict[str, int]) -> Iterator[Message]:
    """How it ended, and what the others were worth before."""
    for side in game.sides:
        if player in side.players:
            others = [one for other in game.sides if other is not side for one in other.players]
            yield say(MET[side.result], others=listed([_worth(one, standing) for one in others] or [verbatim("–")]))
            if len(side.players) > 1:
                fellows = [_worth(one, standing) for one in side.players if one != player]
                yield say(_("On the same side: %(players)s."), players=listed(fellows))


def _worth(player: str, standing: dict[str, int]) -> Message:
    if player not in standing:
        return say(_("%(player)s (new)"), player=player)
    return say(_("%(player)s (%(rating)d)"), player=player, rating=standing[player])


def _positions(rows: Iterable[ROW]) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """The row that last reported each game's result, its deeds and its ratings."""
    results: dict[str, int] = {}
    deeds: dict[str, int] = {}
    ratings: dict[str, int] = {}
    for position, event in rows:
        match event:
            case ResultsReported() | SeasonImported():
                results.update((game.key, position) for game in event.games)
            case DeedsReported():
                deeds[event.game] = position
            case Rated():
                ratings.update((key, position) for key in event.games)
    return results, deeds, ratings


# -- by rows -----------------------------------------------------------------------------------------------------------

Why = Callable[[League, Event, str], Iterator[tuple[Message, str]]]  # each reason, with the campaign that it tells of


def _settled(rows: Iterable[ROW], key: str, value: Callable[[League], Value], why: Why) -> Iterator[Step]:
    """The rows that made it another one. Folds the league's log once more."""
    league: League | None = None
    before: Value = None
    for position, event in rows:
        league = _on(league, event, position)
        after = value(league)
        if after != before:
            told = list(why(league, event, key))
            campaign = next((campaign for _text, campaign in told if campaign), "")
            yield Step(position, before, after, tuple(text for text, _campaign in told), campaign=campaign)
        before = after


def _on(league: League | None, event: Event, position: int) -> League:
    if league is None:
        assert isinstance(event, Founded)
        return start(event)
    evolve(league, event, position)
    return league


def _division(league: League, player: str) -> Value:
    found = league.players.get(player)
    return division_called(league, found.division) if found is not None and found.division else None


def _ranked(place: Place | None) -> int | None:
    return place.rank if place is not None else None


def _why_division(league: League, event: Event, player: str) -> Iterator[tuple[Message, str]]:
    match event:
        case PlayerMoved() | Declared():
            yield say(_("An organiser ruled it: %(reason)s"), reason=verbatim(event.reason)), ""
        case LeagueSeasonClosed():
            yield say(_("It follows from season %(season)d."), season=event.season), ""
            for campaign, place in _places_in(league, event.season, player):
                yield _came(campaign, place), campaign.id
        case ResultsReported() | SeasonImported():
            found = league.campaign(event.campaign)
            if found is not None:
                yield say(_("%(campaign)s is played there."), campaign=verbatim(found[1].name)), event.campaign


def _why_title(league: League, event: Event, player: str) -> Iterator[tuple[Message, str]]:
    if isinstance(event, LeagueSeasonClosed | SeasonImported):
        for campaign, place in _places_in(league, event.season, player):
            if place.rank == 1:
                yield _came(campaign, place), campaign.id


def _why_place(id: str) -> Why:
    def why(league: League, event: Event, player: str) -> Iterator[tuple[Message, str]]:
        found, place = league.campaign(id), _place(league, player, id)
        if found is not None and place is not None:
            yield _came(found[1], place), id

    return why


def _places_in(league: League, season: int, player: str) -> Iterator[tuple[LeagueCampaign, Place]]:
    found = league.season(season)
    for campaign in found.campaigns.values() if found is not None else ():
        place = next((one for one in campaign.places if player in one.players), None)
        if place is not None:
            yield campaign, place


def _came(campaign: LeagueCampaign, place: Place) -> Message:
    return say(
        _("Rank %(rank)d of %(campaign)s, with a score of %(score)d."),
        rank=place.rank,
        campaign=verbatim(campaign.name),
        score=place.score,
    )


# -- honours -----------------------------------------------------------------------------------------------------------


def _honour(league: League, rows: Sequence[ROW], key: str, name: str) -> Explanation | None:
    """What it was awarded for, as the league stood then: what has been reported since does not change it."""
    if not (key.isdecimal() and name.isdecimal() and len(key) < 5 and len(name) < 5):
        return None
    season, n = int(key), int(name)
    awarded = league.honours.get(season, ())
    places = [i for i, (_at, event) in enumerate(rows) if isinstance(event, HonoursAwarded) and event.season == season]
    if not 1 <= n <= len(awarded) or not places:
        return None
    one, known = awarded[n - 1], rows[: places[-1] + 1]
    then: League | None = None
    for position, event in known:
        then = _on(then, event, position)
    assert then is not None
    rule = HOUSE.get(one.key) or then.own_honours.get(one.key)
    found = grounds_of(rule.metric, Span(then, season), one.machine or one.player) if rule is not None else []
    steps = [*_of_games(then, known, found)]
    last = Step(known[-1][0], None, one.figure, tuple(_terms_of(rule)) if rule is not None else ())
    return Explanation(_of_honour(league, season, n, one), (*steps, last))


def _terms_of(rule: Composed) -> Iterator[Message]:
    label = say(METRICS[rule.metric].label)
    if rule.everyone:
        yield say(_("For everyone with at least %(least)d. What counts: %(what)s."), least=rule.at_least, what=label)
    elif rule.least:
        yield say(_("For who has the least. What counts: %(what)s."), what=label)
    else:
        yield say(
            _("For who has the most, and at least %(least)d. What counts: %(what)s."), least=rule.at_least, what=label
        )


def _of_honour(league: League, season: int, n: int, one: Honour) -> Fact:
    label = say(_("%(honour)s, season %(season)d"), honour=called(league, one.key), season=season)
    return Fact(f"honours.{season}.{n}", one.machine or one.player, one.player, label, one.figure)
