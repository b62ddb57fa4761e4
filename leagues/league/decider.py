"""The Decider of leagues: a league's stream, told to whatever works on any stream (`rules.stream`)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from leagues import league as leagues
from leagues.league import COMMANDS, EVENTS, MENDS, UPCASTERS, rating_models
from leagues.league.divisions import division_called
from leagues.league.honours import called as honour_called
from leagues.league.mending import MENDING
from leagues.league.refusals import no
from leagues.league.state import Founded, League, LeagueSeason
from leagues.league.team_players import team_called, team_of
from leagues.league.values import OVERALL
from rules.contract import Choice, Command, Dice, Event, Message, pgettext, say
from rules.contract import gettext_noop as _
from rules.kit.person_decider import PersonDecider
from rules.messages import called, listed
from rules.stream.codec import CommandCodec, EventCodec
from rules.stream.decider import Line, Sheet, Who

REPORTS = CommandCodec((*COMMANDS, *MENDS), largest=4 * 1024 * 1024)  # a campaign that joins brings all its games
FACTS = EventCodec(EVENTS, UPCASTERS)


class LeagueDecider(PersonDecider[League]):
    """Leagues from their founding on. What is asked of it is pure: accounts and campaigns stand in the reports."""

    reports, rows, opened, mending = REPORTS, FACTS, Founded, MENDING

    def ruled(self, state: League | None, command: Command, who: Who, dice: Dice) -> Generator[Event, None, None]:
        return leagues.decide(state, command, who, dice)

    def begun(self, first: Founded) -> League:
        return leagues.start(first)

    evolve = staticmethod(leagues.evolve)

    def seed(self, state: League) -> str:
        """A league rolls no dice."""
        return ""

    def names(self, state: League) -> frozenset[str]:
        campaigns = (id for season in state.seasons for id in season.campaigns)
        return frozenset((*state.players, *campaigns, *(one.key for one in state.divisions), *state.teams))

    def legal(self, state: League, reader: Who | None) -> Sequence[Choice]:
        return tuple(leagues.legal(state, reader))

    def see(self, state: League, reader: Who | None) -> Sheet:
        return dict(_lines(state))

    def see_event(self, state: League, event: Event, reader: Who | None) -> Event:
        return leagues.see_event(state, event, reader.id if reader is not None else "")

    def narrate(self, state: League, event: Event) -> Message:
        return leagues.narrate(state, event)

    def explain(self, state: League, of: str) -> Sequence[str]:
        """A line of a league's sheet follows from events alone."""
        return ()

    def possible(self, state: League) -> None:
        known = {one.key for one in state.divisions}
        for player in state.players.values():
            if player.division and player.division not in known:
                raise no(
                    say(_("There is no division “%(key)s”."), key=player.division),
                    say(_("Divisions: %(keys)s."), keys=", ".join(known) or "-"),
                    f"facts.players.{player.key}.division",
                )


LEAGUES = LeagueDecider()


def _lines(state: League) -> Iterator[tuple[str, Line]]:
    for season in state.seasons:
        stands = say(pgettext("a season", "closed")) if season.closed else say(_("under way"))
        yield f"seasons.{season.number}", Line("", say(_("Season %(season)d"), season=season.number), stands)
        yield from _of_season(state, season)
    ratings = state.current(OVERALL)
    for player in state.players.values():
        name = called(player.key)
        if player.division:
            label = say(_("Division of %(player)s"), player=name)
            yield f"players.{player.key}.division", Line(player.key, label, division_called(state, player.division))
        if (team := team_of(state, player.key)) is not None:
            label = say(_("Team of %(player)s"), player=name)
            yield f"players.{player.key}.team", Line(player.key, label, team_called(state, team.key))
        if (rating := ratings.get(player.key)) is not None:
            label = say(_("Rating of %(player)s"), player=name)
            yield f"players.{player.key}.rating", Line(player.key, label, rating_models.shown(rating, state.terms))


def _of_season(state: League, season: LeagueSeason) -> Iterator[tuple[str, Line]]:
    """Who has won it, and its honours: each player once, however often they have it."""
    titles = [say(_("%(player)s"), player=one.player) for one in season.titles]
    if titles:
        label = say(_("Titles of season %(season)d"), season=season.number)
        yield f"seasons.{season.number}.titles", Line("", label, listed(titles))
    found: dict[str, dict[str, None]] = {}
    for one in state.honours.get(season.number, ()):
        found.setdefault(one.key, {})[one.player] = None
    for key, players in found.items():
        label = say(_("%(honour)s, season %(season)d"), honour=honour_called(state, key), season=season.number)
        told = listed([say(_("%(player)s"), player=player) for player in players])
        yield f"honours.{season.number}.{key}", Line("", label, told)
