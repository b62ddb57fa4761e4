"""Beaten platoons leave the field: where their players choose in time, else by the clerk's rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from campaigns.season import names
from campaigns.season.chapters import SECTOR, Cause, Chapter
from campaigns.season.kept_events import Gone, Haven, RetreatDue
from campaigns.season.map.defeat import beaten, cancelled, drivable, has_to_leave, left, relieved
from campaigns.season.map.havens import Field, around, field_for, havens, way_out, why_havens
from campaigns.season.map.pockets import surrounded
from campaigns.season.map.retreat_rulings import contradicted
from campaigns.season.offers import in_command, of_platoon
from campaigns.season.positions import changing_hands, go, hold, places, sectors_of
from campaigns.season.refusals import commanded, keys, no, on_map
from campaigns.season.settling_terms import ORDERED
from campaigns.season.state import Fixture, Platoon, Season
from campaigns.season.values import Place, PlatoonKey
from campaigns.season.ways import Ways
from campaigns.theatre import RESERVE, TERRAIN_LABELS
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Message, Pick, Refused, at_once, say
from rules.contract import Field as FormField
from rules.contract import gettext_noop as _
from rules.messages import verbatim

CHAPTER = Chapter("Retreats")


class Retreat(Command, frozen=True, kw_only=True):
    """Where a beaten platoon goes: by one of its players, or an organiser. `to` "" is the clerk's choice."""

    positional: ClassVar[tuple[str, ...]] = ("platoon", "to")

    platoon: PlatoonKey
    to: Place = ""


class Retreated(Event, frozen=True, kw_only=True):
    """A beaten platoon is gone from `sector`. `moves`: itself first, then who made room for it. `how`: "chosen" by its
    players, "ruled" by an organiser in their stead, "clerk" (by its rule, or somebody had to make room), "only" (there
    was one haven), "shattered" (nothing of it can drive; what is left is in reserve). `havens`: the sectors around it,
    as in `RetreatDue`."""

    platoon: str
    sector: str
    fixture: str = ""
    how: Literal["chosen", "ruled", "clerk", "only", "shattered"]
    moves: tuple[Gone, ...] = ()
    havens: tuple[Haven, ...] = ()
    held: dict[str, str] = {}


WHY_NOT: dict[str, str] = {
    "enemy": _("Enemies stand in %(sector)s."),
    "cut off": _("No supply of its side comes to %(sector)s."),
    "closed": _("The link to %(sector)s is closed."),
    "full": _("%(sector)s is full."),
}


def after(season: Season, fixture: Fixture, dice: Dice, *, again: bool = False) -> Iterator[Event]:
    """What follows on the map once a fixture was counted or decided (`again`: it had a result before), or its battle
    called off; nothing beside the map, and when the war or the season is over."""
    if fixture.ground is None or season.won is not None or season.closed is not None:
        return
    loser, offer = beaten(fixture), season.reconsidered.get(fixture.key)
    if loser == (offer.beaten if offer else fixture.beaten):
        return
    for key in [key for key, due in season.retreats.items() if due.fixture == fixture.key]:
        yield cancelled(season.retreats[key])
    if fixture.refuges or (again and _is_past(season, fixture)):
        yield from contradicted(season, fixture)
    elif loser:
        yield from leave(season, loser, dice, fixture.key)


def _is_past(season: Season, fixture: Fixture) -> bool:
    """Orders of a later round have been resolved since."""
    return any(one.resolved and one.number > fixture.round for one in season.rounds)


def leave(season: Season, platoon: str, dice: Dice, fixture: str = "") -> Iterator[Event]:
    """A platoon is beaten, in this fixture, or ("") because it met enemies without a vehicle that could fight: it has
    to choose a haven, or is gone at once. Nothing follows for one that has nothing to leave."""
    found = season.platoons[platoon]
    if not has_to_leave(season, found, fixture):
        return
    field = field_for(season, platoon)
    ways = around(field, found.sector)
    if drivable(season, found) and len(open_(ways)) > 1 and season.terms["retreat_hours"]:
        yield RetreatDue(platoon=platoon, sector=found.sector, fixture=fixture, havens=ways)
    else:
        yield from _by_the_rule(season, found, fixture, field, dice)


