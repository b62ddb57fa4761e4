"""The season closes; its standings are revised where a correction comes later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from campaigns.season import names, standings
from campaigns.season.chapters import Chapter
from campaigns.season.kept_events import SeasonClosed
from campaigns.season.map import retreats, victory
from campaigns.season.offers import choice
from campaigns.season.refusals import no, organiser
from campaigns.season.state import Season
from campaigns.season.values import Rank
from rules.adjudicate import Who
from rules.bounds import Text
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Refused, at_once, ngettext, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim
from rules.stream.revision.reports import NewSeed
from rules.stream.revision.reseeding import committed

CHAPTER = Chapter("The end of the season")


class CloseSeason(Command, frozen=True, kw_only=True):
    """End the campaign. No round may be under way. Its seed is disclosed, and nothing is reported to it any more but
    corrections of its battles, and rulings on results found wrong. `next_seed` is Leaguer's own: of dice that a
    correction asks for afterwards (see `Reseed`)."""

    sealed: ClassVar[tuple[str, ...]] = ("words", "next_seed")

    words: Text = ""
    next_seed: NewSeed = ""


class StandingsRevised(Event, frozen=True, kw_only=True):
    """What was told of a closed season, a ruling or a corrected battle, has changed its standings: these are they."""

    places: tuple[Rank, ...]


@CHAPTER.decides
def close_season(season: Season, command: CloseSeason, who: Who, dice: Dice) -> Decision:
    organiser(who)
    if season.under_way is not None:
        raise no(say(_("Round %(round)d is under way."), round=season.under_way.number), _("Close it first."), "round")
    at_once(_unfinished(season))
    yield from retreats.all_due(season, dice)
    yield from victory.score_end(season)
    yield SeasonClosed(seed=season.opened.seed, places=standings.ranks(season), words=command.words)
    yield from committed(season, command.next_seed)


@CHAPTER.offers(CloseSeason)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    if who.referee and season.under_way is None and not any(True for _fault in _unfinished(season)):
        help_ = say(_("What the campaign’s log says of its end, for everyone to read. It may be left blank."))
        words = Field(name="words", kind="text", label=say(_("Words")), help=help_, most=500)
        yield choice(CloseSeason, say(_("Close the season")), words)


def revised(season: Season) -> Iterator[Event]:
    """After what was told of a closed season: the standings as they are now, unless they were published last."""
    places = standings.ranks(season)
    if season.closed is not None and places != season.closed.places:
        yield StandingsRevised(places=places)


def _unfinished(season: Season) -> Iterator[Refused]:
    """Battles that go on, fixtures of which nobody knows how they count, results that somebody disputes, and retreats
    that a correction contradicts while the war goes on: nobody could rule on them afterwards."""
    for fixture in season.fixtures.values():
        if fixture.is_fought:
            yield no(
                say(_("“%(battle)s” is not counted yet."), battle=fixture.battle),
                _("Have it settled, or call it off."),
                "fixtures",
            )
        elif fixture.announced and fixture.is_open:
            yield no(
                say(_("“%(fixture)s” has no result yet."), fixture=fixture.key),
                _("Adjudicate it, or have it played."),
                "fixtures",
            )
        elif fixture.disputes:
            yield no(
                say(_("The result of “%(fixture)s” is disputed."), fixture=fixture.key),
                _("Adjudicate it, or have the dispute taken back."),
                "fixtures",
            )
    for key in season.offered:
        yield no(
            say(_("The retreat from “%(fixture)s” is contradicted by a correction."), fixture=key),
            _("Reconsider it: as it would now have been, or as it is."),
            "fixtures",
        )


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _season_closed(season: Season, event: SeasonClosed) -> None:
    """Its seed is known from now on; a proposal that was never answered has lapsed."""
    season.closed, season.disclosed, season.proposals = event, True, ()


@CHAPTER.evolves
def _standings_revised(season: Season, event: StandingsRevised) -> None:
    assert season.closed is not None
    season.closed = replace(season.closed, places=event.places)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_season_closed(season: Season, event: SeasonClosed) -> Message:
    """With the organiser's last words, as they stand."""
    winners = names.leaders(season, event.places)
    told = ngettext(
        "The season is over; %(winners)s has won it.",
        "The season is over; %(winners)s have won it.",
        len(winners),
        winners=", ".join(winners) or "–",
    )
    return say("%(told)s %(words)s", told=told, words=verbatim(event.words)) if event.words else told


@CHAPTER.narrates
def _tell_standings_revised(season: Season, event: StandingsRevised) -> Message:
    winners = names.leaders(season, event.places)
    return ngettext(
        "The standings of the closed season are revised; %(winners)s has won it.",
        "The standings of the closed season are revised; %(winners)s have won it.",
        len(winners),
        winners=", ".join(winners) or "–",
    )
