"""Repairs of critical cards, and what cards do for repairs that failed (R38.3, R7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rules.bounds import DiceFaces, Key
from rules.contract import Choice, Command, Dice, DiceCommand, Feat, Field, Message, Pick, Roll, ngettext, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.luck import REPAIRS, Throw, successes

from .choices import in_bulk, mine, of_model
from .effects import found
from .figures import effects_on, facts_alone
from .missions.objectives import check_first
from .order import nothing_asked, repairable, repairers
from .refusals import names_of, refused, tank_of, wrong_phase
from .state import Decision, Event, Model, State
from .tables import REPAIR_ON
from .words import faces

CHAPTER = Chapter[State, Event]("Repairs", "R38, R7")


class Repair(DiceCommand, frozen=True, kw_only=True):
    """A model tries to repair one of its critical cards, or tries again by a card the one that just failed."""

    positional: ClassVar = ("unit", "critical")
    rolls: ClassVar = ("dice",)
    unit: Key
    critical: Key
    dice: DiceFaces | None = None


class SkipRepair(Command, frozen=True, kw_only=True):
    """A model with a repairable critical card does not try."""

    positional: ClassVar = ("unit",)
    unit: Key


class RepairRolled(Event, frozen=True, kw_only=True):
    """`halted`: tried in place of moving; `again`: tried once more by a card."""

    version: ClassVar = 2
    rules: ClassVar = ("R38", "R7")
    unit: str
    critical: str
    card: str
    roll: Roll
    repaired: bool
    halted: bool = False
    again: bool = False


class RepairSkipped(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R38",)
    unit: str


@CHAPTER.decides
def repair(state: State, command: Repair, dice: Dice) -> Decision:
    """One repairable card for each model and turn, on 4 and more; its damage stays. A card may allow a second try."""
    model = tank_of(state, command.unit)
    if second_try(state, model):
        yield _tried(state, model, _only(model, command.critical), command, dice, again=True)
        return
    model = _repairer(state, command.unit)
    if command.critical not in repairable(model):
        raise refused(
            "R38",
            say(_("%(unit)s has no repairable critical card “%(card)s”."), unit=model.name, card=command.critical),
            say(_("Repairable: %(cards)s."), cards=", ".join(repairable(model))),
            "critical",
        )
    yield _tried(state, model, command.critical, command, dice)


def _only(model: Model, critical: str) -> str:
    """R8, R7: a second try is of the repair that failed."""
    if critical != model.failed:
        raise refused(
            "R38",
            say(_("%(unit)s has tried its repair; only that may be tried again."), unit=model.name),
            say(_("Name the card that was not repaired: %(card)s."), card=model.failed),
            "critical",
        )
    return critical


def _tried(state: State, model: Model, critical: str, command: Repair, dice: Dice, again: bool = False) -> RepairRolled:
    phase = "command" if state.phase == "command" else "movement"  # one tried in place of moving has one second try
    question = f"t{state.turn}/{phase}/{model.id}/repair" + ("/again" if again else "")
    roll = dice.roll(question, 1, reported=command.dice, near=(REPAIR_ON,))
    return RepairRolled(
        unit=model.id,
        critical=critical,
        card=model.criticals[critical].wound.card,
        roll=roll,
        repaired=roll.numbers[0] >= REPAIR_ON,
        again=again,
    )


@CHAPTER.decides
def skip_repair(state: State, command: SkipRepair, dice: Dice) -> Decision:
    yield RepairSkipped(unit=_repairer(state, command.unit).id)


@CHAPTER.throws
def luck_of_repair(state: State, event: RepairRolled) -> Iterable[Throw]:
    return successes(REPAIRS, event.unit, event.roll, lambda die: die >= REPAIR_ON)


def _repairer(state: State, unit: str) -> Model:
    model = tank_of(state, unit)
    if state.phase != "command":
        raise wrong_phase(state, "R38")
    check_first(state)
    if model not in repairers(state):
        raise refused(
            "R38",
            say(_("%(unit)s has nothing to repair, or has tried this turn."), unit=model.name),
            say(_("May try: %(units)s."), units=names_of(repairers(state))),
            "unit",
        )
    return model


def second_try(state: State, model: Model) -> bool:
    """Whether the repair that just failed may be tried once more. A face-up card has to allow it (R5), and it has to be
    of this phase: a repair tried in place of moving may be tried again until the first shot."""
    attached = model.criticals.get(model.failed)
    timely = model.repair_done if state.phase == "command" else state.phase == "movement" or not state.acted
    if attached is None or not model.on_table or not timely or state.result:
        return False
    rerolls = found(effects_on(state, model), "reroll_repair", facts_alone(state, model))
    return any(not effect.names or attached.wound.card in effect.names for effect in rerolls)


@CHAPTER.evolves
def repair_rolled(state: State, event: RepairRolled) -> None:
    """After a repair in place of moving the model may still try one in the Command Phase."""
    model = state.models[event.unit]
    if not event.halted and not event.again:
        model.repair_done = True
    model.failed = "" if event.repaired or event.again else event.critical
    if event.repaired:
        state.discards.append(model.criticals.pop(event.critical).wound.card)
        model.feats.append(Feat("repair", state.report))


@CHAPTER.evolves
def repair_skipped(state: State, event: RepairSkipped) -> None:
    state.models[event.unit].repair_done = True


@CHAPTER.narrates
def tell_repair_rolled(event: RepairRolled) -> Message:
    text = _("%(unit)s repairs %(card)s (%(dice)s).")
    if event.again:
        text = _("%(unit)s repairs %(card)s at the second try (%(dice)s).")
    if not event.repaired:
        text = _("%(unit)s fails to repair %(card)s (%(dice)s).")
    return say(text, unit=event.unit, card=event.card, dice=faces(event.roll))


CHAPTER.sentences({RepairSkipped: _("%(unit)s tries no repair.")})


NO_REPAIRS = in_bulk(ngettext("%(n)d tries no repair", "%(n)d try no repair", 1))
REPAIR_DIE = Field(name="dice", kind="dice", label=say(_("Repair die")), least=1, most=1)


def first_tries(state: State, side: str) -> Iterator[Choice]:
    for model in mine(repairers(state), side):
        cards = [(key, model.criticals[key].wound.card) for key in repairable(model)]
        picks = tuple(Pick(key, verbatim(name)) for key, name in cards)
        card = Field(name="critical", kind="pick", label=say(_("Critical card")), picks=picks, required=True)
        yield of_model(model, "Repair", say(_("%(unit)s tries a repair"), unit=model.name), card, REPAIR_DIE)
        yield of_model(model, "SkipRepair", say(_("%(unit)s tries no repair"), unit=model.name), bulk=NO_REPAIRS)


@CHAPTER.offers
def second_tries(state: State, side: str) -> Iterator[Choice]:
    """Second tries by a card. The rest of the phase does not wait for them."""
    again = [_again(model) for model in mine(state.models.values(), side) if second_try(state, model)]
    if again and nothing_asked(state):
        yield from again


def _again(model: Model) -> Choice:
    card = model.criticals[model.failed].wound.card
    label = say(_("%(unit)s tries to repair %(card)s once more"), unit=model.name, card=card)
    return of_model(model, "Repair", label, REPAIR_DIE, given={"critical": model.failed})