def by_clerk(season: Season, platoon: str, dice: Dice) -> Iterator[Event]:
    """The retreat that is due, made by the clerk: to the haven it chooses first, by a chain, or at the price of having
    no way out."""
    found, due = season.platoons[platoon], season.retreats[platoon]
    yield from _by_the_rule(season, found, due.fixture, field_for(season, platoon), dice)


def all_due(season: Season, dice: Dice) -> Iterator[Event]:
    """All retreats that are due, made by the clerk, the first platoon by key first."""
    while season.retreats:
        yield from by_clerk(season, min(season.retreats), dice)


def open_(ways: tuple[Haven, ...]) -> list[Haven]:
    """The sectors it may retreat to."""
    return [haven for haven in ways if not haven.why]


def _by_the_rule(season: Season, platoon: Platoon, fixture: str, field: Field, dice: Dice) -> Iterator[Event]:
    ways = around(field, platoon.sector)
    if not drivable(season, platoon):
        pieces = (Gone(platoon=platoon.key, origin=platoon.sector, place=RESERVE),)
        yield _retreats(season, platoon, fixture, "shattered", pieces, ways)
    elif moves := way_out(field, platoon.key, platoon.sector):
        how = "only" if len(open_(ways)) == 1 else "clerk"
        yield _retreats(season, platoon, fixture, how, moves, ways)
    else:
        yield from surrounded(season, platoon, fixture, ways, dice)
    yield from relieved(season)


def _retreats(
    season: Season, platoon: Platoon, fixture: str, how: str, moves: tuple[Gone, ...], ways: tuple[Haven, ...]
) -> Retreated:
    return Retreated(
        platoon=platoon.key,
        sector=platoon.sector,
        fixture=fixture,
        how=how,  # type: ignore[arg-type]
        moves=moves,
        havens=ways,
        held=changing_hands(season, places(season) | {gone.platoon: gone.place for gone in moves}),
    )


# -- chosen ------------------------------------------------------------------------------------------------------------

CHAPTER.settles(
    Ways(
        ORDERED,
        keep=_("The platoon stays where it retreated to."),
        strike=_("The retreat is taken back. The platoon stands where it stood before, and the clerk looks again."),
    ),
    Retreat,
)


@CHAPTER.decides
def retreat(season: Season, command: Retreat, who: Who, dice: Dice) -> Decision:
    """Nothing named: the clerk's choice."""
    on_map(season)
    platoon = commanded(season, command.platoon, who)
    due = season.retreats.get(platoon.key)
    if due is None:
        raise no(say(_("%(platoon)s does not have to retreat."), platoon=platoon.key), field="platoon")
    if not command.to:
        yield from by_clerk(season, platoon.key, dice)
        return
    ways = havens(season, platoon.key)
    at_once(_no_haven(season, platoon, ways, command.to))
    moves = (Gone(platoon=platoon.key, origin=platoon.sector, place=command.to),)
    how = "chosen" if who.id in platoon.players else "ruled"
    yield _retreats(season, platoon, due.fixture, how, moves, ways)
    yield from relieved(season)


@CHAPTER.offers(Retreat)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    """Nothing named is the clerk's choice."""
    for platoon in in_command(season, who):
        if platoon.key in season.retreats:
            ways = open_(havens(season, platoon.key)) if drivable(season, platoon) else []
            picks = tuple(_way(season, haven, first=haven is ways[0]) for haven in ways)
            clerks = say(_("as the clerk would choose"))
            to = FormField(name="to", kind="pick", label=say(_("It goes to")), blank=clerks, picks=picks)
            fields = (to,) if picks else ()
            yield of_platoon(season, Retreat, _("Retreat of %(platoon)s"), platoon, *fields)


def _way(season: Season, haven: Haven, first: bool) -> Pick:
    """A sector it may retreat to, with what speaks for it."""
    notes = [say(_("the clerk would choose it"))] if first else []
    notes += [TERRAIN_LABELS[sectors_of(season)[haven.sector].terrain], say(_("value %(n)s"), n=haven.value)]
    notes += [say(_("%(n)s to a base"), n=haven.distance)] if haven.distance is not None else []
    return Pick(haven.sector, names.place(season, haven.sector), notes=tuple(notes))


