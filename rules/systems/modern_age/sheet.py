"""Who may report, and the battle as one viewer may see it: face-down cards show only their type, except to their
owner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Command, Fact, Message, UnitView, View, called, ngettext, pgettext, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.words import view_of
from rules.systems.modern_age.defence.cancels import defence_dice

from .attack.sequence import open_step, owner
from .between.aftermath import CrewFate, Recover, RepairBetween
from .effects import Effect
from .figures import capacity, effects_on, initiative, keywords
from .grades import SKILL_NAMES
from .missions.end import HOW
from .missions.objectives import PlaceObjective, is_check_due, placer, points_of, scorers
from .missions.victory import Concede, destroyed_points, turn_limit
from .order import actors, choosing, repairers, savable
from .reserves import waiting_reserves
from .setting_up import ChooseEdge, ChooseRole
from .shot import Shot
from .state import Card, Event, Model, State
from .tables import FORWARD_FIRING
from .words import ELEVATION_NAMES, FATES, KIND_NAMES, OBJECTIVE_NAMES, hits_said, named


def see(state: State, side: str) -> View:
    """`side` is a side's key, "" for a spectator."""
    return View(
        round=state.turn,
        phase=say(_("Battle over")) if state.result else PHASES[state.phase],
        facts=tuple(_facts(state)),
        units=tuple(_unit(state, model, side) for model in state.models.values()),
        pending=_pending(state),
        waiting_for=_waiting_for(state),
    )


def turn(state: State) -> tuple[int, tuple[str, ...]]:
    """The round, and whom it waits for: what a view of the battle says, without the rest of it."""
    return state.turn, _waiting_for(state)


def see_event(event: Event, side: str) -> Event | None:
    """Every event of this rulebook tells only what lies open on the table (a card that is lost or spent is turned face
    up)."""
    return event


PHASES = {
    "terrain": say(_("Set-up: terrain")),
    "roll": say(_("Set-up: roll for roles")),
    "role": say(_("Set-up: roles")),
    "edge": say(_("Set-up: edges")),
    "objectives": say(_("Set-up: objectives")),
    "deployment": say(_("Deployment")),
    "movement": say(_("Movement Phase")),
    "shooting": say(_("Shooting Phase")),
    "command": say(_("Command Phase")),
}


def _facts(state: State) -> Iterator[Fact]:
    if state.attacker:
        yield Fact("attacker", say(_("Attacker")), called(state.attacker))
    yield Fact("advantage", say(_("Advantage")), called(state.advantage) if state.advantage else say(_("not known")))
    if state.first:
        yield Fact("first", say(_("Places the first Forest")), called(state.first))
    if state.edge:
        yield Fact("edge", say(_("Defender's edge")), verbatim(state.edge))
    for side in state.sides:
        label = say(_("Points destroyed by %(side)s"), side=side)
        yield Fact(f"points-{side}", label, destroyed_points(state, side))
    for side in scorers(state):
        label = say(_("Victory points of %(side)s"), side=side)
        yield Fact(f"victory_points-{side}", label, points_of(state, side))
    for name in state.objectives:
        yield Fact(f"objective-{name}", say(_("Objective")), named(OBJECTIVE_NAMES, name))
    if limit := turn_limit(state):
        yield Fact("turn_limit", say(_("Turn limit")), limit)
    if minutes := state.options.get("time_limit"):
        yield Fact("time_limit", say(_("Time limit, in minutes")), minutes)
    if state.result:
        winner = called(state.result.winner) if state.result.winner else say(_("nobody"))
        yield Fact("winner", say(_("Winner")), winner)
        yield Fact("how", say(_("Decided")), HOW[state.result.how])


def _pending(state: State) -> Message | None:
    """The open decision in words, with what everyone can see of it."""
    if state.result:
        return None
    if state.resuming:
        return say(_("It is not known who has Advantage."))
    step, shot = open_step(state), state.shot
    if step and shot:
        who = state.models[owner(state, step)].name
        if step.asks == "Defend":
            dice = defence_dice(state, shot)
            return say(_("%(unit)s defends with %(dice)s dice."), unit=who, dice=dice)
        return say(_("%(unit)s: %(step)s."), unit=who, step=step.label)
    if state.after:
        shooter = state.models[state.after.shooter].name
        return say(_("%(unit)s: what follows its attack, or nothing."), unit=shooter)
    if models := savable(state):
        names = ", ".join(model.name for model in models)
        return say(_("%(units)s: turn up a card that saves it, or not."), units=names)
    if models := choosing(state):
        names = ", ".join(model.name for model in models)
        return say(_("%(units)s: choose the phase a card favours."), units=names)
    if is_check_due(state):
        return say(_("The objectives are to be checked for victory points."))
    return None


def _waiting_for(state: State) -> tuple[str, ...]:
    """The sides that have to report next; both if either may."""
    if state.result:
        return ()
    if not state.resuming:
        if step := open_step(state):
            return (state.models[owner(state, step)].side,)
        if state.after:
            return (state.models[state.after.shooter].side,)
        if side := {"role": state.chooser, "edge": state.defender, "objectives": placer(state)}.get(state.phase):
            return (side,)
        models = savable(state) or choosing(state) or actors(state)
        if state.phase == "command" and not is_check_due(state):
            models = [*repairers(state), *waiting_reserves(state)]
        if models:
            return tuple(sorted({model.side for model in models}))
    return state.sides


