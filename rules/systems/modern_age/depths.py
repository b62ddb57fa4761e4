"""Depths of reporting: status and results in place of shots, and the return to shots (house)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

import msgspec

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Field, Message, Pick, ngettext, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.reports import DepthChanged

from .catalogue import types_with
from .choices import number, side_pick
from .figures import capacity
from .missions.objectives import most_points, objectives, point_roles, points_said
from .missions.victory import check_victory, turn_limit
from .platoon.muster import critical_cards
from .refusals import impossible, refused
from .shot import KeyOrNone
from .state import AnyTime, Card, Condition, Decision, Event, Model, Result, State, Wound, attach, destroyed_as
from .tables import ALPHA_66
from .turns import advance, reset

CHAPTER = Chapter[State, Event]("Depths of report")
Points = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Resume(Command, frozen=True, kw_only=True):
    """What has to be known before shots are reported again: Advantage, Attacker, the turns played meanwhile, and in
    missions with objectives the current victory points (in R43 only the Attacker's)."""

    positional: ClassVar = ("advantage",)
    advantage: Key
    attacker: KeyOrNone = ""
    turns: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    attacker_points: Points | None = None
    defender_points: Points | None = None


class Resumed(Event, frozen=True, kw_only=True):
    """Shots are reported again; `turns` turns were played unreported."""

    rules: ClassVar = ("house",)
    advantage: str
    attacker: str
    turns: int
    victory_points: dict[str, int] = {}


@CHAPTER.before_each
def resume_first(state: State, command: Command) -> None:
    """What has to be known before shots are reported again comes before anything else."""
    if state.resuming and not isinstance(command, Resume | AnyTime):
        raise refused("R9", _("It is not known who has Advantage."), _("Say first which side has it."))


@CHAPTER.decides
def resume(state: State, command: Resume, dice: Dice) -> Decision:
    """Back at shots, the players are asked for what nobody has reported meanwhile. It is not guessed."""
    if not state.resuming:
        raise refused("house", _("Nothing is unknown: shots are being reported."), _("Report what happens next."))
    for name, side in (("advantage", command.advantage), ("attacker", command.attacker)):
        if side not in state.sides and (side or name == "advantage"):
            raise refused(
                "R9",
                say(_("There is no side “%(side)s”."), side=side),
                say(_("Sides: %(sides)s."), sides=", ".join(state.sides)),
                name,
            )
    if bool(command.attacker) == bool(state.attacker):
        raise refused(
            "R2",
            say(_("The Attacker is known already.")) if state.attacker else say(_("The Attacker is not known.")),
            say(_("Leave it out.")) if state.attacker else say(_("Name the side that attacks.")),
            "attacker",
        )
    yield Resumed(
        advantage=command.advantage,
        attacker=command.attacker or state.attacker,
        turns=command.turns,
        victory_points=_points_told(state, command),
    )
    yield from check_victory(state, turns_played=state.turn - 1)
    yield from advance(state)


def _points_told(state: State, command: Resume) -> dict[str, int]:
    """The current victory points of every side that can have some, and of no other; by key, as the log keeps them."""
    attacker = command.attacker or state.attacker
    told = {"attacker": command.attacker_points, "defender": command.defender_points}
    for role, points in told.items():
        _check_points(state, role, points)
    sides = {"attacker": attacker, "defender": state.enemy_of(attacker)}
    return dict(sorted((sides[role], points) for role, points in told.items() if points))


def _check_points(state: State, role: str, points: int | None) -> None:
    field = f"{role}_points"
    if role not in point_roles(state):
        if points is not None:
            text = _("In this mission the %(role)s gets no victory points.")
            raise refused("R41", say(text, role=ROLES[role]), _("Leave it out."), field)
    elif points is None:
        text = _("It is not known how many victory points the %(role)s has.")
        raise refused("R41", say(text, role=ROLES[role]), _("Report them."), field)
    elif points > most_points(state):
        raise refused(
            "R41",
            say(_("With %(points)s victory points the battle would be over."), points=points),
            say(_("Report up to %(most)s, or the result of the battle."), most=most_points(state)),
            field,
        )


ROLES = {"attacker": say(_("Attacker")), "defender": say(_("Defender"))}


@CHAPTER.evolves
def resumed(state: State, event: Resumed) -> None:
    state.resuming = False
    state.advantage = event.advantage
    state.attacker = event.attacker
    if event.turns:
        reset(state)  # what counted for the turn in which shots were last reported
    state.turn += event.turns
    state.victory_points = dict(event.victory_points)


@CHAPTER.narrates
def tell_resumed(event: Resumed) -> Message:
    told = ngettext(
        "Shots are reported again after %(n)d turn; Advantage is with %(side)s.",
        "Shots are reported again after %(n)d turns; Advantage is with %(side)s.",
        event.turns,
        side=event.advantage,
    )
    if not event.victory_points:
        return told
    return say(_("%(told)s Victory points: %(points)s."), told=told, points=points_said(event.victory_points))


@CHAPTER.offers
def resumes(state: State, side: str) -> Iterator[Choice]:
    """What is not known after a time without shots; the Attacker only if the roles were never reported."""
    if not state.resuming:
        return
    fields = [side_pick(state, "advantage", say(_("Advantage")))]
    if not state.attacker:
        fields.append(side_pick(state, "attacker", say(_("Attacker"))))
    left = turn_limit(state) - state.turn
    turns = Field(
        name="turns", kind="number", label=say(_("Turns played unreported")), most=99, near=(0, left), readily=700
    )
    fields.append(turns)
    for role in point_roles(state):
        points = number(f"{role}_points", POINTS[role], most_points(state), least=0)
        fields.append(msgspec.structs.replace(points, near=(0, 1, 2)))
    label = say(_("Say how things stand before shots are reported again"))
    yield Choice(command="Resume", label=label, side=side, fields=tuple(fields), urgent=True)


POINTS = {
    "attacker": say(_("Victory points of the Attacker")),
    "defender": say(_("Victory points of the Defender")),
}


# -- the condition of a model, as people tell it -----------------------------------------------------------------------


def asks(state: State, side: str, unit: str, found: tuple[Field, ...]) -> tuple[Field, ...]:
    """Its damage, up to what destroys it, and its fate; then the critical cards it has and the cards it has lost."""
    model = state.models[unit]
    most = max(model.damage, capacity(state, model))
    plain = tuple(msgspec.structs.replace(one, most=most) if one.name == "damage" else one for one in found)
    lost = tuple(
        Pick(card.id, _called(card, model.side == side), also=(card.name,) if card.face_up or state.result else ())
        for card in model.cards.values()
    ) + tuple(Pick(word, verbatim(word)) for word in dict.fromkeys(model.lost_before))
    cards = Field(name="lost_cards", kind="picks", label=say(_("Lost cards")), picks=lost, most=len(lost), ahead=True)
    return (*plain, _wounds(state, model), *([cards] if lost else []))


MOST_WOUNDS = 6  # critical cards that a form has room for, beside those the model has


def _wounds(state: State, model: Model) -> Field:
    """The critical cards of the house deck; what the model has beside them stays among the picks."""
    known = critical_cards(state.edition)
    deck = [Wound(name, bool(entry.figures["repairable"]), name) for name, entry in known.items()]
    has = [attached.wound for attached in model.criticals.values()]
    wounds = [*deck, *(one for one in dict.fromkeys(has) if one not in deck)]
    picks = tuple(
        Pick(msgspec.json.encode(msgspec.to_builtins(wound), order="deterministic").decode(), verbatim(wound.card))
        for wound in wounds
    )
    most = min(12, len(has) + MOST_WOUNDS)
    label = say(_("Critical cards"))
    return Field(
        name="criticals", kind="picks", label=label, picks=picks, most=most, repeats=True, coded=True, ahead=True
    )


def _called(card: Card, mine: bool) -> Message:
    """A card as its reader may know it."""
    known = mine or card.face_up
    return verbatim(card.name) if known and card.name else say(_("face-down %(kind)s"), kind=card.kind)


# -- without shots -----------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def depth_changed(state: State, event: DepthChanged) -> None:
    """When shots are no longer reported, the rest of the set-up happens unreported. Back at shots, the players are
    asked for what is unknown."""
    if state.depth != "shots" and event.depth == "shots":
        state.resuming, state.advantage = True, ""
    elif event.depth != "shots":
        state.phase, state.resuming = "movement", False
        state.objectives = tuple(objectives(state))
        for model in state.models.values():
            _place(model)
    state.depth = event.depth


def _place(model: Model) -> None:
    """Put on the table unreported; a helicopter of which nothing is known flies low."""
    model.deployed, model.reserve = True, False
    if not model.is_tank:
        model.elevation = model.elevation or "low"


def _set(state: State, unit: str, told: dict[str, Any]) -> None:
    set_condition(state, state.models[unit], msgspec.convert(told, Condition))


CHAPTER.takes_reported(_set, lambda winner: Result(winner, "reported"))


def set_condition(state: State, model: Model, condition: Condition) -> None:
    """A model's state in absolute terms. A face-down card is lost by its id only, and stays face down, so that neither
    a guessed name nor a false report tells what it is. Cards that earlier battles took stay lost."""
    lost = _lost_now(model, condition)
    model.damage, model.fate, model.doomed, model.failed = condition.damage, condition.fate, ("", 0), ""
    model.criticals.clear()
    model.last_critical = 0
    for wound in condition.criticals:
        attach(model, wound)
    for card in model.cards.values():
        card.gone = card.id in lost
    for word in lost:
        copies = (one for one in model.cards.values() if one.face_up and one.name == word and not one.gone)
        if copy := next(copies, None):
            copy.gone = True
    model.lost_cards = [*model.lost_before, *lost]
    if model.fate == "destroyed" or (model.fate != "removed" and _beyond_doubt(state, model)):
        model.fate = destroyed_as(model)


def _lost_now(model: Model, condition: Condition) -> list[str]:
    """The lost cards of a condition that earlier battles have not taken: of two copies one may be gone already."""
    before, lost = list(model.lost_before), []
    for word in condition.lost_cards:
        if word in before:
            before.remove(word)
        else:
            lost.append(word)
    return lost


def _beyond_doubt(state: State, model: Model) -> bool:
    """Whether its damage reaches its capacity whatever lies face down. Such a card adds one to it, and only tanks have
    some."""
    types = types_with(state.edition, model.nation, "capacity") if model.is_tank else frozenset()
    hidden = sum(card.kind in types for card in model.cards.values() if not card.face_up and not card.gone)
    return model.damage >= capacity(state, model) + hidden


def between_rounds(state: State) -> bool:
    """Whether the depth of reporting may change: before anything was reported, and at the start of a turn."""
    if state.result or state.shot or state.after:
        return False
    if state.phase == "movement":
        return not any(model.moved for model in state.models.values())
    nothing_yet = state.phase == "terrain" and state.tries == 1
    undeployed = state.phase == "deployment" and state.scenario == ALPHA_66
    return nothing_yet or (undeployed and not any(model.deployed for model in state.models.values()))


# -- what no battle can be in ------------------------------------------------------------------------------------------


@CHAPTER.forbids
def impossible_pause(state: State) -> None:
    """While no shots are reported a battle is between two turns. Reporting shots begins again at the start of a
    turn."""
    if state.result:
        return
    moved = next((model.id for model in state.models.values() if model.moved), "")
    if state.depth == "shots":
        if state.resuming and (state.phase != "movement" or moved):
            raise impossible(
                "resuming",
                _("Shots are reported again from the beginning of a turn."),
                _("Declare the phase “movement”, in which nobody has moved."),
            )
        return
    if state.phase != "movement":
        raise impossible(
            "phase",
            _("Phases are not followed while no shots are reported."),
            _("Leave it at “movement”, or report shots again."),
        )
    if moved:
        raise impossible(
            f"models.{moved}.moved",
            _("Who has moved is not followed while no shots are reported."),
            _("Leave it, or report shots again."),
        )
    if state.resuming:
        raise impossible(
            "resuming",
            _("No shots are reported, so nothing has to be told for them."),
            _("Report shots again: it is asked for then."),
        )
