"""The battle as people see it: nothing in this rulebook is hidden from anybody."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.contract import Fact, Message, UnitView, View, ngettext, pgettext, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.outcomes import Verdict
from rules.kit.words import icon_of, phase_told, view_of

from . import measures
from .contacts import touched
from .editions import keeps_every_contact
from .explosions import certain
from .scoring import HOW, last_round, points, verdict, withdrawal
from .setting_up import deploys_next
from .state import Area, Figures, State, Vehicle
from .turns import listing
from .words import GONE, PHASE_NAMES, SMOKE_NAMES, called, distance, listed, points_of


def see(state: State, side: str) -> View:
    """The same for everybody: `side` is a side's key, "" a spectator."""
    over = verdict(state)
    return View(
        round=min(state.round, last_round(state)),
        phase=phase_told(state, over, PHASE_NAMES),
        facts=tuple(_facts(state, over)),
        units=tuple(unit_view(state, unit) for unit in state.units.values()),
        pending=None if over else _pending(state),
        waiting_for=() if over else _waiting_for(state),
    )


def turn(state: State) -> tuple[int, tuple[str, ...]]:
    """The round, and whom it waits for: what a view of the battle says, without the rest of it."""
    return min(state.round, last_round(state)), () if verdict(state) else _waiting_for(state)


def _facts(state: State, over: Verdict | None) -> Iterator[Fact]:
    if state.side and state.depth == "shots":
        yield Fact("turn", say(_("Turn of")), called(state.side))
    if state.first:
        yield Fact("first", say(_("Moves first")), called(state.first))
    if state.options["turn_limit"]:
        yield Fact("rounds", say(_("Rounds in all")), last_round(state))
    if state.area is not None:
        yield Fact("area", say(_("Is being told")), _area(state, state.area))
    holder = over.holder if over else ""
    for side in state.sides:
        yield Fact(f"points-{side}", say(_("Points of %(side)s"), side=side), points(state, side, holder))
    if over:
        yield Fact("winner", say(_("Winner")), called(over.winner) if over.winner else say(_("nobody")))
        yield Fact("how", say(_("Decided")), HOW[over.how])
        return
    for side in state.sides:
        label = say(_("If %(side)s withdrew now"), side=side)
        yield Fact(f"withdrawal-{side}", label, _withdrawal(state, side))


def _withdrawal(state: State, side: str) -> Message:
    """Section 4: what withdrawing now would save, what it would leave, and how the score would stand."""
    found, enemy = withdrawal(state, side), state.other(side)
    return say(
        _("saves %(saves)s, leaves %(leaves)s to the enemy; the score would be %(own)s to %(other)s"),
        saves=points_of(found.saves),
        leaves=found.leaves,
        own=points(state, side, ""),
        other=points(state, enemy, enemy),
    )


def _area(state: State, area: Area) -> Message:
    called = state.units[area.source].name
    reach = distance(measures.measured(state.options, area.reach), measures.measure(state.options))
    if area.kind == "blast":
        return say(_("the explosion of %(unit)s, within %(reach)s"), unit=called, reach=reach)
    return say(_("the bottle cap of %(unit)s, moved by %(reach)s"), unit=called, reach=reach)


def _pending(state: State) -> Message | None:
    """What everybody waits for, in words; in a turn, what its side has to weigh."""
    if state.depth != "shots":
        return None
    if state.area is not None:
        return _area_pending(state, state.area)
    match state.phase:
        case "setup":
            return say(_("The set-up dice are to be rolled."))
        case "choice":
            return say(_("The set-up roll went to %(side)s: the choice is to be told."), side=state.winner)
        case "deployment":
            return say(_("The vehicles of %(side)s are to be put on the table."), side=deploys_next(state))
        case "round":
            return say(_("Which round comes next is not known."))
        case "radio":
            return say(_("Artillery is told what is in sight."))
        case "ram":
            return say(_("The rams are to be resolved."))
    return _balance(state)


