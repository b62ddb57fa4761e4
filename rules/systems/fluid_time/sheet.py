"""The battle as people see it. Only the order of the deck is hidden in this rulebook, and no State holds it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rules.contract import Fact, Message, UnitView, View, pgettext, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.outcomes import Verdict
from rules.kit.words import icon_of, name_in, phase_told, view_of

from . import tables
from .activation import due
from .cards import grants_of, left, next_pack, parts
from .overwatch import watchers
from .shooting import next_shot
from .state import AirOrArtillery, Figures, Impulse, State, Vehicle
from .tables import measure
from .victory import HOW, points, verdict
from .words import (
    AIRCRAFT_NAMES,
    GONE,
    LEVEL_NAMES,
    PHASE_NAMES,
    REASON_NAMES,
    acting,
    called,
    card_name,
    counted,
    distance,
    grants,
    listed,
    named,
    title,
)


def turn(state: State) -> tuple[int, tuple[str, ...]]:
    """The round, and whom it waits for: what a view of the battle says, without the rest of it."""
    return state.turn, () if verdict(state) else _waiting_for(state)


def see(state: State, side: str) -> View:
    """The same for everybody; `side` is a side's key, "" for a spectator."""
    over = verdict(state)
    return View(
        round=state.turn,
        phase=phase_told(state, over, PHASE_NAMES),
        facts=tuple(_facts(state, over)),
        units=tuple(unit_view(state, unit) for unit in state.units.values()),
        pending=None if over else _pending(state),
        waiting_for=() if over else _waiting_for(state),
    )


def titles(state: State) -> dict[str, str]:
    """What people call the platoons of the deck, by their keys."""
    return {unit.platoon: title(unit.platoon) for unit in state.units.values()}


def _facts(state: State, over: Verdict | None) -> Iterator[Fact]:
    if not over and state.depth == "shots":
        yield from _moment(state)
        yield from deck_facts(state)
        yield from commander_facts(state)
    for side in state.sides:
        yield Fact(f"points-{side}", say(_("Points of %(side)s"), side=side), points(state, side))
    for side in state.sides:
        for platoon in dict.fromkeys(unit.platoon for unit in state.units.values() if unit.side == side):
            yield strength(state, side, platoon)
    if over:
        yield Fact("winner", say(_("Winner")), called(over.winner) if over.winner else say(_("nobody")))
        yield Fact("how", say(_("Decided")), HOW[over.how])


# -- whose moment it is ------------------------------------------------------------------------------------------------


def _moment(state: State) -> Iterator[Fact]:
    """Who may act, with what, and who may answer."""
    if state.impulse is not None:
        yield Fact("impulse", say(_("Impulse of")), _impulse(state.impulse))
        if minutes := int(state.options["impulse_minutes"]):
            yield Fact("minutes", say(_("Minutes of an Impulse, at most")), minutes)
    if state.volley:
        shots = (_shot(state, shot.unit, shot.target) for shot in state.volley)
        yield Fact("volley", say(_("Declared shots, in order")), listed(shots))
    if state.strike is not None:
        yield Fact("strike", say(_("Support")), _strike(state.strike))
    if watching := dict.fromkeys(unit.id for unit, _trigger, _target in watchers(state)):
        yield Fact("watching", say(_("May answer from overwatch")), listed(_name(state, id) for id in watching))


def _impulse(impulse: Impulse) -> Message:
    if impulse.card:
        return card_name(impulse.card)
    return say(_("%(side)s: %(card)s"), side=impulse.side, card=card_name(""))


def _shot(state: State, unit: str, target: str) -> Message:
    return say(_("%(unit)s at %(target)s"), unit=_name(state, unit), target=_name(state, target))


def _strike(strike: AirOrArtillery) -> Message:
    parts: list[Message] = [card_name(strike.card)]
    if strike.aircraft:
        parts.append(named(AIRCRAFT_NAMES, strike.aircraft))
    if strike.kind == "artillery":
        parts.append(say(_("artillery")))
    if strike.level:
        parts.append(named(LEVEL_NAMES, strike.level))
    return listed(parts)


# -- what everybody waits for ------------------------------------------------------------------------------------------