# -- units -------------------------------------------------------------------------------------------------------------


def _unit(state: State, model: Model, side: str) -> UnitView:
    effects = effects_on(state, model)
    most = capacity(state, model, effects)
    return view_of(
        model,
        model.in_play,
        _status(model, most),
        _unit_facts(state, model, side, effects, most),
        icon="helicopter" if not model.is_tank else "car" if "Wheeled" in model.keywords else "tank",
        hurt=bool(model.damage or model.criticals),
        acted={"movement": model.moved, "shooting": model.fired}.get(state.phase, False),
    )


def _status(model: Model, most: int) -> Message:
    if model.fate:
        return FATES[model.fate]
    if model.damage >= most:
        return say(_("will be destroyed"))
    return say(_("damaged")) if model.damage else say(_("fit"))


def _unit_facts(state: State, model: Model, side: str, effects: Sequence[Effect], most: int) -> Iterator[Fact]:
    """`effects` are in force for the model, which `most` damage destroys."""
    yield Fact("damage", say(_("Damage")), say("%(damage)s/%(most)s", damage=model.damage, most=most))
    if state.shot and state.shot.target == model.id and (fire := _under_fire(state, state.shot)):
        yield Fact("under_fire", say(_("Under fire")), fire)
    if not model.is_tank:
        yield Fact("kind", say(_("Kind")), KIND_NAMES[model.kind])
        if model.elevation:
            yield Fact("elevation", say(_("Elevation")), ELEVATION_NAMES[model.elevation])
    if model.reserve:
        yield Fact("reserve", say(_("In reserve")), True)
    for number, boost in enumerate(model.boosts, 1):
        source = state.models[boost.unit].name
        yield Fact(f"boost-{number}", say(_("This turn")), say(BOOSTS[boost.does], unit=source))
    yield Fact("speed", say(_("Speed token")), model.moves if model.moves else say(pgettext("a speed token", "none")))
    yield Fact("attack", say(_("Attack")), model.attack)
    yield Fact("defence", say(_("Defence")), model.defence)
    for phase, label in (("movement", say(_("Initiative, moving"))), ("shooting", say(_("Initiative, shooting")))):
        yield Fact(f"initiative-{phase}", label, initiative(state, model, phase, effects))
    words = keywords(state, model, effects)
    if words:
        words.sort(key=lambda word: word == FORWARD_FIRING)  # where a critical card puts it too
        yield Fact("keywords", say(_("Special rules")), verbatim(", ".join(words)))
    if model.side == side or all(card.face_up for card in model.cards.values()):
        yield Fact("points", say(_("Points")), model.points)
    yield Fact("moved", say(_("Has moved")), model.moved)
    yield Fact("fired", say(_("Has shot")), model.fired)
    for skill in model.skills:
        yield Fact(f"skill-{skill}", say(_("Crew")), say(SKILL_NAMES[skill]))
    for card in model.cards.values():
        yield Fact(f"card-{card.id}", verbatim(card.kind), _card(card, model.side == side))
    for key, attached in model.criticals.items():
        yield Fact(f"critical-{key}", say(_("Critical card")), verbatim(attached.wound.card))


BOOSTS = {
    "initiative": _("initiative by a card of %(unit)s"),
    "smoke": _("in the smoke of %(unit)s"),
    "mark": _("marked by %(unit)s"),
}


def _under_fire(state: State, shot: Shot) -> Message | None:
    """The part of the open attack that is still to come, for everyone to see; None once its damage is done."""
    if state.result:
        return None
    hits = hits_said(shot.hits, shot.criticals)
    if not shot.cancelled:
        return say(_("%(unit)s scores %(hits)s"), unit=state.models[shot.shooter].name, hits=hits)
    if not shot.damaged:
        return say(_("%(hits)s are uncancelled"), hits=hits)
    if shot.turned:
        cards = ", ".join(critical.card for critical in shot.turned)
        return say(_("critical cards to pick from: %(cards)s"), cards=cards)
    if shot.draws:
        return ngettext("%(n)d critical card to draw", "%(n)d critical cards to draw", shot.draws)
    return say(_("critical card %(card)s"), card=shot.open[0].card) if shot.open else None


def _card(card: Card, mine: bool) -> Message:
    """A card in words. A face-down card shows only its type, unless it is the viewer's own."""
    name = card.name if card.face_up or mine else ""
    if card.gone:
        return say(_("%(card)s, out of the game"), card=name) if name else say(_("out of the game"))
    if card.face_up:
        return verbatim(name)
    if name:
        return say(_("%(card)s, face down"), card=name)
    return say(_("face-down %(kind)s"), kind=card.kind)


def reporter(state: State, command: Command) -> str:
    """Whose report a command is: the side of the model it names, the side that chooses, "" for either, or the clerk."""
    match command:
        case Recover() | RepairBetween() | CrewFate():
            return "clerk"
        case Concede():
            return command.side if command.side in state.sides else ""
        case ChooseRole():
            return state.chooser
        case ChooseEdge():
            return state.defender
        case PlaceObjective():
            return placer(state)
    model = state.models.get(getattr(command, "unit", ""))
    return model.side if model else ""
