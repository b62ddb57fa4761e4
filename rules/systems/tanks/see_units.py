"""A vehicle's sheet: what its line of the catalogue says, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.contract import Fact, Message, UnitView, say, verbatim
from rules.contract import gettext_noop as _

from .contacts import touched
from .editions import keeps_every_contact
from .measures import measure
from .state import Figures, State, Vehicle
from .words import SMOKE_NAMES, distance, listed, plural

GONE: dict[str, Message] = {
    "retreated": say(_("has retreated")),
    "bailed_out": say(_("destroyed, its crew bailed out")),
    "knocked_out": say(_("knocked out")),
}


def unit_view(state: State, unit: Vehicle) -> UnitView:
    return UnitView(
        id=unit.id,
        side=unit.side,
        name=unit.name,
        model=unit.model,
        in_play=unit.on_table and not unit.captured,
        status=status(unit),
        facts=tuple(_facts(state, unit)),
    )


def status(unit: Vehicle) -> Message:
    """What has become of it, in a word or two."""
    if not unit.on_table:
        return GONE[unit.presence]
    if unit.captured:
        return say(_("captured"))
    parts = [*_hurts(unit), *([say(_("main weapon damaged"))] if unit.gun_out else [])]
    return listed(parts) if parts else say(_("fit"))


def _hurts(unit: Vehicle) -> Iterator[Message]:
    if unit.tracked:
        yield say(_("tracked"))
    if unit.knocked:
        yield say(_("knocked about"))
    elif unit.stunned:
        yield say(_("stunned"))


def _facts(state: State, unit: Vehicle) -> Iterator[Fact]:
    yield Fact("mobility", say(_("Mobility")), _mobility(unit))
    yield Fact("gun", say(_("Gun")), _gun(unit))
    yield Fact("driven", say(_("Driven in its last Move step")), _driven(state, unit))
    if unit.is_tank:
        yield Fact("smoke", say(_("Smoke")), SMOKE_NAMES[unit.smoke])
    yield Fact("spotted", say(_("On the enemy's list")), unit.spotted)
    if unit.ram:
        yield Fact("ram", say(_("Has run into")), _ram(state, unit))
    if near := _touches(state, unit):
        yield Fact("touches", say(_("Stands in contact with")), listed(verbatim(_name(state, id)) for id in near))
    yield Fact("skill", say(_("Ballistic skill")), verbatim(f"{unit.skill}+"))
    yield from _card(unit.figures)


def _mobility(unit: Vehicle) -> Message:
    parts = list(_hurts(unit))
    if not parts:
        return say(_("free")) if unit.is_tank else say(_("does not move"))
    turns = max(unit.stunned, unit.knocked)
    told = listed(parts)
    if not turns:
        return told
    return plural(_("%(what)s, to the end of its turn"), _("%(what)s, for %(n)d of its turns"), turns, what=told)


def _gun(unit: Vehicle) -> Message:
    if not unit.figures.strength:
        return say(_("none"))
    if unit.gun_out:
        return say(_("damaged"))
    if unit.reloading > 1:
        one, many = _("loaded again after %(n)d turn"), _("loaded again after %(n)d turns")
        return plural(one, many, unit.reloading)
    return say(_("has fired")) if unit.reloading else say(_("loaded"))


def _driven(state: State, unit: Vehicle) -> Message:
    told = distance(unit.driven, measure(state.options))
    return told if unit.driven or not unit.moved else say(_("%(length)s, but moved"), length=told)


def _ram(state: State, unit: Vehicle) -> Message:
    length = distance(unit.ram_length, measure(state.options))
    return say(_("%(target)s after %(length)s"), target=_name(state, unit.ram), length=length)


def _touches(state: State, unit: Vehicle) -> list[str]:
    if not keeps_every_contact(state.edition):
        return [unit.touches] if unit.touches else []
    return [other.id for other in touched(state, unit)] if unit.on_table else []


def _name(state: State, id: str) -> str:
    return state.units[id].name if id in state.units else id


@lru_cache(maxsize=256)  # a sheet is shown after every report, and this part of it never changes
def _card(figures: Figures) -> tuple[Fact, ...]:
    """B15, B16: its line of the catalogue, in centimetres."""
    armour = say(
        _("front %(front)s, side %(side)s, rear %(rear)s"),
        front=figures.front,
        side=figures.side,
        rear=figures.rear,
    )
    facts = [
        Fact("points", say(_("Points")), figures.points),
        Fact("speed", say(_("Speed")), figures.speed),
        Fact("armour", say(_("Armour")), armour),
    ]
    if figures.strength:
        text = _("strength %(strength)s, range %(range)s")
        if figures.indirect:
            text = _("artillery, strength %(strength)s, range %(range)s")
        weapon = say(text, strength=figures.strength, range=figures.range)
        facts.append(Fact("weapon", say(_("Weapon")), weapon))
    if not figures.turret:
        facts.append(Fact("turretless", say(_("Fires only within its front 90 degrees")), True))
    return tuple(facts)