def _pending(state: State) -> Message | None:
    """What is open, in words."""
    if state.depth != "shots":
        return None
    match state.phase:
        case "turn":
            return say(_("Which turn comes next is not known."))
        case "shuffle":
            return say(_("The Command Deck is to be shuffled."))
        case "gap":
            return say(_("The next card is to be drawn, unless a commander plays a Free Action card."))
        case "support" if state.strike is not None:
            side = state.strike.side
            return say(SUPPORT_PENDING[state.strike.stage], side=side, other=state.other(side))
    shot = next_shot(state)
    if shot is not None:
        return say(_("%(unit)s fires next."), unit=_name(state, shot.unit))
    if state.impulse is None:
        return None
    if testing := [verbatim(unit.name) for unit in state.acting() if due(state, unit)]:
        return say(_("Morale is tested before acting: %(units)s."), units=listed(testing))
    return acting(state.impulse.side, state.impulse.platoon, grants_of(state, state.impulse.card))


SUPPORT_PENDING = {
    "call": _("Whether an observer of %(side)s is in position is to be told."),
    "hold": _("Whether the fighter of %(side)s attacks or is held back is to be told."),
    "cancel": _("Whether the fighter held for %(other)s cancels the airstrike is to be told."),
    "send": _("The intensity die of %(side)s is to be rolled."),
    "targets": _("Who is under the templates of %(side)s is to be told."),
}


def _waiting_for(state: State) -> tuple[str, ...]:
    """The sides that have to report next; all of them if any may."""
    if state.depth == "shots":
        if state.impulse is not None and state.phase == "impulse":
            return (state.impulse.side,)
        if state.strike is not None and state.phase == "support":
            cancels = state.strike.stage == "cancel"
            return (state.other(state.strike.side) if cancels else state.strike.side,)
    return state.sides


def _name(state: State, id: str) -> Message:
    return verbatim(name_in(state.units, id))


# -- the deck, and what each side has to play --------------------------------------------------------------------------


def deck_facts(state: State) -> Iterator[Fact]:
    """A22: the cards that lie face down, or are shuffled next, by kind. Nobody knows their order."""
    cards = next_pack(state) if state.phase in ("turn", "shuffle") else left(state)
    yield Fact("cards", say(_("Cards in the deck")), len(cards))
    yield Fact("turn-overs", say(_("Turn Over cards among them")), cards.count(tables.TURN_OVER))
    for side in state.sides:
        yield Fact(f"left-{side}", say(_("In the deck for %(side)s"), side=side), _own(cards, side))
    if state.drawn:
        yield Fact("drawn", say(_("Drawn in this turn")), listed(card_name(card) for card in state.drawn))
    if state.seal:
        yield Fact("seal", say(_("Seal of the deck")), verbatim(state.seal))


def _own(cards: Sequence[str], side: str) -> Message:
    """The cards of a side by kind, and those of each of its platoons."""
    found: dict[str, list[str]] = {}
    for card in map(parts, cards):
        if card.side == side:
            found.setdefault(card.platoon, []).append(card.kind)
    told = [_of_platoon(platoon, counted(kinds)) for platoon, kinds in found.items()]
    return listed(told)


def _of_platoon(platoon: str, kinds: Message) -> Message:
    return say(_("%(platoon)s (%(cards)s)"), platoon=platoon, cards=kinds) if platoon else kinds


def commander_facts(state: State) -> Iterator[Fact]:
    """R4, R35."""
    if state.phase in ("turn", "shuffle"):
        return
    for side in state.sides:
        text = _("has been played") if side in state.commanders else _("is still held")
        yield Fact(f"commander-{side}", say(_("Commander's card of %(side)s"), side=side), say(text))
    for side, fighters in Counter(state.held).items():
        yield Fact(f"held-{side}", say(_("Fighters held by %(side)s"), side=side), fighters)


def strength(state: State, side: str, platoon: str) -> Fact:
    """A8: how many vehicles of a platoon are in play, and of how many."""
    units = state.of_platoon(side, platoon)
    label = say(_("Strength of %(platoon)s, %(side)s"), platoon=platoon, side=side)
    value = say(_("%(left)s of %(all)s"), left=sum(unit.in_play for unit in units), all=len(units))
    return Fact(f"strength-{side}-{platoon}", label, value)


# -- vehicles ----------------------------------------------------------------------------------------------------------


def unit_view(state: State, unit: Vehicle) -> UnitView:
    figures = unit.figures
    return view_of(
        unit,
        unit.in_play and not unit.captured,
        status(unit),
        _unit_facts(state, unit),
        icon=icon_of(figures.role, turret=figures.turret, moves=bool(figures.move), soft=figures.soft),
        hurt=any(_hurts(unit)),
        acted=_has_acted(state, unit),
    )


