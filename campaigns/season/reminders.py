"""Of whom something is awaited before the round under way can go on, and that they are reminded of it.

Nobody's secret: that there is an order is public.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from campaigns.season.chapters import Chapter
from campaigns.season.positions import engaged
from campaigns.season.refusals import clerk, no, the_one_under_way
from campaigns.season.state import Round, Season
from campaigns.season.values import Number
from rules.adjudicate import Who
from rules.contract import Command, Decision, Dice, Event, Message, ngettext, say
from rules.contract import gettext_noop as _

CHAPTER = Chapter("Reminders")


class Remind(Command, frozen=True, kw_only=True):
    """The clerk reminds the players of a round of what they have still to do."""

    round: Number


class Reminded(Event, frozen=True, kw_only=True):
    """Players were reminded of a round; the messages that went out are the outbox's."""

    round: int
    players: tuple[str, ...]


class Awaited(msgspec.Struct, frozen=True):
    """Platoons by key: those without an order that could have one, those that have to retreat, and those with a battle
    to fight, or to fight to its end. While orders are awaited, battles are not."""

    orders: tuple[str, ...] = ()
    retreats: tuple[str, ...] = ()
    battles: tuple[str, ...] = ()

    def players(self, season: Season) -> tuple[str, ...]:
        """Who commands them, and who sits in for them in a battle to fight, each once."""
        platoons = (season.platoons[key] for key in (*self.orders, *self.retreats, *self.battles))
        players = [player for one in platoons if not one.dropped for player in one.players if player]
        return tuple(dict.fromkeys((*players, *(_sitting_in(season) if self.battles else ()))))


def awaited(season: Season, round: Round) -> Awaited:
    """What the round that is under way waits for."""
    retreats = tuple(sorted(season.retreats))
    if season.opened.theatre is not None and not round.resolved:
        return Awaited(tuple(_without_order(season)), retreats)
    return Awaited((), retreats, tuple(dict.fromkeys(_with_a_battle(season, round))))


def _sitting_in(season: Season) -> Iterator[str]:
    """Who plays a fixture of the round for the players of another platoon."""
    for fixture in season.fixtures.values():
        if fixture.round == season.turn and fixture.is_open:
            yield from (one.person for one in fixture.substitutes.values())


def _without_order(season: Season) -> Iterator[str]:
    """Who is engaged, or has to retreat, only holds: there is nothing to order."""
    bound = engaged(season).keys() | season.retreats.keys() | season.orders.keys()
    yield from (key for key, one in season.platoons.items() if one.sector and key not in bound)


def _with_a_battle(season: Season, round: Round) -> Iterator[str]:
    for fixture in season.fixtures.values():
        if fixture.round == round.number and (fixture.is_fought or (fixture.announced and fixture.is_open)):
            yield from fixture.platoons


@CHAPTER.decides
def remind(season: Season, command: Remind, who: Who, dice: Dice) -> Decision:
    """Once for each deadline: whoever has an order to give first, then whoever has a fixture of the round to fight, or
    to fight to its end; and at any time who has to retreat."""
    clerk(who)
    found = the_one_under_way(season, command.round)
    if found.reminded:
        raise no(say(_("The players of round %(round)d were reminded."), round=found.number), field="round")
    yield Reminded(round=found.number, players=awaited(season, found).players(season))


@CHAPTER.evolves
def _reminded(season: Season, event: Reminded) -> None:
    season.rounds[-1].reminded = True


@CHAPTER.narrates
def _tell_reminded(season: Season, event: Reminded) -> Message:
    return ngettext(
        "The clerk reminds %(n)d player of round %(round)d.",
        "The clerk reminds %(n)d players of round %(round)d.",
        len(event.players),
        round=event.round,
    )