def _balance(state: State) -> Message:
    """Section 4: no morale but this."""
    enemy = state.other(state.side)
    return say(
        _("Points: %(side)s %(own)s, %(enemy)s %(other)s. If %(side)s withdrew now: %(own)s to %(after)s."),
        side=state.side,
        enemy=enemy,
        own=points(state, state.side, ""),
        other=points(state, enemy, ""),
        after=points(state, enemy, enemy),
    )


def _area_pending(state: State, area: Area) -> Message:
    if area.kind == "blast":
        if near := certain(state, area):
            names = listed(verbatim(unit.name) for unit in near)
            return say(_("Who stands near the explosion is to be told; in contact with it: %(units)s."), units=names)
        return say(_("Who stands near the explosion is to be told."))
    return say(_("Who is under the bottle cap is to be told."))


def _waiting_for(state: State) -> tuple[str, ...]:
    """The sides somebody of which has to report next; all where any may."""
    if state.depth != "shots":
        return state.sides
    waits = {
        "choice": (state.winner,),
        "deployment": (deploys_next(state),) if state.phase == "deployment" else (),
        "radio": tuple(listing(state)),
    }.get(state.phase, (state.side,) if state.phase in ("move", "shoot", "ram") else ())
    return tuple(side for side in state.sides if side in waits) or state.sides


# -- a vehicle ---------------------------------------------------------------------------------------------------------


def unit_view(state: State, unit: Vehicle) -> UnitView:
    return view_of(
        unit,
        unit.on_table and not unit.captured,
        status(unit),
        _unit_facts(state, unit),
        icon=icon_of(unit.figures.role, turret=unit.figures.turret, moves=unit.is_tank),
        hurt=unit.gun_out or any(_hurts(unit)),
        acted=_has_acted(state, unit),
    )


def _has_acted(state: State, unit: Vehicle) -> bool:
    """In the step that is being told."""
    if unit.side != state.side:
        return False
    return unit.moved if state.phase == "move" else bool(unit.reloading) and state.phase == "shoot"


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


def _unit_facts(state: State, unit: Vehicle) -> Iterator[Fact]:
    yield Fact("mobility", say(_("Mobility")), _mobility(unit))
    yield Fact("gun", say(_("Gun")), _gun(unit))
    yield Fact("driven", say(_("Driven in its last Move step")), _driven(state, unit))
    if unit.is_tank:
        yield Fact("smoke", say(_("Smoke")), SMOKE_NAMES[unit.smoke])
    yield Fact("spotted", say(_("On the enemy's list")), unit.spotted)
    if unit.ram:
        length = distance(unit.ram_length, measures.measure(state.options))
        rammed = say(_("%(target)s after %(length)s"), target=state.units[unit.ram].name, length=length)
        yield Fact("ram", say(_("Has run into")), rammed)
    if near := _touches(state, unit):
        yield Fact("touches", say(_("Stands in contact with")), listed(verbatim(state.units[id].name) for id in near))
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
    return ngettext("%(what)s, to the end of its turn", "%(what)s, for %(n)d of its turns", turns, what=told)


def _gun(unit: Vehicle) -> Message:
    if not unit.figures.strength:
        return say(pgettext("a gun", "none"))
    if unit.gun_out:
        return say(pgettext("a gun", "damaged"))
    if unit.reloading > 1:
        return ngettext("loaded again after %(n)d turn", "loaded again after %(n)d turns", unit.reloading)
    return say(_("has fired")) if unit.reloading else say(_("loaded"))


def _driven(state: State, unit: Vehicle) -> Message:
    told = distance(unit.driven, measures.measure(state.options))
    return told if unit.driven or not unit.moved else say(_("%(length)s, but moved"), length=told)


def _touches(state: State, unit: Vehicle) -> list[str]:
    if not keeps_every_contact(state.edition):
        return [unit.touches] if unit.touches else []
    return [other.id for other in touched(state, unit)] if unit.on_table else []


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
