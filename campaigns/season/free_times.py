"""When players are free. Read by themselves, and by those of the fixtures they have still to play: nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from campaigns.season.chapters import Chapter
from campaigns.season.offers import in_command, of_platoon
from campaigns.season.refusals import no, platoon_of
from campaigns.season.results import waiting
from campaigns.season.seating import speakers
from campaigns.season.state import Season
from campaigns.season.values import PlatoonKey, Short
from campaigns.season.visibility import HIDDEN, is_one
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim

CHAPTER = Chapter("When players are free")


class NoteFree(Command, frozen=True, kw_only=True):
    """When a platoon's players are free, in their words; "" for nothing. By one of them."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("free",)

    platoon: PlatoonKey
    free: Short = ""


class FreeNoted(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("free",)

    platoon: str
    free: str | msgspec.UnsetType = ""


@CHAPTER.decides
def note_free(season: Season, command: NoteFree, who: Who, dice: Dice) -> Decision:
    platoon = platoon_of(season, command.platoon)
    if not is_one(who.id, *platoon.players):
        raise no(
            say(_("You do not command %(platoon)s."), platoon=platoon.key),
            _("Its players say when they are free."),
            "platoon",
            "not-yours",
        )
    if command.free == platoon.free:
        raise no(_("That is what you have said already."), _("Say something else, or nothing."), "free")
    yield FreeNoted(platoon=platoon.key, free=command.free)


@CHAPTER.offers(NoteFree)
def _notable(season: Season, who: Who) -> Iterator[Choice]:
    for platoon in in_command(season, who):
        if is_one(who.id, *platoon.players):
            free = Field(name="free", kind="text", label=say(_("When you are free")), most=80, readily=800)
            free = replace(free, default=platoon.free, but=(platoon.free,), required=not platoon.free)
            help_ = say(_("Weekday evenings, say. Read by whom you have still to play, and nobody else."))
            yield of_platoon(season, NoteFree, _("%(platoon)s: when are you free?"), platoon, free, help=help_)


@CHAPTER.evolves
def _noted(season: Season, event: FreeNoted) -> None:
    season.platoons[event.platoon].free = event.free or ""


def free_of(season: Season, platoon: str, reader: str) -> str | None:
    """When a platoon is free; None for whoever is not to know."""
    found = season.platoons.get(platoon)
    if found is None or not reader:
        return None
    meets = (one for one in waiting(season) if platoon in one.platoons)
    rivals = (player for one in meets for key in one.platoons for player in speakers(season, one, key))
    known = is_one(reader, *found.players) or is_one(reader, *rivals)
    return found.free if known else None


@CHAPTER.sees
def _see_free(season: Season, event: FreeNoted, player: str) -> FreeNoted:
    return event if free_of(season, event.platoon, player) is not None else replace(event, free=HIDDEN)


@CHAPTER.narrates
def _tell_free(season: Season, event: FreeNoted) -> Message:
    if event.free is msgspec.UNSET or not event.free:
        return say(_("%(platoon)s has changed when it is free."), platoon=event.platoon)
    return say(_("%(platoon)s is free: %(free)s"), platoon=event.platoon, free=verbatim(event.free))
