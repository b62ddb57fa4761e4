"""A platoon enlists, on a map at a base of its side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from campaigns.season.chapters import CREW, PENALTY, PURSE, RUNG, SCORE, SECTOR, STATUS, Cause, Chapter
from campaigns.season.ledger import Entry
from campaigns.season.offers import (
    WAIVERS,
    article_field,
    article_picks,
    cards_field,
    choice,
    new_vehicles,
    people,
    sector_picks,
)
from campaigns.season.positions import lay_of, sectors_of, standing_in
from campaigns.season.refusals import alike, keys, no
from campaigns.season.roster import (
    add_vehicles,
    cards_of,
    faults_of,
    ids_taken,
    not_in_catalogue,
    not_passed,
    over_budget,
    recruits,
    strangers,
)
from campaigns.season.scores import why_late
from campaigns.season.standings import late_bye
from campaigns.season.state import Platoon, Season
from campaigns.season.values import SIDE, Person, Place, Recruit, Short, Waivers
from campaigns.season.visibility import is_one
from campaigns.theatre import RESERVE
from rules.adjudicate import Who
from rules.bounds import Key, Name
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Pick, Refused, at_once, say
from rules.contract import gettext_noop as _
from rules.messages import called, ngettext, pgettext, verbatim
from rules.upkeep import Flaw

CHAPTER = Chapter("Enlistment")


class Enlist(Command, frozen=True, kw_only=True):
    """Bring a platoon of vehicles into the campaign. `player` is left out by a player, and named by an organiser.

    `card` is the rulebook's platoon card; `names` and `fittings` (cards, hidden ones too) go by vehicle id. `partners`
    command it beside the player. `waivers`: faults of the platoon an organiser lets pass, each with the reason.
    `sector`: the base at which it begins, "" for the one with most room.
    """

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("name", "names", "fittings", "waivers")

    platoon: Key
    name: Name
    side: Annotated[str, msgspec.Meta(max_length=40), SIDE] = ""
    card: Short = ""
    player: Person = ""
    vehicles: Annotated[tuple[Recruit, ...], msgspec.Meta(min_length=1, max_length=60)]
    names: dict[Key, Name] = {}
    fittings: dict[Key, tuple[Name, ...]] = {}
    partners: Annotated[tuple[Person, ...], msgspec.Meta(max_length=3)] = ()
    waivers: Waivers = {}
    sector: Place = ""


class Enlisted(Event, frozen=True, kw_only=True):
    """A platoon has joined. `cards` maps "vehicle/n" to the name of its n-th card: its players' secret. `purse`: the
    points it has to spend; `flaws`: the names of the faults it joined with, let pass or warned of. `sector`: where on
    the map it is, "" without one.
    """

    version: ClassVar[int] = 3
    sealed: ClassVar[tuple[str, ...]] = ("name", "names", "cards", "waivers")

    platoon: str
    name: str
    side: str
    card: str
    player: str
    vehicles: tuple[Recruit, ...]
    names: dict[str, str] = {}
    cards: dict[str, str] = {}
    partners: tuple[str, ...] = ()
    purse: int = 0
    flaws: tuple[str, ...] = ()
    waivers: dict[str, str] = {}
    sector: str = ""


CHAPTER.upcasts(Enlisted, 1, 2)


@CHAPTER.decides
def enlist(season: Season, command: Enlist, who: Who, dice: Dice) -> Decision:
    player = command.player or who.id
    if player != who.id and not who.referee:
        raise no(
            _("You enlist your own platoon."),
            _("Leave the player out; an organiser enlists for others."),
            "player",
            "not-yours",
        )
    in_time(season, who)
    not_too_many(season, player, who)
    unknown, flaws = tuple(not_in_catalogue(season, command, command.card)), flaws_of(season, command)
    wrong = [*_enlisting(season, command), *_companions(player, command), *unknown, *not_a_base(season, command)]
    at_once([*wrong, *not_passed(season, flaws, command.waivers, who)])
    yield Enlisted(
        platoon=command.platoon,
        name=command.name,
        side=command.side,
        card=command.card,
        player=player,
        vehicles=command.vehicles,
        names=command.names,
        cards=cards_of(command.fittings),
        partners=command.partners,
        purse=int(season.terms["purse"]),
        flaws=tuple(flaw.key for flaw in flaws),
        waivers=dict(sorted(command.waivers.items())),
        sector=begins_at(season, command.side, command.sector),
    )


def flaws_of(season: Season, command: Enlist) -> tuple[Flaw, ...]:
    """The faults of the platoon that would enlist."""
    owned = recruits(season, command)
    unknown = any(True for _fault in not_in_catalogue(season, command, command.card))
    return (*over_budget(season, owned), *(() if unknown else faults_of(season, command.card, owned)))


def in_time(season: Season, who: Who) -> None:
    if season.rounds and not season.terms["late_enlisting"] and not who.referee:
        raise no(
            _("Nobody enlists any more: the first round was announced."),
            _("Ask an organiser to enlist the platoon."),
            "platoon",
        )


def not_too_many(season: Season, player: str, who: Who) -> None:
    """So that nobody fills a campaign alone."""
    most = int(season.terms["platoons_each"])
    has = sum(player in platoon.players and not platoon.dropped for platoon in season.platoons.values())
    if most and has >= most and not who.referee:
        raise no(
            say(_("You command this many platoons of the campaign already: %(n)d."), n=has),
            say(_("Its terms allow %(most)d to a player. Ask an organiser to enlist more."), most=most),
            "platoon",
        )


def _enlisting(season: Season, command: Enlist) -> Iterator[Refused]:
    """All that is wrong with a platoon that would enlist."""
    if command.platoon in season.platoons:
        yield no(say(_("There is a platoon “%(key)s” already."), key=command.platoon), field="platoon")
    yield from alike((command.name, *(platoon.name for platoon in season.platoons.values())), "name")
    yield from _side_of_campaign(season, command.side)
    # the vehicles of a platoon that enlists under a key that is taken are mostly there already: that is said once
    yield from ids_taken(season, command, season.vehicles if command.platoon not in season.platoons else ())
    yield from strangers(command, [recruit.id for recruit in command.vehicles], ("names", "fittings"))
    yield from alike(command.names.values(), "names")


def _companions(player: str, command: Enlist) -> Iterator[Refused]:
    for person, times in Counter((player, *command.partners)).items():
        if times > 1:
            yield no(
                say(_("%(player)s is named twice."), player=person),
                _("Name each of those who command the platoon once; the player is one of them."),
                "partners",
            )


def _side_of_campaign(season: Season, side: str) -> Iterator[Refused]:
    sides = season.opened.sides
    if side in sides or (not side and not sides):
        return
    found = say(_("There is no side “%(side)s”."), side=side) if side else say(_("The platoon has no side."))
    right = say(_("Everyone is on their own here: leave the side out."))
    if sides:
        right = say(_("Sides: %(sides)s."), sides=keys(sides))
    yield no(found, right, "side")


# -- where on the map it begins ----------------------------------------------------------------------------------------


def begins_at(season: Season, side: str, named: str = "") -> str:
    """The sector in which a platoon of a side begins: the base it names, else the first of those with room; "reserve"
    where none has any, "" without a map."""
    if season.opened.theatre is None:
        return ""
    return named or next(iter(bases_with_room(season, side)), RESERVE)


def bases_with_room(season: Season, side: str) -> dict[str, int]:
    """The bases of a side that it owns alone and that have room, each with for how many more platoons: the most room
    first, then the higher value, then the first by key."""
    sectors, there, mine = sectors_of(season), standing_in(season), lay_of(season).through(side)
    rooms = {
        key: sector.capacity - len(there.get(key, ()))
        for key, sector in sectors.items()
        if sector.base == side and key in mine
    }
    best = sorted(rooms, key=lambda key: (-rooms[key], -sectors[key].value, key))
    return {key: rooms[key] for key in best if rooms[key] > 0}


def not_a_base(season: Season, command: Enlist) -> Iterator[Refused]:
    """What stands against beginning at the sector that was named."""
    if not command.sector:
        return
    if season.opened.theatre is None:
        yield no(_("The campaign has no map."), _("Leave the sector out."), "sector")
    elif command.sector not in (rooms := bases_with_room(season, command.side)):
        right = say(_("Leave it out: the platoon begins in reserve, as no base of its side has room."))
        if rooms:
            right = say(_("Bases of its side with room: %(keys)s."), keys=keys(rooms))
        yield no(say(_("No platoon of its side begins at “%(key)s”."), key=command.sector), right, "sector")


# -- what of it is offered ---------------------------------------------------------------------------------------------


@CHAPTER.offers(Enlist)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    """By a player for themselves; an organiser enlists for others, too, and lets faults pass."""
    try:
        in_time(season, who)
        not_too_many(season, who.id, who)
    except Refused:
        return
    rules = season.rules
    card = article_field(season, "card", say(_("Platoon card")), rules.platoon_kinds, required=False)
    found = choice(
        Enlist,
        say(_("Enlist a platoon")),
        *_names(season),
        *_sides(season),
        *_bases(season),
        *((replace(card, blank=say(pgettext("a platoon card", "none"))),) if card.picks or card.kind == "text" else ()),
        *new_vehicles(season, article_picks(season, rules.model_kinds), made_of="platoon"),
        cards_field(season, article_picks(season, rules.card_kinds), by="vehicles"),
        *_commanders(season, who),
        help=say(_("What is left blank does not enlist. Only you see your cards until the rules reveal them.")),
    )
    yield replace(found, files=tuple(one.key for one in rules.rosters))


def _names(season: Season) -> tuple[Field, Field]:
    key = next(key for n in range(1, 10_000) if (key := f"platoon-{n}") not in season.platoons)
    named = {platoon.name for platoon in season.platoons.values()}
    name = next(name for n in range(1, 10_000) if (name := f"Platoon {n}") not in named)
    keys, names = (Pick(key, verbatim(key)),), (Pick(name, verbatim(name)),)
    return (
        Field(name="platoon", kind="text", label=say(_("Key")), picks=keys, most=40, required=True, made_of="name"),
        Field(name="name", kind="text", label=say(_("Name of the platoon")), picks=names, most=80, required=True),
    )


def _sides(season: Season) -> Iterator[Field]:
    if sides := season.opened.sides:
        picks = tuple(Pick(key, verbatim(name or key)) for key, name in sides.items())
        yield Field(name="side", kind="pick", label=say(_("Side")), picks=picks, required=True)


def _commanders(season: Season, who: Who) -> Iterator[Field]:
    if who.referee:
        yield Field(name="player", kind="person", label=say(_("Player")), picks=people(season), default=who.id)
        yield WAIVERS
    else:
        picks = (Pick(who.id, called(who.id)),)
        yield Field(name="player", kind="pick", label=say(_("Player")), picks=picks, default=who.id)
    others = people(season, but=(who.id,))
    beside = Field(name="partners", kind="people", label=say(_("Who commands it beside them")), picks=others, most=3)
    yield replace(beside, most=min(3, len(others)) if others else 3, unlike="player", readily=100 if others else 0)


def _bases(season: Season) -> Iterator[Field]:
    """Those with room, by side."""
    if season.opened.theatre is None:
        return
    picks: list[Pick] = []
    for side, name in season.opened.sides.items():
        rooms, of = bases_with_room(season, side), {"beside": {"side": side}, "under": verbatim(name or side)}
        picks += (replace(one, notes=(_room(rooms[one.value]),), **of) for one in sector_picks(season, rooms))
    if picks:
        blank = say(_("the base of its side with most room"))
        yield Field(name="sector", kind="pick", label=say(_("Where it begins")), picks=tuple(picks), blank=blank)


def _room(n: int) -> Message:
    return ngettext("room for %(n)d more", "room for %(n)d more", n)


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _enlisted(season: Season, event: Enlisted) -> None:
    season.platoons[event.platoon] = Platoon(
        key=event.platoon,
        name=event.name or event.platoon,
        side=event.side,
        card=event.card,
        players=(event.player, *event.partners),
        vehicles=(),
        fittings={},
        joined=season.turn,
        purse=event.purse,
        flaws=event.flaws,
        waivers=event.waivers,
        sector=event.sector,
    )
    add_vehicles(season, event.platoon, event)
    if season.ladder is not None:
        season.ladder.came(event.platoon)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_enlisted(season: Season, event: Enlisted) -> Message:
    return ngettext(
        "%(platoon)s enlists with %(n)d vehicle.",
        "%(platoon)s enlists with %(n)d vehicles.",
        len(event.vehicles),
        platoon=event.name or event.platoon,
    )


@CHAPTER.sees
def _see_enlisted(season: Season, event: Enlisted, player: str) -> Enlisted:
    """Who enlisted it chose the cards, whoever commands it now."""
    enlisted_it = is_one(player, event.player, *event.partners)
    return event if enlisted_it or season.known_to(event.platoon, player) else replace(event, cards={})


# -- beside ------------------------------------------------------------------------------------------------------------


@CHAPTER.books
def _booked(season: Season, event: Enlisted) -> Iterator[Entry]:
    yield Entry(platoon=event.platoon, points=event.purse, why="enlisted")


@CHAPTER.warns
def _warned(season: Season, command: Enlist) -> tuple[Flaw, ...]:
    return flaws_of(season, command)


@CHAPTER.explains(SECTOR)
def _why_there(season: Season, event: Enlisted, key: str) -> Iterator[Cause]:
    if event.sector == RESERVE:
        yield Cause(say(_("No base of its side had room as it enlisted.")), "The map")
    else:
        yield Cause(say(_("It enlisted at this base of its side.")), "The map")


@CHAPTER.explains(PENALTY)
def _why_nothing(season: Season, event: Enlisted, key: str) -> Iterator[Cause]:
    if event.platoon == key:
        yield Cause(say(_("It begins with nothing.")))


@CHAPTER.explains(SCORE)
def _why_score(season: Season, event: Enlisted, key: str) -> Iterator[Cause]:
    if event.platoon == key:
        yield why_late(season, key) if late_bye(season, key) else Cause(say(_("It begins with nothing.")))


@CHAPTER.explains(RUNG)
def _why_last(season: Season, event: Enlisted, key: str) -> Iterator[Cause]:
    yield Cause(say(_("Who comes enters at the bottom.")), "The ladder")


@CHAPTER.explains(STATUS, CREW)
def _why_fit(season: Season, event: Enlisted, key: str) -> Iterator[Cause]:
    if any(recruit.id == key for recruit in event.vehicles):
        yield Cause(say(_("Enlists with its platoon.")))


@CHAPTER.explains(PURSE)
def _why_empty(season: Season, event: Enlisted, key: str) -> Iterator[Cause]:
    if event.platoon == key and not event.purse:  # else its entry in the ledger says it
        yield Cause(say(_("It begins with nothing.")))
