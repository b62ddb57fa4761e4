"""Smoke (R14, R15, A5, B8): once a battle, and it takes the whole move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.lengths import Length

from . import measures, tables
from .contacts import check_contact, run_into, tell_contact
from .lookup import acting, refused
from .measures import Over
from .state import Decision, Event, OneUnit, State, Vehicle
from .stretches import alike, cannot_drive, check_length, in_words, stretch_fields
from .words import distance, ground, of_units

CHAPTER = Chapter[State, Event]("Smoke", "R14, R15")


class PopSmoke(Command, frozen=True, kw_only=True):
    """A tank pops smoke and stays, or backs up over one kind of ground (R14)."""

    positional: ClassVar = ("unit", "over")
    unit: Key
    over: Over | Literal[""] = ""
    length: Length = 0
    contact: OneUnit = ""


class SmokePopped(Event, frozen=True, kw_only=True):
    """`length` 0: it stays where it is."""

    rules: ClassVar = ("R14", "R15", "A5", "B8")
    unit: str
    over: str
    length: int
    measure: str
    cost: int
    contact: str = ""


@CHAPTER.decides
def pop_smoke(state: State, command: PopSmoke, dice: Dice) -> Decision:
    """R14: stay, or back up by at most a quarter of Speed, at what the ground costs."""
    unit = acting(state, command.unit, "move", "R14")
    if bar := hindrance(unit):
        raise bar
    cost = 0
    if command.over:
        if bar := cannot_drive(unit):  # A5, B8: who cannot drive may still stay
            raise bar
        if not command.length:
            raise _stays("length", say(_("It backs up by nothing.")))
        check_length(state, unit, command.over, command.length, backing(state, unit))
        check_contact(state, unit, command.contact)
        cost = command.length * measures.pace(command.over, unit.turned)
    elif command.length or command.contact:
        raise _stays(
            "length" if command.length else "contact", say(_("The report does not say what it backs up over."))
        )
    yield SmokePopped(
        unit=unit.id,
        over=command.over,
        length=command.length,
        measure=measures.measure(state.options),
        cost=cost,
        contact=command.contact,
    )


def _stays(field: str, text: Message) -> Refused:
    return refused("R14", field, text, _("Tell the ground and how far it backs up, or neither if it stays."))


def hindrance(unit: Vehicle) -> Refused | None:
    """Why a vehicle cannot pop smoke now, in its own Move step."""
    if not unit.is_tank:
        rule, text = "R14", _("%(unit)s is no tank and has no smoke.")
    elif unit.smoke != "available":
        rule, text = "R14", _("%(unit)s has popped its smoke in this battle.")
    elif unit.moved or unit.halted:
        rule, text = "B8", _("%(unit)s has moved: smoke takes the whole move.")
    else:
        return None
    return refused(rule, "unit", say(text, unit=unit.name), _("Go on without it."))


def backing(state: State, unit: Vehicle) -> int:
    """R14: what backing up may cost."""
    return measures.allowance(state.options, unit.figures.speed) // tables.BACKING


@CHAPTER.evolves
def smoke_popped(state: State, event: SmokePopped) -> None:
    unit = state.units[event.unit]
    unit.smoke = "smoking"
    unit.driven += event.length
    unit.used += event.cost
    if event.length:
        run_into(state, unit, event.contact, event.length)


@CHAPTER.narrates
def tell_smoke_popped(event: SmokePopped) -> Message:
    if not event.length:
        return say(_("%(unit)s pops smoke and stays where it is."), unit=event.unit)
    text = _("%(unit)s pops smoke and backs up %(length)s over %(ground)s.")
    length = distance(event.length, event.measure)
    return tell_contact(say(text, unit=event.unit, length=length, ground=ground(event.over)), event.contact)


SELDOM = 300  # how readily random players pop smoke, for it takes the whole turn
BACKS = {
    (1, True): (
        _("%(unit)s pops smoke and backs up along a road, up to %(most)s"),
        _("A tank pops smoke and backs up along a road, up to %(most)s"),
    ),
    (2, True): (
        _("%(unit)s pops smoke and backs up a road uphill, up to %(most)s"),
        _("A tank pops smoke and backs up a road uphill, up to %(most)s"),
    ),
    (2, False): (
        _("%(unit)s pops smoke and backs up, up to %(most)s"),
        _("A tank pops smoke and backs up, up to %(most)s"),
    ),
    (4, False): (
        _("%(unit)s pops smoke and backs up at half speed, up to %(most)s"),
        _("A tank pops smoke and backs up at half speed, up to %(most)s"),
    ),
    (8, False): (
        _("%(unit)s pops smoke and backs up at a quarter of its Speed, up to %(most)s"),
        _("A tank pops smoke and backs up at a quarter of its Speed, up to %(most)s"),
    ),
    (16, False): (
        _("%(unit)s pops smoke and backs up at an eighth of its Speed, up to %(most)s"),
        _("A tank pops smoke and backs up at an eighth of its Speed, up to %(most)s"),
    ),
}


def smokes(state: State, units: list[Vehicle], drivers: list[Vehicle]) -> Iterator[Choice]:
    """R14: of these units; who does not drive can only stay."""
    smokers = [unit for unit in units if hindrance(unit) is None]
    one, several = _("%(unit)s pops smoke and stays"), _("A tank pops smoke and stays")
    yield from of_units(smokers, "PopSmoke", one, several, readily=SELDOM)
    for stretch, most, same in alike(state, [unit for unit in smokers if unit in drivers], backing):
        fields = stretch_fields(state, same[0], stretch, most)
        one, several = BACKS[stretch.pace, stretch.doubles]
        yield from of_units(same, "PopSmoke", one, several, *fields, readily=SELDOM, most=in_words(state, most))
