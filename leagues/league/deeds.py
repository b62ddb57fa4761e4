"""What vehicles did in each battle of the league, and how its dice fell: reported by the clerk, battle by battle. A
career is all deeds of a vehicle and of what it was in earlier seasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import asdict

from leagues.league.chapters import Chapter
from leagues.league.refusals import clerk, no
from leagues.league.state import Deeds, League, Machine
from leagues.league.values import Deed, Digest, GameKey, SideLuck
from rules.bounds import Key, Name
from rules.contract import Command, Decision, Dice, Event, Message, ngettext, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim
from rules.stream.decider import Who

CHAPTER = Chapter("Deeds")


class ReportDeeds(Command, frozen=True, kw_only=True):
    """What the vehicles of a battle did, and how its dice fell. `digest`: of the battle's log as the campaign has
    counted it. `names` of vehicles by their ids. By the clerk."""

    sealed: ClassVar[tuple[str, ...]] = ("names",)

    game: GameKey
    digest: Digest
    deeds: Annotated[tuple[Deed, ...], msgspec.Meta(max_length=400)] = ()
    luck: Annotated[tuple[SideLuck, ...], msgspec.Meta(max_length=20)] = ()
    names: dict[Key, Name] = {}


class Enrolled(msgspec.Struct, frozen=True):
    """A vehicle that the league had not seen in this season. `was`: what it is from an earlier one, by key."""

    vehicle: str
    was: str = ""


class DeedsReported(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("names",)

    game: str
    digest: str
    deeds: tuple[Deed, ...] = ()
    luck: tuple[SideLuck, ...] = ()
    enrolled: tuple[Enrolled, ...] = ()
    names: dict[str, str] = {}


def machine_key(game: str, vehicle: str) -> str:
    """A vehicle's key in the league: its season's campaign, and its id there."""
    return f"{game.partition('/')[0]}/{vehicle}"


@CHAPTER.decides
def report_deeds(league: League, command: ReportDeeds, who: Who, dice: Dice) -> Decision:
    """Deeds of what is reported otherwise by now come late, and are refused."""
    clerk(who)
    game = league.games.get(command.game)
    if game is None or game.digest != command.digest:
        raise no(_("The league knows this battle otherwise."), field="game")
    yield DeedsReported(enrolled=tuple(_enrolled(league, command)), **asdict(command))


def _enrolled(league: League, command: ReportDeeds) -> Iterator[Enrolled]:
    """Those that are new in this season. One is what its crew was kept from; else what its player had of that name and
    model in an earlier season, and has not brought since."""
    found = league.campaign(command.game.partition("/")[0])
    number = found[0].number if found is not None else 0
    followed = {one.was for one in league.machines.values() if one.was}
    for deed in command.deeds:
        if machine_key(command.game, deed.vehicle) in league.machines:
            continue
        name = command.names.get(deed.vehicle, "")
        was = [
            one.key
            for one in league.machines.values()
            if one.season < number
            and one.key not in followed
            and (one.key == deed.was or (not deed.was and name and _alike(one, deed, name)))
        ]
        followed.update(was[-1:])
        yield Enrolled(deed.vehicle, was[-1] if was else "")


def _alike(machine: Machine, deed: Deed, name: str) -> bool:
    return (machine.player, machine.model, machine.name) == (deed.player, deed.model, name)


@CHAPTER.evolves
def _reported(league: League, event: DeedsReported) -> None:
    league.deeds[event.game] = Deeds(event.digest, event.deeds, event.luck)
    found = league.campaign(event.game.partition("/")[0])
    by_vehicle = {deed.vehicle: deed for deed in event.deeds}
    for one in event.enrolled:
        key, deed = machine_key(event.game, one.vehicle), by_vehicle[one.vehicle]
        league.machines[key] = Machine(
            key=key,
            player=deed.player,
            model=deed.model,
            name=event.names.get(one.vehicle, ""),
            season=found[0].number if found is not None else 0,
            was=one.was,
        )


@CHAPTER.narrates
def _tell_reported(league: League, event: DeedsReported) -> Message:
    kills, shots = (sum(getattr(deed, what) for deed in event.deeds) for what in ("kills", "shots"))
    found = league.campaign(event.game.partition("/")[0])
    name = verbatim(found[1].name if found is not None else "–")
    if not shots:  # only its result was reported
        return ngettext(
            "A battle of %(campaign)s: %(n)d vehicle.",
            "A battle of %(campaign)s: %(n)d vehicles.",
            len(event.deeds),
            campaign=name,
        )
    return say(
        _("A battle of %(campaign)s. Vehicles: %(vehicles)d, shots: %(shots)d, kills: %(kills)d."),
        campaign=name,
        vehicles=len(event.deeds),
        shots=shots,
        kills=kills,
    )


def due(league: League, campaign: str = "") -> Iterator[str]:
    """The games (of one campaign) that were fought, and whose deeds are not known as the campaign has counted them."""
    for key, game in league.games.items():
        if game.battle and game.digest and campaign in ("", key.partition("/")[0]):
            known = league.deeds.get(key)
            if known is None or known.digest != game.digest:
                yield key


def line_of(league: League, key: str) -> tuple[str, ...]:
    """A machine and what it was in earlier seasons, by key, the newest first."""
    found = [key]
    while (machine := league.machines.get(found[-1])) is not None and machine.was and machine.was not in found:
        found.append(machine.was)
    return tuple(found)