def _has_acted(state: State, unit: Vehicle) -> bool:
    """In the Impulse that is being told: it has nothing left to spend."""
    impulse = state.impulse
    return impulse is not None and unit in state.acting() and not unit.grants and not unit.reach


def status(unit: Vehicle) -> Message:
    """What has become of the vehicle, in a word or two."""
    if not unit.in_play:
        return GONE[unit.presence]
    if unit.captured:
        return say(_("captured"))
    parts = list(_hurts(unit))
    return listed(parts) if parts else say(_("fit"))


def _hurts(unit: Vehicle) -> Iterator[Message]:
    if unit.suppressed:
        yield say(_("suppressed"))
    if unit.gun_out:
        yield say(_("main gun disabled"))
    if unit.immobile:
        yield say(_("immobilised"))


def _unit_facts(state: State, unit: Vehicle) -> Iterator[Fact]:
    yield Fact("platoon", say(_("Platoon")), called(unit.platoon))
    yield Fact("posture", say(_("Posture")), _posture(unit))
    yield Fact("nerve", say(_("Morale")), _nerve(unit))
    if unit.grants or unit.reach:
        yield Fact("grants", say(_("May still spend")), _grants(state, unit))
    yield Fact("mobility", say(_("Mobility")), _mobility(unit))
    yield Fact("gun", say(_("Gun")), _gun(unit))
    if unit.struck:
        yield Fact("struck", say(_("Struck in this turn")), True)
    yield Fact("morale", say(_("Morale modifier")), verbatim(f"{unit.morale:+d}"))
    yield from _card(unit.figures)


def _posture(unit: Vehicle) -> Message:
    """R13 to R16."""
    parts = [say(_("moving")) if unit.moving else say(_("stationary"))]
    if unit.overwatch:
        parts.append(say(_("on overwatch")))
    if unit.hull_down:
        parts.append(say(_("hull down")))
    return listed(parts)


def _nerve(unit: Vehicle) -> Message:
    """R23, R29, B3: the reasons it has to test for before it acts."""
    tests = listed(_test(unit, reason) for reason in unit.tests)
    if unit.suppressed and not unit.tests:
        return say(_("suppressed; its next test is at -1")) if unit.struck_again else say(_("suppressed"))
    if unit.suppressed:
        return say(_("suppressed; to test: %(tests)s"), tests=tests)
    return say(_("to test: %(tests)s"), tests=tests) if unit.tests else say(_("steady"))


def _test(unit: Vehicle, reason: str) -> Message:
    told = named(REASON_NAMES, reason)
    return say(_("%(reason)s at -1"), reason=told) if unit.struck_again or reason in unit.repeated else told


def _grants(state: State, unit: Vehicle) -> Message:
    left = grants(unit.grants) if unit.grants else say(_("nothing more"))
    if not unit.reach:
        return left
    text = _("%(left)s; %(reach)s of its move over open ground")
    return say(text, left=left, reach=distance(unit.reach, measure(state.options)))


def _mobility(unit: Vehicle) -> Message:
    if not unit.figures.move:
        return say(_("does not move"))
    return say(_("immobilised")) if unit.immobile else say(_("free"))


def _gun(unit: Vehicle) -> Message:
    if not unit.figures.armed:
        return say(pgettext("a gun", "none"))
    return say(_("disabled")) if unit.gun_out else say(_("working"))


@lru_cache(maxsize=256)  # the sheet is shown after every report, and this part of it never changes
def _card(figures: Figures) -> tuple[Fact, ...]:
    """A21: its line of the catalogue."""
    facts = [
        Fact("points", say(_("Points")), figures.points),
        Fact("size", say(_("Size, what hits it at best")), figures.size),
        Fact("armour", say(_("Armour")), figures.armour),
        Fact("move", say(_("Move")), figures.move),
    ]
    if figures.armed:
        shots = Fact("shots", say(_("Shots")), figures.shots)
        facts += [Fact("dice", say(_("Damage dice: short, medium, long")), _bands(figures.dice)), shots]
        if any(figures.modifiers):
            facts.append(Fact("modifiers", say(_("To hit: short, medium, long")), _bands(figures.modifiers, "+d")))
    if figures.soft:
        facts.append(Fact("soft", say(_("No armoured vehicle")), True))
    return tuple(facts)


def _bands(numbers: tuple[int, int, int], shape: str = "d") -> Message:
    return verbatim(" / ".join(format(number, shape) for number in numbers))
