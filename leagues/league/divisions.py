"""Divisions, and who plays in which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar
from unicodedata import normalize

import msgspec

from leagues.league.chapters import WHY, Chapter, choice, player_field
from leagues.league.refusals import no, organiser, player_of
from leagues.league.state import League
from leagues.league.values import Division, DivisionKey, PlayerKey
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, say
from rules.contract import gettext_noop as _
from rules.messages import listed, verbatim
from rules.stream.decider import Who
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Divisions")


class SetDivisions(Command, frozen=True, kw_only=True):
    """All divisions of the league from the next season on, the highest first. One that players are in, or that a
    season under way is played in, stays."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    divisions: Annotated[tuple[Division, ...], msgspec.Meta(max_length=20)]
    reason: Reason


class MovePlayer(Command, frozen=True, kw_only=True):
    """Put a player into another division: beside promotion and relegation, which come as a season closes."""

    positional: ClassVar[tuple[str, ...]] = ("player", "division")
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    player: PlayerKey
    division: DivisionKey
    reason: Reason


class DivisionsSet(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    divisions: tuple[Division, ...]
    reason: str = ""


class PlayerMoved(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    player: str
    division: str
    reason: str = ""


def check_divisions(divisions: Sequence[Division]) -> None:
    """`Refused` where two have one key or one name."""
    for what, said in (("key", [one.key for one in divisions]), ("name", [alike(one.name) for one in divisions])):
        for value, times in Counter(said).items():
            if times > 1:
                raise no(
                    say(_("Two divisions have the %(what)s “%(value)s”."), what=say(WHAT[what]), value=value),
                    _("Give each its own."),
                    "divisions",
                )


WHAT = {"key": _("key"), "name": _("name")}


def alike(name: str) -> str:
    """Names that have the same of this are taken for one."""
    return normalize("NFKC", name).casefold()


def division_called(league: League, key: str) -> Message:
    """By its name; a division that is gone by its key."""
    return verbatim(next((one.name for one in league.divisions if one.key == key), key or "–"))


def division_of(league: League, key: str, field: str = "division") -> Division:
    found = next((one for one in league.divisions if one.key == key), None)
    if found is None:
        known = ", ".join(one.key for one in league.divisions) or "-"
        raise no(say(_("There is no division “%(key)s”."), key=key), say(_("Divisions: %(keys)s."), keys=known), field)
    return found


@CHAPTER.decides
def set_divisions(league: League, command: SetDivisions, who: Who, dice: Dice) -> Decision:
    organiser(who)
    check_divisions(command.divisions)
    if command.divisions == league.divisions:
        raise no(_("The divisions are so already."), field="divisions")
    kept = {one.key for one in command.divisions}
    for key in _in_use(league):
        if key not in kept:
            raise no(
                say(_("Division “%(key)s” is in use."), key=key),
                _("Move its players, or wait until its season is closed."),
                "divisions",
            )
    yield DivisionsSet(divisions=command.divisions, reason=command.reason)


def _in_use(league: League) -> list[str]:
    """Divisions with players in them, and those of the season under way."""
    played = [one.division for one in league.under_way.campaigns.values()] if league.under_way else []
    return [key for key in dict.fromkeys((*(one.division for one in league.players.values()), *played)) if key]


@CHAPTER.decides
def move_player(league: League, command: MovePlayer, who: Who, dice: Dice) -> Decision:
    organiser(who)
    player = player_of(league, command.player)
    division_of(league, command.division)
    if player.division == command.division:
        raise no(say(_("%(player)s plays there already."), player=player.key), field="division")
    yield PlayerMoved(player=player.key, division=command.division, reason=command.reason)


@CHAPTER.offers(SetDivisions)
def _offer_divisions(league: League, who: Who) -> Iterator[Choice]:
    if not who.referee:
        return
    fields = (
        Field(name="key", kind="text", label=say(_("Key")), most=40, required=True),
        Field(name="name", kind="text", label=say(_("Name")), most=80, required=True),
    )
    now = tuple({"key": one.key, "name": one.name} for one in league.divisions)
    rows = Field(
        name="divisions",
        kind="rows",
        label=say(_("Divisions, the highest first")),
        fields=fields,
        most=20,
        required=True,
        default=list(now),
        readily=0,
    )
    yield choice(SetDivisions, say(_("Set the divisions")), rows, WHY)


@CHAPTER.offers(MovePlayer)
def _offer_move(league: League, who: Who) -> Iterator[Choice]:
    if who.referee:
        for division in league.divisions:
            others = [one.key for one in league.players.values() if one.division != division.key]
            if others:
                label = say(_("Move a player to %(division)s"), division=verbatim(division.name))
                yield choice(MovePlayer, label, player_field(league, others), WHY, division=division.key)


@CHAPTER.evolves
def _divisions_set(league: League, event: DivisionsSet) -> None:
    league.divisions = event.divisions


@CHAPTER.evolves
def _moved(league: League, event: PlayerMoved) -> None:
    league.players[event.player].division = event.division


@CHAPTER.narrates
def _tell_divisions(league: League, event: DivisionsSet) -> Message:
    names = listed([verbatim(one.name) for one in event.divisions] or [verbatim("–")])
    return say(_("The divisions are: %(names)s. %(reason)s"), names=names, reason=event.reason)


@CHAPTER.narrates
def _tell_moved(league: League, event: PlayerMoved) -> Message:
    return say(
        _("%(player)s plays in %(division)s from the next season on. %(reason)s"),
        player=event.player,
        division=division_called(league, event.division),
        reason=event.reason,
    )