def _no_haven(season: Season, platoon: Platoon, ways: tuple[Haven, ...], to: str) -> Iterator[Refused]:
    why = {haven.sector: haven.why for haven in ways}
    if not drivable(season, platoon):
        text = say(_("Nothing of %(platoon)s can drive any more."), platoon=platoon.key)
        yield no(text, _("Name no sector: what is left of it goes to the reserve."), "to")
    elif to not in why:
        text = say(_("%(sector)s is not next to %(place)s."), sector=to, place=platoon.sector)
        yield no(text, _remedy(ways), "to")
    elif why[to]:
        yield no(say(WHY_NOT[why[to]], sector=to), _remedy(ways), "to")


def _remedy(ways: tuple[Haven, ...]) -> Message:
    if not open_(ways):
        return say(_("No way is left; name no sector and the clerk settles it."))
    return say(_("It may retreat to: %(sectors)s."), sectors=keys(haven.sector for haven in open_(ways)))


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _retreat_due(season: Season, event: RetreatDue) -> None:
    season.retreats[event.platoon] = event
    if event.fixture:
        season.fixtures[event.fixture].beaten = event.platoon


@CHAPTER.evolves
def _retreated(season: Season, event: Retreated) -> None:
    left(season, event.platoon, event.fixture, event.moves[0].place)
    go(season, event.moves)
    hold(season, event.held)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_retreat_due(season: Season, event: RetreatDue) -> Message:
    havens = ", ".join(names.sector(season, one.sector) for one in event.havens if not one.why)
    text = _("%(platoon)s is beaten in %(sector)s and has to retreat. Havens: %(havens)s.")
    if not event.fixture:
        text = _("%(platoon)s cannot fight and has to leave %(sector)s. Havens: %(havens)s.")
    where = verbatim(names.sector(season, event.sector))
    return say(text, platoon=names.platoon(season, event.platoon), sector=where, havens=havens)


RETREATS: dict[str, str] = {
    "chosen": _("%(platoon)s retreats from %(sector)s to %(place)s, as its players chose."),
    "ruled": _("%(platoon)s retreats from %(sector)s to %(place)s, as an organiser chose for its players."),
    "clerk": _("%(platoon)s retreats from %(sector)s to %(place)s, as the clerk chose."),
    "only": _("%(platoon)s retreats from %(sector)s to %(place)s: there is no other way."),
    "shattered": _("%(platoon)s is shattered in %(sector)s: what is left of it is in reserve."),
}


@CHAPTER.narrates
def _tell_retreated(season: Season, event: Retreated) -> Message:
    first, *others = event.moves
    told = say(
        RETREATS[event.how],
        platoon=names.platoon(season, event.platoon),
        sector=verbatim(names.sector(season, event.sector)),
        place=names.place(season, first.place),
    )
    if not others:
        return told
    return say(_("%(retreat)s To make room: %(moves)s."), retreat=told, moves=names.moves(season, others))


# -- why ---------------------------------------------------------------------------------------------------------------


@CHAPTER.explains(SECTOR)
def _why_due(season: Season, event: RetreatDue, key: str) -> Iterator[Cause]:
    return why_havens(season, event.havens)


@CHAPTER.speaks(SECTOR)
def _speaks(season: Season, event: RetreatDue, key: str) -> bool:
    return event.platoon == key


@CHAPTER.explains(SECTOR)
def _why_retreated(season: Season, event: Retreated, key: str) -> Iterator[Cause]:
    if key != event.platoon:
        text = _("It made room for %(platoon)s, which had no other way out of %(sector)s.")
        where = verbatim(names.sector(season, event.sector))
        yield Cause(say(text, platoon=names.platoon(season, event.platoon), sector=where), "Retreats 3")
        return
    yield from why_havens(season, event.havens)
    match event.how:
        case "chosen":
            yield Cause(say(_("Its players chose it.")), "Retreats 2")
        case "ruled":
            yield Cause(say(_("An organiser chose it, in its players’ stead.")), "Retreats 2")
        case "only":
            yield Cause(say(_("It was the only haven.")), "Retreats 2")
        case "shattered":
            yield Cause(say(_("Nothing of it could drive.")), "Retreats 1")
        case "clerk" if len(event.moves) > 1:
            yield Cause(say(_("Every haven was full, and somebody could make room in this one.")), "Retreats 3")
        case "clerk":
            text = _("The clerk chose: the shortest way to a base, then the higher value, then the first by key.")
            yield Cause(say(text), "Retreats 2")
