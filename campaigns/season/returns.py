"""A platoon that has left comes back: as it was, and with nothing for what it missed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from campaigns.season import names
from campaigns.season.chapters import RUNG, SECTOR, Cause, Chapter
from campaigns.season.enlistment import begins_at, in_time, not_too_many
from campaigns.season.offers import WHY, choice, platoon_field
from campaigns.season.refusals import in_command_of, keys, no
from campaigns.season.state import Platoon, Season
from campaigns.season.values import PlatoonKey
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Returns")


class Return(Command, frozen=True, kw_only=True):
    """A platoon that has left is there again. It has no bye for the rounds it missed. By its player, or an
    organiser."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: PlatoonKey
    reason: Reason


class Returned(Event, frozen=True, kw_only=True):
    """A platoon that had left is there again. `sector`: where on the map it is, "" without one."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: str
    sector: str = ""
    reason: str = ""


@CHAPTER.decides
def come_back(season: Season, command: Return, who: Who, dice: Dice) -> Decision:
    """Whoever could bring in another platoon now may come back with this one."""
    platoon = season.platoons.get(command.platoon)
    if platoon is not None:
        in_command_of(platoon, who)
    if platoon is None or not platoon.dropped:
        gone = [key for key, one in season.platoons.items() if one.dropped]
        raise no(
            say(_("No platoon “%(key)s” has left the campaign."), key=command.platoon),
            say(_("Those that have left: %(keys)s."), keys=keys(gone)),
            "platoon",
        )
    _as_another(season, platoon, who)
    yield Returned(platoon=platoon.key, sector=begins_at(season, platoon.side), reason=command.reason)


def _as_another(season: Season, platoon: Platoon, who: Who) -> None:
    """`Refused` where its player could bring in no other one."""
    in_time(season, who)
    not_too_many(season, platoon.player, who)


@CHAPTER.offers(Return)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    mine = [one for one in season.platoons.values() if one.dropped and (who.referee or who.id in one.players)]
    if there := [one.key for one in mine if _may(season, one, who)]:
        help_ = say(_("It stands as it was. Rounds it missed are no byes; on a ladder it begins at the bottom."))
        yield choice(Return, say(_("A platoon comes back")), platoon_field(season, there), WHY, help=help_)


def _may(season: Season, platoon: Platoon, who: Who) -> bool:
    try:
        _as_another(season, platoon, who)
    except Refused:
        return False
    return True


@CHAPTER.evolves
def _returned(season: Season, event: Returned) -> None:
    platoon = season.platoons[event.platoon]
    platoon.dropped, platoon.sector = False, event.sector
    if season.ladder is not None:
        season.ladder.came(event.platoon)


@CHAPTER.narrates
def _tell_returned(season: Season, event: Returned) -> Message:
    return say(_("%(platoon)s is back in the campaign: %(reason)s"), platoon=event.platoon, reason=event.reason)


@CHAPTER.explains(SECTOR)
def _why_there(season: Season, event: Returned, key: str) -> Iterator[Cause]:
    text = _("%(platoon)s came back to a base of its side, or to the reserve.")
    yield Cause(say(text, platoon=names.platoon(season, event.platoon)), "The map")


@CHAPTER.explains(RUNG)
def _why_last(season: Season, event: Returned, key: str) -> Iterator[Cause]:
    yield Cause(say(_("Who comes back enters at the bottom.")), "The ladder")
